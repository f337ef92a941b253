"""Тринадцать строк (rules.md §2.7)."""

from dataclasses import replace

from rules.boxes import (
    CHANCE,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    POKER,
    SMALL_STRAIGHT,
    THREE_OF_A_KIND,
    school,
)
from rules.model import RuleSet
from rules.scorers import plain_school
from rules.sets.courses import THIRTEEN_COURSE
from rules.sets.duel import DUEL
from rules.sets.keys import THIRTEEN_KEYS
from rules.text import Text

THIRTEEN = RuleSet(
    key="thirteen",
    name=Text("Тринадцать строк", "Thirteen rows"),
    sentence=Text(
        "Любой порядок; сет и каре — сумма всех костей, твёрдая цена за фул, стриты и покер.",
        "Any order; three and four of a kind sum all dice, full house, straights and poker have "
        "fixed points.",
    ),
    course=THIRTEEN_COURSE,
    boxes=(
        *school(plain_school),
        THREE_OF_A_KIND,
        FOUR_OF_A_KIND,
        FULL_HOUSE,
        SMALL_STRAIGHT,
        LARGE_STRAIGHT,
        POKER,
        CHANCE,
    ),
    option_keys=THIRTEEN_KEYS,
    options=replace(DUEL.options, three_of_a_kind_sums_all=True, settlement="mean"),
)
