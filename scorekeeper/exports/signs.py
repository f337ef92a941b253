"""Dice and signs in ink, on the squares of templates/exports/die.html and sign.html."""

from . import ink
from .fonts import MILLIMETRES_A_POINT, Face
from .grid import Sign
from .ink import Ink
from .planned import PlannedSheet

DIE = 3.8
"""Millimetres of a die's side."""


def die(pen: Ink, sheet: PlannedSheet, face: int, left: float, top: float) -> None:
    """One die showing ``face``, or the card that stands for it."""
    pips = [] if sheet.cards else [_disc(x, y, 1.9) for x, y in _PIPS[face]]
    body = f"1.1 w {_rounded(1, 1, 18, 18, 3.6)} S {' '.join(pips)}"
    pen.drawing(body, left, top, DIE, 20)
    if sheet.cards:
        card, size = sheet.cards[face - 1], 8.0
        base = top + DIE / 2 + 0.35 * size * MILLIMETRES_A_POINT
        half = ink.wide(card, size, Face.NARROW_BOLD) / 2
        pen.text(card, left + DIE / 2 - half, base, size, Face.NARROW_BOLD)


_KAPPA = 0.5523


def _disc(x: float, y: float, r: float) -> str:
    k = _KAPPA * r
    return (
        f"{x + r:g} {y:g} m {x + r:g} {y + k:g} {x + k:g} {y + r:g} {x:g} {y + r:g} c "
        f"{x - k:g} {y + r:g} {x - r:g} {y + k:g} {x - r:g} {y:g} c "
        f"{x - r:g} {y - k:g} {x - k:g} {y - r:g} {x:g} {y - r:g} c "
        f"{x + k:g} {y - r:g} {x + r:g} {y - k:g} {x + r:g} {y:g} c f"
    )


def _rounded(x: float, y: float, w: float, h: float, r: float) -> str:
    k = r * (1 - _KAPPA)
    x2, y2 = x + w, y + h
    return (
        f"{x + r:g} {y:g} m {x2 - r:g} {y:g} l "
        f"{x2 - k:g} {y:g} {x2:g} {y + k:g} {x2:g} {y + r:g} c "
        f"{x2:g} {y2 - r:g} l {x2:g} {y2 - k:g} {x2 - k:g} {y2:g} {x2 - r:g} {y2:g} c "
        f"{x + r:g} {y2:g} l {x + k:g} {y2:g} {x:g} {y2 - k:g} {x:g} {y2 - r:g} c "
        f"{x:g} {y + r:g} l {x:g} {y + k:g} {x + k:g} {y:g} {x + r:g} {y:g} c h"
    )


_CORNERS = {"nw": (5.4, 5.4), "se": (14.6, 14.6), "ne": (14.6, 5.4), "sw": (5.4, 14.6)}

_CENTRE, _WEST, _EAST = (10.0, 10.0), (5.4, 10.0), (14.6, 10.0)

_TWO = (_CORNERS["nw"], _CORNERS["se"])

_FOUR = tuple(_CORNERS.values())

_PIPS = {
    1: (_CENTRE,),
    2: _TWO,
    3: (_CENTRE, *_TWO),
    4: _FOUR,
    5: (_CENTRE, *_FOUR),
    6: (*_FOUR, _WEST, _EAST),
}

SIGNS = {
    Sign.CHECK: "1.5 w 0 J 1.5 5.5 m 4 8.5 l 8.8 1.5 l S",
    Sign.STAR: "5 .4 m 6.3 3.8 l 9.9 3.9 l 7 6.1 l 8 9.6 l 5 7.6 l 2 9.6 l 3 6.1 l .1 3.9 l"
    " 3.7 3.8 l h f",
}
