"""What a box brings for some dice, what points it can bring at all, and what it brings on average.

The scorer says what the dice hold; here the first throw and the bonuses are applied (rules.md §5).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from rules.dice import FACES, Counts, Dice, counts, rolls
from rules.model import Box, Doubling, Finding, RuleSet, Series
from rules.options import Options


@dataclass(frozen=True, slots=True)
class Score:
    """Points of a box and how they came: ``base`` × ``multiplier`` + ``bonus``.

    ``made``: the box has its combination (in the school: three or more of the face, four of six
    dice, one die under plain sums) · ``used``: the dice that brought the points.
    """

    points: int
    made: bool
    base: int = 0
    multiplier: int = 1
    bonus: int = 0
    used: Dice = ()


NOT_MADE = Score(0, False)


def multiplier(box: Box, options: Options, throws: int) -> int:
    """By what the points of the dice are multiplied after ``throws`` throws."""
    if throws != 1:
        return 1
    if box.doubling is Doubling.SCHOOL and not options.double_school:
        return 1
    if box.doubling is Doubling.CHANCE and not options.double_chance:
        return 1
    return options.first_throw_multiplier


def score(rules: RuleSet, box: Box, dice: Dice, throws: int) -> Score:
    """The score of ``dice`` (pips) in ``box`` after ``throws`` throws."""
    return _scored(box, rules.options, box.scorer(counts(dice), rules.options), throws)


def _scored(box: Box, options: Options, found: Finding | None, throws: int) -> Score:
    if found is None:
        return NOT_MADE
    times = multiplier(box, options, throws)
    return Score(
        found.base * times + found.bonus, found.made, found.base, times, found.bonus, found.used
    )


def struck_points(rules: RuleSet, box: Box) -> int:
    """What an open box brings when its player leaves (rules.md §5): points, at most 0."""
    if box.series is not Series.SCHOOL or box.face is None:
        return 0
    other: Counts = (0, 5, 0, 0, 0, 0) if box.face == 1 else (5, 0, 0, 0, 0, 0)
    found = box.scorer(other, rules.options)
    return found.base if found else 0


@lru_cache(maxsize=1024)
def reachable(rules: RuleSet, box: Box) -> Mapping[int, bool]:
    """Every figure that some dice and throws bring in ``box`` → whether that can make the box."""
    found: dict[int, bool] = {}
    for roll in rolls(rules.dice):
        for throws in (1, 2):
            result = score(rules, box, roll, throws)
            found[result.points] = found.get(result.points, False) or result.made
    return dict(sorted(found.items()))


@lru_cache(maxsize=1024)
def average(rules: RuleSet, box: Box) -> Fraction:
    """Points that ``box`` brings on average to a player who plays three throws for it alone.

    Exact: the value of keeping some dice is the mean over the next die, six ways a die; after
    each throw the best dice are kept. The first throw's multiplier counts only for a box that is
    filled from throw 1, so it is left out.
    """
    return _average(
        rules.dice, tuple(score(rules, box, roll, 3).points for roll in rolls(rules.dice))
    )


@lru_cache(maxsize=1024)
def _average(dice: int, points: tuple[int, ...]) -> Fraction:
    """The same from the points of every roll: games that differ in their stakes share it."""
    ways = len(FACES)
    kept = _value_of_keeping(dice, dict(zip(rolls(dice), points, strict=True)))
    for _ in range(2):
        best = {
            roll: max(kept[held] * ways ** len(held) for held in _ways_to_keep(roll))
            for roll in rolls(dice)
        }
        kept = _value_of_keeping(dice, best)
    return Fraction(kept[()], ways ** (3 * dice))


def _value_of_keeping(how_many: int, value: dict[Dice, int]) -> dict[Dice, int]:
    """From the value of each full roll, the value of each set of kept dice.

    Whole numbers: the value of kept dice is to be divided by six for each die still to be thrown.
    """
    found = dict(value)
    for size in range(how_many - 1, -1, -1):
        for held in rolls(size):
            found[held] = sum(found[more] for more in _one_more(held))
    return found


@cache
def _one_more(held: Dice) -> tuple[Dice, ...]:
    return tuple(tuple(sorted((*held, face))) for face in FACES)


@cache
def _ways_to_keep(roll: Dice) -> frozenset[Dice]:
    ways: set[Dice] = {()}
    for pips in roll:
        ways |= {(*held, pips) for held in ways}
    return frozenset(ways)
