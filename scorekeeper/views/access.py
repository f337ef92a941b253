"""Who may see what: every view asks here, on its first line, and here the table of rights is asked.

What is not yours is 404, as if it were not there.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django_htmx.middleware import HtmxDetails

from scorekeeper.models import Account, Club, Game, Player, TableLink
from scorekeeper.queries import (
    clubs_of,
    clubs_shown,
    games_of,
    games_shown,
    installation_owner,
    players_shown,
    table_link,
    who_in,
)
from scorekeeper.rights import Right, Who, may

LONGEST_QUERY = 4000
"""Characters of an address that every server and browser takes."""
CHOSEN_CLUB = "club"
TABLE_KEY = "table"
"""What the session remembers: the club one works in, the table link one came by."""


class NoClub(Exception):
    """An account that belongs to no club has come to a page that needs one."""


class LooksOn(Exception):
    """Somebody who may see ``game`` but not write has come to its writing page."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game


class Request(HttpRequest):
    """A request as the middleware leaves it; ``table_link``: by which its game was opened."""

    htmx: HtmxDetails
    table_link: TableLink | None


def signed_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Only for accounts: a page leads to signing in, a fragment is answered 401 so that the page
    keeps what was typed and says so."""

    @wraps(view)
    def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return _answered(view, request, *args, **kwargs)
        if request.htmx:
            return HttpResponse(status=401)
        return redirect_to_login(as_typed(request))

    return answer


def at_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """As signed_in, and open to a helper too who has come by a table link that still holds."""
    for_accounts = signed_in(view)

    @wraps(view)
    def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        if _link_of(request) is None:
            return for_accounts(request, *args, **kwargs)
        return _answered(view, request, *args, **kwargs)

    return answer


def _answered(
    view: Callable[..., HttpResponse], request: Request, *args: Any, **kwargs: Any
) -> HttpResponse:
    try:
        return view(request, *args, **kwargs)
    except NoClub:
        return redirect("club_new")
    except LooksOn as looks_on:
        return redirect("watch", looks_on.game.public_key)
    except ObjectDoesNotExist:
        # What was to be written into has gone since it was looked up, as with a round withdrawn.
        if request.method != "POST":
            raise
        raise Http404 from None


def _link_of(request: HttpRequest) -> TableLink | None:
    key = request.session.get(TABLE_KEY)
    return table_link(key) if key else None


def as_typed(request: HttpRequest) -> str:
    """The address to come back to, with what was typed into the page, unless it is secret."""
    secret = any("password" in name or name == "code" for name in request.POST)
    if request.method != "POST" or secret:
        return request.get_full_path()
    typed = request.POST.copy()
    typed.pop("csrfmiddlewaretoken", None)
    query = typed.urlencode()
    return f"{request.path}?{query}" if query and len(query) < LONGEST_QUERY else request.path


def account_of(request: HttpRequest) -> Account:
    """The account that is signed in; only behind signed_in."""
    assert isinstance(request.user, Account)
    return request.user


def writer_of(request: Request) -> Account | TableLink:
    """Who writes into the game that own_game has found: an account, or a helper at its table."""
    return request.table_link or account_of(request)


def own_game(request: Request, pk: int, right: Right = Right.KEEP) -> Game:
    """A game in whose club one has ``right``, or 404.

    A table link holds as well, for its game, where the table of rights says so. LooksOn for
    somebody who looks at the page of a game and may only watch it.
    """
    request.table_link = None
    game = games_of(request.user, right).filter(pk=pk).first()
    if game:
        return game
    link = _link_of(request)
    if link and link.game_id == pk and may(Who.TABLE_LINK, right):
        request.table_link = link
        return link.game
    seen = games_of(request.user).filter(pk=pk).first() if right is Right.WRITE else None
    if seen and request.method == "GET":
        raise LooksOn(seen)
    raise Http404


def own_club(request: HttpRequest, right: Right = Right.KEEP) -> Club:
    """The club one works in, if one has ``right`` there, else the first in which one has it.

    NoClub for an account without any club, 404 for one without that right.
    """
    able = clubs_of(request.user, right)
    found = {club.pk: club for club in able}
    if found:
        return found.get(request.session.get(CHOSEN_CLUB, 0)) or next(iter(found.values()))
    if clubs_of(request.user).exists():
        raise Http404
    raise NoClub


def club_at(request: HttpRequest, slug: str, right: Right) -> Club:
    """The club at an address, if one has ``right`` there; else 404."""
    able = clubs_shown(request.user) if right is Right.WATCH else clubs_of(request.user, right)
    return get_object_or_404(able, slug=slug)


def player_at(request: HttpRequest, pk: int, right: Right = Right.WATCH) -> Player:
    """A person one may see, in whose club one has ``right``; else 404."""
    player = get_object_or_404(players_shown(request.user), pk=pk)
    if may(who_in(player.club, request.user), right):
        return player
    raise Http404


def watched_game(request: HttpRequest, key: str) -> Game:
    """The game under an unguessable address, if it is shown to whoever looks; else 404."""
    return get_object_or_404(games_shown(request.user, listed=False), public_key=key)


def own_installation(request: HttpRequest) -> Account:
    """The account that runs the installation; else 404."""
    account = account_of(request)
    if runs_installation(account):
        return account
    raise Http404


def runs_installation(account: Account) -> bool:
    """Whether an account answers for the installation."""
    return account.is_staff or account == installation_owner()
