"""Time zones in words: places that people know, and how far they are from UTC."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.zones import city, offset, zone_choices, zone_name

from .pages import form, html

WINTER, SUMMER = datetime(2026, 11, 29, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "ru", "en"),
    [
        ("Europe/Moscow", "московское время", "Moscow time"),
        ("America/Argentina/Buenos_Aires", "Буэнос-Айрес", "Buenos Aires"),
        ("Asia/Almaty", "Алматы", "Almaty"),
        ("", "", ""),
    ],
)
def test_a_zone_is_called_as_people_call_it(zone: str, ru: str, en: str) -> None:
    assert (zone_name(zone, "ru"), zone_name(zone, "en")) == (ru, en)


def test_a_zone_that_is_none_is_called_by_its_last_word() -> None:
    assert city("Middle/Earth_West", "ru") == "Earth West"


@pytest.mark.parametrize(
    ("zone", "now", "said"),
    [
        ("Europe/Moscow", WINTER, "UTC+3"),
        ("Europe/Berlin", WINTER, "UTC+1"),
        ("Europe/Berlin", SUMMER, "UTC+2"),
        ("Asia/Kolkata", WINTER, "UTC+5:30"),
        ("America/St_Johns", WINTER, "UTC−3:30"),
        ("Africa/Accra", WINTER, "UTC"),
    ],
)
def test_how_far_a_zone_is(zone: str, now: datetime, said: str) -> None:
    assert offset(zone, now) == said


def test_the_zones_stand_by_part_of_the_world_and_alphabet() -> None:
    groups = dict(zone_choices("ru", WINTER))
    assert list(groups)[:3] == ["Европа", "Азия", "Африка"]
    europe = [words for _zone, words in groups["Европа"]]
    assert europe[0] == "Амстердам (UTC+1)"
    assert europe.index("Минск (UTC+3)") < europe.index("Москва (UTC+3)")
    assert ("Asia/Yekaterinburg", "Екатеринбург (UTC+5)") in groups["Азия"]


def test_an_old_name_that_a_club_has_stays_chosen(host_client: Client, club: Club) -> None:
    club.zone = "Asia/Calcutta"
    club.save()
    where = reverse("club_settings", args=[club.slug])
    page = host_client.get(where, headers={"accept-language": "ru"})
    assert form(page, "").data["zone"] == ["Asia/Calcutta"]
    assert "Калькутта (UTC+5:30)" in html(page)
    assert "Asia/Calcutta</option>" not in html(page)
