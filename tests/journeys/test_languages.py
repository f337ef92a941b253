"""Journey: the browser's language decides, a switch overrides it, and plurals are Russian."""

import pytest
from playwright.sync_api import Page, expect

import rules
from scorekeeper.models import Account, Club
from tests import factories
from tests.journeys.conftest import OpenWindow


@pytest.mark.parametrize(
    ("locale", "language", "heading"),
    [
        ("ru-RU", "ru", "Девять игр"),
        ("en-GB", "en", "The nine games"),
        ("de-DE", "ru", "Девять игр"),
    ],
)
def test_the_browser_decides(
    open_window: OpenWindow, transactional_db: None, locale: str, language: str, heading: str
) -> None:
    page = open_window(locale=locale)
    page.goto("/rules/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("h1")).to_have_text(heading)


def test_the_switch_overrides_and_stays(open_window: OpenWindow, transactional_db: None) -> None:
    page = open_window(locale="ru-RU")
    page.goto("/rules/classic/")
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text(rules.RULE_SETS["classic"].name.en)
    page.goto("/sign-in/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")


@pytest.mark.parametrize(
    ("throws", "said"),
    [
        ([2], "1 сбережённый бросок"),
        ([1], "2 сбережённых броска"),
        ([1, 1, 2], "5 сбережённых бросков"),
        ([3], "0 сбережённых бросков"),
    ],
)
def test_saved_throws_are_counted_in_russian(
    open_window: OpenWindow, host: Account, club: Club, throws: list[int], said: str
) -> None:
    record = factories.game(club, "saved-throws")
    number = 0
    for box, used in zip(("ones", "twos", "threes"), throws, strict=False):
        pips = {"ones": "11123", "twos": "22213", "threes": "33312"}[box]
        factories.write(
            record,
            factories.entry(number, 0, box, pips, used),
            factories.entry(number + 1, 1, None, None, 3, kind=rules.Kind.FAILED),
        )
        number += 2
    page: Page = open_window(host, locale="ru-RU")
    page.goto(f"/games/{record.pk}/")
    expect(page.locator(".turn-who")).to_contain_text(said)
