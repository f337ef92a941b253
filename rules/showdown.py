"""One hand: what it is called, which hand is better, what may be thrown again (rules.md §2.9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from rules.dice import FACES, Dice, counts
from rules.errors import Code, RuleError
from rules.options import Options
from rules.text import Text

_RUNS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))


class Rank(IntEnum):
    """The kinds of hand without straights, lowest first; gaps leave room for straights."""

    HIGH = 0
    PAIR = 10
    TWO_PAIRS = 20
    THREE_OF_A_KIND = 30
    FULL_HOUSE = 40
    FOUR_OF_A_KIND = 50
    POKER = 60


_STRAIGHT_STANDS_ABOVE = {
    "card": Rank.THREE_OF_A_KIND,
    "above_full": Rank.FULL_HOUSE,
    "above_four": Rank.FOUR_OF_A_KIND,
}

_SHAPES: Mapping[tuple[int, ...], Rank] = {
    (5,): Rank.POKER,
    (4, 1): Rank.FOUR_OF_A_KIND,
    (3, 2): Rank.FULL_HOUSE,
    (3, 1, 1): Rank.THREE_OF_A_KIND,
    (2, 2, 1): Rank.TWO_PAIRS,
    (2, 1, 1, 1): Rank.PAIR,
    (1, 1, 1, 1, 1): Rank.HIGH,
}

_NAMES: Mapping[Rank, Text] = {
    Rank.HIGH: Text("без комбинации, сумма {sum}", "no combination, sum {sum}"),
    Rank.PAIR: Text("пара: {faces}", "a pair: {faces}"),
    Rank.TWO_PAIRS: Text("две пары: {faces}", "two pairs: {faces}"),
    Rank.THREE_OF_A_KIND: Text("сет: {faces}", "three of a kind: {faces}"),
    Rank.FULL_HOUSE: Text("фул: {faces}", "a full house: {faces}"),
    Rank.FOUR_OF_A_KIND: Text("каре: {faces}", "four of a kind: {faces}"),
    Rank.POKER: Text("покер: {faces}", "a poker: {faces}"),
}
_STRAIGHT = Text("стрит: {faces}", "a straight: {faces}")

Strength = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A hand to compare: its rank, its faces or sum, its kickers. Higher is better."""


def _groups(dice: Dice) -> list[tuple[int, int]]:
    """(how many, face) of each face thrown, the bigger group first, then the higher face."""
    return sorted(((n, face) for face, n in enumerate(counts(dice), 1) if n), reverse=True)


def _is_straight(dice: Dice, options: Options) -> bool:
    return options.straights != "none" and tuple(sorted(dice)) in _RUNS


def strength(dice: Dice, options: Options) -> Strength:
    """How good five dice are under the house rules; compare with < and >."""
    groups = _groups(dice)
    rank = _SHAPES[tuple(n for n, _ in groups)]
    if _is_straight(dice, options):
        return (_STRAIGHT_STANDS_ABOVE[options.straights] + 1, (max(dice),), ())
    matched = [(n, face) for n, face in groups if n > 1]
    others = tuple(face for n, face in groups if n == 1)
    if rank is Rank.HIGH:
        faces: tuple[int, ...] = (sum(dice),)
    elif options.tie_by_sum:
        faces = (sum(n * face for n, face in matched),)
    else:
        faces = tuple(face for _, face in matched)
    return (int(rank), faces, others if options.kickers else ())


def hand_name(dice: Dice, options: Options) -> Text:
    """What a hand is called: "a full house: 5 and 2"."""
    if _is_straight(dice, options):
        return _STRAIGHT.filled(faces="-".join(map(str, sorted(dice))))
    groups = _groups(dice)
    matched = [str(face) for n, face in groups if n > 1]
    faces = Text(" и ".join(matched), " and ".join(matched))
    return _NAMES[_SHAPES[tuple(n for n, _ in groups)]].filled(faces=faces, sum=sum(dice))


def rank(hands: Mapping[str, Dice], options: Options) -> tuple[tuple[str, ...], ...]:
    """Players in groups of equal hands, best first (lowball: worst first).

    Names inside a group stand in code-point order.
    """
    groups: dict[Strength, list[str]] = {}
    for player, dice in hands.items():
        groups.setdefault(strength(dice, options), []).append(player)
    ordered = sorted(groups, reverse=not options.lowball)
    return tuple(tuple(sorted(groups[found])) for found in ordered)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand being thrown: the dice as they lie, which are frozen, how many throws were used."""

    dice: Dice
    frozen: tuple[bool, ...]
    throws: int

    @property
    def free(self) -> int:
        """How many dice may still be thrown."""
        return self.frozen.count(False)


def first_throw(dice: Dice) -> Hand:
    """A hand after its first throw: five dice, none frozen."""
    return Hand(dice, (False,) * len(dice), 1)


def throw_again(hand: Hand, again: Sequence[int], pips: Dice, most_throws: int = 3) -> Hand:
    """The hand after some dice were thrown once more; every other die is frozen from then on.

    ``again``: the positions thrown, from 0 · ``pips``: what they show now, in that order. A die
    left lying after a throw may not be touched again (§2.9). Raises RuleError ``bad_throws`` when
    no throw is left, ``bad_dice`` for positions or pips that do not fit, ``not_allowed`` for a
    frozen die.
    """
    if hand.throws >= most_throws:
        raise RuleError(
            Code.BAD_THROWS,
            Text("Бросков в руке: {n}, больше нет.", "A hand has {n} throws, no more.").filled(
                n=most_throws
            ),
        )
    positions = set(again)
    on_the_table = positions and positions <= set(range(len(hand.dice)))
    each_once = len(again) == len(pips) == len(positions)
    if not on_the_table or not each_once or not set(pips) <= set(FACES):
        raise RuleError(
            Code.BAD_DICE,
            Text(
                "Укажите, какие кости брошены, и что на каждой.",
                "Say which dice were thrown, and what each shows.",
            ),
        )
    for position in sorted(positions):
        if hand.frozen[position]:
            raise RuleError(
                Code.NOT_ALLOWED,
                Text(
                    "Оставленную кость больше не бросают: {pips} лежит.",
                    "A die left lying is not thrown again: the {pips} stays.",
                ).filled(pips=hand.dice[position]),
            )
    dice = list(hand.dice)
    for position, shown in zip(again, pips, strict=True):
        dice[position] = shown
    frozen = tuple(position not in positions for position in range(len(dice)))
    return Hand(tuple(dice), frozen, hand.throws + 1)
