"""Time points and four tie-breaks for large events, beside a plain Fraction implementation.

Run: python -m bench.standings. Prints milliseconds of the processor, the median of several
runs, so that what else the machine does shows less.
"""

from __future__ import annotations

import random
import statistics
from fractions import Fraction
from functools import partial
from time import process_time
from typing import TYPE_CHECKING

from tournaments.engine import tiebreaks as by
from tournaments.engine.chain import LOTS
from tournaments.engine.model import Entrant, Event, Round, Seat, Stage, Table
from tournaments.engine.points import Places, Settlement
from tournaments.engine.standings import standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.engine.points import PointsRule
    from tournaments.engine.tiebreaks import Chain

RUNS = 9
ROUNDS = 8
# (entrants, milliseconds allowed by seating.md, "To reach").
LIMITS = ((1_000, 25), (4_000, 120))
COMMON: Chain = (by.SETTLEMENT, by.TOTAL, by.FIRST_PLACES, by.BEST_GAME)
COSTLY: Chain = (by.HEAD_TO_HEAD, by.OPPONENTS, by.POKERS, LOTS)


def event(entrants: int, points: PointsRule, chain: Chain) -> Event:
    """Make an event of tables of four with totals of a club's usual spread."""
    draw = random.Random(entrants)
    ids = list(range(entrants))
    rounds = []
    for number in range(1, ROUNDS + 1):
        draw.shuffle(ids)
        tables = tuple(
            Table(
                at // 4 + 1,
                tuple(
                    Seat(key, round(draw.gauss(200, 45)), draw.choice((0, 0, 1)), draw.randrange(4))
                    for key in ids[at : at + 4]
                ),
            )
            for at in range(0, entrants, 4)
        )
        rounds.append(Round(number, tables))
    people = tuple(Entrant(key, f"{key:05}") for key in range(entrants))
    return Event(people, (Stage(tuple(rounds), points, chain),), "bench")


def plain(given: Event) -> list[list[Fraction]]:
    """Rank by settlement and the four common criteria in the most direct way."""
    score: dict[object, list[Fraction]] = {}
    for each in given.stages[0].rounds:
        for table in each.tables:
            totals = [Fraction(seat.total or 0) for seat in table.seats]
            mean = sum(totals, Fraction(0)) / len(totals)
            for seat, total in zip(table.seats, totals, strict=True):
                own = score.setdefault(seat.entrant, [Fraction(0)] * 5)
                own[0] += total - mean
                own[1] += total - mean
                own[2] += total
                own[3] += total == max(totals)
                own[4] = max(own[4], total)
    return sorted(score.values(), reverse=True)


def columns(given: Event) -> list[object]:
    """Rank, and read every entrant's value for each criterion, tied or not."""
    ranked = standing(given)
    return [ranked.value(each.key, row.entrant) for each in COMMON for row in ranked.rows]


def milliseconds(work: Callable[[], object]) -> float:
    """Answer the median time of a piece of work."""
    times = []
    for _ in range(RUNS):
        start = process_time()
        work()
        times.append((process_time() - start) * 1000)
    return statistics.median(times)


def main() -> None:
    """Print the table."""
    print(f"standings: points and four tie-breaks, {ROUNDS} rounds, median of {RUNS}")
    for entrants, limit in LIMITS:
        for name, points, chain in (
            ("settlement, usual chain", Settlement(), COMMON),
            ("places, usual chain", Places(), COMMON),
            ("places, costly chain", Places(), COSTLY),
        ):
            took = milliseconds(partial(standing, event(entrants, points, chain)))
            print(f"  {entrants:>5} × {ROUNDS}  {name:<28}{took:8.1f} ms  (to reach: {limit})")
        took = milliseconds(partial(columns, event(entrants, Settlement(), COMMON)))
        print(f"  {entrants:>5} × {ROUNDS}  {'and every value of it shown':<28}{took:8.1f} ms")
        took = milliseconds(partial(plain, event(entrants, Settlement(), COMMON)))
        print(f"  {entrants:>5} × {ROUNDS}  {'plain Fractions':<28}{took:8.1f} ms")


if __name__ == "__main__":
    main()
