"""What a correction would change, listed before it is saved (tournaments.md §1.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from tournaments.engine.blitz import Blitz
from tournaments.engine.cuts import drawn
from tournaments.engine.model import TableState
from tournaments.engine.standings import joined, left_behind, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tournaments.engine.blitz import Decision, Group
    from tournaments.engine.cuts import CutResult
    from tournaments.engine.model import EntrantId, Event, Points
    from tournaments.engine.standings import Standing

Fate: TypeAlias = Literal["through", "out", "tied"]


@dataclass(frozen=True, slots=True)
class TotalChange:
    """A final total at a table (round and table number); None where none counts (any more)."""

    round: int
    table: int
    entrant: EntrantId
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class RowChange:
    """Points and place in a stage (from 0), as (before, after); None where not in it."""

    stage: int
    entrant: EntrantId
    points: tuple[Points | None, Points | None]
    place: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class CutChange:
    """Who would newly be through, out or level across the line of a stage."""

    stage: int
    entrant: EntrantId
    before: Fate | None
    after: Fate | None


@dataclass(frozen=True, slots=True)
class DeciderChange:
    """A blitz or decision of a stage whose tie would go, or come back.

    `index`: its place among the stage's deciders, from 0. `before`, `after`: whether it
    decides anything.
    """

    stage: int
    index: int
    group: Group
    before: bool
    after: bool


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A final place or the league points of an entrant; None where there is none."""

    entrant: EntrantId
    before: Points | None
    after: Points | None


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differs between two states of an event."""

    totals: tuple[TotalChange, ...]
    rows: tuple[RowChange, ...]
    cuts: tuple[CutChange, ...]
    deciders: tuple[DeciderChange, ...]
    final_places: tuple[FigureChange, ...]
    league_points: tuple[FigureChange, ...]

    def __bool__(self) -> bool:
        """Whether anything changes."""
        lists = (self.totals, self.rows, self.cuts, self.deciders)
        return any((*lists, self.final_places, self.league_points))


def changes(
    before: Event,
    after: Event,
    *,
    league: Callable[[Event], Mapping[EntrantId, Points]] | None = None,
) -> Changes:
    """List what a correction changes. Seating already played stays, whatever is listed.

    In: the event before and after, and how the league counts an event. Raises ValueError if
    one has more stages than the other.
    """
    old = [standing(before, stage) for stage in range(len(before.stages))]
    new = [standing(after, stage) for stage in range(len(after.stages))]
    stages = list(enumerate(zip(old, new, strict=True)))
    return Changes(
        totals=_totals(before, after),
        rows=tuple(change for stage, pair in stages for change in _rows(stage, *pair)),
        cuts=tuple(
            change
            for stage, (one, two) in stages
            for change in _cuts(
                stage,
                _fates(drawn(before.stages[stage], one)),
                _fates(drawn(after.stages[stage], two)),
            )
        ),
        deciders=tuple(_deciders(old, new)),
        final_places=_figures(
            {each.entrant: each.place for each in joined(old)},
            {each.entrant: each.place for each in joined(new)},
        ),
        league_points=_figures(league(before), league(after)) if league else (),
    )


def _totals(before: Event, after: Event) -> tuple[TotalChange, ...]:
    old, new = _seats(before), _seats(after)
    return tuple(
        TotalChange(*key, old.get(key), new.get(key))
        for key in dict.fromkeys((*old, *new))
        if old.get(key) != new.get(key)
    )


def _seats(event: Event) -> dict[tuple[int, int, EntrantId], int | None]:
    return {
        (each.number, table.number, seat.entrant): seat.total
        for stage in event.stages
        for each in stage.rounds
        for table in each.tables
        if table.state is not TableState.VOID
        for seat in table.seats
    }


def _rows(stage: int, before: Standing, after: Standing) -> list[RowChange]:
    old = {row.entrant: row for row in before.rows}
    new = {row.entrant: row for row in after.rows}
    found = []
    for entrant in dict.fromkeys((*new, *old)):
        one, two = old.get(entrant), new.get(entrant)
        points = (one.points if one else None, two.points if two else None)
        place = (one.place if one else None, two.place if two else None)
        if points[0] != points[1] or place[0] != place[1]:
            found.append(RowChange(stage, entrant, points, place))
    return found


def _cuts(
    stage: int, old: Mapping[EntrantId, Fate], new: Mapping[EntrantId, Fate]
) -> list[CutChange]:
    return [
        CutChange(stage, entrant, old.get(entrant), new.get(entrant))
        for entrant in dict.fromkeys((*new, *old))
        if old.get(entrant) != new.get(entrant)
    ]


def _fates(cut: CutResult | None) -> dict[EntrantId, Fate]:
    if cut is None:
        return {}
    fates: dict[EntrantId, Fate] = dict.fromkeys(cut.through, "through")
    fates |= dict.fromkeys(cut.out, "out")
    fates |= dict.fromkeys((entrant for tie in cut.ties for entrant in tie.level), "tied")
    return fates


def _deciders(before: Sequence[Standing], after: Sequence[Standing]) -> Iterator[DeciderChange]:
    old, new = _deciding(before), _deciding(after)
    for key in dict.fromkeys((*old, *new)):
        if old.get(key, False) != new.get(key, False):
            yield DeciderChange(*key, old.get(key, False), new.get(key, False))


def _deciding(standings: Sequence[Standing]) -> dict[tuple[int, int, Group], bool]:
    """Answer whether a decider decides anything: (stage, its index there, its group)."""
    answer = {}
    for stage, order in left_behind(standings):
        ranked = standings[stage]
        dropped = ranked.tally.dropped
        parted = [
            (each.criterion, frozenset(each.level) - dropped)
            for each in (*ranked.partings, *order.partings)
            if each.criterion in ("blitz", "decision")
        ]
        for index, decider in enumerate(ranked.tally.deciders):
            group, kind = _group(decider)
            answer[stage, index, group] = any(
                criterion == kind and level <= group for criterion, level in parted
            )
    return answer


def _group(decider: Blitz | Decision) -> tuple[Group, str]:
    if isinstance(decider, Blitz):
        return decider.group, "blitz"
    return frozenset().union(*decider.order), "decision"


def _figures(
    before: Mapping[EntrantId, Points], after: Mapping[EntrantId, Points]
) -> tuple[FigureChange, ...]:
    return tuple(
        FigureChange(entrant, before.get(entrant), after.get(entrant))
        for entrant in dict.fromkeys((*after, *before))
        if before.get(entrant) != after.get(entrant)
    )
