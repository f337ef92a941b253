"""Points, byes, late entries, drops, stages, and places that hang on nothing else."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from tests.tournaments.events import event, rounds, table
from tournaments.engine.model import (
    Adjustment,
    Entrant,
    Event,
    Points,
    Round,
    Seat,
    Stage,
    Table,
    TableState,
)
from tournaments.engine.points import (
    MissingTotalError,
    Places,
    Settlement,
    TableSizeError,
    Total,
    UnknownEntrantError,
    tally,
)
from tournaments.engine.standings import final_places, standing
from tournaments.engine.tiebreaks import TOTAL
from tournaments.engine.wording import number, ordinal


def points(given: Event) -> dict[object, Points]:
    return {row.entrant: row.points for row in standing(given).rows}


@pytest.mark.parametrize("order", list(permutations("abcd")))
def test_places_are_1_2_2_4_whatever_the_order(order: tuple[str, ...]) -> None:
    totals = {"a": 210, "b": 198, "c": 198, "d": 150}
    ranked = standing(event(rounds([table({who: totals[who] for who in order})]), chain=(TOTAL,)))
    assert [(row.entrant, row.place, row.shared) for row in ranked.rows] == [
        ("a", 1, 1),
        ("b", 2, 2),
        ("c", 2, 2),
        ("d", 4, 1),
    ]


def test_several_winners_share_the_first_place() -> None:
    ranked = standing(event(rounds([table(dict.fromkeys("abc", 200))])))
    assert [(row.place, row.shared) for row in ranked.rows] == [(1, 3)] * 3
    text = ranked.reason(ranked.rows[0])
    assert text is not None
    assert text.en == "1st, shared by 3: level on every criterion"


def test_before_the_first_game_all_are_level() -> None:
    ranked = standing(event([], entrants=[Entrant(2, "б"), Entrant(1, "в"), Entrant(3, "а")]))
    assert [(row.entrant, row.place, row.points) for row in ranked.rows] == [
        (3, 1, 0),
        (2, 1, 0),
        (1, 1, 0),
    ]
    assert standing(event([])).rows == ()


def test_settlement_is_own_minus_mean_exactly() -> None:
    won = points(event(rounds([table({"a": 250, "b": 200, "c": 151})])))
    assert won == {"a": Fraction(149, 3), "b": Fraction(-1, 3), "c": Fraction(-148, 3)}
    assert sum(won.values()) == 0


def test_places_by_list_per_table_size_and_shared() -> None:
    played = rounds([table({"a": 9, "b": 8, "c": 8, "d": 8}), table({"x": 3, "y": 3, "z": 1})])
    won = points(event(played, points=Places()))
    assert won == {
        "a": 7,
        "b": 3,
        "c": 3,
        "d": 3,
        "x": Fraction(11, 2),
        "y": Fraction(11, 2),
        "z": 1,
    }
    own = Places({2: (Fraction(5, 2), 0), 4: (10, 5, 2, 0)})
    assert points(event(rounds([table({"a": 1, "b": 2})]), points=own)) == {
        "a": 0,
        "b": Fraction(5, 2),
    }


def test_a_table_size_without_a_list_is_refused() -> None:
    with pytest.raises(TableSizeError, match="table of 3"):
        standing(event(rounds([table({"a": 1, "b": 2, "c": 3})]), points=Places({4: (7, 5, 3, 1)})))
    with pytest.raises(TableSizeError, match="3 entries"):
        Places({4: (7, 5, 3)})
    with pytest.raises(TableSizeError, match="table of 4"):
        Places({3: (7, 5, 3)})


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Settlement(), 0),
        (Total(), 155),
        (Places(), 4),
        (Places({2: (7, 1), 4: (10, 5, 2, 0)}), Fraction(7, 2)),
        (Places({2: (7, 1), 3: (9, 2, 0)}, usual_size=3), 2),
    ],
)
def test_a_bye_counts_by_its_rule(rule: Settlement | Total | Places, expected: Points) -> None:
    games = ([table({"a": 110, "b": 100})], [table({"a": 200, "b": 100})])
    without = points(event(rounds(*games), points=rule))
    resting = Round(3, (), frozenset({"a"}))
    given = event([*rounds(*games), resting], points=rule)
    assert points(given)["a"] - without["a"] == expected
    assert [row.byes for row in standing(given).rows if row.entrant == "a"] == [1]


def test_the_own_mean_of_a_bye_is_exact_and_0_without_a_game() -> None:
    games = [table({"a": 100, "b": 0})], [table({"a": 100, "b": 0})], [table({"a": 101, "b": 0})]
    resting = Round(4, (), frozenset({"a", "c"}))
    won = points(event([*rounds(*games), resting], points=Total()))
    assert won == {"a": 301 + Fraction(301, 3), "b": 0, "c": 0}


def test_rounds_before_a_late_entry_are_byes() -> None:
    played = rounds([table({"a": 10, "b": 0})], [table({"a": 10, "late": 50})])
    late = Entrant("late", "late", first_round=2)
    ranked = standing(event(played, points=Places(), entrants=[late]))
    assert {row.entrant: (row.points, row.byes, row.games) for row in ranked.rows} == {
        "a": (8, 0, 2),
        "late": (11, 1, 1),
        "b": (1, 0, 1),
    }


def test_who_drops_keeps_results_and_place() -> None:
    played = rounds([table({"a": 30, "b": 10})], [table({"b": 5, "c": 15})])
    gone = Entrant("a", "a", last_round=1)
    ranked = standing(event(played, entrants=[gone]))
    assert [(row.entrant, row.points, row.dropped) for row in ranked.rows] == [
        ("a", 10, True),
        ("c", 5, False),
        ("b", -15, False),
    ]


def test_who_is_removed_has_never_played() -> None:
    played = rounds([table({"a": 90, "b": 60, "c": 30})], [table({"a": 5, "b": 10})])
    with_them = event(played, adjustments=[Adjustment("a", 5, "gift")])
    gone = Entrant("a", "a", removed=True)
    given = replace(with_them, entrants=(gone, *(e for e in with_them.entrants if e.id != "a")))
    assert points(given) == {"b": 15, "c": -15}
    by_places = replace(given, stages=(replace(given.stages[0], points=Places()),))
    # Alone at the second table, b gets the middle of the list.
    assert points(by_places) == {"b": 11, "c": 1}


def test_a_void_game_counts_nowhere_and_its_replay_once() -> None:
    void = table({"a": 500, "b": 0}, state=TableState.VOID)
    replay = table({"a": 10, "b": 20}, number=2)
    ranked = standing(event(rounds([void, replay]), points=Total(), chain=(TOTAL,)))
    assert [(row.entrant, row.points, row.games) for row in ranked.rows] == [
        ("b", 20, 1),
        ("a", 10, 1),
    ]
    assert not ranked.provisional


def test_unconfirmed_tables_count_where_asked_and_are_marked() -> None:
    sure = table({"a": 10, "b": 0})
    unsure = table({"c": 30, "d": 10}, number=2, state=TableState.PROVISIONAL)
    still = Table(3, (Seat("e", None), Seat("f", 7)), TableState.OPEN)
    given = event(rounds([sure, unsure, still]))
    ranked = standing(given)
    assert ranked.provisional
    assert {row.entrant: (row.points, row.provisional) for row in ranked.rows} == {
        "a": (5, False),
        "b": (-5, False),
        "c": (10, True),
        "d": (-10, True),
        "e": (0, True),
        "f": (0, True),
    }
    strict = standing(given, provisional=False)
    assert {row.entrant: row.points for row in strict.rows}["c"] == 0
    assert strict.provisional


def test_penalties_move_points_and_nothing_else() -> None:
    given = event(
        rounds([table({"a": 20, "b": 10})]),
        chain=(TOTAL,),
        adjustments=[Adjustment("a", Fraction(-21, 2), "late"), Adjustment("a", 1, "half undone")],
    )
    ranked = standing(given)
    assert [(row.entrant, row.points) for row in ranked.rows] == [("a", Fraction(-9, 2)), ("b", -5)]
    assert ranked.value("total", "a") == 20


def two_stages(*, carries: bool) -> Event:
    first = event(rounds([table({"a": 40, "b": 30, "c": 20, "d": 10})]), chain=(TOTAL,))
    final = Stage(
        (Round(2, (table({"a": 10, "b": 14}),)),),
        Settlement(),
        (TOTAL,),
        carries=carries,
        members=frozenset({"a", "b"}),
    )
    return replace(first, stages=(*first.stages, final))


def test_a_final_begins_at_zero_or_carries_on() -> None:
    assert points(two_stages(carries=False)) == {"b": 2, "a": -2}
    carried = standing(two_stages(carries=True))
    assert [(row.entrant, row.points, row.games) for row in carried.rows] == [
        ("a", 13, 2),
        ("b", 7, 2),
    ]
    assert carried.value("total", "b") == 44


def test_final_places_put_the_finalists_first() -> None:
    final = final_places(two_stages(carries=False))
    assert [(each.entrant, each.place, each.stage) for each in final] == [
        ("b", 1, 1),
        ("a", 2, 1),
        ("c", 3, 0),
        ("d", 4, 0),
    ]


def test_what_cannot_be_counted_is_named() -> None:
    stranger = replace(event(rounds([table({"a": 1, "b": 2}, number=7)])), entrants=())
    with pytest.raises(UnknownEntrantError, match="table 7"):
        tally(stranger)
    rested = replace(event([Round(1, (), frozenset({"a"}))]), entrants=())
    with pytest.raises(UnknownEntrantError, match="'a'"):
        tally(rested)
    with pytest.raises(MissingTotalError, match="table 3"):
        tally(event([Round(1, (Table(3, (Seat("a", None), Seat("b", 1))),))]))


def test_numbers_are_said_in_both_languages() -> None:
    said = [number(value) for value in (Fraction(149, 3), Fraction(-1, 1000), -5, 0, None)]
    assert [each.ru for each in said] == ["49,67", "0,00", "−5", "0", "нет"]
    assert [each.en for each in said] == ["49.67", "0.00", "−5", "0", "none"]
    assert number(Fraction(-5, 1000)).en == "−0.01"
    places = [ordinal(place).en for place in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    assert places == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]
