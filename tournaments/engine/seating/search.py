"""Search: exchange two players of a round until meetings, clubs and small tables are as wished.

First repair: for each player in a repeated meeting the best exchange at hand. Then annealing:
chance exchanges, ever fewer of which may make it worse. The budget is counted in exchanges tried,
so the answer is the same on every machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tournaments.engine.seating.chance import Chance, acceptance
from tournaments.engine.seating.measure import club_meetings

if TYPE_CHECKING:
    from tournaments.engine.seating.constructions import Tables

Row: TypeAlias = MutableSequence[int]
Mates: TypeAlias = tuple[int, ...]

STEPS = 80
"""Temperatures from hot to cold."""

MEETING, EARLY, CLUB, SMALL = 96, 48, 8, 8
"""What one more repeat, a club-mate in a round that should have none, a club-mate in any round,
and an uneven small table cost in the search. Alone, a repeat costs 1."""

THREES_FIRST = 2 * MEETING
"""What an uneven small table costs where it counts more than repeats."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the search knows of the players 0 … n−1 besides their meetings.

    `clubs[p]`: the club of player p, negative for none. `small[p]`: how often p sat at a small
    table in rounds that stay as they are.
    """

    clubs: tuple[int, ...]
    small: tuple[int, ...]


class Layout:
    """The slots of one round: tables one after the other, each slot at one table."""

    __slots__ = ("mates", "padded", "price", "sizes", "small", "starts", "table")

    def __init__(self, sizes: tuple[int, ...], meeting: int) -> None:
        self.sizes = sizes
        self.starts: list[int] = []
        self.table: list[int] = []
        self.mates: list[Mates] = []
        largest = max(sizes, default=0)
        seated = sum(sizes)
        # A slot no player stands in: whoever looks there finds the phantom, whom nobody meets.
        self.padded: list[Mates] = []
        self.small: list[bool] = []
        self.price: list[int] = []
        for number, size in enumerate(sizes):
            start = len(self.table)
            self.starts.append(start)
            for slot in range(start, start + size):
                mates = tuple(other for other in range(start, start + size) if other != slot)
                self.table.append(number)
                self.mates.append(mates)
                self.padded.append(mates + (seated,) * (max(largest, 4) - size))
                self.small.append(size < largest)
                self.price.append(meeting * (size - 1))


class _Work(NamedTuple):
    """A round to anneal: its number and slots, the slots to draw from, some of them oftener."""

    number: int
    slots: list[int]
    free: list[int]
    often: list[int]
    layout: Layout


class Search:
    """Free rounds of players 0 … n−1, improved in place.

    `cost` counts every meeting of every round, those in `fixed` too, by the weights above.
    """

    def __init__(
        self,
        players: int,
        fixed: Iterable[Tables],
        wishes: Wishes,
        early: Sequence[bool],
        *,
        even: bool,
        chance: Chance,
        small_price: int = SMALL,
    ) -> None:
        self.small_price = small_price
        self.players = players
        self.clubs = wishes.clubs
        self.early = list(early)
        self.chance = chance
        self.clubbed = any(club >= 0 for club in wishes.clubs)
        self.meeting = MEETING if self.clubbed or even else 1
        self.even = even
        self.start_small = list(wishes.small)
        self._fixed = [[list(table) for table in tables] for tables in fixed]
        self._layouts: dict[tuple[int, ...], Layout] = {}
        self._base = self._rows()
        self.slots: list[list[int]] = []
        self.layouts: list[Layout] = []
        self.movable: list[list[int]] = []

    def _rows(self) -> list[Row]:
        """Return what one more meeting of each pair costs, fixed rounds counted."""
        width = self.players + 1
        # Lists are faster, arrays of two bytes a quarter of the room.
        rows: list[Row] = (
            [[0] * width for _ in range(width)]
            if width < 1200
            else [array("H", bytes(2 * width)) for _ in range(width)]
        )
        members: dict[int, list[int]] = {}
        for player, club in enumerate(self.clubs):
            if club >= 0:
                members.setdefault(club, []).append(player)
        for group in members.values():
            for first, second in combinations(group, 2):
                rows[first][second] += CLUB
                rows[second][first] += CLUB
        _count(rows, self._fixed, self.meeting)
        return rows

    def load(self, rounds: Sequence[Tables], locked: Sequence[frozenset[int]]) -> None:
        """Take these free rounds; the players `locked` in a round do not move in it."""
        self.rows = [row[:] for row in self._base]
        self.layouts = []
        self.movable = []
        self.slots = []
        for tables, stay in zip(rounds, locked, strict=True):
            sizes = tuple(len(table) for table in tables)
            layout = self._layouts.get(sizes)
            if layout is None:
                layout = self._layouts[sizes] = Layout(sizes, self.meeting)
            flat = [player for table in tables for player in table]
            self.layouts.append(layout)
            self.movable.append([slot for slot, player in enumerate(flat) if player not in stay])
            flat.append(self.players)
            self.slots.append(flat)
        _count(self.rows, rounds, self.meeting)
        self.small = self.start_small[:]
        for flat, layout in zip(self.slots, self.layouts, strict=True):
            for slot, small in enumerate(layout.small):
                self.small[flat[slot]] += small
        self.largest = max((max(layout.sizes, default=0) for layout in self.layouts), default=0)
        self.exchange_cost = self._cost_function()

    def rounds(self) -> list[Tables]:
        """Return the free rounds as they are now."""
        return [
            [flat[start : start + size] for start, size in zip(at.starts, at.sizes, strict=True)]
            for flat, at in zip(self.slots, self.layouts, strict=True)
        ]

    def _cost_function(self) -> Callable[[list[int], list[Mates], int, int], int]:
        """Return a function: slots, mates, two slots → what their exchange adds, less prices."""
        rows = self.rows

        def up_to_four(slots: list[int], padded: list[Mates], i: int, j: int) -> int:
            row_a = rows[slots[i]]
            row_b = rows[slots[j]]
            m, n, o = padded[i]
            m, n, o = slots[m], slots[n], slots[o]
            p, q, r = padded[j]
            p, q, r = slots[p], slots[q], slots[r]
            return (row_b[m] + row_b[n] + row_b[o] - row_a[m] - row_a[n] - row_a[o]) + (
                row_a[p] + row_a[q] + row_a[r] - row_b[p] - row_b[q] - row_b[r]
            )

        def of_any_size(slots: list[int], padded: list[Mates], i: int, j: int) -> int:
            row_a = rows[slots[i]]
            row_b = rows[slots[j]]
            total = 0
            for slot in padded[i]:
                total += row_b[slots[slot]] - row_a[slots[slot]]
            for slot in padded[j]:
                total += row_a[slots[slot]] - row_b[slots[slot]]
            return total

        return up_to_four if self.largest <= 4 else of_any_size

    def _wish_cost(self, number: int, i: int, j: int) -> int:
        """Return what early club-mates and small tables add when slots i and j are exchanged."""
        slots = self.slots[number]
        layout = self.layouts[number]
        a, b = slots[i], slots[j]
        added = 0
        if self.early[number] and self.clubs[a] != self.clubs[b]:
            clubs = self.clubs
            for mates, leaves, comes in ((layout.mates[i], a, b), (layout.mates[j], b, a)):
                left, new = clubs[leaves], clubs[comes]
                for slot in mates:
                    other = clubs[slots[slot]]
                    if other >= 0:
                        added += EARLY * ((other == new) - (other == left))
        if self.even and layout.small[i] != layout.small[j]:
            gains, loses = (b, a) if layout.small[i] else (a, b)
            added += 2 * self.small_price * (self.small[gains] - self.small[loses] + 1)
        return added

    def added(self, number: int, i: int, j: int) -> int:
        """Return what exchanging slots i and j (at two tables) of a round adds to the cost."""
        layout = self.layouts[number]
        total = self.exchange_cost(self.slots[number], layout.padded, i, j)
        total += layout.price[i] + layout.price[j]
        if self.clubbed or self.even:
            total += self._wish_cost(number, i, j)
        return total

    def exchange(self, number: int, i: int, j: int) -> None:
        """Exchange the players in slots i and j (at two tables) of a round."""
        slots = self.slots[number]
        layout = self.layouts[number]
        rows, price = self.rows, self.meeting
        a, b = slots[i], slots[j]
        row_a, row_b = rows[a], rows[b]
        for slot in layout.mates[i]:
            other = slots[slot]
            row_a[other] -= price
            row_b[other] += price
            row = rows[other]
            row[a] -= price
            row[b] += price
        for slot in layout.mates[j]:
            other = slots[slot]
            row_a[other] += price
            row_b[other] -= price
            row = rows[other]
            row[a] += price
            row[b] -= price
        slots[i], slots[j] = b, a
        if layout.small[i] != layout.small[j]:
            self.small[a] += 1 if layout.small[j] else -1
            self.small[b] += 1 if layout.small[i] else -1

    def beside(self) -> int:
        """Return what small tables and club-mates, wherever they meet, add to the cost now."""
        total = self.small_price * sum(count * count for count in self.small) if self.even else 0
        if self.clubbed:
            _, clubs = club_meetings([*self._fixed, *self.rounds()], self.clubs, 0)
            total += CLUB * clubs
        return total

    def conflicts(self) -> list[tuple[int, int]]:
        """Return round and slot of every movable player who meets somebody again or a club-mate."""
        found = []
        for number, (slots, layout) in enumerate(zip(self.slots, self.layouts, strict=True)):
            for slot in self.movable[number]:
                row = self.rows[slots[slot]]
                # The meeting at this table costs `meeting` itself; anything above is unwished.
                if sum(row[slots[mate]] for mate in layout.mates[slot]) > layout.price[slot]:
                    found.append((number, slot))
        return found

    def repair(self, tries: int, sweeps: int = 30) -> int:
        """Make the best of some exchanges for each player in conflict; return exchanges tried.

        Stops when nobody is in conflict, a sweep changed nothing, or `tries` are used up.
        """
        used = 0
        for _ in range(sweeps):
            found = self.conflicts()
            changed = False
            for number, slot in self.chance.shuffled(found):
                if used >= tries:
                    return used
                tried, better = self._improve(number, slot)
                used += tried
                changed = changed or better
            if not changed:
                break
        return used

    def _improve(self, number: int, slot: int) -> tuple[int, bool]:
        """Make the best exchange for one slot, if it does not make it worse.

        Returns how many were tried, and whether one was made.
        """
        layout = self.layouts[number]
        table = layout.table
        others = self.movable[number]
        start = self.chance.below(len(others))
        best, partner, tried = 1, -1, 0
        # A few hundred partners are as good as all of them.
        for offset in range(min(len(others), 200)):
            other = others[(start + offset) % len(others)]
            if table[other] == table[slot]:
                continue
            tried += 1
            added = self.added(number, slot, other)
            if added < best:
                best, partner = added, other
                if added <= -self.meeting:
                    break
        if partner < 0:
            return tried, False
        self.exchange(number, slot, partner)
        return tried, True

    def anneal(
        self,
        tries: int,
        hot: float,
        cold: float,
        enough: Callable[[int], bool],
        *,
        at_small: int = 0,
    ) -> int:
        """Try `tries` chance exchanges between two temperatures (in repeats), and keep the best.

        `enough(gain)` is asked at each new best whether the cost, `gain` below that at the
        start, is good enough to end. With `at_small` a slot at a small table is drawn so many
        times more often than another. Returns how many exchanges were tried.
        """
        work = [
            _Work(
                number,
                slots,
                movable,
                movable + at_small * [slot for slot in movable if at.small[slot]],
                at,
            )
            for number, (slots, movable, at) in enumerate(
                zip(self.slots, self.movable, self.layouts, strict=True)
            )
            if len(movable) > 1
        ]
        if not work or tries < STEPS:
            return tries
        cost = best = 0
        kept = [slots[:] for slots in self.slots]
        for step in range(STEPS):
            rest = (STEPS - 1 - step) / (STEPS - 1)
            temperature = self.meeting * (cold + (hot - cold) * rest * rest)
            cost, best, done = self._at(
                acceptance(temperature), tries // STEPS, work, cost, best, kept, enough
            )
            if done:
                return (step + 1) * (tries // STEPS)
        self._back_to(kept)
        return tries

    def _at(
        self,
        chances: list[float],
        tries: int,
        rounds: list[_Work],
        cost: int,
        best: int,
        kept: list[list[int]],
        enough: Callable[[int], bool],
    ) -> tuple[int, int, bool]:
        """Try exchanges at one temperature; return cost, best cost, and whether to stop."""
        draw = self.chance.next
        count, limit = len(rounds), len(chances)
        function, wished = self.exchange_cost, self.clubbed or self.even
        for _ in range(tries):
            number, slots, free, often, at = rounds[int(draw() * count)]
            table = at.table
            i = often[int(draw() * len(often))]
            j = free[int(draw() * len(free))]
            if table[i] == table[j]:
                continue
            added = function(slots, at.padded, i, j) + at.price[i] + at.price[j]
            if wished:
                added += self._wish_cost(number, i, j)
            if added <= 0 or (added < limit and draw() < chances[added]):
                self.exchange(number, i, j)
                cost += added
                if cost < best:
                    best = cost
                    for place, current in enumerate(self.slots):
                        kept[place][:] = current
                    if enough(-best):
                        return cost, best, True
        return cost, best, False

    def _back_to(self, kept: list[list[int]]) -> None:
        """Return to kept rounds with the same tables."""
        locked: list[frozenset[int]] = []
        for slots, movable in zip(self.slots, self.movable, strict=True):
            free = set(movable)
            locked.append(frozenset(p for slot, p in enumerate(slots[:-1]) if slot not in free))
        for slots, old in zip(self.slots, kept, strict=True):
            slots[:] = old
        self.load(self.rounds(), locked)


def _count(rows: list[Row], rounds: Iterable[Tables], price: int) -> None:
    for tables in rounds:
        for table in tables:
            for first, second in combinations(table, 2):
                rows[first][second] += price
                rows[second][first] += price
