"""Turns replaced by what they should have been."""

from collections.abc import Mapping
from datetime import datetime
from uuid import uuid4

from django.db import transaction

import rules
from scorekeeper.actions.games import open_seats
from scorekeeper.actions.money import book_game
from scorekeeper.actions.receipts import write_statistics
from scorekeeper.actions.rows import row_of
from scorekeeper.actions.seat_receipts import write_receipts
from scorekeeper.actions.turns import Conflict, locked
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Turn
from scorekeeper.names import clean_name
from scorekeeper.queries import Played, corrected, played


def correct_turns(
    *,
    game_id: int,
    account: Account,
    corrections: Mapping[int, rules.Turn],
    version: int,
    reason: str,
    now: datetime,
) -> Played:
    """Replaces turns of a running or finished game in one step; the old ones stay in the history.

    ``corrections``: number of the turn → as it should have been · ``version``: the game's, as it
    was looked at. Raises Conflict when the game has changed since, rules.CorrectionRefused when
    other turns would become impossible, ValueError without a reason.
    """
    if not clean_name(reason):
        raise ValueError("a correction needs a reason")
    with transaction.atomic():
        game = locked(game_id)
        if game.version != version:
            raise Conflict(None)
        before = played(game)
        after = corrected(before, corrections)
        for number in sorted(corrections):
            old = before.turns[number]
            Turn.objects.filter(pk=old.pk).update(withdrawn_at=now, withdrawn_by=account)
            entry = Entry(number, uuid4(), corrections[number])
            row = row_of(before, entry, number, account, now)
            row.replaces, row.reason = old, clean_name(reason)[:200]
            if row.kind == old.kind == rules.Kind.DICE and row.throws == old.throws:
                row.thrown = old.thrown  # the throws before the last are not what was wrong
            row.save()
        if open_seats(after):
            game.finished_at = None
        write_receipts(after)
        book_game(game=game, by=account, now=now)
        stands = played(game)
        write_statistics(stands)
        return stands
