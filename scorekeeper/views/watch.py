"""The public pages of a game: read-only, 304 while nothing changes."""

from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from scorekeeper.forms import language
from scorekeeper.models import Game
from scorekeeper.queries import is_listed, played
from scorekeeper.views.access import Request, watched_game
from scorekeeper.views.page import VIEW_COOKIE, game_page

KEPT = 60
"""Seconds that a drawn fragment is kept: viewers of one table ask for the same one."""


def _mark(request: Request, game: Game) -> str:
    """Changes with whatever the page shows; the whole page names who is signed in."""
    shown = [str(game.version), language(), request.GET.get("view", "")]
    cookies = [VIEW_COOKIE]
    if request.htmx:
        shown.append("fragment")
    else:
        cookies += [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME]
    shown += [request.COOKIES.get(name, "") for name in cookies]
    return sha256(repr(shown).encode(errors="replace")).hexdigest()


def _watched(request: Request, key: str, template: str, fragment: str) -> HttpResponse:
    """304 while nothing changes; the page; or the fragment that a page asks for again and again.

    The fragment says nothing of whoever asks, so all viewers of a version share one drawing.
    """
    game = watched_game(request, key)
    mark = _mark(request, game)
    known = get_conditional_response(request, etag=f'"{mark}"')
    answer = known or HttpResponse(_drawn(request, game, template, fragment, mark))
    answer["ETag"] = f'"{mark}"'
    answer["Cache-Control"] = "private, no-cache"
    if request.htmx or not is_listed(game):
        answer["X-Robots-Tag"] = "noindex"
    return answer


def _drawn(request: Request, game: Game, template: str, fragment: str, mark: str) -> bytes:
    def draw(name: str) -> bytes:
        return render(request, name, game_page(request, played(game), typed={})).content

    if not request.htmx:
        return draw(template)
    kept_as = f"{fragment}:{game.public_key}:{mark}"
    drawn = cache.get_or_set(kept_as, lambda: draw(template + fragment), KEPT)
    assert isinstance(drawn, bytes)
    return drawn


@require_GET
def watch(request: Request, key: str) -> HttpResponse:
    """The game as anybody sees it who has its address."""
    return _watched(request, key, "scorekeeper/watch.html", "#table")


@require_GET
def watch_screen(request: Request, key: str) -> HttpResponse:
    """The game for the hall: large, dark, one thing at a time."""
    return _watched(request, key, "scorekeeper/watch_screen.html", "#slides")
