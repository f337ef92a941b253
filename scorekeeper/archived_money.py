"""The money of a club in its file: from which evening it is kept, and the whole ledger.

What games bring is booked from their sheets wherever they are read; the ledger is taken along all
the same, since it says what was believed when, and who has paid whom.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from scorekeeper import actions, said
from scorekeeper.actions.money import Line, restore_entry
from scorekeeper.models import Club, Game, LedgerEntry
from scorekeeper.queries import ledger_of

Kind = LedgerEntry.Kind
_COLUMNS = ("kind", "evening", "note", "booked_at")
_OF_GAMES = frozenset({Kind.GAME, Kind.CORRECTION})


class OtherCurrencyError(Exception):
    """The amounts of the file are in another currency than those of the club."""


def write(club: Club) -> dict[str, Any]:
    """The money of a club; entries in the order in which they were booked."""
    entries = list(ledger_of(club).select_related("game").order_by("pk"))
    numbers = {entry.pk: number for number, entry in enumerate(entries, start=1)}
    return {
        "since": club.money_since.isoformat() if club.money_since else None,
        "currency": club.currency,
        "entries": [
            {
                **said.written(entry, _COLUMNS),
                "key": str(entry.client_key) if entry.client_key else None,
                "game": str(entry.game.start_key) if entry.game else None,
                "withdraws": numbers[entry.withdraws_id] if entry.withdraws_id else None,
                "lines": [
                    {
                        "seat": line.seat.position if line.seat else None,
                        "player": None if line.seat else line.player.name,
                        "amount": line.amount,
                    }
                    for line in entry.lines.all()
                ],
            }
            for entry in entries
        ],
    }


def is_kept(found: Mapping[str, Any]) -> bool:
    """Whether a file says anything of money."""
    return bool(found["since"] or found["entries"])


def read(reading: said.Reading, found: Mapping[str, Any]) -> None:
    """Adds the ledger of a file: what was booked of new games, and payments not yet known.

    A club that has kept no money so far keeps it from now on as the file does. Games are booked
    where the ledger of the file does not say what their sheets do. OtherCurrencyError; else as
    ``said`` raises.
    """
    club = reading.club
    currency = said.columns(Club, ("currency",), found)["currency"]
    since = None if found["since"] is None else said.day(found["since"])
    fresh = club.money_since is None and not club.ledger.exists()
    if is_kept(found) and fresh:
        actions.keep_money(
            club=club, since=None, currency=currency, by=reading.account, now=reading.now
        )
    elif found["entries"] and currency != club.currency:
        raise OtherCurrencyError
    _Ledger(reading).read(found["entries"])
    club.refresh_from_db(fields=["money_since", "currency"])
    if fresh and since:
        actions.keep_money(
            club=club, since=since, currency=currency, by=reading.account, now=reading.now
        )
    elif club.money_since is not None:
        for game in club.games.filter(pk__in=reading.new).order_by("finished_at", "pk"):
            actions.book_game(game=game, by=reading.account, now=reading.now)


class _Ledger:
    """The entries of a file on their way into the ledger of a club."""

    def __init__(self, reading: said.Reading) -> None:
        self.reading = reading
        self.games = reading.games()
        self.person = reading.people()
        self.payments = {
            entry.client_key: entry for entry in reading.club.ledger.filter(kind=Kind.PAYMENT)
        }
        self.by_number: dict[int, LedgerEntry] = {}

    def read(self, entries: object) -> None:
        """All of them, in order."""
        for number, found in enumerate(said.each(entries, said.mapping), start=1):
            columns = said.columns(LedgerEntry, _COLUMNS, found)
            key = None if found["key"] is None else UUID(said.text(found["key"]))
            kind = Kind(columns["kind"])
            if (kind is Kind.PAYMENT) != (key is not None):
                raise ValueError("a payment has a key, and nothing else")
            entry = self.payments.get(key) if key else None
            if entry is None:
                entry = self._new(kind, key, columns, found)
            if kind is Kind.PAYMENT and entry is not None:
                self.by_number[number] = entry

    def _new(
        self,
        kind: LedgerEntry.Kind,
        key: UUID | None,
        columns: Mapping[str, Any],
        found: Mapping[str, Any],
    ) -> LedgerEntry | None:
        """The entry, written; None for what the club knows already."""
        game = withdrawn = None
        if kind in _OF_GAMES:
            game = self.games[UUID(said.text(found["game"]))]
            if game.pk not in self.reading.new:
                return None
        if kind is Kind.WITHDRAWAL:
            withdrawn = self.by_number[said.integer(found["withdraws"])]
            if LedgerEntry.objects.filter(withdraws=withdrawn).exists():
                return None
        return restore_entry(
            club=self.reading.club,
            columns={**columns, "game": game, "withdraws": withdrawn, "client_key": key},
            lines=[self._line(game, line) for line in said.each(found["lines"], said.mapping)],
        )

    def _line(self, game: Game | None, found: Mapping[str, Any]) -> Line:
        amount = said.money(found["amount"])
        if game is None:
            return Line(self.person(found["player"]), amount)
        chairs = {seat.position: seat for seat in game.seats.all()}
        return Line(chairs[said.integer(found["seat"])], amount)
