"""What pages that ask again and again are answered: 304 while nothing changes."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from scorekeeper.forms import language
from scorekeeper.views.access import Request

KEPT = 60
"""Seconds that a drawn fragment is kept: viewers of one thing ask for the same one."""


def mark_of(
    request: HttpRequest, shown: Sequence[str], cookies: Sequence[str] = (), *, page: bool
) -> str:
    """Changes with whatever the answer shows.

    ``shown``: what it depends on · ``cookies``: names of those that it depends on · ``page``: a
    whole page, which names who is signed in; a fragment is the same for everybody.
    """
    names = list(cookies)
    if page:
        names += [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME]
    values = [request.COOKIES.get(name, "") for name in names]
    parts = (language(), page, list(shown), values)
    return sha256(repr(parts).encode(errors="replace")).hexdigest()


def answered(
    request: Request, mark: str, draw: Callable[[], bytes], *, listed: bool
) -> HttpResponse:
    """304 to whoever knows ``mark``, else what ``draw`` answers.

    ``listed``: search engines may keep the page; a fragment never.
    """
    known = get_conditional_response(request, etag=f'"{mark}"')
    answer = known or HttpResponse(draw())
    answer["ETag"] = f'"{mark}"'
    answer["Cache-Control"] = "private, no-cache"
    if request.htmx or not listed:
        answer["X-Robots-Tag"] = "noindex"
    return answer


def kept(name: str, draw: Callable[[], bytes]) -> bytes:
    """What was drawn under this name a moment ago, or drawn now."""
    drawn = caches["pages"].get_or_set(name, draw, KEPT)
    assert isinstance(drawn, bytes)
    return drawn
