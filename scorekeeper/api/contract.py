"""The API: who asks and how often, what is refused, and which addresses there are.

What is added here stays; what has to change becomes version 2.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from . import reading, shapes
from .access import Throttle, Token

View: TypeAlias = Callable[..., HttpResponse]

api = NinjaAPI(
    title="Poker dice",
    version="1",
    description=(
        "Clubs, players, games, tournaments and seasons of poker dice on a score sheet, to read."
        " Without a token one sees what is shown to everybody; with the token of an account, sent"
        " as `Authorization: Bearer`, what that account may see. Money and exact results are"
        " strings."
    ),
    urls_namespace="api",
    openapi_url=None,
    docs_url=None,
    auth=Token(),
    throttle=Throttle(),
)


# What is refused


def _refused(
    request: HttpRequest, status: int, detail: str, errors: list[shapes.Wrong] | None = None
) -> HttpResponse:
    problem = shapes.Problem(detail=detail, errors=errors or [])
    return api.create_response(request, problem.model_dump(), status=status)


@api.exception_handler(AuthenticationError)
def _unknown_token(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    answer = _refused(request, 401, _("This token is not known, or it was revoked."))
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(Http404)
def _not_there(request: HttpRequest, error: Http404) -> HttpResponse:
    return _refused(request, 404, _("There is nothing here, or it is not shown to you."))


@api.exception_handler(ValidationError)
def _wrong(request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [
        shapes.Wrong(where=".".join(map(str, each["loc"])), message=str(each["msg"]))
        for each in error.errors
    ]
    return _refused(request, 422, _("The request says something that cannot be."), errors)


@api.exception_handler(HttpError)
def _other(request: HttpRequest, error: HttpError) -> HttpResponse:
    words = {429: _("Too many requests: wait a little.")}
    return _refused(request, error.status_code, words.get(error.status_code, str(error)))


@csrf_exempt
def nothing(request: HttpRequest, rest: str) -> HttpResponse:
    """What every other address below the API answers, in the API's own form."""
    if request.method == "GET" and rest and not rest.endswith("/"):
        query = request.META["QUERY_STRING"]
        return HttpResponseRedirect(f"{request.path}/" + (f"?{query}" if query else ""))
    return _refused(request, 404, _("There is nothing here, or it is not shown to you."))


def _for_one_alone(run: View) -> View:
    """Marks answers as those for one token, which no cache may give to another."""

    @wraps(run)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = run(request, *args, **kwargs)
        patch_vary_headers(answer, ["Authorization"])
        answer["Cache-Control"] = "private, no-cache"
        return answer

    return answered


api.add_decorator(_for_one_alone, mode="view")
api.add_router("", reading.router)
# By its name alone: the score keeper imports nothing of what is built upon it.
api.add_router("", "tournaments.api.router")
