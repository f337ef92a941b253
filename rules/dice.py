"""Dice as they are typed: pips, or the faces of poker dice in either alphabet (rules.md §1, §6)."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from rules.errors import Code, RuleError
from rules.text import Text

Dice = tuple[int, ...]
"""Pips 1–6, one a die, in the order typed."""

Counts = tuple[int, int, int, int, int, int]
"""How many dice show 1, 2, … 6."""

FACES = (1, 2, 3, 4, 5, 6)
JOKER = "0"

_LATIN = {"9": 1, "10": 2, "T": 2, "t": 2, "J": 3, "j": 3, "Q": 4, "q": 4, "K": 5, "k": 5}
_LATIN |= {"A": 6, "a": 6}
_CYRILLIC = {"9": 1, "10": 2, "В": 3, "в": 3, "Д": 4, "д": 4, "К": 5, "к": 5, "Т": 6, "т": 6}
_PIPS = {str(face): face for face in FACES}

LATIN_FACES = ("9", "10", "J", "Q", "K", "A")
CYRILLIC_FACES = ("9", "10", "В", "Д", "К", "Т")


def parse_dice(text: str, how_many: int = 5, joker: bool = False) -> Dice:
    """The pips that ``text`` means.

    One alphabet throughout: pips ``33355``, Latin ``9 10 J Q K A`` (T for 10) or Cyrillic
    ``9 10 В Д К Т`` (Т is the ace); spaces and commas are ignored (rules.md §6). Six dice are
    typed as pips only, and there ``joker`` lets one die be ``0``, the marked 1.

    Raises RuleError ``bad_dice`` when it cannot be read or the number of dice is wrong.
    """
    letters = "".join(c for c in text if c != "," and not c.isspace())
    pips = letters
    if joker and letters.count(JOKER) == 1:
        pips = letters.replace(JOKER, "1")
    found = _read(pips, _PIPS)
    if found is None and how_many != 6:
        found = _read(letters, _LATIN) or _read(letters, _CYRILLIC)
    if not letters:
        raise RuleError(
            Code.BAD_DICE,
            Text(f"Введите {how_many} костей.", f"Type {how_many} dice.")
            if how_many != 1
            else Text("Введите одну кость.", "Type one die."),
        )
    if found is None:
        raise RuleError(Code.BAD_DICE, _unreadable(how_many).filled(text=_shortened(text)))
    if len(found) != how_many:
        raise RuleError(
            Code.BAD_DICE,
            Text(
                f"Нужно костей: {how_many}, введено: {len(found)}.",
                f"{how_many} dice are needed, {len(found)} were typed.",
            ),
        )
    return found


def _unreadable(how_many: int) -> Text:
    if how_many != 6:
        return Text(
            "«{text}» не читается: очки 1–6 или знаки 9 10 В Д К Т (9 10 J Q K A), не вперемешку.",
            "“{text}” cannot be read: pips 1–6, or faces 9 10 J Q K A (9 10 В Д К Т), not mixed.",
        )
    return Text(
        "«{text}» не читается: очки от 1 до 6.", "“{text}” cannot be read: pips from 1 to 6."
    )


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 24 else flat[:23] + "…"


def _read(letters: str, faces: dict[str, int]) -> Dice | None:
    found: list[int] = []
    at = 0
    while at < len(letters):
        size = 2 if letters[at : at + 2] in faces else 1
        pips = faces.get(letters[at : at + size])
        if pips is None:
            return None
        found.append(pips)
        at += size
    return tuple(found)


def written(dice: Dice) -> str:
    """The pips as one string, "33355": how dice are stored and shown in a sentence."""
    return "".join(str(pips) for pips in dice)


def counts(dice: Dice) -> Counts:
    """How many dice show each face."""
    return (
        dice.count(1),
        dice.count(2),
        dice.count(3),
        dice.count(4),
        dice.count(5),
        dice.count(6),
    )


@cache
def rolls(how_many: int = 5) -> tuple[Dice, ...]:
    """Every different roll, as sorted dice: 252 of five dice, 462 of six."""
    return tuple(combinations_with_replacement(FACES, how_many))


def spread(found: Counts) -> Iterator[int]:
    """The dice behind counts, lowest first."""
    for face, n in zip(FACES, found, strict=True):
        for _ in range(n):
            yield face
