"""What people call a time zone: Babel knows the places in both languages."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, available_timezones

import rules
from scorekeeper.names import alphabetical

_NAMES = {
    "Europe/Kaliningrad": rules.Text("калининградское время", "Kaliningrad time"),
    "Europe/Moscow": rules.Text("московское время", "Moscow time"),
    "Europe/Samara": rules.Text("самарское время", "Samara time"),
    "Asia/Yekaterinburg": rules.Text("екатеринбургское время", "Yekaterinburg time"),
    "Asia/Omsk": rules.Text("омское время", "Omsk time"),
    "Asia/Novosibirsk": rules.Text("новосибирское время", "Novosibirsk time"),
    "Asia/Krasnoyarsk": rules.Text("красноярское время", "Krasnoyarsk time"),
    "Asia/Irkutsk": rules.Text("иркутское время", "Irkutsk time"),
    "Asia/Yakutsk": rules.Text("якутское время", "Yakutsk time"),
    "Asia/Vladivostok": rules.Text("владивостокское время", "Vladivostok time"),
    "Asia/Magadan": rules.Text("магаданское время", "Magadan time"),
    "Asia/Kamchatka": rules.Text("камчатское время", "Kamchatka time"),
}
"""The Russian zones that have a word of their own; any other is called after its city."""

_REGIONS = {
    "Europe": rules.Text("Европа", "Europe"),
    "Asia": rules.Text("Азия", "Asia"),
    "Africa": rules.Text("Африка", "Africa"),
    "America": rules.Text("Америка", "America"),
    "Australia": rules.Text("Австралия", "Australia"),
    "Pacific": rules.Text("Тихий океан", "Pacific Ocean"),
    "Atlantic": rules.Text("Атлантический океан", "Atlantic Ocean"),
    "Indian": rules.Text("Индийский океан", "Indian Ocean"),
    "Antarctica": rules.Text("Антарктида", "Antarctica"),
    "Arctic": rules.Text("Арктика", "Arctic"),
}

_OTHERS = rules.Text("Прочее", "Other")

Groups = list[tuple[str, list[tuple[str, str]]]]
"""Choices of a form's field: a heading, and the values below it, each with its words."""


def zone_name(zone: str, language: str) -> str:
    """``zone`` ("Europe/Moscow") as it is said in ``language``: "московское время"."""
    known = _NAMES.get(zone)
    if known is not None:
        return known.in_language(language)
    return city(zone, language) if zone else ""


@cache
def city(zone: str, language: str) -> str:
    """The place that ``zone`` is called after: "Asia/Almaty", "ru" → "Алматы"."""
    from babel.dates import get_timezone_location  # half a megabyte of names: only where needed

    if zone not in _known():
        return zone.rpartition("/")[2].replace("_", " ")
    return str(get_timezone_location(zone, locale=language, return_city=True))


def zone_choices(language: str, now: datetime, kept: str = "") -> Groups:
    """The zones a club can choose, by part of the world and alphabet: "Москва (UTC+3)".

    ``kept``: one that is chosen already, shown even where it is only another's old name.
    """
    zones = [zone for zone in _places() if zone != kept] + [kept] * bool(kept)
    groups: Groups = []
    for region, name in _REGIONS.items():
        inside = [zone for zone in zones if zone.partition("/")[0] == region]
        if inside:
            groups.append((name.in_language(language), _said(inside, language, now)))
    rest = [zone for zone in zones if zone.partition("/")[0] not in _REGIONS]
    return [*groups, (_OTHERS.in_language(language), _said(rest, language, now))]


def _said(zones: Sequence[str], language: str, now: datetime) -> list[tuple[str, str]]:
    found = [(zone, f"{city(zone, language)} ({offset(zone, now)})") for zone in zones]
    return sorted(found, key=lambda each: alphabetical(each[1]))


def offset(zone: str, now: datetime) -> str:
    """How far ``zone`` is from UTC at that moment: "UTC+3", "UTC−3:30", "UTC"."""
    ahead = now.astimezone(ZoneInfo(zone)).utcoffset() or timedelta()
    minutes = abs(ahead) // timedelta(minutes=1)
    if not minutes:
        return "UTC"
    hours, rest = divmod(minutes, 60)
    sign = "+" if ahead > timedelta() else "−"
    return f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def _places() -> tuple[str, ...]:
    """The zones of today's places, without the old names that point at them; and UTC."""
    table = (files("tzdata.zoneinfo") / "zone.tab").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    return (*(line[2] for line in lines if line[2] in _known()), "UTC")
