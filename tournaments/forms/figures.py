"""Points as an organiser types them."""

import re
from fractions import Fraction

from tournaments.engine.points import typed_points

_BETWEEN = re.compile(r"[\s;]+|(?<=[0-9])[–—]")
"""What parts figures; a dash before a figure is its minus."""


def typed_figures(typed: str) -> list[Fraction]:
    """What is typed as "10 7 5,5 3" or "7–5–3", exactly; ValueError for what is no points."""
    figures = _BETWEEN.split(typed.strip())
    return [typed_points(figure) for figure in figures if figure not in ("", "–", "—")]
