"""A planned sheet in ink: what templates/exports/print.css says of a sheet, drawn directly."""

from collections.abc import Sequence

from . import ink
from .fonts import MILLIMETRES_A_POINT, Face
from .frames import HAIR, HEAVY, Box, frame, placed
from .furniture import BETWEEN_FIELDS, FIELD, FIELD_GAP, QR, Field, Head, QrCode, Said
from .ink import DrawnPage, Ink
from .lines import Lettering, lines_high, paragraph, wrapped
from .paper import MARGIN
from .planned import PlannedPage, PlannedSheet, Signature
from .results import ROW, Entry, ResultTable
from .signs import DIE, SIGNS, die
from .tables import CORNER, Printed, Type

_TINT = 0.925

_HALF_RULE = HEAVY / 2 * MILLIMETRES_A_POINT
"""Tables stand inside their heavy rules' outer half."""

_PADDING = 0.6
_RAISED = 4 * MILLIMETRES_A_POINT
_CORNER_GAP = 0.5
_SIGN = 2.0


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
    kind = Lettering(face, said.size, said.leading)
    return paragraph(pen, said.text, kind, left, top, wide, align)


def _fields(pen: Ink, fields: Sequence[Field], right: float, top: float) -> None:
    """Words with lines for handwriting behind them, from the right."""
    base = top + ink.baseline(FIELD, FIELD * 1.2)
    line = base - HAIR / 2 * MILLIMETRES_A_POINT
    for at, field in enumerate(reversed(fields)):
        right -= BETWEEN_FIELDS if at else 0
        pen.lines([(right - field.wide, line, right, line)], HAIR)
        right -= field.wide + FIELD_GAP + ink.wide(f"{field.text} ", FIELD, Face.SANS)
        pen.text(field.text, right, base, FIELD, Face.SANS)


def _qr(pen: Ink, code: QrCode, left: float, top: float) -> None:
    path = [f"{x} {y} {long} 1 re" for x, y, long in code.runs]
    pen.drawing("\n".join([*path, "f"]), left, top, QR, code.side)


def _signature(pen: Ink, each: Signature, left: float, top: float) -> None:
    line = top + 7
    pen.lines([(left, line, left + each.wide, line)], HAIR)
    kind = Lettering(Face.NARROW, each.type.size, each.type.leading)
    paragraph(pen, each.name, kind, left, line + 0.4, each.wide)


def _body(pen: Ink, sheet: PlannedSheet, page: PlannedPage, top: float) -> None:
    for table in page.tables:
        left, above = MARGIN + table.left + _HALF_RULE, top + table.top + _HALF_RULE
        for operators in frame(table, left, above):
            if operators.tinted:
                pen.rectangles(operators.boxes, _TINT)
            else:
                pen.lines(operators.boxes, operators.points)
        for cell, box in placed(table, left, above):
            _cell(pen, sheet, cell, box)
    for results in page.results:
        _results(pen, results, MARGIN + results.left, top + page.results_top)


def _cell(pen: Ink, sheet: PlannedSheet, cell: Printed, box: Box) -> None:
    if cell.kind.endswith("head"):
        _heading(pen, sheet, cell, box)
    elif cell.kind == "name":
        _name(pen, sheet, cell, box)
    elif cell.figure.text or cell.figure.corner:
        _figure(pen, sheet.type, cell, box)


def _figure(pen: Ink, types: Type, cell: Printed, box: Box) -> None:
    is_sum = cell.kind.endswith("sum")
    face = Face.SANS_BOLD if is_sum else Face.SANS
    size, padding = (types.sums, types.sums_padding) if is_sum else (types.figures, types.padding)
    edge = box.right - _inside(cell, "R")
    high = size * MILLIMETRES_A_POINT
    base = box.top + (box.high - high) / 2 + ink.baseline(size, size)
    figure = cell.figure
    if figure.text:
        pen.text(figure.text, edge - padding - ink.wide(figure.text, size, face), base, size, face)
    corner = edge - _CORNER_GAP
    if figure.corner:
        left = corner - ink.wide(figure.corner, CORNER, Face.SANS)
        pen.text(figure.corner, left, base - _RAISED, CORNER, Face.SANS)
    elif figure.sign:
        pen.drawing(SIGNS[figure.sign], corner - _SIGN, base - _RAISED - _SIGN, _SIGN, 10)


def _inside(cell: Printed, side: str) -> float:
    """The half of a rule that stands inside the cell."""
    return (HEAVY if side in cell.edges else HAIR) / 2 * MILLIMETRES_A_POINT


def _heading(pen: Ink, sheet: PlannedSheet, cell: Printed, box: Box) -> None:
    if not cell.text:
        return
    kind = Lettering(Face.NARROW, cell.size, cell.leading)
    left = box.left + _inside(cell, "L") + _PADDING
    wide = box.right - _inside(cell, "R") - _PADDING - left
    middle = box.top + box.high / 2
    if cell.face is None:
        align = "centre" if sheet.look.direction == "rows" else ""
        high = lines_high(cell.text, kind, wide)
        paragraph(pen, cell.text, kind, left, middle - high / 2, wide, align)
    elif sheet.look.direction == "rows":
        high = lines_high(cell.text, kind, wide) + DIE + 0.5
        top = middle - high / 2
        die(pen, sheet, cell.face, left + (wide - DIE) / 2, top)
        paragraph(pen, cell.text, kind, left, top + DIE + 0.5, wide, "centre")
    else:
        beside = DIE + 1 + ink.wide(" ", cell.size, Face.NARROW)
        high = lines_high(cell.text, kind, wide - beside)
        paragraph(pen, cell.text, kind, left + beside, middle - high / 2, wide - beside)
        die(pen, sheet, cell.face, left, middle - DIE / 2)


def _name(pen: Ink, sheet: PlannedSheet, cell: Printed, box: Box) -> None:
    kind = Lettering(Face.NARROW_BOLD, cell.size, cell.leading)
    note = Lettering(Face.NARROW, 6.5, 7.5)
    left = box.left + _inside(cell, "L") + _PADDING
    wide = box.right - _inside(cell, "R") - _PADDING - left
    align = "centre" if sheet.look.direction == "columns" else ""
    high = lines_high(cell.text, kind, wide) if cell.text else 0
    high += lines_high(cell.note, note, wide) if cell.note else 0
    top = box.top + (box.high - high) / 2
    if cell.text:
        top += paragraph(pen, cell.text, kind, left, top, wide, align)
    if cell.note:
        paragraph(pen, cell.note, note, left, top, wide, align)


def _results(pen: Ink, table: ResultTable, left: float, top: float) -> None:
    heavy = [(left, top + ROW, left + table.wide, top + ROW)]
    last = top + table.high
    heavy.append((left, last, left + table.wide, last))
    tops = [top + ROW + table.row * at for at in range(len(table.rows))]
    pen.lines([(left, each, left + table.wide, each) for each in tops[1:]], HAIR)
    pen.lines(heavy, HEAVY)
    _row(pen, table, table.heads, left, top, heading=True)
    for each, row in zip(tops, table.rows, strict=True):
        _row(pen, table, row, left, each, heading=False)


def _row(
    pen: Ink, table: ResultTable, row: Sequence[Entry], left: float, top: float, *, heading: bool
) -> None:
    for entry, wide in zip(row, table.columns, strict=True):
        narrow = heading or "name" in entry.align
        face = Face.NARROW if narrow else Face.SANS
        if "strong" in entry.align:
            face = Face.SANS_BOLD
        kind = Lettering(face, entry.size or 9, entry.leading or 9 * 1.1)
        room = wide - 1.6
        high = lines_high(entry.text, kind, room)
        align = "right" if "right" in entry.align else ""
        space = (ROW if heading else table.row) - high
        paragraph(pen, entry.text, kind, left + 0.8, top + space / 2, room, align)
        left += wide
