"""Chance from a seed: the same numbers on every machine and every version of Python.

Only `random()` of the Mersenne Twister is used, whose sequence Python promises to keep, and
only +, −, ×, ÷, which every machine rounds alike: no `shuffle`, no `exp`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

Item = TypeVar("Item")


class Chance:
    """A source of chance that an integer seed determines. `next` gives a float in [0, 1)."""

    __slots__ = ("next",)

    def __init__(self, seed: int) -> None:
        self.next = random.Random(seed).random  # noqa: S311 (a seating is to be repeatable)

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` − 1."""
        return int(self.next() * limit)

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in another order, each order equally likely."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = int(self.next() * (last + 1))
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def acceptance(temperature: float) -> list[float]:
    """Return e^(−d / temperature) for d = 0, 1, 2, …, as long as it is worth a try."""
    x = 1 / temperature
    # The series for e^x with a small x converges at once; halve x until it is small.
    halvings = 0
    while x > 0.5:
        x /= 2
        halvings += 1
    term = total = 1.0
    for n in range(1, 14):
        term *= x / n
        total += term
    step = 1 / total
    for _ in range(halvings):
        step *= step
    chances = [1.0]
    while chances[-1] > 1e-5 and len(chances) < 4096:
        chances.append(chances[-1] * step)
    return chances
