"""What a correction would change, listed before it is saved (tournaments.md §1.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from tournaments.engine.blitz import Blitz
from tournaments.engine.cuts import cut_result
from tournaments.engine.model import TableState
from tournaments.engine.standings import final_places, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tournaments.engine.blitz import Decision, Group
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

    In: the event before and after, with the same stages, and how the league counts an event.
    """
    stages = range(max(len(before.stages), len(after.stages)))
    old = {stage: standing(before, stage) for stage in stages if stage < len(before.stages)}
    new = {stage: standing(after, stage) for stage in stages if stage < len(after.stages)}
    return Changes(
        totals=_totals(before, after),
        rows=tuple(
            change for stage in stages for change in _rows(stage, old.get(stage), new.get(stage))
        ),
        cuts=tuple(change for stage in stages for change in _cuts(stage, before, after)),
        deciders=tuple(
            change
            for stage in stages
            for change in _deciders(stage, old.get(stage), new.get(stage))
        ),
        final_places=_figures(
            {each.entrant: each.place for each in final_places(before)},
            {each.entrant: each.place for each in final_places(after)},
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


def _rows(stage: int, before: Standing | None, after: Standing | None) -> list[RowChange]:
    old = {row.entrant: row for row in before.rows} if before else {}
    new = {row.entrant: row for row in after.rows} if after else {}
    found = []
    for entrant in dict.fromkeys((*new, *old)):
        one, two = old.get(entrant), new.get(entrant)
        points = (one.points if one else None, two.points if two else None)
        place = (one.place if one else None, two.place if two else None)
        if points[0] != points[1] or place[0] != place[1]:
            found.append(RowChange(stage, entrant, points, place))
    return found


def _cuts(stage: int, before: Event, after: Event) -> list[CutChange]:
    old, new = _fates(before, stage), _fates(after, stage)
    return [
        CutChange(stage, entrant, old.get(entrant), new.get(entrant))
        for entrant in dict.fromkeys((*new, *old))
        if old.get(entrant) != new.get(entrant)
    ]


def _fates(event: Event, stage: int) -> dict[EntrantId, Fate]:
    cut = cut_result(event, stage) if stage < len(event.stages) else None
    if cut is None:
        return {}
    fates: dict[EntrantId, Fate] = dict.fromkeys(cut.through, "through")
    fates |= dict.fromkeys(cut.out, "out")
    fates |= dict.fromkeys((entrant for tie in cut.ties for entrant in tie.level), "tied")
    return fates


def _deciders(stage: int, before: Standing | None, after: Standing | None) -> list[DeciderChange]:
    old = _deciding(before) if before else {}
    new = _deciding(after) if after else {}
    return [
        DeciderChange(stage, *key, old.get(key, False), new.get(key, False))
        for key in dict.fromkeys((*old, *new))
        if old.get(key, False) != new.get(key, False)
    ]


def _deciding(ranked: Standing) -> dict[tuple[int, Group], bool]:
    dropped = ranked.tally.dropped
    parted = [
        (each.criterion, frozenset(each.level) - dropped)
        for each in ranked.partings
        if each.criterion in ("blitz", "decision")
    ]
    answer = {}
    for index, decider in enumerate(ranked.tally.deciders):
        group, kind = _group(decider)
        answer[index, group] = any(
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
