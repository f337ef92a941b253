"""Every button that writes into a game, pressed twice: what it does is done once."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.urls import resolve
from playwright.sync_api import Locator, Page, expect

import rules
from scorekeeper import actions
from scorekeeper.models import Account, Club, Game, TableLink, Turn
from tests import factories
from tests.journeys.conftest import Faults

FRAME = frozenset({"set_language", "sign_out", "club_choose"})
"""What every page can post, whatever it shows."""
Prepare = Callable[[Page], None]


@dataclass(frozen=True)
class Button:
    """A button, the page it stands on, and how many rows and versions one press of it adds.

    ``page``: behind the address of the game · ``prepare``: what is done before, in the page.
    """

    action: str
    locator: str
    after: str
    page: str = ""
    key: str = "classic"
    prepare: Prepare = lambda page: None
    turns: int = 0
    standing: int = 0
    version: int = 1
    copied: bool = False
    links: int = 0


def dice(page: Page, typed: str = "33312") -> None:
    page.locator("#dice").fill(typed)
    page.locator(f"#choices[data-complete=yes][data-dice='{typed}']").wait_for()


def points(page: Page) -> None:
    page.locator(".chip-figures[data-box=threes] summary").click()


def pour(page: Page) -> None:
    page.locator(".throws label:has(input[value='2'])").click()
    dice(page, "555551")


def hand(page: Page) -> None:
    page.locator("#dice").fill("33355")


def leaves(page: Page) -> None:
    page.get_by_text("A player leaves").click()


def early(page: Page) -> None:
    page.get_by_text("Finish early").click()


def look(page: Page) -> None:
    page.locator("[name$=-dice]").fill("11124")
    page.get_by_label("Reason").fill("misread")
    page.get_by_role("button", name="See what changes").click()
    page.get_by_role("button", name="Store the correction").wait_for()


NEXT = "#turn-form input[name=number][value='{}']"
BUTTONS = {
    "a box": Button("turn", "[value=threes]", NEXT.format(4), prepare=dice, turns=1, standing=1),
    "points": Button(
        "turn",
        "[value='threes=3']",
        NEXT.format(4),
        "?by=points",
        prepare=points,
        turns=1,
        standing=1,
    ),
    "a lost turn": Button(
        "turn", "[value=failed]", NEXT.format(4), key="saved-throws", turns=1, standing=1
    ),
    "a skipped turn": Button(
        "turn", "[value=skip]", NEXT.format(4), key="six-dice", turns=1, standing=1
    ),
    "a pour": Button(
        "turn", ".chip--pour", NEXT.format(4), key="six-dice", prepare=pour, turns=1, standing=1
    ),
    "a hand": Button(
        "turn", "[value=store]", NEXT.format(4), key="showdown", prepare=hand, turns=1, standing=1
    ),
    "a throw": Button(
        "turn", "[value=again]", ".lying:not([hidden])", key="showdown", prepare=hand, version=0
    ),
    "leaving": Button("turn", "[value=leaves]", ".gone", prepare=leaves, turns=1, standing=1),
    "removing": Button("turn", "[value=removed]", ".gone", prepare=leaves, turns=1, standing=1),
    "taking back": Button(
        "turn_undo", "form[action$='/undo/'] button", NEXT.format(2), standing=-1
    ),
    "bringing back": Button(
        "turn_redo",
        "form[action$='/redo/'] button",
        NEXT.format(3),
        turns=1,
        standing=1,
        version=1,
    ),
    "finishing": Button(
        "game_finish",
        "[value=yes]",
        "form[action$='/reopen/']",
        prepare=early,
        turns=3,
        standing=3,
        version=4,
    ),
    "reopening": Button(
        "game_reopen", "form[action$='/reopen/'] button", "form[action$='/finish/']"
    ),
    "a correction": Button(
        "correction",
        "[name=store]",
        ".messages .notice:not(.notice--wrong)",
        "turns/0/",
        prepare=look,
        turns=1,
    ),
    "a row from paper": Button(
        "paper_row",
        "#paper-row button[type=submit]",
        "[href$='/paper/1/'][aria-current]",
        "paper/0/",
        copied=True,
        turns=1,
        standing=1,
        prepare=lambda page: page.locator("#box-sixes").fill("6"),
    ),
    "a table link": Button(
        "table_links",
        "form:has([name=helper]) button",
        "img[src$='qr.svg'] >> nth=1",
        "helpers/",
        prepare=lambda page: page.locator("[name=helper]").fill("Вера"),
        links=1,
        version=0,
    ),
    "ending a link": Button(
        "table_link_end",
        "form[action$='/end/'] button",
        "main:not(:has(img))",
        "helpers/",
        version=0,
    ),
    "who sees it": Button(
        "game_shown", "form[action$='/shown/'] button", ".messages .notice", "helpers/", version=0
    ),
}


def some_game(club: Club, host: Account, button: Button) -> Game:
    """A game of three after each has had a turn, as the button needs it."""
    game = factories.game(club, button.key, factories.NAMES[:3], copied=button.copied)
    boxes = {"six-dice": ("fives", "555512"), "showdown": (None, "33355")}
    box, typed = boxes.get(button.key, ("ones", "11123"))
    for number in range(3):
        each = typed if not number else {"six-dice": "444412"}.get(button.key, typed)
        where = "fours" if button.key == "six-dice" and number else box
        thrown = f"{each[:-1]}{number + 1}" if button.key == "showdown" else each
        factories.write(game, factories.entry(number, number, where, thrown))
    if button.action == "turn_redo":
        actions.undo_turn(game_id=game.pk, account=host, number=2, now=factories.NOW)
    if button.action == "game_reopen":
        factories.finish(game)
    if button.page == "helpers/":
        actions.open_table(game=game, helper="Тётя", by=host, now=factories.NOW)
    return game


def written(game: Game) -> tuple[int, int, int, int]:
    """Rows of turns, turns that stand, versions, table links."""
    game.refresh_from_db()
    turns = Turn.objects.filter(game=game)
    return (
        turns.count(),
        turns.filter(withdrawn_at=None).count(),
        game.version,
        TableLink.objects.filter(game=game).count(),
    )


def pressed_twice(page: Page, place: Locator, how: str) -> None:
    if how == "doubled":
        place.dblclick()
    elif how == "slowly":  # two clicks that are no double click, the answer still being waited for
        place.evaluate("button => { button.click(); button.click(); }")
    else:
        place.focus()
        page.keyboard.down("Enter")
        page.keyboard.down("Enter")  # as a key that is held down repeats itself
        page.keyboard.up("Enter")


@pytest.mark.parametrize("how", ["doubled", "slowly", "held"])
def test_every_button_of_a_game_writes_once(
    desk: Page, club: Club, host: Account, faults: Faults, how: str
) -> None:
    for name, button in BUTTONS.items():
        game = some_game(club, host, button)
        desk.goto(f"/games/{game.pk}/{button.page}")
        button.prepare(desk)
        before = written(game)
        place = desk.locator(f"main :is({button.locator}):visible").first
        pressed_twice(desk, place, how)
        desk.locator(button.after).first.wait_for(state="attached")
        expect(desk.locator(".messages .notice--wrong, #table .notice--wrong"), name).to_have_count(
            0
        )
        desk.goto(f"/games/{game.pk}/history/")  # behind whatever the second press has asked for
        added = tuple(now - then for now, then in zip(written(game), before, strict=True))
        expected = (button.turns, button.standing, button.version, button.links)
        assert added == expected, name


def test_no_button_of_a_game_is_forgotten(desk: Page, club: Club, host: Account) -> None:
    """Whatever the pages of a game can post to stands in the list above, or begins a game."""
    found: set[str] = set()
    for button in BUTTONS.values():
        game = some_game(club, host, button)
        desk.goto(f"/games/{game.pk}/{button.page}")
        actions_of_page: list[str] = desk.evaluate(
            "() => [...document.forms].filter(form => form.method === 'post')"
            ".map(form => new URL(form.action).pathname)"
        )
        found |= {resolve(path).view_name for path in actions_of_page}
    assert found - FRAME == {button.action for button in BUTTONS.values()}


def test_a_correction_stored_again_after_going_back_is_one(
    desk: Page, club: Club, host: Account
) -> None:
    game = some_game(club, host, BUTTONS["a correction"])
    desk.goto(f"/games/{game.pk}/turns/0/")
    look(desk)
    desk.get_by_role("button", name="Store the correction").click()
    desk.locator(".messages .notice").wait_for()
    before = written(game)
    desk.go_back()
    desk.get_by_role("button", name="Store the correction").click()
    expect(desk.locator(".messages .notice--wrong")).to_contain_text("Look again")
    assert written(game) == before


def test_a_row_stored_again_after_going_back_is_one(desk: Page, club: Club, host: Account) -> None:
    button = BUTTONS["a row from paper"]
    game = some_game(club, host, button)
    desk.goto(f"/games/{game.pk}/{button.page}")
    button.prepare(desk)
    desk.locator(button.locator).click()
    desk.locator(button.after).wait_for()
    before = written(game)
    desk.go_back()
    desk.get_by_role("button", name="Store the row").wait_for()
    expect(desk.locator("#box-sixes")).to_have_count(0)  # it is full: there is nothing to send
    assert written(game) == before
    assert game.turns.get(box="sixes").kind == rules.Kind.POINTS
