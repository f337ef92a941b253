"""The public pages of a game: read-only, 304 while nothing changes."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorekeeper.models import Game
from scorekeeper.queries import is_listed, played
from scorekeeper.views.access import Request, watched_game
from scorekeeper.views.live import answered, kept, mark_of
from scorekeeper.views.page import VIEW_COOKIE, game_page


def _watched(request: Request, key: str, template: str, fragment: str) -> HttpResponse:
    """304 while nothing changes; the page; or the fragment that a page asks for again and again.

    The fragment says nothing of whoever asks, so all viewers of a version share one drawing.
    """
    game = watched_game(request, key)
    shown = [str(game.version), request.GET.get("view", "")]
    mark = mark_of(request, shown, cookies=[VIEW_COOKIE], page=not request.htmx)
    return answered(
        request,
        mark,
        lambda: _drawn(request, game, template, fragment, mark),
        listed=is_listed(game),
    )


def _drawn(request: Request, game: Game, template: str, fragment: str, mark: str) -> bytes:
    def draw(name: str) -> bytes:
        return render(request, name, game_page(request, played(game), typed={})).content

    if not request.htmx:
        return draw(template)
    return kept(f"{fragment}:{game.public_key}:{mark}", lambda: draw(template + fragment))


@require_GET
def watch(request: Request, key: str) -> HttpResponse:
    """The game as anybody sees it who has its address."""
    return _watched(request, key, "scorekeeper/watch.html", "#table")


@require_GET
def watch_screen(request: Request, key: str) -> HttpResponse:
    """The game for the hall: large, dark, one thing at a time."""
    return _watched(request, key, "scorekeeper/watch_screen.html", "#slides")
