"""What is done in the background, and the sheets drawn on the way."""

from typing import ClassVar

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.accounts import Account
from scorekeeper.models.clubs import Club


class Job(models.Model):
    """A task of the installation that was run, and how it ended: ``failure`` is empty if well."""

    kind = models.CharField(max_length=24)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    failure = models.CharField(max_length=200, blank=True)

    KINDS: ClassVar[dict[str, Promise]] = {"backup": _("backup")}

    def __str__(self) -> str:
        return f"{self.kind} {self.started_at:%Y-%m-%d %H:%M}"

    @property
    def what(self) -> str:
        """What it did, in words."""
        return str(self.KINDS.get(self.kind, self.kind))


class PrintJob(models.Model):
    """Many games in one file, made in the background: their sheets to print, or a workbook.

    ``key``: of the form, so that sending it twice orders once, and the job's address · ``games``:
    numbers of the games in order · ``blanks``: instead of games, the sheets of tables that are to
    play: {"rule_set": key, "options": house rules, "sheets": [{"players", "title", "code", "link"},
    …]} · ``look``: how they are printed, the fields of exports.Look ·
    ``done``: games finished · ``seen_at``: when the worker last said that it lives · ``content``:
    the file.
    """

    class State(models.TextChoices):
        """Where a job stands."""

        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")

    class Form(models.TextChoices):
        """What the file is."""

        PDF = "pdf", "PDF"
        XLSX = "xlsx", "XLSX"

    club = models.ForeignKey(Club, models.CASCADE, related_name="print_jobs")
    account = models.ForeignKey(Account, models.CASCADE, related_name="print_jobs")
    key = models.UUIDField(unique=True)
    form = models.CharField(max_length=4, choices=Form.choices, default=Form.PDF)
    language = models.CharField(max_length=8)
    look = models.JSONField()
    games = models.JSONField()
    blanks = models.JSONField(default=dict)
    done = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    seen_at = models.DateTimeField(null=True)
    content = models.BinaryField(default=b"")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.done} / {self.total}"

    @property
    def total(self) -> int:
        """How many games or blank sheets are ordered."""
        return len(self.games) or len(self.blanks.get("sheets", ()))


class DrawnSheet(models.Model):
    """A sheet that was drawn once, under the digest of all that it says and how."""

    key = models.CharField(max_length=64, primary_key=True)
    content = models.BinaryField()
    used_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key
