"""A round while it is played: each table at a glance, the clock, what is missing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils.translation import gettext as _

import rules
from scorekeeper.names import alphabetical
from tournaments.engine.model import TableState
from tournaments.models import Round, Table
from tournaments.queries import TableSeatLine, Whole


@dataclass(frozen=True, slots=True)
class Clock:
    """When time runs out, and how many seconds are left: 0 when it has."""

    ends_at: datetime
    left: int

    @property
    def shown(self) -> str:
        """What is left, as minutes and seconds: "64:05"."""
        return f"{self.left // 60}:{self.left % 60:02}"


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table.

    ``seats``: name and total ("" while it is not known) in order of seats · ``state``: a key for
    the style, ``words`` say it · ``filled``, ``boxes``: of all sheets of the table · ``clock``: its
    own, None while the round has none or the table is done.
    """

    pk: int
    number: int
    seats: tuple[tuple[str, str], ...]
    state: str
    words: str
    filled: int
    boxes: int
    clock: Clock | None
    void_reason: str

    @property
    def done(self) -> bool:
        """Whether nothing more is to be done about it."""
        return self.state in ("done", "void")


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A published round.

    ``summary``: how many tables are done and what the others wait for · ``byes``: who rests.
    """

    lines: tuple[TableLine, ...]
    summary: str
    byes: tuple[str, ...]
    clock: Clock | None
    finished: bool


def clock_of(ends_at: datetime | None, extra_minutes: int, now: datetime) -> Clock | None:
    """The clock of a table that has so many minutes beyond the round's."""
    if ends_at is None:
        return None
    ends = ends_at + timedelta(minutes=extra_minutes)
    return Clock(ends, max(0, int((ends - now).total_seconds())))


def round_page(stands: Whole, one: Round, now: datetime, language: str) -> RoundPage:
    """A published round as it stands now; two queries beside the whole."""
    rule_set = rules.rule_set(stands.record.rule_set, stands.record.options)
    filled = Count(
        "game__turns", filter=Q(game__turns__withdrawn_at=None) & ~Q(game__turns__box="")
    )
    tables = {table.pk: table for table in one.tables.annotate(filled=filled)}
    lines = tuple(
        _line(stands, tables[pk], seats, one, rule_set, now)
        for pk, seats in stands.by_round.get(one.number, {}).items()
    )
    names = stands.names
    return RoundPage(
        lines=lines,
        summary=summary_words([line.state for line in lines]),
        byes=tuple(sorted((names[key] for key in one.byes), key=alphabetical)),
        clock=None if one.closed_at else clock_of(one.ends_at, 0, now),
        finished=all(line.done for line in lines),
    )


def _line(
    stands: Whole,
    table: Table,
    seats: Sequence[TableSeatLine],
    one: Round,
    rule_set: rules.RuleSet,
    now: datetime,
) -> TableLine:
    filled = int(getattr(table, "filled", 0))
    state = state_of(seats, filled)
    open_now = state in ("waiting", "playing") and not one.closed_at
    names = stands.names
    sheets = sum(2 if seat.partner else 1 for seat in seats)
    return TableLine(
        pk=table.pk,
        number=table.number,
        seats=tuple(
            (names[seat.entrant], "" if seat.total is None else rules.signed(seat.total))
            for seat in seats
        ),
        state=state,
        words=str(state_words()[state]),
        filled=filled,
        boxes=len(rule_set.boxes) * sheets,
        clock=clock_of(one.ends_at, table.extra_minutes, now) if open_now else None,
        void_reason=table.void_reason,
    )


def next_open(stands: Whole, table: Table) -> tuple[int, int] | None:
    """Primary key and number of the next table of this round that has no result, if any does."""
    tables = stands.by_round[table.round.number]
    waiting = [
        (seats[0].number, pk)
        for pk, seats in tables.items()
        if pk != table.pk and seats[0].state is TableState.OPEN
    ]
    found = min(waiting, key=lambda each: (each[0] < table.number, each[0]), default=None)
    return (found[1], found[0]) if found else None


def state_of(seats: Sequence[TableSeatLine], filled: int) -> str:
    """How far a table is, as a key of ``state_words``."""
    match seats[0].state:
        case TableState.VOID:
            return "void"
        case TableState.CONFIRMED:
            return "done"
        case TableState.PROVISIONAL:
            return "unconfirmed"
    return "playing" if filled else "waiting"


def state_words() -> Mapping[str, str]:
    """What each state is called."""
    return {
        "waiting": _("nothing written yet"),
        "playing": _("playing"),
        "unconfirmed": _("waits for a second person to confirm it"),
        "done": _("result is in"),
        "void": _("void"),
    }


def summary_words(states: Sequence[str]) -> str:
    """How many tables are done, and what the others wait for."""
    counted = [state for state in states if state != "void"]
    parts = [
        _("Results: %(done)d of %(all)d tables")
        % {"done": counted.count("done"), "all": len(counted)}
    ]
    parts += [
        f"{state_words()[state]}: {counted.count(state)}"
        for state in ("playing", "waiting", "unconfirmed")
        if state in counted
    ]
    return "; ".join(parts)
