"""The table of a season, as its page and its files show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from tournaments.engine.leagues import BySettlement, Evening, Placement, SeasonRow
from tournaments.engine.model import Points
from tournaments.engine.projections import Projection
from tournaments.engine.wording import number
from tournaments.models import Season
from tournaments.seasons import CRITERIA, Counted, SeasonEvent, league_rule


def said(points: Points, language: str) -> str:
    """Points in words: whole, or with two decimals."""
    return number(points).in_language(language)


@dataclass(frozen=True, slots=True)
class EveningCell:
    """What a player has of one evening; ``points`` is "" where they were not there."""

    day: date
    points: str
    dropped: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A line of the table. ``place`` is "" below the minimum of games; ``why``: what parted it."""

    player: int
    name: str
    place: str
    points: str
    evenings: int
    games: int
    cells: tuple[EveningCell, ...]
    why: str
    reach: str


@dataclass(frozen=True, slots=True)
class ProjectionLine:
    """What a running event would change for a player: "drops 61, gains 74"."""

    name: str
    before: str
    after: str
    drops: str
    gains: str
    points: str


@dataclass(frozen=True, slots=True)
class Running:
    """A tournament that is being played, and what it would change if it ended now."""

    event: SeasonEvent
    lines: tuple[ProjectionLine, ...]


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The whole page: days of the columns, the lines, teams, what runs, the rule in force."""

    days: tuple[date, ...]
    lines: tuple[SeasonLine, ...]
    teams: tuple[tuple[str, str, int], ...]
    running: tuple[Running, ...]
    rule: tuple[str, ...]
    partings: tuple[str, ...]
    voided: tuple[tuple[date, str], ...]
    next_days: tuple[date, ...]
    reach_words: str


def season_page(stands: Counted, language: str) -> SeasonPage:
    """Everything the page of a season shows."""
    days = tuple(sorted({event.day for event in stands.events if event.over}))
    reaches = _reaches(stands, language)
    rows = stands.standing.rows
    names: dict[int | str, str] = {key: one.name for key, one in stands.players.items()}
    held = {event.day for event in stands.events if event.over}
    return SeasonPage(
        days=days,
        lines=tuple(_line(stands, row, days, reaches, language) for row in rows),
        teams=tuple(
            (team, said(points, language), players) for team, points, players in stands.teams()
        ),
        running=tuple(
            Running(event, _projected(stands.projection(event), names, language))
            for event in stands.events
            if not event.over and event.result.results
        ),
        rule=rule_sentences(stands.record, language),
        partings=tuple(
            each.sentence(names).in_language(language) for each in stands.standing.partings
        ),
        voided=tuple((day, one.reason) for day, one in sorted(stands.voided.items())),
        next_days=tuple(day for day in stands.planned if day >= stands.today and day not in held),
        reach_words=_reach_words(stands) if reaches else "",
    )


def _line(
    stands: Counted,
    row: SeasonRow,
    days: Sequence[date],
    reaches: Mapping[int | str, str],
    language: str,
) -> SeasonLine:
    counted = {evening.key: evening for evening in row.counted}
    dropped = {evening.key: evening for evening in row.dropped}
    return SeasonLine(
        player=int(row.player),
        name=stands.players[int(row.player)].name,
        place="" if row.place is None else str(row.place),
        points=said(row.points, language),
        evenings=len(row.counted) + len(row.dropped),
        games=row.games,
        cells=tuple(_cell(day, counted, dropped, language) for day in days),
        why=_why(stands, row, language),
        reach=reaches.get(row.player, ""),
    )


def _cell(
    day: date, counted: Mapping[str, Evening], dropped: Mapping[str, Evening], language: str
) -> EveningCell:
    key = day.isoformat()
    evening = counted.get(key) or dropped.get(key)
    if evening is None:
        return EveningCell(day, "", dropped=False)
    return EveningCell(day, said(evening.points, language), dropped=key in dropped)


def _why(stands: Counted, row: SeasonRow, language: str) -> str:
    if row.place is None:
        least = stands.record.minimum_games
        return ngettext(
            "a place from %(least)s game on", "a place from %(least)s games on", least
        ) % {"least": least}
    if row.parted_by is None or row.shared > 1:
        return ""
    by = next((one.by for one in CRITERIA.values() if one.key == row.parted_by), None)
    return "" if by is None else by.in_language(language)


def _reaches(stands: Counted, language: str) -> dict[int | str, str]:
    return {
        one.player: _("%(lowest)s to %(highest)s, place %(best)s to %(worst)s")
        % {
            "lowest": said(one.lowest, language),
            "highest": said(one.highest, language),
            "best": one.best_place,
            "worst": one.worst_place,
        }
        for one in stands.reach()
    }


def _reach_words(stands: Counted) -> str:
    return ngettext(
        "What each can reach: an evening to come is taken to bring at most %(count)s result.",
        "What each can reach: an evening to come is taken to bring at most %(count)s results.",
        stands.results_an_evening,
    ) % {"count": stands.results_an_evening}


def _projected(
    lines: Sequence[Projection], names: Mapping[int | str, str], language: str
) -> tuple[ProjectionLine, ...]:
    """Only those for whom something changes."""
    return tuple(
        ProjectionLine(
            name=names[line.player],
            before="" if line.before.place is None else str(line.before.place),
            after="" if line.after.place is None else str(line.after.place),
            drops=said(line.drops, language),
            gains=said(line.gains, language),
            points=said(line.after.points, language),
        )
        for line in lines
        if line.drops or line.gains or line.before.place != line.after.place
    )


def rule_sentences(record: Season, language: str) -> tuple[str, ...]:
    """The rule in force, as it stands under the table."""
    rule = league_rule(record)
    said_rule = [_what_counts(record, language)]
    if isinstance(rule.points, BySettlement):
        said_rule.append(
            _("An event gives the sum of the settlements: own total minus the table's mean.")
        )
    else:
        said_rule += _lists(rule.points, language)
    together = {
        Season.Together.SUM: _("Several results of one evening are added up."),
        Season.Together.BEST: _("Of several results of one evening the best counts."),
        Season.Together.AVERAGE: _("Of several results of one evening the mean counts."),
    }
    said_rule.append(together[Season.Together(record.together)])
    said_rule.append(_how_many(record))
    if Fraction(record.bonus):
        said_rule.append(
            _("Taking part gives %(points)s more.") % {"points": said(rule.bonus, language)}
        )
    if record.minimum_games > 1:
        said_rule.append(
            ngettext(
                "Who has fewer than %(least)s game has no place yet.",
                "Who has fewer than %(least)s games has no place yet.",
                record.minimum_games,
            )
            % {"least": record.minimum_games}
        )
    for at, one in enumerate((CRITERIA[key] for key in record.chain), 1):
        name, sentence = one.name.in_language(language), one.sentence.in_language(language)
        said_rule.append(
            _("Those level, %(at)s: %(name)s. %(sentence)s")
            % {"at": at, "name": name, "sentence": sentence}
        )
    return tuple(said_rule)


def _what_counts(record: Season, language: str) -> str:
    game = rules.RULE_SETS[record.rule_set].name.in_language(language) if record.rule_set else ""
    if record.counts_tournaments and record.counts_evenings:
        words = _("Tournaments and evenings of the club count.")
    elif record.counts_tournaments:
        words = _("Tournaments of the club count.")
    else:
        words = _("Evenings of the club count.")
    return f"{words} {_('Only: %(game)s.') % {'game': game}}" if game else words


def _lists(points: Placement, language: str) -> list[str]:
    found = []
    for size, figures in sorted(points.lists.items()):
        listed = " – ".join(said(figure, language) for figure in figures)
        found.append(
            _("Points for places, from %(size)s players on: %(list)s.")
            % {"size": size, "list": listed}
        )
    return found


def _how_many(record: Season) -> str:
    if record.best is not None:
        return ngettext(
            "The best %(count)s evening counts.", "The best %(count)s evenings count.", record.best
        ) % {"count": record.best}
    if record.drop:
        return ngettext(
            "The worst %(count)s evening is dropped, a missed one first.",
            "The worst %(count)s evenings are dropped, missed ones first.",
            record.drop,
        ) % {"count": record.drop}
    return _("All evenings count.")
