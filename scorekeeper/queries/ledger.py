"""What is booked: evenings, entries, balances."""

from collections import defaultdict
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.db.models import Count, Min, QuerySet
from django.db.models.functions import Coalesce

import rules
from scorekeeper.models import (
    Club,
    Game,
    LedgerEntry,
    LedgerLine,
    Player,
)
from scorekeeper.names import alphabetical

OF_GAMES = (LedgerEntry.Kind.GAME, LedgerEntry.Kind.CORRECTION)
"""The entries that an evening's settlement is made of; the others are payments."""


def evening_of(game: Game) -> date:
    """The day on which a game began, by the clock of its club."""
    return game.started_at.astimezone(ZoneInfo(game.club.zone)).date()


def today_in(club: Club, now: datetime) -> date:
    """The day it is by the clock of a club."""
    return now.astimezone(ZoneInfo(club.zone)).date()


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
