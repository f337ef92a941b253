"""What every address of the API takes, how it turns over pages, and what it may refuse."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from ninja import Path, Query

from scorekeeper import models
from scorekeeper.queries import clubs_shown

from . import shapes
from .access import viewer_of

Slug = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]{1,80}$", description="address of the club")]
Key = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]{1,32}$", description="key of the game")]
Number = Annotated[int, Path(ge=1, le=2**63 - 1, description="number of the player")]
Page = Annotated[int, Query(ge=1, le=1_000_000, description="from 1; one too far is empty")]
Size = Annotated[int, Query(ge=1, le=100, description="how many a page has")]

ANYBODY: dict[str, Any] = {"security": [{}]}
"""Beside the token's, so that the description says: a token is not needed."""
UNCHANGED = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "required": False,
    "description": "the ETag of an earlier answer: 304 while nothing has changed",
}
REFUSALS = {401: shapes.Problem, 422: shapes.Problem, 429: shapes.Problem}
MISSING = {**REFUSALS, 404: shapes.Problem}


def page_of(found: QuerySet[Any], page: int, size: int) -> tuple[int, list[Any]]:
    """How many there are, and those of one page."""
    return found.count(), list(found[(page - 1) * size : page * size])


def shown_club(request: HttpRequest, slug: str) -> models.Club:
    """The club at an address, if it may be named to whoever asks; else 404."""
    return get_object_or_404(clubs_shown(viewer_of(request)), slug=slug)


def unchanged(
    request: HttpRequest, response: HttpResponse, said: Sequence[object]
) -> HttpResponse | None:
    """304 where whoever asks has an answer of the same ``said``; else None, and the ETag is set."""
    etag = f'"{sha256(repr(said).encode()).hexdigest()}"'
    known = get_conditional_response(request, etag=etag)
    (known or response)["ETag"] = etag
    return known
