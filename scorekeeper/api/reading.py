"""The API to read: clubs, players, games, under the same visibility as the pages.

What is added here stays; what has to change becomes version 2.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Annotated, Any, TypeAlias

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI, Path, Query
from ninja.errors import AuthenticationError, HttpError, ValidationError

from scorekeeper import models
from scorekeeper.queries import (
    clubs_shown,
    games_shown,
    played,
    players_shown,
    roles_of,
    with_seats,
)

from . import answers, shapes
from .access import Throttle, Token, viewer_of

View: TypeAlias = Callable[..., HttpResponse]

VERSION = "1"

api = NinjaAPI(
    title="Poker dice",
    version=VERSION,
    description=(
        "Clubs, players and games of poker dice on a score sheet, to read. Without a token one"
        " sees what is shown to everybody; with the token of an account, sent as `Authorization:"
        " Bearer`, what that account may see. Money and exact results are strings."
    ),
    urls_namespace="api",
    openapi_url=None,
    docs_url=None,
    auth=Token(),
    throttle=Throttle(),
)

Slug = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]{1,80}$", description="address of the club")]
Key = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]{1,32}$", description="key of the game")]
Number = Annotated[int, Path(ge=1, le=2**63 - 1, description="number of the player")]
Page = Annotated[int, Query(ge=1, le=1_000_000, description="from 1; one too far is empty")]
Size = Annotated[int, Query(ge=1, le=100, description="how many a page has")]

ANYBODY: dict[str, Any] = {"security": [{}]}
"""Beside the token's, so that the description says: a token is not needed."""
UNCHANGED = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "required": False,
    "description": "the ETag of an earlier answer: 304 while nothing has changed",
}
REFUSALS = {401: shapes.Problem, 422: shapes.Problem, 429: shapes.Problem}
MISSING = {**REFUSALS, 404: shapes.Problem}


def _page(found: QuerySet[Any], page: int, size: int) -> tuple[int, list[Any]]:
    return found.count(), list(found[(page - 1) * size : page * size])


def _club(request: HttpRequest, slug: str) -> models.Club:
    return get_object_or_404(clubs_shown(viewer_of(request)), slug=slug)


@api.get(
    "/clubs/", response={200: shapes.Clubs, **REFUSALS}, openapi_extra=ANYBODY, url_name="api_clubs"
)
def clubs(request: HttpRequest, page: Page = 1, size: Size = 50) -> shapes.Clubs:
    """The clubs that show themselves, and one's own, by name."""
    viewer = viewer_of(request)
    count, found = _page(clubs_shown(viewer).order_by("name", "pk"), page, size)
    roles = roles_of(viewer)
    items = [answers.club(each, roles.get(each.pk)) for each in found]
    return shapes.Clubs(count=count, items=items)


@api.get(
    "/clubs/{slug}/",
    response={200: shapes.Club, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_club",
)
def club(request: HttpRequest, slug: Slug) -> shapes.Club:
    """One club."""
    found = _club(request, slug)
    return answers.club(found, roles_of(viewer_of(request)).get(found.pk))


@api.get(
    "/clubs/{slug}/players/",
    response={200: shapes.Players, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_club_players",
)
def club_players(
    request: HttpRequest, slug: Slug, page: Page = 1, size: Size = 50
) -> shapes.Players:
    """The people of a club, by name; to strangers those who sat in a game they may find."""
    people = players_shown(viewer_of(request)).filter(club=_club(request, slug))
    count, found = _page(people.order_by("name_key", "pk"), page, size)
    return shapes.Players(count=count, items=[answers.player(each) for each in found])


@api.get(
    "/clubs/{slug}/games/",
    response={200: shapes.Games, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_club_games",
)
def club_games(request: HttpRequest, slug: Slug, page: Page = 1, size: Size = 50) -> shapes.Games:
    """The games of a club, newest first."""
    seen = games_shown(viewer_of(request), listed=True)
    return _games(seen.filter(club=_club(request, slug)), page, size)


def _games(seen: QuerySet[models.Game], page: int, size: int) -> shapes.Games:
    count, found = _page(with_seats(seen), page, size)
    return shapes.Games(count=count, items=[answers.game_line(each) for each in found])


@api.get(
    "/players/{number}/",
    response={200: shapes.Player, **MISSING},
    openapi_extra=ANYBODY,
    url_name="api_player",
)
def player(request: HttpRequest, number: Number) -> shapes.Player:
    """One person."""
    return answers.player(get_object_or_404(players_shown(viewer_of(request)), pk=number))


@api.get(
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


@api.get(
    "/games/", response={200: shapes.Games, **REFUSALS}, openapi_extra=ANYBODY, url_name="api_games"
)
def games(request: HttpRequest, page: Page = 1, size: Size = 50) -> shapes.Games:
    """The games of all clubs that one may find, newest first."""
    return _games(games_shown(viewer_of(request), listed=True), page, size)


@api.get(
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
    said = (VERSION, found.pk, found.version, found.club.slug)
    etag = f'"{sha256(repr(said).encode()).hexdigest()}"'
    known = get_conditional_response(request, etag=etag)
    (known or response)["ETag"] = etag
    return known or answers.game(played(found))


# What is refused


def _refused(
    request: HttpRequest, status: int, detail: str, errors: list[shapes.Wrong] | None = None
) -> HttpResponse:
    problem = shapes.Problem(detail=detail, errors=errors or [])
    return api.create_response(request, problem.model_dump(), status=status)


@api.exception_handler(AuthenticationError)
def _unknown_token(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    answer = _refused(request, 401, _("This token is not known, or it was revoked."))
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(Http404)
def _not_there(request: HttpRequest, error: Http404) -> HttpResponse:
    return _refused(request, 404, _("There is nothing here, or it is not shown to you."))


@api.exception_handler(ValidationError)
def _wrong(request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [
        shapes.Wrong(where=".".join(map(str, each["loc"])), message=str(each["msg"]))
        for each in error.errors
    ]
    return _refused(request, 422, _("The request says something that cannot be."), errors)


@api.exception_handler(HttpError)
def _other(request: HttpRequest, error: HttpError) -> HttpResponse:
    words = {429: _("Too many requests: wait a little.")}
    return _refused(request, error.status_code, words.get(error.status_code, str(error)))


@csrf_exempt
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """What every other address below the API answers, in the API's own form."""
    if request.method == "GET" and rest and not rest.endswith("/"):
        query = request.META["QUERY_STRING"]
        return HttpResponseRedirect(f"{request.path}/" + (f"?{query}" if query else ""))
    return _refused(request, 404, _("There is nothing here, or it is not shown to you."))


def _for_one_alone(run: View) -> View:
    """Marks answers as those for one token, which no cache may give to another."""

    @wraps(run)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = run(request, *args, **kwargs)
        patch_vary_headers(answer, ["Authorization"])
        answer["Cache-Control"] = "private, no-cache"
        return answer

    return answered


api.add_decorator(_for_one_alone, mode="view")
