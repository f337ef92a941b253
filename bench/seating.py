"""Every figure of seating.md, "To reach", beside a plain draw on the same instances.

The plain draw shuffles everyone a thousand times for each round and keeps the draw with the
fewest repeated meetings; for the giants it shuffles less often, as the line says. Seconds are
those of the processor, which a busy machine does not stretch (not much).
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tournaments.engine.seating import Attendee, Method, Plan, Request, plan
from tournaments.engine.seating.constructions import meetings
from tournaments.engine.seating.measure import club_meetings, repeats_and_c2, seat_spread
from tournaments.engine.seating.sizes import table_sizes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.engine.seating.constructions import Tables

PERFECT = {
    13: 4, 14: 4, 15: 5, 16: 5, 17: 5, 18: 5, 19: 5, 20: 5, 21: 7, 22: 7, 23: 7, 24: 7,
    25: 8, 26: 8, 27: 9, 28: 9, 29: 9, 30: 9, 31: 9, 32: 9, 33: 11, 34: 11, 35: 11, 36: 11,
    37: 12, 38: 12, 39: 13, 40: 13, 41: 13, 42: 14, 43: 14, 44: 14, 45: 14, 46: 14, 47: 15,
    48: 15, 49: 16, 50: 16, 51: 17, 52: 17, 53: 17, 54: 18, 55: 18, 56: 18, 57: 18, 58: 18,
    59: 19, 60: 19, 61: 20, 62: 20, 63: 21, 64: 21,
}  # fmt: skip
UNAVOIDABLE = {
    (8, 7): 84, (12, 6): 45, (16, 8): 72, (16, 10): 120, (20, 6): 6, (20, 7): 20, (20, 8): 50,
    (20, 10): 110, (24, 8): 18, (24, 9): 48, (24, 10): 84, (28, 10): 42, (36, 12): 27,
    (40, 14): 60,
}  # fmt: skip
DRAWS = 1_000


@dataclass(frozen=True, slots=True)
class Line:
    """One figure: what, what is to be reached, what was, and the plain draw on the same."""

    what: str
    wanted: str
    reached: str
    passed: bool
    plain: str


def main() -> None:
    """Print all lines, each with its verdict."""
    lines = [
        *perfect(), *large(), *unavoidable(), *few(), *mid_event(), *clubs(), *seats(),
        *by_standing(),
    ]  # fmt: skip
    print(f"{'figure':<34}{'to reach':<34}{'reached':<46}{'':<6}plain draw")
    for line in lines:
        verdict = "PASS" if line.passed else "miss"
        print(f"{line.what:<34}{line.wanted:<34}{line.reached:<46}{verdict:<6}{line.plain}")
    print(f"{sum(line.passed for line in lines)} of {len(lines)} reached")


def people(players: int) -> tuple[Attendee, ...]:
    return tuple(Attendee(number) for number in range(players))


def timed(request: Request) -> tuple[Plan, float]:
    started = time.process_time()
    found = plan(request)
    return found, time.process_time() - started


def plain_draw(players: int, rounds: int, draws: int = DRAWS, seed: int = 1) -> list[Tables]:
    """Return for each round the best of so many shuffles: fewest repeats with those before."""
    rng = random.Random(seed)
    met: set[tuple[int, int]] = set()
    sizes = table_sizes(players, Request((), 0).sizes)
    drawn: list[Tables] = []
    order = list(range(players))
    for _ in range(rounds):
        best: tuple[int, Tables] | None = None
        for _ in range(draws):
            rng.shuffle(order)
            tables = cut(order, sizes)
            again = sum(pair in met for pair in meetings([tables])) if met else 0
            if best is None or again < best[0]:
                best = again, tables
            if not again:
                break
        assert best is not None
        drawn.append(best[1])
        met.update(meetings([best[1]]))
    return drawn


def cut(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(order[start : start + size]))
        start += size
    return tables


def c2_of(rounds: list[Tables]) -> int:
    return repeats_and_c2(meetings(rounds).values())[1]


def perfect() -> list[Line]:
    """Every size from 13 to 64, as many rounds as are known without a repeat."""
    lines = []
    uneven: list[int] = []
    for players, rounds in PERFECT.items():
        found, seconds = timed(Request(people(players), rounds, seed=1))
        if found.report.small_spread > 1:
            uneven.append(players)
        plain = c2_of(plain_draw(players, rounds))
        lines.append(
            Line(
                f"perfect {players} x {rounds}",
                "0 repeats, 0.1 s",
                f"{found.report.repeats} repeats, {seconds:.3f} s",
                found.report.repeats == 0 and seconds <= 0.1,
                f"C2 {plain}",
            )
        )
    lines.append(
        Line(
            "small tables in the same events",
            "within 1 for everyone",
            f"not for {', '.join(map(str, uneven)) or 'none'} ",
            not uneven,
            "",
        )
    )
    return lines


def large() -> list[Line]:
    lines = []
    for players, rounds, limit, draws in (
        (64, 10, 0.1, DRAWS), (100, 8, 0.1, DRAWS), (200, 8, 0.1, DRAWS), (1000, 6, 1, 20),
        (4000, 12, 2, 2),
    ):  # fmt: skip
        found, seconds = timed(Request(people(players), rounds, seed=1))
        plain = c2_of(plain_draw(players, rounds, draws))
        lines.append(
            Line(
                f"large {players} x {rounds}",
                f"0 repeats, {limit} s",
                f"{found.report.repeats} repeats, {seconds:.3f} s",
                found.report.repeats == 0 and seconds <= limit,
                f"C2 {plain} (best of {draws})",
            )
        )
    return lines


def unavoidable() -> list[Line]:
    lines = []
    for (players, rounds), known in UNAVOIDABLE.items():
        found, seconds = timed(Request(people(players), rounds, seed=1))
        report = found.report
        pairs, seated = players * (players - 1) // 2, rounds * players * 3 // 2
        most = max(-(-seated // pairs), 2)
        lines.append(
            Line(
                f"unavoidable {players} x {rounds}",
                f"C2 {known}, met {most}, 5 s",
                f"C2 {report.c2} (bound {report.bound}), met {report.most_meetings},"
                f" {seconds:.2f} s",
                report.c2 <= known and report.most_meetings <= most and seconds <= 5,
                f"C2 {c2_of(plain_draw(players, rounds))}",
            )
        )
    return lines


def few() -> list[Line]:
    """So few players that they meet again: the threes come before repeats (tournaments.md §3)."""
    uneven: list[str] = []
    more = bounds = 0
    slowest = 0.0
    for players in (6, 7, 9, 10, 11, 13, 14, 15):
        for rounds in range(2, 9):
            found, seconds = timed(Request(people(players), rounds, seed=1))
            report = found.report
            slowest = max(slowest, seconds)
            if report.c2 and report.small_spread > 1:
                uneven.append(f"{players} x {rounds}")
            if report.c2:
                more, bounds = more + report.c2, bounds + report.bound
    return [
        Line(
            "few: 6 to 15 players x 2 to 8",
            "threes within 1 where any meet again",
            f"not for {', '.join(uneven) or 'none'}; C2 {more} (bounds {bounds}), {slowest:.1f} s",
            not uneven,
            "",
        )
    ]


def mid_event() -> list[Line]:
    """3 leave and 2 join after round 3, 4 leave and 1 joins after round 6."""
    lines = []
    for players, rounds in ((64, 10), (40, 8), (100, 8)):
        request = Request(people(players), rounds, seed=1)
        found = plan(request)
        slowest, kept = 0.0, True
        rng = random.Random(1)
        for done, leave, join in ((3, 3, 2), (6, 4, 1)):
            staying = [a.id for a in request.attendees if not a.away or max(a.away) <= done]
            gone = set(rng.sample(staying, leave))
            attendees = [
                replace(a, away=a.away | frozenset(range(done + 1, rounds + 1)))
                if a.id in gone
                else a
                for a in request.attendees
            ]
            attendees += [
                Attendee(len(attendees) + number, away=frozenset(range(1, done + 1)))
                for number in range(join)
            ]
            before = found.rounds
            request = replace(
                request,
                attendees=tuple(attendees),
                published=before[:done],
                draft=before[done:],
                seed=done,
            )
            found, seconds = timed(request)
            slowest, kept = max(slowest, seconds), kept and found.rounds[:done] == before[:done]
        lines.append(
            Line(
                f"mid-event {players} x {rounds}",
                "0 repeats, 2 s, published kept",
                f"{found.report.repeats} repeats, {slowest:.2f} s, kept {kept}",
                found.report.repeats == 0 and kept and slowest <= 2,
                f"C2 {c2_of(plain_draw(players, rounds))} (nobody leaving)",
            )
        )
    return lines


def clubs() -> list[Line]:
    lines = []
    for players, rounds, sizes in (
        (64, 10, [16] * 4), (64, 10, [16]), (64, 10, [12] * 5), (40, 8, [10] * 4),
        (40, 8, [8] * 5), (100, 8, [25, 12, 12, 6, 3]), (36, 8, [9] * 4), (62, 8, [15] * 4),
        (32, 6, [4] * 8),
    ):  # fmt: skip
        label = [number for number, size in enumerate(sizes) for _ in range(size)]
        label += [-1] * (players - len(label))
        random.Random(1).shuffle(label)
        attendees = tuple(
            Attendee(number, club=None if label[number] < 0 else label[number])
            for number in range(players)
        )
        found, seconds = timed(Request(attendees, rounds, seed=1))
        report = found.report
        drawn = plain_draw(players, rounds)
        lines.append(
            Line(
                f"clubs {players} x {rounds}: {sizes[0]} x {sizes.count(sizes[0])}, …",
                "0 in rounds 1-3, 0 repeats, 3 s",
                f"{report.early_club_meetings}, later {report.club_meetings},"
                f" {report.repeats} repeats, {seconds:.2f} s",
                report.early_club_meetings == 0 and report.repeats == 0 and seconds <= 3,
                f"{club_meetings(drawn, label, 3)[0]} in rounds 1-3, C2 {c2_of(drawn)}",
            )
        )
    return lines


def seats() -> list[Line]:
    lines = []
    for players, rounds in ((16, 5), (40, 8), (64, 10), (100, 12), (43, 7), (62, 6)):
        found, _ = timed(Request(people(players), rounds, seed=1))
        wanted = 1 if rounds % 4 or players % 4 else 0
        report = found.report
        lines.append(
            Line(
                f"seats {players} x {rounds} planned",
                f"within {wanted}, small within 1",
                f"within {report.seat_spread}, small within {report.small_spread}",
                report.seat_spread <= wanted and report.small_spread <= 1,
                f"within {seat_spread(plain_draw(players, rounds), players)}",
            )
        )
    for players in (64, 43, 29):
        request = Request(people(players), 0, method=Method.LOTTERY)
        worst = small = 0
        for number in range(1, 9):
            found = plan(replace(request, rounds=number, seed=number))
            request = replace(request, published=found.rounds)
            worst = max(worst, found.report.seat_spread)
            small = max(small, found.report.small_spread)
        lines.append(
            Line(
                f"seats {players} x 8 round by round",
                "within 2, small within 1",
                f"within {worst}, small within {small}",
                worst <= 2 and small <= 1,
                f"within {seat_spread(plain_draw(players, 8), players)}",
            )
        )
    return lines


def by_standing() -> list[Line]:
    """Points are as much skill as luck; the spread is the mean over all rounds."""
    lines = []
    for players, rounds, spread, limit in (
        (40, 6, 99.0, 3.0), (64, 8, 13.0, 3.0), (256, 10, 5.2, 3.0), (1000, 6, 99.0, 1.0),
        (4000, 6, 99.0, 3.0),
    ):  # fmt: skip
        rng = random.Random(players)
        request = Request(people(players), 0, method=Method.STANDINGS)
        skill = [rng.gauss(0, 1) for _ in range(players)]
        points = [0.0] * players
        spreads: list[float] = []
        slowest = 0.0
        found = plan(request)
        for number in range(1, rounds + 1):
            order = sorted(range(players), key=lambda player: -points[player])
            found, seconds = timed(
                replace(
                    request,
                    rounds=number,
                    standing=tuple((player,) for player in order),
                    seed=number,
                )
            )
            request = replace(request, published=found.rounds)
            spreads.append(float(found.report.rank_spread or 0))
            slowest = max(slowest, seconds)
            for table in found.rounds[-1].tables:
                score = {int(str(e)): skill[int(str(e))] + rng.gauss(0, 1) for e in table.seats}
                mean = sum(score.values()) / len(score)
                for player, own in score.items():
                    points[player] += own - mean
        mean_spread = sum(spreads) / rounds
        lines.append(
            Line(
                f"by standing {players} x {rounds}",
                "0 repeats" + (f", spread {spread:g}" if spread < 99 else "") + f", {limit:g} s",
                f"{found.report.repeats} repeats, spread {mean_spread:.2f}"
                f" (last {spreads[-1]:.1f}), {slowest:.2f} s",
                found.report.repeats == 0 and mean_spread <= spread and slowest <= limit,
                plain_by_standing(players, rounds, DRAWS if players < 500 else 2),
            )
        )
    return lines


def plain_by_standing(players: int, rounds: int, draws: int) -> str:
    """Return what the plain draw, which knows no standing, makes of it."""
    drawn = plain_draw(players, rounds, draws)
    spread = sum(max(table) - min(table) for tables in drawn for table in tables)
    mean = spread / sum(map(len, drawn))
    return f"C2 {c2_of(drawn)}, spread {mean:.0f}" + (
        "" if draws == DRAWS else f" (best of {draws})"
    )


if __name__ == "__main__":
    main()
