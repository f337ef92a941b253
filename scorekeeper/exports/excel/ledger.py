"""The workbook of a club's money: balances, evenings, who pays whom, every line of the ledger."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO

from django.utils import translation
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.exports.report import LedgerReport

from .cells import BOLD, CLUB, HEAD, TINT, set_up, write_text

_FIRST = 4
"""The row of the first line; above it stand the club, an empty row and the headings."""

Value = str | int | Decimal | date


def ledger_workbook(report: LedgerReport) -> bytes:
    """Four worksheets; the balances are live formulas over the ledger, and add to zero."""
    with translation.override(report.language):
        workbook = Workbook()
        workbook.remove(workbook.worksheets[0])
        ledger = _("Ledger")
        _balances(workbook.create_sheet(_("Balances")), report, ledger)
        _table(
            workbook.create_sheet(_("Evenings")),
            report,
            ((_("Evening"), 14), (_("Player"), 30), (_money(_("Won (+), lost (−)"), report), 20)),
            ((each.day, *result) for each in report.evenings for result in each.results),
        )
        _table(
            workbook.create_sheet(_("Who pays whom")),
            report,
            (
                (_("Evening"), 14),
                (_("Who pays"), 30),
                (_("To whom"), 30),
                (_money(_("Amount"), report), 16),
            ),
            ((each.day, *payment) for each in report.evenings for payment in each.payments),
        )
        _table(
            workbook.create_sheet(ledger),
            report,
            (
                (_("No."), 8),
                (_("Evening"), 14),
                (_("Booked"), 20),
                (_("What for"), 24),
                (_("Game or note"), 40),
                (_("Player"), 30),
                (_money(_("Gets (+), owes (−)"), report), 20),
                (_("By"), 20),
            ),
            (
                (
                    line.entry,
                    line.evening,
                    line.booked.replace(tzinfo=None),
                    line.what,
                    line.about,
                    line.player,
                    line.amount,
                    line.booked_by,
                )
                for line in report.lines
            ),
        )
        file = BytesIO()
        workbook.save(file)
        return file.getvalue()


def _money(heading: str, report: LedgerReport) -> str:
    return f"{heading}, {report.sign}" if report.sign else heading


def _form(report: LedgerReport) -> str:
    zero = f"0.{'0' * report.decimals}" if report.decimals else "0"
    return f'"+"{zero};"−"{zero};{zero}'


def _balances(sheet: Worksheet, report: LedgerReport, ledger: str) -> None:
    heads = ((_("Player"), 30), (_money(_("Gets (+), owes (−)"), report), 20))
    _table(sheet, report, heads, ((name,) for name in report.players))
    end = max(_FIRST, _FIRST + len(report.lines) - 1)
    names, amounts = (f"'{ledger}'!${letter}${_FIRST}:${letter}${end}" for letter in "FG")
    last = _FIRST + len(report.players) - 1
    for row in range(_FIRST, last + 1):
        # Only like this are names compared letter by letter, and never read as a pattern.
        sheet[f"B{row}"] = f"=ROUND(SUMPRODUCT(EXACT({names},A{row})*{amounts}),{report.decimals})"
        sheet[f"B{row}"].number_format = _form(report)
    write_text(sheet[f"A{last + 1}"], _("Together"))
    sheet[f"B{last + 1}"] = (
        f"=ROUND(SUM(B{_FIRST}:B{last}),{report.decimals})" if report.players else 0
    )
    for letter in "AB":
        cell = sheet[f"{letter}{last + 1}"]
        cell.font, cell.fill = BOLD, TINT
    sheet[f"B{last + 1}"].number_format = _form(report)


def _table(
    sheet: Worksheet,
    report: LedgerReport,
    heads: Sequence[tuple[str, int]],
    lines: Iterable[Sequence[Value]],
) -> None:
    """The club, a heading (words, width) a column, and the lines, each value as what it is."""
    write_text(sheet["A1"], report.club)
    sheet["A1"].font = CLUB
    for column, (head, width) in enumerate(heads, start=1):
        cell = sheet.cell(_FIRST - 1, column)
        write_text(cell, head)
        cell.font = HEAD
        sheet.column_dimensions[get_column_letter(column)].width = width
    for row, line in enumerate(lines, start=_FIRST):
        for column, value in enumerate(line, start=1):
            _write(sheet, row, column, value, report)
    sheet.freeze_panes = f"A{_FIRST}"
    set_up(sheet, _FIRST - 1)


def _write(sheet: Worksheet, row: int, column: int, value: Value, report: LedgerReport) -> None:
    cell = sheet.cell(row, column)
    if isinstance(value, str):
        write_text(cell, value)
        return
    cell.value = value
    if isinstance(value, Decimal):
        cell.number_format = _form(report)
    elif isinstance(value, datetime):
        cell.number_format = _("yyyy-mm-dd hh:mm")
    elif isinstance(value, date):
        cell.number_format = _("yyyy-mm-dd")
