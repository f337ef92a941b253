"""Одна рука; also the blitz (rules.md §2.9)."""

from rules.model import RuleSet
from rules.options import Options
from rules.sets.courses import SHOWDOWN_COURSE
from rules.sets.keys import SHOWDOWN_KEYS
from rules.text import Text

SHOWDOWN = RuleSet(
    key="showdown",
    name=Text("Одна рука", "One hand"),
    sentence=Text(
        "Одна рука до трёх бросков; оставленная кость больше не бросается. Победитель забирает "
        "банк, равные играют ещё.",
        "One hand of up to three throws; a die left lying is not thrown again. The winner takes "
        "the pot, equals play on.",
    ),
    course=SHOWDOWN_COURSE,
    boxes=(),
    option_keys=SHOWDOWN_KEYS,
    options=Options(settlement="pot"),
    start_dice=1,
    rank_only=True,
)
