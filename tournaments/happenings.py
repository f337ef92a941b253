"""What tournaments and seasons bring to the calendar and the news of a club."""

from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from scorekeeper.happenings import Happening
from scorekeeper.models import Club, Game
from scorekeeper.queries import Viewer
from scorekeeper.reports.feeds import evening_key
from tournaments.models import PlannedEvening, Tournament
from tournaments.queries import tournaments_shown
from tournaments.seasons import seasons_shown

MOST = 200
"""Tournaments, and planned evenings, that a feed has."""


def outside_tournaments(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games that are no table of a tournament."""
    return games.filter(tournament_table__isnull=True)


def _seen(club: Club, viewer: Viewer) -> QuerySet[Tournament]:
    return tournaments_shown(viewer, listed=True).filter(club=club)[:MOST]


def tournaments(club: Club, viewer: Viewer, language: str) -> Iterator[Happening]:
    """Each tournament at the time it is set for; a cancelled one says so."""
    for record in _seen(club, viewer):
        starts = record.starts_at.astimezone(ZoneInfo(record.zone))
        finished = record.finished_at and record.finished_at.astimezone(ZoneInfo(record.zone))
        yield Happening(
            key=f"tournament-{record.public_key}",
            title=record.name,
            words=_words(record, language),
            address=reverse("tournament", args=[record.public_key]),
            starts=starts,
            ends=finished if finished and finished.date() == starts.date() else None,
            changed=_changed(record),
            cancelled=record.cancelled_at is not None,
        )


def _words(record: Tournament, language: str) -> str:
    game = rules.RULE_SETS[record.rule_set].name.in_language(language)
    return "\n".join(filter(None, (game, record.place)))


def _changed(record: Tournament) -> datetime:
    times = (record.created_at, record.started_at, record.finished_at, record.cancelled_at)
    return max(time for time in times if time).astimezone(UTC)


def planned(club: Club, viewer: Viewer, language: str) -> Iterator[Happening]:
    """The evenings that seasons plan, at the same hour of the club's clock all the year."""
    zone = ZoneInfo(club.zone)
    seen = seasons_shown(viewer, listed=True).filter(club=club, archived_at=None)
    evenings = PlannedEvening.objects.filter(season__in=seen.order_by()).select_related("season")
    for evening in evenings.order_by("-day", "-at")[:MOST]:
        yield Happening(
            key=evening_key(club, evening.day),
            title=_("Evening of the season “%(season)s”") % {"season": evening.season.name},
            words=evening.note,
            address=reverse("season", args=[evening.season.public_key]),
            starts=datetime.combine(evening.day, evening.at, zone),
            ends=None,
            changed=evening.season.created_at,
        )


def announced(club: Club, viewer: Viewer, language: str) -> Iterator[Happening]:
    """That a tournament is set, and what became of it; never a result, which may be withheld."""
    for record in _seen(club, viewer):
        yield Happening(
            key=f"tournament-{record.public_key}",
            title=_news(record) % {"tournament": record.name},
            words=_words(record, language),
            address=reverse("tournament", args=[record.public_key]),
            starts=record.starts_at,
            ends=record.finished_at,
            changed=_changed(record),
        )


def _news(record: Tournament) -> str:
    if record.cancelled_at:
        return _("%(tournament)s is cancelled")
    if record.finished_at:
        return _("%(tournament)s is over")
    return _("%(tournament)s has begun") if record.started_at else _("New: %(tournament)s")
