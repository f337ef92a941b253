"""The public pages of a game: read-only, 304 while nothing changes."""

from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import condition, require_GET

from scorekeeper.forms import language
from scorekeeper.queries import is_listed, played
from scorekeeper.views.access import Request, watched_game
from scorekeeper.views.page import VIEW_COOKIE, game_page

KEPT = 60
"""Seconds that a drawn fragment is kept: viewers of one table ask for the same one."""


def _watch_version(request: Request, key: str) -> str:
    """A mark that changes with whatever the page shows; the whole page names who is signed in."""
    game = watched_game(request, key)
    shown = [str(game.version), language(), request.GET.get("view", "")]
    cookies = [VIEW_COOKIE]
    if request.htmx:
        shown.append("fragment")
    else:
        cookies += [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME]
    shown += [request.COOKIES.get(name, "") for name in cookies]
    return f'"{sha256(repr(shown).encode(errors="replace")).hexdigest()}"'


def _watched(request: Request, key: str, template: str, fragment: str) -> HttpResponse:
    """The page, or the fragment that a page asks for again and again.

    The fragment says nothing of whoever asks, so all viewers of a version share one drawing.
    """
    listed = False
    if not request.htmx:
        game = watched_game(request, key)
        answer = render(request, template, game_page(request, played(game), typed={}))
        listed = is_listed(game)
    else:
        mark = f"{fragment}:{key}:{_watch_version(request, key)}".replace('"', "")
        drawn = cache.get_or_set(mark, lambda: _drawn(request, key, template + fragment), KEPT)
        answer = HttpResponse(drawn)
    answer["Cache-Control"] = "private, no-cache"
    if not listed:
        answer["X-Robots-Tag"] = "noindex"
    return answer


def _drawn(request: Request, key: str, fragment: str) -> bytes:
    context = game_page(request, played(watched_game(request, key)), typed={})
    return render(request, fragment, context).content


@require_GET
@condition(etag_func=_watch_version)
def watch(request: Request, key: str) -> HttpResponse:
    """The game as anybody sees it who has its address."""
    return _watched(request, key, "scorekeeper/watch.html", "#table")


@require_GET
@condition(etag_func=_watch_version)
def watch_screen(request: Request, key: str) -> HttpResponse:
    """The game for the hall: large, dark, one thing at a time."""
    return _watched(request, key, "scorekeeper/watch_screen.html", "#slides")
