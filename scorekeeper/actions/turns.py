"""Turns: typed, copied from paper, taken back and brought back; each a row that stays."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError, transaction

import rules
from scorekeeper.actions.rows import Writer, account_of, copy_of, link_of, row_of, seat_of
from scorekeeper.actions.seat_receipts import write_receipts
from scorekeeper.entry import Entry, check_thrown
from scorekeeper.models import Game, Turn
from scorekeeper.queries import Played, fold, played, undone_turn

TYPED = ("seat", "kind", "box", "dice", "throws", "points", "pour_to", "thrown")
"""The columns of a turn that say what was typed."""


class Conflict(Exception):
    """Somebody else wrote first. ``turn`` is what stands where one wanted to write, if anything."""

    def __init__(self, turn: Turn | None) -> None:
        super().__init__()
        self.turn = turn


class GameFinished(Exception):
    """The game is closed: it has to be reopened before anything is written into it."""


def record_turn(*, game_id: int, account: Writer, entry: Entry, now: datetime) -> Played:
    """Writes one turn and the receipts; the game as it stands then.

    A repeat of the same client key writes nothing and gives the game as it stands. Raises
    RuleError for a turn the rules refuse, Conflict when another turn has that number already, and
    GameFinished.
    """
    try:
        with transaction.atomic():
            return record(locked(game_id), account, [entry], now)
    except IntegrityError:
        # Two answers to one number in the same instant: the database has let one of them in.
        raise Conflict(_standing(game_id, entry.number)) from None


@transaction.atomic
def record_turns(*, game_id: int, account: Writer, entries: Sequence[Entry], now: datetime) -> None:
    """Writes many turns in one step, all or none; refuses as ``record_turn`` does."""
    record(locked(game_id), account, entries, now)


@transaction.atomic
def copy_row(
    *,
    game_id: int,
    account: Writer,
    turns: Sequence[rules.Turn],
    row_key: UUID,
    now: datetime,
) -> Played:
    """Writes the boxes of one player from paper, all or none; a repeat of ``row_key`` writes none.

    RuleError carries the index of the turn in ``turns`` that is wrong. GameFinished when closed.
    """
    game = locked(game_id)
    keys = [
        uuid5(row_key, f"{turn.player} {turn.box} {turn.points} {turn.dice} {turn.throws}")
        for turn in turns
    ]
    used = dict(game.turns.filter(client_key__in=keys).values_list("client_key", "withdrawn_at"))
    stored = {key for key, withdrawn in used.items() if withdrawn is None}
    # What was taken back since is written again, under a key of its own.
    keys = [uuid4() if key in used and key not in stored else key for key in keys]
    new = [index for index, key in enumerate(keys) if key not in stored]
    if not new:
        return played(game)
    first = len(played(game).turns)
    entries = [
        Entry(number, keys[index], turns[index]) for number, index in enumerate(new, start=first)
    ]
    try:
        return record(game, account, entries, now)
    except rules.RuleError as error:
        raise error if error.turn is None else error.at(new[error.turn - first]) from None


@transaction.atomic
def undo_turn(*, game_id: int, account: Writer, number: int, now: datetime) -> Played:
    """Takes back the last turn, which must be ``number``, so that a doubled click undoes one.

    The row stays, marked as withdrawn. Raises Conflict when another turn is last by now, and
    GameFinished.
    """
    game = locked(game_id)
    if game.finished_at:
        raise GameFinished
    before = played(game)
    if not before.turns or before.turns[-1].number != number:
        raise Conflict(before.turns[-1] if before.turns else None)
    last = before.turns[-1]
    last.withdrawn_by, last.withdrawn_through = account_of(account), link_of(account)
    last.withdrawn_at = now
    last.save(update_fields=["withdrawn_by", "withdrawn_through", "withdrawn_at"])
    after = fold(game, before.seats, before.turns[:-1])
    write_receipts(after)
    return after


@transaction.atomic
def redo_turn(*, game_id: int, account: Writer, number: int, now: datetime) -> Played:
    """Brings back the turn last taken back, which must be ``number``, as a new row.

    Raises Conflict when there is nothing to bring back at that number, and GameFinished.
    """
    game = locked(game_id)
    if game.finished_at:
        raise GameFinished
    before = played(game)
    undone = undone_turn(before)
    if undone is None or undone.number != number:
        raise Conflict(None)
    again = copy_of(undone, account, now)
    after = fold(game, before.seats, (*before.turns, again))
    again.save()
    write_receipts(after)
    return after


def locked(game_id: int) -> Game:
    """The game, held until the transaction ends."""
    return Game.objects.select_for_update(of=("self",)).select_related("club").get(pk=game_id)


def record(game: Game, account: Writer, entries: Sequence[Entry], now: datetime) -> Played:
    """Writes turns and receipts into a locked game; refuses as ``record_turn`` does."""
    before = played(game)
    if _is_repeat(before, entries):
        return before
    if game.finished_at:
        raise GameFinished
    written = list(before.turns)
    for entry in entries:
        if before.rule_set.rank_only:
            rules.check_throws(before.rule_set, entry.turn.throws or 0)
        else:
            check_thrown(before.rule_set, entry.thrown)
        # On paper the unit is the box: whoever writes another one is in nobody's way.
        if entry.number != len(written) and not game.copied:
            raise Conflict(_standing(game.pk, entry.number))
        written.append(row_of(before, entry, len(written), account, now))
    try:
        after = fold(game, before.seats, tuple(written))
    except rules.RuleError as error:
        taken = _taken_box(before, entries) if error.code is rules.Code.BOX_TAKEN else None
        if taken:
            raise Conflict(taken) from None
        raise
    Turn.objects.bulk_create(written[len(before.turns) :])
    write_receipts(after)
    return after


def _is_repeat(before: Played, entries: Sequence[Entry]) -> bool:
    """Whether these entries are stored already, and count or were corrected since.

    Raises Conflict where their key was used for another turn, or for one that was taken back:
    such a form was kept from before, and what it says now has to be sent anew.
    """
    entry_of = {entry.client_key: entry for entry in entries}
    stored = before.record.turns.filter(client_key__in=entry_of).select_related(
        "seat__player", "typed_by"
    )
    for row in stored:
        again = row_of(
            before, entry_of[row.client_key], row.number, row.through or row.typed_by, row.typed_at
        )
        if any(getattr(row, name) != getattr(again, name) for name in TYPED):
            raise Conflict(row)
        if row.withdrawn_at and not row.replaced_by.exists():
            raise Conflict(None)
    return bool(stored)


def _taken_box(before: Played, entries: Sequence[Entry]) -> Turn | None:
    """The turn that stands in a box of a copied game that somebody else has filled meanwhile."""
    if not before.record.copied:
        return None
    for entry in entries:
        for turn in before.turns:
            same_seat = turn.seat == seat_of(before, entry.turn.player)
            if same_seat and turn.box == entry.turn.box and turn.number >= entry.number:
                return turn
    return None


def _standing(game_id: int, number: int) -> Turn | None:
    live = Turn.objects.filter(game_id=game_id, number=number, withdrawn_at__isnull=True)
    return live.select_related("seat__player", "typed_by").first()
