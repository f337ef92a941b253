"""Journey: copying a game from paper."""

from playwright.sync_api import Page, expect

import rules
from scorekeeper.models import Club
from tests import factories
from tests.games import random_game
from tests.journeys.conftest import Faults
from tests.journeys.table import Keyboard, Table

MOST_KEYS_A_PLAYER = 45


def typed_row(keys: Keyboard, table: Table, paper: rules.Sheet) -> None:
    """Types a player's boxes in sheet order, as they stand on paper."""
    for box, mark in zip(table.game.rules.boxes, paper.marks, strict=True):
        assert mark is not None
        expect(keys.page.locator(f"#box-{box.key}")).to_be_focused()
        keys.type("-" if mark.struck else str(mark.points))
        focused = keys.page.evaluate("() => document.activeElement.id")
        if focused == f"box-{box.key}":
            keys.press("Enter")
    expect(keys.page.get_by_role("button", name="Store the row")).to_be_focused()
    keys.press("Enter")


def test_a_row_is_copied_with_few_keys(desk: Page, club: Club, faults: Faults) -> None:
    record = factories.game(club, copied=True)
    desk.goto(f"/games/{record.pk}/")
    table = Table.of(desk, record)
    paper = random_game(table.game.rules, ["0", "1"], seed=7)
    desk.get_by_role("link", name=f"Copy the row of {table.names[0]}").click()

    # A figure that no dice bring is refused, and those that can be are listed.
    threes = table.game.rules.box("threes")
    faults.expected = {422}
    desk.locator("#box-threes").fill("4")
    desk.get_by_role("button", name="Store the row").click()
    wrong = desk.locator("#box-threes-error")
    expect(wrong).to_contain_text("cannot bring 4")
    for points in rules.enterable(table.game.rules, threes):
        expect(wrong).to_contain_text(rules.signed(points))
    expect(desk.locator("#box-threes")).to_have_value("4")
    expect(desk.locator("#box-threes")).to_be_focused()
    assert not record.turns.exists()
    faults.expected = set()

    presses = []
    desk.goto(f"/games/{record.pk}/paper/0/")
    for player in ("0", "1"):
        # Whoever has stored a row stands in the next player's.
        desk.wait_for_url(f"/games/{record.pk}/paper/{player}/")
        expect(desk.get_by_role("heading", level=1)).to_have_text(table.names[int(player)])
        keys = Keyboard(desk)
        typed_row(keys, table, paper.sheet(player))
        presses.append(keys.presses)
        for box, mark in zip(paper.rules.boxes, paper.sheet(player).marks, strict=True):
            assert mark is not None
            turn = rules.Turn(player, rules.Kind.POINTS, box.key, points=mark.points)
            table.game = rules.apply(table.game, turn)
            table.number += 1
    assert max(presses) <= MOST_KEYS_A_PLAYER
    desk.wait_for_url(f"/games/{record.pk}/")
    table.stored()
    assert rules.result(table.game).figures == rules.result(paper).figures
    expect(desk.locator(".page-head")).to_contain_text("copied from paper")
    table.finish()


def test_dice_can_be_copied_too(desk: Page, club: Club) -> None:
    record = factories.game(club, copied=True)
    desk.goto(f"/games/{record.pk}/")
    table = Table.of(desk, record)
    desk.goto(f"/games/{record.pk}/paper/0/")
    keys = Keyboard(desk)
    for box, typed, dice, throws in (
        ("ones", "/11123", "11123", 3),
        ("pair", "*66123", "66123", 1),
        ("chance", "/66543", "66543", 3),
    ):
        desk.locator(f"#box-{box}").focus()
        keys.type(typed)
        table.game = rules.apply(table.game, rules.Turn("0", box=box, dice=dice, throws=throws))
        table.number += 1
    desk.get_by_role("button", name="Store the row").click()
    desk.wait_for_url(f"/games/{record.pk}/paper/1/")
    table.check()
