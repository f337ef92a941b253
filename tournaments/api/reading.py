"""Tournaments and seasons, under the same visibility as their pages."""

from typing import Annotated

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from ninja import Query, Router

from scorekeeper.api.access import viewer_of
from scorekeeper.api.asking import (
    ANYBODY,
    MISSING,
    REFUSALS,
    UNCHANGED,
    Key,
    Page,
    Size,
    Slug,
    page_of,
    shown_club,
    unchanged,
)
from tournaments import models
from tournaments.queries import entered_in, mark, tournaments_shown, whole, with_mark
from tournaments.reports.results import public_part
from tournaments.reports.standings import newest_stage
from tournaments.seasons import counted, seasons_shown

from . import answers, shapes

router = Router()

StageNumber = Annotated[
    int | None, Query(ge=1, le=1000, description="from 1; the newest with results unless said")
]
LIVE = {**ANYBODY, "parameters": [UNCHANGED]}


def _shown(request: HttpRequest, key: str) -> models.Tournament:
    seen = with_mark(tournaments_shown(viewer_of(request), listed=False))
    return get_object_or_404(seen.order_by(), public_key=key)


def _tournaments(seen: QuerySet[models.Tournament], page: int, size: int) -> shapes.Tournaments:
    count, found = page_of(seen, page, size)
    entered = entered_in(found)
    items = [answers.tournament(each, entered.get(each.pk, 0)) for each in found]
    return shapes.Tournaments(count=count, items=items)


@router.get(
    "/tournaments/",
    response={200: shapes.Tournaments, **REFUSALS},
    openapi_extra=ANYBODY,
    url_name="api_tournaments",
)
def tournaments(request: HttpRequest, page: Page = 1, size: Size = 50) -> shapes.Tournaments:
    """The tournaments of all clubs that one may find, the latest first."""
    return _tournaments(tournaments_shown(viewer_of(request), listed=True), page, size)


@router.get(
    "/clubs/{slug}/tournaments/",
    response={200: shapes.Tournaments, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_club_tournaments",
)
def club_tournaments(
    request: HttpRequest, slug: Slug, page: Page = 1, size: Size = 50
) -> shapes.Tournaments:
    """The tournaments of a club, the latest first."""
    seen = tournaments_shown(viewer_of(request), listed=True)
    return _tournaments(seen.filter(club=shown_club(request, slug)), page, size)


@router.get(
    "/tournaments/{key}/",
    response={200: shapes.WholeTournament, 304: None, **MISSING},
    openapi_extra=LIVE,
    url_name="api_tournament",
)
def tournament(
    request: HttpRequest, response: HttpResponse, key: Key
) -> shapes.WholeTournament | HttpResponse:
    """One tournament with its stages; 304 while nothing changes.

    The key opens one that is not listed, too, as its address does.
    """
    record = _shown(request, key)
    known = unchanged(request, response, ("tournament", record.pk, mark(record), get_language()))
    return known or answers.whole_tournament(public_part(whole(record)))


@router.get(
    "/tournaments/{key}/standings/",
    response={200: shapes.Standings, 304: None, **MISSING},
    openapi_extra=LIVE,
    url_name="api_standings",
)
def standings(
    request: HttpRequest, response: HttpResponse, key: Key, stage: StageNumber = None
) -> shapes.Standings | HttpResponse:
    """The standings of a stage as everybody may see them; 304 while nothing changes."""
    record = _shown(request, key)
    known = unchanged(request, response, ("standings", record.pk, mark(record), stage))
    if known:
        return known
    stands = public_part(whole(record))
    if stage is not None and stage > len(stands.event.stages):
        raise Http404
    return answers.standings(stands, stage or newest_stage(stands))


@router.get(
    "/seasons/",
    response={200: shapes.Seasons, **REFUSALS},
    openapi_extra=ANYBODY,
    url_name="api_seasons",
)
def seasons(request: HttpRequest, page: Page = 1, size: Size = 50) -> shapes.Seasons:
    """The seasons of all clubs that one may find, the latest first."""
    count, found = page_of(seasons_shown(viewer_of(request), listed=True), page, size)
    return shapes.Seasons(count=count, items=[answers.season(each) for each in found])


@router.get(
    "/clubs/{slug}/seasons/",
    response={200: shapes.Seasons, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_club_seasons",
)
def club_seasons(
    request: HttpRequest, slug: Slug, page: Page = 1, size: Size = 50
) -> shapes.Seasons:
    """The seasons of a club, the latest first."""
    seen = seasons_shown(viewer_of(request), listed=True)
    count, found = page_of(seen.filter(club=shown_club(request, slug)), page, size)
    return shapes.Seasons(count=count, items=[answers.season(each) for each in found])


@router.get(
    "/seasons/{key}/",
    response={200: shapes.WholeSeason, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_season",
)
def season(request: HttpRequest, key: Key) -> shapes.WholeSeason:
    """A season with its table, counted now."""
    seen = seasons_shown(viewer_of(request), listed=False)
    return answers.whole_season(counted(get_object_or_404(seen, public_key=key)))
