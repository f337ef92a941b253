"""A club: what it is called, who belongs to it, its house rules and its log."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.accounts import Account
from scorekeeper.models.keys import public_key
from scorekeeper.rights import Who


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
