"""Judging a schedule of any origin, and a round edited by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from tournaments.engine.seating import measure
from tournaments.engine.seating.bounds import lower_bound
from tournaments.engine.seating.constructions import Tables, meetings
from tournaments.engine.seating.event import in_numbers
from tournaments.engine.seating.model import EntrantId, Request, Round, SeatingError, Sizes
from tournaments.engine.seating.sizes import seats_and_byes

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

MOST_PLAYERS, MOST_ROUNDS = 20_000, 1_000
"""What a file may hold: far more than any event has."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a schedule reaches, and what is wrong with it (one sentence each, English).

    `seats[p][s]`: how often player p + 1 had seat s + 1.
    """

    repeats: int
    c2: int
    bound: int
    most_meetings: int
    seat_spread: int
    seats: tuple[tuple[int, ...], ...]
    club_meetings: int
    errors: tuple[str, ...]


def check(
    rounds: Sequence[Sequence[Sequence[int]]],
    players: int | None = None,
    clubs: Mapping[int, Hashable] | None = None,
    sizes: Sizes | None = None,
) -> Judgement:
    """Judge a schedule: rounds of tables of players, numbered from 1, in order of seats.

    Without `players` there are as many as sit in most rounds. Errors are: twice in a round,
    missing from it (unless the sizes leave so many over), unknown, and a table of a size that is
    not allowed, or larger than the wanted one without need.
    """
    known = _usual(rounds) if players is None else players
    errors: list[str] = []
    kept: list[Tables] = []
    allowed = sizes or Sizes()
    for number, tables in enumerate(rounds, 1):
        errors += _round_errors(number, tables, known, allowed)
        seen: set[int] = set()
        clean: Tables = []
        for table in tables:
            # What is wrong is told once; the figures are those of the rest.
            fresh = [p - 1 for p in dict.fromkeys(table) if 1 <= p <= known and p not in seen]
            seen.update(p + 1 for p in fresh)
            clean.append(fresh)
        kept.append([table for table in clean if table])
    repeats, c2, most = measure.repeats_and_c2(meetings(kept).values())
    labels: dict[Hashable, int] = {}
    club_of = [
        -1
        if clubs is None or clubs.get(player + 1) is None
        else labels.setdefault(clubs[player + 1], len(labels))
        for player in range(known)
    ]
    return Judgement(
        repeats=repeats,
        c2=c2,
        bound=lower_bound(kept),
        most_meetings=most if any(kept) else 0,
        seat_spread=measure.seat_spread(kept, known),
        seats=tuple(tuple(row) for row in measure.seat_counts(kept, known)),
        club_meetings=measure.club_meetings(kept, club_of, 0)[1],
        errors=tuple(errors),
    )


def _usual(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return how many different players sit in most rounds; the larger number, if equally many."""
    counts = Counter(len({player for table in tables for player in table}) for tables in rounds)
    return max(counts, key=lambda count: (counts[count], count), default=0)


def _round_errors(
    number: int, tables: Sequence[Sequence[int]], players: int, sizes: Sizes
) -> list[str]:
    seats = Counter(player for table in tables for player in table)
    seen, twice = set(seats), {player for player, count in seats.items() if count > 1}
    errors = [f"round {number}: player {player} sits twice" for player in sorted(twice)]
    errors += [
        f"round {number}: player {player} is unknown"
        for player in sorted(seen)
        if not 1 <= player <= players
    ]
    missing = [player for player in range(1, players + 1) if player not in seen]
    if len(missing) > seats_and_byes(players, sizes)[1]:
        errors += [f"round {number}: player {player} is missing" for player in missing]
    # A five is right only for exactly five people: a size above the wanted one must be needed.
    needed = _right_sizes(players, sizes)
    errors += [
        f"round {number}: table {place} has {len(table)} seats"
        for place, table in enumerate(tables, 1)
        if len(table) not in needed
    ]
    return errors


def _right_sizes(players: int, sizes: Sizes) -> set[int]:
    """Return the sizes tables may have that seat so many players."""
    usual = {size for size in sizes.allowed if size <= sizes.preferred}
    return usual.union(seats_and_byes(players, sizes)[0])


def read_schedule(payload: object) -> tuple[list[list[list[int]]], int | None, dict[int, Hashable]]:
    """Return rounds, players (if given) and clubs from what a JSON file holds.

    The file is an object with `rounds`, a list of lists of tables of whole numbers; it may have
    `players`, a number, and `clubs`, an object from player to label. Raises `SeatingError`, one
    line, where it is anything else.
    """
    if not isinstance(payload, dict) or "rounds" not in payload:
        raise SeatingError('the file is not an object with "rounds"')
    rounds = _lists(payload["rounds"], '"rounds"')
    if len(rounds) > MOST_ROUNDS:
        raise SeatingError(f"more than {MOST_ROUNDS} rounds")
    result = [
        [
            [_number(player) for player in _lists(table, "a table")]
            for table in _lists(tables, "a round")
        ]
        for tables in rounds
    ]
    if any(sum(map(len, tables)) > MOST_PLAYERS for tables in result):
        raise SeatingError(f"more than {MOST_PLAYERS} players in a round")
    players = payload.get("players")
    if players is not None and not 0 <= _number(players) <= MOST_PLAYERS:
        raise SeatingError(f'"players" is not between 0 and {MOST_PLAYERS}')
    return result, players, _clubs(payload.get("clubs", {}))


def _clubs(clubs: object) -> dict[int, Hashable]:
    if not isinstance(clubs, dict) or not all(
        isinstance(label, str | int | None) for label in clubs.values()
    ):
        raise SeatingError('"clubs" is not an object from players to labels')
    found: dict[int, Hashable] = {}
    for player, label in clubs.items():
        if not (player.isascii() and player.isdigit() and len(player) < 8):
            raise SeatingError('"clubs" is not an object from players to labels')
        found[int(player)] = label
    return found


def _lists(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise SeatingError(f"{name} is not a list")
    return value


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise SeatingError("a player is not a whole number")
    return value


class Wish(Enum):
    """What a round edited by hand can break; the first four make it illegal."""

    TWICE = "twice"
    MISSING = "missing"
    UNKNOWN = "unknown"
    SIZE = "size"
    SECOND_BYE = "second bye"
    FIXED_TABLE = "fixed table"
    REPEAT = "repeat"
    CLUB = "club"
    SEATS = "seats"


ILLEGAL = frozenset({Wish.TWICE, Wish.MISSING, Wish.UNKNOWN, Wish.SIZE})


@dataclass(frozen=True, slots=True)
class BrokenWish:
    """One wish that a round breaks: whose, at which table (None: of the round), and how much.

    `times` is for a repeat how often the two have met with this round, for seats how far apart
    the entrant's seats now are, for a size the number of seats, for byes how many they are.
    """

    wish: Wish
    entrants: tuple[EntrantId, ...]
    table: int | None = None
    times: int = 0


def broken_wishes(request: Request, edited: Round) -> tuple[BrokenWish, ...]:
    """Return what is broken if `edited` follows the published rounds of the request.

    Illegal things first, then the others in the order of `Wish`; a draft without any is as good
    as one can be. Of the request its attendees, published rounds and sizes are used.
    """
    return _HandEdited(request, edited).broken()


class _HandEdited:
    """A round edited by hand beside all that came before it."""

    def __init__(self, request: Request, edited: Round) -> None:
        self.request = request
        self.edited = edited
        self.number = len(request.published) + 1
        self.attendees = {attendee.id: attendee for attendee in request.attendees}
        self.present = [a.id for a in request.attendees if self.number not in a.away]
        self.sitting = [entrant for table in edited.tables for entrant in table.seats]

    def broken(self) -> tuple[BrokenWish, ...]:
        """Return everything broken, in the order of `Wish`."""
        found = [*self._persons(), *self._sizes(), *self._byes(), *self._tables(), *self._seats()]
        order = list(Wish)
        return tuple(sorted(found, key=lambda broken: order.index(broken.wish)))

    def _persons(self) -> list[BrokenWish]:
        found = []
        named = Counter([*self.sitting, *self.edited.byes])
        present = set(self.present)
        for entrant, count in named.items():
            if count > 1:
                found.append(BrokenWish(Wish.TWICE, (entrant,), times=count))
            if entrant not in present:
                found.append(BrokenWish(Wish.UNKNOWN, (entrant,)))
        found += [BrokenWish(Wish.MISSING, (e,)) for e in self.present if e not in named]
        return found

    def _sizes(self) -> list[BrokenWish]:
        needed = _right_sizes(len(self.present), self.request.sizes)
        return [
            BrokenWish(Wish.SIZE, table.seats, table.number, len(table.seats))
            for table in self.edited.tables
            if len(table.seats) not in needed
        ]

    def _byes(self) -> list[BrokenWish]:
        """Return who has a bye too many: somebody present at a table had fewer before."""
        had = dict.fromkeys(self.present, 0)
        for round_ in self.request.published:
            for entrant in round_.byes:
                if entrant in had:
                    had[entrant] += 1
        fewest = min((had[e] for e in self.sitting if e in had), default=0)
        return [
            BrokenWish(Wish.SECOND_BYE, (entrant,), times=had[entrant] + 1)
            for entrant in self.edited.byes
            if entrant in had and had[entrant] > fewest
        ]

    def _tables(self) -> list[BrokenWish]:
        """Return fixed tables left, repeated meetings, and club-mates together."""
        index: dict[EntrantId, int] = {}
        for round_ in (*self.request.published, self.edited):
            for table in round_.tables:
                for entrant in table.seats:
                    index.setdefault(entrant, len(index))
        met = meetings([in_numbers(round_, index) for round_ in self.request.published])
        found = []
        for table in self.edited.tables:
            for place, entrant in enumerate(table.seats):
                attendee = self.attendees.get(entrant)
                if attendee and attendee.table not in (None, table.number):
                    found.append(BrokenWish(Wish.FIXED_TABLE, (entrant,), table.number))
                for other in table.seats[:place]:
                    low, high = sorted((index[entrant], index[other]))
                    before = met.get((low, high), 0)
                    if before:
                        found.append(
                            BrokenWish(Wish.REPEAT, (other, entrant), table.number, before + 1)
                        )
                    if self._club_mates(other, entrant):
                        found.append(BrokenWish(Wish.CLUB, (other, entrant), table.number))
        return found

    def _club_mates(self, one: EntrantId, other: EntrantId) -> bool:
        first, second = self.attendees.get(one), self.attendees.get(other)
        return bool(first and second and first.club is not None and first.club == second.club)

    def _seats(self) -> list[BrokenWish]:
        """Return whose seats are two or more apart, and further than they were."""
        before: dict[EntrantId, list[int]] = {}
        for round_ in self.request.published:
            for table in round_.tables:
                for seat, entrant in enumerate(table.seats):
                    _count_seat(before.setdefault(entrant, []), seat)
        found = []
        for table in self.edited.tables:
            for seat, entrant in enumerate(table.seats):
                row = list(before.get(entrant, []))
                row += [0] * (len(table.seats) - len(row))
                was = measure.spread(row)
                _count_seat(row, seat)
                if measure.spread(row) > max(was, 1):
                    found.append(
                        BrokenWish(Wish.SEATS, (entrant,), table.number, measure.spread(row))
                    )
        return found


def _count_seat(row: list[int], seat: int) -> None:
    row += [0] * (seat + 1 - len(row))
    row[seat] += 1
