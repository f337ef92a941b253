"""Классика, 17 граф: the default game (rules.md §2.1)."""

from rules.boxes import NINE_COMBINATIONS, school
from rules.model import RuleSet
from rules.options import Options
from rules.scorers import relative_school
from rules.sets.courses import CLASSIC_COURSE
from rules.sets.keys import CLASSIC_KEYS
from rules.text import Text

CLASSIC = RuleSet(
    key="classic",
    name=Text("Классика, 17 граф", "Classic, 17 columns"),
    sentence=Text(
        "Сначала школа: три одинаковых — ноль, больше или меньше — плюс или минус. Потом девять "
        "комбинаций; с первого броска они вдвое дороже.",
        "The school first: three alike are zero, more or fewer are plus or minus. Then nine "
        "combinations, worth double on the first throw.",
    ),
    course=CLASSIC_COURSE,
    boxes=(*school(relative_school), *NINE_COMBINATIONS),
    option_keys=CLASSIC_KEYS,
    options=Options(
        poker_bonus=50, first_throw_multiplier=2, school_bonus=50, order="school_first"
    ),
)
