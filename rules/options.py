"""House rules: every option of rules.md §5, what it takes, and what it means in a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from rules.errors import Code, RuleError
from rules.takes import Choice, DecimalString, Flag, Takes, WholeNumber
from rules.text import Text

Value = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules a game is played under; a rule set says which of them it has.

    The values here are the neutral ones that an option takes where a rule set does not have it.
    Points are whole numbers; ``stake`` and ``unit`` are decimal strings of money.
    """

    poker_bonus: int = 0
    poker_points: int | None = None
    four_of_a_kind_bonus: int = 0
    full_house_bonus: int = 0
    two_pairs_bonus: int = 0
    first_throw_multiplier: int = 1
    double_poker_bonus: bool = False
    double_school: bool = False
    double_chance: bool = False
    school_bonus: int = 0
    school_bonus_from: int = 0
    negative_school: int = 0
    two_pairs_from_four_alike: bool = False
    full_house_from_five_alike: bool = False
    small_straight: str = "five"
    small_straight_points: int | None = None
    large_straight_points: int | None = None
    full_house_points: int | None = None
    small_straight_sums_all: bool = False
    three_of_a_kind_sums_all: bool = False
    four_of_a_kind_sums_all: bool = False
    unplayed_school: int = 0
    order: str = "any"
    failed_mark: str = "dash"
    settlement: str = "mean"
    stake: str = "1"
    unit: str = "1"
    saved_throw_points: int = 0
    unfinished_school: int | str = 0
    unfinished_combination: int = 0
    finish_round: bool = False
    school_extra_once: bool = False
    straights: str = "none"
    kickers: bool = False
    tie_by_sum: bool = False
    lowball: bool = False
    blitz_throws: int = 3


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its key, a short label, one sentence, and what it takes."""

    key: str
    label: Text
    sentence: Text
    takes: Takes


_POINTS = WholeNumber(0, 1000)
_POINTS_OR_NONE = WholeNumber(0, 1000, or_null=True)

_ALL = (
    Option(
        "poker_bonus",
        Text("Премия за покер", "Poker bonus"),
        Text(
            "Столько очков добавляется за покер; в клубах бывает от 50 до 300.",
            "Points added for a poker; clubs use 50 to 300.",
        ),
        _POINTS,
    ),
    Option(
        "poker_points",
        Text("Очки за покер", "Poker points"),
        Text(
            "Покер стоит столько очков вместо суммы костей; пусто — сумма костей.",
            "A poker is worth this many points instead of its sum; empty: the sum.",
        ),
        _POINTS_OR_NONE,
    ),
    Option(
        "four_of_a_kind_bonus",
        Text("Премия за каре", "Four of a kind bonus"),
        Text("Столько очков добавляется за каре.", "Points added for four of a kind."),
        _POINTS,
    ),
    Option(
        "full_house_bonus",
        Text("Премия за фул", "Full house bonus"),
        Text("Столько очков добавляется за фул.", "Points added for a full house."),
        _POINTS,
    ),
    Option(
        "two_pairs_bonus",
        Text("Премия за две пары", "Two pairs bonus"),
        Text("Столько очков добавляется за две пары.", "Points added for two pairs."),
        _POINTS,
    ),
    Option(
        "first_throw_multiplier",
        Text("Множитель первого броска", "First throw multiplier"),
        Text(
            "Во второй серии, кроме шанса, очки костей с первого броска умножаются на это число; "
            "премии не умножаются.",
            "In the second series, chance apart, the points of the dice from the first throw are "
            "multiplied by this; bonuses are not.",
        ),
        Choice(((1, Text("нет", "none")), (2, Text("×2", "×2")))),
    ),
    Option(
        "double_poker_bonus",
        Text("Умножать и премию за покер", "Multiply the poker bonus too"),
        Text(
            "С первого броска умножается и премия за покер: (сумма + премия) × множитель.",
            "On the first throw the poker bonus is multiplied as well: (sum + bonus) × multiplier.",
        ),
        Flag(),
    ),
    Option(
        "double_school",
        Text("Множитель и в школе", "Multiply the school too"),
        Text(
            "С первого броска умножаются и клетки школы, минус тоже.",
            "On the first throw the school boxes are multiplied as well, minus too.",
        ),
        Flag(),
    ),
    Option(
        "double_chance",
        Text("Множитель и для шанса", "Multiply chance too"),
        Text(
            "С первого броска умножается и шанс.",
            "On the first throw chance is multiplied as well.",
        ),
        Flag(),
    ),
    Option(
        "school_bonus",
        Text("Премия за школу", "School bonus"),
        Text(
            "Столько очков добавляется к школе, когда заполнены все шесть клеток и сумма не меньше "
            "порога.",
            "Points added to the school when all six boxes are full and the sum is at least the "
            "threshold.",
        ),
        _POINTS,
    ),
    Option(
        "school_bonus_from",
        Text("Порог премии за школу", "School bonus threshold"),
        Text(
            "Сумма школы, начиная с которой даётся премия (не меньше).",
            "The school sum from which the bonus is given (not less).",
        ),
        WholeNumber(-100, 200),
    ),
    Option(
        "negative_school",
        Text("Штраф за школу в минусе", "Negative school penalty"),
        Text(
            "Добавляется, когда сумма шести клеток школы меньше нуля и премии нет; например −50.",
            "Added when the six school boxes sum below zero and there is no bonus; e.g. −50.",
        ),
        WholeNumber(-1000, 0),
    ),
    Option(
        "two_pairs_from_four_alike",
        Text("Две пары из четырёх одинаковых", "Two pairs from four alike"),
        Text(
            "Четыре одинаковые кости можно записать в «две пары».",
            "Four dice alike may be entered as two pairs.",
        ),
        Flag(),
    ),
    Option(
        "full_house_from_five_alike",
        Text("Фул из пяти одинаковых", "Full house from five alike"),
        Text(
            "Пять одинаковых костей можно записать в «фул».",
            "Five dice alike may be entered as a full house.",
        ),
        Flag(),
    ),
    Option(
        "small_straight",
        Text("Малый стрит", "Small straight"),
        Text(
            "Пять: только 1-2-3-4-5, а большой — только 2-3-4-5-6. Четыре: любые четыре подряд, "
            "а большой — любые пять подряд.",
            "Five: 1-2-3-4-5 only, and the large one 2-3-4-5-6 only. Four: any four in a row, and "
            "the large one any five in a row.",
        ),
        Choice(
            (
                ("five", Text("пять: 1-2-3-4-5", "five: 1-2-3-4-5")),
                ("four", Text("четыре подряд", "four in a row")),
            )
        ),
    ),
    Option(
        "small_straight_points",
        Text("Очки за малый стрит", "Small straight points"),
        Text(
            "Малый стрит стоит столько очков вместо суммы; пусто — сумма.",
            "A small straight is worth this many points instead of its sum; empty: the sum.",
        ),
        _POINTS_OR_NONE,
    ),
    Option(
        "large_straight_points",
        Text("Очки за большой стрит", "Large straight points"),
        Text(
            "Большой стрит стоит столько очков вместо суммы; пусто — сумма.",
            "A large straight is worth this many points instead of its sum; empty: the sum.",
        ),
        _POINTS_OR_NONE,
    ),
    Option(
        "full_house_points",
        Text("Очки за фул", "Full house points"),
        Text(
            "Фул стоит столько очков вместо суммы; пусто — сумма.",
            "A full house is worth this many points instead of its sum; empty: the sum.",
        ),
        _POINTS_OR_NONE,
    ),
    Option(
        "small_straight_sums_all",
        Text("Малый стрит: сумма всех костей", "Small straight sums all dice"),
        Text(
            "За малый стрит считаются все пять костей, а не только его четыре.",
            "A small straight counts all five dice, not just its four.",
        ),
        Flag(),
    ),
    Option(
        "three_of_a_kind_sums_all",
        Text("Сет: сумма всех костей", "Three of a kind sums all dice"),
        Text(
            "За сет считаются все пять костей, а не только три одинаковые.",
            "Three of a kind counts all five dice, not just the three.",
        ),
        Flag(),
    ),
    Option(
        "four_of_a_kind_sums_all",
        Text("Каре: сумма всех костей", "Four of a kind sums all dice"),
        Text(
            "За каре считаются все пять костей, а не только четыре одинаковые.",
            "Four of a kind counts all five dice, not just the four.",
        ),
        Flag(),
    ),
    Option(
        "unplayed_school",
        Text("Школа без трёх одинаковых", "School box without three alike"),
        Text(
            "Столько очков приносит клетка школы, если одинаковых меньше трёх.",
            "What a school box brings with fewer than three alike.",
        ),
        WholeNumber(-1000, 0),
    ),
    Option(
        "order",
        Text("Порядок серий", "Order of the series"),
        Text(
            "Сначала школа: вторая серия начинается, когда заполнены все шесть клеток школы. "
            "Любой: клетки заполняются вперемешку.",
            "School first: the second series begins when all six school boxes are full. "
            "Any: boxes are filled in any order.",
        ),
        Choice(
            (
                ("school_first", Text("сначала школа", "school first")),
                ("any", Text("любой", "any")),
            )
        ),
    ),
    Option(
        "failed_mark",
        Text("Знак прочерка", "Mark of a struck box"),
        Text(
            "Что стоит в клетке без комбинации: прочерк или ноль.",
            "What stands in a box without its combination: a dash or a zero.",
        ),
        Choice((("dash", Text("прочерк «—»", "a dash “—”")), ("zero", Text("ноль", "a zero")))),
    ),
    Option(
        "settlement",
        Text("Расчёт", "Settlement"),
        Text(
            "От среднего: свой итог минус средний по столу. По разнице: с каждым соперником "
            "отдельно. Банк: победитель забирает все ставки.",
            "By mean: own total minus the table's mean. By difference: with each opponent in turn. "
            "Pot: the winner takes all stakes.",
        ),
        Choice(
            (
                ("mean", Text("от среднего", "by mean")),
                ("difference", Text("по разнице", "by difference")),
                ("pot", Text("банк", "pot")),
                ("none", Text("только места", "places only")),
            )
        ),
    ),
    Option(
        "stake",
        Text("Ставка", "Stake"),
        Text("Цена одного очка, а в банке — ставка.", "What a point, or a hand, is worth."),
        DecimalString(),
    ),
    Option(
        "unit",
        Text("Наименьшая единица денег", "Smallest money unit"),
        Text(
            "Выплаты округляются до этой единицы, сумма остаётся нулевой.",
            "Payments are rounded to this unit; their sum stays zero.",
        ),
        DecimalString(),
    ),
    Option(
        "saved_throw_points",
        Text("Очки за сбережённый бросок", "Points for a saved throw"),
        Text(
            "Столько стоит в конце игры каждый неистраченный бросок.",
            "What each unused saved throw is worth at the end.",
        ),
        WholeNumber(0, 100),
    ),
    Option(
        "unfinished_school",
        Text("Незакрытая клетка школы", "Unfinished school box"),
        Text(
            "Сколько отнимает в конце незакрытая клетка школы: три её номинала или столько очков.",
            "What an unfinished school box costs at the end: 3 × its face, or these points.",
        ),
        WholeNumber(-1000, 0, or_word="minus_three"),
    ),
    Option(
        "unfinished_combination",
        Text("Незакрытая комбинация", "Unfinished combination"),
        Text(
            "Сколько отнимает в конце незакрытая клетка второй серии.",
            "What an unfinished box of the second series costs at the end.",
        ),
        WholeNumber(-1000, 0),
    ),
    Option(
        "finish_round",
        Text("Круг доигрывается", "The round is completed"),
        Text(
            "Кто бы ни закончил первым, круг доигрывается до конца.",
            "Whoever finishes first, the round is played to its end.",
        ),
        Flag(),
    ),
    Option(
        "school_extra_once",
        Text("Надбавка в школе один раз", "School extra only once"),
        Text(
            "За лишние кости в школе даётся +5 один раз, не больше 25.",
            "Dice above four bring +5 once, 25 at most.",
        ),
        Flag(),
    ),
    Option(
        "straights",
        Text("Стриты в руке", "Straights in a hand"),
        Text(
            "Считается ли стрит комбинацией и где он стоит; 2-3-4-5-6 старше 1-2-3-4-5.",
            "Whether a straight ranks and where it stands; 2-3-4-5-6 beats 1-2-3-4-5.",
        ),
        Choice(
            (
                ("none", Text("не считаются", "do not rank")),
                ("card", Text("между сетом и фулом", "between three and full house")),
                ("above_full", Text("выше фула", "above full house")),
                ("above_four", Text("выше каре", "above four of a kind")),
            )
        ),
    ),
    Option(
        "kickers",
        Text("Считать остальные кости", "Kickers"),
        Text(
            "При равных комбинациях сравниваются остальные кости, старшая первой.",
            "Between equal combinations the other dice are compared, highest first.",
        ),
        Flag(),
    ),
    Option(
        "tie_by_sum",
        Text("Сравнивать по сумме", "Compare by sum"),
        Text(
            "Одинаковые комбинации сравниваются по сумме их костей, а не по номиналам.",
            "Equal combinations are compared by the sum of their dice, not by faces.",
        ),
        Flag(),
    ),
    Option(
        "lowball",
        Text("Побеждает младшая рука", "Lowball"),
        Text("Выигрывает худшая рука.", "The worst hand wins."),
        Flag(),
    ),
    Option(
        "blitz_throws",
        Text("Бросков в блице", "Throws in a blitz"),
        Text(
            "Сколько бросков даётся на каждую руку игры, если это блиц.",
            "How many throws each hand of the game has where it is a blitz.",
        ),
        Choice(((1, Text("один", "one")), (3, Text("до трёх", "up to three")))),
    ),
)

OPTIONS: Mapping[str, Option] = {option.key: option for option in _ALL}
"""Every house rule by key, in the order of rules.md §5."""

_FIELDS = frozenset(field.name for field in fields(Options))
assert set(OPTIONS) == _FIELDS, "each option has one description and one field"


def check_value(key: str, value: object) -> Value:
    """``value`` if option ``key`` takes it; RuleError ``bad_input`` names the option otherwise."""
    option = OPTIONS[key]
    if not option.takes.accepts(value):
        raise RuleError(
            Code.BAD_INPUT,
            Text(
                f"{option.label.ru} ({key}): {option.takes.says.ru}.",
                f"{option.label.en} ({key}): {option.takes.says.en}.",
            ),
        )
    assert value is None or isinstance(value, int | str)
    return value
