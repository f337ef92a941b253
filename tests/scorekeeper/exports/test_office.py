"""LibreOffice as the judge: workbooks filled by hand or by us come to the sums of the core.

All workbooks go into one file, a worksheet each, so that the office program starts once: their
formulas refer to nothing outside their own worksheet.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

import rules
from scorekeeper.exports.excel import games_workbook, hands_workbook, sheet_workbook
from scorekeeper.exports.report import Deal, DealtHand, HandsReport, SheetReport
from tests.games import random_game, with_removed
from tests.plugins.office import Recalculate

from .filling import filled_book, letters_of
from .samples import NAMES, PAIRS, SHEET_GAMES, blank, filled, fitting_players

MONEY = (
    {"stake": "0.10", "unit": "1"},
    {"stake": "0.25", "unit": "0.10", "settlement": "difference"},
    {"settlement": "pot", "stake": "5"},
    {"settlement": "none"},
    {"stake": "1", "unit": "0.03"},
)
HOUSE_RULES: tuple[Mapping[str, object], ...] = (
    {"school_bonus": 70, "school_bonus_from": 5, "negative_school": -50},
    {"failed_mark": "zero", "order": "any", "poker_bonus": 300},
)


def reports() -> list[SheetReport]:
    """Twenty games of classic, some of every other game, house rules, and games cut short."""
    found = [filled("classic", names=NAMES[: 2 + n % 5], seed=n) for n in range(20)]
    for key in SHEET_GAMES[1:]:
        found += [filled(key, names=NAMES[: 2 + n], seed=n) for n in range(1, 4)]
    found += [filled("classic", house_rules=each, seed=30) for each in (*MONEY, *HOUSE_RULES)]
    found += [filled("classic", names=NAMES[:3], seed=n, turns=30 + n) for n in range(40, 43)]
    found += [
        filled("six-dice", teams=PAIRS, seed=n, house_rules=house_rules)
        for n, house_rules in enumerate(
            ({}, {"settlement": "mean", "unit": "0.01"}, {"settlement": "pot"})
        )
    ]
    found.append(filled("six-dice", house_rules={"saved_throw_points": 2}))
    found.append(
        filled("saved-throws", house_rules={"unfinished_school": -7, "unfinished_combination": 0})
    )
    found += [filled("saved-throws", seed=n, turns=40) for n in (7, 8)]
    return [*found, without_one_of_three()]


def without_one_of_three() -> SheetReport:
    game = with_removed(random_game(rules.rule_set("classic"), ("0", "1", "2"), 9, turns=20), "0")
    return SheetReport(rules.rule_set("classic"), "ru", NAMES[:3], game)


def recalculated(sheets: Sequence[Any], recalculate: Recalculate, folder: Path) -> list[Any]:
    """The worksheets with the values of their formulas, by way of one file."""
    together = Workbook()
    together.remove(together.worksheets[0])
    for number, sheet in enumerate(sheets):
        copy = together.create_sheet(f"{number}")
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    copy[cell.coordinate] = cell.value
    together.save(folder / "together.xlsx")
    computed = load_workbook(recalculate(folder / "together.xlsx"), data_only=True)
    return [computed[f"{number}"] for number in range(len(sheets))]


def check(report: SheetReport, sheet: Worksheet) -> None:
    """Every sum, place and payment on the worksheet against the core's."""
    assert report.game is not None
    letters, step = letters_of(sheet), 2 if report.rules.pouring else 1
    result = rules.result(report.game)
    present = [s for s in report.game.sheets if s.presence is not rules.Presence.REMOVED]
    for line, own in enumerate(present):
        row = 8 + line * step

        def shown(heading: str, at: int = row) -> object:
            return sheet[f"{letters[heading]}{at}"].value

        figures = result.figures[own.player]
        school_begun = any(own.marks[:6])
        if "Промежуточный итог" in letters and school_begun:
            assert shown("Промежуточный итог") == figures.subtotal
        if "Премия за школу" in letters and all(own.marks[:6]):
            assert shown("Сумма школы") == figures.school
            assert shown("Премия за школу") == figures.bonus
        if "Незакрытые клетки" in letters:
            assert (shown("Незакрытые клетки") or 0) == figures.unfinished
        if "Очки за броски" in letters:
            assert (shown("Очки за броски") or 0) == figures.throw_points
        assert shown("Окончательный итог") == figures.total
        assert shown("Место") == result.places[own.player]
        for team in result.teams:
            if own.player in team.players:
                assert shown("Итог пары") == team.total
        check_money(report, result, own.player, letters, sheet, row)
    assert [c.coordinate for line in sheet.iter_rows() for c in line if c.data_type == "e"] == []


def check_money(
    report: SheetReport,
    result: rules.Result,
    player: str,
    letters: Mapping[object, str],
    sheet: Worksheet,
    row: int,
) -> None:
    if report.rules.options.settlement == "none":
        assert "Расчёт" not in letters
        return
    exact = sheet[f"{letters['Расчёт']}{row}"].value
    pays = sheet[f"{letters['Платит или получает']}{row}"].value
    if result.settlement is None:
        assert not exact
        assert not pays
        return
    difference = Fraction(float(exact)) - result.settlement.exact[player]
    assert abs(difference) < Fraction(1, 10**6)
    places = -int(Decimal(report.rules.options.unit).as_tuple().exponent)
    assert round(Decimal(float(pays)), places) == result.settlement.pays[player]
    assert abs(Decimal(float(pays)) - result.settlement.pays[player]) < Decimal("0.000001")


def test_blank_and_filled_workbooks_come_to_the_sums_of_the_core(
    recalculate: Recalculate, tmp_path: Path
) -> None:
    games = reports()
    assert {fitting_players(each.rules, 2) for each in games} == {2, 3}
    by_us = [load_workbook(BytesIO(sheet_workbook(each))).worksheets[0] for each in games]
    ended = [
        each
        for each in games
        if each.game is not None and each.game.over and len(each.game.sheets) == len(each.players)
    ]
    by_hand = [filled_book(each).worksheets[0] for each in ended]
    computed = recalculated([*by_us, *by_hand], recalculate, tmp_path)
    for report, sheet in zip([*games, *ended], computed, strict=True):
        check(report, sheet)


def test_a_workbook_opens_as_it_is(recalculate: Recalculate, tmp_path: Path) -> None:
    """The file itself, not its cells: lists, frames and protection do not hinder the office."""
    report = filled("six-dice", teams=PAIRS)
    (tmp_path / "sheet.xlsx").write_bytes(sheet_workbook(report))
    sheet = load_workbook(recalculate(tmp_path / "sheet.xlsx"), data_only=True).worksheets[0]
    check(report, sheet)


def test_an_evening_in_one_file_opens_as_it_is(recalculate: Recalculate, tmp_path: Path) -> None:
    """Games of every kind in one workbook: each worksheet computes by itself, and the list of them
    leads to each."""
    games = [filled(key, seed=n, title="Стол") for n, key in enumerate(SHEET_GAMES)]
    games += [
        filled("classic", seed=7, title="Стол"),
        filled("classic", seed=8, turns=20, title=""),
    ]
    games.append(filled("six-dice", teams=PAIRS, title="[:*?/\\] 'История'"))
    hands = (DealtHand("Оля", won=Decimal(5)), DealtHand("Лев", won=Decimal(-5)))
    showdown = HandsReport(
        rules.rule_set("showdown"), "ru", ("Оля", "Лев"), (Deal("1", hands),), title="=Покер"
    )
    content = games_workbook([*games, showdown], "ru")
    (tmp_path / "evening.xlsx").write_bytes(content)
    book = load_workbook(recalculate(tmp_path / "evening.xlsx"), data_only=True)
    shown = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    listed, *sheets, last = shown
    assert len(sheets) == len(games)
    for report, sheet in zip(games, sheets, strict=True):
        check(report, sheet)
    assert [last[f"G{row}"].value for row in (6, 7)] == [5, -5]
    links = [listed[f"A{row}"].hyperlink for row in range(2, len(games) + 3)]
    titles = [sheet.title for sheet in shown[1:]]
    assert [listed[f"A{row}"].value for row in range(2, len(games) + 3)] == titles
    assert [link.location.rpartition("!")[0].strip("'$") for link in links if link] == [
        title.replace("'", "''") for title in titles
    ]
    for sheet in book.worksheets:
        errors = [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "e"]
        assert errors == []


def test_empty_lines_stay_empty_and_balances_run(recalculate: Recalculate, tmp_path: Path) -> None:
    won = [Decimal(5), Decimal(-5), Decimal(-2), None]
    names = ["Оля*", "Лев", "Оля*", "Лев"]
    hands = [DealtHand(name, won=each) for name, each in zip(names, won, strict=True)]
    deals = (Deal("1", tuple(hands[:2])), Deal("2", tuple(hands[2:])))
    balances = HandsReport(rules.rule_set("showdown"), "ru", ("Оля*", "Лев"), deals)
    sheets = [
        load_workbook(BytesIO(content)).worksheets[0]
        for content in (sheet_workbook(blank("saved-throws", 3)), hands_workbook(balances))
    ]
    empty, listed = recalculated(sheets, recalculate, tmp_path)
    rows = [cell.value for row in empty["B8:Z10"] for cell in row]
    assert set(rows) <= {None, "", 0}
    assert empty["B5"].value == "нет"
    assert [listed[f"G{row}"].value or "" for row in range(6, 10)] == [5, -5, 3, ""]
