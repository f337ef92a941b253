"""How the engine says numbers and places, in both languages."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.engine.model import Text

if TYPE_CHECKING:
    from tournaments.engine.model import Points

MISSING = Text(ru="нет", en="none")


def number(value: Points | None) -> Text:
    """Say a figure: whole, or with two decimals, halves away from zero, never −0.00."""
    if value is None:
        return MISSING
    if value.denominator == 1:
        plain = str(abs(int(value)))
    else:
        hundredths = int(abs(Fraction(value)) * 100 + Fraction(1, 2))
        plain = f"{hundredths // 100}.{hundredths % 100:02}"
    sign = "−" if value < 0 and plain.strip("0.") else ""
    return Text(ru=sign + plain.replace(".", ","), en=sign + plain)


def ordinal(place: int) -> Text:
    """Say a place: «3-е место», "3rd"."""
    tail = (
        "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    )
    return Text(ru=f"{place}-е место", en=f"{place}{tail}")
