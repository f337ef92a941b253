"""Showdown hands in a row: each deal is played until one is left, and the pot moves (§2.9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rules.dice import Dice
from rules.errors import Code, RuleError
from rules.model import RuleSet
from rules.play import FREE_THROWS
from rules.settlement import Settlement, add_money, settle
from rules.showdown import rank
from rules.text import Text


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand as it ended: whose, its five dice, how many throws it took."""

    player: str
    dice: Dice
    throws: int = 3


@dataclass(frozen=True, slots=True)
class Attempt:
    """One go at a deal: who must throw, what they threw, and the hands in groups, best first.

    ``groups`` is empty until everybody has thrown.
    """

    players: tuple[str, ...]
    hands: Mapping[str, PlayedHand]
    groups: tuple[tuple[str, ...], ...] = ()

    def place(self, player: str) -> int | None:
        """A player's place in this attempt, equal hands sharing it; None before it is known."""
        place = 1
        for group in self.groups:
            if player in group:
                return place
            place += len(group)
        return None


@dataclass(frozen=True, slots=True)
class Deal:
    """One pot: its attempts, the first by everybody, each later one by those tied for the best.

    ``winner`` is None while it is played; ``settlement`` is money, None until then.
    """

    attempts: tuple[Attempt, ...]
    winner: str | None = None
    settlement: Settlement | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who has still to throw in the attempt being played, in seat order."""
        last = self.attempts[-1]
        return tuple(player for player in last.players if player not in last.hands)


@dataclass(frozen=True, slots=True)
class Deals:
    """All deals of a table: ``deals`` in order, the last perhaps unfinished.

    ``balance``: money won and lost so far, in the unit as it is paid; adds to zero.
    """

    deals: tuple[Deal, ...]
    balance: Mapping[str, Decimal]


def play_deals(rules: RuleSet, players: Sequence[str], hands: Sequence[PlayedHand]) -> Deals:
    """The deals that ``hands``, in the order they were played, make up.

    A deal begins with everybody's hand; those tied for the best hand play again, only they, until
    one is left, who takes the pot. Raises RuleError ``bad_input`` for fewer than two players,
    ``unknown_player``, ``not_your_turn`` (whoever has thrown, or is out of the deal) and
    ``bad_throws``. Hands of up to three throws are taken whatever the house rule: new ones are
    asked of ``check_throws``.
    """
    if len(set(players)) != len(players) or len(players) < rules.fewest:
        raise RuleError(
            Code.BAD_INPUT,
            Text("Нужно не меньше двух разных игроков.", "At least two players are needed."),
        )
    done: list[Deal] = []
    deal = Deal((Attempt(tuple(players), {}),))
    for index, hand in enumerate(hands):
        try:
            deal = _dealt(rules, players, deal, hand)
        except RuleError as error:
            raise error.at(index) from None
        if deal.winner is not None:
            done.append(deal)
            deal = Deal((Attempt(tuple(players), {}),))
    balance = dict.fromkeys(players, Decimal(0))
    for played in done:
        if played.settlement:
            won = played.settlement.pays
            balance = {player: add_money(money, won[player]) for player, money in balance.items()}
    return Deals((*done, deal), balance)


def check_throws(rules: RuleSet, throws: int) -> None:
    """RuleError ``bad_throws`` where a new hand has more throws than the game has
    (``blitz_throws``)."""
    _check_throws(throws, rules.options.blitz_throws)


def _check_throws(throws: int, most: int) -> None:
    if not 1 <= throws <= most:
        raise RuleError(
            Code.BAD_THROWS,
            Text("В руке один бросок.", "A hand has one throw.")
            if most == 1
            else Text(f"Бросков бывает от 1 до {most}.", f"A hand has from 1 to {most} throws."),
        )


def _dealt(rules: RuleSet, players: Sequence[str], deal: Deal, hand: PlayedHand) -> Deal:
    if hand.player not in players:
        raise RuleError(
            Code.UNKNOWN_PLAYER,
            Text("За этим столом нет такого игрока.", "No such player sits at this table."),
        )
    if hand.player not in deal.waiting:
        raise RuleError(
            Code.NOT_YOUR_TURN,
            Text(
                "Этот игрок уже бросил или выбыл из банка.",
                "This player has thrown already, or is out of the pot.",
            ),
        )
    _check_throws(hand.throws, FREE_THROWS)
    attempt = deal.attempts[-1]
    thrown = {**attempt.hands, hand.player: hand}
    attempt = Attempt(attempt.players, thrown)
    if len(thrown) == len(attempt.players):
        groups = rank({player: played.dice for player, played in thrown.items()}, rules.options)
        attempt = Attempt(attempt.players, thrown, groups)
    attempts = (*deal.attempts[:-1], attempt)
    if not attempt.groups:
        return Deal(attempts)
    best = attempt.groups[0]
    if len(best) > 1:
        again = tuple(player for player in attempt.players if player in best)
        return Deal((*attempts, Attempt(again, {})))
    return Deal(attempts, best[0], _pot(rules, players, best[0]))


def _pot(rules: RuleSet, players: Sequence[str], winner: str) -> Settlement:
    totals = {player: int(player == winner) for player in players}
    return settle(totals, rules.options.settlement, rules.options.stake, rules.options.unit)
