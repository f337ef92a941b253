"""The people of a club, with or without an account."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.accounts import Account
from scorekeeper.models.clubs import Club
from scorekeeper.names import MOST_KEY_LETTERS, MOST_LETTERS, name_key, search_key


class Player(models.Model):
    """A person of the club, with or without an account.

    ``name_key``: spellings that are the same player share it · ``search_key``: so do names that
    only look alike · ``merged_into``: the player who has taken over the games of this one.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=MOST_LETTERS)
    name_key = models.CharField(max_length=MOST_KEY_LETTERS, editable=False)
    search_key = models.CharField(max_length=MOST_KEY_LETTERS, editable=False, db_index=True)
    account = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="players"
    )
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged"
    )
    forgotten_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (
            models.UniqueConstraint(fields=["club", "name_key"], name="one_player_a_name"),
        )

    def __str__(self) -> str:
        return self.name

    def set_name(self, name: str) -> None:
        """Takes a name that has been checked, and what it is compared and found by."""
        self.name, self.name_key, self.search_key = name, name_key(name), search_key(name)


class Merge(models.Model):
    """Two players made one: which seats went over, so that it can be undone."""

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    gone = models.ForeignKey(Player, models.CASCADE, related_name="merges_away")
    seats = models.JSONField(default=list)
    made_by = models.ForeignKey(Account, models.PROTECT, related_name="merges")
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept}"


class Claim(models.Model):
    """An account says that a player is its owner; the club confirms or refuses."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="claims")
    account = models.ForeignKey(Account, models.CASCADE, related_name="claims")
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    confirmed = models.BooleanField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "account"],
                condition=Q(decided_at__isnull=True),
                name="one_open_claim",
            ),
        )

    def __str__(self) -> str:
        return f"{self.account} · {self.player}"
