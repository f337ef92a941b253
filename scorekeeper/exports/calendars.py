"""Calendars that phones and programs subscribe to (iCalendar, RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event

from scorekeeper.happenings import Happening

from .names import cleaned

REFRESH = timedelta(hours=1)
"""How often a program should ask again: every hour."""


def calendar_file(
    name: str, zone: str, happenings: Iterable[Happening], *, site: str, host: str
) -> bytes:
    """The calendar ``name`` of a club in ``zone``; moments by its clock, the zone described in it.

    ``site``: begins every address · ``host``: makes the identifiers unique in the world.
    """
    found = Calendar()
    found.add("prodid", "-//Poker dice//poker on a score sheet//RU")
    found.add("version", "2.0")
    found.add("x-wr-calname", cleaned(name))
    found.add("x-wr-timezone", zone)
    found.add("refresh-interval", REFRESH)
    for happening in happenings:
        found.add_component(_event(happening, site, host))
    found.add_missing_timezones()
    content: bytes = found.to_ical()
    return content


def _event(happening: Happening, site: str, host: str) -> Event:
    event = Event()
    event.add("uid", f"{happening.key}@{host}")
    event.add("dtstamp", happening.changed.astimezone(UTC))
    event.add("dtstart", _moment(happening.starts))
    if happening.ends is not None and happening.ends > happening.starts:
        event.add("dtend", _moment(happening.ends))
    event.add("summary", cleaned(happening.title))
    event.add("description", "\n".join(map(cleaned, happening.words.splitlines())))
    event.add("url", site + happening.address)
    if happening.cancelled:
        event.add("status", "CANCELLED")
    return event


def _moment(moment: datetime) -> datetime:
    """By the clock of the club, but for the hour that its clock shows twice: by that of the world.

    An iCalendar time with a zone always means the first of the two.
    """
    return moment.astimezone(UTC) if moment.fold else moment
