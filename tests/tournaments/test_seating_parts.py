"""The parts of the seating engine, each against its definition."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tournaments.engine.seating import (
    ILLEGAL,
    Attendee,
    BrokenWish,
    CannotSeatError,
    Request,
    Round,
    SeatingError,
    Sizes,
    Table,
    Wish,
    broken_wishes,
    check,
    plan,
    read_schedule,
)
from tournaments.engine.seating.bounds import club_bound, lower_bound, spread_pairs
from tournaments.engine.seating.chance import Chance, acceptance
from tournaments.engine.seating.constructions import (
    circle,
    formula,
    formula_rounds,
    known,
    known_sizes,
    meetings,
    shifts,
    starter,
    starter_sizes,
)
from tournaments.engine.seating.measure import seat_spread, small_counts, spread
from tournaments.engine.seating.seats import seat
from tournaments.engine.seating.sizes import seats_and_byes, table_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)), (4, (4,)), (5, (5,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)),
        (10, (4, 3, 3)), (11, (4, 4, 3)), (13, (4, 3, 3, 3)), (22, (4, 4, 4, 4, 3, 3)),
    ],
)  # fmt: skip
def test_fours_and_threes_and_a_five_only_for_five(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, Sizes()) == sizes


@pytest.mark.parametrize(
    ("players", "allowed", "preferred", "sizes"),
    [
        (8, (2,), 2, (2, 2, 2, 2)),
        (10, (2, 3), 3, (3, 3, 2, 2)),
        (9, (2, 3, 4), 4, (3, 3, 3)),
        (5, (2, 3, 4), 4, (3, 2)),
        (10, (2, 4), 4, (4, 4, 2)),
        (12, (5, 6), 6, (6, 6)),
        (10, (5, 6), 6, (5, 5)),
    ],
)
def test_other_sizes_where_asked_for(
    players: int, allowed: tuple[int, ...], preferred: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(players, Sizes(allowed, preferred)) == sizes


def test_every_number_of_players_is_seated_by_threes_and_fours_but_1_2_and_5() -> None:
    refused = []
    for players in range(1, 200):
        try:
            sizes = table_sizes(players, Sizes((3, 4), 4))
        except CannotSeatError:
            refused.append(players)
        else:
            assert sum(sizes) == players
            assert sizes.count(3) <= 3
    assert refused == [1, 2, 5]


def test_as_few_as_possible_are_left_over() -> None:
    assert seats_and_byes(11, Sizes((4,), 4)) == ((4, 4), 3)
    assert seats_and_byes(2, Sizes()) == ((), 2)
    assert seats_and_byes(7, Sizes((2,), 2)) == ((2, 2, 2), 1)


@pytest.mark.parametrize(("allowed", "preferred"), [((), 4), ((1, 4), 4), ((3, 4), 5)])
def test_sizes_that_are_none_are_refused(allowed: tuple[int, ...], preferred: int) -> None:
    with pytest.raises(SeatingError):
        Sizes(allowed, preferred)


@pytest.mark.parametrize("players", starter_sizes())
def test_stored_starters_seat_everyone_once_a_round_and_no_pair_twice(players: int) -> None:
    rounds = starter(players)
    assert len(rounds) == {20: 5, 32: 9}.get(players, (players - 1) // 3)
    for tables in rounds:
        assert sorted(point for table in tables for point in table) == list(range(players))
    assert max(meetings(rounds).values()) == 1


def test_stored_schedules_are_as_good_as_they_are_said_to_be() -> None:
    stored = [schedule for players in known_sizes() for schedule in known(players)]
    assert stored
    for rounds in stored:
        players = sum(map(len, rounds[0]))
        for tables in rounds:
            assert sorted(p for table in tables for p in table) == list(range(players))
            assert sorted(map(len, tables), reverse=True) == list(table_sizes(players, Sizes()))
        c2 = sum(m * (m - 1) // 2 for m in meetings(rounds).values())
        assert c2 == lower_bound(rounds)
        assert spread(small_counts(rounds, players)) <= 1


def test_no_starter_for_a_size_that_has_none() -> None:
    assert starter(68) == ()
    assert known(68) == []


@pytest.mark.parametrize("tables", range(3, 30))
@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_formula_repeats_nothing_and_its_classes_never_meet(tables: int, size: int) -> None:
    wanted = max(tables - 3, formula_rounds(tables, size))
    rounds = formula(tables, size, wanted)
    assert len(rounds) >= min(wanted, formula_rounds(tables, size))
    met = meetings(rounds)
    assert max(met.values()) == 1
    assert all(one // tables != other // tables for one, other in met)
    for round_ in rounds:
        assert sorted(p for table in round_ for p in table) == list(range(tables * size))


def test_shifts_go_beyond_the_plain_formula() -> None:
    assert formula_rounds(18, 4) == 6
    assert len(shifts(18, 4, 15)) == 15


@pytest.mark.parametrize("players", [2, 4, 10, 26])
def test_the_circle_lets_each_pair_meet_once(players: int) -> None:
    met = meetings(circle(players))
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}


def test_bounds_by_hand() -> None:
    assert spread_pairs(7, 3) == 5  # 3, 2, 2
    eight = [[[0, 1, 2, 3], [4, 5, 6, 7]]]
    assert lower_bound(eight * 7) == 84
    twelve = [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]]
    assert lower_bound(twelve * 6) == 45  # more than the 42 of all pairs
    assert lower_bound(twelve * 6, settled=2) == 18 + 14 * 3
    assert club_bound(twelve, [0] * 5 + [-1] * 7) == 2


def test_no_schedule_is_better_than_its_bound() -> None:
    rng = random.Random(5)
    for _ in range(300):
        players = rng.randint(3, 17)
        rounds = []
        for _ in range(rng.randint(1, 5)):
            order = rng.sample(range(players), rng.randint(2, players))
            cuts = sorted(rng.sample(range(1, len(order) + 1), rng.randint(0, len(order) // 2)))
            tables = [order[a:b] for a, b in zip([0, *cuts], [*cuts, len(order)], strict=True)]
            rounds.append([table for table in tables if table])
        c2 = sum(m * (m - 1) // 2 for m in meetings(rounds).values())
        for settled in range(len(rounds) + 1):
            assert lower_bound(rounds, settled) <= c2


@pytest.mark.parametrize("players", [13, 16, 30])
def test_seats_without_history_are_within_one(players: int) -> None:
    rng = random.Random(players)
    for rounds in range(1, 9):
        sizes = table_sizes(players, Sizes())
        drawn = []
        for _ in range(rounds):
            order = rng.sample(range(players), players)
            starts = [sum(sizes[:n]) for n in range(len(sizes))]
            drawn.append([order[s : s + n] for s, n in zip(starts, sizes, strict=True)])
        dealt = seat(players, drawn, [[0] * 4 for _ in range(players)], Chance(1))
        assert [[set(t) for t in r] for r in dealt] == [[set(t) for t in r] for r in drawn]
        if players == 16:
            assert seat_spread(dealt, players) <= (1 if rounds % 4 else 0)
        else:
            assert seat_spread(dealt, players) <= 2


def test_acceptance_is_the_exponential() -> None:
    for temperature in (0.1, 0.7, 1, 13.5):
        for added, chance in enumerate(acceptance(temperature)):
            assert chance == pytest.approx(2.718281828459045 ** (-added / temperature))


def test_shuffles_are_even() -> None:
    chance = Chance(3)
    seen = [tuple(chance.shuffled("abc")) for _ in range(6000)]
    assert all(900 < seen.count(order) < 1100 for order in set(seen))
    assert len(set(seen)) == 6


# --- the checker -----------------------------------------------------------------------------


def test_a_right_schedule_has_no_errors() -> None:
    found = plan(Request(tuple(Attendee(number) for number in range(1, 17)), 5))
    judged = check(
        [[[int(str(e)) for e in table.seats] for table in round_.tables] for round_ in found.rounds]
    )
    assert judged.errors == ()
    assert (judged.repeats, judged.c2, judged.bound, judged.most_meetings) == (0, 0, 0, 1)
    assert judged.seat_spread == 1
    assert all(sum(row) == 5 for row in judged.seats)


def test_each_kind_of_error_is_named() -> None:
    right = [[1, 2, 3, 4], [5, 6, 7, 8]]
    wrong = [[1, 2, 3, 99], [5, 5, 7, 8, 6, 4]]
    assert check([right, right, wrong]).errors == (
        "round 3: player 5 sits twice",
        "round 3: player 99 is unknown",
        "round 3: table 2 has 6 seats",
    )
    assert check([right, [[1, 2, 3], [5, 6, 7, 8]]]).errors == ("round 2: player 4 is missing",)
    assert check([[[1, 2, 3, 4, 5], [6, 7, 8]]]).errors == ("round 1: table 1 has 5 seats",)
    assert check([[[1, 2, 3, 4, 5]]]).errors == ()
    assert check([right], players=9).errors == ("round 1: player 9 is missing",)


def test_byes_that_the_sizes_force_are_no_error() -> None:
    assert check([[[1, 2], [3, 4]], [[5, 1], [3, 2]]], 5, sizes=Sizes((2,), 2)).errors == ()


def test_repeats_and_club_mates_are_counted() -> None:
    same = [[1, 2, 3, 4], [5, 6, 7, 8]]
    judged = check([same, same, same], clubs={1: "a", 2: "a", 5: "b"})
    assert (judged.repeats, judged.c2, judged.most_meetings) == (24, 36, 3)
    assert judged.club_meetings == 3
    assert judged.seat_spread == 3


@pytest.mark.parametrize(
    "payload",
    [
        None, [], {}, {"rounds": 1}, {"rounds": [1]}, {"rounds": [[1]]}, {"rounds": [[["1"]]]},
        {"rounds": [[[1.0]]]}, {"rounds": [[[True]]]}, {"rounds": [[[None]]]},
        {"rounds": [], "players": "x"}, {"rounds": [], "players": -1},
        {"rounds": [], "clubs": []}, {"rounds": [], "clubs": {"x": "a"}},
        {"rounds": [], "clubs": {"²": "a"}}, {"rounds": [], "clubs": {"1": []}},
        {"rounds": [[]] * 2000}, {"rounds": [[[1] * 30_000]]},
    ],
)  # fmt: skip
def test_what_is_no_schedule_is_refused_in_one_line(payload: object) -> None:
    with pytest.raises(SeatingError) as caught:
        read_schedule(payload)
    assert "\n" not in str(caught.value)


def test_an_empty_schedule_is_judged() -> None:
    rounds, players, clubs = read_schedule({"rounds": []})
    assert check(rounds, players, clubs).c2 == 0
    assert check([[], [[]]]).errors == ("round 2: table 1 has 0 seats",)


# --- a round edited by hand ------------------------------------------------------------------


def _played() -> Request:
    first = Round((Table(1, ("a", "b", "c", "d")), Table(2, ("e", "f", "g", "h"))), ("i",))
    attendees = [Attendee(name) for name in "abcdefgh"]
    attendees += [Attendee("i", club="x"), Attendee("j", club="x", table=2)]
    return Request(tuple(attendees), 2, published=(first,), sizes=Sizes((3, 4), 4))


def test_a_good_draft_breaks_no_wish() -> None:
    request = _played()
    draft = plan(request).rounds[1]
    assert [w for w in broken_wishes(request, draft) if w.wish in ILLEGAL] == []


def test_every_broken_wish_is_listed() -> None:
    draft = Round(
        (
            Table(1, ("a", "b", "i", "j")),
            Table(2, ("e", "d", "z")),
            Table(3, ("a", "g")),
        ),
        ("c", "h"),
    )
    assert broken_wishes(_played(), draft) == (
        BrokenWish(Wish.TWICE, ("a",), times=2),
        BrokenWish(Wish.MISSING, ("f",)),
        BrokenWish(Wish.UNKNOWN, ("z",)),
        BrokenWish(Wish.SIZE, ("a", "g"), 3, 2),
        BrokenWish(Wish.FIXED_TABLE, ("j",), 1),
        BrokenWish(Wish.REPEAT, ("a", "b"), 1, 2),
        BrokenWish(Wish.CLUB, ("i", "j"), 1),
        BrokenWish(Wish.SEATS, ("a",), 1, 2),
        BrokenWish(Wish.SEATS, ("b",), 1, 2),
        BrokenWish(Wish.SEATS, ("e",), 2, 2),
        BrokenWish(Wish.SEATS, ("a",), 3, 2),
    )


def test_a_second_bye_is_a_broken_wish() -> None:
    draft = Round(
        (
            Table(1, ("a", "e", "f")),
            Table(2, ("b", "g", "h", "j")),
        ),
        ("i", "c", "d"),
    )
    assert BrokenWish(Wish.SECOND_BYE, ("i",), times=2) in broken_wishes(_played(), draft)


def test_pairs_of_a_table_are_all_looked_at() -> None:
    again = Round(
        (Table(1, ("d", "c", "b", "a")), Table(2, ("j", "e", "f", "g")), Table(3, ("h", "i")))
    )
    repeats = {w.entrants for w in broken_wishes(_played(), again) if w.wish is Wish.REPEAT}
    assert {frozenset(pair) for pair in repeats} == {
        frozenset(pair) for pair in [*combinations("abcd", 2), *combinations("efg", 2)]
    }
