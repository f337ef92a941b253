"""A planned sheet in ink: what templates/exports/print.css says of a sheet, drawn directly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import ink
from .fonts import MILLIMETRES_A_POINT, Face
from .furniture import QR, Head, Said
from .grid import Cell, Sign
from .ink import DrawnPage, Ink
from .paper import MARGIN
from .planned import PlannedPage, PlannedSheet, Signature
from .results import ROW, Entry, ResultTable
from .tables import CORNER, Printed, PrintedTable, Type

_HAIR, _HEAVY = 0.25, 0.8
_TINT = 0.925
_HALF_RULE = _HEAVY / 2 * MILLIMETRES_A_POINT
"""Tables stand inside their heavy rules' outer half."""

_PADDING = 0.6
_DIE = 3.8
_RAISED = 4 * MILLIMETRES_A_POINT
_CORNER_GAP = 0.5
_SIGN = 2.0

Segment = tuple[float, float, float, float]


def drawn(sheet: PlannedSheet) -> list[DrawnPage]:
    """The pages of ``sheet``. Raises ink.MissingLetterError for letters our fonts do not have."""
    return [_page(sheet, number) for number in range(len(sheet.pages))]


def _page(sheet: PlannedSheet, number: int) -> DrawnPage:
    paper, page = sheet.look.page, sheet.pages[number]
    pen = Ink(paper.width, paper.height)
    right = paper.width - MARGIN
    _head(pen, sheet.head, MARGIN, right)
    _body(pen, sheet, page, MARGIN + sheet.head.high)
    foot = paper.height - MARGIN
    above = foot - sheet.rules_high
    for each in sheet.signatures:
        _signature(pen, each, MARGIN + each.left, above - each.above)
    said = " ".join(sheet.rules)
    rules = list(wrapped(said, 7, Face.NARROW, paper.width - 2 * MARGIN - 14))
    leading = 7 * 1.2 * MILLIMETRES_A_POINT
    for at, line in enumerate(rules):
        top = foot - (len(rules) - at) * leading
        pen.text(line, MARGIN, top + ink.baseline(7, 7 * 1.2), 7, Face.NARROW)
    if len(sheet.pages) > 1:
        count = f"{number + 1} / {len(sheet.pages)}"
        base = foot - leading + ink.baseline(7, 7 * 1.2)
        pen.text(count, right - ink.wide(count, 7, Face.NARROW), base, 7, Face.NARROW)
    return pen.page()


# Lines of text


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


@dataclass(frozen=True, slots=True)
class _Type:
    face: Face
    size: float
    leading: float


def _paragraph(
    pen: Ink, text: str, kind: _Type, left: float, top: float, wide: float, align: str = ""
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


def _lines_high(text: str, kind: _Type, wide: float) -> float:
    lines = sum(1 for _line in wrapped(text, kind.size, kind.face, wide))
    return lines * kind.leading * MILLIMETRES_A_POINT


# Head and signatures


def _head(pen: Ink, head: Head, left: float, right: float) -> None:
    if head.logo is not None:
        pen.logo(left, MARGIN, head.logo.wide, head.logo.high)
    top, beside = MARGIN, left + head.titles_left
    for at, said in enumerate(head.titles):
        face = Face.SANS if at else Face.SANS_BOLD
        top += _said(pen, said, face, beside, top, head.titles_wide) + (0 if at else 0.6)
    edge = right
    if head.qr is not None:
        _qr(pen, head.qr, right - QR, MARGIN)
        edge = right - head.beside_qr
    top = MARGIN
    for said in head.details:
        left_of = edge - head.details_wide
        top += _said(pen, said, Face.SANS, left_of, top, head.details_wide, "right")
    if head.fields:
        _fields(pen, head.fields, edge, top + 2)


def _said(
    pen: Ink, said: Said, face: Face, left: float, top: float, wide: float, align: str = ""
) -> float:
    kind = _Type(face, said.size, said.leading)
    return _paragraph(pen, said.text, kind, left, top, wide, align)


def _fields(pen: Ink, fields: Sequence[str], right: float, top: float) -> None:
    """Words with lines for handwriting behind them, from the right."""
    size, base = 8.5, top + ink.baseline(8.5, 8.5 * 1.2)
    line = base - _HAIR / 2 * MILLIMETRES_A_POINT
    for at, field in enumerate(reversed(fields)):
        long = 26 if at else 18
        right -= 4 if at else 0
        pen.lines([(right - long, line, right, line)], _HAIR)
        right -= long + 1 + ink.wide(field + " ", size, Face.SANS)
        pen.text(field, right, base, size, Face.SANS)


def _qr(pen: Ink, rows: Sequence[str], left: float, top: float) -> None:
    """Dark runs of modules; ``rows``: "1" is dark."""
    path = []
    for y, row in enumerate(rows):
        x = 0
        for run in row.replace("01", "0 1").replace("10", "1 0").split(" "):
            if run[0] == "1":
                path.append(f"{x} {y} {len(run)} 1 re")
            x += len(run)
    pen.drawing("\n".join([*path, "f"]), left, top, QR, len(rows))


def _signature(pen: Ink, each: Signature, left: float, top: float) -> None:
    line = top + 7
    pen.lines([(left, line, left + each.wide, line)], _HAIR)
    kind = _Type(Face.NARROW, each.type.size, each.type.leading)
    _paragraph(pen, each.name, kind, left, line + 0.4, each.wide)


# Boxes


def _body(pen: Ink, sheet: PlannedSheet, page: PlannedPage, top: float) -> None:
    for table in page.tables:
        left, above = MARGIN + table.left + _HALF_RULE, top + table.top + _HALF_RULE
        for operators in _frame(_frame_of(table, left, above)):
            if operators.tinted:
                pen.rectangles(operators.boxes, _TINT)
            else:
                pen.lines(operators.boxes, operators.points)
        for cell, box in _placed(table, left, above):
            _cell(pen, sheet, cell, box)
    for results in page.results:
        _results(pen, results, MARGIN + results.left, top + page.results_top)


@dataclass(frozen=True, slots=True)
class _Box:
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


def _placed(table: PrintedTable, left: float, top: float) -> Iterator[tuple[Printed, _Box]]:
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
                yield cell, _Box(x, y, wide, tall)
            x += table.columns[column]
        y += high


@dataclass(frozen=True, slots=True)
class _Drawing:
    boxes: tuple[Segment, ...]
    points: float = 0
    tinted: bool = False


_Framed = tuple[_Box, str, bool]


def _frame_of(table: PrintedTable, left: float, top: float) -> tuple[_Framed, ...]:
    return tuple(
        (box, cell.edges, cell.kind.startswith("tint")) for cell, box in _placed(table, left, top)
    )


@lru_cache(64)
def _frame(cells: tuple[_Framed, ...]) -> tuple[_Drawing, ...]:
    """Tints, hairlines and heavy rules; each line once, although two cells share it."""
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
            weight = _HEAVY if side in edges else _HAIR
            weights[segment] = max(weight, weights.get(segment, 0))
    hair = _joined(segment for segment, weight in weights.items() if weight == _HAIR)
    heavy = _joined(segment for segment, weight in weights.items() if weight == _HEAVY)
    return _Drawing(tuple(tints), tinted=True), _Drawing(hair, _HAIR), _Drawing(heavy, _HEAVY)


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


def _cell(pen: Ink, sheet: PlannedSheet, cell: Printed, box: _Box) -> None:
    if cell.kind.endswith("head"):
        _heading(pen, sheet, cell, box)
    elif cell.kind == "name":
        _name(pen, sheet, cell, box)
    elif cell.figure.text or cell.figure.corner:
        _figure(pen, sheet.type, cell, box)


def _figure(pen: Ink, types: Type, cell: Printed, box: _Box) -> None:
    is_sum = cell.kind.endswith("sum")
    face = Face.SANS_BOLD if is_sum else Face.SANS
    size, padding = (types.sums, types.sums_padding) if is_sum else (types.figures, types.padding)
    edge = box.right - _inside(cell, "R")
    high = size * MILLIMETRES_A_POINT
    base = box.top + (box.high - high) / 2 + ink.baseline(size, size)
    figure: Cell = cell.figure
    if figure.text:
        pen.text(figure.text, edge - padding - ink.wide(figure.text, size, face), base, size, face)
    corner = edge - _CORNER_GAP
    if figure.corner:
        left = corner - ink.wide(figure.corner, CORNER, Face.SANS)
        pen.text(figure.corner, left, base - _RAISED, CORNER, Face.SANS)
    elif figure.sign:
        pen.drawing(_SIGNS[figure.sign], corner - _SIGN, base - _RAISED - _SIGN, _SIGN, 10)


def _inside(cell: Printed, side: str) -> float:
    """The half of a rule that stands inside the cell."""
    return (_HEAVY if side in cell.edges else _HAIR) / 2 * MILLIMETRES_A_POINT


def _heading(pen: Ink, sheet: PlannedSheet, cell: Printed, box: _Box) -> None:
    if not cell.text:
        return
    kind = _Type(Face.NARROW, cell.size, cell.leading)
    left = box.left + _inside(cell, "L") + _PADDING
    wide = box.right - _inside(cell, "R") - _PADDING - left
    middle = box.top + box.high / 2
    if cell.face is None:
        align = "centre" if sheet.look.direction == "rows" else ""
        high = _lines_high(cell.text, kind, wide)
        _paragraph(pen, cell.text, kind, left, middle - high / 2, wide, align)
    elif sheet.look.direction == "rows":
        high = _lines_high(cell.text, kind, wide) + _DIE + 0.5
        top = middle - high / 2
        _die(pen, sheet, cell.face, left + (wide - _DIE) / 2, top)
        _paragraph(pen, cell.text, kind, left, top + _DIE + 0.5, wide, "centre")
    else:
        beside = _DIE + 1 + ink.wide(" ", cell.size, Face.NARROW)
        high = _lines_high(cell.text, kind, wide - beside)
        _paragraph(pen, cell.text, kind, left + beside, middle - high / 2, wide - beside)
        _die(pen, sheet, cell.face, left, middle - _DIE / 2)


def _name(pen: Ink, sheet: PlannedSheet, cell: Printed, box: _Box) -> None:
    kind = _Type(Face.NARROW_BOLD, cell.size, cell.leading)
    note = _Type(Face.NARROW, 6.5, 7.5)
    left = box.left + _inside(cell, "L") + _PADDING
    wide = box.right - _inside(cell, "R") - _PADDING - left
    align = "centre" if sheet.look.direction == "columns" else ""
    high = _lines_high(cell.text, kind, wide) if cell.text else 0
    high += _lines_high(cell.note, note, wide) if cell.note else 0
    top = box.top + (box.high - high) / 2
    if cell.text:
        top += _paragraph(pen, cell.text, kind, left, top, wide, align)
    if cell.note:
        _paragraph(pen, cell.note, note, left, top, wide, align)


# Dice and signs, on the squares of templates/exports/die.html and sign.html


def _die(pen: Ink, sheet: PlannedSheet, face: int, left: float, top: float) -> None:
    pips = [] if sheet.cards else [_disc(x, y, 1.9) for x, y in _PIPS[face]]
    body = f"1.1 w {_rounded(1, 1, 18, 18, 3.6)} S {' '.join(pips)}"
    pen.drawing(body, left, top, _DIE, 20)
    if sheet.cards:
        card, size = sheet.cards[face - 1], 8.0
        base = top + _DIE / 2 + 0.35 * size * MILLIMETRES_A_POINT
        half = ink.wide(card, size, Face.NARROW_BOLD) / 2
        pen.text(card, left + _DIE / 2 - half, base, size, Face.NARROW_BOLD)


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
_SIGNS = {
    Sign.CHECK: "1.5 w 0 J 1.5 5.5 m 4 8.5 l 8.8 1.5 l S",
    Sign.STAR: "5 .4 m 6.3 3.8 l 9.9 3.9 l 7 6.1 l 8 9.6 l 5 7.6 l 2 9.6 l 3 6.1 l .1 3.9 l"
    " 3.7 3.8 l h f",
}


# Results


def _results(pen: Ink, table: ResultTable, left: float, top: float) -> None:
    heavy = [(left, top + ROW, left + table.wide, top + ROW)]
    last = top + ROW * (len(table.rows) + 1)
    heavy.append((left, last, left + table.wide, last))
    hair = [
        (left, top + ROW * row, left + table.wide, top + ROW * row)
        for row in range(2, len(table.rows) + 1)
    ]
    pen.lines(hair, _HAIR)
    pen.lines(heavy, _HEAVY)
    _row(pen, table, table.heads, left, top, heading=True)
    for at, row in enumerate(table.rows, start=1):
        _row(pen, table, row, left, top + at * ROW, heading=False)


def _row(
    pen: Ink, table: ResultTable, row: Sequence[Entry], left: float, top: float, *, heading: bool
) -> None:
    for entry, wide in zip(row, table.columns, strict=True):
        narrow = heading or "name" in entry.align
        face = Face.NARROW if narrow else Face.SANS
        if "strong" in entry.align:
            face = Face.SANS_BOLD
        kind = _Type(face, entry.size or 9, entry.leading or 9 * 1.1)
        room = wide - 1.6
        high = _lines_high(entry.text, kind, room)
        align = "right" if "right" in entry.align else ""
        _paragraph(pen, entry.text, kind, left + 0.8, top + (ROW - high) / 2, room, align)
        left += wide
