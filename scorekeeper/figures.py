"""What statistics read: finished games and their receipts, only those that whoever looks may find.

Everything starts from ``counted_games``, which is ``queries.games_shown``, or from receipts of
the same two sorts: of all games of a club for its members, of the listed ones for the others.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Sum

import rules
from scorekeeper.models import (
    Club,
    Game,
    Player,
    Seat,
    SheetReceipt,
    Shown,
    ThrowReceipt,
    WeekReceipt,
)
from scorekeeper.names import name_key
from scorekeeper.queries import Viewer, clubs_of, games_shown

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The columns of a throw receipt, in order of pips."""


# Which games count


def sees_listed_only(club: Club, viewer: Viewer) -> bool:
    """Whether somebody sees of a club's games only those that strangers may find."""
    return not clubs_of(viewer).filter(pk=club.pk).exists()


def counted_games(club: Club, viewer: Viewer) -> QuerySet[Game]:
    """The finished games of a club that count and that somebody may find, in no order."""
    seen = games_shown(viewer, listed=True).select_related(None).order_by()
    return seen.filter(club=club, finished_at__isnull=False, counts=True)


def finished_games(club: Club, *, listed: bool) -> QuerySet[Game]:
    """The finished games of a club that count, or those of them that strangers may find."""
    found = Game.objects.filter(club=club, finished_at__isnull=False, counts=True)
    return found.filter(shown=Shown.PUBLIC) if listed else found


def games_by_rule_set(club: Club, viewer: Viewer) -> dict[str, int]:
    """Rule set → finished games of a club, the most played first."""
    return _by_rule_set(counted_games(club, viewer))


def played_by_rule_set(player: Player, viewer: Viewer) -> dict[str, int]:
    """Rule set → finished games of a player, the most played first."""
    return _by_rule_set(counted_games(player.club, viewer).filter(seats__player=player))


def _by_rule_set(games: QuerySet[Game]) -> dict[str, int]:
    found = dict(games.values_list("rule_set").annotate(Count("pk")))
    order = list(rules.RULE_SETS)
    return dict(sorted(found.items(), key=lambda each: (-each[1], order.index(each[0]))))


def games_without_receipts() -> list[int]:
    """Finished games with sheets, by number, of which no seat has said anything to statistics, or
    one that an older version has asked less."""
    with_sheets = [key for key, rule_set in rules.RULE_SETS.items() if not rule_set.rank_only]
    found = Game.objects.filter(finished_at__isnull=False, rule_set__in=with_sheets)
    receipts = SheetReceipt.objects.filter(seat__game=OuterRef("pk"))
    missing = found.filter(~Exists(receipts) | Exists(receipts.filter(struck__isnull=True)))
    return list(missing.order_by("started_at", "pk").values_list("pk", flat=True))


# Sheets


@dataclass(frozen=True, slots=True)
class PlayedSheet:
    """A finished sheet of a player, from its receipts.

    ``place``: None where the player was removed · ``boxes``: key → points, of whole sheets.
    """

    game: int
    total: int
    bonus: int
    place: int | None
    whole: bool
    boxes: dict[str, int]
    turns: int
    first_throws: int
    pokers: int


def sheets_of(player: Player, viewer: Viewer, rule_set: str) -> list[PlayedSheet]:
    """The finished sheets of a player in one game, in order of time."""
    games = counted_games(player.club, viewer).filter(rule_set=rule_set)
    receipts = SheetReceipt.objects.filter(seat__player=player, seat__game__in=games)
    rows = receipts.order_by("seat__game__started_at", "seat__game").values_list(
        "seat__game",
        "seat__total",
        "seat__bonus",
        "seat__place",
        "whole",
        "boxes",
        "turns",
        "first_throws",
        "pokers",
    )
    return [PlayedSheet(*row) for row in rows]


@dataclass(slots=True)
class BoxSum:
    """What a box has brought: ``sheets`` that filled it, ``points`` in all, and the most.

    ``holder``: whose that is, by the number of the seat or, of one player, of the game; the
    first of those who have it.
    """

    sheets: int = 0
    points: int = 0
    most: int = 0
    holder: int = 0

    def add(self, sheets: int, points: int, most: int, holder: int) -> None:
        """Takes in what later sheets have brought."""
        if not self.sheets or most > self.most:
            self.most, self.holder = most, holder
        self.sheets += sheets
        self.points += points


class Figure(StrEnum):
    """What records are kept of; the lowest total is one of them."""

    TOTAL = "total"
    LOWEST = "lowest"
    SCHOOL = "school"
    POKERS = "pokers"


MOST_HOLDERS = 5
"""Of each figure so many records are kept."""


@dataclass(slots=True)
class SheetSum:
    """Whole sheets together: how many, with the school bonus, turns, from the first throw.

    ``records``: figure → points and seat, the best first, of equals the earliest.
    """

    sheets: int = 0
    bonuses: int = 0
    turns: int = 0
    first_throws: int = 0
    boxes: dict[str, BoxSum] = field(default_factory=lambda: defaultdict(BoxSum))
    records: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))

    def hold(self, figure: str, holders: Iterable[tuple[int, int]]) -> None:
        """Takes in what later sheets hold of a figure."""
        sign = 1 if figure == Figure.LOWEST else -1
        found = sorted([*self.records[figure], *holders], key=lambda one: sign * one[0])
        self.records[figure] = found[:MOST_HOLDERS]


def club_sum(club: Club, viewer: Viewer, rule_set: str) -> SheetSum:
    """All whole sheets of a club's finished games, from the receipts of its weeks."""
    listed = sees_listed_only(club, viewer)
    receipts = WeekReceipt.objects.filter(club=club, rule_set=rule_set, listed=listed)
    if listed:
        receipts = receipts.filter(club__shown=Shown.PUBLIC)
    found = SheetSum()
    for receipt in receipts.order_by("monday"):
        found.sheets += receipt.sheets
        found.bonuses += receipt.bonuses
        found.turns += receipt.turns
        found.first_throws += receipt.first_throws
        for key, row in receipt.boxes.items():
            found.boxes[key].add(*row)
        for figure, holders in receipt.records.items():
            found.hold(figure, [(points, seat) for points, seat in holders])
    return found


def monday_of(game: Game) -> date:
    """The week under which a game is summed: in UTC, since a club's zone may change."""
    day = game.started_at.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


def week_sum(club: Club, rule_set: str, monday: date, *, listed: bool) -> SheetSum:
    """The whole sheets of one week, from the receipts of the sheets."""
    begin = datetime(monday.year, monday.month, monday.day, tzinfo=UTC)
    games = finished_games(club, listed=listed).filter(
        rule_set=rule_set, started_at__gte=begin, started_at__lt=begin + timedelta(days=7)
    )
    receipts = SheetReceipt.objects.filter(seat__game__in=games, whole=True)
    in_time = receipts.order_by("seat__game__started_at", "seat__game", "seat__position")
    found = SheetSum()
    held: dict[str, list[tuple[int, int]]] = {figure.value: [] for figure in Figure}
    for receipt in in_time.select_related("seat"):
        seat = receipt.seat
        found.sheets += 1
        found.bonuses += seat.bonus > 0
        found.turns += receipt.turns
        found.first_throws += receipt.first_throws
        for key, points in receipt.boxes.items():
            found.boxes[key].add(1, points, points, seat.pk)
        held[Figure.TOTAL].append((seat.total, seat.pk))
        held[Figure.LOWEST].append((seat.total, seat.pk))
        held[Figure.SCHOOL].append((seat.school, seat.pk))
        if receipt.pokers:
            held[Figure.POKERS].append((receipt.pokers, seat.pk))
    for figure, holders in held.items():
        found.hold(figure, holders)
    return found


# Head to head


@dataclass(slots=True)
class Meetings:
    """How a player's games with one opponent ended: placed before, level, behind."""

    ahead: int = 0
    level: int = 0
    behind: int = 0

    @property
    def games(self) -> int:
        return self.ahead + self.level + self.behind


def head_to_head(player: Player, viewer: Viewer, rule_set: str) -> dict[int, Meetings]:
    """Opponent, by number → how the games of one rule set with them ended; partners are none."""
    games = counted_games(player.club, viewer).filter(rule_set=rule_set)
    own = Seat.objects.filter(player=player, game__in=games, place__isnull=False).order_by()
    others = FilteredRelation("game__seats", condition=~Q(game__seats__player=player))
    met = own.annotate(other=others).filter(other__place__isnull=False)
    rows = met.values_list("other__player").annotate(
        ahead=Count("pk", filter=Q(other__place__gt=F("place"))),
        level=Count("pk", filter=Q(other__place=F("place"))),
        behind=Count("pk", filter=Q(other__place__lt=F("place"))),
    )
    found = {other: Meetings(*counts) for other, *counts in rows}
    if rules.RULE_SETS[rule_set].pairs_of_players:
        for partner in _partners(own):
            found[partner].level -= 1  # a pair has one place
    return {other: meetings for other, meetings in found.items() if meetings.games}


def _partners(own: QuerySet[Seat]) -> list[int]:
    """The partner in each game of these seats that was played in pairs, by number."""
    with_partner = {
        (game, partner)
        for game, position, teams in own.values_list("game", "position", "game__teams")
        for team in teams
        if position in team
        for partner in team
        if partner != position
    }
    rows = Seat.objects.filter(game__in=own.values("game")).order_by()
    seats = rows.values_list("game", "position", "player")
    return [player for game, position, player in seats if (game, position) in with_partner]


# Records


def seats_named(numbers: Iterable[int]) -> dict[int, Seat]:
    """Seats with their games and players, by number."""
    return Seat.objects.select_related("player", "game__club").in_bulk(list(numbers))


def longest_runs(club: Club, viewer: Viewer, rule_set: str) -> dict[int, tuple[int, int]]:
    """Player, by number → most games won one after the other, and the game that ended the run."""
    games = counted_games(club, viewer).filter(rule_set=rule_set)
    seats = Seat.objects.filter(game__in=games, place__isnull=False)
    rows = seats.order_by("game__started_at", "game").values_list("player", "place", "game")
    found: dict[int, tuple[int, int]] = {}
    running: dict[int, int] = defaultdict(int)
    for player, place, game in rows:
        running[player] = running[player] + 1 if place == 1 else 0
        if running[player] > found.get(player, (0, 0))[0]:
            found[player] = (running[player], game)
    return found


def games_named(numbers: Iterable[int]) -> dict[int, Game]:
    """Games by number."""
    return Game.objects.in_bulk(list(numbers))


def players_named(numbers: Iterable[int]) -> dict[int, Player]:
    """Players by number."""
    return Player.objects.in_bulk(list(numbers))


# Dice


@dataclass(slots=True)
class FirstThrows:
    """Recorded first throws of one table: how many, and how often each face lay there."""

    table: str
    throws: int
    faces: tuple[int, ...]


def first_throws(club: Club, viewer: Viewer) -> list[FirstThrows]:
    """The first throws of a club's finished games, by the name of the table, the most first."""
    found = ThrowReceipt.objects.filter(game__in=counted_games(club, viewer))
    rows = found.values_list("game__title").annotate(Sum("throws"), *(Sum(face) for face in FACES))
    tables: dict[str, FirstThrows] = {}
    for title, throws, *faces in rows.order_by("game__title"):
        one = tables.setdefault(name_key(title), FirstThrows(title, 0, (0,) * 6))
        one.throws += throws
        one.faces = tuple(a + b for a, b in zip(one.faces, faces, strict=True))
    return sorted(tables.values(), key=lambda one: -one.throws)


def games_with_gaps(club: Club, viewer: Viewer) -> int:
    """Finished games in which each throw was to be recorded and some first throw was not."""
    asked = counted_games(club, viewer).filter(each_throw=True, throw_receipt__isnull=True)
    return asked.count()
