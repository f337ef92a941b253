"""Who asks the API: a bearer of a token, or nobody known; and how often they may."""

import time

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle

from scorekeeper import actions
from scorekeeper.models import Account
from scorekeeper.queries import Viewer, live_token

WINDOW = 60
"""Seconds in which requests are counted."""


class Token(HttpBearer):
    """Reads ``Authorization: Bearer …``; without it one is anybody, with a wrong one nobody."""

    def __call__(self, request: HttpRequest) -> Viewer:
        """The account of the token, or an anonymous visitor; AuthenticationError otherwise."""
        if "Authorization" not in request.headers:
            return AnonymousUser()
        found = super().__call__(request)
        if not isinstance(found, Account):
            raise AuthenticationError
        return found

    def authenticate(self, request: HttpRequest, token: str) -> Account | None:
        """The account whose token this is."""
        found = live_token(token)
        if found is None:
            return None
        actions.note_use(token=found, today=timezone.now().date())
        return found.account


class Throttle(BaseThrottle):
    """So many requests a minute: of an account more than of an address without one."""

    def allow_request(self, request: HttpRequest) -> bool:
        """Whether this request still fits into its minute."""
        viewer = viewer_of(request)
        if isinstance(viewer, Account):
            who, most = f"account {viewer.pk}", settings.API_REQUESTS_OF_MEMBERS
        else:
            who, most = f"address {self.get_ident(request)}", settings.API_REQUESTS_OF_ANYBODY
        key = f"api {int(time.time() // WINDOW)} {who}".replace(" ", ":")
        if cache.add(key, 1, WINDOW):
            return True
        try:
            return cache.incr(key) <= most
        except ValueError:  # it ended in this very moment
            return True

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return WINDOW - time.time() % WINDOW


def viewer_of(request: HttpRequest) -> Viewer:
    """Who asks, as Token has found; the session of a browser counts for nothing here."""
    found = getattr(request, "auth", None)
    return found if isinstance(found, Account) else AnonymousUser()
