"""What opens something without a name: tokens, feeds, invitations, table links."""

from datetime import datetime
from hashlib import sha256

from django.db.models import QuerySet

from scorekeeper.models import AccessToken, Club, Invitation, Membership, TableLink


def digest_of(token: str) -> str:
    """What is kept of a token; it is too long to be found out from this."""
    return sha256(token.encode(errors="replace")).hexdigest()


def live_token(token: str) -> AccessToken | None:
    """The token that a program shows, unless it is unknown, revoked, or its account is closed."""
    alive = AccessToken.objects.filter(revoked_at__isnull=True, account__is_active=True)
    return alive.filter(digest=digest_of(token)).select_related("account").first()


def membership_of_feed(key: str) -> QuerySet[Membership]:
    """The membership whose feeds a key opens; none where it was renewed or the account closed."""
    alive = Membership.objects.filter(feed_key=key, account__is_active=True)
    return alive.select_related("club", "account")


def open_invitations(club: Club, now: datetime) -> QuerySet[Invitation]:
    """The links by which one can become a member now, the one that ends first first."""
    alive = club.invitations.filter(withdrawn_at__isnull=True, ends_at__gt=now)
    return alive.select_related("created_by").order_by("ends_at")


def invitation(key: str, now: datetime) -> Invitation | None:
    """The invitation under an unguessable address, None when it has ended."""
    alive = Invitation.objects.filter(withdrawn_at__isnull=True, ends_at__gt=now)
    return alive.filter(key=key).select_related("club").first()


def table_link(key: str) -> TableLink | None:
    """The table link under an unguessable address, None when it or its game has ended."""
    alive = TableLink.objects.filter(ended_at__isnull=True, game__finished_at__isnull=True)
    return alive.filter(key=key).select_related("game__club").first()
