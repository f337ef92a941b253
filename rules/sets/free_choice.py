"""Свободный выбор (rules.md §2.4)."""

from rules.boxes import NINE_COMBINATIONS, school
from rules.model import RuleSet
from rules.options import Options
from rules.scorers import plain_school
from rules.sets.courses import FREE_CHOICE_COURSE
from rules.sets.keys import FREE_KEYS
from rules.text import Text

FREE_CHOICE = RuleSet(
    key="free-choice",
    name=Text("Свободный выбор", "Free choice"),
    sentence=Text(
        "Любой порядок клеток, простая сумма в школе, твёрдая цена за стриты и покер.",
        "Boxes in any order, plain sums in the school, fixed points for straights and poker.",
    ),
    course=FREE_CHOICE_COURSE,
    boxes=(*school(plain_school), *NINE_COMBINATIONS),
    option_keys=FREE_KEYS,
    options=Options(
        poker_points=50,
        school_bonus_from=63,
        small_straight="four",
        small_straight_points=25,
        large_straight_points=30,
    ),
)
