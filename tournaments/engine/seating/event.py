"""A request in numbers: players 0 … n−1 in the order given, rounds as lists of their tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.engine.seating.model import (
    Attendee,
    EntrantId,
    Request,
    Round,
    SeatingError,
    Table,
)
from tournaments.engine.seating.sizes import seats_and_byes, table_sizes

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from tournaments.engine.seating.chance import Chance
    from tournaments.engine.seating.constructions import Tables


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is to be seated in one round: in order of the request, at tables of which sizes."""

    number: int
    present: tuple[int, ...]
    sizes: tuple[int, ...]
    byes: int


@dataclass(frozen=True, slots=True)
class Event:
    """The request in numbers.

    `clubs[p]` is a number per club, −1 for none; `fixed[p]` the table p cannot leave, 0 for none.
    `published` are the rounds that stay, `bye_counts[p]` how often p had a bye in them,
    `played` who sat or had a bye in each.
    `coming` are the rounds to seat.
    """

    ids: tuple[EntrantId, ...]
    clubs: tuple[int, ...]
    fixed: tuple[int, ...]
    published: tuple[Tables, ...]
    bye_counts: tuple[int, ...]
    played: tuple[frozenset[int], ...]
    coming: tuple[Seating, ...]
    index: dict[EntrantId, int]

    @property
    def players(self) -> int:
        """How many there are, counting those who only appear in published rounds."""
        return len(self.ids)


def read(request: Request) -> Event:
    """Return the request in numbers.

    Raises `SeatingError` if it contradicts itself, `CannotSeatError` if byes are not allowed and
    the sizes leave somebody over.
    """
    attendees = _attendees(request)
    ids = tuple(attendee.id for attendee in attendees)
    index = {entrant: number for number, entrant in enumerate(ids)}
    labels: dict[Hashable, int] = {}
    clubs = tuple(
        -1 if attendee.club is None else labels.setdefault(attendee.club, len(labels))
        for attendee in attendees
    )
    bye_counts = [0] * len(ids)
    for round_ in request.published:
        for entrant in round_.byes:
            bye_counts[index[entrant]] += 1
    first = len(request.published) + 1
    event = Event(
        ids=ids,
        clubs=clubs,
        fixed=tuple(attendee.table or 0 for attendee in attendees),
        published=tuple(in_numbers(round_, index) for round_ in request.published),
        bye_counts=tuple(bye_counts),
        played=tuple(
            frozenset(index[e] for e in (*_seated(round_), *round_.byes))
            for round_ in request.published
        ),
        coming=tuple(
            _seating(request, number, attendees) for number in range(first, request.rounds + 1)
        ),
        index=index,
    )
    for seating in event.coming:
        _check_fixed(event, seating)
    return event


def _attendees(request: Request) -> list[Attendee]:
    """Return the attendees, and after them whoever only appears in a published round."""
    attendees = list(request.attendees)
    ids = {attendee.id for attendee in attendees}
    if len(ids) < len(attendees):
        raise SeatingError("an entrant is named twice")
    if request.rounds < len(request.published):
        raise SeatingError("more rounds are published than there are to be")
    if any(attendee.table is not None and attendee.table < 1 for attendee in attendees):
        raise SeatingError("tables are numbered from 1")
    gone = frozenset(range(1, request.rounds + 1))
    for round_ in request.published:
        for entrant in (*_seated(round_), *round_.byes):
            if entrant not in ids:
                ids.add(entrant)
                attendees.append(Attendee(entrant, away=gone))
    return attendees


def _seated(round_: Round) -> list[EntrantId]:
    return [entrant for table in round_.tables for entrant in table.seats]


def in_numbers(round_: Round, index: dict[EntrantId, int]) -> Tables:
    """Return the tables of a round in numbers; entrants not in `index` are left out."""
    return [[index[e] for e in table.seats if e in index] for table in round_.tables]


def _seating(request: Request, number: int, attendees: Sequence[Attendee]) -> Seating:
    present = tuple(p for p, attendee in enumerate(attendees) if number not in attendee.away)
    if request.byes:
        sizes, byes = seats_and_byes(len(present), request.sizes)
    else:
        sizes, byes = table_sizes(len(present), request.sizes), 0
    return Seating(number, present, sizes, byes)


def _check_fixed(event: Event, seating: Seating) -> None:
    """Raise `SeatingError` if those with fixed tables do not fit."""
    groups: dict[int, int] = {}
    for player in seating.present:
        if event.fixed[player]:
            groups[event.fixed[player]] = groups.get(event.fixed[player], 0) + 1
    wanted = sorted(groups.items(), key=lambda item: (-item[1], item[0]))
    for (table, count), size in zip(wanted, seating.sizes, strict=False):
        if count > size:
            raise SeatingError(
                f"round {seating.number}: {count} entrants are fixed at table {table},"
                f" and there is room for {size}"
            )
    if seating.sizes and len(wanted) > len(seating.sizes):
        raise SeatingError(
            f"round {seating.number}: {len(wanted)} tables are fixed,"
            f" and there are only {len(seating.sizes)}"
        )


def draw_byes(
    event: Event, counts: list[int], seating: Seating, last: Sequence[int], chance: Chance
) -> frozenset[int]:
    """Return who has a bye: those who had fewest, by lot, or the first of `last` among them.

    `counts[p]`, the byes so far, is brought up to date.
    """
    if not seating.byes:
        return frozenset()
    place = {player: number for number, player in enumerate(last)}
    order = chance.shuffled(seating.present)
    order.sort(key=lambda player: (counts[player], place.get(player, 0)))
    chosen = frozenset(order[: seating.byes])
    for player in chosen:
        counts[player] += 1
    return chosen


def fit(
    event: Event,
    tables: Iterable[Sequence[int]],
    seated: Sequence[int],
    seating: Seating,
    chance: Chance,
) -> Tables:
    """Return tables of the right sizes with exactly `seated`, as near to `tables` as may be.

    Whoever is to sit and is at none of the tables is put where there is room, by lot. Those
    with a fixed table sit together if it is the same one, apart if not.
    """
    work = _Fitting(event, [list(table) for table in tables], seated, chance)
    work.bring_together()
    work.count_tables(len(seating.sizes))
    return work.fill(seating.sizes)


class _Fitting:
    """The steps of `fit`, in order."""

    def __init__(self, event: Event, tables: Tables, seated: Sequence[int], chance: Chance) -> None:
        sit = set(seated)
        self.chance = chance
        self.fixed = event.fixed
        self.tables = [[player for player in table if player in sit] for table in tables]
        placed = {player for table in self.tables for player in table}
        self.waiting = chance.shuffled([player for player in seated if player not in placed])
        self.homes: dict[int, int] = {}
        self.groups: dict[int, list[int]] = {}
        for player in seated:
            if self.fixed[player]:
                self.groups.setdefault(self.fixed[player], []).append(player)

    def bring_together(self) -> None:
        """Give every fixed number one table, and put its entrants there."""
        for number, group in sorted(self.groups.items(), key=lambda item: (-len(item[1]), item)):
            taken = set(self.homes.values())
            open_ = [at for at in range(len(self.tables)) if at not in taken]
            if not open_:
                self.tables.append([])
                open_ = [len(self.tables) - 1]
            home = max(open_, key=lambda at: sum(p in group for p in self.tables[at]))
            self.homes[number] = home
            for player in group:
                if player not in self.tables[home]:
                    self._lift(player)
                    self.tables[home].append(player)
            for player in self.tables[home][:]:
                if self.fixed[player] not in (0, number):
                    self.tables[home].remove(player)
                    self.waiting.append(player)

    def _lift(self, player: int) -> None:
        """Take a player from wherever they are."""
        for people in (self.waiting, *self.tables):
            if player in people:
                people.remove(player)
                return

    def count_tables(self, wanted: int) -> None:
        """Break up the emptiest tables, or add empty ones, until there are as many as wanted."""
        taken = set(self.homes.values())
        over = len(self.tables) - wanted
        spare = [at for at in range(len(self.tables)) if at not in taken]
        spare.sort(key=lambda at: len(self.tables[at]))
        broken = set(spare[: max(over, 0)])
        for at in sorted(broken):
            self.waiting.extend(self.tables[at])
        self.tables = [table for at, table in enumerate(self.tables) if at not in broken]
        self.tables.extend([] for _ in range(wanted - len(self.tables)))

    def fill(self, sizes: Sequence[int]) -> Tables:
        """Give the tables their sizes, the fullest ones most seats; fill them up."""
        tables = self.chance.shuffled(self.tables)
        smallest = min(sizes, default=0)
        tables.sort(key=lambda table: (-max(self._held(table), smallest), -len(table)))
        for table, size in zip(tables, sizes, strict=True):
            for player in self.chance.shuffled(table):
                if len(table) > size and not self.fixed[player]:
                    table.remove(player)
                    self.waiting.append(player)
        self.waiting = self.chance.shuffled(self.waiting)
        for table, size in zip(tables, sizes, strict=True):
            while len(table) < size:
                table.append(self.waiting.pop())
        return tables

    def _held(self, table: Sequence[int]) -> int:
        return sum(1 for player in table if self.fixed[player])


def in_words(event: Event, tables: Tables, byes: Iterable[int], chance: Chance) -> Round:
    """Return a round in the caller's words, its tables numbered.

    Fixed tables have their own numbers; the others get the free ones from 1, by lot.
    """
    own = [next((event.fixed[p] for p in table if event.fixed[p]), 0) for table in tables]
    taken = set(own)
    free = chance.shuffled(
        [number for number in range(1, len(tables) + len(taken) + 1) if number not in taken][
            : own.count(0)
        ]
    )
    numbered = sorted((number or free.pop(), place) for place, number in enumerate(own))
    return Round(
        tuple(Table(number, tuple(event.ids[p] for p in tables[at])) for number, at in numbered),
        tuple(event.ids[p] for p in sorted(byes)),
    )
