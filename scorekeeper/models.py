"""What is stored: columns and constraints."""

from django.contrib.auth.models import AbstractUser


class Account(AbstractUser):
    """Somebody who signs in: a host who keeps games, or the club's administrator."""
