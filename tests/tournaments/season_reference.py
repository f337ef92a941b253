"""A season counted once more, by other means: plain dictionaries and sorting, for the tests."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

Table = tuple[date, Mapping[str, int]]
"""A table of an evening: its day, and each player's total."""


def points_of(
    totals: Mapping[str, int], lists: Mapping[int, Sequence[Fraction]]
) -> dict[str, Fraction]:
    """What a table gives for places: those sharing a place share the sum of its places."""
    size = max([n for n in lists if n <= len(totals)] or [min(lists)])
    figures = [*lists[size], *[Fraction(0)] * len(totals)]
    given = {}
    for name, total in totals.items():
        above = sum(other > total for other in totals.values())
        level = sum(other == total for other in totals.values())
        given[name] = sum(figures[above : above + level], Fraction(0)) / level
    return given


def settled(totals: Mapping[str, int]) -> dict[str, Fraction]:
    """Own total minus the mean of the table."""
    mean = Fraction(sum(totals.values()), len(totals))
    return {name: total - mean for name, total in totals.items()}


def season(
    tables: Sequence[Table],
    *,
    lists: Mapping[int, Sequence[Fraction]] | None,
    together: str,
    best: int | None,
    drop: int,
    bonus: Fraction,
    minimum_games: int,
) -> dict[str, tuple[Fraction, int | None]]:
    """Each player's points and place (1, 2, 2, 4; None below the minimum of games)."""
    evenings: dict[str, dict[date, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    games: dict[str, int] = defaultdict(int)
    for day, totals in tables:
        given = settled(totals) if lists is None else points_of(totals, lists)
        for name, points in given.items():
            evenings[name][day].append(points)
            games[name] += 1
    held = len({day for day, _ in tables})
    limit = best if best is not None else max(1, held - drop)
    sums: dict[str, Fraction] = {}
    for name, own in evenings.items():
        each = []
        for several in own.values():
            if together == "sum":
                one = sum(several, Fraction(0))
            elif together == "best":
                one = max(several)
            else:
                one = sum(several, Fraction(0)) / len(several)
            each.append(one + bonus)
        sums[name] = sum(sorted(each, reverse=True)[:limit], Fraction(0))
    placed = {name: points for name, points in sums.items() if games[name] >= minimum_games}
    return {
        name: (
            points,
            1 + sum(other > points for other in placed.values()) if name in placed else None,
        )
        for name, points in sums.items()
    }
