"""What is stored of a tournament: columns and constraints. Standings are never stored.

An entrant's number in JSON lists is the primary key of Entrant; rounds are numbered from 1 through
the whole event. Exact points stand as text ("-5/2"), since a database may keep decimals as floats.
"""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Account, Club, Game, Player, Shown, public_key
from scorekeeper.models import Seat as SheetSeat
from scorekeeper.names import MOST_LETTERS


class Tournament(models.Model):
    """An event of many tables.

    ``options``: every house rule, frozen when it starts · ``sizes``: seats a table may have, the
    wanted one first · ``minutes``: of a round, None without a clock · ``confirms``: a second
    person confirms each result · ``registration``: how one enters by the public page ·
    ``hidden_from``: the results of rounds from this number on are shown only when released ·
    ``revealed_to``: at the prize-giving, places from the last up to this one are shown ·
    ``prizes``: one amount a place, as text · ``version``: raised by every write but those into a
    game.
    """

    class Registration(models.TextChoices):
        """Who may enter by the public page."""

        CLOSED = "closed", _("only the organiser enters players")
        MODERATED = "moderated", _("anybody asks, the organiser admits")
        OPEN = "open", _("anybody enters at once")

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=MOST_LETTERS)
    starts_at = models.DateTimeField(_("starts at"))
    zone = models.CharField(_("time zone"), max_length=64)
    place = models.CharField(_("place"), max_length=MOST_LETTERS, blank=True)
    rule_set = models.CharField(max_length=32, default="classic")
    options = models.JSONField(default=dict)
    sizes = models.JSONField(default=list)
    pairs = models.BooleanField(_("pairs"), default=False)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    confirms = models.BooleanField(default=False)
    registration = models.CharField(
        max_length=16, choices=Registration.choices, default=Registration.CLOSED
    )
    shown = models.CharField(max_length=8, choices=Shown.choices, default=Shown.PUBLIC)
    hidden_from = models.PositiveSmallIntegerField(null=True, blank=True)
    revealed_to = models.PositiveIntegerField(null=True, blank=True)
    released_at = models.DateTimeField(null=True)
    entry_fee = models.CharField(max_length=32, blank=True)
    prizes = models.JSONField(default=list)
    currency = models.CharField(max_length=8, blank=True)
    seed = models.CharField(max_length=32, default=public_key, editable=False)
    public_key = models.CharField(max_length=32, default=public_key, unique=True, editable=False)
    start_key = models.UUIDField(default=uuid.uuid4, editable=False)
    version = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(Account, models.PROTECT, related_name="tournaments")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = (models.Index(fields=["club", "-starts_at"], name="tournaments_of_a_club"),)
        constraints = (
            models.UniqueConstraint(
                fields=["club", "start_key"], name="one_tournament_a_start_key"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """Some rounds with one way of seating and counting, or a final.

    ``number`` from 1 · ``rounds_planned``: how many rounds it is to have · ``points``, ``lists``:
    what a table gives; the lists of points by table size, as text · ``chain``: keys of the
    tie-breaks, in order · ``cut``: who goes on from here, with ``cut_count`` · ``members``: numbers
    of the entrants in it, None for everybody; set when the stage before is closed.
    """

    class Method(models.TextChoices):
        """How its rounds are seated (tournaments.md §1.3)."""

        BALANCED = "balanced", _("whole schedule, fewest repeated meetings")
        LOTTERY = "lottery", _("by lot")
        STANDINGS = "standings", _("neighbours in the standings")
        SNAKE = "snake", _("equal tables by the standings")

    class PointsRule(models.TextChoices):
        """What a table gives (tournaments.md §1.5)."""

        SETTLEMENT = "settlement", _("settlement: own total minus the mean of the table")
        TOTAL = "total", _("total of the sheet")
        PLACES = "places", _("points for places")

    class Cut(models.TextChoices):
        """Who goes on to the next stage (tournaments.md §1.7)."""

        NONE = "none", _("nobody: it is the last")
        OVERALL = "overall", _("the first of the standings")
        OF_TABLE = "of_table", _("the first of each table of the last round")
        FINAL_TABLE = "final_table", _("one final table")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80, blank=True)
    rounds_planned = models.PositiveSmallIntegerField(default=4)
    method = models.CharField(max_length=16, choices=Method.choices, default=Method.BALANCED)
    points = models.CharField(
        max_length=16, choices=PointsRule.choices, default=PointsRule.SETTLEMENT
    )
    lists = models.JSONField(default=dict)
    chain = models.JSONField(default=list)
    carries = models.BooleanField(default=False)
    cut = models.CharField(max_length=16, choices=Cut.choices, default=Cut.NONE)
    cut_count = models.PositiveSmallIntegerField(null=True)
    members = models.JSONField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_a_number"),
        )

    def __str__(self) -> str:
        return self.name or str(self.number)


def _person(player: Player) -> Player:
    """Who a player is by now: merged ones go by the other's name."""
    return player.merged_into or player


class Entrant(models.Model):
    """A player, or a pair, in a tournament.

    ``group``: those of one group (a club, a family) are kept apart · ``fixed_table``: the table
    this entrant cannot leave · ``first_round``, ``last_round``: from when, and until when: a drop
    keeps the results · ``removed``: never played · ``away``: round → why not seated in it ·
    ``lot``: drawn from the seed and the name at entry, and kept whatever becomes of the name.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    partner = models.ForeignKey(Player, models.PROTECT, null=True, related_name="pair_entries")
    group = models.CharField(max_length=MOST_LETTERS, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True)
    removed = models.BooleanField(default=False)
    away = models.JSONField(default=dict)
    paid = models.BooleanField(default=False)
    lot = models.PositiveBigIntegerField(editable=False)
    entered_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_a_player"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def people(self) -> tuple[Player, ...]:
        """The player, or both of a pair, as they are called by now."""
        partner = (_person(self.partner),) if self.partner else ()
        return (_person(self.player), *partner)

    @property
    def name(self) -> str:
        """The name of the player, or both names of a pair."""
        names = [person.name for person in self.people]
        if len(names) == 1:
            return names[0]
        return _("%(one)s and %(two)s") % {"one": names[0], "two": names[1]}

    @property
    def sort_key(self) -> str:
        """What level entrants are listed by: names, which a club has once."""
        return "\n".join(person.name_key for person in self.people)


class Application(models.Model):
    """Somebody asks to enter by the public page; the organiser admits or refuses.

    ``entrant``: who was admitted by it.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="applications")
    name = models.CharField(_("name"), max_length=MOST_LETTERS)
    partner = models.CharField(_("partner"), max_length=MOST_LETTERS, blank=True)
    group = models.CharField(max_length=MOST_LETTERS, blank=True)
    account = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="applications")
    key = models.UUIDField(default=uuid.uuid4)
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    entrant = models.ForeignKey(Entrant, models.SET_NULL, null=True, related_name="applications")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "key"], name="one_application_a_key"),
        )

    def __str__(self) -> str:
        return self.name


class Round(models.Model):
    """A round of a stage: a draft until it is published, then its tables are played.

    ``byes``: numbers of the entrants who rest · ``ends_at``: when the clock runs out.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    byes = models.JSONField(default=list)
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
        )

    def __str__(self) -> str:
        return str(self.number)


class Draw(models.Model):
    """One seating of a round: by the engine, or edited by hand. The last one counts.

    ``revision`` from 1, printed on every paper · ``method``, ``seed``: repeat it exactly ·
    ``tables``: entrants by table, in order of seats · ``byes`` · ``ahead``: the rounds planned
    after it, each {"tables": …, "byes": …} · ``edited``: by hand · ``report``: what was reached.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="draws")
    revision = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=16, choices=Stage.Method.choices)
    seed = models.PositiveBigIntegerField()
    tables = models.JSONField()
    byes = models.JSONField(default=list)
    ahead = models.JSONField(default=list)
    edited = models.BooleanField(default=False)
    report = models.JSONField(default=dict)
    made_by = models.ForeignKey(Account, models.PROTECT, related_name="draws")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("revision",)
        constraints = (
            models.UniqueConstraint(fields=["round", "revision"], name="one_draw_a_revision"),
        )

    def __str__(self) -> str:
        return f"{self.round} · {self.revision}"


class Table(models.Model):
    """A table of a published round: one game on the sheet, or totals typed from paper.

    ``typed_at``: the totals of its seats count, not the sheet's · ``confirmed_at``: a second person
    has compared · ``voided_at``: counts nowhere · ``replays``: the void table this one replaces ·
    ``extra_minutes``: beyond the clock of the round.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, models.PROTECT, related_name="tournament_table")
    typed_at = models.DateTimeField(null=True)
    typed_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="typed_tables")
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="confirmed_tables"
    )
    voided_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=200, blank=True)
    replays = models.ForeignKey("self", models.PROTECT, null=True, related_name="replayed_by")
    extra_minutes = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["round", "number"],
                condition=Q(voided_at__isnull=True),
                name="one_table_a_number",
            ),
        )

    def __str__(self) -> str:
        return str(self.number)


class TableSeat(models.Model):
    """An entrant's seat at a table, and the seat of the sheet where they play.

    ``sheet_seat``: of the game; who sits there may be a substitute · ``partner_seat``: of the
    second of a pair · ``total``: typed from paper, None where the sheet counts.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="table_seats")
    position = models.PositiveSmallIntegerField()
    sheet_seat = models.OneToOneField(SheetSeat, models.PROTECT, related_name="table_seat")
    partner_seat = models.OneToOneField(
        SheetSeat, models.PROTECT, null=True, related_name="partner_table_seat"
    )
    total = models.IntegerField(null=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=["table", "entrant"], name="one_seat_an_entrant"),
            models.UniqueConstraint(fields=["table", "position"], name="one_entrant_a_position"),
        )

    def __str__(self) -> str:
        return f"{self.table} · {self.entrant}"


class Photo(models.Model):
    """A photo of the paper sheet of a table, kept beside its result."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="photos")
    content = models.BinaryField()
    media_type = models.CharField(max_length=32)
    taken_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="photos")
    taken_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table} {self.taken_at:%Y-%m-%d %H:%M}"


class Adjustment(models.Model):
    """A penalty or a correction of points, with its reason; undone, never deleted.

    ``points``: exact, as text · ``client_key``: makes a repeated submit harmless.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="adjustments")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="adjustments")
    points = models.CharField(max_length=32)
    reason = models.CharField(max_length=200)
    made_by = models.ForeignKey(Account, models.PROTECT, related_name="adjustments")
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="undone_adjustments"
    )
    undone_at = models.DateTimeField(null=True)
    client_key = models.UUIDField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["stage", "client_key"], name="one_adjustment_a_client_key"
            ),
        )

    def __str__(self) -> str:
        return f"{self.entrant} {self.points}"


class Decider(models.Model):
    """A blitz, or the organiser's decision: it orders those level and touches no total.

    ``group``: numbers of those level · ``lines``: after how many of them a line falls, None when
    all must be put apart · ``order``: of a decision, groups from the best · ``attempts``: of a
    blitz, each {"hands": [[entrant, "KKKQQ" or null], …], "by": account, "at": time, "undone": time
    or null}; rows are only added or marked · ``begun``: hands of attempts in which others still
    have to throw, as ``hands`` · ``link``: opens the blitz without an account, None for no link.
    """

    class Kind(models.TextChoices):
        """By dice, or by word."""

        BLITZ = "blitz", _("blitz")
        DECISION = "decision", _("decision of the organiser")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="deciders")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    group = models.JSONField()
    lines = models.JSONField(null=True)
    order = models.JSONField(default=list)
    attempts = models.JSONField(default=list)
    begun = models.JSONField(default=list)
    link = models.UUIDField(null=True, unique=True)
    reason = models.CharField(max_length=200, blank=True)
    made_by = models.ForeignKey(Account, models.PROTECT, related_name="deciders")
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="undone_deciders"
    )
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["stage", "number"], name="one_decider_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class TournamentLogEntry(models.Model):
    """What was done in a tournament; entrants by number, never by name."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="log")
    done_by = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="tournament_log")
    done_at = models.DateTimeField()
    kind = models.CharField(max_length=32)
    words = models.JSONField(default=dict)

    class Meta:
        indexes = (models.Index(fields=["tournament", "-done_at"], name="log_of_a_tournament"),)

    def __str__(self) -> str:
        return f"{self.done_at:%Y-%m-%d %H:%M} {self.kind}"
