"""The published rounds as everybody sees them: tables, seats, results; drafts are not shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.names import alphabetical, search_key
from tournaments.engine.model import EntrantId, TableState
from tournaments.engine.paths import SeatResult, results
from tournaments.engine.wording import number
from tournaments.models import Round, Stage
from tournaments.queries import TableSeatLine, Whole, points_rule, sat_for
from tournaments.reports.wording import round_state, stage_title

TABLES_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list: how many of its tables have a result; ``hidden``: none is shown yet."""

    number: int
    state: str
    tables: int
    done: int
    byes: tuple[tuple[int, str], ...]
    hidden: bool
    provisional: bool


@dataclass(frozen=True, slots=True)
class StageRounds:
    """A stage with its published rounds, and how many are still planned."""

    title: str
    rounds: tuple[RoundLine, ...]
    planned: int


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat: whose it is, who played for them ("" nobody), and the result, "" while none is."""

    entrant: int
    name: str
    substitute: str
    total: str
    place: str
    points: str
    removed: bool


@dataclass(frozen=True, slots=True)
class TableLines:
    """A table: its seats in order; ``watch``: the key of its sheet, "" where none is shown."""

    number: int
    seats: tuple[SeatLine, ...]
    watch: str
    state: TableState
    typed: bool

    @property
    def done(self) -> bool:
        """Whether it has a result that counts."""
        return self.state in (TableState.CONFIRMED, TableState.PROVISIONAL)


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A round: the tables shown, who rests, its clock, the rounds beside it.

    ``settlement``: the points are the settlement · ``hidden``: results wait for their release.
    """

    number: int
    title: str
    state: str
    tables: tuple[TableLines, ...]
    byes: tuple[tuple[int, str], ...]
    ends_at: datetime | None
    settlement: bool
    hidden: bool
    pages: tuple[tuple[int, int, int], ...]
    page: int
    all_tables: int
    before: int | None
    after: int | None


def rounds_page(stands: Whole) -> tuple[StageRounds, ...]:
    """Every stage with its published rounds, of ``stands`` as the viewer may see it."""
    shown = [
        StageRounds(
            stage_title(stage, stands.stages),
            tuple(_line(stands, one) for one in published_in(stands, stage)),
            stage.rounds_planned,
        )
        for stage in stands.stages
    ]
    return tuple(each for each in shown if each.rounds or each is shown[0])


def published_in(stands: Whole, stage: Stage) -> list[Round]:
    """The rounds of a stage that are published, in order."""
    return [
        one for one in stands.rounds if one.stage_id == stage.pk and one.published_at is not None
    ]


def is_hidden(stands: Whole, one: Round) -> bool:
    """Whether the results of a round wait for their release."""
    return stands.until is not None and one.number > stands.until


def _line(stands: Whole, one: Round) -> RoundLine:
    states = [seats[0].state for seats in stands.by_round.get(one.number, {}).values()]
    counted = [state for state in states if state is not TableState.VOID]
    return RoundLine(
        number=one.number,
        state=round_state(one),
        tables=len(counted),
        done=sum(state is not TableState.OPEN for state in counted),
        byes=named(stands, one.byes),
        hidden=is_hidden(stands, one),
        provisional=TableState.PROVISIONAL in counted,
    )


def named(stands: Whole, entrants: Iterable[int]) -> tuple[tuple[int, str], ...]:
    """Entrants (numbers) with their names, by name; those removed left out."""
    found = [
        (key, stands.entrants[key].name) for key in entrants if not stands.entrants[key].removed
    ]
    return tuple(sorted(found, key=lambda one: alphabetical(one[1])))


def round_page(
    stands: Whole,
    one: Round,
    substitutes: Mapping[int, str],
    language: str,
    *,
    page: int = 1,
    wanted: str = "",
) -> RoundPage:
    """One published round; ``substitutes``: names of the players (numbers) who sat for others.

    ``wanted``: part of a name; only tables where somebody of that name sits.
    """
    stage = next(each for each in stands.stages if each.pk == one.stage_id)
    found_at = results_of(stands, one)
    tables = [
        _table(stands, seats, found_at[key], substitutes, language)
        for key, seats in stands.by_round.get(one.number, {}).items()
    ]
    tables.sort(key=lambda table: (table.number, table.state is TableState.VOID))
    found = [table for table in tables if _sits(table, search_key(wanted))]
    starts = range(0, max(len(found), 1), TABLES_A_PAGE)
    page = min(max(page, 1), len(starts))
    published = [each.number for each in stands.published]
    return RoundPage(
        number=one.number,
        title=stage_title(stage, stands.stages) if len(stands.stages) > 1 else "",
        state=round_state(one),
        tables=tuple(found[(page - 1) * TABLES_A_PAGE : page * TABLES_A_PAGE]),
        byes=named(stands, one.byes),
        ends_at=one.ends_at if one.closed_at is None else None,
        settlement=stage.points == Stage.PointsRule.SETTLEMENT,
        hidden=is_hidden(stands, one),
        pages=tuple(
            (at, found[start].number, found[min(start + TABLES_A_PAGE, len(found)) - 1].number)
            for at, start in enumerate(starts, 1)
        )
        if len(starts) > 1
        else (),
        page=page,
        all_tables=len(tables),
        before=max((number for number in published if number < one.number), default=None),
        after=min((number for number in published if number > one.number), default=None),
    )


def results_of(stands: Whole, one: Round) -> Mapping[int, Mapping[EntrantId, SeatResult]]:
    """The results of a round's tables: primary key of the table → entrant → result."""
    stage = next(each for each in stands.stages if each.pk == one.stage_id)
    rule = points_rule(stage)
    removed = {key for key, entrant in stands.entrants.items() if entrant.removed}
    return {key: results(rule, table, removed) for key, table in stands.tables_of(one).items()}


def _table(
    stands: Whole,
    seats: Sequence[TableSeatLine],
    found: Mapping[EntrantId, SeatResult],
    substitutes: Mapping[int, str],
    language: str,
) -> TableLines:
    first = seats[0]
    hidden = stands.until is not None and first.round > stands.until
    return TableLines(
        number=first.number,
        seats=tuple(
            _seat(stands, seat, found.get(seat.entrant), substitutes, language) for seat in seats
        ),
        watch="" if hidden or first.typed else first.game_key,
        state=first.state,
        typed=first.typed,
    )


def _seat(
    stands: Whole,
    seat: TableSeatLine,
    found: SeatResult | None,
    substitutes: Mapping[int, str],
    language: str,
) -> SeatLine:
    return SeatLine(
        entrant=seat.entrant,
        name=stands.entrants[seat.entrant].name,
        substitute=", ".join(substitutes[player] for player in sat_for(stands, seat)),
        total=number(found.total).in_language(language) if found else "",
        place=str(found.place) if found else "",
        points=number(found.points).in_language(language) if found else "",
        removed=seat.removed or stands.entrants[seat.entrant].removed,
    )


def _sits(table: TableLines, key: str) -> bool:
    names = (f"{seat.name}\n{seat.substitute}" for seat in table.seats)
    return not key or any(key in search_key(name) for name in names)
