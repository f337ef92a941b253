"""The money of a club in words: balances, who pays whom, evenings, and the ledger."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.utils import timezone

import rules
from scorekeeper.currencies import currency_sign
from scorekeeper.exports.report import BookedLine, EveningReport, LedgerReport
from scorekeeper.exports.wording import money, won_or_lost
from scorekeeper.models import Club, Game, LedgerEntry, Player
from scorekeeper.queries import OF_GAMES, balances, ledger_of


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What somebody gets (+) or owes (−), as it is written."""

    player: Player
    amount: str


@dataclass(frozen=True, slots=True)
class OpenPayment:
    """A payment that would settle something; ``exact`` is what the form sends, under ``key``."""

    payer: Player
    receiver: Player
    amount: str
    exact: str
    key: UUID


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Who has what, of the whole club or of an evening, and the fewest payments that settle it.

    People with nothing to get or to pay are left out.
    """

    lines: tuple[BalanceLine, ...]
    payments: tuple[OpenPayment, ...]


def reckoning(club: Club, language: str, evening: date | None = None) -> Reckoning:
    """The balances of a club, or what the games of one evening brought."""
    found = {player: shown(each) for player, each in balances(club, evening).items() if each}
    order = sorted(found, key=lambda player: -found[player])
    lines = (BalanceLine(player, won_or_lost(f"{found[player]:f}", language)) for player in order)
    return Reckoning(tuple(lines), _open_payments(found, club, language))


def _open_payments(
    found: Mapping[Player, Decimal], club: Club, language: str
) -> tuple[OpenPayment, ...]:
    people = {str(player.pk): player for player in found}
    return tuple(
        OpenPayment(
            people[each.payer],
            people[each.receiver],
            with_sign(each.amount, club, language),
            f"{each.amount:f}",
            uuid4(),
        )
        for each in rules.payments({str(player.pk): amount for player, amount in found.items()})
    )


def shown(amount: Decimal) -> Decimal:
    """The same amount without idle noughts: 6, 49.50, 0.125; money has no decimals or two."""
    sign, digits, exponent = amount.as_tuple()
    assert isinstance(exponent, int)
    figures, places = list(digits), -exponent
    while places > 2 and figures[-1] == 0:
        figures, places = figures[:-1] or [0], places - 1
    if 0 < places <= 2 and not any(figures[-places:]):
        figures, places = figures[:-places] or [0], 0
    if places == 1:
        figures, places = [*figures, 0], 2
    return Decimal((sign, tuple(figures), -places))


def with_sign(amount: Decimal, club: Club, language: str) -> str:
    """An amount with its currency: "150 ₽"."""
    sign = currency_sign(club.currency, language)
    return "\u00a0".join(filter(None, (money(shown(amount), language), sign)))


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry of the ledger.

    ``at``: when it was booked, by the club's clock · ``payment``: payer, receiver and amount of a
    payment or of the one it takes back · ``amounts``: else name and amount of everybody it
    touches, the winners first · ``may_withdraw``: a payment without a counter-entry.
    """

    pk: int
    at: datetime
    evening: date
    kind: str
    words: str
    game: Game | None
    payment: tuple[str, str, str] | None
    amounts: tuple[tuple[str, str], ...]
    note: str
    booked_by: str
    withdrawn: bool
    may_withdraw: bool


def entry_lines(club: Club, entries: Iterable[LedgerEntry], language: str) -> list[EntryLine]:
    """Entries as queries.ledger_of gives them, in words."""
    zone = ZoneInfo(club.zone)
    return [_entry_line(entry, zone, language) for entry in entries]


def _entry_line(entry: LedgerEntry, zone: ZoneInfo, language: str) -> EntryLine:
    lines = sorted(entry.lines.all(), key=lambda line: (-Decimal(line.amount), line.pk))
    amounts = tuple(
        (line.player.name, won_or_lost(f"{shown(Decimal(line.amount)):f}", language))
        for line in lines
    )
    transfer = None
    if entry.kind not in OF_GAMES:
        first, last = lines[0], lines[-1]
        payer, receiver = (last, first) if entry.withdraws_id else (first, last)
        paid = money(shown(Decimal(first.amount)), language)
        transfer = payer.player.name, receiver.player.name, paid
    payment = entry.kind == LedgerEntry.Kind.PAYMENT
    withdrawn = payment and hasattr(entry, "withdrawn_by")
    return EntryLine(
        pk=entry.pk,
        at=timezone.localtime(entry.booked_at, zone),
        evening=entry.evening,
        kind=entry.kind,
        words=entry.get_kind_display(),
        game=entry.game,
        payment=transfer,
        amounts=amounts,
        note=entry.note,
        booked_by=str(entry.booked_by or ""),
        withdrawn=withdrawn,
        may_withdraw=payment and not withdrawn,
    )


def ledger_report(club: Club, language: str) -> LedgerReport:
    """The whole money of a club as the exports take it."""
    zone = ZoneInfo(club.zone)
    entries = list(reversed(ledger_of(club)))
    lines = tuple(
        BookedLine(
            entry=number,
            evening=entry.evening,
            booked=timezone.localtime(entry.booked_at, zone),
            what=entry.get_kind_display(),
            about=str(entry.game) if entry.game else entry.note,
            player=line.player.name,
            amount=shown(Decimal(line.amount)),
            booked_by=str(entry.booked_by or ""),
        )
        for number, entry in enumerate(entries, start=1)
        for line in entry.lines.all()
    )
    return LedgerReport(
        language=language,
        club=club.name,
        sign=currency_sign(club.currency, language),
        decimals=max((-int(line.amount.as_tuple().exponent) for line in lines), default=0),
        players=tuple(player.name for player in balances(club)),
        evenings=tuple(_evenings(entries)),
        lines=lines,
    )


def _evenings(entries: Iterable[LedgerEntry]) -> Iterator[EveningReport]:
    days: dict[date, dict[Player, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    for entry in entries:
        for line in entry.lines.all() if entry.kind in OF_GAMES else ():
            day = days[entry.evening]
            day[line.player] = rules.add_money(day[line.player], Decimal(line.amount))
    for evening, sums in sorted(days.items()):
        brought = {player: shown(each) for player, each in sums.items() if each}
        people = {str(player.pk): player.name for player in brought}
        paid = rules.payments({str(player.pk): amount for player, amount in brought.items()})
        yield EveningReport(
            evening,
            tuple((player.name, amount) for player, amount in brought.items()),
            tuple((people[each.payer], people[each.receiver], each.amount) for each in paid),
        )
