"""One round by standing: neighbours at a table with the fewest repeats, or equal tables.

Players are given best first; rank 0 is the best. The spread of a table is the difference between
its last and its first rank: 3 at best for a table of four.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.engine.seating.chance import Chance, acceptance
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


@dataclass(slots=True)
class _Neighbours:
    """The tables under work, as ranks; `costs` and `table_of` are kept true."""

    order: Sequence[int]
    past: Past
    tables: list[list[int]]
    usual: int
    costs: list[int] = field(default_factory=list)
    table_of: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table_of = [0] * len(self.order)
        for number, table in enumerate(self.tables):
            for rank in table:
                self.table_of[rank] = number
        self.costs = [self.cost(table) for table in self.tables]

    def cost(self, table: Sequence[int]) -> int:
        """Return what these ranks at one table cost."""
        met, clubs = self.past.met, self.past.clubs
        players = [self.order[rank] for rank in table]
        total = 2 * (max(table) - min(table))
        for first, player in enumerate(players):
            known, club = met[player], clubs[player]
            for other in players[first + 1 :]:
                if other in known:
                    total += REPEAT * known[other]
                if club >= 0 and clubs[other] == club:
                    total += CLUB
        if len(table) < self.usual:
            total += sum(SMALL * self.past.small[player] for player in players)
        return total

    def try_exchange(self, one: int, other: int, limit: int) -> bool:
        """Exchange two ranks at different tables if it adds less than `limit`; say if done."""
        first, second = self.table_of[one], self.table_of[other]
        old = self.costs[first] + self.costs[second]
        new_first = [other if rank == one else rank for rank in self.tables[first]]
        new_second = [one if rank == other else rank for rank in self.tables[second]]
        cost_first, cost_second = self.cost(new_first), self.cost(new_second)
        if cost_first + cost_second - old >= limit:
            return False
        self.tables[first], self.tables[second] = new_first, new_second
        self.costs[first], self.costs[second] = cost_first, cost_second
        self.table_of[one], self.table_of[other] = second, first
        return True


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
            goes = next(
                other for other in tables[home] if other not in ranks
            )
            tables[home][tables[home].index(goes)] = rank
            tables[away][tables[away].index(rank)] = goes
    return tables


def _repair(work: _Neighbours, free: frozenset[int], tries: int) -> int:
    """Exchange whoever meets somebody again with the nearest rank that helps most.

    Returns how many exchanges were tried.
    """
    used = 0
    last = len(work.order) - 1
    for reach in (8, 8, 16, 16, 32, 32, 64, 128):
        troubled = [number for number, cost in enumerate(work.costs) if cost >= REPEAT]
        if not troubled or used >= tries:
            break
        for number in troubled:
            for rank in list(work.tables[number]):
                if work.costs[number] < REPEAT or rank not in free:
                    continue
                for step in range(1, reach + 1):
                    for other in (rank - step, rank + step):
                        if not 0 <= other <= last or other not in free:
                            continue
                        if work.table_of[other] != work.table_of[rank]:
                            used += 1
                            if work.try_exchange(rank, other, -REPEAT // 2):
                                break
                    else:
                        continue
                    break
    return used


def _anneal(work: _Neighbours, free: Sequence[int], tries: int, chance: Chance) -> Tables:
    """Try chance exchanges of near ranks at falling temperatures; return the best tables."""
    best = cost = sum(work.costs)
    kept = [table[:] for table in work.tables]
    count = len(free)
    if count < 2:
        return kept
    for step in range(STEPS):
        rest = (STEPS - 1 - step) / (STEPS - 1)
        # Falling chances, negated so that they rise and can be bisected.
        chances = [-chance_ for chance_ in acceptance(0.5 + 30 * rest * rest)]
        reach = min(3 + int(20 * rest), count - 1)
        for _ in range(tries // STEPS):
            place = chance.below(count)
            near = place + 1 + chance.below(reach)
            if near >= count:
                continue
            one, other = free[place], free[near]
            first, second = work.table_of[one], work.table_of[other]
            if first == second:
                continue
            before = work.costs[first] + work.costs[second]
            limit = max(1, bisect_left(chances, -chance.next()))
            if work.try_exchange(one, other, limit):
                cost += work.costs[first] + work.costs[second] - before
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
