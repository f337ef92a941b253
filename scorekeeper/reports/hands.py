"""Showdown on the page: the deals so far, and the hand being thrown."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from scorekeeper.exports.wording import won_or_lost
from scorekeeper.queries import Played


@dataclass(frozen=True, slots=True)
class HandLine:
    """One hand: its dice, what it is called, and whether it is best in its attempt."""

    name: str
    dice: tuple[int, ...]
    hand: str
    throws: int
    place: int | None


@dataclass(frozen=True, slots=True)
class AttemptPage:
    """One go at a deal, its hands best first once all are thrown."""

    title: str
    lines: tuple[HandLine, ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealPage:
    """One deal: its attempts, and who took the pot."""

    number: int
    attempts: tuple[AttemptPage, ...]
    winner: str
    pot: str


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What a player has won or lost so far."""

    name: str
    money: str


@dataclass(frozen=True, slots=True)
class DealsPage:
    """All deals, the newest first, and the running balance by seat."""

    deals: tuple[DealPage, ...]
    balance: tuple[BalanceLine, ...]
    played: int


def deal_page(stands: Played, language: str) -> DealsPage:
    """The deals of a showdown as the page shows them."""
    deals = stands.deals
    assert deals is not None
    numbered = list(enumerate(deals.deals, start=1))
    return DealsPage(
        deals=tuple(_deal(stands, number, deal, language) for number, deal in reversed(numbered)),
        balance=tuple(
            BalanceLine(stands.name(player), won_or_lost(f"{money:f}", language))
            for player, money in deals.balance.items()
        ),
        played=sum(deal.winner is not None for deal in deals.deals),
    )


def _deal(stands: Played, number: int, deal: rules.Deal, language: str) -> DealPage:
    attempts = tuple(
        AttemptPage(
            title=_("Play-off %d") % at if at else "",
            lines=_hand_lines(stands, attempt, language),
            waiting=tuple(stands.name(p) for p in attempt.players if p not in attempt.hands),
        )
        for at, attempt in enumerate(deal.attempts)
    )
    winner = stands.name(deal.winner) if deal.winner is not None else ""
    won = deal.settlement.pays[deal.winner] if deal.settlement and deal.winner else None
    return DealPage(number, attempts, winner, f"{won:f}" if won is not None else "")


def _hand_lines(stands: Played, attempt: rules.Attempt, language: str) -> tuple[HandLine, ...]:
    order = [player for group in attempt.groups for player in group] or list(attempt.hands)
    return tuple(
        HandLine(
            stands.name(player),
            attempt.hands[player].dice,
            rules.hand_name(attempt.hands[player].dice, stands.rule_set.options).in_language(
                language
            ),
            attempt.hands[player].throws,
            attempt.place(player),
        )
        for player in order
    )


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die of the hand being thrown: ``frozen`` ones may not be thrown again."""

    position: int
    pips: int
    frozen: bool


@dataclass(frozen=True, slots=True)
class HandPanel:
    """Whose hand is being thrown, and how far.

    ``lying``: dice on the table, none before the first throw · ``dice``: those, or five to be laid
    by the page · ``thrown``: the throws so far, as the form carries them · ``may_throw_again``: a
    throw is left and some die is free · ``most_throws``: of a hand.
    """

    number: int
    deal: int
    attempt: str
    waiting: tuple[tuple[str, str], ...]
    player: str
    name: str
    lying: tuple[LyingDie, ...]
    dice: tuple[LyingDie, ...]
    hand: str
    throws: int
    thrown: str
    may_throw_again: bool
    most_throws: int

    @property
    def offered_throws(self) -> tuple[int, ...]:
        """After which throw a hand typed at once may lie, the last one checked."""
        return tuple(range(1, self.most_throws + 1))


def hand_panel(
    stands: Played, player: str, hand: rules.Hand | None, thrown: str, language: str
) -> HandPanel:
    """The panel for the hand of ``player`` (the next one waiting where they are not)."""
    deals = stands.deals
    assert deals is not None
    deal = deals.deals[-1]
    waiting = deal.waiting
    chosen = player if player in waiting else waiting[0]
    most = stands.rule_set.options.blitz_throws
    name = ""
    if hand:
        name = rules.hand_name(hand.dice, stands.rule_set.options).in_language(language)
    return HandPanel(
        number=len(stands.turns),
        deal=len(deals.deals),
        attempt=_("Play-off %d") % (len(deal.attempts) - 1) if len(deal.attempts) > 1 else "",
        waiting=tuple((p, stands.name(p)) for p in waiting),
        player=chosen,
        name=stands.name(chosen),
        lying=_lying(hand),
        dice=_lying(hand or rules.first_throw(rules.parse_dice("1" * stands.rule_set.dice))),
        hand=name,
        throws=hand.throws if hand else 0,
        thrown=thrown if hand else "",
        may_throw_again=hand is None or (hand.throws < most and hand.free > 0),
        most_throws=most,
    )


def _lying(hand: rules.Hand | None) -> tuple[LyingDie, ...]:
    if hand is None:
        return ()
    return tuple(
        LyingDie(position, pips, frozen)
        for position, (pips, frozen) in enumerate(zip(hand.dice, hand.frozen, strict=True))
    )
