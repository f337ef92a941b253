"""Points: what each table gives, what a bye gives, and the tally of a stage.

Inside, points are whole numbers in steps of 1/`unit`, so that nothing is rounded and sorting
stays fast; `Tally.exact` turns them back into points of the sheet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tournaments.engine.lots import drawn_lot
from tournaments.engine.model import TableState

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.engine.blitz import Blitz, Decision
    from tournaments.engine.model import Entrant, EntrantId, Event, Points, Seat, Stage, Table


class UnknownEntrantError(ValueError):
    """A table, a bye or an adjustment names somebody who is not in the event."""


class MissingTotalError(ValueError):
    """A table counts, but a seat of it has no total."""


class TableSizeError(ValueError):
    """The rule has no list of points for a table of this size."""


class PointsRule(Protocol):
    """How a stage turns totals into points; amounts are in steps of 1/unit."""

    def denominator(self, size: int) -> int:
        """Answer what `unit` must be a multiple of for a table of `size` seats."""

    def at_table(self, totals: Sequence[int], unit: int) -> list[int]:
        """Answer the points of each seat from the final totals, in the same order."""

    def bye(self, earned: int, games: int, unit: int) -> Points:
        """Answer what one bye gives an entrant who earned `earned` in `games` games."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Own total minus the mean of the table: zero-sum, fair between table sizes. A bye is 0."""

    def denominator(self, size: int) -> int:
        return size

    def at_table(self, totals: Sequence[int], unit: int) -> list[int]:
        mean = sum(totals) * (unit // len(totals))
        return [total * unit - mean for total in totals]

    def bye(self, earned: int, games: int, unit: int) -> Points:
        return 0


@dataclass(frozen=True, slots=True)
class Total:
    """The final total itself. A bye is the entrant's own mean in the stage, 0 without a game."""

    def denominator(self, size: int) -> int:
        return 1

    def at_table(self, totals: Sequence[int], unit: int) -> list[int]:
        return [total * unit for total in totals]

    def bye(self, earned: int, games: int, unit: int) -> Points:
        return whole(Fraction(earned, games)) if games else 0


# Every list has the mean 4, so that no table size is worth more than another.
USUAL_LISTS: Mapping[int, tuple[Points, ...]] = MappingProxyType(
    {
        2: (7, 1),
        3: (7, 4, 1),
        4: (7, 5, 3, 1),
        5: (7, 6, 4, 2, 1),
        6: (7, 6, 5, 3, 2, 1),
    }
)


@dataclass(frozen=True, slots=True)
class Places:
    """Points for the place at the table, by a list per table size; tied seats share the mean.

    A bye is the middle of the list for `usual_size`: its middle entry, or the mean of the two
    in the middle. So is a table at which only one entrant is left after removals.
    """

    lists: Mapping[int, tuple[Points, ...]] = field(default_factory=lambda: USUAL_LISTS)
    usual_size: int = 4

    def __post_init__(self) -> None:
        for size, points in self.lists.items():
            if len(points) != size:
                raise TableSizeError(f"the list for {size} seats has {len(points)} entries")
        if self.usual_size not in self.lists:
            raise TableSizeError(f"no list of points for a table of {self.usual_size}")

    def denominator(self, size: int) -> int:
        return 2 * lcm(
            *range(1, size + 1),
            *(Fraction(points).denominator for points in self._list(size)),
            *(Fraction(points).denominator for points in self._list(self.usual_size)),
        )

    def at_table(self, totals: Sequence[int], unit: int) -> list[int]:
        if len(totals) == 1:
            return [int(self.bye(0, 0, unit))]
        points = [int(each * unit) for each in self._list(len(totals))]
        ordered = sorted(totals, reverse=True)
        shares = dict(zip(ordered, points, strict=True))
        if len(shares) < len(ordered):
            shares = {total: int(share) for total, share in share_by_place(ordered, points).items()}
        return [shares[total] for total in totals]

    def bye(self, earned: int, games: int, unit: int) -> Points:
        points = self._list(self.usual_size)
        middle = (len(points) - 1) // 2
        return whole(Fraction(unit * (points[middle] + points[-1 - middle]), 2))

    def _list(self, size: int) -> tuple[Points, ...]:
        if size == 1:
            return self.lists[self.usual_size]
        try:
            return self.lists[size]
        except KeyError:
            raise TableSizeError(f"no list of points for a table of {size}") from None


def share_by_place(values: Iterable[int], points: Sequence[Points]) -> dict[int, Points]:
    """Answer what each value, highest first, takes from `points`; equal values share the mean.

    Places beyond the end of the list take 0.
    """
    ordered = sorted(values, reverse=True)
    shares: dict[int, Points] = {}
    start = 0
    while start < len(ordered):
        count = ordered.count(ordered[start])
        shares[ordered[start]] = whole(Fraction(sum(points[start : start + count]), count))
        start += count
    return shares


_TYPED = re.compile(r"[-+]?[0-9]{0,12}(?:\.[0-9]{0,9}|/[0-9]{1,9})?")


def typed_points(typed: str) -> Fraction:
    """Answer points as people type them ("2,5", "−3", "1/2"); ValueError for what are none.

    Fraction alone would take "1e999999999", which no memory holds, and the digits of any alphabet.
    """
    plain = typed.strip().replace(",", ".").replace("−", "-").replace("–", "-")
    if not _TYPED.fullmatch(plain):
        raise ValueError(f"no points: {typed[:40]!r}")
    try:
        return Fraction(plain)
    except ZeroDivisionError:
        raise ValueError("nothing is divided by zero") from None


def whole(value: Points) -> Points:
    """Answer the same number, as an int where it is one."""
    return int(value) if value.denominator == 1 else value


class Scores(NamedTuple):
    """Every counted seat, one entry in each of six lists of the same length.

    `seats`: what was given. `totals`: final totals. `points`: in steps of 1/unit. `means`,
    `bests`: the mean (in steps of 1/unit) and the best total of the seat's table. `tables`:
    all seats of it. Flat lists, filled only by `tally`: they keep an event of thousands fast.
    """

    seats: list[Seat]
    totals: list[int]
    points: list[int]
    means: list[int]
    bests: list[int]
    tables: list[tuple[Seat, ...]]


@dataclass(frozen=True, slots=True)
class Tally:
    """What counts for each entrant in a stage, before anybody is ranked.

    `points` are in steps of 1/`unit`. `members` are those the standing lists; `points`
    and `played` (where each one's games stand in `scores`) know everybody who is not removed.
    `largest_table`: its seats. `counted`: the
    states of the tables that count. `provisional`: some table is open or unconfirmed;
    `waiting`: the entrants at those tables. `dropped`: who had dropped by the stage's end.
    """

    unit: int
    largest_table: int
    entrants: Mapping[EntrantId, Entrant]
    members: tuple[EntrantId, ...]
    points: Mapping[EntrantId, Points]
    played: Mapping[EntrantId, Sequence[int]]
    scores: Scores
    byes: Mapping[EntrantId, int]
    counted: frozenset[TableState]
    provisional: bool
    waiting: frozenset[EntrantId]
    dropped: frozenset[EntrantId]
    deciders: tuple[Blitz | Decision, ...]
    seed: str

    def exact(self, value: Points) -> Points:
        """Answer points of the sheet from steps of 1/unit."""
        if value % self.unit == 0:
            return int(value // self.unit)
        return Fraction(value, self.unit)

    def sort_key(self, entrant: EntrantId) -> str:
        """Answer what the caller lists this entrant by."""
        return self.entrants[entrant].sort_key

    def lot(self, entrant: EntrantId) -> int:
        """Answer the lot this entrant has, else the one of seed and sort key."""
        kept = self.entrants[entrant].lot
        return drawn_lot(self.seed, self.sort_key(entrant)) if kept is None else kept


# Looked up for every table of a large event, where an enum's attribute or hash would show.
SURE = TableState.CONFIRMED


def tally(event: Event, stage: int = -1, *, provisional: bool = True) -> Tally:
    """Count a stage of an event, with the stages whose points it carries.

    In: the event, the index of the stage, whether unconfirmed tables count.
    Raises UnknownEntrantError, MissingTotalError, TableSizeError (all ValueError).
    Source: tournaments.md §1.5.
    """
    stages = _carried(event.stages, stage)
    entrants = {entrant.id: entrant for entrant in event.entrants if not entrant.removed}
    removed = frozenset(entrant.id for entrant in event.entrants if entrant.removed)
    counted = frozenset({SURE, TableState.PROVISIONAL} if provisional else {SURE})
    counting = _Counting(
        unit=_unit(stages, removed=removed),
        entrants=entrants,
        removed=removed,
        counted=counted,
    )
    for each in stages:
        counting.add(each)
    chosen = stages[-1].members
    return Tally(
        unit=counting.unit,
        largest_table=max(_sizes(stages), default=0),
        entrants=entrants,
        members=tuple(key for key in entrants if chosen is None or key in chosen),
        points=counting.points,
        played=counting.played,
        scores=counting.scores,
        byes=counting.byes,
        counted=counted,
        provisional=counting.unsure,
        waiting=frozenset(counting.waiting),
        dropped=_dropped(event, stages[-1]),
        deciders=stages[-1].deciders,
        seed=event.seed,
    )


def _carried(stages: tuple[Stage, ...], stage: int) -> tuple[Stage, ...]:
    last = range(len(stages))[stage]
    first = last
    while first > 0 and stages[first].carries:
        first -= 1
    return stages[first : last + 1]


def _dropped(event: Event, stage: Stage) -> frozenset[EntrantId]:
    """Answer who had dropped by the end of a stage."""
    end = max((each.number for each in stage.rounds), default=None)
    return frozenset(
        entrant.id
        for entrant in event.entrants
        if entrant.last_round is not None and (end is None or entrant.last_round <= end)
    )


def _sizes(stages: Iterable[Stage]) -> set[int]:
    return {len(table.seats) for stage in stages for each in stage.rounds for table in each.tables}


def _unit(stages: tuple[Stage, ...], *, removed: frozenset[EntrantId]) -> int:
    unit = 1
    for stage in stages:
        seen = _sizes((stage,))
        # A removed entrant makes a table smaller.
        sizes = set(range(1, max(seen, default=0) + 1)) if removed else seen
        unit = lcm(unit, *(stage.points.denominator(size) for size in sizes))
        # The mean of a table is kept too, whatever the rule.
        unit = lcm(unit, *sizes)
    return unit


class _Counting:
    """The running sums of `tally`, alive only inside it."""

    def __init__(
        self,
        *,
        unit: int,
        entrants: Mapping[EntrantId, Entrant],
        removed: frozenset[EntrantId],
        counted: frozenset[TableState],
    ) -> None:
        self.unit = unit
        self.entrants = entrants
        self.removed = removed
        self.counted = counted
        self.points: dict[EntrantId, Points] = dict.fromkeys(entrants, 0)
        self.played: dict[EntrantId, list[int]] = {key: [] for key in entrants}
        self.scores = Scores([], [], [], [], [], [])
        self.byes: dict[EntrantId, int] = dict.fromkeys(entrants, 0)
        self.waiting: set[EntrantId] = set()
        self.unsure = False

    def add(self, stage: Stage) -> None:
        before = {key: len(own) for key, own in self.played.items()}
        for each in stage.rounds:
            self._add_tables(stage.points, each.tables)
        won = self.scores.points
        earned = {
            key: sum([won[at] for at in own[before[key] :]]) for key, own in self.played.items()
        }
        for key, points in earned.items():
            self.points[key] += points
        for key, count in self._byes(stage).items():
            games = len(self.played[key]) - before[key]
            bye = stage.points.bye(earned[key], games, self.unit)
            self.points[key] = whole(self.points[key] + count * bye)
            self.byes[key] += count
        for adjustment in stage.adjustments:
            if adjustment.entrant in self.removed:
                continue
            self._known(adjustment.entrant)
            self.points[adjustment.entrant] = whole(
                self.points[adjustment.entrant] + adjustment.points * self.unit
            )

    def _add_tables(self, rule: PointsRule, tables: Iterable[Table]) -> None:
        unit, played, scores = self.unit, self.played, self.scores
        for table in tables:
            seats = table.seats
            if table.state is not SURE or self.removed:
                seats = self._counting(table)
            totals = [seat.total for seat in seats if seat.total is not None]
            if len(totals) != len(seats):
                raise MissingTotalError(f"table {table.number} counts, but lacks a total")
            if not totals:
                continue
            first, count = len(scores.totals), len(totals)
            scores.seats.extend(seats)
            scores.totals.extend(totals)
            scores.points.extend(rule.at_table(totals, unit))
            scores.means.extend([sum(totals) * (unit // count)] * count)
            scores.bests.extend([max(totals)] * count)
            scores.tables.extend([seats] * count)
            try:
                for at, seat in enumerate(seats, first):
                    played[seat.entrant].append(at)
            except KeyError as error:
                raise UnknownEntrantError(f"table {table.number} seats {error}") from None

    def _counting(self, table: Table) -> tuple[Seat, ...]:
        """Answer the seats of a table that count, and note who waits for it."""
        if table.state is TableState.VOID:
            return ()
        seats = tuple(seat for seat in table.seats if seat.entrant not in self.removed)
        if table.state is not SURE:
            self.unsure = True
            self.waiting.update(seat.entrant for seat in seats)
        return seats if table.state in self.counted else ()

    def _byes(self, stage: Stage) -> dict[EntrantId, int]:
        """Answer how many rounds of the stage the bye rule counts for whom."""
        late = [entrant for entrant in self.entrants.values() if entrant.first_round > 1]
        byes: dict[EntrantId, int] = {}
        for each in stage.rounds:
            resting = {key for key in each.byes if key not in self.removed}
            if late:
                seated = {seat.entrant for table in each.tables for seat in table.seats}
                resting |= {
                    entrant.id
                    for entrant in late
                    if entrant.first_round > each.number and entrant.id not in seated
                }
            for key in resting:
                self._known(key)
                byes[key] = byes.get(key, 0) + 1
        return byes

    def _known(self, key: EntrantId) -> None:
        if key not in self.entrants:
            raise UnknownEntrantError(f"{key!r} is not in the event")
