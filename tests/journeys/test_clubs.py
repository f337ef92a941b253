"""Members and helpers in a real browser: an account, an invitation, a table link, a claim."""

import re

from django.core import mail
from playwright.sync_api import Page, expect

from scorekeeper import actions
from scorekeeper.models import Account, Club, Game, Membership, Turn
from scorekeeper.queries import who_in
from scorekeeper.rights import Who
from tests import factories
from tests.journeys.conftest import Faults, OpenWindow

PASSPHRASE = "шесть костей и один стол"


def test_an_invitation_an_account_a_claim(
    desk: Page, open_window: OpenWindow, club: Club, host: Account
) -> None:
    """The host invites, a player makes an account by the link, claims, and is confirmed."""
    player = actions.add_player(club=club, name="Лена")
    desk.goto(f"/clubs/{club.slug}/members/")
    desk.get_by_label("As").select_option("player")
    desk.get_by_role("button", name="Make a link").click()
    link = re.sub(r"^https?://[^/]+", "", desk.locator("a[href*='/join/']").inner_text())

    theirs = open_window()
    theirs.goto(link)
    theirs.get_by_role("link", name="Make an account").click()
    theirs.locator("#id_username").fill("Лена")
    theirs.locator("#id_email").fill("lena@club.example")
    theirs.locator("#id_password1").fill(PASSPHRASE)
    theirs.locator("#id_password2").fill(PASSPHRASE)
    theirs.locator("main form button[type=submit]").first.click()
    theirs.wait_for_url("**/account/confirm/")
    found = re.search(r"https?://[^/]+(/account/confirm/\S+)", str(mail.outbox[-1].body))
    assert found
    theirs.goto(found[1])
    theirs.locator("main form button[type=submit]").first.click()
    theirs.wait_for_url("**/sign-in/**")

    theirs.goto(link)
    theirs.locator("#id_login").fill("ЛЕНА")
    theirs.locator("#id_password").fill(PASSPHRASE)
    theirs.locator("main form button[type=submit]").first.click()
    theirs.get_by_role("button", name="Join the club").click()
    expect(theirs.get_by_role("heading", level=1)).to_have_text(club.name)
    assert who_in(club, Account.objects.get(username="лена")) is Who.PLAYER

    theirs.goto(f"/players/{player.pk}/")
    theirs.get_by_role("button", name="This is me").click()
    expect(theirs.locator("#messages")).to_contain_text("organisers")
    desk.goto("/players/")
    desk.get_by_role("button", name="Confirm").click()
    expect(desk.get_by_role("button", name="Confirm")).to_have_count(0)
    player.refresh_from_db()
    assert player.account == Account.objects.get(username="лена")
    assert Membership.objects.count() == 2


def test_a_helper_writes_by_a_table_link_until_the_host_ends_it(
    desk: Page, open_window: OpenWindow, club: Club, faults: Faults
) -> None:
    faults.expected = {401}  # the page of the helper may ask once more after the end of its link
    game: Game = factories.game(club, title="Стол 3")
    desk.goto(f"/games/{game.pk}/helpers/")
    desk.get_by_label("Name of the helper").fill("Валя")
    desk.get_by_role("button", name="Open the table").click()
    link = re.sub(r"^https?://[^/]+", "", desk.locator("a[href*='/table/']").inner_text())
    expect(desk.get_by_alt_text("QR code of the table link")).to_be_visible()

    phone = open_window(viewport={"width": 390, "height": 800})
    phone.goto(link)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Стол 3")
    phone.locator("#dice").fill("55552")
    phone.locator("#choices[data-complete=yes] button[name=box][value=fives]").click()
    undo = phone.locator("form[action$='/undo/'] input[name=number][value='0']")
    undo.wait_for(state="attached")
    assert str(Turn.objects.get().through) == "Валя"

    desk.goto(f"/games/{game.pk}/history/")
    expect(desk.locator("table")).to_contain_text("Валя, by the table link of olga")
    desk.goto(f"/games/{game.pk}/helpers/")
    desk.get_by_role("button", name="End this link").click()
    expect(desk.get_by_alt_text("QR code of the table link")).to_have_count(0)
    phone.goto(f"/games/{game.pk}/")
    phone.wait_for_url("**/sign-in/**")
