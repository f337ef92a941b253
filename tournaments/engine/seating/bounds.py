"""What no schedule can beat (seating.md, "The bound to show")."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.engine.seating.constructions import Tables, meetings

if TYPE_CHECKING:
    from collections.abc import Sequence


def spread_pairs(players: int, places: int) -> int:
    """Return how many pairs share a place when players spread evenly over so many places."""
    if places < 1:
        return 0
    each, more = divmod(players, places)
    return places * each * (each - 1) // 2 + more * each


def lower_bound(rounds: Sequence[Tables], settled: int = 0) -> int:
    """Return a number that the C2 of no schedule with these players and tables is below.

    Of each round only who sits and how large the tables are is used; of the first `settled`
    rounds also who sat with whom. C2 is the sum of m(m−1)/2 over pairs that met m times.
    """
    return max(_of_pairs(rounds), _of_players(rounds), _between_rounds(rounds, settled))


def _seated(rounds: Sequence[Tables]) -> list[frozenset[int]]:
    return [frozenset(p for table in tables for p in table) for tables in rounds]


def _of_pairs(rounds: Sequence[Tables]) -> int:
    """Return the bound from all pairs seated, spread evenly over the pairs that can meet."""
    meetings_in_all = sum(len(t) * (len(t) - 1) // 2 for tables in rounds for t in tables)
    return spread_pairs(meetings_in_all, _possible_pairs(_seated(rounds)))


def _possible_pairs(seated: Sequence[frozenset[int]]) -> int:
    """Return how many pairs sit in the same round at least once."""
    groups = _by_presence(seated)
    pairs = 0
    for (mask, count), (other, more) in combinations(groups.items(), 2):
        pairs += count * more if mask & other else 0
    return pairs + sum(count * (count - 1) // 2 for count in groups.values())


def _by_presence(seated: Sequence[frozenset[int]]) -> dict[int, int]:
    """Return how many players sit in exactly which rounds (as bits)."""
    mask: dict[int, int] = {}
    for number, players in enumerate(seated):
        for player in players:
            mask[player] = mask.get(player, 0) | 1 << number
    groups: dict[int, int] = {}
    for bits in mask.values():
        groups[bits] = groups.get(bits, 0) + 1
    return groups


def _of_players(rounds: Sequence[Tables]) -> int:
    """Return the bound from each player's meetings, spread over the opponents there are.

    Who sits at the larger tables is open, so each round counts with its smallest table.
    """
    groups = _by_presence(_seated(rounds))
    smallest = [min((len(table) for table in tables), default=1) - 1 for tables in rounds]
    twice = 0
    for mask, count in groups.items():
        opponents = sum(more for other, more in groups.items() if other & mask) - 1
        met = sum(size for number, size in enumerate(smallest) if mask >> number & 1)
        twice += count * spread_pairs(met, opponents)
    return -(-twice // 2)


def _between_rounds(rounds: Sequence[Tables], settled: int) -> int:
    """Return the bound from the pairs that any two rounds must leave together.

    C2 is exactly the number of pairs together in two rounds, summed over all two rounds.
    """
    total = sum(m * (m - 1) // 2 for m in meetings(rounds[:settled]).values())
    names: dict[frozenset[int], int] = {}
    outlines = [
        _Outline(
            seated, names.setdefault(seated, len(names)), len(tables), Counter(map(len, tables))
        )
        for seated, tables in zip(_seated(rounds), rounds, strict=True)
    ]
    for second in range(settled, len(rounds)):
        total += sum(_together(one, outlines[second]) for one in outlines[:second])
    return total


@dataclass(frozen=True, slots=True)
class _Outline:
    """Of one round: who sits (with a name for that set), how many tables, of which sizes."""

    seated: frozenset[int]
    name: int
    tables: int
    sizes: Counter[int]


def _together(one: _Outline, two: _Outline) -> int:
    """Return how many pairs at one table in a round share one in the other too, at least."""
    cells = one.tables * two.tables
    if one.name != two.name:
        return spread_pairs(len(one.seated & two.seated), cells)
    return max(
        spread_pairs(len(one.seated), cells),
        sum(spread_pairs(size, two.tables) * count for size, count in one.sizes.items()),
        sum(spread_pairs(size, one.tables) * count for size, count in two.sizes.items()),
    )


def club_bound(rounds: Sequence[Tables], clubs: Sequence[int]) -> int:
    """Return how many times club-mates must share a table, all rounds taken together."""
    total = 0
    for tables in rounds:
        members: dict[int, int] = {}
        for table in tables:
            for player in table:
                if clubs[player] >= 0:
                    members[clubs[player]] = members.get(clubs[player], 0) + 1
        total += sum(spread_pairs(count, len(tables)) for count in members.values())
    return total
