"""Journey: an evening at one table, by keyboard alone, and the same page without scripts."""

import random

import pytest
from playwright.sync_api import Page

import rules
from scorekeeper.models import Account, Club, Game, Turn
from tests import factories
from tests.journeys.conftest import Faults, OpenWindow
from tests.journeys.table import Keyboard, Table, result_rows, some_hand, table_of

MOST_KEYS_A_TURN = 7


def test_a_whole_game_of_four_by_keyboard_alone(page: Page, host: Account, club: Club) -> None:
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
    draw = random.Random("an evening at one table")
    longest = 0
    while not table.game.over:
        longest = max(longest, table.keyed(*some_hand(table.game, draw)))
    assert table.number == 60
    assert longest == MOST_KEYS_A_TURN

    keys.tab_to("Finish the game")
    keys.press("Enter")
    page.get_by_role("button", name="Reopen").wait_for()
    table.check()
    assert table_of(page, "table.settlement") == result_rows(table.game, table.names)


def test_the_same_page_without_scripts(
    open_window: OpenWindow, host: Account, club: Club, faults: Faults
) -> None:
    page = open_window(host, java_script_enabled=False)
    page.goto("/games/new/")
    for number, name in enumerate(factories.NAMES[:2], start=1):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
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
        assert chip.locator("output").text_content() == rules.signed(mark.points)
        chip.click()
        table.told(rules.Turn(table.player, box=box, dice=dice, throws=throws))

    faults.expected = {422}
    page.locator("#dice").fill("1237")
    page.locator("#choices button[value=twos]").click()
    assert page.locator("#dice").input_value() == "1237"
    with pytest.raises(rules.RuleError) as refused:
        rules.parse_dice("1237")
    assert page.locator("#dice-error").text_content() == refused.value.message.en
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
    assert table_of(page, "table.settlement") == result_rows(table.game, table.names)
