"""A player on a phone: from the search to their curve, and from there to the sheet of a game."""

from datetime import timedelta
from uuid import uuid4

from playwright.sync_api import Page, expect

from scorekeeper.entry import Entry
from scorekeeper.models import Club, Membership
from tests import factories
from tests.journeys.conftest import OpenWindow

PHONE = {"width": 390, "height": 800}


def test_from_the_search_to_the_curve_to_the_sheet(open_window: OpenWindow, club: Club) -> None:
    """Two finished duels; the second one's sheet is reached by its place in the curve."""
    for day in range(2):
        game = factories.game(
            club,
            "duel",
            ("Семён Королёв", "Лев"),
            title=f"Вечер {day + 1}",
            now=factories.NOW + timedelta(days=day),
        )
        for number, turn in enumerate(factories.some_turns(game, day, leaving=0)):
            factories.write(game, Entry(number, uuid4(), turn))
        factories.finish(game)
    member = factories.account("semyon")
    Membership.objects.create(club=club, account=member, role=Membership.Role.PLAYER)

    phone = open_window(member, viewport=PHONE)
    phone.goto("/players/")
    phone.get_by_label("Find a player").fill("семен")
    phone.get_by_role("button", name="Find").click()
    phone.wait_for_url("**/players/?*")
    phone.get_by_role("link", name="Семён Королёв").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Семён Королёв")

    curve = phone.locator("figure.plot", has_text="Totals over time")
    expect(curve.get_by_role("img")).to_be_visible()
    expect(curve.locator(".plot-line")).to_be_visible()
    assert not phone.evaluate("document.documentElement.scrollWidth > innerWidth")
    curve.get_by_text("As a table").click()
    points = curve.get_by_role("row")
    expect(points).to_have_count(3)
    total = points.nth(2).locator(".figure").inner_text()
    points.nth(2).get_by_role("link").click()

    expect(phone.get_by_role("heading", level=1)).to_have_text("Вечер 2")
    row = phone.locator("table.sheet tr", has_text="Семён Королёв")
    expect(row.locator(".figure--total")).to_have_text(total)


def test_ratings_records_and_dice_of_the_club(desk: Page, club: Club) -> None:
    """The three pages are reached from the club, and the game can be chosen by the keyboard."""
    for key in ("duel", "free-choice"):
        game = factories.game(club, key)
        factories.write(game, factories.entry(0, 0, "sixes", "66661"))
        factories.finish(game)
    desk.goto(f"/clubs/{club.slug}/")
    desk.get_by_role("link", name="Ratings").click()
    expect(desk.get_by_role("row")).to_have_count(3)
    desk.get_by_label("As of").fill("2026-11-01")
    desk.get_by_role("button", name="Show").click()
    expect(desk.locator("main")).to_contain_text("No game was finished by then.")
    desk.get_by_role("link", name="Records").click()
    desk.get_by_label("Game").select_option("free-choice")
    desk.get_by_role("button", name="Show").click()
    desk.wait_for_url("**free-choice**")
    expect(desk.get_by_label("Game")).to_have_value("free-choice")
    desk.get_by_role("link", name="Are the dice true?").click()
    expect(desk.locator("main")).to_contain_text("No first throws are recorded yet")
    desk.get_by_role("link", name="Start a game").click()
    desk.wait_for_url("**/games/new/")
