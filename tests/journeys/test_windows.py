"""Journeys of more than one window: two hosts, doubled clicks, guests who watch."""

from urllib.parse import parse_qsl

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

import rules
from scorekeeper.models import Account, Club, Game, Membership, Turn
from tests import factories
from tests.journeys.conftest import Faults, OpenWindow
from tests.journeys.table import Table
from tests.plugins.browser import stands_at

SOON = 5_000
"""Milliseconds in which a guest sees a turn, by the guest's clock: where the answer takes none."""


def test_the_second_of_two_hosts_is_told_who_was_first(
    desk: Page,
    club: Club,
    host: Account,
    second_host: Account,
    open_window: OpenWindow,
    faults: Faults,
) -> None:
    record = factories.game(club)
    Membership.objects.create(club=club, account=second_host)
    desk.goto(f"/games/{record.pk}/")
    other = open_window(second_host)
    other.goto(f"/games/{record.pk}/")
    second = Table.of(other, record)
    second.shown("66612")

    first = Table.of(desk, record)
    first.keyed("ones", "11123")
    faults.expected = {409}
    other.locator("#choices button[value=sixes]").click()
    notice = other.locator("#table .notice--wrong")
    expect(notice).to_contain_text(f"{host.username} was first")
    expect(notice).to_contain_text("66612")
    expect(other.locator("#dice")).to_have_value("")  # else Enter would store them for another
    assert record.turns.count() == 1
    second.game, second.number = first.game, first.number
    second.check()


def test_two_hosts_see_that_both_have_the_sheet_open(
    desk: Page, club: Club, host: Account, second_host: Account, open_window: OpenWindow
) -> None:
    record = factories.game(club)
    Membership.objects.create(club=club, account=second_host)
    desk.goto(f"/games/{record.pk}/")
    other = open_window(second_host)
    other.goto(f"/games/{record.pk}/")
    expect(other.locator("#also-open")).to_have_text(f"Also open for writing: {host.username}")
    expect(desk.locator("#also-open")).to_have_text(
        f"Also open for writing: {second_host.username}"
    )


def test_what_is_unfolded_stays_so_when_somebody_else_writes(
    desk: Page, club: Club, second_host: Account, open_window: OpenWindow
) -> None:
    record = factories.game(club)
    Membership.objects.create(club=club, account=second_host)
    desk.goto(f"/games/{record.pk}/")
    desk.get_by_text("Finish early").click()
    other = open_window(second_host)
    other.goto(f"/games/{record.pk}/")
    Table.of(other, record).keyed("ones", "11123")
    Table.of(desk, record).stored()
    expect(desk.get_by_role("button", name="Strike the open boxes and finish")).to_be_visible()


def test_doubled_clicks_write_once(desk: Page, club: Club, faults: Faults) -> None:
    faults.expected = {409, 422}  # what the second of two clicks may meet
    desk.goto("/games/new/")
    for number, name in enumerate(factories.NAMES[:2], start=1):
        desk.locator(f"#name-{number}").fill(name)
    desk.get_by_role("button", name="Start the game").dblclick()
    desk.locator("#dice:focus").wait_for()
    table = Table.of(desk, Game.objects.get())

    for box, dice in (("sixes", "66612"), ("fives", "55512"), ("ones", "11123")):
        table.shown(dice)
        desk.locator(f"#choices button[value={box}]").dblclick()
        table.told(rules.Turn(table.player, box=box, dice=dice, throws=3))
    desk.get_by_role("button", name="Take back").dblclick()
    desk.get_by_role("button", name="Bring back").wait_for()
    table = Table.of(desk, table.record)
    table.keyed("twos", "22213")
    assert Turn.objects.count() == 4
    assert Turn.objects.exclude(withdrawn_at=None).count() == 1

    desk.get_by_text("Finish early").click()
    desk.get_by_role("button", name="Strike the open boxes and finish").dblclick()
    desk.get_by_role("button", name="Reopen").wait_for()
    assert Game.objects.get().finished_at is not None
    assert Turn.objects.filter(kind=rules.Kind.LEAVES).count() == 2


@pytest.mark.parametrize("scripts", [True, False])
def test_going_back_and_sending_again_writes_once(
    open_window: OpenWindow, host: Account, club: Club, faults: Faults, scripts: bool
) -> None:
    page = open_window(host, java_script_enabled=scripts)
    page.goto("/games/")
    page.get_by_role("link", name="New game").click()
    for number, name in enumerate(factories.NAMES[:2], start=1):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.locator("#dice").wait_for()
    page.go_back()
    for number, name in enumerate(factories.NAMES[:2], start=1):
        page.locator(f"#name-{number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.locator("#dice").wait_for()
    game = Game.objects.get()

    page.locator("#dice").fill("66612")
    with page.expect_request("**/turn/") as turn:
        page.locator("#choices button[value=sixes]").click()
    page.get_by_role("button", name="Take back").wait_for()
    sent: dict[str, str | float | bool] = dict(parse_qsl(turn.value.post_data or ""))
    assert page.request.post(turn.value.url, form=sent, headers={"referer": page.url}).ok
    assert game.turns.count() == 1


def test_guests_see_each_turn_and_write_none(
    desk: Page, club: Club, open_window: OpenWindow
) -> None:
    record = factories.game(club)
    desk.goto(f"/games/{record.pk}/")
    desk.get_by_text("Guests follow the game").click()
    picture = desk.get_by_role("img", name="QR code of the public page")
    expect(picture).to_be_visible()
    assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    link = desk.get_by_role("link", name="http").get_attribute("href") or ""
    assert link.startswith(settings.PUBLIC_URL)

    guest = open_window()
    stands_at(guest, factories.NOW)
    guest.goto(link.removeprefix(settings.PUBLIC_URL))
    watched = Table.of(guest, record)
    watched.check()
    guest.evaluate("() => { window.never_left = true; }")
    host_table = Table.of(desk, record)
    host_table.keyed("sixes", "66661", throws=1)
    expect(guest.locator(".box--fresh")).to_have_count(0)
    guest.clock.run_for(SOON)
    expect(guest.locator(".box--fresh")).to_be_visible()
    watched.game = host_table.game
    watched.check()
    assert guest.evaluate("() => window.never_left")

    posts = guest.locator("main form, main button[type=submit], main input")
    expect(posts).to_have_count(0)
    answer = guest.request.post(f"/games/{record.pk}/turn/", form={"number": "1"}, max_redirects=0)
    assert answer.status in (302, 403)
    answer = guest.request.get(f"/games/{record.pk}/", max_redirects=0)
    assert answer.status == 302
    assert record.turns.count() == 1


def test_a_sheet_that_has_left_the_page_leaves_no_script_looking_for_it(
    desk: Page, club: Club, faults: Faults
) -> None:
    record = factories.game(club)
    desk.goto(f"/games/{record.pk}/")
    expect(desk.locator("#dice")).to_be_visible()
    desk.evaluate(
        """async () => {
            document.getElementById("main").replaceChildren();
            dispatchEvent(new Event("online"));
            dispatchEvent(new StorageEvent("storage", { key: "any" }));
            const detail = { target: document.body, requestConfig: {} };
            document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail }));
            await fetch("/health");
        }"""
    )
    assert faults.lines == []
