"""Cuts and prizes: who is through, who is level across the line, who must play a blitz.

A line that falls inside a tie which the chain cannot part is never drawn by chance: the tie
is named, with the smallest group that must play (tournaments.md §1.7).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from tournaments.engine.blitz import Blitz
from tournaments.engine.chain import part
from tournaments.engine.model import TableState
from tournaments.engine.points import whole
from tournaments.engine.standings import Standing, left_behind, standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.engine.model import EntrantId, Event, Points, Stage, Table


@dataclass(frozen=True, slots=True)
class FirstOverall:
    """The first `count` of the stage go on."""

    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("at least one goes on")


@dataclass(frozen=True, slots=True)
class FirstOfTable:
    """The first `count` of each table of the stage's last round go on, by total, then chain."""

    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("at least one goes on")


@dataclass(frozen=True, slots=True)
class FinalTable:
    """A final at one table of `seats` seats: so many go on."""

    seats: int = 4

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 6:
            raise ValueError("a table has 2 to 6 seats")


Cut: TypeAlias = FirstOverall | FirstOfTable | FinalTable


@dataclass(frozen=True, slots=True)
class OpenTie:
    """Those level where the place matters.

    `level`: by sort key. `first`: the place they share, counted among those the line is drawn
    through. `lines`: after how many of them a line falls. `table`: its number, for a cut by
    table. `stage`: from 0, the one that gave them a place with a prize; None at a cut.
    """

    level: tuple[EntrantId, ...]
    first: int
    lines: frozenset[int]
    table: int | None = None
    stage: int | None = None

    def blitz(self) -> Blitz:
        """Answer the blitz that would settle it: only they, and only as far as it matters."""
        return Blitz(frozenset(self.level), (), self.lines)


@dataclass(frozen=True, slots=True)
class CutResult:
    """Who goes on. `waiting`: tables (numbers) whose result is missing for a cut by table."""

    through: tuple[EntrantId, ...]
    out: tuple[EntrantId, ...]
    ties: tuple[OpenTie, ...]
    waiting: tuple[int, ...]
    provisional: bool

    @property
    def decided(self) -> bool:
        """Whether everybody is known to be through or out."""
        return not self.ties and not self.waiting


@dataclass(frozen=True, slots=True)
class Closing:
    """What keeps a stage from being closed: unfinished tables as (round, table), open ties."""

    tables: tuple[tuple[int, int], ...]
    ties: tuple[OpenTie, ...]

    @property
    def possible(self) -> bool:
        """Whether the stage can be closed."""
        return not self.tables and not self.ties


def cut_result(event: Event, stage: int = -1, *, provisional: bool = True) -> CutResult | None:
    """Draw the line of a stage; None where the stage has no cut.

    Who dropped is passed over: the next one moves up.
    """
    if event.stages[stage].cut is None:
        return None
    return drawn(event.stages[stage], standing(event, stage, provisional=provisional))


def drawn(stage: Stage, ranked: Standing) -> CutResult | None:
    """Draw the line of a stage through the standing it has."""
    match stage.cut:
        case None:
            return None
        case FirstOverall(count) | FinalTable(count):
            return _overall(ranked, count)
        case FirstOfTable(count):
            last = max(stage.rounds, key=lambda each: each.number, default=None)
            return _by_table(ranked, count, last.tables if last else ())


def prize_ties(standings: Sequence[Standing], prizes: int) -> tuple[OpenTie, ...]:
    """Answer the ties that touch the first `prizes` places of a whole event, the best first.

    In: the standings of its stages, in their order. Who stopped in a stage before the last one
    ties with those left behind beside them. Who dropped keeps their place.
    """
    ties = []
    first = 1
    for stage, order in left_behind(standings):
        for group in _together(order.groups, order.undecided):
            lines = frozenset(range(1, min(prizes - first + 1, len(group) - 1) + 1))
            if lines:
                ties.append(OpenTie(group, first, lines, stage=stage))
            first += len(group)
    return tuple(ties)


def shares(
    groups: Iterable[Sequence[EntrantId]], prizes: Sequence[Points]
) -> dict[EntrantId, Points]:
    """Share a prize list (one amount a place) out among groups, best first, each level in itself.

    Exact shares, for those who get something; rounding to money is the caller's.
    """
    found: dict[EntrantId, Points] = {}
    start = 0
    for group in groups:
        amount = sum(prizes[start : start + len(group)])
        if amount:
            found |= dict.fromkeys(group, whole(Fraction(amount) / len(group)))
        start += len(group)
    return found


def closing(event: Event, stage: int = -1) -> Closing:
    """Name what keeps a stage from being closed."""
    tables = tuple(
        (each.number, table.number)
        for each in event.stages[stage].rounds
        for table in each.unfinished()
    )
    cut = cut_result(event, stage)
    return Closing(tables, cut.ties if cut else ())


def _level_groups(ranked: Standing) -> list[tuple[EntrantId, ...]]:
    groups = [tuple(row.entrant for row in group) for group in ranked.groups()]
    return _together(groups, ranked.undecided)


def _together(
    groups: Iterable[tuple[EntrantId, ...]], undecided: Iterable[tuple[EntrantId, ...]]
) -> list[tuple[EntrantId, ...]]:
    """Answer the groups that only a blitz or a decision may put apart, best first.

    Who was put apart by a criterion behind the blitz (lots) is level here.
    """
    waiting = {entrant: group for group in undecided for entrant in group}
    return list(dict.fromkeys(waiting.get(group[0], group) for group in groups))


def _split(
    groups: Iterable[tuple[EntrantId, ...]], count: int, table: int | None = None
) -> tuple[list[EntrantId], list[EntrantId], list[OpenTie]]:
    """Draw a line after the first `count` of ordered groups: through, out, level across it."""
    through: list[EntrantId] = []
    out: list[EntrantId] = []
    ties: list[OpenTie] = []
    passed = 0
    for group in groups:
        if passed + len(group) <= count:
            through += group
        elif passed >= count:
            out += group
        else:
            ties.append(OpenTie(group, passed + 1, frozenset({count - passed}), table))
        passed += len(group)
    return through, out, ties


def _staying(
    groups: Iterable[tuple[EntrantId, ...]], dropped: frozenset[EntrantId]
) -> list[tuple[EntrantId, ...]]:
    kept = (tuple(entrant for entrant in group if entrant not in dropped) for group in groups)
    return [group for group in kept if group]


def _overall(ranked: Standing, count: int) -> CutResult:
    dropped = ranked.tally.dropped
    through, out, ties = _split(_staying(_level_groups(ranked), dropped), count)
    out += [row.entrant for row in ranked.rows if row.dropped]
    return CutResult(tuple(through), tuple(out), tuple(ties), (), ranked.provisional)


def _by_table(ranked: Standing, count: int, tables: Sequence[Table]) -> CutResult:
    through: list[EntrantId] = []
    ties: list[OpenTie] = []
    waiting: list[int] = []
    unknown: set[EntrantId] = set()
    for table in sorted(tables, key=lambda table: table.number):
        if table.state is TableState.VOID:
            continue
        if table.state not in ranked.tally.counted:
            waiting.append(table.number)
            unknown.update(seat.entrant for seat in table.seats)
            continue
        first, _, level = _split(_table_groups(ranked, table), count, table.number)
        through += first
        ties += level
    known = unknown.union(through, *(tie.level for tie in ties))
    out = tuple(row.entrant for row in ranked.rows if row.entrant not in known)
    return CutResult(tuple(through), out, tuple(ties), tuple(waiting), ranked.provisional)


def _table_groups(ranked: Standing, table: Table) -> list[tuple[EntrantId, ...]]:
    """Answer a table's players by total, those level parted by the chain."""
    counted = ranked.tally
    by_total: dict[int, list[EntrantId]] = {}
    for seat in table.seats:
        if seat.entrant in counted.entrants and seat.total is not None:
            by_total.setdefault(seat.total, []).append(seat.entrant)
    totals = sorted(by_total, reverse=True)
    order = part(counted, [by_total[total] for total in totals], ranked.chain)
    groups = _together(order.groups, order.undecided)
    return _staying(groups, counted.dropped)
