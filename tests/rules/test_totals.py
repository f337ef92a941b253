"""School, bonus, subtotal, total; strikes and points from paper (rules.md §2, §5, §6)."""

from typing import Any

import pytest

import rules
from tests.rules.turns import SCHOOL, made, paper, refused, replayed, strike, turn

WITHOUT_BANK = ("classic", "even-odd", "free-choice", "minus-twenty", "duel", "thirteen")


def school(ruleset: str, *points: int, **options: object) -> dict[str, Any]:
    """The row of a player whose first school boxes brought ``points``."""
    turns = [paper("А", box, brought) for box, brought in zip(SCHOOL, points, strict=False)]
    found = replayed(ruleset, "АБ", *turns, copied=True, options=options)
    row: dict[str, Any] = found["players"]["А"]
    return row


def sums(row: dict[str, Any]) -> tuple[int, int, int, int]:
    return row["school"], row["bonus"], row["subtotal"], row["total"]


@pytest.mark.parametrize("ruleset", ["classic", "even-odd"])
def test_a_school_of_nought_earns_the_bonus_and_one_below_does_not(ruleset: str) -> None:
    assert sums(school(ruleset, 0, 0, 0, 0, 0, 0)) == (0, 50, 50, 50)
    assert sums(school(ruleset, 0, 0, 0, -4, 0, 0)) == (-4, 0, -4, -4)
    assert sums(school(ruleset, -1, 0, 0, 0, 0, 0)) == (-1, 0, -1, -1)
    assert sums(school(ruleset, 2, 4, 6, 8, 10, 12)) == (42, 50, 92, 92)


def test_there_is_no_bonus_before_the_school_is_full() -> None:
    assert sums(school("classic", 2, 4, 6, 8, 10)) == (30, 0, 30, 30)


@pytest.mark.parametrize("ruleset", ["free-choice", "duel", "thirteen"])
def test_a_bonus_by_face_value_begins_on_its_limit(ruleset: str) -> None:
    on, below = (3, 6, 9, 12, 15, 18), (2, 6, 9, 12, 15, 18)
    assert sums(school(ruleset, *on, school_bonus=35)) == (63, 35, 98, 98)
    assert sums(school(ruleset, *below, school_bonus=35)) == (62, 0, 62, 62)
    assert sums(school(ruleset, *below, school_bonus=35, school_bonus_from=62))[1] == 35
    assert sums(school(ruleset, *on)) == (63, 0, 63, 63)


def test_a_negative_school_costs_only_where_the_bonus_does_not_apply() -> None:
    house = {"negative_school": -50}
    assert sums(school("classic", 0, 0, 0, -4, 0, 0, **house)) == (-4, -50, -54, -54)
    assert sums(school("classic", 0, 0, 0, -4, 0, **house)) == (-4, 0, -4, -4)
    assert sums(school("classic", 0, 0, 0, 0, 0, 0, **house))[1] == 50
    assert sums(school("classic", 0, 0, 0, -4, 0, 0, school_bonus_from=-4, **house))[1] == 50
    assert sums(school("classic", 0, 0, 0, 4, 0, 0, school_bonus_from=5, **house))[1] == 0
    nothing = {"school_bonus": 0, "school_bonus_from": -10}
    assert sums(school("classic", 0, 0, 0, -4, 0, 0, **nothing, **house))[1] == 0


def test_minus_twenty_has_no_bonus_of_its_own_but_may_have() -> None:
    assert sums(school("minus-twenty", 0, 0, 0, 0, 0, 0)) == (0, 0, 0, 0)
    assert sums(school("minus-twenty", 0, 0, 0, 0, 0, 0, school_bonus=30))[1] == 30
    assert sums(school("minus-twenty", -20, 0, 0, 0, 0, 0, school_bonus=30))[1] == 0


@pytest.mark.parametrize("ruleset", WITHOUT_BANK)
@pytest.mark.parametrize("box", ["four_of_a_kind", "chance"])
def test_a_strike_fills_the_box_with_nought(ruleset: str, box: str) -> None:
    row = replayed(ruleset, "АБ", strike("А", box), copied=True)["players"]["А"]
    assert (row["boxes"][box], row["struck"], row["total"]) == (0, [box], 0)
    assert refused(ruleset, "АБ", strike("А", box), paper("А", box, 20), copied=True) == "box_taken"
    assert refused(ruleset, "АБ", strike("А", "ones"), copied=True) == "not_allowed"


def test_dice_without_the_combination_and_nought_from_paper_are_strikes() -> None:
    turns = [turn("А", "poker", "11112"), paper("А", "pair", 0), made("А", "full_house")]
    row = replayed("classic", "АБ", *turns, copied=True)["players"]["А"]
    assert row["struck"] == ["pair", "poker"]
    assert refused("classic", "АБ", paper("А", "chance", 0), copied=True) == "unreachable_points"


def test_nought_is_a_strike_even_where_the_combination_is_worth_nought() -> None:
    house = {"options": {"full_house_points": 0}, "copied": True}
    row = replayed("classic", "АБ", paper("А", "full_house", 0), **house)["players"]["А"]
    assert row["struck"] == ["full_house"]
    row = replayed("classic", "АБ", made("А", "full_house"), **house)["players"]["А"]
    assert (row["boxes"]["full_house"], row["struck"]) == (0, [])


def test_a_school_box_of_nought_is_never_struck() -> None:
    for ruleset in ("classic", "free-choice", "minus-twenty"):
        entry = turn("А", "ones", "11123" if ruleset == "classic" else "23456")
        assert replayed(ruleset, "АБ", entry)["players"]["А"]["struck"] == []


@pytest.mark.parametrize(
    ("ruleset", "box", "points", "options"),
    [
        ("classic", "fives", 23, {}),
        ("classic", "fives", 15, {}),
        ("classic", "sixes", 18, {}),
        ("classic", "pair", 14, {}),
        ("classic", "pair", 24, {"first_throw_multiplier": 1}),
        ("classic", "poker", 50, {}),
        ("classic", "ones", 4, {}),
        ("minus-twenty", "ones", -3, {}),
        ("free-choice", "small_straight", 14, {}),
        ("duel", "full_house", 13, {}),
    ],
)
def test_points_that_no_dice_bring_are_refused(
    ruleset: str, box: str, points: int, options: dict[str, object]
) -> None:
    entry = paper("А", box, points)
    assert refused(ruleset, "АБ", entry, copied=True, options=options) == "unreachable_points"


@pytest.mark.parametrize(
    ("ruleset", "box", "points", "options"),
    [
        ("classic", "pair", 24, {}),
        ("classic", "poker", 110, {}),
        ("classic", "ones", -6, {"double_school": True}),
        ("classic", "chance", 60, {"double_chance": True}),
        ("even-odd", "two_pairs", 94, {"two_pairs_bonus": 50}),
        ("minus-twenty", "ones", -20, {}),
        ("minus-twenty", "ones", -7, {"unplayed_school": -7}),
        ("free-choice", "small_straight", 25, {}),
    ],
)
def test_points_that_some_dice_bring_are_taken(
    ruleset: str, box: str, points: int, options: dict[str, object]
) -> None:
    row = replayed(ruleset, "АБ", paper("А", box, points), copied=True, options=options)
    assert row["players"]["А"]["boxes"][box] == points


def test_the_series_come_in_their_order_unless_the_house_mixes_them() -> None:
    first = [made(player, box) for box in SCHOOL[:5] for player in "АБ"]
    for ruleset in ("classic", "even-odd"):
        assert refused(ruleset, "АБ", *first, strike("А", "pair")) == "not_yet"
        full = [*first, made("А", "sixes"), made("Б", "sixes")]
        assert refused(ruleset, "АБ", *full, made("А", "chance")) is None
    assert refused("classic", "АБ", made("А", "pair"), options={"order": "any"}) is None
    mixed = {"options": {"order": "school_first"}}
    assert refused("thirteen", "АБ", made("А", "chance"), **mixed) == "not_yet"
    assert refused("classic", "АБ", made("А", "pair"), copied=True) is None


def test_the_mark_of_a_struck_box_changes_no_number() -> None:
    for mark in ("dash", "zero"):
        house = {"options": {"failed_mark": mark, "order": "any"}}
        row = replayed("classic", "АБ", strike("А", "poker"), **house)["players"]["А"]
        assert (row["boxes"]["poker"], row["struck"], row["total"]) == (0, ["poker"], 0)


def test_players_take_turns_and_the_game_ends_when_all_are_full() -> None:
    boxes = [*SCHOOL, "four_of_a_kind", "full_house", "small_straight", "large_straight"]
    boxes += ["poker", "chance"]
    turns = [made(player, box) for box in boxes for player in "АБ"]
    for at in range(len(turns)):
        found = replayed("duel", "АБ", *turns[:at])
        assert (found["next"], found["over"]) == ("АБ"[at % 2], False)
    found = replayed("duel", "АБ", *turns)
    assert (found["next"], found["over"]) == (None, True)
    assert refused("duel", "АБ", *turns, made("А", "chance")) == "game_over"
    assert refused("duel", "АБ", *turns, made("А", "chance"), copied=True) == "box_taken"


@pytest.mark.parametrize("ruleset", WITHOUT_BANK)
def test_the_best_and_the_worst_sheet_end_on_the_bounds(ruleset: str) -> None:
    game = rules.rule_set(ruleset)
    least, most = rules.possible_totals(game)
    figures = [(box.key, rules.reachable(game, box)) for box in game.boxes]
    best = [paper("А", box, max(points)) for box, points in figures]
    worst = [paper("А", box, min(points)) for box, points in figures[:6]]
    worst += [strike("А", box) for box, _points in figures[6:]]
    found = [
        replayed(ruleset, "АБ", *turns, copied=True)["players"]["А"]["total"]
        for turns in (best, worst)
    ]
    assert found == [most, least]


def test_saved_throws_that_bring_points_know_no_upper_bound() -> None:
    assert rules.possible_totals(rules.rule_set("saved-throws"))[1] is None


def test_six_dice_know_no_upper_bound_and_a_lower_one_with_every_box_poured_into() -> None:
    """Misers are repeatable, and a box whose pour was not answered is minus what was poured."""
    assert rules.possible_totals(rules.rule_set("six-dice")) == (-384, None)
    once = rules.rule_set("six-dice", {"school_extra_once": True})
    assert rules.possible_totals(once)[0] == -354
