"""Who sits where at a table: every seat equally often for everyone (seating.md, "One way").

The seatings are the edges of a graph players × tables. An Euler split halves the edges at every
player and every table; two of them deal out four seats so that everyone has each of them
⌊R/4⌋ or ⌈R/4⌉ times. Other table sizes and seats already taken are evened out afterwards by
chains: along a path of tables two seats are exchanged, which changes only its two ends.
"""

from __future__ import annotations

from collections import deque
from itertools import combinations, permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.engine.seating.chance import Chance
    from tournaments.engine.seating.constructions import Tables


def seat(
    players: int,
    rounds: Sequence[Tables],
    taken: Sequence[Sequence[int]],
    chance: Chance,
) -> list[Tables]:
    """Return the rounds with the players of each table in order of seats.

    `taken[p][s]`: how often player p already had seat s, for as many seats as there are.
    """
    tables = [chance.shuffled(table) for round_ in rounds for table in round_]
    seats = max((len(table) for table in tables), default=0)
    if seats == 4:
        _deal_four(players, tables)
    counts = [list(row[:seats]) + [0] * (seats - len(row)) for row in taken]
    for table in tables:
        for number, player in enumerate(table):
            counts[player][number] += 1
    for _ in range(4):
        before = [table[:] for table in tables]
        for a, b in combinations(range(seats), 2):
            _even_out(tables, counts, a, b)
        if before == tables:
            break
    if seats <= 4:
        _rearrange(tables, counts, chance, everyone=len(rounds) == 1)
    result: list[Tables] = []
    position = 0
    for round_ in rounds:
        result.append(tables[position : position + len(round_)])
        position += len(round_)
    return result


def _rearrange(
    tables: list[list[int]], counts: list[list[int]], chance: Chance, *, everyone: bool
) -> None:
    """Give whole tables their best order, where somebody still is two off or for `everyone`.

    Orders that are just as good are taken too, so that a remaining unevenness can wander to
    where it fits.
    """
    narrowest: dict[int, int] = {}
    for table in tables:
        for player in table:
            narrowest[player] = min(narrowest.get(player, len(table)), len(table))
    for sweep in range(12):
        uneven = [
            table
            for table in tables
            if (everyone and not sweep) or any(_off(counts[p], narrowest[p]) for p in table)
        ]
        for table in chance.shuffled(uneven):
            _reorder(table, counts, chance)


def _reorder(table: list[int], counts: list[list[int]], chance: Chance) -> None:
    """Give a table the order that is best for the sum of squares of all counts."""
    for number, player in enumerate(table):
        counts[player][number] -= 1
    rows = [counts[player] for player in table]
    best = min(
        chance.shuffled(list(permutations(range(len(table))))),
        key=lambda order: sum(rows[who][number] for number, who in enumerate(order)),
    )
    table[:] = [table[who] for who in best]
    for number, player in enumerate(table):
        counts[player][number] += 1


def _off(row: Sequence[int], seats: int) -> bool:
    """Tell whether somebody is two off; seats that not every table has count only as too many."""
    return max(row) - min(row[:seats]) > 1


def _deal_four(players: int, tables: list[list[int]]) -> None:
    """Order tables of up to four by two Euler splits."""
    edges = [(number, player) for number, table in enumerate(tables) for player in table]
    halves = _split(players, len(tables), edges)
    quarters = [part for half in halves for part in _split(players, len(tables), half)]
    dealt: list[list[int]] = [[-1] * 4 for _ in tables]
    for number, part in enumerate(quarters):
        for table, player in part:
            dealt[table][number] = player
    for number, order in enumerate(dealt):
        # A table of three has one empty place; whoever has the last seat takes it.
        if order[3] >= 0 and -1 in order:
            order[order.index(-1)], order[3] = order[3], -1
        tables[number][:] = [player for player in order if player >= 0]


def _split(
    players: int, tables: int, edges: list[tuple[int, int]]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the edges (table, player) in two halves, even at every table and every player.

    Walks along unused edges, from nodes of odd degree first, putting them by turns into one
    half and the other: the graph has two sides, so every closed walk has even length.
    """
    around: list[list[int]] = [[] for _ in range(tables + players)]
    for number, (table, player) in enumerate(edges):
        around[table].append(number)
        around[tables + player].append(number)
    used = bytearray(len(edges))
    halves: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    odd = [node for node, at in enumerate(around) if len(at) % 2]
    for start in (*odd, *range(tables + players)):
        # A walk from an odd node must not start there again once it has ended one.
        _walk(start, tables, edges, around, used, halves)
    return halves


def _walk(
    start: int,
    tables: int,
    edges: list[tuple[int, int]],
    around: list[list[int]],
    used: bytearray,
    halves: tuple[list[tuple[int, int]], list[tuple[int, int]]],
) -> None:
    node = start
    while True:
        at = around[node]
        while at and used[at[-1]]:
            at.pop()
        if not at:
            return
        number = at.pop()
        used[number] = 1
        table, player = edges[number]
        if node < tables:
            halves[0].append((table, player))
            node = tables + player
        else:
            halves[1].append((table, player))
            node = table


def _even_out(tables: list[list[int]], counts: list[list[int]], a: int, b: int) -> None:
    """Exchange seats a and b (a < b) along chains of tables until nobody gains by it.

    A player's surplus is how much more often they had a than b. Exchanging the two at a table
    moves a surplus of two from whoever sits at a to whoever sits at b; players in between on a
    chain, who get one and lose one, keep theirs.
    """
    from_a: dict[int, list[int]] = {}
    from_b: dict[int, list[int]] = {}
    for number, table in enumerate(tables):
        if b < len(table):
            from_a.setdefault(table[a], []).append(number)
            from_b.setdefault(table[b], []).append(number)
    surplus = [row[a] - row[b] for row in counts]
    waiting = [player for player in from_a if surplus[player] > 1]
    waiting += [player for player in from_b if surplus[player] < -1 and player not in from_a]
    waiting += [player for player in from_b if surplus[player] < -1 and player in from_a]
    for player in waiting:
        while abs(surplus[player]) > 1:
            giving = surplus[player] > 0
            chain = _chain(tables, surplus, from_a if giving else from_b, player, a, b)
            if not chain:
                break
            for number in chain:
                _turn(tables[number], number, from_a, from_b, counts, surplus, a, b)


def _chain(
    tables: list[list[int]],
    surplus: list[int],
    out: dict[int, list[int]],
    start: int,
    a: int,
    b: int,
) -> list[int]:
    """Return the shortest chain of tables from `start` to someone who should take the surplus."""
    sign = 1 if surplus[start] > 0 else -1
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue = deque([start])
    while queue:
        player = queue.popleft()
        for number in out.get(player, ()):
            other = tables[number][b if sign > 0 else a]
            if other in came:
                continue
            came[other] = (player, number)
            if sign * (surplus[start] - surplus[other]) > 2:
                return _way_back(came, start, other)
            queue.append(other)
    return []


def _way_back(came: dict[int, tuple[int, int]], start: int, end: int) -> list[int]:
    chain = []
    player = end
    while player != start:
        player, number = came[player]
        chain.append(number)
    return chain


def _turn(
    table: list[int],
    number: int,
    from_a: dict[int, list[int]],
    from_b: dict[int, list[int]],
    counts: list[list[int]],
    surplus: list[int],
    a: int,
    b: int,
) -> None:
    """Exchange seats a and b at one table, and keep all counts true."""
    left, right = table[a], table[b]
    table[a], table[b] = right, left
    from_a[left].remove(number)
    from_b[right].remove(number)
    from_a.setdefault(right, []).append(number)
    from_b.setdefault(left, []).append(number)
    for player, step in ((left, -1), (right, 1)):
        counts[player][a] += step
        counts[player][b] -= step
        surplus[player] += 2 * step
