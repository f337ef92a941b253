"""Names of people and clubs, cleaned before they are stored, and the keys they are compared by."""

import unicodedata

_JOINER = "\u200d"
_KEPT = frozenset({_JOINER, "\ufe0f"})  # they hold an emoji together


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
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"}


def name_key(name: str) -> str:
    """What two spellings of one name share: case, composition and spacing do not count."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", clean_name(name)).casefold())


_LETTERS = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_ORDER = {letter: f"{place:02d}" for place, letter in enumerate(_LETTERS)}


def alphabetical(name: str) -> tuple[str, str]:
    """Sort key in the Russian alphabet, ё after е, whatever the case; Latin after Cyrillic."""
    folded = name.casefold()
    return ("".join(_ORDER.get(letter, f"~{letter}") for letter in folded), folded)
