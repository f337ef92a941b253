"""Answers to requests that cannot be taken as they are: each explains and leads back."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scorekeeper.views.access import as_typed

View: TypeAlias = Callable[..., HttpResponse]


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What a form gets that was opened before signing in or too long ago: never a bare refusal.

    The way back leads to the page with what was typed in it, to be sent once more by hand.
    """
    return render(request, "scorekeeper/stale.html", {"back": as_typed(request)}, status=403)


def get_or(view: View) -> View:
    """``view`` for posts; a GET to its address, as after signing in again, leads to the sheet.

    What the address carries, such as dice typed before signing in, is carried on.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "GET" and "pk" in kwargs:
            typed = f"?{request.GET.urlencode()}" if request.GET else ""
            return redirect(reverse("game", args=[kwargs["pk"]]) + typed)
        if request.method == "GET":
            return redirect("home")
        return view(request, *args, **kwargs)

    return answer
