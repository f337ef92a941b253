"""The sign-in of the demonstration, which everybody may read here and nobody may use in earnest."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

NAME = "host"
PASSWORD = "пять костей на стол"  # noqa: S105 - it opens a demonstration


def opens() -> bool:
    """Whether the demonstration's sign-in works here."""
    from scorekeeper.models import Account

    try:
        host = Account.objects.filter(username=NAME).first()
    except DatabaseError:  # nothing is migrated yet: nobody can sign in at all
        return False
    return host is not None and host.check_password(PASSWORD)


def refuse_in_production() -> None:
    """Nothing, or ImproperlyConfigured where strangers could sign in by what they have read."""
    if settings.PRODUCTION and opens():
        raise ImproperlyConfigured(
            f"PRODUCTION is on: give the account {NAME} another passphrase "
            f"(manage.py changepassword {NAME}); the demonstration's is public."
        )
