"""A curve as SVG and, with the same figures, as a table."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 1000, 240
"""Of the drawing, in its own units; the page stretches it."""
MOST_ROWS = 40
"""More points than these are drawn and told by the means of neighbours."""


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A point in words: when, its figure, and the address of what it comes from, if any."""

    when: str
    figure: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """What a plot draws: ``line`` and ``band`` are points of SVG, ``dots`` their places.

    ``low`` and ``high`` are the words at its edges.
    """

    line: str
    band: str
    dots: tuple[tuple[int, int], ...]
    low: str
    high: str
    rows: tuple[PlotRow, ...]

    @property
    def first(self) -> str:
        return self.rows[0].when

    @property
    def last(self) -> str:
        return self.rows[-1].when


def plot(
    figures: Sequence[tuple[float, float, float]], rows: Sequence[PlotRow], edges: tuple[str, str]
) -> Plot:
    """The curve through ``figures``: lower edge of the band, figure, upper edge, in order.

    ``edges``: the least and the most of them in words. At least two points.
    """
    low = min(lower for lower, _figure, _upper in figures)
    high = max(upper for _lower, _figure, upper in figures)
    span = (high - low) or 1
    step = WIDTH / (len(figures) - 1)
    at = [round(number * step) for number in range(len(figures))]

    def up(value: float) -> int:
        return round(HEIGHT - (value - low) / span * HEIGHT)

    dots = tuple((x, up(figure)) for x, (_l, figure, _u) in zip(at, figures, strict=True))
    above = [(x, up(upper)) for x, (_l, _f, upper) in zip(at, figures, strict=True)]
    below = [(x, up(lower)) for x, (lower, _f, _u) in zip(at, figures, strict=True)]
    has_band = any(lower != upper for lower, _figure, upper in figures)
    return Plot(
        line=_points(dots),
        band=_points([*above, *reversed(below)]) if has_band else "",
        dots=dots,
        low=edges[0],
        high=edges[1],
        rows=tuple(rows),
    )


def _points(places: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def parts(length: int) -> list[tuple[int, int]]:
    """``length`` things in a row in at most MOST_ROWS parts as even as can be: first, end."""
    count = min(length, MOST_ROWS)
    return [(number * length // count, (number + 1) * length // count) for number in range(count)]
