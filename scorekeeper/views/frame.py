"""What the frame of every page shows: the club one works in, and what the account has pages for."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scorekeeper.models import Club
from scorekeeper.queries import clubs_of
from scorekeeper.views.access import CHOSEN_CLUB, account_of, runs_installation


def frame(request: HttpRequest) -> dict[str, object]:
    """``frame_club``: the club one works in, None without one · ``frame_installation``: whether
    the account runs the installation; both are asked for only where they are shown ·
    ``may_sign_up``: whether somebody without an account may make one."""
    return {
        "frame_club": SimpleLazyObject(lambda: _club(request)),
        "may_sign_up": settings.SIGN_UP,
        "frame_installation": SimpleLazyObject(lambda: runs_installation(account_of(request))),
    }


def _club(request: HttpRequest) -> Club | None:
    if not hasattr(request, "user") or not request.user.is_authenticated:
        return None
    own = {club.pk: club for club in clubs_of(request.user)}
    return own.get(request.session.get(CHOSEN_CLUB, 0)) or next(iter(own.values()), None)
