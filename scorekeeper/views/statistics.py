"""A club's statistics: strength of its players, records, and whether its dice are true."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scorekeeper.fairness import DOUBT, LOADED
from scorekeeper.figures import sees_listed_only
from scorekeeper.forms import language
from scorekeeper.jobs import ratings_ready
from scorekeeper.models import Club, Shown
from scorekeeper.queries import who_in
from scorekeeper.reports.dice import dice_page
from scorekeeper.reports.records import rating_lines, records_page
from scorekeeper.rights import Right, may
from scorekeeper.views.access import Request, club_at


@require_GET
def ratings(request: Request, slug: str) -> HttpResponse:
    """The players of a club by strength, now or as of a day."""
    club = club_at(request, slug, Right.WATCH)
    typed = request.GET.get("as_of", "")
    until, wrong = _end_of_day(typed, club)
    ready = ratings_ready(club, listed=sees_listed_only(club, request.user))
    lines = rating_lines(club, request.user, until) if ready and not wrong else ()
    context = {"lines": lines, "ready": ready, "as_of": typed, "wrong": wrong}
    return _answer(request, club, "ratings", context, status=422 if wrong else 200)


def _end_of_day(typed: str, club: Club) -> tuple[datetime | None, str]:
    """The moment at which a typed day ends by the club's clock, and what is wrong with it."""
    if not typed:
        return None, ""
    wrong = _("Type a day that is in the calendar, such as 2026-11-30.")
    try:
        day = parse_date(typed)
        if day is None:
            return None, wrong
        midnight = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(club.zone))
        return midnight + timedelta(days=1), ""
    except (ValueError, OverflowError):
        return None, wrong


@require_GET
def records(request: Request, slug: str) -> HttpResponse:
    """The records of a club in one of its games."""
    club = club_at(request, slug, Right.WATCH)
    page = records_page(club, request.user, request.GET.get("game", ""), language())
    return _answer(request, club, "records", {"records": page})


@require_GET
def dice(request: Request, slug: str) -> HttpResponse:
    """Whether the dice of a club and of its tables are true."""
    club = club_at(request, slug, Right.WATCH)
    context = {
        "dice": dice_page(club, request.user),
        "doubt": round(1 / DOUBT),
        "loaded": round(1 / LOADED),
    }
    return _answer(request, club, "dice", context)


def _answer(
    request: Request, club: Club, here: str, context: Mapping[str, object], status: int = 200
) -> HttpResponse:
    member = may(who_in(club, request.user), Right.SEE)
    page = {**context, "club": club, "here": here, "member": member}
    answer = render(request, f"scorekeeper/{here}.html", page, status=status)
    if club.shown != Shown.PUBLIC:
        answer["X-Robots-Tag"] = "noindex"
    return answer
