"""Tables: results typed from paper, confirmed, void, photos of the paper."""

from collections.abc import Mapping
from datetime import datetime

from scorekeeper import actions as sheets
from scorekeeper.models import Account
from scorekeeper.names import clean_name
from tournaments.actions.setup import show_game
from tournaments.actions.writing import NotReady, Unchanged, writing
from tournaments.models import Photo, Table


class SamePerson(Exception):
    """A result is confirmed by somebody else than whoever typed it."""


class NoResult(Exception):
    """The table has no result yet."""


class SheetWritten(Exception):
    """The sheet of the table is finished: its totals count, and are corrected there."""


class NeedsReason(Exception):
    """A result of a closed round is corrected for a reason (tournaments.md §1.8)."""


def type_totals(
    *, table: Table, totals: Mapping[int, int], by: Account, now: datetime, reason: str = ""
) -> None:
    """The final totals of a table that was played on paper: number of the entrant → points.

    ValueError unless each seat has one; SheetWritten where the game is finished on its sheet;
    NeedsReason without one in a closed round. What was confirmed has to be confirmed anew. The
    links of the table end. The log says what stood there before.
    """
    noted: dict[str, object] = {}
    with writing(
        table.round.tournament_id, "totals_typed", by=by, now=now, noted=noted, table=table.pk
    ):
        current = (
            Table.objects.select_for_update(of=("self",)).select_related("game").get(pk=table.pk)
        )
        if current.game.finished_at:
            raise SheetWritten
        seats = list(current.seats.all())
        if {seat.entrant_id for seat in seats} != set(totals):
            raise ValueError("each seat has a total")
        noted |= _reason(table, reason)
        changed = [seat for seat in seats if seat.total != totals[seat.entrant_id]]
        if current.typed_at is not None and not changed:
            raise Unchanged
        if current.typed_at is not None and changed:
            noted["entrants"] = [seat.entrant_id for seat in changed]
            noted["before"] = [seat.total for seat in changed]
            noted["after"] = [totals[seat.entrant_id] for seat in changed]
        for seat in seats:
            seat.total = totals[seat.entrant_id]
            seat.save(update_fields=["total"])
        current.typed_at, current.typed_by = now, by
        current.confirmed_at = current.confirmed_by = None
        current.save(update_fields=["typed_at", "typed_by", "confirmed_at", "confirmed_by"])
        for link in current.game.table_links.filter(ended_at__isnull=True):
            sheets.end_table_link(link=link, by=by, now=now)


def take_totals_back(*, table: Table, by: Account, now: datetime, reason: str = "") -> None:
    """The typed totals count no more; the table is played on its sheet.

    NeedsReason without one in a closed round.
    """
    noted: dict[str, object] = {}
    with writing(
        table.round.tournament_id, "totals_withdrawn", by=by, now=now, noted=noted, table=table.pk
    ):
        table.refresh_from_db(fields=("typed_at",))
        if table.typed_at is None:
            raise Unchanged
        noted |= _reason(table, reason)
        table.seats.update(total=None)
        table.typed_at = table.typed_by = table.confirmed_at = table.confirmed_by = None
        table.save(update_fields=["typed_at", "typed_by", "confirmed_at", "confirmed_by"])


def copy_from_paper(*, table: Table, by: Account, now: datetime) -> None:
    """The sheet of the table is filled in from paper, box by box, in any order.

    SheetWritten where turns are written already.
    """
    with writing(table.round.tournament_id, "copied", by=by, now=now, table=table.pk):
        table.game.refresh_from_db(fields=("copied",))
        if table.game.copied:
            raise Unchanged
        if table.game.turns.exists():
            raise SheetWritten
        table.game.copied = True
        table.game.save(update_fields=["copied"])


def confirm_table(*, table: Table, by: Account, now: datetime) -> None:
    """A second person has compared the result with the paper.

    NoResult for a table that still plays, SamePerson for whoever typed it.
    """
    with writing(table.round.tournament_id, "confirmed", by=by, now=now, table=table.pk):
        table.refresh_from_db(fields=("typed_at", "typed_by", "confirmed_at"))
        if table.confirmed_at is not None:
            raise Unchanged
        if not (table.typed_at or table.game.finished_at):
            raise NoResult
        if table.typed_at and table.typed_by == by:
            raise SamePerson
        typists = table.game.turns.filter(withdrawn_at__isnull=True).values_list("typed_by")
        if not table.typed_at and set(typists.distinct()) == {(by.pk,)}:
            raise SamePerson
        table.confirmed_at, table.confirmed_by = now, by
        table.save(update_fields=["confirmed_at", "confirmed_by"])


def doubt_table(*, table: Table, by: Account, now: datetime) -> None:
    """The confirmation is taken back: the result is provisional again."""
    with writing(table.round.tournament_id, "doubted", by=by, now=now, table=table.pk):
        table.refresh_from_db(fields=("confirmed_at",))
        if table.confirmed_at is None:
            raise Unchanged
        table.confirmed_at = table.confirmed_by = None
        table.save(update_fields=["confirmed_at", "confirmed_by"])


def void_table(*, table: Table, reason: str, by: Account, now: datetime) -> None:
    """The game counts nowhere; nothing of it is deleted. ValueError without a reason.

    What is void already keeps its time and its reason.
    """
    cleaned = clean_name(reason)
    if not cleaned:
        raise ValueError("a table is void for a reason")
    why = cleaned[:200]
    with writing(table.round.tournament_id, "voided", by=by, now=now, table=table.pk, reason=why):
        table.refresh_from_db(fields=("voided_at", "void_reason"))
        if table.voided_at is not None:
            raise Unchanged
        table.voided_at, table.void_reason = now, why
        table.save(update_fields=["voided_at", "void_reason"])
        sheets.count_game(game=table.game, counts=False)
        for link in table.game.table_links.filter(ended_at__isnull=True):
            sheets.end_table_link(link=link, by=by, now=now)


def restore_table(*, table: Table, by: Account, now: datetime, reason: str = "") -> None:
    """A void table counts again; NoResult where it was replayed: that game counts now.

    NeedsReason without one in a closed round.
    """
    noted: dict[str, object] = {}
    with writing(
        table.round.tournament_id, "restored", by=by, now=now, noted=noted, table=table.pk
    ) as record:
        table.refresh_from_db(fields=("voided_at",))
        if table.voided_at is None:
            raise Unchanged
        noted |= _reason(table, reason)
        same = Table.objects.filter(round=table.round_id, number=table.number, voided_at=None)
        if same.exclude(pk=table.pk).exists():
            raise NoResult
        table.voided_at, table.void_reason = None, ""
        table.save(update_fields=["voided_at", "void_reason"])
        show_game(table.game, record, table.round.number)


def _reason(table: Table, typed: str) -> dict[str, object]:
    """What the log says of why; NeedsReason where a closed round is corrected without one."""
    why = clean_name(typed)[:200]
    if table.round.closed_at is not None and not why:
        raise NeedsReason
    return {"reason": why} if why else {}


def strike_open_boxes(*, table: Table, by: Account, now: datetime) -> None:
    """The clock has run out: what is open at the table is struck, and its game is closed.

    GameFinished where it is closed already.
    """
    with writing(table.round.tournament_id, "struck", by=by, now=now, table=table.pk):
        table.game.refresh_from_db(fields=("finished_at",))
        if table.game.finished_at is not None:
            raise sheets.GameFinished
        sheets.finish_game(game_id=table.game_id, account=by, strike_open=True, now=now)


def keep_photo(
    *, table: Table, content: bytes, media_type: str, by: Account | None, now: datetime
) -> Photo:
    """A photo of the paper sheet, an image that was checked, is kept beside the result, once."""
    with writing(table.round.tournament_id, "photo_kept", by=by, now=now, table=table.pk):
        if table.photos.filter(content=content).exists():
            raise Unchanged
        Photo.objects.create(
            table=table, content=content, media_type=media_type, taken_by=by, taken_at=now
        )
    return table.photos.filter(content=content).earliest("pk")


def remove_photo(*, table: Table, photo: Photo, by: Account, now: datetime) -> None:
    """A photo of another sheet, or of somebody who does not want it, is taken away for good."""
    with writing(table.round.tournament_id, "photo_removed", by=by, now=now, table=table.pk):
        deleted, _each = table.photos.filter(pk=photo.pk).delete()
        if not deleted:
            raise Unchanged


def renew_link(*, table: Table, seen: int | None, by: Account, now: datetime) -> None:
    """The links of a table open nothing any more, and there is a new one.

    ``seen``: the link that was looked at (its primary key), None where there was none; NotReady
    where another one opens the sheet by now, which may be in a helper's hands. NoResult for a table
    whose sheet is finished or void: nothing is to be written there.
    """
    with writing(table.round.tournament_id, "link_renewed", by=by, now=now, table=table.pk):
        if table.voided_at is not None or table.game.finished_at is not None:
            raise NoResult
        opening = list(table.game.table_links.filter(ended_at__isnull=True).order_by("-pk"))
        if (opening[0].pk if opening else None) != seen:
            raise NotReady
        for link in opening:
            sheets.end_table_link(link=link, by=by, now=now)
        sheets.open_table(game=table.game, helper=table.game.title, by=by, now=now)
