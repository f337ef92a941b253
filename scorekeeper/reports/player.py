"""A player's page: results, curves, boxes beside the club's, opponents, records."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scorekeeper.figures import (
    Meetings,
    PlayedSheet,
    SheetSum,
    club_sum,
    head_to_head,
    played_by_rule_set,
    players_named,
    sees_listed_only,
    sheets_of,
)
from scorekeeper.models import Club, Player
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
    addresses = Addresses(player.club, listed=listed)
    return PlayerPage(
        choices=choices,
        rating=rating,
        facts=_facts(rule_set, sheets, whole, club),
        totals=_totals(whole, addresses),
        boxes=_boxes(rule_set, whole, club, addresses, language),
        records=_records(sheets, whole, addresses),
        opponents=_opponents(head_to_head(player, viewer, rule_set.key)),
    )


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


def _totals(whole: Sequence[PlayedSheet], addresses: Addresses) -> Plot | None:
    if len(whole) < 2:
        return None
    figures: list[float] = []
    rows: list[PlotRow] = []
    for first, end in parts(len(whole)):
        part = whole[first:end]
        total = sum(sheet.total for sheet in part)
        figures.append(total / len(part))
        if len(part) == 1:
            when, address = addresses.day(part[0].started_at), _address(addresses, part[0])
            rows.append(PlotRow(when, rules.signed(total), address))
        else:
            days = [addresses.day(part[0].started_at), addresses.day(part[-1].started_at)]
            count = ngettext("%(count)d game", "%(count)d games", len(part)) % {"count": len(part)}
            when = " – ".join(dict.fromkeys(days))
            rows.append(PlotRow(f"{when}, {count}", mean(total, len(part))))
    edges = (one_decimal(min(figures)), one_decimal(max(figures)))
    return plot([(figure, figure, figure) for figure in figures], rows, edges)


def _boxes(
    rule_set: rules.RuleSet,
    whole: Sequence[PlayedSheet],
    club: SheetSum,
    addresses: Addresses,
    language: str,
) -> tuple[BoxLine, ...]:
    found: list[BoxLine] = []
    for box in rule_set.boxes:
        filled = [sheet for sheet in whole if box.key in sheet.boxes]
        theirs = club.boxes.get(box.key)
        if not filled or theirs is None:
            continue
        points = sum(sheet.boxes[box.key] for sheet in filled)
        apart = Fraction(points, len(filled)) - Fraction(theirs.points, theirs.sheets)
        best = max(filled, key=lambda sheet: sheet.boxes[box.key])
        found.append(
            BoxLine(
                name=box_title(box, language),
                own=mean(points, len(filled)),
                club=mean(theirs.points, theirs.sheets),
                apart=one_decimal(apart, sign=True),
                most=rules.signed(best.boxes[box.key]),
                address=_address(addresses, best),
            )
        )
    return tuple(found)


def _records(
    sheets: Sequence[PlayedSheet], whole: Sequence[PlayedSheet], addresses: Addresses
) -> tuple[RecordLine, ...]:
    if not whole:
        return ()

    def line(name: str, figure: str, sheet: PlayedSheet) -> RecordLine:
        return RecordLine(name, figure, addresses.day(sheet.started_at), _address(addresses, sheet))

    best = max(whole, key=lambda sheet: sheet.total)
    worst = min(whole, key=lambda sheet: sheet.total)
    pokers = max(whole, key=lambda sheet: sheet.pokers)
    found = [line(_("Best sheet"), rules.signed(best.total), best)]
    if worst is not best:
        found.append(line(_("Worst sheet"), rules.signed(worst.total), worst))
    if pokers.pokers:
        found.append(line(_("Most pokers in a game"), str(pokers.pokers), pokers))
    run = longest_run(sheets)
    if run:
        words = ngettext("%(count)d game", "%(count)d games", run[0]) % {"count": run[0]}
        found.append(line(_("Most games won in a row"), words, run[1]))
    return tuple(found)


def longest_run(sheets: Sequence[PlayedSheet]) -> tuple[int, PlayedSheet] | None:
    """How many games in a row were won, and the sheet of the last; None below two."""
    best: tuple[int, PlayedSheet] | None = None
    length = 0
    for sheet in sheets:
        length = length + 1 if sheet.place == 1 else 0
        if length > (best[0] if best else 1):
            best = (length, sheet)
    return best


def _address(addresses: Addresses, sheet: PlayedSheet) -> str:
    return addresses.game(sheet.game, sheet.key)


def _opponents(found: dict[int, Meetings]) -> tuple[OpponentLine, ...]:
    named = players_named(found)
    lines = [OpponentLine(pk, named[pk].name, meetings) for pk, meetings in found.items()]
    return tuple(sorted(lines, key=lambda one: (-one.meetings.games, alphabetical(one.name))))
