"""What a schedule reaches, in numbers (seating.md)."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from tournaments.engine.seating.constructions import Tables, meetings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True, order=True)
class Quality:
    """What is made small, in this order (tournaments.md §3).

    `repeats` is implied by `c2` and `most`: fewest third meetings first.
    """

    c2: int
    most: int
    early: int
    clubs: int
    small: int


def repeats_and_c2(met: Iterable[int]) -> tuple[int, int, int]:
    """Return repeats, C2 and the most meetings of a pair, from how often each pair met."""
    counts = [count for count in met if count > 1]
    most = max(counts, default=1)
    return sum(counts) - len(counts), sum(m * (m - 1) // 2 for m in counts), most


def quality(
    rounds: Sequence[Tables], clubs: Sequence[int], early_rounds: int, everywhere: Sequence[int]
) -> Quality:
    """Return the quality of all rounds; `everywhere`: the players who sit in every round."""
    _, c2, most = repeats_and_c2(meetings(rounds).values())
    early, all_clubs = club_meetings(rounds, clubs, early_rounds)
    small = small_counts(rounds, len(clubs))
    return Quality(c2, most, early, all_clubs, spread([small[player] for player in everywhere]))


def club_meetings(
    rounds: Sequence[Tables], clubs: Sequence[int], early_rounds: int
) -> tuple[int, int]:
    """Return how many pairs of club-mates shared a table: in the first rounds, and in all."""
    by_round = [0] * len(rounds)
    if any(club >= 0 for club in clubs):
        for number, tables in enumerate(rounds):
            for table in tables:
                labels = [clubs[player] for player in table if clubs[player] >= 0]
                by_round[number] += sum(
                    labels[:place].count(label) for place, label in enumerate(labels)
                )
    return sum(by_round[:early_rounds]), sum(by_round)


def small_counts(rounds: Sequence[Tables], players: int) -> list[int]:
    """Return how often each player sat at a table smaller than the largest of its round."""
    counts = [0] * players
    for tables in rounds:
        largest = max((len(table) for table in tables), default=0)
        for table in tables:
            if len(table) < largest:
                for player in table:
                    counts[player] += 1
    return counts


def seat_counts(rounds: Sequence[Tables], players: int) -> list[list[int]]:
    """Return how often each player had each seat."""
    seats = max((len(table) for tables in rounds for table in tables), default=0)
    counts = [[0] * seats for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for seat, player in enumerate(table):
                counts[player][seat] += 1
    return counts


def seat_spread(rounds: Sequence[Tables], players: int) -> int:
    """Return the largest difference between how often a player had one seat and another.

    A seat that some of their tables did not have counts only where they had it too often.
    """
    counts = seat_counts(rounds, players)
    narrowest: dict[int, int] = {}
    for tables in rounds:
        for table in tables:
            for player in table:
                narrowest[player] = min(narrowest.get(player, len(table)), len(table))
    return max(
        (max(counts[player]) - min(counts[player][:seats]) for player, seats in narrowest.items()),
        default=0,
    )


def spread(values: Sequence[int]) -> int:
    """Return the largest less the smallest, 0 of none."""
    return max(values) - min(values) if values else 0


def fewest_most(rounds: Sequence[Tables]) -> int:
    """Return how often the pair that met most must have met at least: ⌈Q / P⌉ (seating.md)."""
    seated = {player for tables in rounds for table in tables for player in table}
    pairs = len(seated) * (len(seated) - 1) // 2
    seatings = sum(len(t) * (len(t) - 1) // 2 for tables in rounds for t in tables)
    return ceil(seatings / pairs) if pairs else 0
