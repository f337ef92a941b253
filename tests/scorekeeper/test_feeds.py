"""The calendar and the news of a club: who may have them, what they say, and when it was."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar, Event

from scorekeeper import actions
from scorekeeper.exports.calendars import calendar_file
from scorekeeper.happenings import Happening
from scorekeeper.models import Account, Club, Game, Shown
from scorekeeper.reports import feeds as reports
from tests import factories

from .pages import Answer, form, html, text

pytestmark = pytest.mark.thorough

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "Оля\\, BEGIN:VEVENT;</title><script>alert(1)</script>&amp;"


def events(answer: Answer) -> list[Event]:
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return read(answer.content)


def read(content: bytes) -> list[Event]:
    """The events of a calendar, which is read by the library that others use."""
    found = Calendar.from_ical(content)
    assert isinstance(found, Calendar)
    return list(found.events)


def moment_of(event: Event, name: str = "start") -> datetime:
    """When an event starts or ends; days without an hour are not among them."""
    found = getattr(event, name)
    assert isinstance(found, datetime)
    return found


def entries(answer: Answer) -> list[dict[str, str]]:
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    root = ET.fromstring(answer.content)  # noqa: S314 - we have written it
    return [
        {each.tag.removeprefix(ATOM): each.text or "" for each in entry}
        for entry in root.iter(f"{ATOM}entry")
    ]


def show(club: Club, shown: Shown = Shown.PUBLIC) -> None:
    Club.objects.filter(pk=club.pk).update(shown=shown)
    club.refresh_from_db()


def finished(club: Club, **columns: Any) -> Game:
    game = factories.game(club, **columns)
    factories.play(game)
    now = columns.get("now", factories.NOW) + timedelta(hours=2)
    actions.finish_game(game_id=game.pk, account=game.created_by, strike_open=True, now=now)
    return game


def own_key(club: Club, account: Account) -> str:
    membership = club.memberships.get(account=account)
    actions.renew_feeds(membership=membership)
    assert membership.feed_key
    return membership.feed_key


PUBLIC = ("club_calendar", "club_news")
OWN = ("member_calendar", "member_news")


# Who may have them


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.parametrize("shown", [Shown.UNLISTED, Shown.MEMBERS])
def test_a_club_that_does_not_show_itself_has_no_public_feed(
    host_client: Client, anonymous: Client, club: Club, name: str, shown: Shown
) -> None:
    show(club, shown)
    finished(club)
    for client in (anonymous, host_client):
        assert client.get(reverse(name, args=[club.slug])).status_code == 404


@pytest.mark.parametrize("shown", Shown)
def test_a_member_has_them_always(
    anonymous: Client, club: Club, host: Account, shown: Shown
) -> None:
    show(club, shown)
    game = finished(club, title="Первый стол")
    actions.show_game(game=game, shown=Shown.MEMBERS, by=host, now=factories.NOW)
    key = own_key(club, host)
    (event,) = events(anonymous.get(reverse("member_calendar", args=[key])))
    assert event["summary"] == "Первый стол"
    answer = anonymous.get(reverse("member_news", args=[key]))
    (entry,) = entries(answer)
    assert entry["title"] == "Первый стол is over"
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_the_public_feeds_tell_nobody_of_a_hidden_game(
    host_client: Client, club: Club, host: Account
) -> None:
    show(club)
    for shown in (Shown.MEMBERS, Shown.UNLISTED):
        game = finished(club, title="Тайный стол")
        actions.show_game(game=game, shown=shown, by=host, now=factories.NOW)
    finished(club, title="Первый стол")
    for name in PUBLIC:  # whoever asks: the address is everybody's
        answer = host_client.get(reverse(name, args=[club.slug]))
        assert "Первый стол" in answer.content.decode().replace("\r\n ", "")
        assert "Тайный" not in answer.content.decode().replace("\r\n ", "")


def test_addresses_end_with_a_new_key_the_membership_and_the_account(
    anonymous: Client, club: Club, host: Account
) -> None:
    other = factories.account("second")
    member = club.memberships.create(account=other, role="player")
    keys = [own_key(club, other) for _ in range(2)]

    def statuses(key: str) -> set[int]:
        return {anonymous.get(reverse(name, args=[key])).status_code for name in OWN}

    assert statuses(keys[0]) == {404}
    assert statuses(keys[1]) == {200}
    Account.objects.filter(pk=other.pk).update(is_active=False)
    assert statuses(keys[1]) == {404}
    Account.objects.filter(pk=other.pk).update(is_active=True)
    actions.remove_member(membership=member, by=host, now=factories.NOW)
    assert statuses(keys[1]) == {404}
    assert statuses("None") == {404}


def test_addresses_are_made_on_the_page(host_client: Client, club: Club, host: Account) -> None:
    where = reverse("feeds", args=[club.slug])
    page = host_client.get(where)
    assert "calendar.ics" not in html(page)
    renew = form(page, reverse("feeds_renew", args=[club.slug])).action
    first = text(host_client.post(renew, follow=True))
    key = club.memberships.get(account=host).feed_key
    assert key
    for name in OWN:
        assert reverse(name, args=[key]) in first
    assert "For everybody" not in first
    show(club)
    second = text(host_client.post(renew, follow=True))
    assert key not in second
    for name in PUBLIC:
        assert reverse(name, args=[club.slug]) in second


# What they say


def test_an_evening_is_one_event(anonymous: Client, club: Club) -> None:
    show(club)
    first = finished(club, title="Первый стол")
    finished(club, title="Второй стол", now=factories.NOW + timedelta(hours=1))
    (event,) = events(anonymous.get(reverse("club_calendar", args=[club.slug])))
    assert event["summary"] == "Шестёрка: 2 games"
    assert event["uid"] == f"evening-{club.pk}-2026-11-29@127.0.0.1"
    assert event.start == datetime(2026, 11, 29, 19, 30, tzinfo=ZoneInfo("Europe/Moscow"))
    assert event.end == datetime(2026, 11, 29, 22, 30, tzinfo=ZoneInfo("Europe/Moscow"))
    said = str(event["description"])
    assert said.startswith("Первый стол: ")
    assert "\nВторой стол: " in said
    assert "Оля" in said
    (*_others, oldest) = entries(anonymous.get(reverse("club_news", args=[club.slug])))
    assert oldest["title"] == "Первый стол is over"
    assert oldest["id"] == f"tag:127.0.0.1,2026:game-{first.public_key}"
    assert oldest["updated"] == "2026-11-29T18:30:00+00:00"


def test_a_running_evening_has_no_end(anonymous: Client, club: Club) -> None:
    show(club)
    factories.game(club)
    (event,) = events(anonymous.get(reverse("club_calendar", args=[club.slug])))
    assert "DTEND" not in event
    assert event["summary"] == "Classic, 17 columns"
    assert entries(anonymous.get(reverse("club_news", args=[club.slug]))) == []


def test_hostile_names_are_only_names(anonymous: Client, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(name=HOSTILE)
    show(club)
    finished(club, names=(HOSTILE, "Оля"), title=HOSTILE)
    answer = anonymous.get(reverse("club_calendar", args=[club.slug]))
    (event,) = events(answer)
    assert event["summary"] == HOSTILE
    assert Calendar.from_ical(answer.content)["x-wr-calname"] == HOSTILE
    answer = anonymous.get(reverse("club_news", args=[club.slug]))
    (entry,) = entries(answer)
    assert entry["title"] == f"{HOSTILE} is over"
    assert "&lt;script&gt;" in entry["summary"], "HTML within the feed"
    assert "<script" not in html(answer)


def test_nothing_new_is_304(anonymous: Client, club: Club) -> None:
    show(club)
    finished(club)
    for name in PUBLIC:
        where = reverse(name, args=[club.slug])
        etag = anonymous.get(where).headers["ETag"]
        assert anonymous.get(where, headers={"if-none-match": etag}).status_code == 304
        finished(club, now=factories.NOW + timedelta(days=1, hours=PUBLIC.index(name)))
        assert anonymous.get(where, headers={"if-none-match": etag}).status_code == 200


def test_both_languages(anonymous: Client, club: Club) -> None:
    show(club)
    finished(club)
    answer = anonymous.get(
        reverse("club_news", args=[club.slug]), headers={"accept-language": "ru"}
    )
    (entry,) = entries(answer)
    assert entry["title"] == "Классика, 17 граф: игра закончена"


# When it was


@pytest.mark.parametrize(
    ("zone", "moment", "local"),
    [
        ("Europe/Berlin", datetime(2026, 3, 29, 0, 30, tzinfo=UTC), "2026-03-29 01:30"),
        ("Europe/Berlin", datetime(2026, 3, 29, 1, 30, tzinfo=UTC), "2026-03-29 03:30"),
        ("Europe/Berlin", datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "2026-10-25 02:30"),
        ("Europe/Berlin", datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "2026-10-25 02:30"),
        ("Europe/Berlin", datetime(2026, 10, 25, 2, 30, tzinfo=UTC), "2026-10-25 03:30"),
        ("Asia/Vladivostok", datetime(2026, 11, 29, 16, 30, tzinfo=UTC), "2026-11-30 02:30"),
        ("America/St_Johns", datetime(2026, 7, 1, 22, 0, tzinfo=UTC), "2026-07-01 19:30"),
    ],
)
def test_moments_are_exact_over_the_change_of_summer_time(
    anonymous: Client, club: Club, zone: str, moment: datetime, local: str
) -> None:
    Club.objects.filter(pk=club.pk).update(zone=zone)
    show(club)
    game = factories.game(club, now=moment)
    actions.finish_game(
        game_id=game.pk,
        account=game.created_by,
        strike_open=True,
        now=moment + timedelta(hours=2),
    )
    (event,) = events(anonymous.get(reverse("club_calendar", args=[club.slug])))
    assert moment_of(event).astimezone(UTC) == moment
    assert moment_of(event, "end").astimezone(UTC) == moment + timedelta(hours=2)
    assert f"{moment_of(event).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}" == local


def test_a_planned_evening_stays_at_its_hour_in_summer_and_winter() -> None:
    zone = ZoneInfo("Europe/Berlin")
    planned = [
        Happening("one", "Summer", "", "/", datetime(2026, 10, 23, 19, tzinfo=zone), None, NOW),
        Happening("two", "Winter", "", "/", datetime(2026, 10, 30, 19, tzinfo=zone), None, NOW),
    ]
    content = calendar_file("Club", zone.key, planned, site="https://club.example", host="h")
    assert b"DTSTART;TZID=Europe/Berlin:20261023T190000" in content
    assert b"DTSTART;TZID=Europe/Berlin:20261030T190000" in content
    assert b"BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin" in content
    summer, winter = read(content)
    assert moment_of(winter).astimezone(UTC) - moment_of(summer).astimezone(UTC) == timedelta(
        days=7, hours=1
    )


NOW = datetime(2026, 11, 29, 16, 30, tzinfo=UTC)


def test_what_another_app_knows_stands_in_both(
    anonymous: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An evening that was played is not announced a second time."""
    show(club)
    zone = ZoneInfo(club.zone)

    def planned(asked: Club, viewer: object, language: str) -> list[Happening]:
        assert asked == club
        return [
            Happening(
                key=f"evening-{club.pk}-{day}",
                title=f"planned {day}",
                words="",
                address="/",
                starts=datetime.combine(day, datetime.min.time(), zone),
                ends=None,
                changed=NOW,
                cancelled=day.day == 7,
            )
            for day in (date(2026, 11, 29), date(2026, 12, 6), date(2026, 12, 7))
        ]

    monkeypatch.setattr(reports, "CALENDAR", [planned])
    finished(club, title="Первый стол")
    found = events(anonymous.get(reverse("club_calendar", args=[club.slug])))
    titles = [str(event["summary"]) for event in found]
    assert titles == ["Первый стол", "planned 2026-12-06", "planned 2026-12-07"]
    assert [event.get("status") for event in found] == [None, None, "CANCELLED"]
