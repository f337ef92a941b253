"""One round by standing: neighbours at a table with the fewest repeats, or equal tables.

Players are given best first; rank 0 is the best. The spread of a table is the difference between
its last and its first rank: 3 at best for a table of four.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.engine.seating.chance import Chance, acceptance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.engine.seating.constructions import Tables

REPEAT, CLUB, SMALL = 4000, 300, 150
"""What a repeated meeting (times how often they met), two club-mates, and one small table more
than others had cost, beside one rank of spread (which costs 2)."""

STEPS = 60


@dataclass(frozen=True, slots=True)
class Past:
    """What the players of the round bring with them.

    `met[p]`: whom p met, and how often. `clubs[p]`: negative for none. `small[p]`: how often p
    sat at a small table. `fixed[p]`: the number of the table p cannot leave, 0 for none.
    """

    met: Sequence[dict[int, int]]
    clubs: Sequence[int]
    small: Sequence[int]
    fixed: Sequence[int]


class _Neighbours:
    """The tables under work, as ranks.

    `rows[r]`: what meeting each other rank costs rank r, where it costs anything.
    `at_small[r]`: what a small table costs rank r.
    """

    def __init__(self, order: Sequence[int], past: Past, tables: Tables, usual: int) -> None:
        rank = {player: number for number, player in enumerate(order)}
        self.tables = tables
        self.last = len(order) - 1
        self.small = [len(table) < usual for table in tables]
        self.at_small = [SMALL * past.small[player] for player in order]
        self.clubs = [past.clubs[player] for player in order]
        self.clubbed = any(club >= 0 for club in self.clubs)
        self.rows = [
            {rank[other]: REPEAT * met for other, met in past.met[player].items() if other in rank}
            for player in order
        ]
        self.table_of = [0] * len(order)
        for number, table in enumerate(tables):
            for one in table:
                self.table_of[one] = number

    def troubled(self) -> list[int]:
        """Return the ranks that meet somebody again at their table."""
        return [
            one
            for table in self.tables
            for one in table
            if any(other in self.rows[one] for other in table)
        ]

    def added(self, one: int, other: int, limit: int) -> int:
        """Return what exchanging two ranks at different tables adds; `limit` or more if so much."""
        first, second = self.table_of[one], self.table_of[other]
        left = [rank for rank in self.tables[first] if rank != one]
        right = [rank for rank in self.tables[second] if rank != other]
        of_one, of_other = self.rows[one].get, self.rows[other].get
        added = 0
        for rank in left:
            added += of_other(rank, 0) - of_one(rank, 0)
        for rank in right:
            added += of_one(rank, 0) - of_other(rank, 0)
        if self.clubbed:
            added += self._clubs_added(one, other, left, right)
        if self.small[first] != self.small[second]:
            change = self.at_small[other] - self.at_small[one]
            added += change if self.small[first] else -change
        # Two ranks of spread cost at most so much less; most exchanges end here.
        if added - 4 * abs(one - other) >= limit:
            return limit
        low, high = min(left), max(left)
        added += 2 * (max(high, other) - min(low, other) - max(high, one) + min(low, one))
        low, high = min(right), max(right)
        return added + 2 * (max(high, one) - min(low, one) - max(high, other) + min(low, other))

    def _clubs_added(self, one: int, other: int, left: list[int], right: list[int]) -> int:
        goes, comes = self.clubs[one], self.clubs[other]
        if goes == comes:
            return 0
        added = 0
        for ranks, leaving, joining in ((left, goes, comes), (right, comes, goes)):
            for rank in ranks:
                club = self.clubs[rank]
                if club >= 0:
                    added += (club == joining) - (club == leaving)
        return CLUB * added

    def exchange(self, one: int, other: int) -> None:
        """Exchange two ranks at different tables."""
        first, second = self.table_of[one], self.table_of[other]
        left, right = self.tables[first], self.tables[second]
        left[left.index(one)] = other
        right[right.index(other)] = one
        self.table_of[one], self.table_of[other] = second, first


def neighbours(
    order: Sequence[int], sizes: Sequence[int], past: Past, tries: int, chance: Chance
) -> Tables:
    """Return tables of these sizes: neighbours in `order`, best first, with fewest repeats."""
    if not sizes:
        return []
    work = _Neighbours(order, past, _windows(order, sizes, past), max(sizes))
    free = [rank for rank, player in enumerate(order) if not past.fixed[player]]
    tries -= _repair(work, frozenset(free), tries)
    best = _anneal(work, free, tries, chance)
    return [[order[rank] for rank in sorted(table)] for table in best]


def _windows(order: Sequence[int], sizes: Sequence[int], past: Past) -> Tables:
    """Return consecutive ranks for each table.

    The small tables go where the players sat least often at one, lower in the standing first.
    Players who share a fixed table come together, those of different ones apart.
    """
    largest = max(sizes)
    small = [size for size in sizes if size < largest]
    large = len(sizes) - len(small)
    shape = _place_small(order, largest, large, small, past)
    tables: Tables = []
    rank = 0
    for size in shape:
        tables.append(list(range(rank, rank + size)))
        rank += size
    return _together(order, tables, past)


def _place_small(
    order: Sequence[int], largest: int, large: int, small: list[int], past: Past
) -> list[int]:
    """Return the sizes in order of standing."""
    shape = [largest] * large
    for size in small:
        starts = [0]
        for seats in shape:
            starts.append(starts[-1] + seats)
        prices = [
            (sum(past.small[order[rank]] ** 2 for rank in range(start, start + size)), -place)
            for place, start in enumerate(starts)
            if start + size <= len(order)
        ]
        place = -min(prices)[1]
        shape.insert(place, size)
    return shape


def _together(order: Sequence[int], tables: Tables, past: Past) -> Tables:
    """Bring players of one fixed table together and those of different ones apart."""
    groups: dict[int, list[int]] = {}
    for rank, player in enumerate(order):
        if past.fixed[player]:
            groups.setdefault(past.fixed[player], []).append(rank)
    taken: set[int] = set()
    for ranks in sorted(groups.values(), key=lambda ranks: -len(ranks)):
        home = next(
            number
            for number in sorted(
                range(len(tables)), key=lambda number: abs(tables[number][0] - ranks[0])
            )
            if number not in taken and len(tables[number]) >= len(ranks)
        )
        taken.add(home)
        for rank in ranks:
            if rank in tables[home]:
                continue
            away = next(number for number, table in enumerate(tables) if rank in table)
            goes = next(other for other in tables[home] if other not in ranks)
            tables[home][tables[home].index(goes)] = rank
            tables[away][tables[away].index(rank)] = goes
    return tables


def _repair(work: _Neighbours, free: frozenset[int], tries: int) -> int:
    """Exchange whoever meets somebody again with the nearest rank that helps.

    Returns how many exchanges were tried.
    """
    used = 0
    for reach in (8, 8, 16, 16, 32, 32, 64, 128):
        for rank in work.troubled():
            if rank not in free or not any(
                other in work.rows[rank] for other in work.tables[work.table_of[rank]]
            ):
                continue
            for other in _near(rank, reach, work.last):
                if other in free and work.table_of[other] != work.table_of[rank]:
                    used += 1
                    if work.added(rank, other, 0) < -REPEAT // 2:
                        work.exchange(rank, other)
                        break
            if used >= tries:
                return used
    return used


def _near(rank: int, reach: int, last: int) -> Iterator[int]:
    """Yield the ranks up to `reach` away, nearest first."""
    for step in range(1, reach + 1):
        if rank >= step:
            yield rank - step
        if rank + step <= last:
            yield rank + step


def _anneal(work: _Neighbours, free: Sequence[int], tries: int, chance: Chance) -> Tables:
    """Try chance exchanges of near ranks at falling temperatures; return the best tables."""
    best = cost = 0
    kept = [table[:] for table in work.tables]
    count = len(free)
    if count < 2:
        return kept
    draw, table_of = chance.next, work.table_of
    # The more of the others somebody has met, the further the search has to go (in half ranks).
    hot = 4 + 80 * sum(map(len, work.rows)) / len(work.rows) ** 2
    for step in range(STEPS):
        rest = (STEPS - 1 - step) / (STEPS - 1)
        # Falling chances, negated so that they rise and can be bisected.
        chances = [-chance_ for chance_ in acceptance(0.5 + hot * rest * rest)]
        reach = min(3 + int(20 * rest), count - 1)
        for _ in range(tries // STEPS):
            place = int(draw() * count)
            near = place + 1 + int(draw() * reach)
            if near >= count:
                continue
            one, other = free[place], free[near]
            if table_of[one] == table_of[other]:
                continue
            limit = max(1, bisect_left(chances, -draw()))
            added = work.added(one, other, limit)
            if added < limit:
                work.exchange(one, other)
                cost += added
        if cost < best:
            best = cost
            kept = [table[:] for table in work.tables]
    return kept


def snake(order: Sequence[int], sizes: Sequence[int], past: Past) -> Tables:
    """Return tables of these sizes, equal by standing: dealt out to and fro, best first.

    The tables with fewer seats leave the last turn out. Players with a fixed table exchange
    places with whoever was dealt there in the same turn.
    """
    tables: Tables = [[] for _ in sizes]
    ascending = sorted(sizes)
    rank = 0
    turn = 0
    while rank < len(order):
        open_ = [number for number, size in enumerate(ascending) if len(tables[number]) < size]
        for number in open_ if turn % 2 == 0 else reversed(open_):
            tables[number].append(rank)
            rank += 1
        turn += 1
    return [[order[rank] for rank in table] for table in _together(order, tables, past)]


def rank_spread_sum(order: Sequence[int], tables: Tables) -> int:
    """Return the sum over tables of last minus first rank."""
    rank = {player: number for number, player in enumerate(order)}
    return sum(
        max(rank[p] for p in table) - min(rank[p] for p in table) for table in tables if table
    )


def past_meetings(players: int, rounds: Sequence[Tables]) -> list[dict[int, int]]:
    """Return for each player whom they met, and how often."""
    met: list[dict[int, int]] = [{} for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for first, second in combinations(table, 2):
                met[first][second] = met[first].get(second, 0) + 1
                met[second][first] = met[second].get(first, 0) + 1
    return met
