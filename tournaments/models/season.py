"""What is stored of a season: its rule, its planned evenings, what of it is void.

The table of a season is never stored: it is counted from the tournaments and games of the club.
"""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Account, Club, Shown, public_key
from scorekeeper.names import MOST_LETTERS


class Season(models.Model):
    """Events of a club whose points add up: tournaments and evenings between two days.

    ``first_day``, ``last_day``: in the zone of the club, both counted · ``counts_tournaments``,
    ``counts_evenings``: which events · ``rule_set``: only games of it, "" for every one ·
    ``points``, ``lists``: what an event gives; lists by number of players, exact, as text ·
    ``together``: how several results of one evening become one · ``best``: so many evenings count,
    None for all; ``drop``: or the worst so many do not · ``bonus``: for taking part, exact, as text
    · ``teams``: number of the player → team.
    """

    class PointsRule(models.TextChoices):
        """What an event gives (tournaments.md §2)."""

        PLACES = "places", _("points for places")
        SETTLEMENT = "settlement", _("sum of the settlements")

    class Together(models.TextChoices):
        """How several results of one evening become one."""

        SUM = "sum", _("they are added up")
        BEST = "best", _("the best one counts")
        AVERAGE = "average", _("their mean counts")

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=MOST_LETTERS)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    counts_tournaments = models.BooleanField(_("tournaments count"), default=True)
    counts_evenings = models.BooleanField(_("club evenings count"), default=True)
    rule_set = models.CharField(max_length=32, blank=True)
    points = models.CharField(max_length=16, choices=PointsRule.choices, default=PointsRule.PLACES)
    lists = models.JSONField(default=dict)
    together = models.CharField(max_length=8, choices=Together.choices, default=Together.SUM)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    drop = models.PositiveSmallIntegerField(default=0)
    bonus = models.CharField(max_length=32, default="0")
    minimum_games = models.PositiveSmallIntegerField(default=1)
    chain = models.JSONField(default=list)
    teams = models.JSONField(default=dict)
    shown = models.CharField(max_length=8, choices=Shown.choices, default=Shown.PUBLIC)
    seed = models.CharField(max_length=32, default=public_key, editable=False)
    public_key = models.CharField(max_length=32, default=public_key, unique=True, editable=False)
    start_key = models.UUIDField(default=uuid.uuid4, editable=False)
    version = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(Account, models.PROTECT, related_name="seasons")
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        indexes = (models.Index(fields=["club", "-first_day"], name="seasons_of_a_club"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(last_day__gte=models.F("first_day")),
                name="a_season_ends_after_it_begins",
            ),
            models.UniqueConstraint(fields=["club", "start_key"], name="one_season_a_start_key"),
        )

    def __str__(self) -> str:
        return self.name


class PlannedEvening(models.Model):
    """An evening that is to be, by the clock of the club: summer time changes nothing of it."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="planned")
    day = models.DateField()
    at = models.TimeField()
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("day", "at")
        constraints = (
            models.UniqueConstraint(fields=["season", "day"], name="one_planned_evening_a_day"),
        )

    def __str__(self) -> str:
        return f"{self.day} {self.at}"


class VoidEvening(models.Model):
    """A day of the season that counts for nobody, with the reason; undone, never deleted."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="voided")
    day = models.DateField()
    reason = models.CharField(max_length=200)
    made_by = models.ForeignKey(Account, models.PROTECT, related_name="void_evenings")
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="undone_void_evenings"
    )
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["season", "day"],
                condition=Q(undone_at__isnull=True),
                name="one_void_evening_a_day",
            ),
        )

    def __str__(self) -> str:
        return f"{self.day}: {self.reason}"
