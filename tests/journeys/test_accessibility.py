"""Journey of somebody who cannot see or aim well: axe finds nothing to say on any page."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, resolve, reverse
from playwright.sync_api import Page, Route, expect

from scorekeeper import actions
from scorekeeper.models import Account, Club
from tests import factories
from tests.journeys.conftest import Faults, OpenWindow
from tests.journeys.pages import addresses
from tests.plugins.browser import is_laid_out
from tests.routes import ALL

SIZES = ((1280, 900), (390, 844))
THEMES = ("light", "dark")
AXE = Axe().axe_script
RUN = '() => axe.run({resultTypes: ["violations"]})'


def violations(page: Page) -> list[str]:
    """What axe finds on a page by all its rules, in both themes, on a desk and on a phone."""
    found = []
    is_laid_out(page)
    page.evaluate(AXE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            for each in page.evaluate(RUN)["violations"]:
                where = "; ".join(str(node["target"]) for node in each["nodes"][:3])
                found.append(f"{page.url} {width} {theme}: {each['id']}: {each['help']}: {where}")
    return found


def plain_addresses() -> list[str]:
    """The addresses that have nothing to fill in."""
    return [reverse(route.name) for route in ALL if route.name and not route.pattern.regex.groups]


def name_of(address: str) -> str | None:
    """The route that an address belongs to, None for what is no address of the program."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return None


def is_page(page: Page, address: str) -> bool:
    """Whether an address shows a page to whoever looks, and is no file and no way elsewhere."""
    answer = page.request.get(address, max_redirects=0)
    return answer.status == 200 and "text/html" in answer.headers.get("content-type", "")


def walk(page: Page, begin: list[str]) -> Iterator[str]:
    """Opens the pages ``begin``, and by their links one page of every other route there is."""
    waiting, known = list(begin), set(filter(None, map(name_of, begin)))
    while waiting:
        address = waiting.pop(0)
        if not is_page(page, address):
            continue
        page.goto(address)
        yield address
        links: list[str] = page.evaluate(
            "() => [...document.links].filter(link => link.origin === location.origin)"
            ".map(link => link.pathname + link.search)"
        )
        for link in links:
            if (name := name_of(link)) and name not in known:
                known.add(name)
                waiting.append(link)


def test_every_page_of_a_host(desk: Page, club: Club, host: Account, faults: Faults) -> None:
    host.is_staff = True  # who runs the installation has one more page
    host.save()
    begin = list(addresses(club).values())
    record = club.games.order_by("pk")[0]
    actions.open_table(game=record, helper="Тётя", by=host, now=factories.NOW)
    found, seen = [], []
    for address in walk(desk, [*begin, *plain_addresses()]):
        seen.append(name_of(address))
        found += violations(desk)
    assert not found, "\n".join(found)
    for name in ("game", "player", "club_settings", "members", "table_links", "usersessions_list"):
        assert name in seen


def test_every_page_of_a_stranger(open_window: OpenWindow, club: Club) -> None:
    page = open_window()
    game = factories.game(club)
    factories.play(game, seed=3, most=12)
    begin = [reverse(name, args=[game.public_key]) for name in ("watch", "watch_screen")]
    found, seen = [], []
    for address in walk(page, [*begin, *plain_addresses()]):
        seen.append(name_of(address))
        found += violations(page)
    assert not found, "\n".join(found)
    for name in ("home", "sign_in", "rules_detail", "account_reset_password"):
        assert name in seen or f"account_{name}" in seen


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Without the service worker: what it asks for is aborted by nobody."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.mark.parametrize("key", ["classic", "showdown"])
def test_pages_that_say_what_is_wrong(desk: Page, club: Club, faults: Faults, key: str) -> None:
    """Refused, taken by another host, kept keys, not found, a stale form."""
    faults.expected = {403, 404, 409, 422}
    found: list[str] = []
    for address in ("/nothing", "/games/404/"):
        desk.goto(address)
        found += violations(desk)
    record = factories.game(club, key)
    desk.goto(f"/games/{record.pk}/")
    desk.locator("#dice").fill("11123")
    button = desk.locator("#choices [value=ones], button[value=store]").first
    number = desk.locator("#turn-form input[name=number]")
    number.evaluate("field => { field.value = 7; }")
    button.click()
    expect(desk.locator("#table .notice--wrong")).to_be_visible()
    found += violations(desk)
    desk.evaluate("() => { document.getElementById('kept-keys')?.removeAttribute('hidden'); }")
    desk.locator("#dice").fill("1112")
    desk.keyboard.press("Enter")
    found += violations(desk)
    desk.locator("#main").evaluate(
        "main => { main.innerHTML = '<form method=post action=/club/new/><button></form>'; }"
    )
    assert any("button-name" in line for line in violations(desk))  # axe would say so
    desk.locator("#main button").click()
    desk.wait_for_url("**/club/new/")
    found += violations(desk)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("key", ["classic", "showdown", "six-dice"])
def test_a_page_without_a_connection(desk: Page, club: Club, faults: Faults, key: str) -> None:
    """What has not been stored yet, what the server refused, and a hand laid by the page."""
    players = factories.NAMES[:3]
    record = factories.game(club, key, players)
    if key == "six-dice":
        factories.write(record, factories.entry(0, 0, "fives", "555512"))
    desk.goto(f"/games/{record.pk}/")
    desk.evaluate(AXE)  # there is nowhere to get it from later

    def gone(route: Route) -> None:
        route.abort("internetdisconnected")

    desk.route(re.compile("/games/"), gone)
    found: list[str] = []
    for at in (1, 2):
        desk.locator("#dice").fill({"six-dice": "666612"}.get(key, "11123"))
        button = "#choices[data-complete=yes] [value=sixes], #choices [value=ones]"
        desk.locator({"showdown": "button[value=store]"}.get(key, button)).first.click()
        expect(desk.locator(".waiting-turn")).to_have_count(at)
    expect(desk.locator("#waiting")).to_be_visible()
    expect(desk.locator("#not-stored")).to_be_visible()
    desk.locator("#dice").fill({"six-dice": "555551", "showdown": "33156"}.get(key, "111"))
    if key == "showdown":
        desk.locator("button[value=again]").click()
        expect(desk.locator(".lying")).to_be_visible()
    found += violations(desk)
    kept = """() => { for (const place of Object.keys(localStorage))
        localStorage.setItem(place, JSON.stringify(JSON.parse(localStorage.getItem(place))
            .map(turn => ({...turn, refused: 'no'}))));
        dispatchEvent(new StorageEvent('storage', {key: Object.keys(localStorage)[0]})); }"""
    desk.evaluate(kept)
    expect(desk.locator("[data-drop]:visible").first).to_be_visible()
    found += violations(desk)
    faults.lines.clear()  # that a browser complains when it is offline is what this is about
    assert not found, "\n".join(found)
