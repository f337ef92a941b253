"""Which house rules a family of games has, in the order of rules.md §5."""

_MONEY = ("settlement", "stake", "unit")

_BONUSES = (
    "poker_bonus",
    "poker_points",
    "four_of_a_kind_bonus",
    "full_house_bonus",
)
_FIRST_THROW = ("first_throw_multiplier", "double_poker_bonus", "double_school", "double_chance")
_SCHOOL_BONUS = ("school_bonus", "school_bonus_from")
_STRAIGHTS = (
    "full_house_from_five_alike",
    "small_straight",
    "small_straight_points",
    "large_straight_points",
    "full_house_points",
    "small_straight_sums_all",
)
_ENDING = ("order", "failed_mark", *_MONEY)

CLASSIC_KEYS = (
    *_BONUSES,
    "two_pairs_bonus",
    *_FIRST_THROW,
    *_SCHOOL_BONUS,
    "negative_school",
    "two_pairs_from_four_alike",
    *_STRAIGHTS,
    "three_of_a_kind_sums_all",
    "four_of_a_kind_sums_all",
    *_ENDING,
)
SAVED_THROWS_KEYS = (
    *_BONUSES,
    "two_pairs_bonus",
    "first_throw_multiplier",
    "double_poker_bonus",
    "double_chance",
    "two_pairs_from_four_alike",
    *_STRAIGHTS,
    "three_of_a_kind_sums_all",
    "four_of_a_kind_sums_all",
    "order",
    *_MONEY,
    "saved_throw_points",
    "unfinished_school",
    "unfinished_combination",
    "finish_round",
)
FREE_KEYS = tuple(key for key in CLASSIC_KEYS if key != "negative_school")
MINUS_TWENTY_KEYS = (
    *FREE_KEYS[: FREE_KEYS.index("order")],
    "unplayed_school",
    *_ENDING,
)
THIRTEEN_KEYS = (
    *_BONUSES,
    *_FIRST_THROW,
    *_SCHOOL_BONUS,
    *_STRAIGHTS,
    "three_of_a_kind_sums_all",
    "four_of_a_kind_sums_all",
    *_ENDING,
)
DUEL_KEYS = tuple(key for key in THIRTEEN_KEYS if key != "three_of_a_kind_sums_all")
SIX_DICE_KEYS = (*_MONEY, "saved_throw_points", "school_extra_once")
SHOWDOWN_KEYS = (*_MONEY, "straights", "kickers", "tie_by_sum", "lowball", "blitz_throws")
