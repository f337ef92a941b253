"""The race: banks, lost turns, the end (rules.md §2.3)."""

from typing import Any

import pytest

import rules
from tests.rules.turns import (
    JSONTurn,
    failed,
    leaves,
    made,
    paper,
    refused,
    removed,
    replayed,
    strike,
    turn,
)

BOXES = [box.key for box in rules.RULE_SETS["saved-throws"].boxes]
ANY = {"order": "any"}


def race(order: str, winner: str, then: str = "") -> list[JSONTurn]:
    """Rounds in which ``winner`` makes every box and the others fail, up to the last box.

    ``order``: the seats · ``then``: seats that fail once more afterwards.
    """
    turns: list[JSONTurn] = []
    for box in BOXES:
        for player in order:
            turns.append(made(player, box) if player == winner else failed(player))
            if player == winner and box == BOXES[-1]:
                return [*turns, *(failed(player) for player in then)]
    raise AssertionError


def played(players: str, *turns: JSONTurn, **options: object) -> dict[str, Any]:
    return replayed("saved-throws", players, *turns, options=options)


def bank(found: dict[str, Any], player: str) -> int:
    saved: int = found["players"][player]["saved_throws"]
    return saved


@pytest.mark.parametrize(("throws", "saved"), [(1, 2), (2, 1), (3, 0)])
def test_a_combination_saves_the_throws_not_used(throws: int, saved: int) -> None:
    assert bank(played("АБ", made("А", "ones", throws)), "А") == saved
    assert bank(played("АБ", made("А", "pair", throws), order="any"), "А") == saved


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_a_lost_turn_saves_nothing(throws: int) -> None:
    found = played("АБ", failed("А", throws))
    assert bank(found, "А") == 0
    assert found["next"] == "Б"
    assert set(found["players"]["А"]["boxes"].values()) == {None}


def test_saved_throws_are_spent_one_for_one_made_or_not() -> None:
    start = [made("А", "ones", 1), failed("Б")]
    assert bank(played("АБ", *start, made("А", "twos", 4)), "А") == 1
    assert bank(played("АБ", *start, made("А", "twos", 5)), "А") == 0
    assert bank(played("АБ", *start, failed("А", 5)), "А") == 0
    assert refused("saved-throws", "АБ", *start, made("А", "twos", 6)) == "bad_throws"
    assert refused("saved-throws", "АБ", *start, failed("А", 6)) == "bad_throws"


def test_another_player_s_bank_is_not_one_s_own() -> None:
    assert refused("saved-throws", "АБ", made("А", "ones", 1), failed("Б", 4)) == "bad_throws"


@pytest.mark.parametrize(
    "entry",
    [
        turn("А", "ones", "11234"),
        turn("А", "pair", "12346"),
        strike("А", "pair"),
        paper("А", "pair", 0),
        strike("А", "ones"),
        {"player": "А", "skip": True},
        made("А", "ones") | {"pour_to": "Б"},
    ],
    ids=str,
)
def test_a_box_is_filled_only_with_its_combination(entry: JSONTurn) -> None:
    assert refused("saved-throws", "АБ", entry, options=ANY) == "not_allowed"


def test_a_school_box_is_crossed_off_at_nought() -> None:
    found = played("АБ", turn("А", "sixes", "66666", 1))["players"]["А"]
    assert (found["boxes"]["sixes"], found["school"], found["struck"]) == (0, 0, [])


def test_from_paper_the_bank_stays() -> None:
    found = played("АБ", paper("А", "ones", 0))
    assert (bank(found, "А"), found["players"]["А"]["boxes"]["ones"]) == (0, 0)
    assert refused("saved-throws", "АБ", paper("А", "ones", 3)) == "unreachable_points"
    assert refused("saved-throws", "АБ", paper("А", "poker", 55), options=ANY) is None
    assert (
        refused("saved-throws", "АБ", paper("А", "poker", 5), options=ANY) == "unreachable_points"
    )


def test_when_the_starter_finishes_everybody_else_has_one_more_turn() -> None:
    end = race("АБВ", "А")
    found = played("АБВ", *end)
    assert (found["over"], found["next"]) == (False, "Б")
    assert found["players"]["Б"]["unfinished"] == 0
    assert played("АБВ", *end, failed("Б"))["next"] == "В"
    assert played("АБВ", *end, failed("Б"), failed("В"))["over"] is True
    assert (
        refused("saved-throws", "АБВ", *end, failed("Б"), failed("В"), failed("Б")) == "game_over"
    )


@pytest.mark.parametrize("winner", ["Б", "В"])
def test_when_another_finishes_the_game_ends_at_once(winner: str) -> None:
    found = played("АБВ", *race("АБВ", winner))
    assert (found["over"], found["next"]) == (True, None)


def test_a_round_can_be_finished_whoever_ends_it() -> None:
    end = race("АБВ", "Б")
    assert played("АБВ", *end, finish_round=True)["next"] == "В"
    assert played("АБВ", *end, failed("В"), finish_round=True)["over"] is True
    assert played("АБВ", *race("АБВ", "В"), finish_round=True)["over"] is True


def test_the_next_seat_counts_as_the_starter_when_that_one_has_gone() -> None:
    for gone in (leaves("А"), removed("А")):
        end = [gone, *race("БВ", "Б")]
        assert played("АБВ", *end)["next"] == "В"
        assert played("АБВ", *end, failed("В"))["over"] is True
        assert played("АБВ", gone, *race("БВ", "В"))["over"] is True


def test_leaving_in_the_last_turns_gives_the_turn_up() -> None:
    end = race("АБВГ", "А")
    assert played("АБВГ", *end, leaves("Б"))["next"] == "В"
    assert played("АБВГ", *end, leaves("В"), failed("Б"))["next"] == "Г"
    assert played("АБВГ", *end, failed("Б"), leaves("Г"), failed("В"))["over"] is True
    assert played("АБВГ", *end, leaves("А"))["next"] == "Б"
    assert played("АБВГ", *end, leaves("Б"), leaves("В"), removed("Г"))["over"] is True


def test_the_one_who_is_left_plays_on_to_the_end() -> None:
    found = played("АБ", leaves("Б"), *race("А", "А"))
    assert (found["over"], found["next"]) == (True, None)
    assert played("АБ", leaves("Б"), leaves("А"))["over"] is True


def test_unused_throws_and_boxes_not_made_are_counted_at_the_end() -> None:
    """The example of §2.3: 198 + 21 − 18 − 20 = 181."""
    missing = {"sixes", "large_straight"}
    points = {"pair": 12, "two_pairs": 22, "three_of_a_kind": 18, "small_straight": 15}
    points |= {"full_house": 28, "four_of_a_kind": 34, "poker": 55, "chance": 14}
    boxes = [box for box in BOXES if box not in missing]
    saving = {"ones": 1, "twos": 1, "threes": 1, "fours": 2}
    mine = [
        made("А", box, saving[box]) if box in saving else paper("А", box, points.get(box, 0))
        for box in boxes
    ]
    mine += [failed("А")] * len(missing)
    others = [made("Б", box) for box in BOXES]
    game = [entry for both in zip(others, mine, strict=True) for entry in both]
    before = played("БА", *game[:-2], order="any")["players"]["А"]
    assert (before["total"], before["throw_points"], before["unfinished"]) == (198, 0, 0)
    found = played("БА", *game, order="any")
    assert found["over"] is True
    sheet = found["players"]["А"]
    assert sheet["saved_throws"] == 7
    assert (sheet["throw_points"], sheet["unfinished"], sheet["total"]) == (21, -38, 181)
    other = {"unfinished_school": -5, "unfinished_combination": -7, "saved_throw_points": 0}
    changed = played("БА", *game, order="any", **other)["players"]["А"]
    assert (changed["throw_points"], changed["unfinished"], changed["total"]) == (0, -12, 186)


def test_a_leaver_s_boxes_are_unfinished_and_the_throws_count() -> None:
    turns = [made("А", "ones", 1), leaves("А"), *race("Б", "Б")]
    sheet = played("АБ", *turns)["players"]["А"]
    assert sheet["struck"] == []
    assert sheet["boxes"]["twos"] is None
    assert sheet["throw_points"] == 6
    assert sheet["unfinished"] == -3 * (2 + 3 + 4 + 5 + 6) - 9 * 20
