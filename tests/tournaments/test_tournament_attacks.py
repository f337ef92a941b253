"""What an attack upon tournaments and seasons has found: each was answered wrongly once."""

from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Account, Club
from tests.factories import NOW
from tests.scorekeeper.pages import form, forms
from tests.tournaments import organising
from tournaments import actions
from tournaments.models import Season
from tournaments.queries import whole

pytestmark = pytest.mark.thorough

ENDLESS = "1e999999999"
"""A figure that would take all memory to write out."""


@pytest.fixture
def season(club: Club, host: Account) -> Season:
    return actions.create_season(
        club=club,
        name="Сезон",
        first_day=date(2026, 9, 1),
        last_day=date(2027, 5, 31),
        by=host,
        now=NOW,
        start_key=uuid4(),
    )


def settings_of(client: Client, season: Season, **typed: object) -> int:
    where = reverse("season_settings", args=[season.public_key])
    sent = form(client.get(where), "").sent(**{"lists": "2: 3 1", **typed})
    return client.post(where, sent).status_code


@pytest.mark.parametrize("typed", [{"bonus": ENDLESS}, {"lists": f"2: {ENDLESS} 3"}])
def test_points_of_a_season_that_no_memory_holds_are_refused(
    host_client: Client, season: Season, typed: dict[str, str]
) -> None:
    assert settings_of(host_client, season, **typed) == 422


def test_points_of_a_stage_that_no_memory_holds_are_refused(
    host_client: Client, club: Club
) -> None:
    where = reverse("tournament_stages", args=[organising.tournament(club).public_key])
    page = next(one for one in forms(host_client.get(where)) if "stage-TOTAL_FORMS" in one.data)
    sent = page.sent(**{"stage-0-list-4": f"{ENDLESS} 0 0 0"})
    assert host_client.post(where, sent).status_code == 422


def test_a_season_is_made_without_its_key(host_client: Client, club: Club) -> None:
    where = reverse("season_new")
    sent = form(host_client.get(where), "").sent(
        name="С",
        first_day="2026-01-01",
        last_day="2026-12-31",
        lists="2: 3 1",
        start_key=None,
    )
    assert host_client.post(where, sent).status_code == 302
    assert Season.objects.count() == 1


@pytest.mark.parametrize("last", ["9999-12-31", "0001-01-02"])
def test_a_season_lies_in_days_that_can_be_counted(
    host_client: Client, season: Season, last: str
) -> None:
    assert settings_of(host_client, season, first_day="0001-01-01", last_day=last) == 422


def test_a_copy_of_a_season_lies_in_days_that_can_be_counted(
    host_client: Client, season: Season
) -> None:
    where = reverse("season_copy", args=[season.public_key])
    sent = {"name": "С", "first_day": "9999-12-31", "start_key": uuid4()}
    assert host_client.post(where, sent).status_code == 302
    assert Season.objects.count() == 1


@pytest.mark.parametrize("name", ["entrants", "entrants_import"])
def test_a_number_of_thousands_of_figures_names_nobody(
    host_client: Client, club: Club, name: str
) -> None:
    record = organising.tournament(club, players=0)
    where = reverse(name, args=[record.public_key])
    answer = host_client.post(where, {"people": "Яна", "same": "1" * 5000, "judged": "yes"})
    assert answer.status_code < 500


@pytest.mark.parametrize("letter", ["\ufb2c", "\ufdfa"])
def test_letters_that_grow_when_they_are_composed_do_not_break_a_name(
    host_client: Client, club: Club, season: Season, letter: str
) -> None:
    record = organising.tournament(club)
    table = organising.publish(record).tables.get(number=1)
    long = letter * 80
    page = reverse("tournament_table", args=[record.public_key, table.pk])
    where = reverse("table_substitute", args=[record.public_key, table.pk])
    sent = form(host_client.get(page), where).sent(name=long)
    assert host_client.post(where, sent).status_code == 422
    assert settings_of(host_client, season, name=long) == 422


def test_a_key_of_another_club_makes_a_tournament_of_its_own(
    club: Club, other_club: Club, host: Account, second_host: Account
) -> None:
    key = uuid4()
    made = [
        actions.create_tournament(
            club=where, name="Кубок", starts_at=NOW, by=by, now=NOW, start_key=key
        )
        for where, by in ((club, host), (other_club, second_host))
    ]
    assert [one.club for one in made] == [club, other_club]


def test_a_key_of_another_tournament_makes_an_application_of_its_own(
    club: Club, host: Account
) -> None:
    key = uuid4()
    for name in ("Кубок", "Другой"):
        record = organising.tournament(club, name=name)
        actions.change_tournament(
            tournament=record, name=name, registration="moderated", by=host, now=NOW
        )
        for _ in range(2):
            actions.apply(tournament=record, name="Яна", key=key, account=None, now=NOW)
        assert record.applications.count() == 1


def test_a_penalty_sent_twice_is_one(host_client: Client, club: Club) -> None:
    record = organising.tournament(club)
    organising.publish(record)
    where = reverse("adjustments", args=[record.public_key])
    sent = form(host_client.get(where), "").sent(
        entrant=record.entrants.order_by("pk")[0].pk, points="-10", reason="опоздал"
    )
    for _ in range(2):
        assert host_client.post(where, sent).status_code == 302
    assert whole(record).stage.adjustments.count() == 1


def test_a_total_is_bounded_where_the_rules_know_no_most(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, players=4, rule_set="saved-throws")
    table = organising.publish(record).tables.get()
    sent = {f"total-{seat.entrant_id}": "9" * 20 for seat in table.seats.all()}
    where = reverse("table_totals", args=[record.public_key, table.pk])
    assert host_client.post(where, sent).status_code == 422
