"""The tints and rules of a printed table; each line once, although two cells share it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from .tables import Printed, PrintedTable

HAIR = 0.25
HEAVY = 0.8
"""Points of a rule."""


Segment = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page, in millimetres from its upper left corner."""

    left: float
    top: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        return self.left + self.wide

    @property
    def bottom(self) -> float:
        return self.top + self.high


def placed(table: PrintedTable, left: float, top: float) -> Iterator[tuple[Printed, Box]]:
    """Each cell with its place; one that spans reaches over the covered one beside it."""
    y = top
    for row, (high, cells) in enumerate(table.rows):
        x = left
        for column, cell in enumerate(cells):
            wide, tall = table.columns[column], high
            if cell.span and column + 1 < len(cells) and cells[column + 1].covered:
                wide += table.columns[column + 1]
            elif cell.span:
                tall += table.rows[row + 1][0]
            if not cell.covered and cell.kind != "gap":
                yield cell, Box(x, y, wide, tall)
            x += table.columns[column]
        y += high


@dataclass(frozen=True, slots=True)
class Drawing:
    """Segments drawn alike: ``tinted`` rectangles, else lines ``points`` wide."""

    boxes: tuple[Segment, ...]
    points: float = 0
    tinted: bool = False


_Framed = tuple[Box, str, bool]


def frame(table: PrintedTable, left: float, top: float) -> tuple[Drawing, ...]:
    """Tints, hairlines and heavy rules of a table at ``left``, ``top``, in millimetres."""
    return _frame(
        tuple(
            (box, cell.edges, cell.kind.startswith("tint"))
            for cell, box in placed(table, left, top)
        )
    )


@lru_cache(64)
def _frame(cells: tuple[_Framed, ...]) -> tuple[Drawing, ...]:
    weights: dict[Segment, float] = {}
    tints: list[Segment] = []
    for box, edges, tinted in cells:
        if tinted:
            tints.append((box.left, box.top, box.wide, box.high))
        sides = {
            "L": (box.left, box.top, box.left, box.bottom),
            "R": (box.right, box.top, box.right, box.bottom),
            "T": (box.left, box.top, box.right, box.top),
            "B": (box.left, box.bottom, box.right, box.bottom),
        }
        for side, (x, y, x2, y2) in sides.items():
            segment = (round(x, 3), round(y, 3), round(x2, 3), round(y2, 3))
            weight = HEAVY if side in edges else HAIR
            weights[segment] = max(weight, weights.get(segment, 0))
    hair = _joined(segment for segment, weight in weights.items() if weight == HAIR)
    heavy = _joined(segment for segment, weight in weights.items() if weight == HEAVY)
    return Drawing(tuple(tints), tinted=True), Drawing(hair, HAIR), Drawing(heavy, HEAVY)


def _joined(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """The same lines in as few pieces as can be."""
    found: list[Segment] = []
    every = list(segments)
    for upright in (True, False):
        ways = [s for s in every if (s[0] == s[2]) is upright]
        ways.sort(key=lambda s: (s[0], s[1]) if upright else (s[1], s[0]))
        for segment in ways:
            last = found[-1] if found else None
            if last and last[2:] == segment[:2] and (last[0] == last[2]) is upright:
                found[-1] = (*last[:2], *segment[2:])
            else:
                found.append(segment)
    return tuple(found)
