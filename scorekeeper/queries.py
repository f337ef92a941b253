"""The only reader of the database: rows in, values of the games out."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

import rules
from scorekeeper.models import Account, Club, Game, HouseRules, Player, Seat, Turn
from scorekeeper.names import alphabetical

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


def clubs_of(account: Account | AnonymousUser) -> QuerySet[Club]:
    """The clubs an account belongs to, by name."""
    if not isinstance(account, Account):
        return Club.objects.none()
    return Club.objects.filter(memberships__account=account).order_by("name", "created_at")


def games_of(account: Account | AnonymousUser) -> QuerySet[Game]:
    """The games an account may keep: those of its clubs, newest first."""
    return (
        Game.objects.filter(club__in=clubs_of(account))
        .select_related("club")
        .prefetch_related("seats__player")
        .order_by("-started_at", "-id")
    )


def public_games() -> QuerySet[Game]:
    """Games as anybody sees them who has their unguessable address."""
    return Game.objects.select_related("club")


def players_of(club: Club) -> list[Player]:
    """The people of a club in the order of the Russian alphabet."""
    return sorted(club.players.all(), key=lambda player: alphabetical(player.name))


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
        hands = [
            rules.PlayedHand(positions[turn.seat_id], rules.parse_dice(turn.dice), turn.throws or 3)
            for turn in turns
        ]
        deals = rules.play_deals(rule_set, list(positions.values()), hands)
        return Played(record, rule_set, seats, turns, None, deals)
    teams = [[str(position) for position in team] for team in record.teams]
    start = rules.begin(rule_set, list(positions.values()), teams, record.copied)
    entries = [as_entry(turn, positions) for turn in turns]
    return Played(record, rule_set, seats, turns, rules.replay(start, entries), None)


def as_entry(turn: Turn, positions: dict[int, str]) -> rules.Turn:
    """A stored turn as the rules take it; ``positions``: seat id → the rules' player."""
    return rules.Turn(
        player=positions[turn.seat_id],
        kind=rules.Kind(turn.kind),
        box=turn.box or None,
        dice=turn.dice or None,
        throws=turn.throws,
        points=turn.points,
        pour_to=positions[turn.pour_to_id] if turn.pour_to_id else None,
    )
