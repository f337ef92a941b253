"""Addresses of the whole site."""

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path


def health(request: HttpRequest) -> HttpResponse:
    """Answer that the server lives, in plain text, without touching the database."""
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


urlpatterns: list[URLPattern | URLResolver] = [
    path("health", health, name="health"),
]
