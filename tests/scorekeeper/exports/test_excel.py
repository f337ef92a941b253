"""The workbook as a library reads it back: text stays text, figures stay figures."""

from dataclasses import replace
from datetime import datetime
from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

import rules
from scorekeeper.exports.excel import games_workbook, hands_workbook, sheet_workbook
from scorekeeper.exports.report import Deal, DealtHand, HandsReport, SheetReport

from .samples import SHEET_GAMES, blank, filled

HOSTILE = ("=cmd|' /C calc'!A0", "==Лена==", "=1+1", "#N/A", "@Оля", "+7", "-Ася", "'Лев'")


def read(content: bytes) -> Workbook:
    return load_workbook(BytesIO(content))


def sheet_of(report: SheetReport) -> Worksheet:
    return read(sheet_workbook(report)).worksheets[0]


def letters_of(sheet: Worksheet) -> dict[object, str]:
    """Heading → letter of its column."""
    return {cell.value: cell.coordinate.rstrip("7") for cell in sheet[7]}


def test_names_that_look_like_formulas_are_read_back_as_they_were() -> None:
    report = filled("classic", names=HOSTILE, club=HOSTILE[0], title=HOSTILE[2])
    sheet = sheet_of(report)
    names = [sheet[f"A{row}"] for row in range(8, 8 + len(HOSTILE))]
    assert [cell.value for cell in names] == list(HOSTILE)
    assert {cell.data_type for cell in names} == {"s"}
    assert sheet["A1"].value == HOSTILE[0]
    assert sheet["A1"].data_type == sheet["A2"].data_type == "s"
    points = [cell for row in sheet["B8:G15"] for cell in row]
    assert {type(cell.value) for cell in points} == {int}


def test_control_characters_are_gone() -> None:
    sheet = sheet_of(filled("classic", names=("О\x00л\x0bя", "Ле\nв", "\ud800Ася")))
    assert [sheet[f"A{row}"].value for row in (8, 9, 10)] == ["Ол я", "Ле в", "Ася"]


@pytest.mark.parametrize("key", SHEET_GAMES)
def test_open_boxes_are_empty_and_struck_ones_are_zero(key: str) -> None:
    report = filled(key, turns=11)
    assert report.game is not None
    sheet = sheet_of(report)
    step = 2 if report.rules.pouring else 1
    headings = letters_of(sheet)
    for seat, own in enumerate(report.game.sheets):
        for box, mark in zip(report.rules.boxes, own.marks, strict=True):
            cell = sheet[f"{headings[box.name.ru]}{8 + seat * step}"]
            points = mark.points + (mark.poured or 0) if mark else None
            assert cell.value == points
            assert not cell.protection.locked


@pytest.mark.parametrize("key", SHEET_GAMES)
def test_boxes_take_only_what_the_rules_can_bring(key: str) -> None:
    report = blank(key, 4)
    book = read(sheet_workbook(report))
    sheet, lists = book.worksheets
    assert lists.sheet_state == "hidden"
    headings = letters_of(sheet)
    for box in report.rules.boxes:
        cell = sheet[f"{headings[box.name.ru]}8"]
        checks = [c for c in sheet.data_validations.dataValidation if cell.coordinate in c.cells]
        (check,) = checks
        assert check.showErrorMessage
        if check.type == "list":
            source = check.formula1.partition("!")[2].replace("$", "")
            allowed = {line[0].value for line in lists[source]}
            possible = set(rules.enterable(report.rules, box))
            assert allowed == possible | ({0} if report.rules.pouring else set())


def test_the_sheet_is_ready_for_the_printer_and_for_careless_hands() -> None:
    sheet = sheet_of(filled("classic"))
    assert sheet.freeze_panes == "B8"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_setup.fitToWidth == 1
    assert sheet.page_setup.fitToHeight == 0
    assert sheet.print_title_rows == "$7:$7"
    assert sheet.protection.sheet
    assert sheet.protection.password is None
    formulas = [c for row in sheet.iter_rows() for c in row if c.data_type == "f"]
    assert len(formulas) > 4 * 6
    assert all(cell.protection.locked for cell in formulas)


def test_the_date_is_a_date_where_the_club_is() -> None:
    sheet = sheet_of(filled("classic"))
    started = sheet["B4"].value
    assert isinstance(started, datetime)
    assert started.isoformat() == "2025-06-01T19:30:00"
    assert sheet["B4"].is_date
    assert sheet["D4"].value == "московское время"


def test_hidden_columns_are_headed_in_the_language_of_the_report() -> None:
    sheet = sheet_of(filled("classic"))
    hidden = [
        sheet[f"{letter}7"].value
        for letter, column in sheet.column_dimensions.items()
        if column.hidden
    ]
    assert hidden == ["единицы", "остаток"]


def test_a_game_of_hands_has_no_sheet() -> None:
    with pytest.raises(ValueError, match="showdown"):
        sheet_workbook(SheetReport(rules.rule_set("showdown"), "ru", ("", "")))


def test_hands_are_listed_with_names_as_text() -> None:
    hand = DealtHand("=1+1", (3, 3, 5, 5, 5), "=фул", 1)
    report = HandsReport(rules.rule_set("showdown"), "ru", ("=1+1",), (Deal("1", (hand,)),))
    sheet = read(hands_workbook(report)).worksheets[0]
    assert [cell.value for cell in sheet[6]][:5] == ["1", "=1+1", "3 3 5 5 5", "=фул", 1]
    assert sheet["B6"].data_type == sheet["D6"].data_type == "s"
    assert sheet["G6"].data_type == "f"
    empty = replace(report, deals=(), blank_deals=3)
    assert read(hands_workbook(empty)).worksheets[0].max_row == 8


def test_games_of_an_evening_are_one_workbook() -> None:
    long = "Клуб «Шестёрка» — осенний турнир 2025"
    hand = DealtHand("Оля", (3, 3, 5, 5, 5), "фул", 1)
    showdown = rules.rule_set("showdown")
    hands = HandsReport(showdown, "ru", ("Оля",), (Deal("1", (hand,)),), title="Игры")
    reports = [filled("classic", title=long, seed=n) for n in range(3)]
    content = games_workbook([*reports, filled("classic", title="Games"), hands], "ru")
    book = read(content)
    titles = [sheet.title for sheet in book.worksheets if sheet.sheet_state == "visible"]
    assert titles[0] == "Игры"
    assert len({title.casefold() for title in titles}) == len(titles) == 6
    assert all(len(title.encode("utf-16-le")) <= 62 for title in titles)
    assert sum(sheet.sheet_state == "hidden" for sheet in book.worksheets) == 1
    first = book.worksheets[0]
    listed = [row[0].value for row in first.iter_rows(min_row=2)]
    assert listed == titles[1:]
    assert first["D2"].value == long
    assert first["B2"].value == datetime.fromisoformat("2025-06-01T19:30")
    assert first["A3"].hyperlink.location == f"'{titles[2]}'!A1"


def test_no_game_is_an_empty_list() -> None:
    book = read(games_workbook([], "ru"))
    assert book.sheetnames == ["Игры"]
