"""Answers to requests that cannot be taken as they are: each explains and leads back."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

View: TypeAlias = Callable[..., HttpResponse]


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What a form gets that was opened before signing in or too long ago: never a bare refusal."""
    return render(request, "scorekeeper/stale.html", {"back": request.get_full_path()}, status=403)


def get_or(view: View) -> View:
    """``view`` for posts; a GET to its address, as after signing in again, leads to the sheet."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "GET":
            return redirect("game", kwargs["pk"])
        return view(request, *args, **kwargs)

    return answer
