"""A turn that was typed, as the row that is stored."""

from datetime import datetime
from typing import TypeAlias

import rules
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Seat, TableLink, Turn
from scorekeeper.queries import HAND, Played

Writer: TypeAlias = Account | TableLink | None
"""Who writes: an account, a helper at one table, or nobody known."""


def account_of(writer: Writer) -> Account | None:
    """The account that writes, None for a helper or nobody known."""
    return writer if isinstance(writer, Account) else None


def link_of(writer: Writer) -> TableLink | None:
    """The table link through which a helper writes, None for an account."""
    return writer if isinstance(writer, TableLink) else None


def row_of(stands: Played, entry: Entry, number: int, account: Writer, now: datetime) -> Turn:
    """What was typed, as the row of that number, not yet stored.

    RuleError for anything but hands where only hands are written, and for an unknown player.
    """
    turn = entry.turn
    hand = stands.rule_set.rank_only
    extra = any(
        box.key == turn.box and box.series is rules.Series.EXTRA for box in stands.rule_set.boxes
    )
    has_dice = turn.kind is rules.Kind.DICE and not extra
    has_throws = turn.kind not in (rules.Kind.STRIKE, rules.Kind.POINTS)
    if hand and (turn.box or not has_dice or not turn.dice):
        raise rules.RuleError(
            rules.Code.NOT_ALLOWED,
            rules.Text("Здесь записывают только руки.", "Only hands are written down here."),
        )
    return Turn(
        game=stands.record,
        number=number,
        seat=seat_of(stands, turn.player),
        kind=HAND if hand else rules.Kind.EXTRA if extra and turn.dice else turn.kind.value,
        box=turn.box or "",
        dice=_pips(stands.rule_set, turn.dice) if turn.dice and has_dice else "",
        throws=turn.throws if has_throws else None,
        points=turn.points,
        pour_to=seat_of(stands, turn.pour_to) if turn.pour_to else None,
        thrown=list(entry.thrown),
        client_key=entry.client_key,
        typed_by=account_of(account),
        through=link_of(account),
        typed_at=now,
    )


def copy_of(turn: Turn, account: Writer, now: datetime) -> Turn:
    """The same turn again, as a new row that says which one it brings back."""
    return Turn(
        game_id=turn.game_id,
        number=turn.number,
        seat_id=turn.seat_id,
        kind=turn.kind,
        box=turn.box,
        dice=turn.dice,
        throws=turn.throws,
        points=turn.points,
        pour_to_id=turn.pour_to_id,
        thrown=turn.thrown,
        replaces=turn,
        typed_by=account_of(account),
        through=link_of(account),
        typed_at=now,
    )


def _pips(rule_set: rules.RuleSet, typed: str) -> str:
    """Dice are stored as pips, whatever was typed; what cannot be read is left to the rules."""
    try:
        found = rules.parse_dice(typed, rule_set.dice, joker=rule_set.dice == 6)
    except rules.RuleError:
        return typed
    if rule_set.dice == 6:  # typed as pips, one of them perhaps the joker's 0
        return "".join(character for character in typed if character.isdigit())
    return rules.written(found)


def seat_of(stands: Played, player: str) -> Seat:
    """The seat that the rules call by its position; RuleError where there is none."""
    for seat in stands.seats:
        if str(seat.position) == player:
            return seat
    raise rules.RuleError(
        rules.Code.UNKNOWN_PLAYER,
        rules.Text("За этим столом нет такого игрока.", "No such player sits at this table."),
    )
