"""The ledger of a club: entries that are only ever added, each zero in sum."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.accounts import Account
from scorekeeper.models.clubs import Club
from scorekeeper.models.games import Game, Seat
from scorekeeper.models.people import Player

MOST_DIGITS = 300
"""Characters of an amount: what a seat's settlement may have."""


class LedgerEntry(models.Model):
    """One booking: the settlement of a game, a correction of it, a payment, or its counter-entry.

    ``evening``: the day in the club's zone that it belongs to · ``withdraws``: the payment that
    this counter-entry takes back · ``client_key``: makes a repeated submit harmless.
    """

    class Kind(models.TextChoices):
        """Why something was booked."""

        GAME = "game", _("game")
        CORRECTION = "correction", _("correction")
        PAYMENT = "payment", _("payment")
        WITHDRAWAL = "withdrawal", _("payment withdrawn")

    club = models.ForeignKey(Club, models.CASCADE, related_name="ledger")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    evening = models.DateField()
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="ledger")
    withdraws = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="withdrawn_by"
    )
    note = models.CharField(max_length=200, blank=True)
    client_key = models.UUIDField(null=True)
    booked_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="ledger")
    booked_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["club", "-evening"], name="ledger_of_a_club"),)
        constraints = (
            models.UniqueConstraint(fields=["club", "client_key"], name="one_entry_a_client_key"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(kind="game"), name="one_first_entry_a_game"
            ),
        )

    def __str__(self) -> str:
        return f"{self.evening} {self.kind}"


class LedgerLine(models.Model):
    """What one entry brings (+) or takes (−) one person, an exact decimal as a string.

    Of a game it names the seat, whoever sits there: a merge, and its undoing, reach the ledger as
    they reach the sheet. Of a payment it names the player.
    """

    entry = models.ForeignKey(LedgerEntry, models.CASCADE, related_name="lines")
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, related_name="lines")
    person = models.ForeignKey(Player, models.PROTECT, null=True, related_name="payments")
    amount = models.CharField(max_length=MOST_DIGITS)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(seat__isnull=True) ^ Q(person__isnull=True), name="one_person_a_line"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.amount}"

    @property
    def player(self) -> Player:
        """Whose money it is now: a merged player's is of whoever has taken their games over."""
        whose = self.seat.player if self.seat else self.person
        assert whose is not None
        return whose.merged_into or whose
