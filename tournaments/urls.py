"""The addresses of tournaments: below /tournaments/, each by its unguessable key."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
