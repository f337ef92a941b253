"""What each table and each round gave: a table's results, an entrant's path through a stage."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.engine.model import TableState
from tournaments.engine.points import whole

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tournaments.engine.model import EntrantId, Event, Points, Round, Stage, Table
    from tournaments.engine.points import PointsRule


@dataclass(frozen=True, slots=True)
class SeatResult:
    """An entrant's result at a table: final total, place at it (1, 2, 2, 4), exact points."""

    total: int
    place: int
    points: Points


@dataclass(frozen=True, slots=True)
class Step:
    """What a round gave an entrant, in the order played.

    `table` is None for a bye and for a round that a latecomer missed, which counts as one.
    `result` is None while the table plays, and without a table. `points` is None where nothing
    counts yet.
    """

    round: int
    table: Table | None
    result: SeatResult | None
    points: Points | None


def results(
    rule: PointsRule, table: Table, removed: Collection[EntrantId] = ()
) -> Mapping[EntrantId, SeatResult]:
    """Answer the result of each seat of a table; empty while it plays and where it is void.

    In: how the stage turns totals into points, the table, entrants who never played.
    Source: tournaments.md §1.5.
    """
    if table.state in (TableState.OPEN, TableState.VOID):
        return {}
    seats = [seat for seat in table.seats if seat.entrant not in removed]
    totals = [seat.total for seat in seats if seat.total is not None]
    if len(totals) != len(seats) or not seats:
        return {}
    unit = rule.denominator(len(totals))
    points = rule.at_table(totals, unit)
    return {
        seat.entrant: SeatResult(
            total, 1 + sum(other > total for other in totals), whole(Fraction(steps, unit))
        )
        for seat, total, steps in zip(seats, totals, points, strict=True)
    }


def path(event: Event, stage: int, entrant: EntrantId) -> tuple[Step, ...]:
    """Answer what each round of a stage (index from 0) gave an entrant.

    Rounds in which they neither sat nor had a bye are left out. The points of all steps, with the
    adjustments and what is carried from the stage before, are those of the standing.
    """
    chosen = event.stages[stage]
    known = {each.id: each for each in event.entrants}
    removed = frozenset(each.id for each in event.entrants if each.removed)
    steps = [
        Step(each.number, table, result, result.points if result else None)
        for each in chosen.rounds
        for table in each.tables
        if table.state is not TableState.VOID
        and any(seat.entrant == entrant for seat in table.seats)
        for result in [results(chosen.points, table, removed).get(entrant)]
    ]
    seated = {step.round for step in steps}
    given = _bye(chosen, steps)
    steps += [
        Step(each.number, None, None, given)
        for each in chosen.rounds
        if each.number not in seated and _rests(each, entrant, known[entrant].first_round)
    ]
    return tuple(sorted(steps, key=lambda step: step.round))


def _rests(each: Round, entrant: EntrantId, first_round: int) -> bool:
    return entrant in each.byes or first_round > each.number


def _bye(stage: Stage, steps: list[Step]) -> Points:
    points = [step.points for step in steps if step.points is not None]
    earned = Fraction(sum(points))
    unit = earned.denominator
    return whole(Fraction(stage.points.bye(earned.numerator, len(points), unit)) / unit)
