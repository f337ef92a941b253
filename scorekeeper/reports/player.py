"""A player's page: results, curves, boxes beside the club's, opponents, records."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scorekeeper.figures import (
    BoxSum,
    Meetings,
    PlayedSheet,
    SheetSum,
    club_sum,
    games_named,
    head_to_head,
    played_by_rule_set,
    players_named,
    sees_listed_only,
    sheets_of,
)
from scorekeeper.models import Club, Game, Player
from scorekeeper.names import alphabetical
from scorekeeper.queries import Viewer
from scorekeeper.ratings import RatingPoint, rating_curve
from scorekeeper.reports.plot import Plot, PlotRow, parts, plot
from scorekeeper.reports.statistics import (
    Addresses,
    GameChoice,
    game_choices,
    mean,
    one_decimal,
    rating_text,
    share,
)
from scorekeeper.reports.wording import box_title


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure with its name, the club's beside it where that says something."""

    name: str
    own: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A box: mean of the player and of the club, how far apart, and the most the player had."""

    name: str
    own: str
    club: str
    apart: str
    most: str
    address: str


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """An opponent, and how many games ended before, level with and behind them."""

    pk: int
    name: str
    meetings: Meetings


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record: what, how much, when, and the address of the sheet it stands on."""

    name: str
    figure: str
    when: str
    address: str


@dataclass(frozen=True, slots=True)
class RatingPart:
    """A player's strength: "25.1 ± 2.3", and its curve where there are two points of it.

    ``waits``: it is being counted anew.
    """

    rating: str = ""
    curve: Plot | None = None
    waits: bool = False


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Everything of a player in one game; ``choices`` is empty before the first finished one."""

    choices: tuple[GameChoice, ...]
    rating: RatingPart
    facts: tuple[Fact, ...] = ()
    totals: Plot | None = None
    boxes: tuple[BoxLine, ...] = ()
    records: tuple[RecordLine, ...] = ()
    opponents: tuple[OpponentLine, ...] = ()


def player_page(
    player: Player, viewer: Viewer, wanted: str, language: str, *, rated: bool
) -> PlayerPage:
    """A player as whoever looks may see them; ``wanted``: a rule set, else the most played.

    ``rated``: whether the ratings can be read at once.
    """
    listed = sees_listed_only(player.club, viewer)
    played = played_by_rule_set(player, viewer)
    rating = _rating(player, viewer) if rated else RatingPart(waits=True)
    choices = game_choices(played, wanted, language)
    if not choices:
        return PlayerPage((), rating)
    rule_set = next(rules.RULE_SETS[choice.key] for choice in choices if choice.chosen)
    sheets = sheets_of(player, viewer, rule_set.key)
    whole = [sheet for sheet in sheets if sheet.whole]
    club = club_sum(player.club, viewer, rule_set.key)
    boxes, records = _box_sums(whole), _records(sheets, whole)
    ends = [whole[at].game for first, end in parts(len(whole)) for at in (first, end - 1)]
    bests = [*(box.holder for box in boxes.values()), *(each[2] for each in records)]
    sources = _Sources(Addresses(player.club, listed=listed), games_named({*ends, *bests}))
    return PlayerPage(
        choices=choices,
        rating=rating,
        facts=_facts(rule_set, sheets, whole, club),
        totals=_totals(whole, sources),
        boxes=_box_lines(rule_set, boxes, club, sources, language),
        records=tuple(
            RecordLine(name, figure, sources.day(game), sources.address(game))
            for name, figure, game in records
        ),
        opponents=_opponents(head_to_head(player, viewer, rule_set.key)),
    )


@dataclass(frozen=True, slots=True)
class _Sources:
    """The games that figures come from: their days and addresses, by number."""

    addresses: Addresses
    games: Mapping[int, Game]

    def day(self, game: int) -> str:
        return self.addresses.day(self.games[game].started_at)

    def address(self, game: int) -> str:
        return self.addresses.game(game, self.games[game].public_key)


def _rating(player: Player, viewer: Viewer) -> RatingPart:
    points = rating_curve(player, viewer)
    if not points:
        return RatingPart()
    return RatingPart(rating_text(points[-1].rating), _rating_curve(points, player.club))


def _rating_curve(points: Sequence[RatingPoint], club: Club) -> Plot | None:
    if len(points) < 2:
        return None
    day = Addresses(club, listed=False).day
    ends = [points[end - 1] for _first, end in parts(len(points))]
    found = [point.rating for point in ends]
    lower = [rating.mean - rating.deviation for rating in found]
    upper = [rating.mean + rating.deviation for rating in found]
    figures = [(low, one.mean, up) for low, one, up in zip(lower, found, upper, strict=True)]
    rows = [PlotRow(day(point.at), rating_text(point.rating)) for point in ends]
    return plot(figures, rows, (one_decimal(min(lower)), one_decimal(max(upper))))


def _facts(
    rule_set: rules.RuleSet,
    sheets: Sequence[PlayedSheet],
    whole: Sequence[PlayedSheet],
    club: SheetSum,
) -> tuple[Fact, ...]:
    won = sum(sheet.place == 1 for sheet in sheets)
    turns = sum(sheet.turns for sheet in whole)
    first = sum(sheet.first_throws for sheet in whole)
    found = [
        Fact(_("Finished games"), str(len(sheets))),
        Fact(_("Won"), f"{won} ({share(won, len(sheets))})"),
    ]
    if whole:
        total = sum(sheet.total for sheet in whole)
        found.append(Fact(_("Mean total"), mean(total, len(whole))))
        found.append(
            Fact(
                _("From the first throw"),
                share(first, turns),
                share(club.first_throws, club.turns),
            )
        )
    if whole and (rule_set.options.school_bonus or club.bonuses):
        bonuses = sum(sheet.bonus > 0 for sheet in whole)
        found.append(
            Fact(
                _("School with bonus"),
                share(bonuses, len(whole)),
                share(club.bonuses, club.sheets),
            )
        )
    if whole:
        found.append(Fact(_("Pokers thrown"), str(sum(sheet.pokers for sheet in whole))))
    return tuple(found)


def _totals(whole: Sequence[PlayedSheet], sources: _Sources) -> Plot | None:
    if len(whole) < 2:
        return None
    figures: list[float] = []
    rows: list[PlotRow] = []
    for first, end in parts(len(whole)):
        part = whole[first:end]
        total = sum(sheet.total for sheet in part)
        figures.append(total / len(part))
        if len(part) == 1:
            game = part[0].game
            rows.append(PlotRow(sources.day(game), rules.signed(total), sources.address(game)))
        else:
            days = [sources.day(part[0].game), sources.day(part[-1].game)]
            count = ngettext("%(count)d game", "%(count)d games", len(part)) % {"count": len(part)}
            when = " – ".join(dict.fromkeys(days))
            rows.append(PlotRow(f"{when}, {count}", mean(total, len(part))))
    edges = (one_decimal(min(figures)), one_decimal(max(figures)))
    return plot([(figure, figure, figure) for figure in figures], rows, edges)


def _box_sums(whole: Sequence[PlayedSheet]) -> dict[str, BoxSum]:
    found: dict[str, BoxSum] = defaultdict(BoxSum)
    for sheet in whole:
        for key, points in sheet.boxes.items():
            found[key].add(1, points, points, sheet.game)
    return found


def _box_lines(
    rule_set: rules.RuleSet,
    boxes: Mapping[str, BoxSum],
    club: SheetSum,
    sources: _Sources,
    language: str,
) -> tuple[BoxLine, ...]:
    found: list[BoxLine] = []
    for box in rule_set.boxes:
        own, theirs = boxes.get(box.key), club.boxes.get(box.key)
        if own is None or theirs is None:
            continue
        apart = Fraction(own.points, own.sheets) - Fraction(theirs.points, theirs.sheets)
        found.append(
            BoxLine(
                name=box_title(box, language),
                own=mean(own.points, own.sheets),
                club=mean(theirs.points, theirs.sheets),
                apart=one_decimal(apart, sign=True),
                most=rules.signed(own.most),
                address=sources.address(own.holder),
            )
        )
    return tuple(found)


def _records(
    sheets: Sequence[PlayedSheet], whole: Sequence[PlayedSheet]
) -> list[tuple[str, str, int]]:
    """Name, figure and game of each record of a player."""
    if not whole:
        return []
    best = max(whole, key=lambda sheet: sheet.total)
    worst = min(whole, key=lambda sheet: sheet.total)
    pokers = max(whole, key=lambda sheet: sheet.pokers)
    found = [(_("Best sheet"), rules.signed(best.total), best.game)]
    if worst is not best:
        found.append((_("Worst sheet"), rules.signed(worst.total), worst.game))
    if pokers.pokers:
        found.append((_("Most pokers in a game"), str(pokers.pokers), pokers.game))
    run = _longest_run(sheets)
    if run:
        words = ngettext("%(count)d game", "%(count)d games", run[0]) % {"count": run[0]}
        found.append((_("Most games won in a row"), words, run[1]))
    return found


def _longest_run(sheets: Sequence[PlayedSheet]) -> tuple[int, int] | None:
    """How many games in a row were won, and the last of them; None below two."""
    best: tuple[int, int] | None = None
    length = 0
    for sheet in sheets:
        length = length + 1 if sheet.place == 1 else 0
        if length > (best[0] if best else 1):
            best = (length, sheet.game)
    return best


def _opponents(found: dict[int, Meetings]) -> tuple[OpponentLine, ...]:
    named = players_named(found)
    lines = [OpponentLine(pk, named[pk].name, meetings) for pk, meetings in found.items()]
    return tuple(sorted(lines, key=lambda one: (-one.meetings.games, alphabetical(one.name))))
