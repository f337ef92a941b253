"""The tables of a round at a glance, its clock, closing and reopening it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

import rules
from scorekeeper import actions as sheets
from scorekeeper.models import Account, Club, Membership
from tests import factories
from tests.conftest import ENGLISH, signed_in
from tests.journeys.conftest import sign_in
from tests.plugins.browser import stands_at
from tests.scorekeeper.pages import form, html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Round, Tournament
from tournaments.reports.progress import clock_of

pytestmark = pytest.mark.thorough


@pytest.fixture
def one(club: Club) -> Round:
    """A published round of two tables."""
    record = organising.tournament(club, StagePlan(rounds_planned=2, method="lottery"), players=8)
    return organising.publish(record)


def at(one: Round, name: str = "round_organise") -> str:
    return reverse(name, args=[one.tournament.public_key, one.number])


def type_all(one: Round, but: int = 0) -> None:
    """100 for everybody, ``but`` so many tables left as they are."""
    for table in one.tables.order_by("number")[but:]:
        entrants = table.seats.values_list("entrant", flat=True)
        organising.type_totals(table, dict.fromkeys(entrants, 100))


def test_each_table_is_there_with_how_far_it_is(host_client: Client, one: Round) -> None:
    first, second = one.tables.order_by("number")
    factories.write(first.game, factories.entry(0, 0, "sixes", "66631"))
    entrants = second.seats.values_list("entrant", flat=True)
    organising.type_totals(second, dict.fromkeys(entrants, 100))
    said = text(host_client.get(at(one)))
    assert "Results: 1 of 2 tables; playing: 1" in said
    assert f"1 of {4 * len(rules.RULE_SETS['classic'].boxes)}" in said
    assert "result is in" in said


def test_the_part_that_is_asked_for_again_is_the_tables_alone(
    host_client: Client, one: Round
) -> None:
    answer = host_client.get(at(one), headers={"hx-request": "true"})
    assert 'id="tables"' in html(answer)
    assert "<html" not in html(answer)
    assert "round_clock" not in html(answer)


def test_a_round_is_closed_when_all_results_are_in(host_client: Client, one: Round) -> None:
    type_all(one, but=1)
    answer = host_client.post(at(one, "round_close"), follow=True)
    assert "Without a confirmed result: round 1, table 1" in text(answer)
    type_all(one)
    answer = host_client.post(at(one, "round_close"), follow=True)
    assert "The round is closed." in text(answer)
    answer = host_client.post(at(one, "round_reopen"), follow=True)
    assert "The round is open again." in text(answer)
    one.refresh_from_db()
    assert one.closed_at is None


def test_a_sheet_of_a_closed_round_stays_closed_until_the_round_is_open_again(
    host_client: Client, one: Round, host: Account
) -> None:
    sheet = one.tables.get(number=1)
    type_all(one, but=1)
    game = sheet.game
    factories.write(game, factories.entry(0, 0, "sixes", "66631"))
    sheets.finish_game(game_id=game.pk, account=host, now=timezone.now(), strike_open=True)
    host_client.post(at(one, "round_close"))

    reopen = reverse("game_reopen", args=[game.pk])
    said = text(host_client.post(reopen, follow=True))
    assert "is closed. A turn is corrected in the history" in said
    game.refresh_from_db()
    assert game.finished_at is not None

    host_client.post(at(one, "round_reopen"))
    assert "The game is open again." in text(host_client.post(reopen, follow=True))


def test_results_wait_for_a_second_person(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, StagePlan(method="lottery"), players=4)
    Tournament.objects.filter(pk=record.pk).update(confirms=True)
    one = organising.publish(record)
    type_all(one)
    said = text(host_client.get(at(one)))
    assert "waits for a second person to confirm it: 1" in said


def test_the_clock_is_started_and_taken_away(host_client: Client, one: Round) -> None:
    page = host_client.get(at(one))
    clock = form(page, at(one, "round_clock"))
    before = timezone.now()
    answer = host_client.post(clock.action, clock.sent(minutes="50"), follow=True)
    one.refresh_from_db()
    assert one.ends_at is not None
    assert before + timedelta(minutes=50) <= one.ends_at <= timezone.now() + timedelta(minutes=50)
    assert "data-left=" in html(answer)
    late = host_client.post(clock.action, clock.sent(minutes="5"), follow=True)
    assert "This page was out of date" in text(late)
    assert Round.objects.get(pk=one.pk).ends_at == one.ends_at
    runs = form(late, at(one, "round_clock"))
    answer = host_client.post(clock.action, runs.sent(stop="yes"), follow=True)
    assert "data-left=" not in html(answer)


def test_minutes_that_are_none_are_refused_at_their_field(host_client: Client, one: Round) -> None:
    answer = host_client.post(at(one, "round_clock"), {"minutes": "0"})
    assert answer.status_code == 422
    assert "greater than or equal to 1" in text(answer)


def test_a_table_with_more_time_has_a_clock_of_its_own() -> None:
    ends, now = factories.NOW + timedelta(minutes=1), factories.NOW + timedelta(minutes=2)
    of_round, of_table = clock_of(ends, 0, now), clock_of(ends, 10, now)
    assert of_round is not None
    assert of_table is not None
    assert (of_round.left, of_table.left, of_table.shown) == (0, 540, "9:00")
    assert clock_of(None, 10, now) is None


def test_hosts_look_and_organisers_act(club: Club, one: Round) -> None:
    account = factories.account("host")
    Membership.objects.create(club=club, account=account, role="host")
    host = signed_in(account)
    page = host.get(at(one))
    assert page.status_code == 200
    assert at(one, "round_close") not in html(page)
    assert host.post(at(one, "round_close")).status_code == 404
    assert Client(headers=ENGLISH).get(at(one)).status_code == 302


def test_the_page_reads_the_same_number_of_rows_however_many_tables(
    host_client: Client, club: Club
) -> None:
    counts = []
    for players in (4, 24):
        record = organising.tournament(
            club, StagePlan(method="lottery"), players=players, name=f"{players}"
        )
        one = organising.publish(record)
        with CaptureQueriesContext(connection) as seen:
            host_client.get(at(one))
        counts.append(len(seen))
    print(counts)
    assert counts[0] == counts[1]


def test_a_round_that_is_a_draft_leads_to_its_draw(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, StagePlan(method="lottery"), players=4)
    by = organising.organiser(record)
    actions.draft_round(tournament=record, by=by, now=factories.NOW, seed=1)
    one = Round.objects.get(tournament=record)
    answer = host_client.get(at(one))
    assert answer.headers["Location"] == at(one, "round_draw")


@pytest.mark.browser
def test_a_button_that_is_pressed_stays_while_the_tables_are_brought_up_to_date(
    page: Page, live_server: LiveServer, host: Account, one: Round
) -> None:
    type_all(one)
    sign_in(page.context, host)
    stands_at(page, factories.NOW)
    page.goto(live_server.url + at(one))
    page.evaluate(
        "() => addEventListener('htmx:afterRequest', () => { document.title = 'answered'; })"
    )
    page.get_by_role("button", name="Close the round").hover()
    page.mouse.down()
    page.clock.run_for(11_000)
    expect(page).to_have_title("answered")
    page.mouse.up()
    expect(page.get_by_role("button", name="Reopen the round")).to_be_visible()
