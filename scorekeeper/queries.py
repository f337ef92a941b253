"""The only reader of the database: rows in, values of the games out."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256
from typing import TypeAlias
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Coalesce

import rules
from scorekeeper.models import (
    AccessToken,
    Account,
    Club,
    Game,
    HouseRules,
    Invitation,
    LedgerEntry,
    LedgerLine,
    Logo,
    Membership,
    Player,
    PrintJob,
    Seat,
    Shown,
    TableLink,
    Turn,
)
from scorekeeper.names import alphabetical, name_key, search_key
from scorekeeper.rights import Right, Who, roles_with

HAND = "hand"
"""The kind of a turn that is a showdown hand; every other kind is a rules.Kind."""


@dataclass(frozen=True, slots=True)
class Played:
    """A stored game and where it stands.

    ``seats`` in order, the starter first · ``turns``: those that count, in order · ``game``: the
    fold of the turns, its players "0", "1", … by seat; None for showdown · ``deals``: for
    showdown, None elsewhere.
    """

    record: Game
    rule_set: rules.RuleSet
    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]
    game: rules.Game | None
    deals: rules.Deals | None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.player.name for seat in self.seats)

    def name(self, player: str) -> str:
        """The name of the player whom the rules know as ``player``, the seat's number."""
        return self.seats[int(player)].player.name

    @property
    def sheet_game(self) -> rules.Game:
        """The fold of a game that has a sheet; ValueError for showdown."""
        if self.game is None:
            raise ValueError("a showdown has no sheet")
        return self.game


Viewer: TypeAlias = Account | AnonymousUser
"""Whoever looks: an account, or nobody known."""


def clubs_of(account: Viewer, right: Right = Right.SEE) -> QuerySet[Club]:
    """The clubs in which an account has a right, by name."""
    if not isinstance(account, Account):
        return Club.objects.none()
    held = Membership.objects.filter(account=account, role__in=roles_with(right))
    return Club.objects.filter(pk__in=held.values("club")).order_by("name", "created_at")


def who_in(club: Club, account: Viewer) -> Who:
    """What an account is to a club."""
    if not isinstance(account, Account):
        return Who.ANONYMOUS
    membership = club.memberships.filter(account=account).first()
    return Who(membership.role) if membership else Who.STRANGER


def roles_of(account: Viewer) -> dict[int, str]:
    """What an account is in its clubs: number of the club → role."""
    if not isinstance(account, Account):
        return {}
    return dict(account.memberships.values_list("club", "role"))


def digest_of(token: str) -> str:
    """What is kept of a token; it is too long to be found out from this."""
    return sha256(token.encode(errors="replace")).hexdigest()


def live_token(token: str) -> AccessToken | None:
    """The token that a program shows, unless it is unknown, revoked, or its account is closed."""
    alive = AccessToken.objects.filter(revoked_at__isnull=True, account__is_active=True)
    return alive.filter(digest=digest_of(token)).select_related("account").first()


def membership_of_feed(key: str) -> QuerySet[Membership]:
    """The membership whose feeds a key opens; none where it was renewed or the account closed."""
    alive = Membership.objects.filter(feed_key=key, account__is_active=True)
    return alive.select_related("club", "account")


def installation_owner() -> Account | None:
    """Who answers for the installation: the longest-standing owner of the first club."""
    first = Club.objects.order_by("pk").first()
    if first is None:
        return None
    owner = first.memberships.filter(role=Membership.Role.OWNER).order_by("pk").first()
    return owner.account if owner else None


def memberships_of(club: Club) -> list[Membership]:
    """The members of a club: owners first, then by name."""
    ranks = list(Membership.Role.values)
    found = club.memberships.select_related("account", "club")
    return sorted(found, key=lambda one: (ranks.index(one.role), alphabetical(str(one.account))))


def open_invitations(club: Club, now: datetime) -> QuerySet[Invitation]:
    """The links by which one can become a member now, the one that ends first first."""
    alive = club.invitations.filter(withdrawn_at__isnull=True, ends_at__gt=now)
    return alive.select_related("created_by").order_by("ends_at")


def invitation(key: str, now: datetime) -> Invitation | None:
    """The invitation under an unguessable address, None when it has ended."""
    alive = Invitation.objects.filter(withdrawn_at__isnull=True, ends_at__gt=now)
    return alive.filter(key=key).select_related("club").first()


def table_link(key: str) -> TableLink | None:
    """The table link under an unguessable address, None when it or its game has ended."""
    alive = TableLink.objects.filter(ended_at__isnull=True, game__finished_at__isnull=True)
    return alive.filter(key=key).select_related("game__club").first()


def games_of(account: Viewer, right: Right = Right.SEE) -> QuerySet[Game]:
    """The games of the clubs in which an account has a right, newest first."""
    own = Game.objects.filter(_own(account, right))
    return own.select_related("club").order_by("-started_at", "-id")


def _own(viewer: Viewer, right: Right) -> Q:
    """Games of the clubs in which somebody has a right; withheld ones only for who keeps games."""
    own = Q(club__in=clubs_of(viewer, right))
    return own & (Q(withheld=False) | Q(club__in=clubs_of(viewer, Right.KEEP)))


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """The same games, each with its seats and players, for a list."""
    return games.prefetch_related("seats__player")


def games_between(club: Club, first: datetime | None, end: datetime | None) -> QuerySet[Game]:
    """The games of a club that began from ``first`` on and before ``end``, in that order."""
    found = club.games.select_related("club").order_by("started_at", "pk")
    found = found.filter(started_at__gte=first) if first else found
    return found.filter(started_at__lt=end) if end else found


def print_jobs_of(account: Account) -> QuerySet[PrintJob]:
    """The print jobs of the clubs in which an account may order them; without their files."""
    return PrintJob.objects.filter(club__in=clubs_of(account, Right.KEEP)).defer("content")


def clubs_shown(viewer: Viewer) -> QuerySet[Club]:
    """The clubs that may be named to somebody: public ones and their own."""
    own = Q(pk__in=clubs_of(viewer).values("pk"))
    return Club.objects.filter(own | Q(shown=Shown.PUBLIC)).order_by("name", "created_at")


def games_shown(viewer: Viewer, *, listed: bool) -> QuerySet[Game]:
    """The games that somebody may see: the one filter of lists, profiles, pages and exports.

    ``listed``: in a list, which names only what is public; else at an address one was given,
    which opens what is unlisted too. Members see every game of their club that is not withheld.
    The narrower of the club and the game holds.
    """
    wide = [Shown.PUBLIC] if listed else [Shown.PUBLIC, Shown.UNLISTED]
    open_to_all = Q(club__shown__in=wide, shown__in=wide, withheld=False)
    found = Game.objects.filter(_own(viewer, Right.SEE) | open_to_all)
    return found.select_related("club").order_by("-started_at", "-id")


def is_listed(game: Game) -> bool:
    """Whether strangers and search engines may find a game."""
    return game.shown == game.club.shown == Shown.PUBLIC and not game.withheld


def players_shown(viewer: Viewer) -> QuerySet[Player]:
    """The people who may be named to somebody: members see all of their club, others who has sat
    in a game that they may find."""
    seated = Seat.objects.filter(game__in=games_shown(viewer, listed=True).order_by())
    seen = Q(club__in=clubs_of(viewer)) | Q(pk__in=seated.values("player"))
    return Player.objects.filter(seen, merged_into__isnull=True).select_related("club", "account")


def players_of(club: Club, wanted: str = "") -> list[Player]:
    """The people of a club in the order of the Russian alphabet; ``wanted``: part of a name, in
    any case, ё as е."""
    found = club.players.filter(merged_into__isnull=True).select_related("account")
    key = search_key(wanted)
    if key:
        found = found.filter(search_key__contains=key)
    return sorted(found, key=lambda player: alphabetical(player.name))


def look_alikes(club: Club, names: Iterable[str]) -> dict[str, list[Player]]:
    """For each of ``names`` that is nobody's yet, the people whose names only look like it: е for
    ё, or a letter of another script. Names like nobody's are left out."""
    wanted = {name: search_key(name) for name in names if name}
    found = club.players.filter(search_key__in=wanted.values()).select_related("merged_into")
    known: set[str] = set()
    alike: dict[str, dict[int, Player]] = {}
    for player in found.order_by("pk"):
        known.add(player.name_key)
        person = player.merged_into or player
        alike.setdefault(player.search_key, {})[person.pk] = person
    return {
        name: list(alike[key].values())
        for name, key in wanted.items()
        if key in alike and name_key(name) not in known
    }


def logo_of(club: Club) -> Logo | None:
    """The logo of a club, if it has one; its content is read with it."""
    return Logo.objects.filter(club=club).first()


def house_rules_of(club: Club, rule_set: str) -> list[HouseRules]:
    """What a club has saved for a rule set, by name."""
    saved = club.house_rules.filter(rule_set=rule_set)
    return sorted(saved, key=lambda house_rules: alphabetical(house_rules.name))


def rule_set_of(record: Game) -> rules.RuleSet:
    """The rule set a game began with, under its house rules."""
    return rules.rule_set(record.rule_set, record.options)


def played(record: Game) -> Played:
    """A stored game, folded: two queries, for the seats and the turns."""
    seats = tuple(record.seats.select_related("player").order_by("position"))
    turns = tuple(
        record.turns.filter(withdrawn_at__isnull=True).select_related("typed_by").order_by("number")
    )
    return fold(record, seats, turns)


def fold(record: Game, seats: tuple[Seat, ...], turns: tuple[Turn, ...]) -> Played:
    """The game that these rows make up; RuleError where a turn is impossible."""
    rule_set = rule_set_of(record)
    positions = {seat.pk: str(seat.position) for seat in seats}
    if rule_set.rank_only:
        hands = [_hand(turn, positions) for turn in turns]
        deals = rules.play_deals(rule_set, list(positions.values()), hands)
        return Played(record, rule_set, seats, turns, None, deals)
    teams = [[str(position) for position in team] for team in record.teams]
    start = rules.begin(rule_set, list(positions.values()), teams, record.copied)
    entries = [as_entry(turn, positions) for turn in turns]
    return Played(record, rule_set, seats, turns, rules.replay(start, entries), None)


def undone_turn(stands: Played) -> Turn | None:
    """The turn that could be brought back: taken back last, and nothing new typed since."""
    number = len(stands.turns)
    undone = (
        stands.record.turns.filter(
            number=number, withdrawn_at__isnull=False, replaced_by__isnull=True
        )
        .select_related("seat__player", "typed_by")
        .order_by("-pk")
        .first()
    )
    if undone is None:
        return None
    # Rows are only ever added: a new turn before that place has gone another way since.
    newer = stands.record.turns.filter(pk__gt=undone.pk, number__lt=number, replaces__isnull=True)
    return None if newer.exists() else undone


def corrected(stands: Played, corrections: Mapping[int, rules.Turn]) -> Played:
    """The game as it would stand with some turns replaced; nothing is written.

    rules.CorrectionRefused names every turn that would become impossible.
    """
    if stands.deals is not None:
        return replace(stands, deals=_corrected_deals(stands, corrections))
    positions = {seat.pk: str(seat.position) for seat in stands.seats}
    entries = [as_entry(turn, positions) for turn in stands.turns]
    teams = [[str(position) for position in team] for team in stands.record.teams]
    players = list(positions.values())
    start = rules.begin(stands.rule_set, players, teams, stands.record.copied)
    return replace(stands, game=rules.correct(start, entries, corrections))


def _corrected_deals(stands: Played, corrections: Mapping[int, rules.Turn]) -> rules.Deals:
    positions = {seat.pk: str(seat.position) for seat in stands.seats}
    hands = [_hand(turn, positions) for turn in stands.turns]
    try:
        for number, turn in corrections.items():
            dice = rules.parse_dice(turn.dice or "", stands.rule_set.dice)
            hands[number] = rules.PlayedHand(turn.player, dice, turn.throws or 0)
        return rules.play_deals(stands.rule_set, list(positions.values()), hands)
    except rules.RuleError as error:
        at = error.turn if error.turn is not None else min(corrections)
        raise rules.CorrectionRefused((rules.Refusal(at, error.message),)) from None


def _hand(turn: Turn, positions: Mapping[int, str]) -> rules.PlayedHand:
    dice = rules.parse_dice(turn.dice)
    return rules.PlayedHand(positions[turn.seat_id], dice, turn.throws or 0)


def history(record: Game) -> QuerySet[Turn]:
    """Everything that was ever typed into a game, in the order it was typed."""
    return record.turns.select_related(
        "seat__player",
        "typed_by",
        "through__made_by",
        "withdrawn_by",
        "withdrawn_through__made_by",
        "replaces",
        "pour_to__player",
    ).order_by("typed_at", "pk")


def as_entry(turn: Turn, positions: Mapping[int, str]) -> rules.Turn:
    """A stored turn as the rules take it; ``positions``: seat id → the rules' player."""
    return rules.Turn(
        player=positions[turn.seat_id],
        kind=rules.Kind(turn.kind),
        box=turn.box or None,
        dice=turn.dice if turn.kind == rules.Kind.DICE else None,
        throws=turn.throws,
        points=turn.points,
        pour_to=positions[turn.pour_to_id] if turn.pour_to_id else None,
    )


def evening_of(game: Game) -> date:
    """The day on which a game began, by the clock of its club."""
    return game.started_at.astimezone(ZoneInfo(game.club.zone)).date()


def today_in(club: Club, now: datetime) -> date:
    """The day it is by the clock of a club."""
    return now.astimezone(ZoneInfo(club.zone)).date()


OF_GAMES = (LedgerEntry.Kind.GAME, LedgerEntry.Kind.CORRECTION)
"""The entries that an evening's settlement is made of; the others are payments."""


def ledger_of(club: Club) -> QuerySet[LedgerEntry]:
    """The ledger of a club, newest entry first, each with its lines and whose they are now."""
    found = club.ledger.select_related("game__club", "booked_by", "withdraws", "withdrawn_by")
    people = ("lines__seat__player__merged_into", "lines__person__merged_into")
    return found.prefetch_related(*people).order_by("-booked_at", "-pk")


def evenings_of(club: Club) -> list[tuple[date, int]]:
    """The evenings whose money is booked, the latest first, and how many games each had."""
    booked = club.ledger.filter(kind__in=OF_GAMES).order_by().values_list("evening")
    return list(booked.annotate(games=Count("game", distinct=True)).order_by("-evening"))


def games_of_evening(club: Club, evening: date) -> QuerySet[Game]:
    """The games that are booked under an evening, in the order they began."""
    entries = club.ledger.filter(evening=evening, kind__in=OF_GAMES)
    found = club.games.filter(pk__in=entries.values("game")).select_related("club")
    return found.order_by("started_at", "pk")


def balances(club: Club, evening: date | None = None) -> dict[Player, Decimal]:
    """What everybody of the ledger has, in the order of names; together it is zero.

    ``evening``: only what that evening's games brought, before any payment.
    """
    lines = LedgerLine.objects.filter(entry__club=club)
    if evening is not None:
        lines = lines.filter(entry__evening=evening, entry__kind__in=OF_GAMES)
    whose = Coalesce("person__merged_into", "person", "seat__player__merged_into", "seat__player")
    sums: dict[int, Decimal] = defaultdict(Decimal)
    for player, amount in lines.order_by().annotate(whose=whose).values_list("whose", "amount"):
        sums[player] = rules.add_money(sums[player], Decimal(amount))
    people = club.players.filter(pk__in=sums)
    return {
        player: sums[player.pk] for player in sorted(people, key=lambda one: alphabetical(one.name))
    }


def booked_for(games: QuerySet[Game]) -> dict[int, Decimal]:
    """What the ledger has so far of these games: number of the seat → money."""
    sums: dict[int, Decimal] = defaultdict(Decimal)
    lines = LedgerLine.objects.filter(entry__game__in=games, seat__isnull=False)
    for seat, amount in lines.order_by().values_list("seat", "amount"):
        assert seat is not None
        sums[seat] = rules.add_money(sums[seat], Decimal(amount))
    return sums


def booked_evenings(games: QuerySet[Game]) -> dict[int, date]:
    """The evening under which each of these games was booked first: number of the game → day."""
    entries = LedgerEntry.objects.filter(game__in=games).order_by()
    first = entries.values("game").annotate(first=Min("pk")).values("first")
    found = LedgerEntry.objects.filter(pk__in=first).values_list("game", "evening")
    return dict(found)
