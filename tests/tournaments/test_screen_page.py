"""The big screen of the hall: one thing at a time, by itself, for hours."""

import re
from collections.abc import Callable
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.factories import NOW
from tests.plugins.browser import is_laid_out, stands_at
from tests.scorekeeper.pages import html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Tournament

pytestmark = pytest.mark.thorough


def address(record: Tournament) -> str:
    return reverse("tournament_screen", args=[record.public_key])


def kinds(client: Client, record: Tournament) -> list[str]:
    """The slides in their order."""
    return re.findall(r"screen-slide--(\w+)", html(client.get(address(record))))


def test_it_shows_what_the_hall_needs_now(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, StagePlan(rounds_planned=1), players=9)
    assert kinds(anonymous, record) == ["words", "names"]
    by = organising.organiser(record)
    one = organising.publish(record)
    assert kinds(anonymous, record) == ["tables", "names"]
    actions.start_clock(one=one, minutes=45, by=by, now=NOW)
    assert kinds(anonymous, record) == ["clock", "tables", "names"]
    organising.play(one, Random(1))
    assert kinds(anonymous, record) == ["clock", "tables", "names", "standings"]
    organising.close(one)
    assert kinds(anonymous, record) == ["standings"]
    organising.close_stage(record, shared=True)
    assert "Final places" in text(anonymous.get(address(record)))


def test_one_is_found_by_table_and_by_name(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=9)
    one = organising.publish(record)
    page = text(anonymous.get(address(record)))
    for seat in one.tables.get(number=2).seats.all():
        assert f"{seat.entrant.name} 2" in page
    by_name = page.split("who sits where")[1]
    assert by_name.index("Анна") < by_name.index("Борис") < by_name.index("Инна")


def test_a_long_list_is_turned_over_part_by_part(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=48)
    organising.publish(record)
    assert kinds(anonymous, record) == ["tables"] * 2 + ["names"] * 3
    assert "1/3" in text(anonymous.get(address(record)))


def test_long_names_get_wide_columns(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=4)
    by = organising.organiser(record)
    name = "Константин Преображенцев-Соловьёв"
    actions.enter(tournament=record, name=name, by=by, now=NOW)
    organising.publish(record)
    page = html(anonymous.get(address(record)))
    assert "screen-tables--long" in page
    assert name in page


def test_a_draft_is_not_on_the_screen(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=8)
    by = organising.organiser(record)
    actions.draft_round(tournament=record, by=by, now=NOW, seed=1)
    assert kinds(anonymous, record) == ["words", "names"]


ASKS_AFTER = 5
"""Seconds from one look of the screen at the server to the next."""


@pytest.mark.browser
def test_left_alone_for_hours_it_turns_ticks_and_stays_small(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    """Four hours of the page's own clock; the answers are those of the server, given again."""
    record = organising.tournament(club, players=30)
    one = organising.publish(record)
    by = organising.organiser(record)
    actions.start_clock(one=one, minutes=45, by=by, now=NOW)
    stands_at(page, NOW)
    page.goto(live_server.url + address(record))
    part = page.locator("#slides").inner_html()
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=part, headers={"ETag": f'"{len(asked)}"'}, content_type="text/html")

    def asks_once(goes_on: Callable[[], None]) -> None:
        """Its clock goes on so far that the page asks once; it hears the answer."""
        answer = f"{len(asked) + 1}"
        goes_on()
        expect(page.locator("#slides")).to_have_attribute("data-etag", answer)

    page.route(f"**{address(record)}", answer)
    shown, clock = page.locator(".screen-slide:visible"), page.locator(".screen-clock")
    expect(shown).to_have_count(1)
    expect(clock).to_have_text("45:00")
    seen = set()
    for second in range(ASKS_AFTER, 121, ASKS_AFTER):
        asks_once(lambda: page.clock.run_for(ASKS_AFTER * 1000))
        expect(shown).to_have_count(1)
        expect(page.locator("#heard")).to_contain_text("as of")
        seen.add(shown.locator("h2").text_content())
        if second == 60:
            expect(clock).to_have_text("44:00")
    assert len(seen) >= 4
    nodes = page.evaluate("document.querySelectorAll('*').length")
    for _ in range(4):
        asks_once(lambda: page.clock.fast_forward("01:00:00"))
        for _ in range(4):
            asks_once(lambda: page.clock.run_for(ASKS_AFTER * 1000))
    expect(clock).to_have_text("Time is up")
    assert page.evaluate("document.querySelectorAll('*').length") == nodes
    expect(page.locator("#heard")).to_contain_text("as of")
    page.unroute(f"**{address(record)}")
    page.route(f"**{address(record)}", lambda route: route.abort())
    page.clock.run_for(30_000)
    expect(page.locator("#heard")).to_contain_text("no answer since")


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (1024, 768)])
def test_it_is_read_from_ten_metres(
    page: Page, live_server: LiveServer, club: Club, width: int, height: int
) -> None:
    """Figures of at least 1/18 of the height, and nothing outside of the screen."""
    record = organising.tournament(club, players=30)
    one = organising.publish(record)
    organising.play(one, Random(1))
    page.set_viewport_size({"width": width, "height": height})
    stands_at(page, NOW)  # it would turn over by itself
    page.goto(live_server.url + address(record))
    is_laid_out(page)
    count = page.locator(".screen-slide").count()
    assert count >= 5
    for at in range(count):
        page.evaluate(
            "n => document.querySelectorAll('.screen-slide').forEach((s, i) => s.hidden = i != n)",
            at,
        )
        least = page.evaluate(
            "Math.min(...[...document.querySelectorAll('.screen-slide:not([hidden]) :is(li, h3)')]"
            ".map(each => parseFloat(getComputedStyle(each).fontSize)))"
        )
        if width > 1100:
            assert least >= height / 18
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("document.documentElement.scrollHeight") <= height + 1


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1024, 768), (390, 844)])
def test_a_long_name_is_set_smaller_and_stays_whole(
    page: Page, live_server: LiveServer, club: Club, width: int, height: int
) -> None:
    """A surname of 26 letters at the prize-giving: in one line, and read from afar."""
    record = organising.tournament(club, players=4)
    player = organising.entrant(record, organising.name_of(0)).player
    player.set_name("Преображенскогригорьевская")
    player.save()
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    by = organising.organiser(record)
    actions.hide_results(tournament=record, hidden_from=1, by=by, now=NOW)
    organising.close_stage(record, shared=True)
    page.set_viewport_size({"width": width, "height": height})
    stands_at(page, NOW)
    name = page.locator(".screen-turn")
    for place in range(4, 0, -1):
        record.refresh_from_db()
        seen = record.revealed_to
        actions.reveal_places(tournament=record, down_to=place, seen=seen, by=by, now=NOW)
        page.goto(live_server.url + address(record))
        if name.inner_text().startswith("П"):
            break
    is_laid_out(page)
    size, line, tall = name.evaluate(
        "e => [getComputedStyle(e).fontSize, getComputedStyle(e).lineHeight, e.clientHeight]"
        ".map(parseFloat)"
    )
    assert tall <= line + 1, "it is broken into lines"
    assert size >= min(width, height) / 18
    assert page.evaluate("document.documentElement.scrollWidth") <= width
