"""How a game stands or ended: places, settlement, payments; and the lines of the list of games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from types import MappingProxyType
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from scorekeeper.consequences import EventOfGame
from scorekeeper.exports.results import payments
from scorekeeper.exports.wording import money, won_or_lost
from scorekeeper.models import Game
from scorekeeper.queries import Played
from scorekeeper.reports.wording import pair_letter

EMPTY: Mapping[int, EventOfGame] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One player's result: place, total, and the settlement as it is shown and paid."""

    place: int
    name: str
    total: str
    settlement: str
    pays: str


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """Who pays whom how much."""

    payer: str
    receiver: str
    amount: str


@dataclass(frozen=True, slots=True)
class ResultPage:
    """How a game stands or ended: lines by place, payments, and how it is settled.

    ``lines`` is empty while nothing has been decided · ``teams``: letter and names, total, place.
    """

    lines: tuple[ResultLine, ...]
    payments: tuple[PaymentLine, ...] = ()
    rule: str = ""
    has_money: bool = True
    has_totals: bool = True
    teams: tuple[tuple[str, str, int], ...] = ()

    @property
    def winners(self) -> list[str]:
        """Who has the first place, also several; empty while nothing has been decided."""
        return [line.name for line in self.lines if line.place == 1]


def result_page(stands: Played, language: str) -> ResultPage:
    """Places, totals, settlement and payments, as the game stands."""
    if stands.deals is not None:
        return _deals_result(stands, language)
    game = stands.sheet_game
    result = rules.result(game)
    settled = result.settlement
    order = sorted(result.places, key=lambda p: (result.places[p], int(p)))
    lines = tuple(
        ResultLine(
            result.places[player],
            _with_pair(stands, player, language),
            rules.signed(result.figures[player].total),
            won_or_lost(settled.shown(player), language) if settled else "",
            won_or_lost(f"{settled.pays[player]:f}", language) if settled else "",
        )
        for player in order
    )
    has_money = game.rules.options.settlement != "none"
    found = payments(result, pays=has_money)
    teams = tuple(
        (
            f"{pair_letter(game, team.players[0], language)}: "
            + " + ".join(stands.name(p) for p in team.players),
            rules.signed(team.total),
            team.place,
        )
        for team in sorted(result.teams, key=lambda team: team.place)
    )
    said = settlement_words(game.rules.options)
    return ResultPage(lines, _named(stands, found, language), said, has_money, teams=teams)


def _with_pair(stands: Played, player: str, language: str) -> str:
    letter = pair_letter(stands.sheet_game, player, language)
    return f"{stands.name(player)} ({letter})" if letter else stands.name(player)


def settlement_words(options: rules.Options) -> str:
    """How a game is settled, its stake, and how money is rounded (rules.md §4)."""
    ways = {
        "mean": _("Own total minus the mean of the table, %(stake)s a point."),
        "difference": _("The difference to each opponent, %(stake)s a point."),
        "pot": _("The highest total takes the pot, %(stake)s from everybody."),
        "none": _("Places only, no money."),
    }
    way = ways[options.settlement] % {"stake": options.stake}
    if options.settlement in ("pot", "none"):
        return way
    rounding = _(
        "Payments are in whole units of %(unit)s; what rounding leaves over goes to those who lost "
        "the largest fraction by it, then to the higher total, then to the earlier seat."
    ) % {"unit": options.unit}
    return f"{way} {rounding}"


def _named(
    stands: Played, found: Iterable[rules.Payment], language: str
) -> tuple[PaymentLine, ...]:
    return tuple(
        PaymentLine(stands.name(p.payer), stands.name(p.receiver), money(p.amount, language))
        for p in found
    )


def _deals_result(stands: Played, language: str) -> ResultPage:
    deals = stands.deals
    assert deals is not None
    balance = deals.balance
    if not any(deal.winner is not None for deal in deals.deals):
        return ResultPage((), has_totals=False)  # nobody is ahead before the first pot is won
    lines = tuple(
        ResultLine(
            1 + sum(other > balance[player] for other in balance.values()),
            stands.name(player),
            "",
            won_or_lost(rules.two_decimals(Fraction(balance[player])), language),
            won_or_lost(f"{balance[player]:f}", language),
        )
        for player in sorted(balance, key=lambda p: (-balance[p], int(p)))
    )
    return ResultPage(lines, _named(stands, rules.payments(balance), language), has_totals=False)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list: its addresses, what it is, when, and how everybody stands.

    ``event``: the name of the event that it is a table of, "" for a game of its own.
    """

    pk: int
    key: str
    title: str
    event: str
    game: str
    started: datetime
    finished: bool
    copied: bool
    standing: str


def game_lines(
    games: Iterable[Game], language: str, events: Mapping[int, EventOfGame] = EMPTY
) -> list[GameLine]:
    """The games of a list; seats and players are prefetched.

    ``events``: primary key → the event that a game is a table of, as `consequences.events` says.
    """
    return [
        GameLine(
            pk=record.pk,
            key=record.public_key,
            title=record.title,
            event=events[record.pk].name if record.pk in events else "",
            game=rules.RULE_SETS[record.rule_set].name.in_language(language),
            started=timezone.localtime(record.started_at, ZoneInfo(record.club.zone)),
            finished=record.finished_at is not None,
            copied=record.copied,
            standing=_standing(record),
        )
        for record in games
    ]


def _standing(record: Game) -> str:
    """Everybody with their total, by place, as the receipts have it; the removed have neither."""
    found = record.seats.all()
    seats = sorted(found, key=lambda seat: (seat.place is None, seat.place or 0, seat.position))
    has_totals = not rules.RULE_SETS[record.rule_set].rank_only
    return " · ".join(
        f"{seat.player.name} {rules.signed(seat.total)}"
        if has_totals and seat.presence != rules.Presence.REMOVED
        else seat.player.name
        for seat in seats
    )
