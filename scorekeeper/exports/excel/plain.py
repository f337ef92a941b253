"""A workbook of plain tables, with live formulas where the caller gives them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from io import BytesIO

from django.utils import translation
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell as WorksheetCell
from openpyxl.cell import MergedCell

from .cells import BOLD, CLUB, HEAD, set_up, write_text

FIRST = 4
"""The row of the first line; above it stand the caption, an empty row and the headings."""
FIGURES = '0.##;"−"0.##;0'


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as LibreOffice and Excel know it, without its "="."""

    text: str


Cell = str | int | Fraction | date | Formula | None
"""What a cell holds; None leaves it empty."""


@dataclass(frozen=True, slots=True)
class Page:
    """A worksheet: its title (at most 31 letters), a caption, (heading, width) a column, rows."""

    title: str
    caption: str
    heads: tuple[tuple[str, int], ...]
    rows: Sequence[Sequence[Cell]]
    strong: frozenset[int] = frozenset()


def plain_workbook(pages: Sequence[Page], language: str) -> bytes:
    """The pages in their order; texts stay texts, whatever they look like."""
    with translation.override(language):
        workbook = Workbook()
        workbook.remove(workbook.worksheets[0])
        for page in pages:
            sheet = workbook.create_sheet(page.title)
            write_text(sheet["A1"], page.caption)
            sheet["A1"].font = CLUB
            for column, (head, width) in enumerate(page.heads, start=1):
                cell = sheet.cell(FIRST - 1, column)
                write_text(cell, head)
                cell.font = HEAD
                sheet.column_dimensions[cell.column_letter].width = width
            for row, line in enumerate(page.rows, start=FIRST):
                for column, value in enumerate(line, start=1):
                    _write(sheet.cell(row, column), value, bold=column - 1 in page.strong)
            sheet.freeze_panes = f"A{FIRST}"
            set_up(sheet, FIRST - 1)
        file = BytesIO()
        workbook.save(file)
        return file.getvalue()


def _write(cell: WorksheetCell | MergedCell, value: Cell, *, bold: bool) -> None:
    assert isinstance(cell, WorksheetCell)
    if bold:
        cell.font = BOLD
    if value is None:
        return
    if isinstance(value, str):
        write_text(cell, value)
    elif isinstance(value, Formula):
        cell.value = f"={value.text}"
        cell.number_format = FIGURES
    elif isinstance(value, datetime):
        cell.value = value.replace(tzinfo=None)
        cell.number_format = _("yyyy-mm-dd hh:mm")
    elif isinstance(value, date):
        cell.value = value
        cell.number_format = _("yyyy-mm-dd")
    else:
        # A spreadsheet knows no fractions: the exact points stand on the page.
        cell.value = value if isinstance(value, int) else float(value)
        cell.number_format = FIGURES
