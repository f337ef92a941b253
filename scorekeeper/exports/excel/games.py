"""Workbooks: of one game, of an evening, of everything that a club has played."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import IO

from django.utils import translation
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.exports.names import sheet_title
from scorekeeper.exports.report import HandsReport, SheetReport
from scorekeeper.zones import zone_name

from .cells import HEAD, set_up, write_text
from .hands import write_hands
from .sheet import SheetWriter


def sheet_workbook(report: SheetReport) -> bytes:
    """A workbook with the sheet of ``report``, its sums and settlement as live formulas.

    Blank it computes itself as it is filled; filled it agrees with rules.result. The boxes take
    only what the rules can bring; formulas are protected, without a password. Raises ValueError
    for a game that has no sheet.
    """
    if report.rules.rank_only:
        raise ValueError(f"“{report.rules.key}” has no sheet: export its hands.")
    return games_workbook([report], report.language)


def games_workbook(reports: Iterable[SheetReport | HandsReport], language: str) -> bytes:
    """A workbook with a worksheet for each game, an evening or all of a club, in order.

    Titles are unique and legal. Games of the same rules share their lists of possible points.
    Unless there is one game only, a worksheet that lists them comes first.
    """
    written = BytesIO()
    write_games(reports, language, written)
    return written.getvalue()


def write_games(
    reports: Iterable[SheetReport | HandsReport], language: str, file: IO[bytes]
) -> None:
    """The same into ``file``, worksheet by worksheet once all reports are there."""
    with translation.override(language):
        workbook = Workbook()
        workbook.remove(workbook.worksheets[0])
        lists: dict[str, Worksheet] = {}
        contents: list[tuple[str, SheetReport | HandsReport]] = []
        for report in reports:
            taken = frozenset((*workbook.sheetnames, _("Games")))
            sheet = workbook.create_sheet(sheet_title(report, taken))
            contents.append((sheet.title, report))
            if isinstance(report, HandsReport):
                write_hands(sheet, report)
                continue
            played_by = f"{report.rules.key} {report.rules.options}"
            first = played_by not in lists
            if first:
                lists[played_by] = workbook.create_sheet(_title_of_lists(workbook))
                lists[played_by].sheet_state = "hidden"
            SheetWriter(report, sheet, lists[played_by]).write(with_lists=first)
        if len(contents) != 1:
            _write_contents(workbook.create_sheet(_("Games"), 0), contents)
        workbook.save(file)


def hands_workbook(report: HandsReport) -> bytes:
    """A workbook with a list of single hands; each balance is a live formula."""
    return games_workbook([report], report.language)


def _title_of_lists(workbook: Workbook) -> str:
    """The title of one more hidden worksheet, which is no game's."""
    number = sum(sheet.sheet_state == "hidden" for sheet in workbook.worksheets)
    return _("Possible points") + (f" {number + 1}" if number else "")


def _write_contents(
    sheet: Worksheet, contents: Sequence[tuple[str, SheetReport | HandsReport]]
) -> None:
    """The games of the workbook, each with its date, table and players, and a way to it."""
    heads = (_("Worksheet"), _("Date"), _("Time zone"), _("Table"), _("Game"), _("Players"))
    for letter, width, head in zip("ABCDEF", (32, 18, 18, 24, 26, 60), heads, strict=True):
        write_text(sheet[f"{letter}1"], head)
        sheet[f"{letter}1"].font = HEAD
        sheet.column_dimensions[letter].width = width
    for row, (title, report) in enumerate(contents, start=2):
        quoted = title.replace("'", "''")
        where = Hyperlink(ref=f"A{row}", location=f"'{quoted}'!A1")
        sheet[f"A{row}"].hyperlink = where
        if report.started is not None:
            sheet[f"B{row}"] = report.started.replace(tzinfo=None)
            sheet[f"B{row}"].number_format = _("yyyy-mm-dd hh:mm")
        name = report.rules.name.in_language(report.language)
        zone = zone_name(report.zone, report.language)
        said = (title, zone, report.title, name, ", ".join(report.players))
        for letter, text in zip("ACDEF", said, strict=True):
            write_text(sheet[f"{letter}{row}"], text)
    sheet.freeze_panes = "B2"
    set_up(sheet, 1)
