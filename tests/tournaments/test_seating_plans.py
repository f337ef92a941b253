"""Plans of whole events: legal, repeatable, and as good as seating.md says is possible."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from tests.tournaments.seating_cases import (
    ROUNDS_WITHOUT_REPEAT,
    UNAVOIDABLE,
    digest,
    event,
    faults,
    wild_event,
)
from tournaments.engine.seating import (
    Attendee,
    CannotSeatError,
    Method,
    Request,
    Round,
    SeatingError,
    Sizes,
    Table,
    plan,
)

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(("players", "rounds"), sorted(ROUNDS_WITHOUT_REPEAT.items()))
def test_nobody_meets_twice_where_that_is_known_to_be_possible(players: int, rounds: int) -> None:
    for seed in (1, 2):
        report = plan(event(players, rounds, seed)).report
        assert (report.repeats, report.c2, report.bound) == (0, 0, 0)
        assert report.most_meetings == 1


@pytest.mark.parametrize(
    ("players", "rounds"), [(64, 10), (100, 8), (200, 8), (999, 6), (4000, 12)]
)
def test_large_events_are_without_repeats(players: int, rounds: int) -> None:
    found = plan(event(players, rounds))
    assert found.report.repeats == 0
    assert found.report.seat_spread <= (0 if rounds % 4 == players % 4 == 0 else 1)
    assert found.report.small_spread <= 1


@pytest.mark.parametrize(("players", "rounds"), sorted(UNAVOIDABLE))
def test_what_cannot_be_avoided_is_as_little_as_is_known(players: int, rounds: int) -> None:
    report = plan(event(players, rounds, iterations=150_000)).report
    assert report.bound <= report.c2 <= UNAVOIDABLE[players, rounds]
    # Twenty can meet without a repeat by number, but are known not to in six rounds.
    fewest = -(-rounds * 3 // (players - 1))
    assert report.most_meetings <= max(fewest, 2 if report.bound == 0 else 1)


@pytest.mark.parametrize(("players", "rounds"), [(64, 10), (40, 8), (100, 8)])
@pytest.mark.parametrize("drafted", [True, False])
def test_late_entries_and_drops_bring_no_repeat(players: int, rounds: int, drafted: bool) -> None:
    request = event(players, rounds)
    found = plan(request)
    for done, leave, join in ((3, 3, 2), (6, 4, 1)):
        coming = frozenset(range(done + 1, rounds + 1))
        staying = [attendee.id for attendee in request.attendees if not attendee.away]
        leaving = set(staying[done : done + leave])
        attendees = [
            replace(attendee, away=coming) if attendee.id in leaving else attendee
            for attendee in request.attendees
        ]
        attendees += [
            Attendee(f"late {done} {number}", away=frozenset(range(1, done + 1)))
            for number in range(join)
        ]
        request = replace(
            request,
            attendees=tuple(attendees),
            published=found.rounds[:done],
            draft=found.rounds[done:] if drafted else (),
            seed=done,
        )
        before, found = found, plan(request)
        assert found.rounds[:done] == before.rounds[:done]
        assert found.report.repeats == 0
        assert faults(request, found) == []


@pytest.mark.parametrize("clubs", [[16] * 4, [16], [12] * 5, [8] * 8, [2] * 32, [16, 8, 8, 4, 3]])
@pytest.mark.parametrize(("players", "rounds"), [(64, 10), (62, 6)])
def test_club_mates_are_apart_in_the_first_rounds(
    players: int, rounds: int, clubs: list[int]
) -> None:
    labels = [f"club {number}" for number, size in enumerate(clubs) for _ in range(size)]
    attendees = tuple(
        Attendee(number, club=labels[number] if number < len(labels) else None)
        for number in range(players)
    )
    report = plan(Request(attendees, rounds, iterations=400_000)).report
    assert report.early_club_meetings == 0
    assert report.repeats == 0


def test_a_club_larger_than_the_number_of_tables_meets_as_little_as_it_must() -> None:
    attendees = tuple(
        Attendee(number, club="ours" if number < 12 else None) for number in range(32)
    )
    report = plan(Request(attendees, 3)).report
    assert (report.repeats, report.club_meetings, report.club_bound) == (0, 12, 12)


@pytest.mark.parametrize("players", [16, 40, 64, 100])
@pytest.mark.parametrize("rounds", [3, 4, 5, 7, 8])
def test_everyone_has_every_seat_equally_often(players: int, rounds: int) -> None:
    found = plan(event(players, rounds, iterations=20_000))
    assert found.report.seat_spread <= (1 if rounds % 4 else 0)


@pytest.mark.parametrize("players", [29, 43, 64])
def test_seats_stay_even_when_each_round_is_drawn_alone(players: int) -> None:
    request = replace(event(players, 1), method=Method.LOTTERY)
    for number in range(1, 9):
        found = plan(replace(request, rounds=number, seed=number))
        request = replace(request, published=found.rounds)
        assert found.report.seat_spread <= 2


@pytest.mark.parametrize(
    ("players", "rounds", "spread"), [(40, 6, 13), (64, 8, 13), (61, 7, 13), (256, 10, 5.2)]
)
def test_neighbours_in_the_standing_meet_nobody_again(
    players: int, rounds: int, spread: float
) -> None:
    """Everyone's points are as much skill as luck."""
    rng = random.Random(players)
    request = replace(event(players, 0, iterations=25_000), method=Method.STANDINGS)
    skill = {attendee.id: rng.random() for attendee in request.attendees}
    points = dict.fromkeys(skill, 0.0)
    spreads = []
    found = plan(request)
    for number in range(1, rounds + 1):
        order = sorted(points, key=lambda entrant: -points[entrant])
        standing = tuple((entrant,) for entrant in order)
        found = plan(replace(request, rounds=number, standing=standing, seed=number))
        request = replace(request, published=found.rounds)
        assert found.report.rank_spread is not None
        spreads.append(found.report.rank_spread)
        for table in found.rounds[-1].tables:
            score = {entrant: skill[entrant] + rng.random() for entrant in table.seats}
            mean = sum(score.values()) / len(score)
            for entrant, own in score.items():
                points[entrant] += own - mean
    assert found.report.repeats == 0
    assert found.report.seat_spread <= 2
    assert sum(spreads) / rounds <= spread


def test_a_snake_makes_equal_tables() -> None:
    request = replace(
        event(11, 1), method=Method.SNAKE, standing=tuple((number,) for number in range(1, 12))
    )
    assert {frozenset(table.seats) for table in plan(request).rounds[0].tables} == {
        frozenset({1, 6, 7}),
        frozenset({2, 5, 8, 11}),
        frozenset({3, 4, 9, 10}),
    }


def test_level_entrants_are_drawn_and_the_order_within_a_group_may_change() -> None:
    request = replace(event(16, 1), method=Method.SNAKE, standing=(tuple(range(1, 17)),))
    assert len({digest(plan(replace(request, seed=seed))) for seed in range(20)}) > 10


def test_pairs_meet_in_a_circle_and_byes_go_round() -> None:
    request = replace(event(7, 14), sizes=Sizes((2,), 2))
    found = plan(request)
    assert found.report.c2 == found.report.bound == 21
    assert found.report.bye_spread == 0
    assert faults(request, found) == []
    assert plan(replace(event(12, 11), sizes=Sizes((2,), 2))).report.repeats == 0


@pytest.mark.parametrize(("table", "players"), [(1, 9), (20, 40), (3, 16)])
def test_who_cannot_move_stays_and_the_others_move(table: int, players: int) -> None:
    attendees = tuple(
        Attendee(number, table=table + number if number < 2 else None) for number in range(players)
    )
    request = Request(attendees, 4, iterations=20_000)
    found = plan(request)
    assert faults(request, found) == []
    assert found.report.repeats == 0 or players < 16


def test_those_fixed_at_one_table_sit_together() -> None:
    attendees = tuple(Attendee(number, table=2 if number < 3 else None) for number in range(20))
    for method in Method:
        request = Request(attendees, 2, method=method, iterations=1_000)
        assert faults(request, plan(request)) == []


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (replace(event(2, 1), byes=False), "2 players cannot be seated"),
        (replace(event(7, 1), byes=False, sizes=Sizes((4,), 4)), "at tables of 4 with"),
        (Request((Attendee(1), Attendee(1)), 1), "an entrant is named twice"),
        (Request(tuple(Attendee(n, table=1) for n in range(5)), 1), "fixed at table 1"),
        (Request(tuple(Attendee(n, table=5 + n) for n in range(8)), 1), "8 tables are fixed"),
        (Request((Attendee(1, table=0),), 1), "numbered from 1"),
        (Request((), 0, published=(Round(()),)), "more rounds are published"),
    ],
)
def test_what_has_no_answer_is_refused_in_one_line(request_: Request, message: str) -> None:
    if request_.attendees and request_.attendees[-1].table == 1:
        request_ = replace(request_, attendees=(*request_.attendees, Attendee("free")))
    with pytest.raises(SeatingError, match=message) as caught:
        plan(request_)
    assert "\n" not in str(caught.value)


def test_the_error_says_how_many_and_which_sizes() -> None:
    with pytest.raises(CannotSeatError) as caught:
        plan(replace(event(1, 1), byes=False))
    assert (caught.value.players, caught.value.sizes) == (1, (3, 4, 5))


def test_nobody_is_lost_who_appears_only_in_a_published_round() -> None:
    played = Round((Table(1, ("gone", "a", "b")),))
    request = Request((Attendee("a"), Attendee("b"), Attendee("c")), 2, published=(played,))
    found = plan(request)
    assert found.rounds[0] is played
    assert found.report.repeats == 1


# --- the same everywhere ---------------------------------------------------------------------

STORED = {
    (13, 4, 1): "57431ac4abdd133a",
    (64, 10, 1): "5f6ce7c5fa6dcae4",
    (20, 8, 2): "fcba5d4ebd3e3d23",
    (22, 6, 5): "3e712bc12427bd6b",
    (36, 12, 1): "76a4bc2e96f653b4",
}


def _many() -> dict[tuple[int, int, int], str]:
    return {(n, r, s): digest(plan(event(n, r, s, iterations=30_000))) for n, r, s in STORED}


def test_the_same_seed_gives_the_same_schedule_on_every_version_of_python() -> None:
    assert _many() == STORED


def test_the_same_seed_gives_the_same_schedule_in_another_process() -> None:
    program = (
        "from tests.tournaments.seating_cases import digest, wild_event;"
        "print([digest(found) for seed in range(9) for _, found in wild_event(seed)])"
    )
    here = [digest(found) for seed in range(9) for _, found in wild_event(seed)]
    there = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == str(here)


def test_nothing_hangs_on_the_ids_themselves() -> None:
    names = [f"n{(number * 37) % 1009}" for number in range(22)]
    by_name = plan(Request(tuple(Attendee(name) for name in names), 6, seed=4))
    by_number = plan(Request(tuple(Attendee(number) for number in range(22)), 6, seed=4))
    place = {name: number for number, name in enumerate(names)}
    assert [
        [tuple(place[str(e)] for e in table.seats) for table in round_.tables]
        for round_ in by_name.rounds
    ] == [[table.seats for table in round_.tables] for round_ in by_number.rounds]


def test_another_seed_gives_another_schedule() -> None:
    assert len({digest(plan(event(32, 6, seed))) for seed in range(10)}) == 10


# --- by brute force --------------------------------------------------------------------------


def _rounds_of_eight() -> list[tuple[frozenset[int], frozenset[int]]]:
    everyone = frozenset(range(8))
    return [(frozenset((0, *rest)), everyone - {0, *rest}) for rest in combinations(range(1, 8), 3)]


def _least_c2(rounds: int) -> int:
    """Return the least C2 of eight players by trying every schedule (the first round is given)."""
    every = _rounds_of_eight()

    def together(one: int, two: int) -> int:
        return sum(len(a & b) * (len(a & b) - 1) // 2 for a in every[one] for b in every[two])

    price = [[together(one, two) for two in range(35)] for one in range(35)]
    best = [10**6]

    def extend(chosen: list[int], cost: int) -> None:
        # Two rounds of eight leave four pairs together at least.
        left = rounds - len(chosen)
        if cost + 4 * (left * len(chosen) + left * (left - 1) // 2) >= best[0]:
            return
        if not left:
            best[0] = cost
            return
        for another in range(chosen[-1], 35):
            extend([*chosen, another], cost + sum(price[another][old] for old in chosen))

    extend([0], 0)
    return best[0]


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 6, 7])
def test_brute_force_finds_nothing_better_for_eight(rounds: int) -> None:
    report = plan(event(8, rounds)).report
    assert report.c2 == _least_c2(rounds)
    assert report.bound <= report.c2


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_brute_force_finds_nothing_better_for_fewer(players: int) -> None:
    """Two rounds: the second is any arrangement of everyone. The threes come before repeats."""
    found = plan(event(players, 2))
    sizes = [len(table.seats) for table in found.rounds[0].tables]
    first = [set(table.seats) for table in found.rounds[0].tables]
    least = (10**6, 10**6)
    for order in permutations(range(1, players + 1)):
        cost, start = 0, 0
        fewer = [entrant for table in first for entrant in table if len(table) < max(sizes)]
        for size in sizes:
            table = set(order[start : start + size])
            cost += sum(len(a & table) * (len(a & table) - 1) // 2 for a in first)
            fewer += table if size < max(sizes) else ()
            start += size
        counts = [fewer.count(entrant) for entrant in range(1, players + 1)]
        least = min(least, (max(max(counts) - min(counts) - 1, 0), cost))
    report = found.report
    assert (max(report.small_spread - 1, 0), report.c2) == least
    assert report.bound <= report.c2


# --- whole events by chance ------------------------------------------------------------------


@pytest.mark.parametrize("batch", range(6))
def test_wild_events_stay_legal(batch: int) -> None:
    for seed in range(batch * 20, batch * 20 + 20):
        for request, found in wild_event(seed):
            assert faults(request, found) == [], f"seed {seed}"


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(20))
def test_many_wild_events_stay_legal(batch: int) -> None:
    for seed in range(1000 + batch * 200, 1200 + batch * 200):
        for request, found in wild_event(seed):
            assert faults(request, found) == [], f"seed {seed}"


@pytest.mark.parametrize(
    ("players", "rounds", "c2"),
    [(10, 2, 4), (11, 2, 3), (10, 3, 8), (11, 4, 17), (7, 3, 12), (13, 6, 13)],
)
def test_threes_are_shared_out_before_repeats_are_counted(
    players: int, rounds: int, c2: int
) -> None:
    """The order of tournaments.md §3, where nothing without a repeat is known."""
    found = plan(event(players, rounds))
    assert found.report.small_spread <= 1
    assert found.report.c2 <= c2
    assert faults(event(players, rounds), found) == []


def test_a_schedule_without_a_repeat_stays_so() -> None:
    """seating.md, "perfect where known": to share the threes of 13 × 2 two would meet again."""
    found = plan(event(13, 2))
    assert (found.report.repeats, found.report.small_spread) == (0, 2)
