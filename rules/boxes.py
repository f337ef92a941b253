"""The boxes that the games share, each with its name and its scorer."""

from collections.abc import Callable

from rules import scorers
from rules.model import Box, Doubling, Scorer, Series
from rules.text import Text

_FACES = (
    ("ones", Text("Единицы", "Ones")),
    ("twos", Text("Двойки", "Twos")),
    ("threes", Text("Тройки", "Threes")),
    ("fours", Text("Четвёрки", "Fours")),
    ("fives", Text("Пятёрки", "Fives")),
    ("sixes", Text("Шестёрки", "Sixes")),
)


def school(scorer_of: Callable[[int], Scorer]) -> tuple[Box, ...]:
    """The six school boxes under one way of scoring, ones to sixes."""
    return tuple(
        Box(
            key,
            name,
            Text(str(face), str(face)),
            Series.SCHOOL,
            scorer_of(face),
            Doubling.SCHOOL,
            face,
        )
        for face, (key, name) in enumerate(_FACES, start=1)
    )


def _combination(key: str, name: Text, short: Text, scorer: Scorer) -> Box:
    doubling = Doubling.CHANCE if key == "chance" else Doubling.ALWAYS
    return Box(key, name, short, Series.COMBINATIONS, scorer, doubling)


PAIR = _combination("pair", Text("Пара", "Pair"), Text("Пара", "Pair"), scorers.pair)
TWO_PAIRS = _combination(
    "two_pairs", Text("Две пары", "Two pairs"), Text("2 пары", "2 pairs"), scorers.two_pairs
)
THREE_OF_A_KIND = _combination(
    "three_of_a_kind", Text("Сет", "Three of a kind"), Text("Сет", "Three"), scorers.three_of_a_kind
)
SMALL_STRAIGHT = _combination(
    "small_straight",
    Text("Малый стрит", "Small straight"),
    Text("М. стрит", "S. str."),
    scorers.small_straight,
)
LARGE_STRAIGHT = _combination(
    "large_straight",
    Text("Большой стрит", "Large straight"),
    Text("Б. стрит", "L. str."),
    scorers.large_straight,
)
EVEN = _combination("even", Text("Чёт", "Even"), Text("Чёт", "Even"), scorers.even)
ODD = _combination("odd", Text("Нечет", "Odd"), Text("Нечет", "Odd"), scorers.odd)
FULL_HOUSE = _combination(
    "full_house", Text("Фул", "Full house"), Text("Фул", "Full"), scorers.full_house
)
FOUR_OF_A_KIND = _combination(
    "four_of_a_kind", Text("Каре", "Four of a kind"), Text("Каре", "Four"), scorers.four_of_a_kind
)
POKER = _combination("poker", Text("Покер", "Poker"), Text("Покер", "Poker"), scorers.poker)
CHANCE = _combination("chance", Text("Шанс", "Chance"), Text("Шанс", "Chance"), scorers.chance)

LITTLE_FOOL = _combination(
    "little_fool",
    Text("Малый дурак", "Little fool"),
    Text("2+2+2", "2+2+2"),
    scorers.little_fool,
)
BIG_FOOL = _combination(
    "big_fool", Text("Большой дурак", "Big fool"), Text("3+3", "3+3"), scorers.big_fool
)
FLASH = _combination("flash", Text("Флеш", "Flash"), Text("4+2", "4+2"), scorers.flash)
STREET = _combination("street", Text("Стрит", "Street"), Text("Стрит", "Street"), scorers.street)
FIVE_OF_SIX = _combination("poker", Text("Покер", "Poker"), Text("5+1", "5+1"), scorers.five_of_six)
GENERAL = _combination("general", Text("Генерал", "General"), Text("Ген.", "Gen."), scorers.general)
MISER = Box(
    "miser",
    Text("Мизер", "Miser"),
    Text("Мизер", "Miser"),
    Series.EXTRA,
    scorers.miser,
    Doubling.CHANCE,
)

NINE_COMBINATIONS = (
    PAIR,
    TWO_PAIRS,
    THREE_OF_A_KIND,
    SMALL_STRAIGHT,
    LARGE_STRAIGHT,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    POKER,
    CHANCE,
)
ELEVEN_COMBINATIONS = (
    PAIR,
    TWO_PAIRS,
    THREE_OF_A_KIND,
    SMALL_STRAIGHT,
    LARGE_STRAIGHT,
    EVEN,
    ODD,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    POKER,
    CHANCE,
)
