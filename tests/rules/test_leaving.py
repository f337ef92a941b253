"""Players who leave or are removed, games copied from paper, corrections (rules.md §5, §6)."""

import pytest

import rules
from tests.rules.turns import (
    SCHOOL,
    Going,
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

WITHOUT_BANK = ["classic", "even-odd", "free-choice", "minus-twenty", "thirteen"]


def boxes(ruleset: str) -> list[str]:
    return [box.key for box in rules.RULE_SETS[ruleset].boxes]


@pytest.mark.parametrize(
    ("ruleset", "school"),
    [
        ("classic", [-3, -6, -9, -12, -15, -18]),
        ("even-odd", [-3, -6, -9, -12, -15, -18]),
        ("free-choice", [0] * 6),
        ("minus-twenty", [-20] * 6),
        ("duel", [0] * 6),
        ("thirteen", [0] * 6),
    ],
)
def test_whoever_leaves_has_the_open_boxes_struck(ruleset: str, school: list[int]) -> None:
    found = replayed(ruleset, "АБ", leaves("А"))
    sheet = found["players"]["А"]
    second = boxes(ruleset)[6:]
    assert [sheet["boxes"][box] for box in SCHOOL] == school
    assert [sheet["boxes"][box] for box in second] == [0] * len(second)
    assert (sheet["struck"], sheet["school"], sheet["bonus"]) == (second, sum(school), 0)
    assert (found["next"], found["over"]) == ("Б", False)


def test_what_was_filled_stays_and_the_bonus_is_judged_as_for_a_full_school() -> None:
    start = [turn("А", "sixes", "66666"), turn("Б", "ones", "11123")]
    sheet = replayed("classic", "АБ", *start, leaves("А"))["players"]["А"]
    assert (sheet["school"], sheet["bonus"], sheet["total"]) == (12 - 45, 0, -33)
    house = {"school_bonus_from": -33}
    sheet = replayed("classic", "АБ", *start, leaves("А"), options=house)["players"]["А"]
    assert (sheet["bonus"], sheet["subtotal"], sheet["total"]) == (50, 17, 17)
    house = {"negative_school": -50}
    sheet = replayed("classic", "АБ", *start, leaves("А"), options=house)["players"]["А"]
    assert (sheet["bonus"], sheet["total"]) == (-50, -83)
    house = {"double_school": True}
    sheet = replayed("classic", "АБ", *start, leaves("А"), options=house)["players"]["А"]
    assert sheet["boxes"]["ones"] == -3


def test_the_price_of_an_unplayed_box_is_the_house_s() -> None:
    house = {"unplayed_school": -7}
    sheet = replayed("minus-twenty", "АБ", leaves("Б"), options=house)["players"]["Б"]
    assert sheet["total"] == -42


@pytest.mark.parametrize("ruleset", [*WITHOUT_BANK, "saved-throws", "six-dice"])
@pytest.mark.parametrize("how", [leaves, removed])
def test_the_seat_is_skipped_whoever_s_turn_it_is(ruleset: str, how: Going) -> None:
    dice = 6 if ruleset == "six-dice" else 5
    ones = {player: made(player, "ones", dice=dice) for player in "АБВ"}
    assert replayed(ruleset, "АБВ", how("А"))["next"] == "Б"
    assert replayed(ruleset, "АБВ", how("В"))["next"] == "А"
    assert replayed(ruleset, "АБВ", how("Б"), ones["А"])["next"] == "В"
    assert replayed(ruleset, "АБВ", ones["А"], how("Б"))["next"] == "В"
    assert replayed(ruleset, "АБВ", ones["А"], ones["Б"], how("В"))["next"] == "А"
    assert replayed(ruleset, "АБВ", ones["А"], how("А"))["next"] == "Б"
    assert replayed(ruleset, "АБВ", how("А"), how("Б"))["next"] == "В"
    found = replayed(ruleset, "АБВ", how("А"), how("В"), how("Б"))
    assert (found["next"], found["over"]) == (None, True)


@pytest.mark.parametrize("how", [leaves, removed])
def test_whoever_is_gone_has_no_further_turn(how: Going) -> None:
    for entry in (made("А", "ones"), leaves("А"), removed("А")):
        assert refused("classic", "АБ", how("А"), entry) == "not_your_turn"
        assert refused("classic", "АБ", how("А"), entry, copied=True) == "not_your_turn"


def test_whoever_is_removed_is_absent_and_whoever_left_is_not() -> None:
    start = [turn("А", "sixes", "66666"), turn("Б", "ones", "11123")]
    found = replayed("classic", "АБВ", *start, removed("А"))
    assert set(found["players"]) == set(found["places"]) == {"Б", "В"}
    assert found["settlement"]["exact"] == {"Б": "0", "В": "0"}
    found = replayed("classic", "АБВ", *start, leaves("А"))
    assert found["places"] == {"А": 3, "Б": 1, "В": 1}
    assert found["settlement"]["exact"] == {"А": "-22", "Б": "11", "В": "11"}
    nobody = replayed("classic", "АБ", removed("А"), removed("Б"))
    assert (nobody["players"], nobody["places"], nobody["over"]) == ({}, {}, True)


def test_the_game_goes_on_for_one_with_open_boxes() -> None:
    turns = [made("А", box) for box in boxes("classic")]
    assert replayed("classic", "АБ", leaves("Б"), *turns[:-1])["next"] == "А"
    assert replayed("classic", "АБ", leaves("Б"), *turns)["over"] is True


def test_leaving_with_a_full_sheet_changes_no_box() -> None:
    turns = [made(p, box) for box in boxes("classic") for p in "АБ"][:-1]
    found = replayed("classic", "АБ", *turns, leaves("А"))
    assert (found["next"], found["players"]["А"]["struck"]) == ("Б", [])
    assert replayed("classic", "АБ", *turns, leaves("Б"))["over"] is True


# Copied from paper: the order of turns and series is not enforced.


def test_a_copied_game_is_entered_in_any_order() -> None:
    rows = [paper("Б", "pair", 12), paper("Б", "ones", 2), strike("Б", "poker"), made("А", "ones")]
    assert refused("classic", "АБ", *rows, copied=True) is None
    assert refused("classic", "АБ", *rows, paper("Б", "pair", 2), copied=True) == "box_taken"


def test_in_a_copied_game_the_next_is_the_first_open_seat_after_the_last_entry() -> None:
    def following(*turns: JSONTurn) -> object:
        return replayed("classic", "АБВ", *turns, copied=True)["next"]

    row = [made("Б", box) for box in boxes("classic")]
    assert following() == "А"
    assert following(made("Б", "ones")) == "В"
    assert following(made("В", "ones")) == "А"
    assert following(*row) == "В"
    assert following(*row, made("А", "ones")) == "В"
    assert following(*row, leaves("В")) == "А"
    assert following(*row, leaves("В"), made("А", "ones")) == "А"
    assert following(made("А", "ones"), leaves("В")) == "А"
    assert following(made("А", "ones"), removed("Б")) == "В"
    assert following(leaves("А"), leaves("Б"), leaves("В")) is None


def test_in_a_copied_game_of_six_dice_a_full_seat_is_passed_over() -> None:
    row = [made("Б", box, dice=6) for box in boxes("six-dice")[:-1]]
    entries = [*row, made("А", "ones", dice=6)]
    assert replayed("six-dice", "АБВ", *entries, copied=True)["next"] == "В"


def test_a_copied_game_that_is_over_takes_what_is_still_open() -> None:
    row = [made("А", box) for box in boxes("saved-throws")]
    found = replayed("saved-throws", "АБ", *row, copied=True)
    assert (found["over"], found["next"]) == (True, "Б")
    found = replayed("saved-throws", "АБ", *row, made("Б", "pair"), failed("Б"), copied=True)
    assert found["players"]["Б"]["boxes"]["pair"] == 2
    assert found["players"]["Б"]["unfinished"] == -3 * 21 - 8 * 20


def test_throws_beyond_the_bank_are_wrong_in_a_copied_game_too() -> None:
    assert refused("six-dice", "АБВ", failed("А", 4), copied=True) == "bad_throws"


# Corrections.


def _turns(*entries: tuple[str, str | None, str | None, int]) -> list[rules.Turn]:
    return [
        rules.Turn(player, rules.Kind.DICE if box else rules.Kind.FAILED, box, dice, throws)
        for player, box, dice, throws in entries
    ]


def _refusals(game: rules.Game, turns: list[rules.Turn], **corrected: rules.Turn) -> list[int]:
    changes = {int(key.removeprefix("turn")): value for key, value in corrected.items()}
    with pytest.raises(rules.CorrectionRefused) as refusal:
        rules.correct(game, turns, changes)
    assert all(each.message.ru and each.message.en for each in refusal.value.refusals)
    return [each.turn for each in refusal.value.refusals]


def test_a_correction_replays_the_game() -> None:
    start = rules.begin(rules.rule_set("classic"), "АБ")
    turns = _turns(("А", "ones", "11123", 3), ("Б", "ones", "11123", 3), ("А", "twos", "22213", 3))
    better = rules.Turn("А", rules.Kind.DICE, "ones", "11111", 3)
    corrected = rules.correct(start, turns, {0: better})
    assert corrected == rules.replay(start, [better, *turns[1:]])
    assert rules.correct(start, turns, {}) == rules.replay(start, turns)


def test_a_correction_that_takes_a_later_turn_s_box_names_that_turn() -> None:
    start = rules.begin(rules.rule_set("classic"), "АБ")
    turns = _turns(("А", "ones", "11123", 3), ("Б", "ones", "11123", 3), ("А", "twos", "22213", 3))
    twos = rules.Turn("А", rules.Kind.DICE, "twos", "22213", 3)
    ones = rules.Turn("А", rules.Kind.DICE, "ones", "11123", 3)
    assert _refusals(start, turns, turn0=twos) == [2]
    assert rules.correct(start, turns, {0: twos, 2: ones}).sheet("А").marks[0] is not None


def test_a_correction_that_empties_a_bank_names_the_turns_that_spent_it() -> None:
    start = rules.begin(rules.rule_set("saved-throws"), "АБ")
    turns = _turns(
        ("А", "ones", "11123", 1),
        ("Б", None, None, 3),
        ("А", "twos", "22213", 4),
        ("Б", None, None, 3),
        ("А", None, None, 4),
    )
    third = rules.Turn("А", rules.Kind.DICE, "ones", "11123", 3)
    second = rules.Turn("А", rules.Kind.DICE, "ones", "11123", 2)
    assert _refusals(start, turns, turn0=third) == [2, 4]
    assert _refusals(start, turns, turn0=second) == [4]


def test_a_correction_that_ends_the_game_sooner_names_every_turn_after_its_end() -> None:
    rule_set = rules.rule_set("saved-throws")
    start = rules.begin(rule_set, "АБ")
    dice = {
        entry["category"]: entry["dice"] for entry in (made("Б", b.key) for b in rule_set.boxes)
    }
    rows: list[tuple[str, str | None, str | None, int]] = []
    for box, thrown in dice.items():
        rows += [("А", None, None, 3), ("Б", box, thrown, 3)]
    chance = rows.pop()
    lost: list[tuple[str, str | None, str | None, int]] = [
        (player, None, None, 3) for player in "БАБА"
    ]
    turns = _turns(*rows, *lost, chance)
    assert rules.replay(start, turns).over
    last = rules.Turn("Б", rules.Kind.DICE, "chance", "11112", 3)
    after = list(range(len(rows) + 1, len(turns)))
    assert _refusals(start, turns, **{f"turn{len(rows)}": last}) == after


def test_the_correction_itself_may_be_what_is_impossible() -> None:
    start = rules.begin(rules.rule_set("classic"), "АБ")
    turns = _turns(("А", "ones", "11123", 3), ("Б", "ones", "11123", 3))
    wrong = rules.Turn("Б", rules.Kind.DICE, "ones", "11123", 3)
    assert _refusals(start, turns, turn0=wrong) == [0]
