"""Six dice: banks, misers, pouring, pairs (rules.md §2.8)."""

from typing import Any

import pytest

import rules
from tests.rules.turns import (
    Going,
    JSONTurn,
    failed,
    leaves,
    made,
    miser,
    paper,
    refused,
    removed,
    replayed,
    skipped,
    strike,
    turn,
)

SIX = rules.RULE_SETS["six-dice"]
TWELVE = [box.key for box in SIX.boxes][:-1]
PAIRS = {"teams": [["А", "В"], ["Б", "Г"]]}


def played(players: str, *turns: JSONTurn, **keys: Any) -> dict[str, Any]:
    return replayed("six-dice", players, *turns, **keys)


def sheet(found: dict[str, Any], player: str) -> dict[str, Any]:
    row: dict[str, Any] = found["players"][player]
    return row


def fives(player: str, how_many: int = 4, throws: int = 3, **keys: object) -> JSONTurn:
    return turn(player, "fives", "5" * how_many + "1" * (6 - how_many), throws, **keys)


# Player А has made fives, and pours 25 into Б's column when next in turn.
POURED = [fives("А"), failed("Б"), failed("В"), fives("А", 5, pour_to="Б")]


def rounds(*entries: JSONTurn) -> list[JSONTurn]:
    """Б's own turns ``entries``, with В and А failing between them."""
    return [each for entry in entries for each in (entry, failed("В"), failed("А"))]


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ("555512", "fives", 20),
        ("555552", "fives", 25),
        ("555555", "fives", 30),
        ("112233", "little_fool", 12),
        ("111222", "big_fool", 9),
        ("666655", "flash", 34),
        ("654321", "street", 35),
        ("666661", "poker", 31),
        ("666666", "poker", 36),
        ("666666", "general", 36),
    ],
)
def test_what_a_box_brings(dice: str, box: str, points: int) -> None:
    found = played("АБВ", turn("А", box, dice, 1))
    assert sheet(found, "А")["boxes"][box] == points


@pytest.mark.parametrize(
    ("dice", "box"),
    [
        ("555122", "fives"),
        ("222233", "little_fool"),
        ("222222", "little_fool"),
        ("222222", "big_fool"),
        ("222333", "little_fool"),
        ("222222", "flash"),
        ("222213", "flash"),
        ("123455", "street"),
        ("222213", "poker"),
        ("222223", "general"),
    ],
)
def test_a_box_named_without_its_combination_is_refused(dice: str, box: str) -> None:
    assert refused("six-dice", "АБВ", turn("А", box, dice)) == "not_allowed"


def test_throws_not_used_are_banked_made_or_not() -> None:
    assert sheet(played("АБВ", fives("А", throws=1)), "А")["saved_throws"] == 2
    assert sheet(played("АБВ", failed("А", 1)), "А")["saved_throws"] == 2
    assert sheet(played("АБВ", failed("А", 2)), "А")["saved_throws"] == 1
    assert sheet(played("АБВ", skipped("А")), "А")["saved_throws"] == 3


def test_saved_throws_extend_a_turn() -> None:
    start = [skipped("А"), failed("Б"), failed("В")]
    assert sheet(played("АБВ", *start, fives("А", throws=5)), "А")["saved_throws"] == 1
    assert sheet(played("АБВ", *start, failed("А", 6)), "А")["saved_throws"] == 0
    assert refused("six-dice", "АБВ", *start, failed("А", 7)) == "bad_throws"
    assert refused("six-dice", "АБВ", failed("А", 4)) == "bad_throws"


def test_saved_throws_count_at_the_end_only_where_the_house_says_so() -> None:
    turns = [made(p, box, 2, dice=6) for box in TWELVE for p in "АБВ"]
    for points in (0, 5):
        found = played("АБВ", *turns, options={"saved_throw_points": points})
        row = sheet(found, "А")
        assert (row["saved_throws"], row["throw_points"]) == (12, 12 * points)
        assert row["total"] == sum(filter(None, row["boxes"].values())) + 12 * points
        before = sheet(played("АБВ", *turns[:-1], options={"saved_throw_points": points}), "А")
        assert before["throw_points"] == 0


def test_misers_add_up_and_are_no_box_to_be_made() -> None:
    found = played("АБВ", failed("А"), failed("Б"), failed("В"))
    assert "miser" not in sheet(found, "А")["boxes"]
    found = played("АБВ", miser("А", 1), failed("Б"), failed("В"), miser("А", 2))
    row = sheet(found, "А")
    assert row["boxes"]["miser"] == 100
    assert (row["total"], row["saved_throws"], found["over"]) == (100, 3, False)
    assert refused("six-dice", "АБВ", {"player": "А", "category": "miser"}) == "bad_throws"
    assert refused("six-dice", "АБВ", miser("А", 4)) == "bad_throws"
    assert refused("six-dice", "АБВ", strike("А", "miser")) == "not_allowed"
    assert refused("six-dice", "АБВ", paper("А", "miser", 100)) == "unreachable_points"
    assert sheet(played("АБВ", paper("А", "miser", 50)), "А")["boxes"]["miser"] == 50


def test_from_paper_the_bank_stays_and_nought_is_not_allowed() -> None:
    assert sheet(played("АБВ", paper("А", "fives", 25)), "А")["saved_throws"] == 0
    assert refused("six-dice", "АБВ", paper("А", "fives", 21)) == "unreachable_points"
    assert refused("six-dice", "АБВ", paper("А", "street", 0)) == "not_allowed"
    assert refused("six-dice", "АБВ", paper("А", "fives", 0)) == "not_allowed"
    assert refused("six-dice", "АБВ", strike("А", "street")) == "not_allowed"


def test_a_pour_waits_in_the_column_and_brings_three_throws() -> None:
    found = played("АБВ", *POURED)
    assert sheet(found, "Б")["pours"] == {"fives": {"from": "А", "points": 25, "turns_left": 6}}
    assert sheet(found, "Б")["boxes"]["fives"] is None
    giver = sheet(found, "А")
    assert (giver["saved_throws"], giver["boxes"]["fives"], giver["pours"]) == (3, 20, {})


def test_throws_left_in_a_pouring_turn_are_not_saved_and_extra_ones_are_spent() -> None:
    start = [skipped("А"), failed("Б"), failed("В"), fives("А"), failed("Б"), failed("В")]
    for throws, saved in ((1, 6), (3, 6), (4, 5), (6, 3)):
        found = played("АБВ", *start, fives("А", 4, throws, pour_to="Б"))
        assert sheet(found, "А")["saved_throws"] == saved


def test_a_pour_from_paper_brings_three_throws_too() -> None:
    turns = [*POURED[:3], paper("А", "fives", 25) | {"pour_to": "Б"}]
    assert sheet(played("АБВ", *turns), "А")["saved_throws"] == 3


@pytest.mark.parametrize(("made_at", "left"), [(1, 6), (2, 5), (6, 1)])
def test_a_pour_is_answered_up_to_the_sixth_turn(made_at: int, left: int) -> None:
    game = [*POURED, *rounds(*[failed("Б")] * (made_at - 1))]
    found = played("АБВ", *game)
    assert sheet(found, "Б")["pours"]["fives"]["turns_left"] == left
    found = played("АБВ", *game, fives("Б", 6))
    assert sheet(found, "Б")["boxes"]["fives"] == 5
    assert sheet(found, "Б")["pours"] == {}


@pytest.mark.parametrize("last", [failed("Б"), skipped("Б"), miser("Б"), made("Б", "twos", dice=6)])
def test_a_missed_deadline_costs_the_poured_points(last: JSONTurn) -> None:
    game = [*POURED, *rounds(*[failed("Б")] * 5)]
    found = played("АБВ", *game, last)
    row = sheet(found, "Б")
    assert row["boxes"]["fives"] == -25
    assert (row["pours"], row["struck"]) == ({}, [])
    after = [*game, last, failed("В"), failed("А")]
    assert refused("six-dice", "АБВ", *after, fives("Б")) == "box_taken"


@pytest.mark.parametrize(
    ("poured", "own", "left"), [("555511", "555512", 0), ("555555", "555511", -10)]
)
def test_the_box_becomes_own_less_poured(poured: str, own: str, left: int) -> None:
    turns = [*POURED[:3], turn("А", "fives", poured, pour_to="Б"), turn("Б", "fives", own)]
    assert sheet(played("АБВ", *turns), "Б")["boxes"]["fives"] == left


@pytest.mark.parametrize(
    ("own", "poured", "left"), [("666555", "555222", 12), ("555222", "666444", -9)]
)
def test_the_examples_of_the_rules(own: str, poured: str, left: int) -> None:
    start = [turn("А", "big_fool", "111222"), failed("Б"), failed("В")]
    pour = turn("А", "big_fool", poured, pour_to="Б")
    found = played("АБВ", *start, pour, turn("Б", "big_fool", own))
    assert sheet(found, "Б")["boxes"]["big_fool"] == left


def test_two_pours_run_side_by_side_and_each_has_its_own_six_turns() -> None:
    start = [fives("А"), failed("Б"), made("В", "street", dice=6)]
    pours = [fives("А", pour_to="Б"), failed("Б"), made("В", "street", dice=6) | {"pour_to": "Б"}]
    found = played("АБВ", *start, *pours)
    assert {k: p["turns_left"] for k, p in sheet(found, "Б")["pours"].items()} == {
        "fives": 5,
        "street": 6,
    }
    game = [*start, *pours, *[each for _ in range(5) for each in map(failed, "АБВ")]]
    row = sheet(played("АБВ", *game), "Б")
    assert (row["boxes"]["fives"], row["boxes"]["street"]) == (-20, None)
    assert row["pours"]["street"]["turns_left"] == 1
    row = sheet(played("АБВ", *game, failed("А"), made("Б", "street", dice=6)), "Б")
    assert (row["boxes"]["street"], row["total"]) == (0, -20)


@pytest.mark.parametrize(
    ("start", "pour"),
    [
        ([], fives("А", pour_to="Б")),
        ([*POURED[:3]], fives("А", pour_to="А")),
        ([*POURED[:3]], turn("А", "fives", "111111", pour_to="Б")),
        ([*POURED[:3]], miser("А") | {"pour_to": "Б"}),
        ([*POURED[:3]], failed("А") | {"pour_to": "Б"}),
        ([*POURED[:3]], skipped("А") | {"pour_to": "Б"}),
        ([*POURED[:3]], strike("А", "street") | {"pour_to": "Б"}),
        ([fives("А"), fives("Б"), failed("В")], fives("А", pour_to="Б")),
        ([*POURED, failed("Б"), failed("В")], fives("А", pour_to="Б")),
        ([*POURED[:3], leaves("Б")], fives("А", pour_to="Б")),
        ([*POURED[:3], removed("Б")], fives("А", pour_to="Б")),
    ],
    ids=lambda value: str(len(value)),
)
def test_a_pour_with_a_condition_unmet_is_refused(start: list[JSONTurn], pour: JSONTurn) -> None:
    assert refused("six-dice", "АБВ", *start, pour) == "not_allowed"


def test_a_box_that_a_missed_pour_closed_counts_as_played_and_may_be_poured() -> None:
    game = [*POURED, *rounds(*[failed("Б")] * 6)]
    found = played("АБВ", *game, fives("Б", pour_to="В"))
    assert sheet(found, "В")["pours"]["fives"]["points"] == 20


@pytest.mark.parametrize("gone", ["А", "Б"])
@pytest.mark.parametrize("how", [leaves, removed])
def test_a_pour_is_void_when_giver_or_victim_goes(gone: str, how: Going) -> None:
    found = played("АБВ", *POURED, how(gone))
    assert not sheet(found, "Б" if gone == "А" else "В")["pours"]
    if gone == "Б" and how is leaves:
        assert sheet(found, "Б")["pours"] == {}
        assert sheet(found, "Б")["boxes"]["fives"] is None
    if gone == "А":
        found = played("АБВ", *POURED, how(gone), fives("Б"))
        assert sheet(found, "Б")["boxes"]["fives"] == 20


def test_nobody_pours_to_a_partner_and_a_pair_shares_total_and_place() -> None:
    start = [fives("А"), failed("Б"), failed("В"), failed("Г")]
    assert refused("six-dice", "АБВГ", *start, fives("А", pour_to="В"), **PAIRS) == "not_allowed"
    found = played("АБВГ", *start, fives("А", pour_to="Г"), options={"settlement": "mean"}, **PAIRS)
    assert found["teams"] == [
        {"players": ["А", "В"], "total": 20, "place": 1},
        {"players": ["Б", "Г"], "total": 0, "place": 2},
    ]
    assert found["places"] == {"А": 1, "Б": 2, "В": 1, "Г": 2}
    assert found["settlement"]["exact"] == {"А": "10", "Б": "-10", "В": "10", "Г": "-10"}


def test_a_pair_with_a_member_removed_is_removed() -> None:
    start = [fives("А"), failed("Б"), failed("В"), failed("Г"), fives("А", pour_to="Б")]
    found = played("АБВГ", *start, removed("В"), **PAIRS)
    assert set(found["players"]) == {"Б", "Г"}
    assert found["teams"] == [{"players": ["Б", "Г"], "total": 0, "place": 1}]
    assert sheet(found, "Б")["pours"] == {}
    assert found["next"] == "Б"
    assert (
        refused("six-dice", "АБВГ", *start, removed("В"), leaves("А"), **PAIRS) == "not_your_turn"
    )
    assert played("АБВГ", removed("А"), **PAIRS)["next"] == "Б"
    assert played("АБВГ", failed("А"), removed("Б"), **PAIRS)["next"] == "В"


def test_a_pair_with_a_member_gone_keeps_its_total() -> None:
    found = played("АБВГ", fives("А"), leaves("А"), **PAIRS)
    assert found["teams"][0] == {"players": ["А", "В"], "total": 20, "place": 1}


def test_whoever_has_twelve_keeps_playing_until_all_have() -> None:
    game = [each for box in TWELVE for each in (made("А", box, dice=6), failed("Б"), failed("В"))]
    found = played("АБВ", *game)
    assert (found["over"], found["next"]) == (False, "А")
    for entry in (miser("А"), skipped("А"), failed("А"), fives("А", pour_to="Б")):
        assert refused("six-dice", "АБВ", *game, entry) is None
    assert refused("six-dice", "АБВ", *game, fives("А")) == "box_taken"


def test_the_game_is_over_at_once_when_all_have_twelve() -> None:
    game = [made(p, box, dice=6) for box in TWELVE for p in "АБВ"]
    assert played("АБВ", *game[:-1])["over"] is False
    assert played("АБВ", *game)["over"] is True
    late = [*game[:-2], failed("Б"), made("В", TWELVE[-1], dice=6), skipped("А")]
    assert played("АБВ", *late)["next"] == "Б"
    assert played("АБВ", *late, made("Б", TWELVE[-1], dice=6))["over"] is True
    assert played("АБВ", *late, leaves("Б"))["over"] is True


def test_a_leaver_s_boxes_stay_empty() -> None:
    found = played("АБВ", fives("А"), leaves("А"))
    row = sheet(found, "А")
    assert (row["boxes"]["twos"], row["struck"], row["total"]) == (None, [], 20)
    assert found["next"] == "Б"
    rest = [made(p, box, dice=6) for box in TWELVE for p in "БВ"]
    found = played("АБВ", fives("А"), leaves("А"), *rest)
    assert (found["over"], sheet(found, "А")["total"]) == (True, 20)


def test_extra_dice_may_count_once() -> None:
    once = {"options": {"school_extra_once": True}}
    for n, points in ((4, 20), (5, 25), (6, 25)):
        assert sheet(played("АБВ", fives("А", n), **once), "А")["boxes"]["fives"] == points
    assert refused("six-dice", "АБВ", paper("А", "fives", 30), **once) == "unreachable_points"


def test_saved_throws_of_whoever_left_count_at_the_end_as_anyone_s() -> None:
    row = [failed("А", throws=1), failed("Б"), failed("В"), leaves("А")]
    rest = [made(player, box, dice=6) for box in TWELVE for player in "БВ"]
    left = sheet(played("АБВ", *row, *rest, options={"saved_throw_points": 5}), "А")
    assert (left["saved_throws"], left["throw_points"], left["total"]) == (2, 10, 10)
    assert set(left["boxes"].values()) == {None}
