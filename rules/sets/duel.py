"""Двенадцать комбинаций, for two (rules.md §2.6)."""

from rules.boxes import (
    CHANCE,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    POKER,
    SMALL_STRAIGHT,
    school,
)
from rules.model import RuleSet
from rules.options import Options
from rules.scorers import plain_school
from rules.sets.courses import DUEL_COURSE
from rules.sets.keys import DUEL_KEYS
from rules.text import Text

DUEL = RuleSet(
    key="duel",
    name=Text("Двенадцать комбинаций", "Twelve combinations"),
    sentence=Text(
        "Игра вдвоём: двенадцать ходов, проигравший платит ставку за каждое очко разницы.",
        "For two: twelve turns, and the loser pays the stake for each point of the difference.",
    ),
    course=DUEL_COURSE,
    boxes=(
        *school(plain_school),
        FOUR_OF_A_KIND,
        FULL_HOUSE,
        SMALL_STRAIGHT,
        LARGE_STRAIGHT,
        POKER,
        CHANCE,
    ),
    option_keys=DUEL_KEYS,
    options=Options(
        poker_points=50,
        school_bonus_from=63,
        small_straight="four",
        small_straight_points=30,
        large_straight_points=40,
        full_house_points=25,
        four_of_a_kind_sums_all=True,
        settlement="difference",
    ),
    most=2,
)
