"""House rules: the table of rules.md §5, cell by cell, and the borders of every option."""

import json
import subprocess
import sys
from dataclasses import fields
from typing import Any

import pytest

import rules
from tests.rules.command_line import ROOT, answer, run, said

GAMES = (
    *("classic", "even-odd", "saved-throws", "free-choice", "minus-twenty", "duel"),
    *("thirteen", "six-dice", "showdown"),
)
ABSENT = "absent"
# One line an option: its defaults in the order of GAMES, as the table of §5 has them.
TABLE: dict[str, list[object]] = {
    "poker_bonus": [50, 50, 50, 0, 0, 0, 0, ABSENT, ABSENT],
    "poker_points": [None, None, None, 50, 50, 50, 50, ABSENT, ABSENT],
    "four_of_a_kind_bonus": [0, 0, 30, 0, 0, 0, 0, ABSENT, ABSENT],
    "full_house_bonus": [0, 0, 0, 0, 0, 0, 0, ABSENT, ABSENT],
    "two_pairs_bonus": [0, 0, 0, 0, 0, ABSENT, ABSENT, ABSENT, ABSENT],
    "first_throw_multiplier": [2, 2, 1, 1, 1, 1, 1, ABSENT, ABSENT],
    "double_poker_bonus": [False] * 7 + [ABSENT] * 2,
    "double_school": [False, False, ABSENT, False, False, False, False, ABSENT, ABSENT],
    "double_chance": [False] * 7 + [ABSENT] * 2,
    "school_bonus": [50, 50, ABSENT, 0, 0, 0, 0, ABSENT, ABSENT],
    "school_bonus_from": [0, 0, ABSENT, 63, 0, 63, 63, ABSENT, ABSENT],
    "negative_school": [0, 0, *[ABSENT] * 7],
    "two_pairs_from_four_alike": [False] * 5 + [ABSENT] * 4,
    "full_house_from_five_alike": [False] * 7 + [ABSENT] * 2,
    "small_straight": ["five", "four", "five", "four", "four", "four", "four", ABSENT, ABSENT],
    "small_straight_points": [None, None, None, 25, 25, 30, 30, ABSENT, ABSENT],
    "large_straight_points": [None, None, None, 30, 30, 40, 40, ABSENT, ABSENT],
    "full_house_points": [None, None, None, None, None, 25, 25, ABSENT, ABSENT],
    "small_straight_sums_all": [False] * 7 + [ABSENT] * 2,
    "three_of_a_kind_sums_all": [False] * 5 + [ABSENT, True, ABSENT, ABSENT],
    "four_of_a_kind_sums_all": [False] * 5 + [True, True, ABSENT, ABSENT],
    "unplayed_school": [*[ABSENT] * 4, -20, *[ABSENT] * 4],
    "order": ["school_first", "school_first", "school_first", *["any"] * 4, ABSENT, ABSENT],
    "failed_mark": ["dash", "dash", ABSENT, *["dash"] * 4, ABSENT, ABSENT],
    "settlement": [*["mean"] * 5, "difference", "mean", "none", "pot"],
    "stake": ["1"] * 9,
    "unit": ["1"] * 9,
    "saved_throw_points": [ABSENT, ABSENT, 3, *[ABSENT] * 4, 0, ABSENT],
    "unfinished_school": [ABSENT, ABSENT, "minus_three", *[ABSENT] * 6],
    "unfinished_combination": [ABSENT, ABSENT, -20, *[ABSENT] * 6],
    "finish_round": [ABSENT, ABSENT, False, *[ABSENT] * 6],
    "school_extra_once": [*[ABSENT] * 7, False, ABSENT],
    "straights": [*[ABSENT] * 8, "none"],
    "kickers": [*[ABSENT] * 8, False],
    "tie_by_sum": [*[ABSENT] * 8, False],
    "lowball": [*[ABSENT] * 8, False],
    "blitz_throws": [*[ABSENT] * 8, 3],
}
NINE: list[object] = ["1", 1.0, [], {}, ""]
WRONG: dict[str, list[object]] = {
    "points": [-1, 1001, 10**30, True, None, *NINE],
    "points or nothing": [-1, 1001, False, *NINE],
    "costs": [1, -1001, True, None, *NINE],
    "flag": [0, 1, None, "true", *NINE],
    "word": [None, True, "Five", "any ", *NINE],
    "money": ["0", "0.0", "-1", "+1", "1e1", " 1", "1.", ".1", "1,5", "٣", 1, 0.1, None, True, ""],
}
# What an option takes (§5): good values, and kinds of wrong ones.
TAKES: dict[str, tuple[list[object], str, list[object]]] = {
    **dict.fromkeys(
        ("poker_bonus", "four_of_a_kind_bonus", "full_house_bonus", "two_pairs_bonus"),
        ([0, 1, 300, 1000], "points", []),
    ),
    "school_bonus": ([0, 50, 1000], "points", []),
    "school_bonus_from": ([-100, -1, 0, 63, 200], "word", [-101, 201]),
    "negative_school": ([-1000, -50, 0], "costs", []),
    "unplayed_school": ([-1000, -20, 0], "costs", []),
    "unfinished_combination": ([-1000, -20, 0], "costs", []),
    "unfinished_school": (["minus_three", -1000, -1, 0], "costs", ["plus_three"]),
    "saved_throw_points": ([0, 3, 100], "points", [101]),
    **dict.fromkeys(
        (
            *("poker_points", "small_straight_points", "large_straight_points"),
            "full_house_points",
        ),
        ([None, 0, 25, 1000], "points or nothing", []),
    ),
    **dict.fromkeys(
        (
            *("double_poker_bonus", "double_school", "double_chance", "finish_round", "lowball"),
            *("two_pairs_from_four_alike", "full_house_from_five_alike", "school_extra_once"),
            *("small_straight_sums_all", "three_of_a_kind_sums_all", "four_of_a_kind_sums_all"),
            *("kickers", "tie_by_sum"),
        ),
        ([True, False], "flag", []),
    ),
    "first_throw_multiplier": ([1, 2], "word", [0, 3]),
    "blitz_throws": ([1, 3], "word", [0, 2, 4]),
    "small_straight": (["five", "four"], "word", [4, 5]),
    "order": (["school_first", "any"], "word", []),
    "failed_mark": (["dash", "zero"], "word", [0, "-"]),
    "settlement": (["mean", "difference", "pot", "none"], "word", []),
    "straights": (["none", "card", "above_full", "above_four"], "word", []),
    "stake": (["1", "0.01", "00.50", "1000000", "3.0"], "money", []),
    "unit": (["1", "0.01", "5", "0.05"], "money", []),
}


@pytest.fixture(scope="module")
def listed() -> dict[str, dict[str, Any]]:
    done = run("list")
    assert (done.status, done.complaint) == (0, "")
    return {line["ruleset"]: line for line in done.answers}


def test_list_tells_the_nine_games_in_order(listed: dict[str, dict[str, Any]]) -> None:
    assert tuple(listed) == GAMES == tuple(rules.RULE_SETS)
    assert {key: line["players"] for key, line in listed.items()} == {
        key: [2, None] for key in GAMES
    } | {"duel": [2, 2], "six-dice": [3, 4]}
    for line in listed.values():
        assert list(line) == ["ruleset", "name", "boxes", "players", "options"]
        assert line["name"]["ru"] != line["name"]["en"]
    assert listed["classic"]["name"]["ru"] == "Классика, 17 граф"


def test_list_tells_the_boxes_in_sheet_order(listed: dict[str, dict[str, Any]]) -> None:
    school = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    start = ["pair", "two_pairs", "three_of_a_kind", "small_straight", "large_straight"]
    end = ["full_house", "four_of_a_kind", "poker", "chance"]
    straights = ["small_straight", "large_straight", "poker", "chance"]
    boxes = {
        "classic": [*start, *end],
        "even-odd": [*start, "even", "odd", *end],
        "duel": ["four_of_a_kind", "full_house", *straights],
        "thirteen": ["three_of_a_kind", "four_of_a_kind", "full_house", *straights],
        "six-dice": ["little_fool", "big_fool", "flash", "street", "poker", "general", "miser"],
    }
    boxes |= {"saved-throws": boxes["classic"], "free-choice": boxes["classic"]}
    boxes |= {"minus-twenty": boxes["even-odd"]}
    found = {key: line["boxes"] for key, line in listed.items()}
    assert found == {key: [*school, *rest] for key, rest in boxes.items()} | {"showdown": []}


@pytest.mark.parametrize("game", GAMES)
def test_list_tells_the_options_of_the_table_in_its_order(
    game: str, listed: dict[str, dict[str, Any]]
) -> None:
    at = GAMES.index(game)
    expected = [(key, row[at]) for key, row in TABLE.items() if row[at] is not ABSENT]
    found = list(listed[game]["options"].items())
    assert found == expected
    # Python takes True for 1; the table does not.
    assert [type(value) for _, value in found] == [type(value) for _, value in expected]


def _score_with(game: str, options: dict[str, object]) -> dict[str, Any]:
    if game == "showdown":
        return answer("rank", hands={"А": "11234", "Б": "22345"}, options=options)
    dice = {"six-dice": "222213"}.get(game, "22213")
    return answer("score", ruleset=game, category="twos", dice=dice, throws=3, options=options)


@pytest.mark.parametrize("key", TABLE)
def test_an_option_takes_its_borders_and_nothing_beyond(key: str) -> None:
    good, kind, more = TAKES[key]
    for at, game in enumerate(GAMES):
        if TABLE[key][at] is ABSENT:
            for value in good:
                assert said(_score_with(game, {key: value})) == ("unknown_option", None)
            continue
        for value in good:
            assert "error" not in _score_with(game, {key: value}), (game, value)
            assert rules.rule_set(game, {key: value}).house_rules()[key] == value
        for value in [*WRONG[kind], *more]:
            found = _score_with(game, {key: value})
            assert said(found) == ("bad_input", None), (game, value)
            assert key in found["error"]["message"]


def test_the_table_and_the_options_are_the_same() -> None:
    assert list(rules.OPTIONS) == list(TABLE)
    assert set(TAKES) == set(TABLE)
    assert {each.name for each in fields(rules.RULE_SETS["classic"].options)} == set(TABLE)


@pytest.mark.parametrize("key", TABLE)
def test_an_option_is_explained_in_both_languages(key: str) -> None:
    option = rules.OPTIONS[key]
    for text in (option.label, option.sentence, option.takes.says):
        assert text.ru
        assert text.en
    sentence = option.sentence
    assert sentence.ru.endswith(".")
    assert sentence.en.endswith(".")
    assert any("а" <= letter <= "я" for letter in sentence.ru)
    assert sentence.en.isascii() or {"−", "×"} & set(sentence.en)
    if isinstance(option.takes, rules.Choice):
        assert all(name.ru and name.en for _, name in option.takes.values)


def test_the_labels_of_a_game_are_different() -> None:
    for game in rules.RULE_SETS.values():
        for language in ("ru", "en"):
            labels = [rules.OPTIONS[k].label.in_language(language) for k in game.option_keys]
            assert len(set(labels)) == len(labels)


def test_a_game_keeps_its_own_rules() -> None:
    changed = rules.rule_set("classic", {"poker_bonus": 100})
    assert changed.options.poker_bonus == 100
    assert rules.rule_set("classic").options.poker_bonus == 50
    again = rules.rule_set("classic", changed.house_rules())
    assert again == changed


def test_it_needs_nothing_but_python() -> None:
    """Without site packages, and every module it loads is Python's own or its own."""
    code = """
import json, runpy, sys
sys.path.insert(0, sys.argv.pop())
sys.argv = ["rules", "list"]
try:
    runpy.run_module("rules", run_name="__main__")
except SystemExit as end:
    assert not end.code
loaded = {name.partition(".")[0] for name in sys.modules}
print(json.dumps(sorted(loaded - set(sys.stdlib_module_names) - {"rules", "__main__"})))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", code, str(ROOT)],
        capture_output=True,
        check=True,
        timeout=60,
    )
    *games, foreign = done.stdout.splitlines()
    assert len(games) == 9
    assert json.loads(foreign) == []


def test_a_reader_who_goes_away_is_no_accident() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "rules", "score"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    with process:
        assert process.stdout is not None
        process.stdout.close()
        _, complaint = process.communicate(b"{}\n", timeout=60)
    assert complaint == b""
    assert process.returncode == 1
