"""What several tests of the seating share: requests by chance, and the lines that must hold."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING

from tournaments.engine.seating import Attendee, Method, Plan, Request, Round, Sizes, plan

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZES = (
    Sizes(),
    Sizes((2,), 2),
    Sizes((3, 4), 4),
    Sizes((2, 3), 3),
    Sizes((4,), 4),
    Sizes((3,), 3),
)

# Rounds up to which no repeat is known to be possible (seating.md).
ROUNDS_WITHOUT_REPEAT = {
    13: 4, 14: 4, 15: 5, 16: 5, 17: 5, 18: 5, 19: 5, 20: 5, 21: 7, 22: 7, 23: 7, 24: 7,
    25: 8, 26: 8, 27: 9, 28: 9, 29: 9, 30: 9, 31: 9, 32: 9, 33: 11, 34: 11, 35: 11, 36: 11,
    37: 12, 38: 12, 39: 13, 40: 13, 44: 14, 48: 15, 52: 17, 56: 18, 60: 19, 64: 21,
}  # fmt: skip

UNAVOIDABLE = {
    (8, 7): 84, (12, 6): 45, (16, 8): 72, (16, 10): 120, (20, 6): 6, (20, 7): 20, (20, 8): 50,
    (20, 10): 110, (24, 8): 18, (24, 9): 48, (24, 10): 84, (28, 10): 42, (36, 12): 27,
    (40, 14): 60,
}  # fmt: skip


def event(players: int, rounds: int, seed: int = 1, iterations: int | None = None) -> Request:
    """Return a plain request for players 1 … n."""
    attendees = tuple(Attendee(number) for number in range(1, players + 1))
    return Request(attendees, rounds, seed=seed, iterations=iterations)


def digest(found: Plan) -> str:
    """Return a short hash of a plan's rounds, tables, seats and byes."""
    text = repr([[(t.number, t.seats) for t in r.tables] + [r.byes] for r in found.rounds])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def faults(request: Request, found: Plan) -> list[str]:
    """Return which lines of tournaments.md §4 the coming rounds of a plan break."""
    said: list[str] = []
    byes: dict[object, int] = {}
    for number, round_ in enumerate(found.rounds, 1):
        if number > len(request.published):
            said += [
                f"round {number}: {fault}" for fault in _round_faults(request, round_, number, byes)
            ]
        for entrant in round_.byes:
            byes[entrant] = byes.get(entrant, 0) + 1
    return said


def _round_faults(
    request: Request, round_: Round, number: int, byes: dict[object, int]
) -> list[str]:
    said = []
    sitting = [entrant for table in round_.tables for entrant in table.seats]
    present = [a.id for a in request.attendees if number not in a.away]
    if sorted(map(repr, [*sitting, *round_.byes])) != sorted(map(repr, present)):
        said.append("not everyone present sits once or has a bye")
    if any(len(table.seats) not in request.sizes.allowed for table in round_.tables):
        said.append("a table of a wrong size")
    if len({table.number for table in round_.tables}) < len(round_.tables):
        said.append("two tables with one number")
    fewest = min((byes.get(e, 0) for e in sitting), default=None)
    if fewest is not None and any(byes.get(e, 0) > fewest for e in round_.byes):
        said.append("a second bye before all had one")
    fixed = {a.id: a.table for a in request.attendees if a.table is not None}
    at = {entrant: table.number for table in round_.tables for entrant in table.seats}
    if any(at.get(entrant, table) != table for entrant, table in fixed.items()):
        said.append("somebody is not at their fixed table")
    return said


def wild_event(seed: int) -> list[tuple[Request, Plan]]:
    """Play a whole event by chance: late entries, drops, absences, clubs, methods, sizes."""
    rng = random.Random(seed)
    players = rng.choice((2, 3, 5, 6, 7, 9, 11, 13, 16, 22, 31, 40, 57))
    rounds = rng.randint(1, 6)
    sizes = rng.choice(SIZES)
    clubs = rng.choice((1, 4, 1000))
    away = {f"e{number}": _absences(rng, rounds) for number in range(players)}
    club = {entrant: rng.randrange(clubs) if clubs < 1000 else None for entrant in away}
    fixed = dict.fromkeys(rng.sample(sorted(away), k=min(2, players // 8)), None)
    attendees = tuple(
        Attendee(e, club[e], 1 + list(fixed).index(e) if e in fixed else None, away[e])
        for e in away
    )
    played: tuple[Round, ...] = ()
    draft: tuple[Round, ...] = ()
    found: list[tuple[Request, Plan]] = []
    while len(played) < rounds:
        method = rng.choice(list(Method))
        request = Request(
            attendees,
            len(played) + 1 if method in (Method.SNAKE, Method.STANDINGS) else rounds,
            published=played,
            sizes=sizes,
            method=method,
            standing=_standing(rng, away) if method in (Method.SNAKE, Method.STANDINGS) else (),
            draft=draft if method is Method.BALANCED else (),
            seed=rng.randrange(10**6),
            iterations=1_000,
        )
        planned = plan(request)
        found.append((request, planned))
        keep = rng.randint(1, 2)
        played, draft = planned.rounds[: len(played) + keep], planned.rounds[len(played) + keep :]
    return found


def _absences(rng: random.Random, rounds: int) -> frozenset[int]:
    """Return the rounds somebody misses: before a late entry, after a drop, or one by chance."""
    everything = range(1, rounds + 1)
    kind = rng.random()
    if kind < 0.1:
        return frozenset(everything[: rng.randint(1, rounds)])
    if kind < 0.2:
        return frozenset(everything[rng.randint(0, rounds) :])
    return frozenset({rng.choice(everything)}) if kind < 0.3 else frozenset()


def _standing(
    rng: random.Random, entrants: Sequence[str] | dict[str, frozenset[int]]
) -> tuple[tuple[str, ...], ...]:
    order = sorted(entrants)
    rng.shuffle(order)
    return tuple(tuple(order[start : start + 3]) for start in range(0, len(order), 3))
