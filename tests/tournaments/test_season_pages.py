"""The pages of a season: setting it up, its table, its evenings, who may see and change it."""

from datetime import date, time, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Club, Game, Shown
from tests.factories import NOW
from tests.scorekeeper.pages import html, text
from tests.tournaments.test_seasons import FIRST, season, table
from tournaments import actions
from tournaments.models import Season
from tournaments.seasons import counted

pytestmark = pytest.mark.thorough

TYPED = {
    "name": "2026/27",
    "first_day": "2026-09-01",
    "last_day": "2027-05-31",
    "counts_evenings": "on",
    "counts_tournaments": "on",
    "points": "places",
    "lists": "2: 3 1\n4: 7 5 3,5 1",
    "together": "sum",
    "best": "",
    "drop": "",
    "bonus": "0,5",
    "minimum_games": "1",
    "chain": ["wins"],
    "shown": "public",
}


def test_a_season_is_set_up_once(host_client: Client, club: Club) -> None:
    typed = {**TYPED, "start_key": str(uuid4())}
    for _ in range(2):
        answer = host_client.post(reverse("season_new"), typed)
        assert answer.status_code == 302
    (record,) = Season.objects.all()
    assert record.lists == {"2": ["3", "1"], "4": ["7", "5", "7/2", "1"]}
    assert record.bonus == "1/2"


@pytest.mark.parametrize("typed", ["3 1 –1", "3; 1; −1", "3 – 1 – -1", "3–1–-1"])
def test_a_dash_parts_figures_and_before_one_it_is_a_minus(
    host_client: Client, club: Club, typed: str
) -> None:
    host_client.post(reverse("season_new"), {**TYPED, "lists": f"2: {typed}"})
    assert Season.objects.get().lists == {"2": ["3", "1", "-1"]}


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("name", "\u200b"),
        ("last_day", "2026-08-01"),
        ("lists", ""),
        ("lists", "4 7 5"),
        ("lists", "4: 1/0"),
        ("bonus", "a lot"),
        ("minimum_games", "0"),
        ("best", "−1"),
    ],
)
def test_what_cannot_count_is_said_at_its_field(
    host_client: Client, club: Club, field: str, typed: str
) -> None:
    wrong = {**TYPED, "start_key": str(uuid4()), field: typed}
    answer = host_client.post(reverse("season_new"), wrong)
    assert answer.status_code == 422
    assert answer.context["form"].errors[field]
    assert not Season.objects.exists()


def test_the_table_and_the_rule_below_it(host_client: Client, club: Club) -> None:
    record = season(club, best=1, lists={"2": ["3", "1"]})
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    table(club, date(2026, 9, 8), {"Анна": 20, "Борис": 30})
    page = text(host_client.get(reverse("season", args=[record.public_key])))
    assert "Анна" in page
    assert "The best 1 evening counts." in page
    assert "3 – 1" in page
    assert "<s" in html(host_client.get(reverse("season", args=[record.public_key])))


def test_an_empty_season_teaches(host_client: Client, club: Club) -> None:
    record = season(club)
    page = text(host_client.get(reverse("season", args=[record.public_key])))
    assert "begins with the first finished game" in page


def test_evenings_are_planned_and_declared_void(host_client: Client, club: Club) -> None:
    record = season(club)
    where = reverse("season_evenings", args=[record.public_key])
    days = {"first_day": str(record.first_day), "last_day": str(record.last_day)}
    host_client.post(where, {"weekday": "4", "every": "2", "at": "19:00", "note": "", **days})
    assert record.planned.count() == 20
    day = reverse("season_day", args=[record.public_key])
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    for reason in ("", " ", "\u200b"):
        refused = host_client.post(day, {"day": "2026-09-01", "void": "yes", "reason": reason})
        assert refused.status_code == 422
        assert 'value="2026-09-01"' in html(refused)
    assert not record.voided.exists()
    host_client.post(day, {"day": "2026-09-01", "void": "yes", "reason": "нет света"})
    assert counted(record, today=FIRST).events[0].result.void
    assert "нет света" in text(host_client.get(reverse("season", args=[record.public_key])))
    host_client.post(day, {"day": "2026-09-01", "restore": "yes"})
    assert not counted(record, today=FIRST).events[0].result.void
    host_client.post(day, {"day": "2026-09-04", "cancel": "yes"})
    assert record.planned.count() == 19


@pytest.mark.parametrize(
    ("from_the_start", "first"), [(-20, 0), (30, 30)], ids=["before it begins", "in its middle"]
)
def test_a_row_of_evenings_begins_today_and_goes_on_as_the_last(
    host_client: Client, club: Club, from_the_start: int, first: int
) -> None:
    today = timezone.localdate()
    began = today - timedelta(days=from_the_start)
    record = season(club)
    days = {"first_day": began, "last_day": began + timedelta(days=100)}
    Season.objects.filter(pk=record.pk).update(**days)
    record.refresh_from_db()
    actions.plan_evenings(season=record, days=[began + timedelta(days=40)], at=time(18, 30))
    page = html(host_client.get(reverse("season_evenings", args=[record.public_key])))
    assert f'value="{began + timedelta(days=first)}"' in page
    assert 'value="18:30"' in page


def test_all_evenings_to_come_are_cancelled_at_once(host_client: Client, club: Club) -> None:
    record = season(club)
    today = timezone.localdate()
    days = {"first_day": today - timedelta(days=30), "last_day": today + timedelta(days=30)}
    Season.objects.filter(pk=record.pk).update(**days)
    record.refresh_from_db()
    planned = [today + timedelta(days=step) for step in (-14, -7, 7, 14)]
    actions.plan_evenings(season=record, days=planned, at=time(19))
    where = reverse("season_day", args=[record.public_key])
    host_client.post(where, {"cancel_all": "yes"})
    assert [evening.day for evening in record.planned.order_by("day")] == planned[:2]


def test_teams_are_typed_by_player(host_client: Client, club: Club) -> None:
    record = season(club)
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    anna = club.players.get(name="Анна")
    where = reverse("season_teams", args=[record.public_key])
    host_client.post(where, {f"team-{anna.pk}": " Север "})
    record.refresh_from_db()
    assert record.teams == {str(anna.pk): "Север"}
    assert "Север" in text(host_client.get(reverse("season", args=[record.public_key])))


def test_two_windows_with_teams_keep_what_the_other_has_typed(
    host_client: Client, club: Club
) -> None:
    record = season(club)
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    anna, boris = (str(club.players.get(name=name).pk) for name in ("Анна", "Борис"))
    where = reverse("season_teams", args=[record.public_key])
    opened = {f"was-{anna}": "", f"was-{boris}": ""}
    host_client.post(where, {**opened, f"team-{anna}": "Север", f"team-{boris}": ""})
    host_client.post(where, {**opened, f"team-{anna}": "", f"team-{boris}": "Юг"})
    record.refresh_from_db()
    assert record.teams == {anna: "Север", boris: "Юг"}
    host_client.post(where, {f"was-{anna}": "Север", f"team-{anna}": ""})
    record.refresh_from_db()
    assert record.teams == {boris: "Юг"}


def test_an_archived_season_says_so_and_is_copied(host_client: Client, club: Club) -> None:
    record = season(club)
    host_client.post(reverse("season_archive", args=[record.public_key]))
    settings = reverse("season_settings", args=[record.public_key])
    answer = host_client.post(settings, {**TYPED, "name": "Другой"})
    assert answer.status_code == 422
    typed = {"name": "2027/28", "first_day": "2027-09-01", "start_key": str(uuid4())}
    copy = reverse("season_copy", args=[record.public_key])
    assert host_client.post(copy, typed).status_code == 302
    assert club.seasons.count() == 2


def test_strangers_see_public_seasons_and_find_no_others(
    anonymous: Client, second_client: Client, club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(shown=Shown.PUBLIC)
    open_, closed = season(club, name="Открытый"), season(club, name="Тайный")
    Season.objects.filter(pk=closed.pk).update(shown=Shown.MEMBERS)
    game = table(club, FIRST, {"Анна": 30, "Борис": 20})
    for client in (anonymous, second_client):
        listed = text(client.get(reverse("seasons")))
        assert "Открытый" in listed
        assert "Тайный" not in listed
        assert "Анна" in text(client.get(reverse("season", args=[open_.public_key])))
        assert client.get(reverse("season", args=[closed.public_key])).status_code == 404
    Game.objects.filter(pk=game.pk).update(shown=Shown.UNLISTED)
    assert "Анна" not in text(anonymous.get(reverse("season", args=[open_.public_key])))


def test_the_table_takes_as_many_queries_for_many_games(
    host_client: Client, club: Club, django_assert_max_num_queries: object
) -> None:
    record = season(club)
    for day in range(1, 15):
        table(club, date(2026, 9, day), {"Анна": 30, "Борис": 20})
    assert callable(django_assert_max_num_queries)
    with django_assert_max_num_queries(14):
        host_client.get(reverse("season", args=[record.public_key]))


def test_a_repeated_copy_makes_one_season(club: Club) -> None:
    record = season(club)
    key = uuid4()
    for _ in range(2):
        actions.copy_season(
            season=record,
            name="2027/28",
            first_day=date(2027, 9, 1),
            by=record.created_by,
            now=NOW,
            start_key=key,
        )
    assert club.seasons.count() == 2


def test_the_page_of_a_club_leads_to_its_seasons(
    host_client: Client, anonymous: Client, club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(shown=Shown.PUBLIC)
    where = reverse("club", args=[club.slug])
    assert reverse("season_new") in html(host_client.get(where))
    record = season(club)
    assert reverse("season", args=[record.public_key]) in html(anonymous.get(where))
    Season.objects.filter(pk=record.pk).update(shown=Shown.MEMBERS)
    assert record.public_key not in html(anonymous.get(where))
