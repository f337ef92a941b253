"""Journey of somebody who cannot see or aim well: axe finds nothing to say."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from scorekeeper.models import Club
from tests.journeys.conftest import OpenWindow
from tests.journeys.pages import addresses

SIZES = ((1280, 900), (390, 844))
AXE = Axe().axe_script
CHECKS: dict[Literal["light", "dark"], str] = {
    "light": '{resultTypes: ["violations"]}',
    # The other theme changes nothing but colours.
    "dark": '{resultTypes: ["violations"], runOnly: ["color-contrast"]}',
}


def violations(page: Page) -> list[str]:
    """What axe finds on a page, in both themes, on a desk and on a phone."""
    found = []
    page.evaluate(AXE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme, checks in CHECKS.items():
            page.emulate_media(color_scheme=theme)
            for each in page.evaluate(f"() => axe.run({checks})")["violations"]:
                where = "; ".join(str(node["target"]) for node in each["nodes"][:3])
                found.append(f"{page.url} {width} {theme}: {each['id']}: {each['help']}: {where}")
    return found


def test_the_pages_of_a_host(desk: Page, club: Club) -> None:
    found = []
    for address in addresses(club).values():
        desk.goto(address)
        found += violations(desk)
    assert not found, "\n".join(found)


def test_the_pages_of_a_stranger(open_window: OpenWindow, transactional_db: None) -> None:
    page = open_window()
    found = []
    for address in ("/", "/sign-in/"):
        page.goto(address)
        found += violations(page)
    assert not found, "\n".join(found)
