"""A stored game as the exports take it."""

from collections.abc import Mapping
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from scorekeeper.consequences import settles
from scorekeeper.exports.report import Deal, DealtHand, HandsReport, Picture, SheetReport
from scorekeeper.models import Club
from scorekeeper.queries import Played, logo_of


def club_logo(club: Club) -> Picture | None:
    """What a club prints beside its name."""
    row = logo_of(club)
    return Picture(bytes(row.content), row.wide, row.high) if row else None


def game_report(stands: Played, language: str, link: str) -> SheetReport | HandsReport:
    """A stored game, whichever kind it is."""
    if stands.deals is not None:
        return hands_report(stands, language, link)
    return sheet_report(stands, language, link)


def sheet_report(stands: Played, language: str, link: str) -> SheetReport:
    """The sheet as the exports take it."""
    zone = stands.record.club.zone
    return SheetReport(
        rules=stands.rule_set,
        language=language,
        players=stands.names,
        game=stands.game,
        title=stands.record.title,
        club=stands.record.club.name,
        started=timezone.localtime(stands.record.started_at, ZoneInfo(zone)),
        zone=zone,
        link=link,
        copied=stands.record.copied,
        code=game_code(stands),
        logo=club_logo(stands.record.club),
        pays=settles(stands.record),
    )


def game_code(stands: Played) -> str:
    """What a game is called on paper."""
    return f"№ {stands.record.pk}"


def hands_report(stands: Played, language: str, link: str) -> HandsReport:
    """A showdown as the exports take it: each attempt of a deal is a list of its own."""
    assert stands.deals is not None
    zone = stands.record.club.zone
    return HandsReport(
        rules=stands.rule_set,
        language=language,
        players=stands.names,
        deals=tuple(_deals(stands, language)),
        title=stands.record.title,
        club=stands.record.club.name,
        started=timezone.localtime(stands.record.started_at, ZoneInfo(zone)),
        zone=zone,
        link=link,
        code=game_code(stands),
        logo=club_logo(stands.record.club),
    )


def _deals(stands: Played, language: str) -> list[Deal]:
    assert stands.deals is not None
    found: list[Deal] = []
    balance = {player: Decimal(0) for player in stands.deals.balance}
    for number, deal in enumerate(stands.deals.deals, start=1):
        for attempt in deal.attempts:
            if not attempt.hands:
                continue
            title = str(number) if attempt is deal.attempts[0] else _("%d, played on") % number
            last = attempt is deal.attempts[-1]
            won = deal.settlement.pays if last and deal.settlement else None
            if won is not None:
                balance = {p: rules.add_money(money, won[p]) for p, money in balance.items()}
            hands = tuple(
                _dealt_hand(stands, attempt, player, language, won, balance) for player in balance
            )
            found.append(Deal(title, hands))
    return found


def _dealt_hand(
    stands: Played,
    attempt: rules.Attempt,
    player: str,
    language: str,
    won: Mapping[str, Decimal] | None,
    balance: Mapping[str, Decimal],
) -> DealtHand:
    hand = attempt.hands.get(player)
    return DealtHand(
        player=stands.name(player),
        dice=hand.dice if hand else (),
        name=rules.hand_name(hand.dice, stands.rule_set.options).in_language(language)
        if hand
        else "",
        place=attempt.place(player),
        won=won[player] if won is not None else None,
        balance=balance[player] if won is not None else None,
    )
