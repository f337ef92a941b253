"""Шесть костей с влитиями (rules.md §2.8)."""

from rules.boxes import (
    BIG_FOOL,
    FIVE_OF_SIX,
    FLASH,
    GENERAL,
    LITTLE_FOOL,
    MISER,
    STREET,
    school,
)
from rules.model import Bank, Pouring, RuleSet
from rules.options import Options
from rules.scorers import six_dice_school
from rules.sets.courses import SIX_DICE_COURSE
from rules.sets.keys import SIX_DICE_KEYS
from rules.text import Text

SIX_DICE = RuleSet(
    key="six-dice",
    name=Text("Шесть костей с влитиями", "Six dice with pouring"),
    sentence=Text(
        "Втроём, вчетвером или двое на двое: двенадцать игр, сбережённые броски, мизер и влития "
        "соперникам.",
        "For three or four, or two against two: twelve games, saved throws, miser, and pouring "
        "into opponents' columns.",
    ),
    course=SIX_DICE_COURSE,
    boxes=(
        *school(six_dice_school),
        LITTLE_FOOL,
        BIG_FOOL,
        FLASH,
        STREET,
        FIVE_OF_SIX,
        GENERAL,
        MISER,
    ),
    option_keys=SIX_DICE_KEYS,
    options=Options(settlement="none"),
    fewest=3,
    most=4,
    dice=6,
    start_dice=2,
    bank=Bank(saves_when_failed=True, skip_brings=3),
    pouring=Pouring(turns=6, reward=3),
    pairs_of_players=True,
)
