"""Files that are no workbooks, or whose smallness deceives."""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO

from openpyxl import Workbook

from .exports.filling import bytes_of


def archive(parts: dict[str, bytes]) -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as found:
        for name, content in parts.items():
            found.writestr(name, content)
    return written.getvalue()


def by_size() -> bytes:
    return archive({"xl/worksheets/sheet1.xml": b"<a>" + b" " * 300_000_000})


def by_count() -> bytes:
    return archive({f"xl/{n}.xml": b"<a/>" for n in range(20_000)})


def with_entities() -> bytes:
    laughs = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">' + laughs + b"]><x>&l9;</x>"
    return archive({"[Content_Types].xml": bomb, "xl/workbook.xml": bomb})


def html_page() -> bytes:
    return b"<html><body><table><tr><td>1</td></tr></table></body></html>"


def a_million_rows() -> bytes:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet["A1"], sheet["A1048576"] = "Имя", "Лев"
    return bytes_of(book)


def cut_short() -> bytes:
    return bytes_of(Workbook())[:2000]


SHEET, STRINGS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"


MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHARED = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"


def with_part(name: str, change: Callable[[bytes], bytes]) -> bytes:
    """A sound workbook with one part changed."""
    book = Workbook()
    book.worksheets[0].append(["Имя", "Лев"])
    with zipfile.ZipFile(BytesIO(bytes_of(book))) as sound:
        parts = {each: sound.read(each) for each in sound.namelist()}
    if STRINGS not in parts:
        parts[STRINGS] = b"<sst xmlns='%b'></sst>" % MAIN
        types = "[Content_Types].xml"
        said = b'<Override PartName="/%b" ContentType="%b"/></Types>' % (STRINGS.encode(), SHARED)
        parts[types] = parts[types].replace(b"</Types>", said)
    assert change(parts[name]) != parts[name]
    return archive(parts | {name: change(parts[name])})


def many_strings() -> bytes:
    strings = b"<si/>" * 700_000 + b"</sst>"
    return with_part(STRINGS, lambda part: part.replace(b"</sst>", strings))


def many_styles() -> bytes:
    styles = b"<xf/>" * 700_000 + b"</cellXfs>"
    return with_part(STYLES, lambda part: part.replace(b"</cellXfs>", styles))


def many_cells_in_a_row() -> bytes:
    return with_part(SHEET, lambda part: part.replace(b"</row>", b"<c/>" * 900_000 + b"</row>"))


def many_rows() -> bytes:
    rows = b"<row/>" * 600_000 + b"</sheetData>"
    return with_part(SHEET, lambda part: part.replace(b"</sheetData>", rows))


def one_part_that_many_names_share() -> bytes:
    """The same bytes under two hundred names, as a zip can say."""
    return archive({f"xl/worksheets/sheet{n}.xml": b" " * 40_000 for n in range(199)})


def cells_of(columns: int, rows: int) -> bytes:
    """Cells that all show the first of the shared strings."""
    row = b"<row>" + b'<c t="s"><v>0</v></c>' * columns + b"</row>"
    return b"<sheetData>" + row * rows + b"</sheetData>"


def one_long_string_in_every_cell() -> bytes:
    cells = cells_of(20, 1500)
    with_cells = with_part(SHEET, lambda part: re.sub(b"<sheetData>.*</sheetData>", cells, part))
    with zipfile.ZipFile(BytesIO(with_cells)) as sound:
        parts = {each: sound.read(each) for each in sound.namelist()}
    long = b"<sst xmlns='%b'><si><t>" % MAIN + "Ё".encode() * 500_000 + b"</t></si></sst>"
    return archive(parts | {STRINGS: long})


def all_cells_merged() -> bytes:
    merged = b"</sheetData><mergeCells>"
    merged += b'<mergeCell ref="A1:XFD1048576"/>' * 30_000 + b"</mergeCells>"
    return with_part(SHEET, lambda part: part.replace(b"</sheetData>", merged))


def wide_and_far_away() -> bytes:
    far = b'<row r="1048576"><c r="XFD1048576"><v>1e308</v></c></row></sheetData>'
    return with_part(SHEET, lambda part: part.replace(b"</sheetData>", far))


REFUSED = (
    by_size,
    by_count,
    with_entities,
    html_page,
    a_million_rows,
    cut_short,
    many_strings,
    many_styles,
    many_cells_in_a_row,
    many_rows,
    one_part_that_many_names_share,
)
"""Nothing of them is read."""
ONLY_LARGE = (one_long_string_in_every_cell, all_cells_merged, wide_and_far_away)
"""Read or refused: they take little either way."""
