"""The page of one table: who sits there, what its result is, and what can be done about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

import rules
from tournaments.models import Photo, Table, TableSeat
from tournaments.queries import TableSeatLine, Whole
from tournaments.reports.progress import Clock, clock_of, state_of, state_words


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat: ``substitutes``: who plays there for the entrant, "" where the entrant does."""

    position: int
    entrant: int
    name: str
    substitutes: str
    total: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table of a published round.

    ``state``, ``words``: how far it is · ``sheet_begun``: turns are written · ``typed``: totals
    from paper count · ``may_confirm``: somebody else is to compare the result with the paper.
    """

    table: Table
    seats: tuple[SeatLine, ...]
    state: str
    words: str
    sheet_begun: bool
    sheet_finished: bool
    typed: bool
    may_confirm: bool
    confirmed: bool
    clock: Clock | None
    replays: Table | None
    replayed_by: Table | None
    photos: tuple[Photo, ...]

    @property
    def void(self) -> bool:
        """Whether the game counts nowhere."""
        return self.state == "void"


def table_page(stands: Whole, table: Table, now: datetime) -> TablePage:
    """A table as it stands now."""
    seats = stands.by_round[table.round.number][table.pk]
    turns = table.game.turns.filter(withdrawn_at=None).exclude(box="").count()
    begun = bool(turns) or table.game.turns.exists()
    state = state_of(seats, turns)
    done = bool(table.typed_at or table.game.finished_at)
    confirmed = table.confirmed_at is not None
    is_open = not done and state != "void"
    return TablePage(
        table=table,
        seats=tuple(seat_lines(stands, table, seats)),
        state=state,
        words=state_words()[state],
        sheet_begun=begun,
        sheet_finished=table.game.finished_at is not None,
        typed=table.typed_at is not None,
        may_confirm=done and not confirmed and stands.record.confirms and state != "void",
        confirmed=confirmed,
        clock=clock_of(table.round.ends_at, table.extra_minutes, now) if is_open else None,
        replays=table.replays,
        replayed_by=table.replayed_by.first(),
        photos=tuple(table.photos.defer("content").order_by("taken_at", "pk")),
    )


def seat_lines(stands: Whole, table: Table, seats: Sequence[TableSeatLine]) -> list[SeatLine]:
    """The seats of a table in order, with whoever sits in for an entrant."""
    found = []
    for row, seat in zip(_rows(table), seats, strict=True):
        entrant = stands.entrants[seat.entrant]
        people = [(row.sheet_seat.player, entrant.player)]
        if row.partner_seat is not None and entrant.partner is not None:
            people.append((row.partner_seat.player, entrant.partner))
        others = [
            sitting.name
            for sitting, own in people
            if sitting.pk not in (own.pk, own.merged_into_id)
        ]
        found.append(
            SeatLine(
                position=seat.position,
                entrant=seat.entrant,
                name=entrant.name,
                substitutes=", ".join(others),
                total="" if seat.total is None else rules.signed(seat.total),
            )
        )
    return found


def _rows(table: Table) -> list[TableSeat]:
    return list(table.seats.select_related("sheet_seat__player", "partner_seat__player"))


def chairs_of(stands: Whole, table: Table) -> list[tuple[str, str]]:
    """Whom a substitute can sit in for: "3" or "3-partner" → who sits there now."""
    found = []
    for row in _rows(table):
        name = stands.names[row.entrant_id]
        sitting = row.sheet_seat.player.name
        if row.partner_seat is None:
            found.append((str(row.pk), sitting if sitting == name else f"{name} ({sitting})"))
        else:
            found.append((str(row.pk), sitting))
            found.append((f"{row.pk}-partner", row.partner_seat.player.name))
    return found


def known_totals(page: TablePage, stands: Whole) -> list[tuple[int, str, int | None]]:
    """Each entrant of a table by number and name, with the total typed so far."""
    lines = stands.by_round[page.table.round.number][page.table.pk]
    totals = {line.entrant: line.total for line in lines if line.typed}
    return [(seat.entrant, seat.name, totals.get(seat.entrant)) for seat in page.seats]


def bounds_of(stands: Whole) -> tuple[int, int | None]:
    """Between which totals a seat ends: of one sheet, or of both sheets of a pair."""
    least, most = rules.possible_totals(
        rules.rule_set(stands.record.rule_set, stands.record.options)
    )
    sheets = 2 if stands.record.pairs else 1
    return least * sheets, None if most is None else most * sheets


def bounds_words(bounds: tuple[int, int | None]) -> str:
    """What a total typed from paper has to be."""
    least, most = bounds
    words = {"least": rules.signed(least)}
    if most is None:
        return _("Final totals, with every bonus; at least %(least)s.") % words
    words["most"] = rules.signed(most)
    return _("Final totals, with every bonus; from %(least)s to %(most)s.") % words
