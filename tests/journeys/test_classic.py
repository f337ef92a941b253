"""Journey: an evening at one table, by keyboard alone, and the same page without scripts."""

import random
from collections import Counter
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

import rules
from scorekeeper.models import Account, Club, Game, Turn
from tests import factories
from tests.journeys.conftest import Faults, OpenWindow
from tests.journeys.table import Keyboard, Table, result_is, result_rows, some_hand, won
from tests.plugins.office import Recalculate
from tests.scorekeeper.exports.printed import words_of

KEYS_A_TURN = 6
"""Dice and one key: the marked box at any throw, and any box at the third."""


def test_a_whole_game_of_four_by_keyboard_alone(
    page: Page, host: Account, club: Club, recalculate: Recalculate, tmp_path: Path
) -> None:
    keys = Keyboard(page)
    page.goto("/sign-in/")
    keys.type(host.username)
    keys.press("Tab")
    keys.type(factories.PASSWORD)
    keys.press("Enter")
    page.wait_for_url("/games/")

    keys.tab_to("New game")
    keys.press("Enter")
    page.wait_for_url("/games/new/")
    for number, name in enumerate(factories.NAMES, start=1):
        keys.tab_to(f"Player {number}")
        page.keyboard.insert_text(name)
    keys.press("Enter")
    page.locator("#dice:focus").wait_for()

    table = Table.of(page, Game.objects.get())
    assert table.names == tuple(factories.NAMES)
    table.check()
    draw = random.Random(75)
    common: list[int] = []
    while not table.game.over:
        box, dice, throws = some_hand(table.game, draw)
        choices = rules.choices(table.game, dice, throws)
        assert choices is not None
        assert choices.best is not None
        is_common = choices.best.box.key == box or throws == rules.FREE_THROWS
        taken = table.keyed(box, dice, throws)
        common += [taken] if is_common else []
        assert taken <= KEYS_A_TURN + 1  # another box than the marked one, and not at the third
    assert table.number == 60
    assert len(common) > 45
    assert set(common) == {KEYS_A_TURN}
    assert any(figures.bonus for figures in rules.result(table.game).figures.values())

    keys.tab_to("Close the game")
    keys.press("Enter")
    page.get_by_role("button", name="Reopen").wait_for()
    table.check()
    result_is(page, result_rows(table.game, table.names))

    for name in ("PDF", "Excel workbook"):
        keys.tab_to(name)
        with page.expect_download() as download:
            keys.press("Enter")
        download.value.save_as(tmp_path / name)
    print_agrees((tmp_path / "PDF").read_bytes(), table)
    workbook = (tmp_path / "Excel workbook").rename(tmp_path / "sheet.xlsx")
    workbook_agrees(recalculate(workbook), table)


def print_agrees(pdf: bytes, table: Table) -> None:
    """Boxes, sums, bonuses, settlement and payments are printed as the core has them."""
    lines = lines_of(pdf)
    result = rules.result(table.game)
    assert result.settlement is not None
    for sheet in table.game.sheets:
        name, figures = table.names[int(sheet.player)].split()[0], result.figures[sheet.player]
        row = [mark_text(mark) for mark in sheet.marks if mark]
        row += [rules.signed(figures.subtotal), rules.signed(figures.total)]
        row += [f"+{figures.bonus}"] if figures.bonus else []
        assert any(says(line, [name, *row]) for line in lines)
        money = result.settlement.shown(sheet.player), f"{result.settlement.pays[sheet.player]:f}"
        place = [str(result.places[sheet.player]), name, rules.signed(figures.total)]
        assert any(says(line, [*place, *map(won, money)]) for line in lines)
    for payment in rules.payments(result.settlement.pays):
        people = [
            table.names[int(player)].split()[0] for player in (payment.payer, payment.receiver)
        ]
        assert any(says(line, [*people, f"{payment.amount:f}"]) for line in lines)


def mark_text(mark: rules.Mark) -> str:
    return "—" if mark.struck else rules.signed(mark.points)


def lines_of(pdf: bytes) -> list[Counter[str]]:
    """The words of each printed line: those at the height of one of them, within 4 mm."""
    words = words_of(pdf)
    heights = {(word.top + word.bottom) / 2 for word in words}
    return [
        Counter(word.text for word in words if abs((word.top + word.bottom) / 2 - height) < 4)
        for height in heights
    ]


def says(line: Counter[str], words: list[str]) -> bool:
    return Counter(words) <= line


def workbook_agrees(path: Path, table: Table) -> None:
    """Every box and figure of the recalculated workbook is the core's."""
    sheet = load_workbook(path, data_only=True).worksheets[0]
    columns = {str(cell.value): cell.column or 0 for cell in sheet[7]}
    result = rules.result(table.game)
    assert result.settlement is not None
    for row, own in enumerate(table.game.sheets, start=8):
        found = {name: sheet.cell(row, at).value for name, at in columns.items()}
        assert found["Player"] == table.names[int(own.player)]
        for column in rules.columns(table.game.rules):
            if column.box:
                mark = own.marks[table.game.rules.index(column.box.key)]
                expected = mark.points if mark else None
            else:
                expected = getattr(result.figures[own.player], column.figure.value)
            assert found[column.name.en] == expected
        assert found["Place"] == result.places[own.player]
        assert f"{found['Settlement']:.2f}" == result.settlement.shown(own.player)
        assert found["Pays or gets"] == result.settlement.pays[own.player]


def test_the_same_page_without_scripts(
    open_window: OpenWindow, host: Account, club: Club, faults: Faults
) -> None:
    page = open_window(host, java_script_enabled=False)
    page.goto("/games/new/")
    for number, name in enumerate(factories.NAMES[:2], start=1):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.locator("#dice").wait_for()
    table = Table.of(page, Game.objects.get())

    for box, dice, throws in (("threes", "33341", 1), ("sixes", "66666", 2), ("ones", "23456", 3)):
        page.locator("#dice").fill(dice)
        page.locator(f".throws label:has(input[value='{throws}'])").click()
        page.get_by_role("button", name="Show the points").click()
        after = rules.apply(
            table.game, rules.Turn(table.player, rules.Kind.DICE, box, dice, throws)
        )
        mark = after.sheet(table.player).marks[table.game.rules.index(box)]
        assert mark is not None
        chip = page.locator(f"#choices button[value={box}]")
        expect(chip.locator("output")).to_have_text(rules.signed(mark.points))
        chip.click()
        table.told(rules.Turn(table.player, box=box, dice=dice, throws=throws))

    faults.expected = {422}
    page.locator("#dice").fill("1237")
    page.locator("#choices button[value=twos]").click()
    with pytest.raises(rules.RuleError) as refused:
        rules.parse_dice("1237")
    expect(page.locator("#dice-error")).to_have_text(refused.value.message.en)
    expect(page.locator("#dice")).to_have_value("1237")
    assert Turn.objects.count() == table.number

    page.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Bring back").wait_for()
    assert Turn.objects.filter(withdrawn_at=None).count() == table.number - 1
    table = Table.of(page, table.record)
    table.check()

    page.get_by_text("Finish early").click()
    page.get_by_role("button", name="Strike the open boxes and finish").click()
    for player in ("0", "1"):
        table.game = rules.apply(table.game, rules.Turn(player, rules.Kind.LEAVES))
    page.get_by_role("button", name="Reopen").wait_for()
    table.check()
    result_is(page, result_rows(table.game, table.names))
