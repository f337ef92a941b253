"""The seats of all published tables, one row each: thousands are read."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import ExpressionWrapper, F, IntegerField, Q
from django.db.models.expressions import Combinable

import rules
from tournaments.engine import model as engine
from tournaments.models import TableSeat, Tournament


class TableSeatLine(NamedTuple):
    """One seat of a published table, read in one row; a plain tuple, since thousands are read.

    ``seat``, ``table``, ``game``: primary keys · ``player``: who sits on the sheet, perhaps a
    substitute; ``partner``: the second of a pair · ``total``: final total in points, None while
    none is known · ``typed``: it was typed from paper.
    """

    seat: int
    table: int
    round: int
    number: int
    position: int
    entrant: int
    player: int
    partner: int | None
    total: int | None
    removed: bool
    typed: bool
    state: engine.TableState
    game: int
    game_key: str


_COLUMNS = (
    "pk",
    "table",
    "table__round__number",
    "table__number",
    "position",
    "entrant",
    "sheet_seat__player",
    "partner_seat__player",
    "total",
    "sheet_seat__total",
    "partner_seat__total",
    "sheet_seat__presence",
    "table__game",
    "table__game__public_key",
)


def seat_lines(record: Tournament) -> Iterable[TableSeatLine]:
    """The seats of published tables by round, table and position; one query."""
    rows = (
        TableSeat.objects.filter(table__round__tournament=record)
        .order_by("table__round__number", "table__number", "table", "position")
        .values_list(
            *_COLUMNS,
            _has("table__game__finished_at"),
            _has("table__typed_at"),
            _has("table__confirmed_at"),
            _has("table__voided_at"),
        )
    )
    removed = rules.Presence.REMOVED.value
    for (
        seat, table, number_of_round, number, position, entrant, player, partner,
        typed, own, partners, presence, game, key, finished, is_typed, confirmed, voided,
    ) in rows:  # fmt: skip
        yield TableSeatLine(
            seat,
            table,
            number_of_round,
            number,
            position,
            entrant,
            player,
            partner,
            typed if is_typed else own + (partners or 0) if finished else None,
            presence == removed and not is_typed,
            bool(is_typed),
            table_state(
                finished=finished,
                typed=is_typed,
                confirmed=confirmed,
                voided=voided,
                confirms=record.confirms,
            ),
            game,
            key,
        )


def _has(moment: str) -> Combinable:
    """Whether something has happened: thousands of times would be read for nothing else."""
    return ExpressionWrapper(Q(**{f"{moment}__isnull": False}), output_field=IntegerField())


def table_state(
    *,
    finished: bool,
    typed: bool,
    confirmed: bool,
    voided: bool,
    confirms: bool,
) -> engine.TableState:
    """How far a table's result can be trusted, from what has happened to it."""
    if voided:
        return engine.TableState.VOID
    if not (finished or typed):
        return engine.TableState.OPEN
    if confirms and not confirmed:
        return engine.TableState.PROVISIONAL
    return engine.TableState.CONFIRMED


def receipts_of(record: Tournament, column: str) -> dict[int, int]:
    """TableSeat → what the receipts of its finished sheets say, of a pair both added up.

    Nothing where totals were typed: they tell neither of pokers nor of struck boxes.
    """
    own: Combinable = F(f"sheet_seat__sheet_receipt__{column}")
    if record.pairs:
        own += F(f"partner_seat__sheet_receipt__{column}")
    seats = TableSeat.objects.filter(table__round__tournament=record, table__typed_at__isnull=True)
    counted = seats.annotate(counted=own).filter(counted__isnull=False)
    return dict(counted.values_list("pk", "counted"))
