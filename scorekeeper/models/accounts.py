"""Who signs in, and what their programs read by."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Account(AbstractUser):
    """Somebody who signs in: a host who keeps games, or the club's administrator."""


class AccessToken(models.Model):
    """What a program shows to read by the API what its account may see; of the token itself only
    the SHA-256 is kept. ``used_on``: the last day it was used."""

    MOST_LETTERS = 80

    account = models.ForeignKey(Account, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=MOST_LETTERS)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField()
    used_on = models.DateField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name
