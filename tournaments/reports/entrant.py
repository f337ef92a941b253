"""One entrant's way through the event: each round, who was met, points, places."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.names import alphabetical
from tournaments.engine.model import Points, TableState
from tournaments.engine.paths import Step, path
from tournaments.engine.standings import Row, Standing, joined
from tournaments.engine.wording import number
from tournaments.models import Entrant, Round, Stage
from tournaments.queries import TableSeatLine, Whole, sat_for
from tournaments.reports.rounds import is_hidden, published_in
from tournaments.reports.standings import Penalty, has_results, penalties_of
from tournaments.reports.wording import stage_title


@dataclass(frozen=True, slots=True)
class StepLine:
    """A round: the table and who sat there too, "" for a bye; results "" while none is shown.

    ``rests``: a bye, or a round before the entrant came · ``away``: neither sat nor had a bye ·
    ``void``: the table counts nowhere.
    """

    round: int
    table: int | None
    rests: bool
    away: bool
    void: bool
    hidden: bool
    met: tuple[tuple[int, str], ...]
    substitute: str
    total: str
    place: str
    points: str


@dataclass(frozen=True, slots=True)
class StageLines:
    """A stage: its rounds, its sum and place, with what was carried, given or taken away."""

    title: str
    steps: tuple[StepLine, ...]
    carried: str
    penalties: tuple[Penalty, ...]
    points: str
    place: str
    shared: int
    reason: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """The whole way; ``met``: how often, most often first · ``final``: the place in the event."""

    name: str
    group: str
    first_round: int
    dropped: int | None
    stages: tuple[StageLines, ...]
    met: tuple[tuple[int, str, int], ...]
    final: int | None
    shared: int


def entrant_page(
    stands: Whole, entrant: Entrant, substitutes: Mapping[int, str], language: str
) -> EntrantPage:
    """One entrant in ``stands`` as the viewer may see it; ``substitutes``: their names."""
    drawn = _Way(stands, entrant.pk, substitutes, language)
    stages = tuple(drawn.stage(stage) for stage in stands.stages if published_in(stands, stage))
    met = Counter(key for lines in stages for step in lines.steps for key, _name in step.met)
    final = _final(stands, entrant.pk)
    return EntrantPage(
        name=entrant.name,
        group=entrant.group,
        first_round=entrant.first_round,
        dropped=entrant.last_round,
        stages=tuple(lines for lines in stages if lines.steps),
        met=tuple(
            sorted(
                ((key, drawn.names[key], times) for key, times in met.items()),
                key=lambda one: (-one[2], alphabetical(one[1])),
            )
        ),
        final=final[0] if final else None,
        shared=final[1] if final else 0,
    )


def _final(stands: Whole, key: int) -> tuple[int, int] | None:
    """The place in the whole event and how many share it, once it is over and shown."""
    if stands.record.finished_at is None or stands.until is not None:
        return None
    places = joined([stands.standing(at) for at in range(len(stands.event.stages))])
    return next(((one.place, one.shared) for one in places if one.entrant == key), None)


class _Way:
    """Draws the stages of one entrant."""

    def __init__(
        self, stands: Whole, key: int, substitutes: Mapping[int, str], language: str
    ) -> None:
        self.stands = stands
        self.key = key
        self.substitutes = substitutes
        self.language = language
        self.names = stands.names

    def stage(self, stage: Stage) -> StageLines:
        """The rounds of a stage, and what they came to; no ``steps`` for who is not in it."""
        index = stage.number - 1
        begun = index < len(self.stands.event.stages)
        ranked = self.stands.standing(index) if begun else None
        rows = ranked.rows if ranked and has_results(ranked) else ()
        row = next((row for row in rows if row.entrant == self.key), None)
        penalties = penalties_of(
            [one for one in self.stands.adjustments if one.entrant_id == self.key],
            stage,
            self.names,
            self.language,
        )
        return StageLines(
            title=stage_title(stage, self.stands.stages),
            steps=tuple(self._steps(stage, begun=begun)),
            carried=self._carried(index) if begun and stage.carries and index else "",
            penalties=penalties if begun else (),
            points=self._said(row.points) if row else "",
            place=str(row.place) if row else "",
            shared=row.shared if row else 0,
            reason=self._reason(ranked, row) if ranked and row else "",
            provisional=bool(row and row.provisional),
        )

    def _reason(self, ranked: Standing, row: Row) -> str:
        words = ranked.reason(row)
        return words.in_language(self.language) if words else ""

    def _carried(self, index: int) -> str:
        before = self.stands.standing(index - 1).tally
        return self._said(before.exact(before.points[self.key]))

    def _steps(self, stage: Stage, *, begun: bool) -> Iterator[StepLine]:
        entrant = self.stands.entrants[self.key]
        found = path(self.stands.event, stage.number - 1, self.key) if begun else ()
        steps = {step.round: step for step in found}
        belongs = stage.number == 1 or self.key in (stage.members or ())
        for one in published_in(self.stands, stage):
            seats = self._seats(one)
            gone = entrant.last_round is not None and one.number > entrant.last_round
            if seats or one.number in steps or self.key in one.byes or (belongs and not gone):
                yield self._step(one, seats, steps.get(one.number))

    def _seats(self, one: Round) -> Sequence[TableSeatLine]:
        """Those of the table where the entrant sat; of a void one only where none was replayed."""
        tables = self.stands.by_round.get(one.number, {}).values()
        own = [seats for seats in tables if any(seat.entrant == self.key for seat in seats)]
        own.sort(key=lambda seats: seats[0].state is TableState.VOID)
        return own[0] if own else ()

    def _step(self, one: Round, seats: Sequence[TableSeatLine], step: Step | None) -> StepLine:
        rests = not seats and (step is not None or self.key in one.byes)
        result = step.result if step else None
        own = next((seat for seat in seats if seat.entrant == self.key), None)
        void = bool(seats) and seats[0].state is TableState.VOID
        others = [] if void else [seat.entrant for seat in seats if seat.entrant != self.key]
        sitting = sat_for(self.stands, own) if own else []
        return StepLine(
            round=one.number,
            table=seats[0].number if seats else None,
            rests=rests,
            away=not seats and not rests,
            void=void,
            hidden=is_hidden(self.stands, one),
            met=tuple((key, self.names[key]) for key in others),
            substitute=", ".join(self.substitutes[player] for player in sitting),
            total=self._said(result.total) if result else "",
            place=str(result.place) if result else "",
            points=self._said(step.points) if step and step.points is not None else "",
        )

    def _said(self, value: Points) -> str:
        return number(value).in_language(self.language)
