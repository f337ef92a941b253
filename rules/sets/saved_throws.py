"""Вариант второй, копим броски: a race (rules.md §2.3)."""

from rules.boxes import NINE_COMBINATIONS, school
from rules.model import Bank, RuleSet
from rules.options import Options
from rules.scorers import crossed_school
from rules.sets.courses import SAVED_THROWS_COURSE
from rules.sets.keys import SAVED_THROWS_KEYS
from rules.text import Text

SAVED_THROWS = RuleSet(
    key="saved-throws",
    name=Text("Вариант второй: копим броски", "Second variant: saved throws"),
    sentence=Text(
        "Гонка: кто первым закроет все пятнадцать клеток. Комбинация раньше третьего броска "
        "сберегает броски, их тратят потом; ход без комбинации потерян.",
        "A race to close all fifteen boxes. A combination before the third throw saves throws to "
        "spend later; a turn without one is lost.",
    ),
    course=SAVED_THROWS_COURSE,
    boxes=(*school(crossed_school), *NINE_COMBINATIONS),
    option_keys=SAVED_THROWS_KEYS,
    options=Options(
        poker_bonus=50,
        four_of_a_kind_bonus=30,
        order="school_first",
        saved_throw_points=3,
        unfinished_school="minus_three",
        unfinished_combination=-20,
    ),
    bank=Bank(saves_when_failed=False),
    race=True,
)
