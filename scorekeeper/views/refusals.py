"""Answers to requests that cannot be taken as they are: each explains and leads back."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeAlias

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import is_valid_path, reverse
from django.utils.translation import gettext as _

from scorekeeper.views.access import as_typed

View: TypeAlias = Callable[[HttpRequest], HttpResponse]


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What a form gets that was opened before signing in or too long ago: never a bare refusal.

    The way back leads to the page with what was typed in it, to be sent once more by hand.
    """
    return render(request, "scorekeeper/stale.html", {"back": as_typed(request)}, status=403)


def nearest_page(get_response: View) -> View:
    """Middleware: a look at an address that only takes forms leads to the page above it.

    Signing in again comes back by a look to where a form was sent. What the address carries, such
    as dice typed before signing in, is carried on, and the reader told that it is still to be sent.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        found = get_response(request)
        if found.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.method != "GET":
            return found
        if request.path_info.startswith(reverse("api")):
            return found
        if request.GET:
            messages.info(request, _("This has not been done yet. Look it over and send it again."))
        return redirect(
            _page_above(request.path) + (f"?{request.GET.urlencode()}" if request.GET else "")
        )

    return answer


def _page_above(path: str) -> str:
    """The nearest address above ``path`` that is an address of ours."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            return path
    return path


def head_as_get(get_response: View) -> View:
    """Middleware: who asks for the head of a page, as monitors and link previews do, is answered
    as by a look; the server leaves the body out."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD":
            return get_response(request)
        request.method = "GET"
        found = get_response(request)
        request.method = "HEAD"
        return found

    return answer
