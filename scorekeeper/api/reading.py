"""Clubs, players and games, under the same visibility as the pages."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router

from scorekeeper import models
from scorekeeper.consequences import games_on_sheet
from scorekeeper.queries import (
    clubs_shown,
    games_shown,
    played,
    players_shown,
    roles_of,
    with_seats,
)

from . import answers, shapes
from .access import viewer_of
from .asking import (
    ANYBODY,
    MISSING,
    REFUSALS,
    UNCHANGED,
    Key,
    Number,
    Page,
    Size,
    Slug,
    page_of,
    shown_club,
    unchanged,
)

router = Router()


@router.get(
    "/clubs/", response={200: shapes.Clubs, **REFUSALS}, openapi_extra=ANYBODY, url_name="api_clubs"
)
def clubs(request: HttpRequest, page: Page = 1, size: Size = 50) -> shapes.Clubs:
    """The clubs that show themselves, and one's own, by name."""
    viewer = viewer_of(request)
    count, found = page_of(clubs_shown(viewer).order_by("name", "pk"), page, size)
    roles = roles_of(viewer)
    items = [answers.club(each, roles.get(each.pk)) for each in found]
    return shapes.Clubs(count=count, items=items)


@router.get(
    "/clubs/{slug}/",
    response={200: shapes.Club, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_club",
)
def club(request: HttpRequest, slug: Slug) -> shapes.Club:
    """One club."""
    found = shown_club(request, slug)
    return answers.club(found, roles_of(viewer_of(request)).get(found.pk))


@router.get(
    "/clubs/{slug}/players/",
    response={200: shapes.Players, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_club_players",
)
def club_players(
    request: HttpRequest, slug: Slug, page: Page = 1, size: Size = 50
) -> shapes.Players:
    """The people of a club, by name; to strangers those who sat in a game they may find."""
    people = players_shown(viewer_of(request)).filter(club=shown_club(request, slug))
    count, found = page_of(people.order_by("name_key", "pk"), page, size)
    return shapes.Players(count=count, items=[answers.player(each) for each in found])


@router.get(
    "/clubs/{slug}/games/",
    response={200: shapes.Games, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_club_games",
)
def club_games(request: HttpRequest, slug: Slug, page: Page = 1, size: Size = 50) -> shapes.Games:
    """The games of a club, newest first."""
    seen = games_shown(viewer_of(request), listed=True)
    return _games(seen.filter(club=shown_club(request, slug)), page, size)


def _games(seen: QuerySet[models.Game], page: int, size: int) -> shapes.Games:
    count, found = page_of(with_seats(games_on_sheet(seen)), page, size)
    return shapes.Games(count=count, items=[answers.game_line(each) for each in found])


@router.get(
    "/players/{number}/",
    response={200: shapes.Player, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_player",
)
def player(request: HttpRequest, number: Number) -> shapes.Player:
    """One person."""
    return answers.player(get_object_or_404(players_shown(viewer_of(request)), pk=number))


@router.get(
    "/players/{number}/games/",
    response={200: shapes.Games, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_player_games",
)
def player_games(
    request: HttpRequest, number: Number, page: Page = 1, size: Size = 50
) -> shapes.Games:
    """The games in which somebody sat, newest first."""
    viewer = viewer_of(request)
    person = get_object_or_404(players_shown(viewer), pk=number)
    return _games(games_shown(viewer, listed=True).filter(seats__player=person), page, size)


@router.get(
    "/games/", response={200: shapes.Games, **REFUSALS}, openapi_extra=ANYBODY, url_name="api_games"
)
def games(request: HttpRequest, page: Page = 1, size: Size = 50) -> shapes.Games:
    """The games of all clubs that one may find, newest first."""
    return _games(games_shown(viewer_of(request), listed=True), page, size)


@router.get(
    "/games/{key}/",
    response={200: shapes.Game, 304: None, **MISSING},
    openapi_extra={**ANYBODY, "parameters": [UNCHANGED]},
    url_name="api_game",
)
def game(request: HttpRequest, response: HttpResponse, key: Key) -> shapes.Game | HttpResponse:
    """A whole game: every box, total, place and settlement; 304 while nothing is written into it.

    The key opens a game that is not listed, too, as its address does.
    """
    found = get_object_or_404(games_shown(viewer_of(request), listed=False), public_key=key)
    said = (found.pk, found.version, found.club.slug)
    known = unchanged(request, response, said)
    return known or answers.game(played(found))
