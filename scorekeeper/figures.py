"""What statistics read: finished games and their receipts, only those that whoever looks may find.

Everything starts from ``counted_games``, which is ``queries.games_shown``, or from receipts of
the same two sorts: of all games of a club for its members, of the listed ones for the others.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Count, F, QuerySet, Sum

import rules
from scorekeeper.models import (
    Club,
    DayReceipt,
    Game,
    Player,
    Seat,
    SheetReceipt,
    Shown,
    ThrowReceipt,
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


# Sheets


@dataclass(frozen=True, slots=True)
class PlayedSheet:
    """A finished sheet of a player, from its receipts.

    ``place``: None where the player was removed · ``boxes``: key → points, of whole sheets.
    """

    game: int
    key: str
    started_at: datetime
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
        "seat__game__public_key",
        "seat__game__started_at",
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

    ``seat``: who has the most, the first of those who have it.
    """

    sheets: int = 0
    points: int = 0
    most: int = 0
    seat: int = 0

    def add(self, sheets: int, points: int, most: int, seat: int) -> None:
        """Takes in what later sheets have brought."""
        if not self.sheets or most > self.most:
            self.most, self.seat = most, seat
        self.sheets += sheets
        self.points += points


@dataclass(slots=True)
class SheetSum:
    """Whole sheets together: how many, with the school bonus, turns, from the first throw."""

    sheets: int
    bonuses: int
    turns: int
    first_throws: int
    boxes: dict[str, BoxSum]


def club_sum(club: Club, viewer: Viewer, rule_set: str) -> SheetSum:
    """All whole sheets of a club's finished games, from the receipts of its days."""
    listed = sees_listed_only(club, viewer)
    receipts = DayReceipt.objects.filter(club=club, rule_set=rule_set, listed=listed)
    if listed:
        receipts = receipts.filter(club__shown=Shown.PUBLIC)
    found = SheetSum(0, 0, 0, 0, defaultdict(BoxSum))
    columns = ("sheets", "bonuses", "turns", "first_throws", "boxes")
    for sheets, bonuses, turns, first, boxes in receipts.order_by("day").values_list(*columns):
        found.sheets += sheets
        found.bonuses += bonuses
        found.turns += turns
        found.first_throws += first
        for key, row in boxes.items():
            found.boxes[key].add(*row)
    return found


def day_of(game: Game) -> date:
    """The day under which a game is summed: in UTC, since a club's zone may change."""
    return game.started_at.astimezone(UTC).date()


def day_sum(club: Club, rule_set: str, day: date, *, listed: bool) -> SheetSum:
    """The whole sheets of one day, from the receipts of the sheets."""
    begin = datetime(day.year, day.month, day.day, tzinfo=UTC)
    games = finished_games(club, listed=listed).filter(
        rule_set=rule_set, started_at__gte=begin, started_at__lt=begin + timedelta(days=1)
    )
    receipts = SheetReceipt.objects.filter(seat__game__in=games, whole=True)
    rows = receipts.order_by("seat__game__started_at", "seat__game", "seat__position").values_list(
        "seat", "seat__bonus", "turns", "first_throws", "boxes"
    )
    found = SheetSum(0, 0, 0, 0, defaultdict(BoxSum))
    for seat, bonus, turns, first, boxes in rows:
        found.sheets += 1
        found.bonuses += bonus > 0
        found.turns += turns
        found.first_throws += first
        for key, points in boxes.items():
            found.boxes[key].add(1, points, points, seat)
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
    own = Seat.objects.filter(player=player, game__in=games, place__isnull=False)
    mine = {
        game: (position, place or 0, {at for team in teams if position in team for at in team})
        for game, position, place, teams in own.values_list(
            "game", "position", "place", "game__teams"
        )
    }
    others = Seat.objects.filter(game__in=own.values("game"), place__isnull=False)
    found: dict[int, Meetings] = defaultdict(Meetings)
    rows = others.order_by().values_list("game", "player", "position", "place")
    for game, other, position, place in rows:
        own_position, own_place, team = mine[game]
        if position == own_position or position in team or place is None:
            continue
        found[other].ahead += own_place < place
        found[other].level += own_place == place
        found[other].behind += own_place > place
    return dict(found)


# Records


def best_seats(club: Club, viewer: Viewer, rule_set: str, figure: str, most: int) -> list[Seat]:
    """The whole sheets with the highest ``figure`` ("total", "-total", "school", "pokers" …).

    ``most`` of them, each with its game and player; of equals the earliest first.
    """
    games = counted_games(club, viewer).filter(rule_set=rule_set)
    found = Seat.objects.filter(game__in=games, sheet_receipt__whole=True)
    path = "sheet_receipt__pokers" if figure == "pokers" else figure.lstrip("-")
    first = F(path).asc() if figure.startswith("-") else F(path).desc()
    rows = found.select_related("player", "game__club", "sheet_receipt")
    return list(rows.order_by(first, "game__started_at", "game", "position")[:most])


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
