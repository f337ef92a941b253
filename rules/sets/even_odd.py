"""С чётом и нечетом, 19 граф (rules.md §2.2)."""

from dataclasses import replace

from rules.boxes import ELEVEN_COMBINATIONS, school
from rules.model import RuleSet
from rules.scorers import relative_school
from rules.sets.classic import CLASSIC
from rules.sets.courses import EVEN_ODD_COURSE
from rules.sets.keys import CLASSIC_KEYS
from rules.text import Text

EVEN_ODD = RuleSet(
    key="even-odd",
    name=Text("С чётом и нечетом, 19 граф", "Even and odd, 19 columns"),
    sentence=Text(
        "Классика с двумя клетками больше: все чётные и все нечётные. Малый стрит — любые четыре "
        "подряд. Лучше всего вчетвером.",
        "Classic with two more boxes: all even and all odd. A small straight is any four in a "
        "row. Best with four players.",
    ),
    course=EVEN_ODD_COURSE,
    boxes=(*school(relative_school), *ELEVEN_COMBINATIONS),
    option_keys=CLASSIC_KEYS,
    options=replace(CLASSIC.options, small_straight="four"),
)
