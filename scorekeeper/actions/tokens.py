"""Tokens by which programs read what their account may see."""

import secrets
from datetime import date, datetime

from django.db import transaction

from scorekeeper.actions.log import log
from scorekeeper.models import AccessToken, Account
from scorekeeper.names import clean_name
from scorekeeper.queries import digest_of

PREFIX = "poker_"
"""Begins every token, so that one which has got into the wrong place is recognised."""
MOST_TOKENS = 20
"""Live tokens of an account."""


class TooManyTokens(Exception):
    """An account has as many live tokens as it may have."""


class SameName(Exception):
    """The account has a live token of that name."""


@transaction.atomic
def make_token(*, account: Account, name: str, now: datetime) -> tuple[AccessToken, str]:
    """A token and its text, which is not kept. ValueError for a name in which nothing is visible.

    SameName and TooManyTokens as said there.
    """
    Account.objects.select_for_update().get(pk=account.pk)
    cleaned = clean_name(name)[: AccessToken.MOST_LETTERS]
    if not cleaned:
        raise ValueError("a token needs a visible name")
    alive = account.tokens.filter(revoked_at__isnull=True)
    if alive.filter(name=cleaned).exists():
        raise SameName
    if alive.count() >= MOST_TOKENS:
        raise TooManyTokens
    text = PREFIX + secrets.token_urlsafe(32)
    made = AccessToken.objects.create(
        account=account, name=cleaned, digest=digest_of(text), made_at=now
    )
    _logged("token_made", account, now)
    return made, text


@transaction.atomic
def revoke_token(*, token: AccessToken, now: datetime) -> None:
    """The token opens nothing any more."""
    if AccessToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=now):
        _logged("token_revoked", token.account, now)


def _logged(kind: str, account: Account, now: datetime) -> None:
    """In the log of every club that the token opens, or in the stream where there is none."""
    for club in account.clubs.order_by("pk") or [None]:
        log(kind, club=club, by=account, now=now)


def note_use(*, token: AccessToken, today: date) -> None:
    """That a token was used, once a day."""
    if token.used_on != today:
        AccessToken.objects.filter(pk=token.pk).update(used_on=today)
