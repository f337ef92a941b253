"""What all worksheets share: type and frames, texts that stay texts, dates, the printer."""

from django.utils.translation import gettext as _
from openpyxl.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Font, PatternFill, Protection, Side
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.exports.names import cleaned
from scorekeeper.exports.report import HandsReport, SheetReport
from scorekeeper.zones import zone_name

_LONGEST_TEXT = 32_000
HEADINGS = 7
"""The row of the headings; above it stand club, title, game, date and the end of the game."""

POINTS = '0;"−"0;0'
STRUCK = '0;"−"0;"—"'
RESULT = '[>=0.005]"+"0.00;[<=-0.005]"−"0.00;0.00'

HAIR, HEAVY = Side("thin", "808080"), Side("medium", "000000")
TINT = PatternFill("solid", "ECECEC")
BOLD = Font("Calibri", 11, bold=True)
HEAD, CLUB = Font("Calibri", 10, bold=True), Font("Calibri", 14, bold=True)
SMALL, POURED = Font("Calibri", 9), Font("Calibri", 9, italic=True)
CENTRED = Alignment("center", "center", wrap_text=True)
OPEN = Protection(locked=False)


def write_text(cell: Cell | MergedCell, text: str) -> None:
    """Write ``text`` as text, whatever it looks like: never a formula, a number or an error."""
    assert isinstance(cell, Cell)
    shown = cleaned(text)[:_LONGEST_TEXT]
    if not shown:
        return
    cell.value = shown
    cell.data_type = "s"
    cell.quotePrefix = shown[0] in "=+-@#'"


def write_date(sheet: Worksheet, row: int, report: SheetReport | HandsReport) -> None:
    """The start as a real date in the club's zone, which is named beside it."""
    write_text(sheet[f"A{row}"], _("Date"))
    moment = sheet[f"B{row}"]
    sheet.merge_cells(f"B{row}:C{row}")
    moment.protection = OPEN
    moment.alignment = Alignment("left")
    moment.number_format = _("yyyy-mm-dd hh:mm")
    if report.started is not None:
        moment.value = report.started.replace(tzinfo=None)
        write_text(sheet[f"D{row}"], zone_name(report.zone, report.language))


def set_up(sheet: Worksheet, headings: int) -> None:
    """For the printer, and for careless hands: landscape, one page wide, formulas locked."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = f"{headings}:{headings}"
    sheet.protection.sheet = True
    sheet.protection.formatColumns = sheet.protection.formatRows = False
