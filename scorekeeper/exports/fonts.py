"""The type of the printed page: whole font files under names of our own, and how wide a text is.

No system font is ever needed: a club's server may have none, and another's would break lines
elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path

import fontpkg_pt_sans
import fontpkg_pt_sans_narrow
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

_SANS = Path(fontpkg_pt_sans.ROOT) / "files"
_NARROW = Path(fontpkg_pt_sans_narrow.ROOT) / "files"

MILLIMETRES_A_POINT = 25.4 / 72

_MISSING = 1.3  # em; a letter that our fonts lack comes from another, perhaps a wide one
_SLACK = 1.04  # kerning and rounding


class Face(Enum):
    """A font file: family and weight of CSS, and where it lies."""

    SANS = ("Sheet Sans", 400, _SANS / "PT_Sans-Web-Regular.ttf")
    SANS_BOLD = ("Sheet Sans", 700, _SANS / "PT_Sans-Web-Bold.ttf")
    NARROW = ("Sheet Narrow", 400, _NARROW / "PT_Sans-Narrow-Web-Regular.ttf")
    NARROW_BOLD = ("Sheet Narrow", 700, _NARROW / "PT_Sans-Narrow-Web-Bold.ttf")

    @property
    def family(self) -> str:
        return self.value[0]

    @property
    def weight(self) -> int:
        return self.value[1]

    @property
    def file(self) -> Path:
        return self.value[2]

    @property
    def url(self) -> str:
        """The address that the style sheet calls it by; only pdf.Fetcher knows it."""
        return f"font:{self.file.name}"


def font_face_rules() -> str:
    """The ``@font-face`` rules of all faces."""
    return "".join(
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight};'
        f' src: url("{face.url}") }}\n'
        for face in Face
    )


@cache
def _advances(face: Face) -> Mapping[int, float]:
    """Code point → width in em."""
    with TTFont(face.file, lazy=True) as font:
        em = font["head"].unitsPerEm
        widths = font["hmtx"]
        return {code: widths[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def width(text: str, size: float, face: Face) -> float:
    """How wide ``text`` is at ``size`` points: millimetres, rather too much than too little."""
    advances = _advances(face)
    em = sum(advances.get(ord(letter), _MISSING) for letter in text)
    return em * size * MILLIMETRES_A_POINT * _SLACK


def lines(text: str, size: float, face: Face, wide: float) -> int:
    """How many lines ``text`` takes in ``wide`` millimetres; a word too long is broken anywhere."""
    found, at = 1, 0.0
    space = width(" ", size, face)
    for word in text.split():
        long = width(word, size, face)
        if at and at + space + long <= wide:
            at += space + long
            continue
        if at:
            found += 1
        at = long
        if long > wide:
            whole, at = _broken(word, size, face, wide)
            found += whole
    return found


def _broken(word: str, size: float, face: Face, wide: float) -> tuple[int, float]:
    """(lines that a word fills, millimetres of its last line)."""
    filled, at = 0, 0.0
    for letter in word:
        long = width(letter, size, face)
        if at and at + long > wide:
            filled, at = filled + 1, 0.0
        at += long
    return filled, at


@dataclass(frozen=True, slots=True)
class Fitted:
    """A type size and a line height, both in points."""

    size: float
    leading: float


_LEADING = 1.12


@lru_cache(4096)
def fitted(
    text: str, face: Face, wide: float, high: float, *, largest: float, smallest: float = 3.5
) -> Fitted:
    """The largest type in which ``text`` stands inside ``wide`` × ``high`` millimetres.

    Sizes in points, tried from ``largest`` down by half points; ``smallest`` when none fits. A
    word is broken only where even small type would not hold it whole.
    """
    chosen = Fitted(smallest, smallest * _LEADING)
    whole_words_from = max(smallest, 0.7 * largest)
    longest = max(text.split(), key=len, default="")
    size = largest
    while size >= smallest:
        leading = size * _LEADING
        high_enough = lines(text, size, face, wide) * leading * MILLIMETRES_A_POINT <= high
        keeps_words = size < whole_words_from or width(longest, size, face) <= wide
        if high_enough and keeps_words:
            return Fitted(size, leading)
        size -= 0.5
    return chosen
