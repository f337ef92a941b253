"""Lines of text in ink: where they break, how high they stand."""

from collections.abc import Iterator
from dataclasses import dataclass

from . import ink
from .fonts import MILLIMETRES_A_POINT, Face
from .ink import Ink


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a text is set: its face, its size and the distance of its lines, both in points."""

    face: Face
    size: float
    leading: float


def wrapped(text: str, size: float, face: Face, wide: float) -> Iterator[str]:
    """``text`` in lines of at most ``wide`` millimetres; a word too long is broken anywhere."""
    line = ""
    for word in _breakable(text):
        if ink.wide((line + word).rstrip(" "), size, face) <= wide:
            line += word
            continue
        if line:
            yield line.rstrip(" ")
        line = word
        while ink.wide(line.rstrip(" "), size, face) > wide and len(line) > 1:
            fits = next(
                at
                for at in range(len(line) - 1, 0, -1)
                if at == 1 or ink.wide(line[:at], size, face) <= wide
            )
            yield line[:fits]
            line = line[fits:]
    if line.strip():
        yield line.rstrip(" ")


def _breakable(text: str) -> Iterator[str]:
    """The pieces between which a line may be broken: after spaces, hyphens and dashes."""
    piece = ""
    for at, letter in enumerate(text):
        piece += letter
        after = text[at + 1 : at + 2]
        if (letter == " " and after != " ") or (letter in "-–—" and after.isalpha()):
            yield piece
            piece = ""
    if piece:
        yield piece


def paragraph(
    pen: Ink, text: str, kind: Lettering, left: float, top: float, wide: float, align: str = ""
) -> float:
    """Lines of text from ``top`` down; the height that they took."""
    lines = list(wrapped(text, kind.size, kind.face, wide))
    step = kind.leading * MILLIMETRES_A_POINT
    for at, line in enumerate(lines):
        spare = wide - ink.wide(line, kind.size, kind.face)
        shift = {"": 0.0, "centre": spare / 2, "right": spare}[align]
        base = top + at * step + ink.baseline(kind.size, kind.leading)
        pen.text(line, left + shift, base, kind.size, kind.face)
    return len(lines) * step


def lines_high(text: str, kind: Lettering, wide: float) -> float:
    """The height in millimetres that ``paragraph`` would take."""
    lines = sum(1 for _line in wrapped(text, kind.size, kind.face, wide))
    return lines * kind.leading * MILLIMETRES_A_POINT
