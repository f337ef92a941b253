"""A turn on its way from the form to the store."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import rules


@dataclass(frozen=True, slots=True)
class Entry:
    """A turn as it was typed.

    ``number``: which turn of the game it is meant to be, from 0 · ``client_key`` makes a repeat
    harmless · ``turn``: its player is the seat's number · ``thrown``: the dice of each throw.
    """

    number: int
    client_key: UUID
    turn: rules.Turn
    thrown: tuple[str, ...] = ()


def check_thrown(rule_set: rules.RuleSet, thrown: Sequence[str]) -> None:
    """Earlier throws as they are typed: dice, perhaps with those kept after a colon, "33156:33".

    Raises RuleError ``bad_dice`` where they cannot be read, or where more was kept than lay there.
    """
    for at, part in enumerate(thrown):
        dice, _colon, kept = part.partition(":")
        joker = rule_set.dice == 6 and at == 0
        lay = Counter(rules.parse_dice(dice, rule_set.dice, joker=joker))
        held = Counter(int(pips) for pips in kept if pips in "123456")
        if held - lay or sum(held.values()) != len(kept.replace(" ", "")):
            raise rules.RuleError(
                rules.Code.BAD_DICE,
                rules.Text(
                    f"«{part}»: оставлены кости, которых в броске не было.",
                    f"“{part}”: dice were kept that were not thrown.",
                ),
            )
