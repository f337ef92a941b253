"""Blank workbooks filled as at the table."""

from dataclasses import replace
from io import BytesIO

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.exports.excel import sheet_workbook
from scorekeeper.exports.report import SheetReport

from .samples import blank


def bytes_of(book: Workbook) -> bytes:
    """A workbook as a file."""
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def letters_of(sheet: Worksheet) -> dict[object, str]:
    return {cell.value: cell.coordinate.rstrip("7") for cell in sheet[7]}


def filled_book(report: SheetReport) -> Workbook:
    """The blank workbook of the same game, with names and points typed into its open cells."""
    assert report.game is not None
    lines = len(report.players)
    empty = replace(blank(report.rules.key, lines), rules=report.rules)
    book = load_workbook(BytesIO(sheet_workbook(empty)))
    sheet = book.worksheets[0]
    letters, step = letters_of(sheet), 2 if report.rules.pouring else 1
    for seat, own in enumerate(report.game.sheets):
        row = 8 + seat * step
        typed: dict[str, int | str] = {f"A{row}": report.players[seat]}
        if report.rules.bank:
            typed[f"{letters['Сбережённые броски']}{row}"] = own.bank
        for number, team in enumerate(report.game.teams, start=1):
            if own.player in team:
                typed[f"{letters['№ пары']}{row}"] = number
        for box, mark in zip(report.rules.boxes, own.marks, strict=True):
            if mark is None:
                continue
            letter = letters[box.name.ru]
            typed[f"{letter}{row}"] = mark.points + (mark.poured or 0)
            if mark.poured is not None:
                typed[f"{letter}{row + 1}"] = mark.poured
        for address, value in typed.items():
            assert not sheet[address].protection.locked
            sheet[address] = value
    return book
