"""Journeys on a phone: a turn by taps, and nothing but the sheet scrolls sideways."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

import rules
from scorekeeper.models import Account, Club
from tests import factories
from tests.journeys.conftest import OpenWindow
from tests.journeys.pages import addresses
from tests.journeys.table import Table

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
NARROW: ViewportSize = {"width": 320, "height": 640}
ROTATED: ViewportSize = {"width": 844, "height": 390}


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


def _too_wide(page: Page) -> list[str]:
    """What sticks out of a page that is wider than its window."""
    found: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? []
        : [...document.querySelectorAll("main *, header *")].filter(
            part => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1
                && !part.closest(".sheet-scroll")
        ).map(part => `${part.tagName}.${part.className}`).slice(0, 5).concat("wide")"""
    )
    return found
