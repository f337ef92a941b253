"""Games in lists, and one of them folded from its turns."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet

import rules
from scorekeeper.models import Club, Game, Seat, Turn

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


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """The same games, each with its seats and players, for a list."""
    return games.prefetch_related("seats__player")


def games_between(club: Club, first: datetime | None, end: datetime | None) -> QuerySet[Game]:
    """The games of a club that began from ``first`` on and before ``end``, in that order."""
    found = club.games.select_related("club").order_by("started_at", "pk")
    found = found.filter(started_at__gte=first) if first else found
    return found.filter(started_at__lt=end) if end else found


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


def is_correctable(turn: Turn) -> bool:
    """Whether a turn that counts can be corrected; who has left comes back by undoing."""
    return turn.withdrawn_at is None and turn.kind not in (rules.Kind.LEAVES, rules.Kind.REMOVED)


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
            if turn.throws != hands[number].throws:
                rules.check_throws(stands.rule_set, turn.throws or 0)
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
