"""Минус двадцать (rules.md §2.5)."""

from dataclasses import replace

from rules.boxes import ELEVEN_COMBINATIONS, school
from rules.model import RuleSet
from rules.scorers import minus_school
from rules.sets.courses import MINUS_TWENTY_COURSE
from rules.sets.free_choice import FREE_CHOICE
from rules.sets.keys import MINUS_TWENTY_KEYS
from rules.text import Text

MINUS_TWENTY = RuleSet(
    key="minus-twenty",
    name=Text("Минус двадцать", "Minus twenty"),
    sentence=Text(
        "Любой порядок клеток. Меньше трёх одинаковых в школе — минус двадцать; есть чёт и нечет.",
        "Boxes in any order. Fewer than three alike in the school cost twenty; with even and odd.",
    ),
    course=MINUS_TWENTY_COURSE,
    boxes=(*school(minus_school), *ELEVEN_COMBINATIONS),
    option_keys=MINUS_TWENTY_KEYS,
    options=replace(FREE_CHOICE.options, school_bonus_from=0, unplayed_school=-20),
)
