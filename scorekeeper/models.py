"""What is stored: columns and constraints. Totals are receipts; what they sum is the turns."""

import secrets
import uuid
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import rules
import scorekeeper.ledger  # noqa: F401 - what Django shall know of, in a module of its own
from scorekeeper.names import MOST_KEY_LETTERS, MOST_LETTERS, name_key, search_key
from scorekeeper.rights import Who

MOST_WRITER_LETTERS = 300
"""Letters of who typed a turn elsewhere: a helper's name, and the host's who opened the table."""


def public_key() -> str:
    """An address nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


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


class Shown(models.TextChoices):
    """To whom something is shown; the narrower of the club's and the game's own holds.

    ``unlisted``: whoever has the unguessable address of a game, and no list.
    """

    PUBLIC = "public", _("everybody; it is listed")
    UNLISTED = "unlisted", _("whoever has the address of a game")
    MEMBERS = "members", _("members of the club only")


class Club(models.Model):
    """People who play together; owns its players, games and house rules.

    ``money_since``: the first evening whose money is kept, None where none is · ``currency``: its
    ISO 4217 code.
    """

    MOST_LETTERS = 120

    name = models.CharField(_("name"), max_length=MOST_LETTERS)
    slug = models.SlugField(max_length=80, unique=True, editable=False)
    shown = models.CharField(max_length=8, choices=Shown.choices, default=Shown.UNLISTED)
    zone = models.CharField(_("time zone"), max_length=64, default="Europe/Moscow")
    money_since = models.DateField(null=True, blank=True)
    currency = models.CharField(max_length=3, default="RUB")
    created_at = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(Account, through="Membership", related_name="clubs")

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Logo(models.Model):
    """The picture that a club prints above its sheets: a PNG of our own making, kept small.

    ``digest`` of the content says when it has changed · ``wide``, ``high``: pixels.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="logo")
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    wide = models.PositiveSmallIntegerField()
    high = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.wide} × {self.high} · {self.club}"


class Membership(models.Model):
    """An account's place in a club; ``feed_key`` opens the club's feeds as this member sees it."""

    class Role(models.TextChoices):
        """What a member is; what each may do stands in scorekeeper.rights."""

        OWNER = Who.OWNER.value, _("owner")
        ORGANISER = Who.ORGANISER.value, _("organiser")
        HOST = Who.HOST.value, _("host")
        PLAYER = Who.PLAYER.value, _("player")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    account = models.ForeignKey(Account, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=Role.choices, default=Role.HOST)
    feed_key = models.CharField(max_length=32, null=True, blank=True, unique=True, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["club", "account"], name="one_membership_a_club"),
        )

    def __str__(self) -> str:
        return f"{self.account} · {self.club}"


class Invitation(models.Model):
    """A link that makes whoever opens it a member, until it ends or is withdrawn."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=16, choices=Membership.Role.choices)
    key = models.CharField(max_length=32, default=public_key, unique=True, editable=False)
    created_by = models.ForeignKey(Account, models.CASCADE, related_name="invitations")
    ends_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.role} · {self.club}"


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


class HouseRules(models.Model):
    """House rules that a club has saved under a name, for one rule set."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="house_rules")
    name = models.CharField(_("name"), max_length=80)
    rule_set = models.CharField(max_length=32)
    options = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        constraints = (
            models.UniqueConstraint(
                fields=["club", "rule_set", "name"], name="one_house_rules_a_name"
            ),
        )

    def __str__(self) -> str:
        return self.name


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


class LogEntry(models.Model):
    """What was done in a club to rights, people and files; players by number, never by name.

    ``words``: the particulars, which must survive that a player is forgotten.
    """

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="log")
    done_by = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="log")
    done_at = models.DateTimeField()
    kind = models.CharField(max_length=24)
    words = models.JSONField(default=dict)

    class Meta:
        indexes = (models.Index(fields=["club", "-done_at"], name="log_of_a_club"),)

    def __str__(self) -> str:
        return f"{self.done_at:%Y-%m-%d %H:%M} {self.kind}"


class Job(models.Model):
    """A task of the installation that was run, and how it ended: ``failure`` is empty if well."""

    kind = models.CharField(max_length=24)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    failure = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.started_at:%Y-%m-%d %H:%M}"


class PrintJob(models.Model):
    """Many games in one file, made in the background: their sheets to print, or a workbook.

    ``key``: of the form, so that sending it twice orders once, and the job's address · ``games``:
    numbers of the games in order · ``look``: how they are printed, the fields of exports.Look ·
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
    done = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    seen_at = models.DateTimeField(null=True)
    content = models.BinaryField(default=b"")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.done} / {len(self.games)}"


class DrawnSheet(models.Model):
    """A sheet that was drawn once, under the digest of all that it says and how."""

    key = models.CharField(max_length=64, primary_key=True)
    content = models.BinaryField()
    used_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.key


class SheetReceipt(models.Model):
    """What a seat of a finished game has to say to statistics: a receipt over its turns.

    ``whole``: the sheet was played to its end; only then are ``boxes`` (key → points) filled ·
    ``turns``: those that filled a box with a known number of throws, ``first_throws``: from the
    first one · ``pokers``: hands that make a poker, whatever box they filled · ``struck``: boxes
    struck, None where it is not known, as of receipts older than this column.
    """

    seat = models.OneToOneField(
        Seat, models.CASCADE, primary_key=True, related_name="sheet_receipt"
    )
    whole = models.BooleanField()
    boxes = models.JSONField(default=dict)
    turns = models.PositiveSmallIntegerField(default=0)
    first_throws = models.PositiveSmallIntegerField(default=0)
    pokers = models.PositiveSmallIntegerField(default=0)
    struck = models.PositiveSmallIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.seat_id}"


class WeekReceipt(models.Model):
    """What the whole sheets of a club's finished games of one week come to.

    ``monday``: its first day (UTC) · ``listed``: of those games alone that strangers may find,
    else of all · ``bonuses``: sheets with the school bonus · ``boxes``: key → [sheets, points,
    most points, seat that has them] · ``records``: figure → [points, seat], the best first.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="week_receipts")
    rule_set = models.CharField(max_length=32)
    monday = models.DateField()
    listed = models.BooleanField()
    sheets = models.PositiveIntegerField()
    bonuses = models.PositiveIntegerField()
    turns = models.PositiveIntegerField()
    first_throws = models.PositiveIntegerField()
    boxes = models.JSONField()
    records = models.JSONField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["club", "rule_set", "listed", "monday"], name="one_receipt_a_week"
            ),
        )

    def __str__(self) -> str:
        return f"{self.rule_set} {self.monday}"


class ThrowReceipt(models.Model):
    """The first throws of a finished game in which each one was recorded: dice by face."""

    game = models.OneToOneField(
        Game, models.CASCADE, primary_key=True, related_name="throw_receipt"
    )
    throws = models.PositiveIntegerField()
    ones = models.PositiveIntegerField()
    twos = models.PositiveIntegerField()
    threes = models.PositiveIntegerField()
    fours = models.PositiveIntegerField()
    fives = models.PositiveIntegerField()
    sixes = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.game_id}: {self.throws}"


class RatingReceipt(models.Model):
    """The ratings after some games in a row, so that not every look has to count from the first.

    ``listed``: of the games alone that strangers may find, else of all · ``started_at``, ``game``:
    the last of them · ``ratings``: number of each player so far → [mean, deviation, games].
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="rating_receipts")
    listed = models.BooleanField()
    started_at = models.DateTimeField()
    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_receipts")
    ratings = models.JSONField()

    class Meta:
        ordering = ("started_at", "game")
        constraints = (
            models.UniqueConstraint(fields=["game", "listed"], name="one_rating_receipt_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.club_id}: {self.started_at:%Y-%m-%d}"
