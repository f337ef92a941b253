"""Who may see what. What is not yours is 404, as if it were not there."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django_htmx.middleware import HtmxDetails

from scorekeeper.models import Account, Club, Game
from scorekeeper.queries import clubs_of, games_of, public_games

LONGEST_QUERY = 4000
"""Characters of an address that every server and browser takes."""


class NoClub(Exception):
    """An account that belongs to no club has come to a page that needs one."""


class Request(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Only for accounts: a page leads to signing in, a fragment is answered 401 so that the page
    keeps what was typed and says so."""

    @wraps(view)
    def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            try:
                return view(request, *args, **kwargs)
            except NoClub:
                return redirect("club_new")
        if request.htmx:
            return HttpResponse(status=401)
        return redirect_to_login(as_typed(request))

    return answer


def as_typed(request: HttpRequest) -> str:
    """The address to come back to, with what was typed into the page, unless it is a password."""
    if request.method != "POST" or "password" in request.POST:
        return request.get_full_path()
    typed = request.POST.copy()
    typed.pop("csrfmiddlewaretoken", None)
    query = typed.urlencode()
    return f"{request.path}?{query}" if query and len(query) < LONGEST_QUERY else request.path


def account_of(request: HttpRequest) -> Account:
    """The account that is signed in; only behind signed_in."""
    assert isinstance(request.user, Account)
    return request.user


def own_game(request: HttpRequest, pk: int) -> Game:
    """A game of one of the account's clubs, or 404."""
    return get_object_or_404(games_of(request.user), pk=pk)


def own_club(request: HttpRequest) -> Club:
    """The club one keeps games for: the first by name; NoClub for an account without one."""
    club = clubs_of(request.user).first()
    if club is None:
        raise NoClub
    return club


def watched_game(key: str) -> Game:
    """The game under an unguessable address, or 404."""
    return get_object_or_404(public_games(), public_key=key)
