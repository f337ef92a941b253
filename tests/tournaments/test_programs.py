"""Tournaments and seasons in the API, in the feeds of the club, and not in its ledger."""

from datetime import UTC, date, time, timedelta
from fractions import Fraction
from random import Random
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorekeeper import actions as sheets
from scorekeeper.models import Account, Club, Shown
from scorekeeper.queries import ledger_of
from tests import factories
from tests.factories import NOW
from tests.scorekeeper.test_api import bearer, listed, said, token
from tests.scorekeeper.test_feeds import entries, events, finished, moment_of, show
from tests.tournaments import organising
from tests.tournaments.test_seasons import season, table
from tournaments import actions
from tournaments.models import Tournament
from tournaments.queries import whole
from tournaments.seasons import counted

pytestmark = pytest.mark.thorough


@pytest.fixture
def record(club: Club) -> Tournament:
    """A tournament of eleven with two rounds played, in a club that shows itself."""
    show(club)
    record = organising.tournament(club)
    for seed in (1, 2):
        one = organising.publish(record, seed)
        organising.play(one, Random(seed))
        organising.close(one)
    record.refresh_from_db()
    return record


def standings(client: Client, record: Tournament, **asked: int) -> Any:  # noqa: ANN401 - JSON
    return said(client.get(reverse("api_standings", args=[record.public_key]), asked))


# The API


def test_standings_are_those_of_the_engine(anonymous: Client, record: Tournament) -> None:
    stands = whole(record)
    ranked = stands.standing()
    found = standings(anonymous, record)
    assert (found["stage"], found["withheld"]) == (1, False)
    assert len(found["lines"]) == len(ranked.rows) == 11
    for row, line in zip(ranked.rows, found["lines"], strict=True):
        assert (line["place"], line["entrant"]) == (row.place, row.entrant)
        assert Fraction(line["points"]) == row.points
        assert line["name"] == stands.names[line["entrant"]]
        assert (line["games"], line["byes"], line["parted_by"]) == (
            row.games,
            row.byes,
            row.parted_by,
        )
    assert sum(Fraction(line["points"]) for line in found["lines"]) == 0
    where = reverse("api_standings", args=[record.public_key])
    assert anonymous.get(where, {"stage": 2}).status_code == 404


def test_a_tournament_says_how_it_is_played(anonymous: Client, record: Tournament) -> None:
    found = said(anonymous.get(reverse("api_tournament", args=[record.public_key])))
    assert (found["name"], found["club"], found["state"]) == ("Кубок", record.club.slug, "running")
    assert found["entrants"] == 11
    (stage,) = found["stages"]
    assert (stage["rounds_published"], stage["points"], stage["cut"]) == (2, "settlement", "none")
    for name, args in (("api_tournaments", []), ("api_club_tournaments", [record.club.slug])):
        (line,) = listed(anonymous, name, *args)
        assert (line["key"], line["entrants"]) == (record.public_key, 11)


def test_withheld_results_stay_withheld(
    anonymous: Client, host: Account, record: Tournament
) -> None:
    before = standings(anonymous, record)
    actions.hide_results(tournament=record, hidden_from=2, by=host, now=NOW)
    for client in (anonymous, bearer(token(host))):
        hidden = standings(client, record)
        assert hidden["withheld"]
        assert {line["games"] for line in hidden["lines"]} <= {0, 1}
        assert hidden["lines"] != before["lines"]
    keys = record.rounds.get(number=2).tables.values_list("game__public_key", flat=True)
    for key in keys:
        assert anonymous.get(reverse("api_game", args=[key])).status_code == 404
    assert not {game["key"] for game in listed(anonymous, "api_games")} & set(keys)
    record.refresh_from_db()
    actions.release_results(tournament=record, by=host, now=NOW)
    assert standings(anonymous, record)["lines"] == before["lines"]


@pytest.mark.parametrize("shown", Shown)
def test_tournaments_and_seasons_are_shown_as_on_their_pages(
    anonymous: Client, host: Account, club: Club, record: Tournament, shown: Shown
) -> None:
    actions.change_tournament(tournament=record, name=record.name, shown=shown, by=host, now=NOW)
    of_club = season(club, shown=shown)
    program = bearer(token(host))
    for many, one, key in (
        ("api_tournaments", "api_tournament", record.public_key),
        ("api_tournaments", "api_standings", record.public_key),
        ("api_seasons", "api_season", of_club.public_key),
    ):
        assert len(listed(anonymous, many)) == (shown == Shown.PUBLIC)
        assert len(listed(program, many)) == 1
        opened = anonymous.get(reverse(one, args=[key])).status_code
        assert opened == (404 if shown == Shown.MEMBERS else 200)
        assert program.get(reverse(one, args=[key])).status_code == 200


def test_nothing_new_is_304(anonymous: Client, host: Account, record: Tournament) -> None:
    for name in ("api_tournament", "api_standings"):
        where = reverse(name, args=[record.public_key])
        etag = anonymous.get(where).headers["ETag"]
        assert anonymous.get(where, headers={"if-none-match": etag}).status_code == 304
        organising.publish(record, 3) if name == "api_tournament" else actions.release_results(
            tournament=record, by=host, now=NOW
        )
        assert anonymous.get(where, headers={"if-none-match": etag}).status_code == 200


def test_a_season_with_its_table(anonymous: Client, club: Club, host: Account) -> None:
    show(club)
    record = season(club, best=1)
    table(club, date(2026, 9, 5), {"Анна": 30, "Борис": 10})
    table(club, date(2026, 9, 12), {"Анна": 10, "Борис": 30, "Вера": 20})
    table(club, date(2026, 9, 19), {"Анна": 10, "Борис": 90})
    actions.void_evening(
        season=record, day=date(2026, 9, 19), reason="мало людей", by=host, now=NOW
    )
    found = said(anonymous.get(reverse("api_season", args=[record.public_key])))
    stands = counted(record)
    assert [(line["player"], line["place"]) for line in found["lines"]] == [
        (row.player, row.place) for row in stands.standing.rows
    ]
    for row, line in zip(stands.standing.rows, found["lines"], strict=True):
        assert Fraction(line["points"]) == row.points
        assert [each["day"] for each in line["counted"]] == [each.key for each in row.counted]
        assert [each["day"] for each in line["dropped"]] == [each.key for each in row.dropped]
    assert found["void"] == ["2026-09-19"]
    (line,) = listed(anonymous, "api_club_seasons", club.slug)
    assert (line["first_day"], line["last_day"]) == ("2026-09-01", "2027-05-31")


def test_lists_take_few_queries(
    anonymous: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    show(club)
    for _ in range(5):
        organising.tournament(club, players=2)
        season(club)
    for name in ("api_tournaments", "api_seasons"):
        with django_assert_max_num_queries(4):
            assert len(listed(anonymous, name)) == 5


# Feeds


def feed(client: Client, name: str, club: Club) -> Any:  # noqa: ANN401 - an answer
    return client.get(reverse(name, args=[club.slug]))


def test_a_tournament_is_in_the_calendar_and_its_tables_are_not(
    anonymous: Client, host: Account, record: Tournament
) -> None:
    finished(record.club, title="Свой стол", now=NOW + timedelta(days=1))
    own, evening = events(feed(anonymous, "club_calendar", record.club))
    assert (own["summary"], evening["summary"]) == ("Кубок", "Свой стол")
    assert moment_of(own).astimezone(UTC) == record.starts_at
    assert own.get("status") is None
    actions.cancel_tournament(tournament=record, by=host, now=NOW)
    own, _evening = events(feed(anonymous, "club_calendar", record.club))
    assert own["status"] == "CANCELLED"
    titles = [entry["title"] for entry in entries(feed(anonymous, "club_news", record.club))]
    assert sorted(titles) == ["Кубок is cancelled", "Свой стол is over"]


def test_the_feeds_know_no_hidden_tournament(
    anonymous: Client, host: Account, record: Tournament
) -> None:
    actions.change_tournament(
        tournament=record, name=record.name, shown=Shown.UNLISTED, by=host, now=NOW
    )
    assert events(feed(anonymous, "club_calendar", record.club)) == []
    assert entries(feed(anonymous, "club_news", record.club)) == []


def test_planned_evenings_keep_their_hour_in_summer_and_winter(
    anonymous: Client, club: Club
) -> None:
    Club.objects.filter(pk=club.pk).update(zone="Europe/Berlin")
    show(club)
    days = [date(2026, 10, 23), date(2026, 10, 30), date(2026, 11, 29)]
    actions.plan_evenings(season=season(club), days=days, at=time(19), note="у Оли")
    finished(club, title="Первый стол")  # on the last of them
    found = events(feed(anonymous, "club_calendar", club))
    assert [str(event["summary"]) for event in found] == [
        "Evening of the season “2026/27”",
        "Evening of the season “2026/27”",
        "Первый стол",
    ]
    local = [moment_of(event).astimezone(ZoneInfo("Europe/Berlin")).hour for event in found[:2]]
    assert local == [19, 19]
    apart = moment_of(found[1]).astimezone(UTC) - moment_of(found[0]).astimezone(UTC)
    assert apart == timedelta(days=7, hours=1)


# Money


def test_a_table_of_a_tournament_is_not_booked(club: Club, host: Account) -> None:
    record = organising.tournament(club)
    one = organising.publish(record)
    sheets.keep_money(club=club, since=date(2026, 1, 1), currency="RUB", by=host, now=NOW)
    club.refresh_from_db()
    for of_round in one.tables.all():
        factories.play(of_round.game)
        factories.finish(of_round.game)
    assert not ledger_of(club)
    own = factories.game(club, start_key=uuid4())
    factories.play(own)
    factories.finish(own)
    assert {entry.game for entry in ledger_of(club)} == {own}
    sheets.keep_money(club=club, since=date(2026, 2, 1), currency="RUB", by=host, now=NOW)
    assert len(ledger_of(club)) == 1
