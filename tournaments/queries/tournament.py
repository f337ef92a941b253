"""A tournament read whole, and what the engine makes of it."""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from tournaments.engine import cuts, points
from tournaments.engine import model as engine
from tournaments.engine.standings import Standing, standing
from tournaments.engine.tiebreaks import CRITERIA
from tournaments.models import Adjustment, Decider, Entrant, Round, Stage, Tournament
from tournaments.queries.deciders import decider
from tournaments.queries.entrants import entrants_of
from tournaments.queries.seats import TableSeatLine, receipts_of, seat_lines
from tournaments.queries.stages import cut_of, points_rule


@dataclass(frozen=True)
class Whole:
    """A tournament, read whole: seven queries, however many entrants.

    ``entrants`` by number, those removed too · ``seats`` of all published tables, void ones too,
    by round, table and position · ``until``: rounds after it are left out, as for those to whom
    they are not yet shown · ``pokers``, ``struck``: TableSeat → pokers thrown and boxes struck on
    its sheets, each read by one query more where a chain asks for them.
    """

    record: Tournament
    stages: tuple[Stage, ...]
    entrants: Mapping[int, Entrant]
    rounds: tuple[Round, ...]
    seats: tuple[TableSeatLine, ...]
    adjustments: tuple[Adjustment, ...]
    deciders: tuple[Decider, ...]
    until: int | None = None
    pokers: Mapping[int, int] = field(default_factory=dict, repr=False)
    struck: Mapping[int, int] = field(default_factory=dict, repr=False)
    _standings: dict[int, Standing] = field(default_factory=dict, repr=False)

    @cached_property
    def event(self) -> engine.Event:
        """The whole as the engine takes it: the stages begun so far, at least the first."""
        begun = [stage for stage in self.stages if stage.number == 1 or self._begun(stage)]
        return engine.Event(
            entrants=tuple(map(_entrant, self.entrants.values())),
            stages=tuple(self._stage(stage) for stage in begun),
            seed=self.record.seed,
        )

    def _begun(self, stage: Stage) -> bool:
        return stage.members is not None and (
            self.until is None or self._first(stage) <= self.until
        )

    def _first(self, stage: Stage) -> int:
        """The number of the first round of a stage, or of the next one where it has none yet."""
        own = [one.number for one in self.published if one.stage_id == stage.pk]
        return min(own, default=self.next_number)

    def _stage(self, stage: Stage) -> engine.Stage:
        own = [one for one in self.rounds if one.stage_id == stage.pk and self._shows(one)]
        return engine.Stage(
            rounds=tuple(self._round(one) for one in own),
            points=points_rule(stage),
            chain=tuple(CRITERIA[key] for key in stage.chain),
            carries=stage.carries,
            members=None if stage.members is None else frozenset(stage.members),
            adjustments=tuple(
                engine.Adjustment(one.entrant_id, points.whole(Fraction(one.points)), one.reason)
                for one in self.adjustments
                if one.stage_id == stage.pk and one.undone_at is None
            ),
            deciders=tuple(
                decider(one)
                for one in self.deciders
                if one.stage_id == stage.pk and one.undone_at is None
            ),
            cut=cut_of(stage),
        )

    def _shows(self, one: Round) -> bool:
        return one.published_at is not None and (self.until is None or one.number <= self.until)

    @cached_property
    def by_round(self) -> Mapping[int, Mapping[int, tuple[TableSeatLine, ...]]]:
        """The seats of each table (its primary key) of each round (its number), in order."""
        found: dict[int, dict[int, list[TableSeatLine]]] = {}
        for seat in self.seats:
            found.setdefault(seat.round, {}).setdefault(seat.table, []).append(seat)
        return {
            number: {key: tuple(seats) for key, seats in tables.items()}
            for number, tables in found.items()
        }

    def tables_of(self, one: Round) -> Mapping[int, engine.Table]:
        """The tables of a round as the engine takes them, by primary key; void ones too."""
        return {
            key: engine.Table(
                number=seats[0].number,
                seats=tuple(
                    engine.Seat(
                        seat.entrant,
                        seat.total,
                        self.pokers.get(seat.seat),
                        self.struck.get(seat.seat),
                    )
                    for seat in seats
                    if not seat.removed
                ),
                state=seats[0].state,
            )
            for key, seats in self.by_round.get(one.number, {}).items()
        }

    def _round(self, one: Round) -> engine.Round:
        return engine.Round(
            number=one.number,
            tables=tuple(self.tables_of(one).values()),
            byes=frozenset(one.byes),
        )

    def standing(self, stage: int = -1) -> Standing:
        """The standing of a stage of ``event`` (index from 0), unconfirmed tables counted."""
        index = range(len(self.event.stages))[stage]
        if index not in self._standings:
            self._standings[index] = standing(self.event, index)
        return self._standings[index]

    def cut(self, stage: int = -1) -> cuts.CutResult | None:
        """The line of a stage of ``event``, drawn through its standing."""
        return cuts.drawn(self.event.stages[stage], self.standing(stage))

    def with_totals(self, table: int, totals: Mapping[int, int]) -> "Whole":
        """The same if the entrants of a table (its primary key) had these totals."""
        return self._with(table, lambda seat: {"total": totals.get(seat.entrant, seat.total)})

    def with_state(
        self, table: int, state: engine.TableState, totals: Mapping[int, int | None] | None = None
    ) -> "Whole":
        """The same if a table (its primary key) were in this state, with other totals if given."""
        after = {} if totals is None else totals
        return self._with(
            table, lambda seat: {"state": state, "total": after.get(seat.entrant, seat.total)}
        )

    def _with(self, table: int, columns: Callable[[TableSeatLine], dict[str, Any]]) -> "Whole":
        seats = (
            seat._replace(**columns(seat)) if seat.table == table else seat for seat in self.seats
        )
        return replace(self, seats=tuple(seats), _standings={})

    @property
    def stage(self) -> Stage:
        """The stage that is played now: the first not closed, else the last."""
        open_stages = (stage for stage in self.stages if stage.closed_at is None)
        return next(open_stages, self.stages[-1])

    @property
    def published(self) -> tuple[Round, ...]:
        """The rounds that are published, in order."""
        return tuple(one for one in self.rounds if one.published_at is not None)

    @property
    def next_number(self) -> int:
        """The number of the round that is published next."""
        return 1 + len(self.published)

    def is_played(self, stage: Stage) -> bool:
        """Whether all rounds that are planned of a stage have been published."""
        own = [one for one in self.published if one.stage_id == stage.pk]
        return len(own) >= stage.rounds_planned

    @property
    def names(self) -> Mapping[int, str]:
        """The name of each entrant."""
        return {key: entrant.name for key, entrant in self.entrants.items()}


def _entrant(record: Entrant) -> engine.Entrant:
    return engine.Entrant(
        id=record.pk,
        sort_key=record.sort_key,
        first_round=record.first_round,
        last_round=record.last_round,
        removed=record.removed,
        lot=record.lot,
    )


def whole(record: Tournament, *, until: int | None = None) -> Whole:
    """Everything that standings need: six queries beside the one for the record.

    ``until``: what came of later rounds is not even read into the answer.
    """
    stages = tuple(record.stages.order_by("number"))
    for stage in stages:
        stage.tournament = record
    asked = {key for stage in stages for key in stage.chain}
    found = Whole(
        record=record,
        stages=stages,
        entrants={entrant.pk: entrant for entrant in entrants_of(record)},
        rounds=tuple(record.rounds.order_by("number")),
        seats=tuple(seat_lines(record)),
        adjustments=tuple(
            Adjustment.objects.filter(stage__tournament=record)
            .select_related("made_by")
            .order_by("made_at", "pk")
        ),
        deciders=tuple(
            Decider.objects.filter(stage__tournament=record)
            .select_related("made_by")
            .order_by("stage__number", "number")
        ),
        pokers=receipts_of(record, "pokers") if "pokers" in asked else {},
        struck=receipts_of(record, "struck") if "struck" in asked else {},
    )
    return found if until is None else without_later(found, until)


def without_later(found: Whole, until: int) -> Whole:
    """The same without totals of rounds after ``until``, and without what followed from them."""
    later = {one.stage_id for one in found.rounds if one.published_at and one.number > until}
    stages = [copy(stage) for stage in found.stages]
    for before, following in pairwise(stages):
        if before.pk in later:
            following.members = None
    return replace(
        found,
        stages=tuple(stages),
        seats=tuple(
            seat if seat.round <= until else seat._replace(total=None) for seat in found.seats
        ),
        deciders=tuple(one for one in found.deciders if one.stage_id not in later),
        until=until,
        _standings={},
    )


def open_ties(stands: Whole, stage: Stage) -> tuple[cuts.OpenTie, ...]:
    """Those who keep the stage from closing: level at its cut, or, in the last, for a prize of
    the whole, also below the cuts that were made."""
    index = stage.number - 1
    if index >= len(stands.event.stages):
        return ()
    line = stands.cut(index)
    return prize_ties(stands) if line is None else line.ties


def ties_of(stands: Whole, stage: Stage) -> tuple[cuts.OpenTie, ...]:
    """Those of a stage who can be parted now: level at its cut until it is made, then, below
    it, for a prize of the whole, which nothing that is still played can give to others."""
    index = stage.number - 1
    if index >= len(stands.event.stages) or not stands.event.stages[index].rounds:
        return ()
    if stage.cut != Stage.Cut.NONE and stage.closed_at is None:
        return open_ties(stands, stage)
    return tuple(tie for tie in prize_ties(stands) if tie.stage == index)


def final_ties(stands: Whole) -> tuple[cuts.OpenTie, ...]:
    """Those level for a prize at the end; none while nothing of the last stage is played."""
    begun = len(stands.event.stages) == len(stands.stages) and stands.event.stages[-1].rounds
    return prize_ties(stands) if begun else ()


def prize_ties(stands: Whole) -> tuple[cuts.OpenTie, ...]:
    """Those level for a prize of the whole event as it stands, the best first."""
    stages = range(len(stands.event.stages))
    return cuts.prize_ties(
        [stands.standing(stage) for stage in stages], prize_places(stands.record)
    )


def prize_places(record: Tournament) -> int:
    """How many places of the whole tournament have to be told apart: those with a prize, or one."""
    return max(len(record.prizes), 1)
