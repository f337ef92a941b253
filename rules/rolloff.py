"""Who starts (rules.md §3): the highest throw; those tied throw again, only they."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.dice import Dice, parse_dice
from rules.errors import Code, RuleError
from rules.model import RuleSet
from rules.text import Text


@dataclass(frozen=True, slots=True)
class RollOff:
    """What the throws for the start have decided so far.

    ``order``: players in the order of play once it is known, else empty · ``tied``: groups of
    players who must throw again, best group first; nobody when it is decided.
    """

    order: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...]


def read_throw(rules: RuleSet, text: str) -> Dice:
    """The dice of one throw for the start: five, two or one by the game; RuleError ``bad_dice``."""
    return parse_dice(text, rules.start_dice)


def roll_off(
    seats: Sequence[str],
    throws: Mapping[str, Sequence[Dice]],
    whole_order: bool = False,
) -> RollOff:
    """Who starts, and in what order the table plays.

    ``seats``: players as they sit, to the left · ``throws``: each player's throws for the start,
    the first and then those repeated in ties · ``whole_order``: the throws decide every place, not
    only the starter. Raises RuleError ``bad_input`` for a throw that nobody asked for: by whoever
    was not tied, or ahead of those they are tied with.
    """
    groups: list[list[str]] = [list(seats)]
    asked: Counter[str] = Counter()
    depth = 0
    while True:
        contested = [g for g in (groups if whole_order else groups[:1]) if len(g) > 1]
        waiting = [g for g in contested if not all(len(throws.get(p, ())) > depth for p in g)]
        if waiting or not contested:
            break
        groups = [part for group in groups for part in _parted(group, contested, throws, depth)]
        asked.update(player for group in contested for player in group)
        depth += 1
    asked.update(player for group in contested for player in group)
    _refuse_extra_throws(throws, asked)
    if contested:
        return RollOff((), tuple(tuple(group) for group in contested))
    if whole_order:
        return RollOff(tuple(player for group in groups for player in group), ())
    start = list(seats).index(groups[0][0])
    return RollOff((*seats[start:], *seats[:start]), ())


def _parted(
    group: list[str],
    contested: list[list[str]],
    throws: Mapping[str, Sequence[Dice]],
    depth: int,
) -> list[list[str]]:
    if group not in contested:
        return [group]
    sums = {player: sum(throws[player][depth]) for player in group}
    return [
        [player for player in group if sums[player] == value]
        for value in sorted(set(sums.values()), reverse=True)
    ]


def _refuse_extra_throws(throws: Mapping[str, Sequence[Dice]], asked: Mapping[str, int]) -> None:
    for player, thrown in throws.items():
        if len(thrown) > asked.get(player, 0):
            raise RuleError(
                Code.BAD_INPUT,
                Text(
                    "{name}: лишний бросок, ничьей не было.",
                    "{name} threw again without being tied.",
                ).filled(name=player),
            )
