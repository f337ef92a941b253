"""Who is seated: from what is stored to what the seating engine is asked."""

from collections.abc import Iterable, Sequence

import rules
from tournaments.engine import seating
from tournaments.engine.model import TableState
from tournaments.engine.seating.sizes import seats_and_byes
from tournaments.models import Round, Stage
from tournaments.queries import TableSeatLine, Whole


def in_stage(stands: Whole, stage: Stage) -> list[int]:
    """The numbers of the entrants of a stage, those who were removed left out, by name."""
    chosen = None if stage.members is None else set(stage.members)
    found = [
        entrant
        for entrant in stands.entrants.values()
        if not entrant.removed and (chosen is None or entrant.pk in chosen)
    ]
    return [entrant.pk for entrant in sorted(found, key=lambda one: one.sort_key)]


def away_in(stands: Whole, entrant: int, number: int) -> bool:
    """Whether an entrant is not seated in a round: not yet come, gone, or away in it."""
    record = stands.entrants[entrant]
    gone = record.last_round is not None and number > record.last_round
    return record.removed or gone or number < record.first_round or str(number) in record.away


def still_playing(stands: Whole) -> dict[int, tuple[int, int]]:
    """Who sits at a table that is not finished: number of the entrant → (round, table)."""
    return {
        seat.entrant: (seat.round, seat.number)
        for seat in stands.seats
        if seat.state is TableState.OPEN
    }


def next_draft(stands: Whole) -> Round | None:
    """The round that is drawn but not published."""
    return next((one for one in stands.rounds if one.published_at is None), None)


def request_for(
    stands: Whole,
    stage: Stage,
    number: int,
    method: seating.Method,
    seed: int,
    ahead: Sequence[seating.Round] = (),
) -> seating.Request:
    """What is asked of the engine for round ``number`` of ``stage``, and those planned after it.

    Entrants stand in order of their lots, those level by name: the same people and seed give the
    same seats, whatever the order of entry and whatever becomes of a name (tournaments.md §1.3).
    ``ahead``: what was planned before for this round on.
    """
    published = tuple(_published(stands, one) for one in stands.rounds if one.number < number)
    own = sum(one.stage_id == stage.pk for one in stands.rounds if one.number < number)
    last = max(number - 1 + stage.rounds_planned - own, number)
    whole_schedule = method in (seating.Method.BALANCED, seating.Method.LOTTERY)
    drawn = sorted(in_stage(stands, stage), key=lambda key: stands.entrants[key].lot)
    here = [_attendee(stands, key, last) for key in drawn]
    return seating.Request(
        attendees=tuple(here),
        rounds=last if whole_schedule else number,
        published=published,
        sizes=table_sizes(stands, stage, number),
        method=method,
        standing=() if whole_schedule else _standing(stands, stage),
        draft=tuple(ahead),
        seed=seed,
    )


def table_sizes(stands: Whole, stage: Stage, number: int) -> seating.Sizes:
    """The seats a table of a round may have.

    A final at one table seats whoever of it is here, and so do so few that no table of the usual
    sizes can be filled. SeatingError where they are too few, or too many, for the game.
    """
    here = sum(not away_in(stands, key, number) for key in in_stage(stands, stage))
    sizes = tuple(stands.record.sizes)
    if here >= min(sizes) and not _is_final_table(stands, stage):
        return seating.Sizes(sizes, sizes[0])
    fewest, most = seats_of(rules.RULE_SETS[stands.record.rule_set], pairs=stands.record.pairs)
    if not fewest <= here <= most:
        raise seating.SeatingError(
            f"{here} are here, and a table of this game has {fewest} to {most}"
        )
    return seating.Sizes((here,), here)


def tables_to_come(stands: Whole, stage: Stage, number: int) -> int:
    """How many tables a round would have with those who are here; 0 where none can be filled."""
    here = sum(not away_in(stands, key, number) for key in in_stage(stands, stage))
    try:
        sizes, _byes = seats_and_byes(here, table_sizes(stands, stage, number))
    except seating.SeatingError:
        return 0
    return len(sizes)


def fixed_beyond(stands: Whole, stage: Stage, number: int) -> list[int]:
    """Those here whose fixed table a round will not have: they sit at its last tables."""
    tables = tables_to_come(stands, stage, number)
    return [
        key
        for key in in_stage(stands, stage)
        if not away_in(stands, key, number) and (stands.entrants[key].fixed_table or 0) > tables > 0
    ]


def seats_of(rule_set: rules.RuleSet, *, pairs: bool) -> tuple[int, int]:
    """The fewest and the most entrants that a table of a game has."""
    each = 2 if pairs else 1
    return max(-(-rule_set.fewest // each), 2), (rule_set.most or MOST_SEATS) // each


MOST_SEATS = 6
"""Of a table (tournaments.md, words)."""


def _is_final_table(stands: Whole, stage: Stage) -> bool:
    before = [one for one in stands.stages if one.number == stage.number - 1]
    return bool(before) and before[0].cut == Stage.Cut.FINAL_TABLE


def _attendee(stands: Whole, key: int, last: int) -> seating.Attendee:
    record = stands.entrants[key]
    return seating.Attendee(
        id=key,
        club=record.group.casefold() or None,
        table=record.fixed_table,
        away=frozenset(number for number in range(1, last + 1) if away_in(stands, key, number)),
    )


def _published(stands: Whole, one: Round) -> seating.Round:
    tables = stands.by_round.get(one.number, {}).values()
    return seating.Round(tuple(map(_table, _played(tables))), tuple(one.byes))


def _played(tables: Iterable[Sequence[TableSeatLine]]) -> list[Sequence[TableSeatLine]]:
    """One table a number: a void one only where nothing was played in its stead."""
    by_number: dict[int, Sequence[TableSeatLine]] = {}
    for seats in tables:
        number = seats[0].number
        if number not in by_number or seats[0].state is not TableState.VOID:
            by_number[number] = seats
    return list(by_number.values())


def _table(seats: Sequence[TableSeatLine]) -> seating.Table:
    return seating.Table(seats[0].number, tuple(seat.entrant for seat in seats))


def _standing(stands: Whole, stage: Stage) -> tuple[tuple[int, ...], ...]:
    """Groups level with one another, best first: of the stage, or of the one it follows."""
    begun = len(stands.event.stages)
    index = min(stage.number, begun) - 1
    if index > 0 and not stands.event.stages[index].rounds and not stage.carries:
        index -= 1
    groups = stands.standing(index).groups()
    return tuple(tuple(number_of(row.entrant) for row in group) for group in groups)


def number_of(entrant: seating.EntrantId) -> int:
    """The number of an entrant as the engine gave it back."""
    assert isinstance(entrant, int)
    return entrant


def seating_round(tables: Sequence[Sequence[int]], byes: Sequence[int]) -> seating.Round:
    """A stored draw as the engine takes it."""
    numbered = enumerate(tables, 1)
    return seating.Round(
        tuple(seating.Table(number, tuple(seats)) for number, seats in numbered), tuple(byes)
    )
