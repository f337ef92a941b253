"""Where everything stands on the printed sheet: page, blocks of boxes, sizes. Millimetres.

The sheet is planned before it is typeset, so that a player's boxes never straddle two pages and
nothing is squeezed that could go on another page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Literal

from .grid import Grid, Part

Direction = Literal["rows", "columns"]
Paper = Literal["A4", "A5", "Letter"]
Orientation = Literal["landscape", "portrait"]

MARGIN = 10.0
GAP = 1.4
"""Space between the groups of a sheet."""

BLOCK_GAP = 4.0

_RULE = 0.4
"""The outer half of the heavy rules on both sides."""

_PAPERS: dict[str, tuple[float, float]] = {
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "Letter": (215.9, 279.4),
}
_HANDWRITING_HIGH = 9.0
_HANDWRITING_WIDE = 7.4


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper as it lies: its size, and what of it may be printed on."""

    width: float
    height: float

    @property
    def inner_width(self) -> float:
        return self.width - 2 * MARGIN - _RULE

    @property
    def inner_height(self) -> float:
        return self.height - 2 * MARGIN


def page(paper: Paper, orientation: Orientation) -> Page:
    """The page of a paper; KeyError for a paper that we do not know."""
    short, long = _PAPERS[paper]
    return Page(long, short) if orientation == "landscape" else Page(short, long)


def half_page(paper: Paper, orientation: Orientation) -> Page:
    """Half the page of a paper, for two sheets on one; KeyError for a paper we do not know."""
    short, long = _PAPERS[paper]
    if orientation == "landscape":
        return Page(max(short, long / 2), min(short, long / 2))
    return Page(min(short, long / 2), max(short, long / 2))


@dataclass(frozen=True, slots=True)
class Plan:
    """How a grid is laid out.

    ``blocks``: indices of the grid's strips; one below (columns: beside) the other ·
    ``pages``: which players each page holds, (from, to) · ``label``: size of the names (columns:
    of the headings) across · ``heading``: height of the row on top · ``box_wide``, ``box_high``:
    a box; a right-hand column or row takes ``second`` of it · ``table_height``: all blocks of a
    page together.
    """

    direction: Direction
    blocks: tuple[tuple[int, ...], ...]
    pages: tuple[tuple[int, int], ...]
    label: float
    heading: float
    box_wide: float
    box_high: float
    second: float
    table_height: float


@dataclass(frozen=True, slots=True)
class _Limits:
    """How small and how large a box may be drawn, and how far a second one beside it counts."""

    least_wide: float
    most_wide: float
    least_high: float
    most_high: float
    second: float


def plan(
    grid: Grid, sheet: Page, high: float, direction: Direction, *, blank: bool, spare: float = 0
) -> Plan:
    """Lay ``grid`` out in ``high`` millimetres of each page.

    ``blank``: boxes are for handwriting · ``spare``: height that should be left on the page, if
    the boxes can be made lower for it.
    """
    second = 0.0 if not grid.pours else 1.0 if blank or direction == "columns" else 0.75
    if direction == "rows":
        limits = _Limits(
            _HANDWRITING_WIDE if blank else 6.4, 16, 9 if blank else 6.5, 15 if blank else 9, second
        )
        return _rows(grid, sheet, high, limits, spare)
    limits = _Limits(
        11 if blank else 10, 40, _HANDWRITING_HIGH if blank else 5.6, 11 if blank else 8, second
    )
    return _columns(grid, sheet, high, limits, spare)


def _blockings(grid: Grid) -> list[tuple[tuple[int, ...], ...]]:
    """The ways to cut a sheet: not at all, after the subtotal, and the rest once more."""
    everything = tuple(range(len(grid.strips)))
    early = {Part.SCHOOL, Part.SUBTOTAL}
    first = tuple(at for at in everything if grid.strips[at].part in early)
    rest = everything[len(first) :]
    half = ceil(len(rest) / 2)
    return [(everything,), (first, rest), (first, rest[:half], rest[half:])]


def _gaps(grid: Grid, block: Sequence[int]) -> float:
    parts = len({grid.strips[at].part for at in block})
    return (parts - 1) * GAP


def _shares(grid: Grid, block: Sequence[int]) -> float:
    return sum(grid.strips[at].share for at in block)


def _rows(grid: Grid, sheet: Page, high: float, limits: _Limits, spare: float) -> Plan:
    heading = 11.0
    label = max(24.0, min(52.0, 0.18 * sheet.inner_width))
    room = sheet.inner_width - label
    blocks: tuple[tuple[int, ...], ...] = ()
    box_wide = 0.0
    for blocks in _blockings(grid):
        box_wide = min((room - _gaps(grid, b)) / _shares(grid, b) for b in blocks)
        if box_wide >= limits.least_wide:
            break
    box_wide = min(box_wide, limits.most_wide)
    if box_wide == limits.most_wide and len(blocks) == 1:
        label = sheet.inner_width - box_wide * _shares(grid, blocks[0]) - _gaps(grid, blocks[0])
        label = min(label, 75.0)
    fixed = len(blocks) * heading + (len(blocks) - 1) * BLOCK_GAP
    heights = len(blocks) * (1 + limits.second)
    most = max(1, floor((high - fixed) / (limits.least_high * heights)))
    pages = _shared_out(len(grid.lines), most)
    on_a_page = max(1, *(to - at for at, to in pages))  # nobody is left where all were removed
    box_high = _between(
        (high - fixed - (spare if len(pages) == 1 else 0)) / (on_a_page * heights), limits
    )
    return Plan(
        "rows",
        blocks,
        pages,
        label,
        heading,
        box_wide,
        box_high,
        limits.second,
        fixed + on_a_page * heights * box_high,
    )


def _columns(grid: Grid, sheet: Page, high: float, limits: _Limits, spare: float) -> Plan:
    heading = 11.0
    players = len(grid.lines)
    blocks: tuple[tuple[int, ...], ...] = ()
    rows = gaps = 0.0
    for blocks in _blockings(grid):
        rows = max(len(block) for block in blocks)
        gaps = max(_gaps(grid, block) for block in blocks)
        if heading + gaps + rows * limits.least_high <= high:
            break
    label = max(22.0, min(42.0, 0.2 * sheet.inner_width / len(blocks)))
    room = (sheet.inner_width - (len(blocks) - 1) * BLOCK_GAP) / len(blocks) - label
    lines = 1 + limits.second
    most = max(1, floor(room / (limits.least_wide * lines)))
    pages = _shared_out(players, most)
    on_a_page = max(1, *(to - at for at, to in pages))  # nobody is left where all were removed
    box_high = _between((high - heading - gaps - (spare if len(pages) == 1 else 0)) / rows, limits)
    return Plan(
        "columns",
        blocks,
        pages,
        label,
        heading,
        min(limits.most_wide, room / (on_a_page * lines)),
        box_high,
        limits.second,
        heading + gaps + rows * box_high,
    )


def _between(height: float, limits: _Limits) -> float:
    return max(limits.least_high, min(limits.most_high, height))


def _shared_out(players: int, most: int) -> tuple[tuple[int, int], ...]:
    """Players on pages of ``most`` at the most, as evenly as can be: (from, to) a page."""
    pages = max(1, ceil(players / most))
    sizes = [players // pages + (at < players % pages) for at in range(pages)]
    ends = [sum(sizes[: at + 1]) for at in range(pages)]
    return tuple((end - size, end) for end, size in zip(ends, sizes, strict=True))
