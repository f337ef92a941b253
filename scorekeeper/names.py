"""Names of people and clubs, cleaned before they are stored, and the keys they are compared by."""

import unicodedata

MOST_LETTERS = 80
"""Letters that a name may have, as it is stored."""
MOST_KEY_LETTERS = 240
"""Letters that its key may have: one letter can stand for eighteen (U+FDFA)."""

_JOINER = "\u200d"
_KEPT = frozenset({_JOINER, "\ufe0f"})  # they hold an emoji together
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing


def clean_name(typed: str) -> str:
    """``typed`` as it is stored: NFC, single spaces, no control or invisible characters.

    Line breaks and no-break spaces become spaces; the result is empty when nothing visible is
    left.
    """
    composed = unicodedata.normalize("NFC", typed)
    shown = "".join(
        " " if character.isspace() else character
        for character in composed
        if character.isspace() or character in _KEPT or not _invisible(character)
    )
    cleaned = " ".join(shown.split()).strip("".join(_KEPT))
    visible = any(unicodedata.category(c)[0] in "LNPS" for c in cleaned)
    return cleaned if visible else ""


def _invisible(character: str) -> bool:
    # Cs: a lone surrogate cannot be stored as UTF-8; Co, Cn: nobody's letters.
    return character in _BLANKS or unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"}


def name_key(name: str) -> str:
    """What two spellings of one name share: case, composition and spacing do not count."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", clean_name(name)).casefold())


_LOOK_ALIKE = str.maketrans("abcehikmoptxyё", "авсенікмортхуе")


def search_key(name: str) -> str:
    """What names share that only look alike: ё is е, and a Latin letter the Cyrillic of its shape.

    Names are searched by it too, so that every database finds them in any case.
    """
    return name_key(name).translate(_LOOK_ALIKE)


def is_too_long(name: str) -> bool:
    """Whether a name, cleaned, is longer than what is stored of it and of its key."""
    return len(name) > MOST_LETTERS or len(name_key(name)) > MOST_KEY_LETTERS


def checked_name(typed: str) -> str:
    """``typed`` as it is stored; ValueError where nothing is visible or it is too long."""
    cleaned = clean_name(typed)
    if not cleaned:
        raise ValueError("a name needs a visible letter")
    if is_too_long(cleaned):
        raise ValueError(f"a name has at most {MOST_LETTERS} letters")
    return cleaned


_LETTERS = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_ORDER = {letter: f"{place:02d}" for place, letter in enumerate(_LETTERS)}


def alphabetical(name: str) -> tuple[str, str]:
    """Sort key in the Russian alphabet, ё after е, whatever the case; Latin after Cyrillic.

    Word by word: a name whose word ends comes before one whose word goes on.
    """
    folded = name.casefold()
    return ("".join(map(_place, folded)), folded)


def _place(letter: str) -> str:
    if unicodedata.category(letter) in {"Zs", "Pd", "Po"}:
        return f"!{letter}"
    return _ORDER.get(letter, f"~{letter}")
