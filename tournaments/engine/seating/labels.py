"""Which player is which point of a schedule: club-mates apart without one more repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.engine.seating.chance import Chance, acceptance
from tournaments.engine.seating.measure import club_meetings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.engine.seating.constructions import Tables

EARLY, LATE = 8, 1
"""What two club-mates at one table cost in a round that should have none, and in any other."""

STARTS = 5
"""Orders of the rounds that are tried."""

STEPS = 40
TRIES = 1_000
"""Exchanges tried per player."""


def settle_clubs(
    rounds: Sequence[Tables], clubs: Sequence[int], early_rounds: int, chance: Chance
) -> list[Tables]:
    """Return the same rounds with players exchanged throughout, so that fewer club-mates meet.

    Whoever meets whom changes, how often nobody meets anybody does not.
    """
    best: tuple[int, list[Tables]] | None = None
    for _ in range(STARTS):
        settled = _settle(chance.shuffled(rounds), clubs, early_rounds, chance)
        early, every = club_meetings(settled, clubs, early_rounds)
        price = (EARLY - LATE) * early + LATE * every
        if best is None or price < best[0]:
            best = price, settled
        if not early:
            break
    return best[1] if best else []


def _settle(
    rounds: Sequence[Tables], clubs: Sequence[int], early_rounds: int, chance: Chance
) -> list[Tables]:
    """Return the rounds with players exchanged, from one order of rounds and one of players."""
    players = sorted({player for tables in rounds for table in tables for player in table})
    at = {player: place for place, player in enumerate(players)}
    label = [clubs[player] for player in players]
    holder = players[:]
    mates = _mates(rounds, at, early_rounds)
    tries = min(TRIES * len(players), 60_000) // STEPS
    if not any(_price(mates, label, place, label[place]) for place in range(len(players))):
        return list(rounds)
    for step in range(STEPS):
        rest = (STEPS - 1 - step) / (STEPS - 1)
        chances = acceptance(0.3 + 8 * rest * rest)
        for _ in range(tries):
            one, other = chance.below(len(players)), chance.below(len(players))
            if label[one] == label[other]:
                continue
            added = _added(mates, label, one, other)
            if added <= 0 or (added < len(chances) and chance.next() < chances[added]):
                label[one], label[other] = label[other], label[one]
                holder[one], holder[other] = holder[other], holder[one]
    return [[[holder[at[player]] for player in table] for table in tables] for tables in rounds]


def _mates(
    rounds: Sequence[Tables], at: dict[int, int], early_rounds: int
) -> list[list[tuple[int, int]]]:
    """Return for each place the places it meets, each with what a club-mate there costs."""
    mates: list[list[tuple[int, int]]] = [[] for _ in at]
    for number, tables in enumerate(rounds):
        price = EARLY if number < early_rounds else LATE
        for table in tables:
            for player in table:
                mates[at[player]] += [(at[other], price) for other in table if other != player]
    return mates


def _price(
    mates: Sequence[list[tuple[int, int]]], label: Sequence[int], place: int, club: int
) -> int:
    """Return what a player of `club` costs at a place."""
    if club < 0:
        return 0
    return sum(price for other, price in mates[place] if label[other] == club)


def _added(
    mates: Sequence[list[tuple[int, int]]], label: Sequence[int], one: int, other: int
) -> int:
    """Return what exchanging the players of two places (of different clubs) adds."""
    first, second = label[one], label[other]
    added = _price(mates, label, one, second) + _price(mates, label, other, first)
    added -= _price(mates, label, one, first) + _price(mates, label, other, second)
    # Where the two themselves meet, each was counted as moving next to its own old place.
    for place, price in mates[one]:
        if place == other:
            added -= price * ((first >= 0) + (second >= 0))
    return added
