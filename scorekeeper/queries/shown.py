"""Who may see what: lists, profiles, public pages and exports start from here."""

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from scorekeeper.models import Account, Club, Game, Membership, Player, Seat, Shown
from scorekeeper.rights import Right, Who, roles_with

Viewer: TypeAlias = Account | AnonymousUser
"""Whoever looks: an account, or nobody known."""


def clubs_of(account: Viewer, right: Right = Right.SEE) -> QuerySet[Club]:
    """The clubs in which an account has a right, by name."""
    if not isinstance(account, Account):
        return Club.objects.none()
    held = Membership.objects.filter(account=account, role__in=roles_with(right))
    return Club.objects.filter(pk__in=held.values("club")).order_by("name", "created_at")


def who_in(club: Club, account: Viewer) -> Who:
    """What an account is to a club."""
    if not isinstance(account, Account):
        return Who.ANONYMOUS
    membership = club.memberships.filter(account=account).first()
    return Who(membership.role) if membership else Who.STRANGER


def roles_of(account: Viewer) -> dict[int, str]:
    """What an account is in its clubs: number of the club → role."""
    if not isinstance(account, Account):
        return {}
    return dict(account.memberships.values_list("club", "role"))


def games_of(account: Viewer, right: Right = Right.SEE) -> QuerySet[Game]:
    """The games of the clubs in which an account has a right, newest first."""
    own = Game.objects.filter(_own(account, right))
    return own.select_related("club").order_by("-started_at", "-id")


def _own(viewer: Viewer, right: Right) -> Q:
    """Games of the clubs in which somebody has a right; withheld ones only for who keeps games."""
    own = Q(club__in=clubs_of(viewer, right))
    return own & (Q(withheld=False) | Q(club__in=clubs_of(viewer, Right.KEEP)))


def clubs_shown(viewer: Viewer) -> QuerySet[Club]:
    """The clubs that may be named to somebody: public ones and their own."""
    own = Q(pk__in=clubs_of(viewer).values("pk"))
    return Club.objects.filter(own | Q(shown=Shown.PUBLIC)).order_by("name", "created_at")


def games_shown(viewer: Viewer, *, listed: bool) -> QuerySet[Game]:
    """The games that somebody may see: the one filter of lists, profiles, pages and exports.

    ``listed``: in a list, which names only what is public; else at an address one was given,
    which opens what is unlisted too. Members see every game of their club that is not withheld.
    The narrower of the club and the game holds.
    """
    wide = [Shown.PUBLIC] if listed else [Shown.PUBLIC, Shown.UNLISTED]
    open_to_all = Q(club__shown__in=wide, shown__in=wide, withheld=False)
    found = Game.objects.filter(_own(viewer, Right.SEE) | open_to_all)
    return found.select_related("club").order_by("-started_at", "-id")


def is_listed(game: Game) -> bool:
    """Whether strangers and search engines may find a game."""
    return game.shown == game.club.shown == Shown.PUBLIC and not game.withheld


def players_shown(viewer: Viewer) -> QuerySet[Player]:
    """The people who may be named to somebody: members see all of their club, others who has sat
    in a game that they may find."""
    seated = Seat.objects.filter(game__in=games_shown(viewer, listed=True).order_by())
    seen = Q(club__in=clubs_of(viewer)) | Q(pk__in=seated.values("player"))
    return Player.objects.filter(seen, merged_into__isnull=True).select_related("club", "account")
