"""One sheet: who sits, what each turn brought, and who may write."""

import uuid
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import rules
from scorekeeper.models.accounts import Account
from scorekeeper.models.clubs import Club, Shown
from scorekeeper.models.keys import public_key
from scorekeeper.models.people import Player
from scorekeeper.names import MOST_LETTERS

MOST_WRITER_LETTERS = 300
"""Letters of who typed a turn elsewhere: a helper's name, and the host's who opened the table."""


class Game(models.Model):
    """One sheet: the rules it began with, its seats and its turns.

    ``options``: every house rule of the rule set at the start, so that later defaults change
    nothing · ``teams``: pairs of seat positions · ``hints``: a box is pre-selected ·
    ``each_throw``: the dice of every throw are asked for · ``version`` counts the writes ·
    ``counts``: in statistics and ratings, once finished · ``withheld``: until its tournament
    releases the results, only those who keep games see it.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="games")
    title = models.CharField(_("table"), max_length=80, blank=True)
    rule_set = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    teams = models.JSONField(default=list)
    copied = models.BooleanField(_("copied from paper"), default=False)
    hints = models.BooleanField(_("pre-select a box"), default=True)
    each_throw = models.BooleanField(_("record each throw"), default=False)
    shown = models.CharField(max_length=8, choices=Shown.choices, default=Shown.PUBLIC)
    public_key = models.CharField(max_length=32, default=public_key, unique=True, editable=False)
    start_key = models.UUIDField(default=uuid.uuid4, editable=False)
    version = models.PositiveIntegerField(default=0)
    counts = models.BooleanField(default=True)
    withheld = models.BooleanField(default=False)
    created_by = models.ForeignKey(Account, models.PROTECT, related_name="games")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = (models.Index(fields=["club", "-started_at"], name="games_of_a_club"),)
        constraints = (
            models.UniqueConstraint(fields=["club", "start_key"], name="one_game_a_start_key"),
        )

    def __str__(self) -> str:
        if self.title:
            return self.title
        day = date_format(
            timezone.localtime(self.started_at, ZoneInfo(self.club.zone)), "SHORT_DATE_FORMAT"
        )
        return f"{rules.RULE_SETS[self.rule_set].name.in_language(get_language() or 'en')}, {day}"


class TableLink(models.Model):
    """A link that opens one game for writing without an account, until it is ended.

    ``helper``: who holds it, as the history says · ended by the host, or with the game.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="table_links")
    key = models.CharField(max_length=32, default=public_key, unique=True, editable=False)
    helper = models.CharField(_("helper"), max_length=MOST_LETTERS)
    made_by = models.ForeignKey(Account, models.PROTECT, related_name="table_links")
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.helper


class Seat(models.Model):
    """Who sits where, the starter at position 0, and the receipt of what they have.

    The receipt is written with each turn: points, and the settlement in money, exactly
    (``exact``: "149/3") and as a payment in the game's unit (``pays``: "50"). Both are strings,
    since a database may keep decimals as floats.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    presence = models.CharField(max_length=8, default="playing")
    school = models.IntegerField(default=0)
    bonus = models.IntegerField(default=0)
    total = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    exact = models.CharField(max_length=300, blank=True)
    pays = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=["game", "position"], name="one_seat_a_position"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.position + 1}. {self.player}"


class Turn(models.Model):
    """One entry of a game; never deleted, never changed but for being withdrawn.

    ``number``: its place in the game, from 0 · ``kind``, ``box``, ``dice``, ``throws``,
    ``points``: as rules.Turn, or kind "hand" for a showdown hand · ``thrown``: the dice of each
    throw where they were entered · ``client_key``: makes a repeated submit harmless ·
    ``withdrawn_at``: undone, or corrected · ``replaces``: the turn that this one corrects, or
    brings back after it was undone · ``through``, ``withdrawn_through``: the table link by which a
    helper without an account did it · ``typed_as``, ``withdrawn_as``: who did it where the game
    was first kept, in words, since that is nobody's account here.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="turns")
    kind = models.CharField(max_length=8)
    box = models.CharField(max_length=24, blank=True)
    dice = models.CharField(max_length=24, blank=True)
    throws = models.PositiveSmallIntegerField(null=True)
    points = models.IntegerField(null=True)
    pour_to = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="poured_turns")
    thrown = models.JSONField(default=list)
    client_key = models.UUIDField(default=uuid.uuid4)
    replaces = models.ForeignKey("self", models.PROTECT, null=True, related_name="replaced_by")
    reason = models.CharField(max_length=200, blank=True)
    typed_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="turns")
    typed_at = models.DateTimeField()
    through = models.ForeignKey(TableLink, models.PROTECT, null=True, related_name="turns")
    withdrawn_by = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="withdrawn_turns"
    )
    withdrawn_through = models.ForeignKey(
        TableLink, models.PROTECT, null=True, related_name="withdrawn_turns"
    )
    withdrawn_at = models.DateTimeField(null=True)
    typed_as = models.CharField(max_length=MOST_WRITER_LETTERS, blank=True)
    withdrawn_as = models.CharField(max_length=MOST_WRITER_LETTERS, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=Q(withdrawn_at__isnull=True),
                name="one_turn_a_number",
            ),
            models.UniqueConstraint(fields=["game", "client_key"], name="one_turn_a_client_key"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.box}"
