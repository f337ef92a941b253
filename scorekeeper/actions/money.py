"""The ledger of a club: what is booked is never changed, only followed by another entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from django.db import IntegrityError, transaction

import rules
from scorekeeper.actions.log import log
from scorekeeper.actions.people import AlreadyDone
from scorekeeper.consequences import own_games
from scorekeeper.models import Account, Club, Game, LedgerEntry, LedgerLine, Player, Seat
from scorekeeper.names import clean_name
from scorekeeper.queries import booked_evenings, booked_for, evening_of

Kind = LedgerEntry.Kind
MOST_NOTE_LETTERS = 200


class WrongPayment(Exception):
    """A payment that cannot be: to oneself, of nothing, or of people who are not of the club."""


class CurrencyInUse(Exception):
    """The currency cannot be another one while amounts in it are booked."""


@transaction.atomic
def keep_money(
    *, club: Club, since: date | None, currency: str, by: Account, now: datetime
) -> None:
    """Whose evenings' money is kept: all from ``since`` on, or none; and in which currency.

    Games finished since then are booked, and what was booked of earlier ones is taken back, by
    entries. Without ``since`` the ledger stays as it is. CurrencyInUse as said there.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    if currency != club.currency and club.ledger.exists():
        raise CurrencyInUse
    before = club.money_since
    club.money_since, club.currency = since, currency
    club.save(update_fields=["money_since", "currency"])
    if since != before:
        words = {"before": str(before or "—"), "after": str(since or "—")}
        log("money_kept", club=club, by=by, now=now, **words)
    if since is None:
        return
    finished = own_games(club.games.filter(finished_at__isnull=False)).order_by("finished_at", "pk")
    every = club.games.order_by()
    booked = _Booked(booked_for(every), booked_evenings(every))
    for game in finished.select_related("club").prefetch_related("seats"):
        _book(club, game, booked, by, now)


@transaction.atomic
def book_game(*, game: Game, by: Account | None, now: datetime) -> LedgerEntry | None:
    """Brings the ledger to what the game's receipts say; nothing where it says so already.

    A table of a tournament is played for points, and is not booked.

    A finished game brings each seat what it pays or gets, one that was reopened nothing. The first
    entry is the game's settlement; what it became since is added as a correction.
    """
    club = Club.objects.select_for_update().get(pk=game.club_id)
    if club.money_since is None:
        return None
    this = own_games(Game.objects.filter(pk=game.pk))
    if not this.exists():
        return None
    return _book(club, game, _Booked(booked_for(this), booked_evenings(this)), by, now)


@dataclass(frozen=True, slots=True)
class _Booked:
    """What the ledger has of some games: seat → money, game → the evening it was booked under."""

    money: Mapping[int, Decimal]
    evenings: Mapping[int, date]


def _book(
    club: Club, game: Game, booked: _Booked, by: Account | None, now: datetime
) -> LedgerEntry | None:
    evening = booked.evenings.get(game.pk) or evening_of(game)
    since = club.money_since
    counts = game.finished_at and game.counts and since is not None and evening >= since
    missing: dict[Seat, Decimal] = {}
    for seat in game.seats.all():
        due = Decimal(seat.pays) if counts and seat.pays else Decimal(0)
        more = rules.add_money(due, booked.money.get(seat.pk, Decimal(0)).copy_negate())
        if more:
            missing[seat] = more
    if not missing:
        return None
    entry = LedgerEntry.objects.create(
        club=club,
        kind=Kind.CORRECTION if game.pk in booked.evenings else Kind.GAME,
        evening=evening,
        game=game,
        booked_by=by,
        booked_at=now,
    )
    _add_lines(entry, [LedgerLine(seat=seat, amount=f"{more:f}") for seat, more in missing.items()])
    return entry


def _add_lines(entry: LedgerEntry, lines: list[LedgerLine]) -> None:
    """The one door into the ledger: every entry is zero in sum."""
    total = Decimal(0)
    for line in lines:
        line.entry = entry
        total = rules.add_money(total, Decimal(line.amount))
    if total:
        raise ValueError(f"an entry must add to zero, not to {total}")
    LedgerLine.objects.bulk_create(lines)


@dataclass(frozen=True, slots=True)
class Line:
    """What an entry brings a seat of its game, or a player."""

    whose: Seat | Player
    amount: Decimal


@transaction.atomic
def restore_entry(
    *, club: Club, columns: Mapping[str, object], lines: Sequence[Line]
) -> LedgerEntry:
    """An entry as the ledger had it elsewhere; ``columns``: those of LedgerEntry.

    ValueError for lines that do not add to zero, or a payment of not two lines. The two may be of
    one person by now, where two players were merged.
    """
    entry = LedgerEntry.objects.create(club=club, **columns)
    if not entry.game and len(lines) != 2:
        raise ValueError("a payment has two lines")
    rows = [
        LedgerLine(
            seat=line.whose if isinstance(line.whose, Seat) else None,
            person=line.whose if isinstance(line.whose, Player) else None,
            amount=f"{line.amount:f}",
        )
        for line in lines
    ]
    _add_lines(entry, rows)
    return entry


def write_payment(
    *,
    club: Club,
    payer: Player,
    receiver: Player,
    amount: Decimal,
    paid_on: date,
    note: str,
    client_key: UUID,
    by: Account,
    now: datetime,
) -> LedgerEntry:
    """A payment that was made; a repeated ``client_key`` gives the one written before.

    WrongPayment as said there.
    """
    people = {payer.merged_into_id or payer.pk, receiver.merged_into_id or receiver.pk}
    if len(people) < 2 or amount <= 0 or {payer.club_id, receiver.club_id} != {club.pk}:
        raise WrongPayment
    try:
        with transaction.atomic():
            written = club.ledger.filter(client_key=client_key).first()
            if written:
                return written
            entry = LedgerEntry.objects.create(
                club=club,
                kind=Kind.PAYMENT,
                evening=paid_on,
                note=clean_name(note)[:MOST_NOTE_LETTERS],
                client_key=client_key,
                booked_by=by,
                booked_at=now,
            )
            lines = [
                LedgerLine(person=payer, amount=f"{amount:f}"),
                LedgerLine(person=receiver, amount=f"{amount.copy_negate():f}"),
            ]
            _add_lines(entry, lines)
            return entry
    except IntegrityError:
        # The form was sent twice in the same instant.
        return club.ledger.get(client_key=client_key)


@transaction.atomic
def withdraw_payment(*, payment: LedgerEntry, by: Account, now: datetime) -> LedgerEntry:
    """A counter-entry to a payment, which stays; AlreadyDone where it has one.

    ValueError for an entry that is no payment: a game is corrected in its sheet.
    """
    payment = LedgerEntry.objects.select_for_update(of=("self",)).get(pk=payment.pk)
    if payment.kind != Kind.PAYMENT:
        raise ValueError("only payments are withdrawn")
    if LedgerEntry.objects.filter(withdraws=payment).exists():
        raise AlreadyDone
    entry = LedgerEntry.objects.create(
        club_id=payment.club_id,
        kind=Kind.WITHDRAWAL,
        evening=payment.evening,
        withdraws=payment,
        booked_by=by,
        booked_at=now,
    )
    lines = [
        LedgerLine(
            seat_id=line.seat_id,
            person_id=line.person_id,
            amount=f"{Decimal(line.amount).copy_negate():f}",
        )
        for line in payment.lines.all()
    ]
    _add_lines(entry, lines)
    return entry
