"""Journeys on a phone: a turn by taps, and nothing but the sheet scrolls sideways."""

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, ViewportSize, expect

import rules
from scorekeeper.models import Account, Club
from scorekeeper.views.files import XLSX
from tests import factories
from tests.journeys.conftest import Faults, OpenWindow
from tests.journeys.pages import addresses
from tests.journeys.table import Table
from tests.plugins.browser import is_laid_out
from tests.scorekeeper.exports.filling import bytes_of, filled_book
from tests.scorekeeper.exports.samples import filled

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
NARROW: ViewportSize = {"width": 320, "height": 640}
ROTATED: ViewportSize = {"width": 844, "height": 390}


MOST_TAPS, MOST_TAPS_WITH_POINTS, SCHOOL_TAPS = 8, 3, 2


@dataclass
class Thumb:
    """Counts the taps of a thumb; whatever it taps is at least 44 px high."""

    page: Page
    taps: int = 0

    def tap(self, place: Locator) -> None:
        expect(place).to_be_visible()
        box = place.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        place.tap()
        self.taps += 1


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_taps_of_a_turn_with_dice(
    open_window: OpenWindow, host: Account, club: Club, throws: int
) -> None:
    record = factories.game(club)
    page = open_window(host, **PHONE)
    page.goto(f"/games/{record.pk}/")
    table, counted = Table.of(page, record), []
    for box, dice in (("sixes", "66612"), ("ones", "11123")):
        thumb = Thumb(page)
        if throws != rules.FREE_THROWS:
            thumb.tap(page.locator(f".throws label:has(input[value='{throws}'])"))
        for pips in dice:
            thumb.tap(page.locator(f".pad-face[data-pips='{pips}']"))
        thumb.tap(page.locator(f"#choices[data-complete=yes] button[value={box}]"))
        table.told(rules.Turn(table.player, box=box, dice=dice, throws=throws))
        counted.append(thumb.taps)
    assert max(counted) <= MOST_TAPS


def test_taps_of_a_turn_with_points(open_window: OpenWindow, host: Account, club: Club) -> None:
    """Every box of the game, with the points that it brings most seldom and most often."""
    record = factories.game(club, names=factories.NAMES[:2])
    page = open_window(host, **PHONE)
    page.goto(f"/games/{record.pk}/")
    page.get_by_role("link", name="Points instead of dice").tap()
    page.wait_for_url("**by=points**")
    table = Table.of(page, record)
    counted: dict[str, set[int]] = {}
    for box in table.game.rules.boxes:
        for pick in (0, -1):
            points = rules.enterable(table.game.rules, box)[pick]
            thumb, chip = Thumb(page), page.locator(f".chip-figures[data-box={box.key}]")
            thumb.tap(chip.locator("summary"))
            thumb.tap(chip.locator(f"button[value='{box.key}={points}']"))
            turn = rules.Turn(table.player, rules.Kind.POINTS, box.key, points=points)
            table.told(turn)
            counted.setdefault(box.series.value, set()).add(thumb.taps)
        page.reload()  # which forgets nothing of how this table types
    assert counted[rules.Series.SCHOOL.value] == {SCHOOL_TAPS}
    assert max(max(taps) for taps in counted.values()) <= MOST_TAPS_WITH_POINTS


def test_a_half_typed_turn_outlives_a_rotation(
    open_window: OpenWindow, host: Account, club: Club
) -> None:
    record = factories.game(club)
    page = open_window(host, **PHONE)
    page.goto(f"/games/{record.pk}/")
    table = Table.of(page, record)
    page.locator(".throws label:has(input[value='2'])").tap()
    for at, pips in enumerate("66612"):
        page.locator(f".pad-face[data-pips='{pips}']").tap()
        page.set_viewport_size(ROTATED if at % 2 else PHONE["viewport"])
        expect(page.locator("#dice-drawn .die")).to_have_count(at + 1)
    for size in (ROTATED, PHONE["viewport"], ROTATED):
        page.set_viewport_size(size)
        expect(page.locator("#dice")).to_have_value("66612")
        expect(page.locator("input[name=throws][value='2']")).to_be_checked()
        assert _too_wide(page) == []
    Thumb(page).tap(page.locator("#choices[data-complete=yes] button[value=sixes]"))
    table.told(rules.Turn("0", box="sixes", dice="66612", throws=2))


def test_a_turn_by_taps(open_window: OpenWindow, host: Account, club: Club) -> None:
    record = factories.game(club)
    page = open_window(host, **PHONE)
    page.goto(f"/games/{record.pk}/")
    table = Table.of(page, record)
    for box, dice, throws in (("sixes", "66612", 1), ("ones", "11123", 3)):
        page.locator(f".throws label:has(input[value='{throws}'])").tap()
        for pips in "5" + dice:
            page.locator(f".pad-face[data-pips='{pips}']").tap()
            if pips == "5":
                page.get_by_role("button", name="Remove the last die").tap()
        page.locator(f"#choices[data-complete=yes][data-dice='{dice}']").wait_for()
        chip = page.locator(f"#choices button[value={box}]")
        assert chip.evaluate("chip => chip.getBoundingClientRect().height") >= 44
        chip.tap()
        table.told(rules.Turn(table.player, box=box, dice=dice, throws=throws))


def test_what_is_wrong_in_a_form_is_brought_into_view(
    open_window: OpenWindow, host: Account, club: Club, faults: Faults
) -> None:
    """The button of a new game is always in view, what is wrong with it far below the fold."""
    faults.expected = {422}
    page = open_window(host, **{**PHONE, "locale": "en-GB"})
    page.goto("/games/new/")
    page.locator("input[name=name]").first.fill("Ann")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_text("you have named 1")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
def test_no_page_scrolls_sideways(
    open_window: OpenWindow, host: Account, club: Club, locale: str
) -> None:
    page = open_window(host, **{**PHONE, "locale": locale})
    for name, address in addresses(club).items():
        page.goto(address)
        for size in (NARROW, ROTATED):
            page.set_viewport_size(size)
            assert _too_wide(page) == [], f"{name} at {size['width']} px"


def test_names_of_seventy_letters_stay_on_the_page(
    open_window: OpenWindow, host: Account, club: Club
) -> None:
    """On buttons, among facts and payments: what somebody copies from paper says them all."""
    copied = factories.game(club, names=("Ж" * 70, "W" * 70), copied=True)
    page = open_window(host, **PHONE)
    page.goto(f"/games/{copied.pk}/")
    assert _too_wide(page) == []
    factories.play(copied)
    page.reload()
    assert _too_wide(page) == []
    for address in ("/", "/games/", f"/games/{copied.pk}/turns/3/"):
        page.goto(address)
        assert _too_wide(page) == [], address
    page.goto("/games/import/")
    book = bytes_of(filled_book(filled("classic", names=("Ж" * 70, "W" * 70))))
    file: FilePayload = {"name": "game.xlsx", "mimeType": XLSX, "buffer": book}
    page.locator("input[type=file]").set_input_files(file)
    page.locator("main form button").click()
    expect(page.locator(".facts dt").first).to_have_text("Ж" * 70)
    assert _too_wide(page) == []


def _too_wide(page: Page) -> list[str]:
    """What sticks out of a page that is wider than its window."""
    is_laid_out(page)
    found: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? []
        : [...document.querySelectorAll("main *, header *")].filter(
            part => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1
                && !part.closest(".sheet-scroll")
        ).map(part => `${part.tagName}.${part.className}`).slice(0, 5).concat("wide")"""
    )
    return found
