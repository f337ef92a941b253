"""How many tables of which size (tournaments.md §1.1, §3)."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from tournaments.engine.seating.model import CannotSeatError, Sizes


@cache
def table_sizes(players: int, sizes: Sizes) -> tuple[int, ...]:
    """Return the seats of each table, largest first, that seat all `players`.

    In this order: fewest players at tables larger than the preferred size, sizes no more than
    one apart, as many players as possible at the preferred size. Raises `CannotSeatError`.
    """
    best = _best(players, sizes)
    if best is None:
        raise CannotSeatError(players, sizes.allowed)
    return best


@cache
def seats_and_byes(players: int, sizes: Sizes) -> tuple[tuple[int, ...], int]:
    """Return the table sizes for as many of `players` as can be seated, and how many cannot."""
    for byes in range(players):
        best = _best(players - byes, sizes)
        if best is not None:
            return best, byes
    return (), players


def _best(players: int, sizes: Sizes) -> tuple[int, ...] | None:
    """Return the best sizes, or None.

    Among `preferred` tables of other sizes some together hold a multiple of `preferred` players
    and can become preferred tables, so fewer than that are ever needed.
    """
    wanted = sizes.preferred
    others = sorted(set(sizes.allowed) - {wanted})
    best: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    for count in range(wanted):
        for chosen in combinations_with_replacement(others, count):
            rest = players - sum(chosen)
            if rest < 0 or rest % wanted or rest + count == 0:
                continue
            tables = tuple(sorted((*chosen, *[wanted] * (rest // wanted)), reverse=True))
            price = (
                sum(size for size in chosen if size > wanted),
                max(tables[0] - tables[-1] - 1, 0),
                sum(chosen),
                len(tables),
            )
            if best is None or (price, tables) < best:
                best = price, tables
    return best[1] if best else None
