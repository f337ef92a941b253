"""The printed tables of a sheet: cells with their edges and type sizes, ready for the template."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _

from .fonts import Face, fitted, width
from .grid import EMPTY, Cell, Grid, Line, Strip
from .paper import BLOCK_GAP, GAP, Plan

_PADDING = 0.6
CORNER = 5.5
"""Type of what stands at the corner of a box, points."""

_DIE = 4.6
"""What a die in a heading takes of its height (rows) or width (columns), millimetres."""

Item = TypeVar("Item")

_TURNED = str.maketrans("LRTB", "TBLR")


@dataclass(frozen=True, slots=True)
class Printed:
    """One cell of a printed table.

    ``kind``: head, name, box, sum or gap · ``edges``: letters of the sides with a heavy rule, of
    LRTB · ``size``/``leading``: type in points, 0 where the style sheet decides · ``face``: pips
    of the die drawn before the text · ``span``: it reaches over the right-hand column or row, where
    a ``covered`` cell stands for it · ``like``: the text whose type size this one shares.
    """

    kind: str
    text: str = ""
    edges: str = ""
    size: float = 0
    leading: float = 0
    face: int | None = None
    note: str = ""
    figure: Cell = EMPTY
    span: bool = False
    covered: bool = False
    like: str = ""

    @property
    def classes(self) -> str:
        return " ".join((self.kind, *self.edges))


_GAP = Printed("gap")


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table: widths of its columns, rows as (height, cells), its place: all in millimetres."""

    columns: tuple[float, ...]
    rows: tuple[tuple[float, tuple[Printed, ...]], ...]
    left: float = 0
    top: float = 0

    @property
    def wide(self) -> float:
        return sum(self.columns)

    @property
    def high(self) -> float:
        return sum(high for high, _cells in self.rows)


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a sheet's figures: points, and the space right of them in millimetres."""

    figures: float
    padding: float
    sums: float
    sums_padding: float


def type_of(grid: Grid, plan: Plan) -> Type:
    """The largest type in which every figure and its corner stand in their box.

    The widest figure stands in the middle where there is room for that.
    """
    share = min(s.share for s in grid.strips if s.tinted) if plan.direction == "rows" else 1
    is_sum = [strip.tinted for strip in grid.strips]
    boxes = [c for x in grid.lines for c, s in zip(x.cells, is_sum, strict=True) if not s]
    boxes += [cell for line in grid.lines for cell in line.poured]
    sums = [c for x in grid.lines for c, s in zip(x.cells, is_sum, strict=True) if s]
    high = plan.box_high * (plan.second or 1)
    return Type(
        *_figures(boxes, Face.SANS, plan.box_wide, high),
        *_figures(sums, Face.SANS_BOLD, plan.box_wide * share, plan.box_high),
    )


def _figures(cells: Sequence[Cell], face: Face, wide: float, high: float) -> tuple[float, float]:
    """(points, padding at the right in millimetres) for the figures of equally wide cells."""
    longest = max((cell.text for cell in cells), key=lambda text: width(text, 10, face), default="")
    corners = [2.4 if c.sign else 0.6 + width(c.corner, CORNER, Face.SANS) for c in cells if c.text]
    corner = max(corners, default=_PADDING)
    size = fitted(longest, face, wide - _PADDING - corner, high, largest=12, smallest=5).size
    return size, max(corner, (wide - width(longest, size, face)) / 2)


def tables(grid: Grid, plan: Plan, players: tuple[int, int]) -> list[PrintedTable]:
    """The blocks of one page, with the players from, to."""
    lines = grid.lines[slice(*players)]
    placed: list[PrintedTable] = []
    left = top = 0.0
    for block in plan.blocks:
        table = _block(grid, plan, block, lines)
        placed.append(replace(table, left=left, top=top))
        if plan.direction == "rows":
            top += table.high + BLOCK_GAP
        else:
            left += table.wide + BLOCK_GAP
    return placed


def _block(grid: Grid, plan: Plan, block: Sequence[int], lines: Sequence[Line]) -> PrintedTable:
    strips = [grid.strips[at] for at in block]
    turned = plan.direction == "columns"
    name_size, heading_size = (plan.heading, plan.label) if turned else (plan.label, plan.heading)
    across = [name_size, *_strip_sizes(strips, plan)]
    down = [heading_size, *_line_sizes(lines, plan)]
    cells = [_edged(_headings(strips), strips, 0, len(down))]
    for line in lines:
        shown = [line.cells[at] for at in block]
        where = _("poured in: at the right") if turned else _("poured in: below")
        notes = (line.note, where if line.poured else "")
        row = _player(line.name, " · ".join(filter(None, notes)), strips, shown)
        if not line.poured:
            cells.append(row)
            continue
        poured = _player("", "", strips, [line.poured[at] for at in block])
        spans = [True, *_with_gaps([not strip.is_box for strip in strips], strips, False)]
        cells.append([replace(c, span=two) for c, two in zip(row, spans, strict=True)])
        cells.append([replace(c, covered=two) for c, two in zip(poured, spans, strict=True)])
    pours = bool(lines and lines[0].poured)
    cells[1:] = [
        _edged(row, strips, at, len(down), pours) for at, row in enumerate(cells[1:], start=1)
    ]
    if turned:
        cells = [[_turned(cell) for cell in row] for row in zip(*cells, strict=True)]
        across, down = down, across
    rows = tuple(
        (high, tuple(_typeset(cell, w, high, turned) for cell, w in zip(row, across, strict=True)))
        for high, row in zip(down, cells, strict=True)
    )
    return PrintedTable(tuple(across), rows)


def _strip_sizes(strips: Sequence[Strip], plan: Plan) -> list[float]:
    sizes: list[float] = []
    for at, strip in enumerate(strips):
        if at and strip.part is not strips[at - 1].part:
            sizes.append(GAP)
        sizes.append(plan.box_wide * strip.share if plan.direction == "rows" else plan.box_high)
    return sizes


def _line_sizes(lines: Sequence[Line], plan: Plan) -> list[float]:
    box = plan.box_high if plan.direction == "rows" else plan.box_wide
    one = [box, box * plan.second] if plan.second else [box]
    return one * len(lines)


def _with_gaps(items: Sequence[Item], strips: Sequence[Strip], gap: Item) -> list[Item]:
    """One item a strip, with ``gap`` between the groups."""
    found: list[Item] = []
    for at, item in enumerate(items):
        if at and strips[at].part is not strips[at - 1].part:
            found.append(gap)
        found.append(item)
    return found


def _headings(strips: Sequence[Strip]) -> list[Printed]:
    faces = [strip.name for strip in strips if strip.face is not None]
    widest = max(faces, key=lambda name: width(name, 10, Face.NARROW), default="")
    heads = [
        Printed(
            "tint head" if strip.tinted else "head",
            strip.name,
            face=strip.face,
            note=strip.short,
            like=strip.name if strip.face is None else widest,
        )
        for strip in strips
    ]
    return [Printed("head"), *_with_gaps(heads, strips, _GAP)]


def _player(
    name: str,
    note: str,
    strips: Sequence[Strip],
    cells: Sequence[Cell],
) -> list[Printed]:
    boxes = [
        Printed("tint sum" if strip.tinted else "box", figure=cell)
        for strip, cell in zip(strips, cells, strict=True)
    ]
    return [Printed("name", name, note=note), *_with_gaps(boxes, strips, _GAP)]


def _edged(
    cells: list[Printed], strips: Sequence[Strip], at: int, rows: int, pours: bool = False
) -> list[Printed]:
    """The row ``at`` of ``rows`` with heavy rules around its groups."""
    found: list[Printed] = []
    for column, cell in enumerate(cells):
        if cell.kind == "gap":
            found.append(cell)
            continue
        before = cells[column - 1].kind if column else "gap"
        after = cells[column + 1].kind if column + 1 < len(cells) else "gap"
        edges = "L" if before == "gap" or column == 1 else ""
        edges += "R" if after == "gap" or column == 0 else ""
        edges += "T" if at < 2 or (pours and at % 2) else ""
        edges += "B" if at in {0, rows - 1} or (pours and (at % 2 == 0 or cell.span)) else ""
        found.append(replace(cell, edges=edges))
    return found


def _turned(cell: Printed) -> Printed:
    return replace(cell, edges=cell.edges.translate(_TURNED))


def _typeset(cell: Printed, wide: float, high: float, turned: bool) -> Printed:
    """The cell with the type in which its text fits."""
    if not cell.text or cell.covered:
        return cell
    room = wide - 2 * _PADDING
    if cell.kind.endswith("head"):
        return _heading(cell, room, high - 0.4, turned)
    largest = 11.0 if not turned else 10.0
    if cell.span:
        room, high = (2 * wide - 2 * _PADDING, high) if turned else (room, 1.75 * high)
    note_high = 2.8 if cell.note else 0.0
    found = fitted(cell.text, Face.NARROW_BOLD, room - 0.6, high - 0.6 - note_high, largest=largest)
    return replace(cell, size=found.size, leading=found.leading)


def _heading(cell: Printed, wide: float, high: float, turned: bool) -> Printed:
    """The box's whole name where it can be read, the short one where it cannot."""
    if cell.face is not None:
        wide, high = (wide - _DIE, high) if turned else (wide, high - _DIE)
    largest = 9.5 if turned else 8.5
    full = fitted(cell.like, Face.NARROW, wide, high, largest=largest)
    longest = max(cell.like.split(), key=len)
    whole = width(longest, full.size, Face.NARROW) <= wide
    readable = whole and full.size >= 6.5
    text = cell.text if readable else cell.note
    found = full if readable else fitted(text, Face.NARROW, wide, high, largest=largest)
    return replace(cell, text=text, note="", size=found.size, leading=found.leading)
