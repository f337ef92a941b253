"""What finished games come to, so that statistics need not fold their turns again."""

from django.db import models

from scorekeeper.models.clubs import Club
from scorekeeper.models.games import Game, Seat


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
