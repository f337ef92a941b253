"""Who may see what. What is not yours is 404, as if it were not there."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django_htmx.middleware import HtmxDetails

from scorekeeper.models import Account, Club, Game
from scorekeeper.queries import clubs_of, games_of, public_games


class Request(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Only for accounts: a page leads to signing in, a fragment is answered 401 so that the page
    keeps what was typed and says so."""

    @wraps(view)
    def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.htmx:
            return HttpResponse(status=401)
        return redirect_to_login(request.get_full_path())

    return answer


def account_of(request: HttpRequest) -> Account:
    """The account that is signed in; only behind signed_in."""
    assert isinstance(request.user, Account)
    return request.user


def own_game(request: HttpRequest, pk: int) -> Game:
    """A game of one of the account's clubs, or 404."""
    return get_object_or_404(games_of(request.user), pk=pk)


def own_club(request: HttpRequest) -> Club:
    """The club one keeps games for: the first by name; 404 for an account without one."""
    return get_object_or_404(clubs_of(request.user)[:1])


def watched_game(key: str) -> Game:
    """The game under an unguessable address, or 404."""
    return get_object_or_404(public_games(), public_key=key)
