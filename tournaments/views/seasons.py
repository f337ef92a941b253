"""Seasons: the list, the table, setting one up, its evenings and teams."""

from collections.abc import Callable
from datetime import time
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper.forms import language
from scorekeeper.names import alphabetical
from scorekeeper.queries import clubs_of, who_in
from scorekeeper.rights import Right, may
from scorekeeper.views.access import Request, account_of, own_club, signed_in
from tournaments import actions
from tournaments.forms.season import (
    CopyForm,
    DayForm,
    EveningsForm,
    SeasonForm,
    VoidForm,
    changed_teams,
    typed_lists,
)
from tournaments.models import Season
from tournaments.reports.season import season_page
from tournaments.seasons import USUAL_LIST, counted, seasons_of, seasons_shown

USUAL_CHAIN = ["wins", "best_evening"]
USUAL_HOUR = time(19)


def own_season(request: HttpRequest, key: str) -> Season:
    """A season of a club in which one runs tournaments and seasons, or 404."""
    return get_object_or_404(seasons_of(request.user, Right.ORGANISE), public_key=key)


@require_GET
def seasons(request: Request) -> HttpResponse:
    """One's own clubs' seasons and the public ones, those that run first."""
    found = list(seasons_shown(request.user, listed=True))
    context = {
        "running": [one for one in found if one.archived_at is None],
        "archived": [one for one in found if one.archived_at is not None],
        "may_organise": clubs_of(request.user, Right.ORGANISE).exists(),
    }
    return render(request, "tournaments/seasons.html", context)


@require_GET
def season(request: Request, key: str) -> HttpResponse:
    """The table of a season, as whoever looks may see it."""
    record = get_object_or_404(seasons_shown(request.user, listed=False), public_key=key)
    stands = counted(record)
    context = {
        "record": record,
        "page": season_page(stands, language()),
        "may_organise": may(who_in(record.club, request.user), Right.ORGANISE),
        "left_out": stands.left_out,
        "copy_form": CopyForm(initial={"start_key": uuid4(), "name": record.name}),
    }
    return render(request, "tournaments/season.html", context)


@require_http_methods(["GET", "POST"])
@signed_in
def season_new(request: Request) -> HttpResponse:
    """A new season: a name and two days, the rest has defaults."""
    club = own_club(request, Right.ORGANISE)
    initial = {
        "start_key": uuid4(),
        "lists": f"2: {' '.join(USUAL_LIST)}",
        "chain": USUAL_CHAIN,
        "points": Season.PointsRule.PLACES,
        "shown": club.shown,
        "bonus": "0",
    }
    form = SeasonForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        made = actions.create_season(
            club=club,
            by=account_of(request),
            now=timezone.now(),
            start_key=form.key(),
            **form.rule(),
        )
        return redirect("season", made.public_key)
    context = {"form": form, "club": club, "record": None}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/season_settings.html", context, status=status)


@require_http_methods(["GET", "POST"])
@signed_in
def season_settings(request: Request, key: str) -> HttpResponse:
    """What counts in the season and how: the table follows."""
    record = own_season(request, key)
    form = SeasonForm(request.POST if request.method == "POST" else None, initial=_typed(record))
    if form.is_valid():
        try:
            actions.change_season(season=record, **form.rule())
            messages.success(request, _("Stored; the table is counted anew."))
            return redirect("season", record.public_key)
        except actions.SeasonArchived:
            form.add_error(None, _("The season is archived. Take it out of the archive first."))
    context = {"form": form, "club": record.club, "record": record}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/season_settings.html", context, status=status)


def _typed(record: Season) -> dict[str, Any]:
    columns = (*actions.SEASON_RULE, "name", "first_day", "last_day")
    typed = {column: getattr(record, column) for column in columns}
    return {**typed, "lists": typed_lists(record.lists)}


@require_http_methods(["GET", "POST"])
@signed_in
def season_evenings(request: Request, key: str) -> HttpResponse:
    """The evenings that are planned; posting plans a row of them."""
    record = own_season(request, key)
    if request.method != "POST":
        return _evenings(request, record, _row_of(record), VoidForm())
    form = EveningsForm(request.POST)
    if not form.is_valid():
        return _evenings(request, record, form, VoidForm(), status=422)
    chosen = form.cleaned_data
    first, last = chosen["first_day"], chosen["last_day"]
    days = actions.weekly(first, last, chosen["weekday"], chosen["every"])
    at, note = chosen["at"], chosen["note"]
    return _stored(
        request,
        record,
        lambda: actions.plan_evenings(season=record, days=days, at=at, note=note),
    )


def _row_of(record: Season) -> EveningsForm:
    """The form for a row from today to the end of the season, like the evenings planned last."""
    today = timezone.localdate(timezone=ZoneInfo(record.club.zone))
    last = record.planned.order_by("day").last()
    return EveningsForm(
        initial={
            "first_day": max(today, record.first_day),
            "last_day": record.last_day,
            "weekday": last.day.weekday() if last else today.weekday(),
            "at": last.at if last else USUAL_HOUR,
        }
    )


def _evenings(
    request: Request, record: Season, form: EveningsForm, void_form: VoidForm, status: int = 200
) -> HttpResponse:
    context = {
        "record": record,
        "form": form,
        "void_form": void_form,
        "planned": record.planned.all(),
        "voided": record.voided.filter(undone_at__isnull=True).order_by("day"),
    }
    return render(request, "tournaments/season_evenings.html", context, status=status)


def _stored(request: Request, record: Season, write: Callable[[], object]) -> HttpResponse:
    try:
        write()
        messages.success(request, _("Stored."))
    except actions.SeasonArchived:
        messages.error(request, _("The season is archived. Take it out of the archive first."))
    except ValueError:
        messages.error(request, _("Not stored: a season has no more than 400 evenings."))
    return redirect("season_evenings", record.public_key)


@require_POST
@signed_in
def season_day(request: Request, key: str) -> HttpResponse:
    """A day is void, counts again, or is planned no more; or no evening to come is."""
    record = own_season(request, key)
    by, now = account_of(request), timezone.now()
    if "cancel_all" in request.POST:
        today = timezone.localdate(now, ZoneInfo(record.club.zone))
        return _stored(request, record, lambda: actions.cancel_evenings(season=record, since=today))
    form = VoidForm(request.POST) if "void" in request.POST else DayForm(request.POST)
    if not form.is_valid():
        void_form = form if isinstance(form, VoidForm) else VoidForm()
        return _evenings(request, record, _row_of(record), void_form, status=422)
    day = form.cleaned_data["day"]
    if isinstance(form, VoidForm):
        why = form.cleaned_data["reason"]
        return _stored(
            request,
            record,
            lambda: actions.void_evening(season=record, day=day, reason=why, by=by, now=now),
        )
    if "restore" in request.POST:
        return _stored(
            request,
            record,
            lambda: actions.restore_evening(season=record, day=day, by=by, now=now),
        )
    return _stored(request, record, lambda: actions.cancel_evening(season=record, day=day))


@require_http_methods(["GET", "POST"])
@signed_in
def season_teams(request: Request, key: str) -> HttpResponse:
    """Which player plays for which team; only what was changed on the page is written."""
    record = own_season(request, key)
    players = sorted(counted(record).players.values(), key=lambda one: alphabetical(one.name))
    if request.method == "POST":
        try:
            actions.set_teams(season=record, teams=changed_teams(request.POST, players))
        except actions.SeasonArchived:
            messages.error(request, _("The season is archived. Take it out of the archive first."))
        return redirect("season", record.public_key)
    lines = [(one, record.teams.get(str(one.pk), "")) for one in players]
    known = sorted(set(record.teams.values()))
    context = {"record": record, "lines": lines, "known": known}
    return render(request, "tournaments/season_teams.html", context)


@require_POST
@signed_in
def season_copy(request: Request, key: str) -> HttpResponse:
    """The same rule and teams, from another day on."""
    record = own_season(request, key)
    form = CopyForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Give the new season a name and its first day."))
        return redirect("season", record.public_key)
    made = actions.copy_season(
        season=record, by=account_of(request), now=timezone.now(), **form.cleaned_data
    )
    return redirect("season", made.public_key)


@require_POST
@signed_in
def season_archive(request: Request, key: str) -> HttpResponse:
    """Into the archive, or out of it."""
    record = own_season(request, key)
    if record.archived_at is None:
        actions.archive_season(season=record, now=timezone.now())
    else:
        actions.unarchive_season(season=record)
    return redirect("season", record.public_key)
