"""Schedules by formula and from stored starters: no pair of points meets twice.

A frame is a list of rounds, a round a list of tables, a table a list of points 0 … n−1, n a
multiple of the table size. Which player is which point is drawn afterwards. Points that nobody
takes are phantoms: the tables they leave are one smaller.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING, TypeAlias

from tournaments.engine.seating.chance import Chance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Tables: TypeAlias = list[list[int]]

DRAWS = 60
"""How many choices of rounds and phantoms are compared for evenly shared small tables."""

SHIFT_STARTS, SHIFT_STEPS = 6, 400
"""How often a search for shifts begins anew, and how many columns each tries."""


def formula_rounds(tables: int, size: int) -> int:
    """Return how many rounds the plain formula (seating.md) has without a repeat.

    Points of classes c and d meet in rounds r and s if (c−d)(r−s) is a multiple of `tables`.
    """
    if size > tables:
        return 1
    return min(tables // gcd(apart, tables) for apart in range(1, size))


def formula(tables: int, size: int, rounds: int) -> list[Tables]:
    """Return up to `rounds` rounds where table t of round r has the points c·q + (t + f) mod q.

    q is the number of tables, c = 0 … `size` − 1 the class of a point, and f the shift of class c
    in round r: c·r as long as that brings no repeat (seating.md), and found by search beyond.
    Points of one class never meet.
    """
    return [
        [
            [of * tables + (table + shift) % tables for of, shift in enumerate(column)]
            for table in range(tables)
        ]
        for column in shifts(tables, size, rounds)
    ]


@cache
def shifts(tables: int, size: int, rounds: int) -> tuple[tuple[int, ...], ...]:
    """Return for each round the shift of each class; fewer rounds if so many are not found.

    No pair meets twice exactly if the difference between the shifts of any two classes is
    another one in every round (a part of a difference matrix over the numbers modulo `tables`).
    """
    plain = formula_rounds(tables, size)
    if rounds <= plain:
        return tuple(tuple(of * number for of in range(size)) for number in range(rounds))
    best: list[tuple[int, ...]] = [tuple(of * n for of in range(size)) for n in range(plain)]
    if size <= tables:
        chance = Chance(tables)
        for _ in range(SHIFT_STARTS):
            found = _draw_shifts(tables, size, rounds, chance)
            if len(found) > len(best):
                best = found
            if len(best) == rounds:
                break
    return tuple(best)


def _draw_shifts(tables: int, size: int, rounds: int, chance: Chance) -> list[tuple[int, ...]]:
    """Return shifts for as many rounds as one draw finds, going back a limited number of times."""
    work = _Shifts(tables, size, chance)
    best: list[tuple[int, ...]] = []
    # The first class stays where it is; the second may move on by one each round.
    branches = [work.columns((0, 0))]
    for _ in range(SHIFT_STEPS):
        column = next(branches[-1], None)
        if column is not None:
            work.take(column)
            if len(work.taken) > len(best):
                best = work.taken[:]
            if len(best) == min(rounds, tables):
                break
            branches.append(work.columns((0, len(work.taken))))
        elif work.taken:
            branches.pop()
            work.give_back()
        else:
            break
    return best


class _Shifts:
    """The shifts taken so far, and the differences they use up between each two classes."""

    def __init__(self, tables: int, size: int, chance: Chance) -> None:
        self.tables = tables
        self.size = size
        self.chance = chance
        self.pairs = list(combinations(range(size), 2))
        self.used: dict[tuple[int, int], set[int]] = {pair: set() for pair in self.pairs}
        self.taken: list[tuple[int, ...]] = []

    def columns(self, begun: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield by lot the shifts of all classes that begin so and repeat no difference."""
        last = len(begun)
        if last == self.size:
            yield begun
            return
        for value in self.chance.shuffled(range(self.tables)):
            if all(
                (value - before) % self.tables not in self.used[of, last]
                for of, before in enumerate(begun)
            ):
                yield from self.columns((*begun, value))

    def take(self, column: tuple[int, ...]) -> None:
        """Use these shifts for the next round."""
        self.taken.append(column)
        for of, other in self.pairs:
            self.used[of, other].add((column[other] - column[of]) % self.tables)

    def give_back(self) -> None:
        """Give the last shifts up again."""
        column = self.taken.pop()
        for of, other in self.pairs:
            self.used[of, other].discard((column[other] - column[of]) % self.tables)


def circle(players: int) -> list[Tables]:
    """Return the n − 1 rounds in which an even number of players meet in pairs, each pair once."""
    last = players - 1
    return [
        [
            [last, number],
            *([(number + step) % last, (number - step) % last] for step in range(1, players // 2)),
        ]
        for number in range(last)
    ]


@cache
def _stored(name: str) -> dict[str, object]:
    text = files("tournaments.engine.seating").joinpath(name).read_text(encoding="utf-8")
    stored: dict[str, object] = json.loads(text)
    return stored


def starter_sizes() -> list[int]:
    """Return for how many players a starter is stored."""
    return sorted(int(players) for players in _stored("starters.json"))


@cache
def starter(players: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return all rounds of the stored starter, () if there is none.

    Round s replaces every point x < c·m by ⌊x/m⌋·m + (x mod m + s) mod m (seating.md).
    """
    entry = _stored("starters.json").get(str(players))
    if not isinstance(entry, dict):
        return ()
    turn, moving = int(entry["m"]), int(entry["m"]) * int(entry["c"])
    base: list[list[int]] = entry["base"]
    return tuple(
        tuple(
            tuple(x // turn * turn + (x % turn + s) % turn if x < moving else x for x in table)
            for table in base
        )
        for s in range(turn)
    )


def known_sizes() -> list[int]:
    """Return for how many players whole schedules are stored."""
    return sorted(int(players) for players in _stored("known.json"))


def known(players: int, rounds: int | None = None) -> list[list[Tables]]:
    """Return the stored schedules for exactly so many players, of so many rounds if given.

    Search finds them only in minutes: their C2 is as low as can be, and everyone sits at a small
    table as often as anybody else, give or take one.
    """
    schedules = _stored("known.json").get(str(players), [])
    if not isinstance(schedules, list):
        return []
    return [schedule for schedule in schedules if rounds in (None, len(schedule))]


def frame(tables: int, size: int, rounds: int) -> list[Tables]:
    """Return the longest schedule without a repeat that is known for so many full tables.

    Stops at `rounds` only where the formula is enough; a starter is returned whole, for the
    choice among its rounds.
    """
    if size == 2:
        return circle(2 * tables)
    stored = starter(tables * size) if size == 4 else ()
    if formula_rounds(tables, size) < min(rounds, len(stored)):
        return [[list(table) for table in tables_] for tables_ in stored]
    return formula(tables, size, rounds)


def without_phantoms(
    rounds: Sequence[Tables], phantoms: Sequence[int], order: Sequence[int]
) -> list[Tables]:
    """Return the rounds with the phantoms gone and `order[i]` in place of the i-th other point."""
    points = sorted({point for tables in rounds[:1] for table in tables for point in table})
    gone = set(phantoms)
    player = dict(zip((point for point in points if point not in gone), order, strict=True))
    return [
        [[player[point] for point in table if point not in gone] for table in tables]
        for tables in rounds
    ]


def choose(
    rounds: Sequence[Tables], wanted: int, phantoms: int, chance: Chance
) -> tuple[list[Tables], list[int]]:
    """Return `wanted` of the rounds (fewer if there are not so many) and the phantom points.

    Phantoms never share a table in those rounds, which may cost one round; among several
    choices the one is taken that shares the small tables most evenly.
    """
    best: tuple[int, list[Tables], list[int]] | None = None
    met = _met(rounds) if phantoms > 1 else {}
    for _ in range(DRAWS if phantoms > 1 else 1):
        gone, left = _phantoms(rounds, wanted, phantoms, met, chance)
        chosen = [rounds[index] for index in chance.shuffled(left)[:wanted]]
        price = _unevenness(chosen, gone)
        if best is None or (-len(chosen), price) < (-len(best[1]), best[0]):
            best = price, chosen, gone
        if len(chosen) == wanted and price == 0:
            break
    assert best is not None
    return best[1], best[2]


def _phantoms(
    rounds: Sequence[Tables],
    wanted: int,
    phantoms: int,
    met: Mapping[int, set[int]],
    chance: Chance,
) -> tuple[list[int], list[int]]:
    """Return phantom points, and the indices of the rounds in which they are all apart."""
    everything = list(range(len(rounds)))
    if phantoms < 2:
        points = sum(len(table) for table in rounds[0])
        return [chance.below(points)][:phantoms], everything
    strangers = _strangers(met, phantoms, chance)
    if strangers and (len(rounds) <= wanted or chance.next() < 0.5):
        return strangers, everything
    spare = chance.below(len(rounds))
    table = chance.shuffled(rounds[spare])[0]
    return chance.shuffled(table)[:phantoms], [index for index in everything if index != spare]


def _met(rounds: Sequence[Tables]) -> dict[int, set[int]]:
    """Return whom each point meets, itself included."""
    met: dict[int, set[int]] = {}
    for tables in rounds:
        for table in tables:
            for point in table:
                met.setdefault(point, set()).update(table)
    return met


def _strangers(met: Mapping[int, set[int]], count: int, chance: Chance) -> list[int]:
    """Return `count` points of which no two ever meet, [] if the draw finds none."""
    order = chance.shuffled(sorted(met))
    found: list[int] = []
    for first in order[:8]:
        found = [first]
        for point in order:
            if len(found) < count and not any(point in met[other] for other in found):
                found.append(point)
        if len(found) == count:
            return found
    return []


def _unevenness(rounds: Sequence[Tables], phantoms: Sequence[int]) -> int:
    """Return twice the number of times a player is at a small table again."""
    small: dict[int, int] = {}
    gone = set(phantoms)
    for tables in rounds:
        for table in tables:
            if gone.intersection(table):
                for point in table:
                    small[point] = small.get(point, 0) + 1
    return sum(count * (count - 1) for point, count in small.items() if point not in gone)


def by_club(
    players: Sequence[int], clubs: Sequence[int], size: int, rounds: int, chance: Chance
) -> list[Tables]:
    """Return rounds by the formula in which clubs lie along its classes, hence mostly apart.

    `clubs[p]` is the club of player p, negative for none. Club by club, largest first, the
    players fill class after class; phantoms end the last class, so they never meet.
    """
    tables = -(-len(players) // size)
    members: dict[int, list[int]] = {}
    for player in chance.shuffled(players):
        members.setdefault(clubs[player], []).append(player)
    alone = members.pop(-1, [])
    order = [
        player
        for club in sorted(members, key=lambda club: (-len(members[club]), club))
        for player in members[club]
    ]
    order += alone
    plan = formula(tables, size, rounds)
    return without_phantoms(plan, range(len(players), tables * size), order)


def meetings(rounds: Sequence[Sequence[Sequence[int]]]) -> dict[tuple[int, int], int]:
    """Return how often each pair met; a pair that never met is not in it."""
    met: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met
