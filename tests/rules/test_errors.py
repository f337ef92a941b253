"""Which error is said first (rules.md §6, "Errors"), and every kind of wrong key."""

from typing import Any

import pytest

from tests.rules.command_line import Line, answer, run, said

SCORE: dict[str, Any] = {"ruleset": "classic", "category": "pair", "dice": "33355", "throws": 1}
REPLAY: dict[str, Any] = {"ruleset": "classic", "players": ["Аня", "Борис"], "turns": []}
TURN: dict[str, Any] = {"player": "Аня", "category": "ones", "dice": "11123", "throws": 3}


def score(**keys: object) -> dict[str, Any]:
    return SCORE | keys


def replay(*turns: object, **keys: object) -> dict[str, Any]:
    return REPLAY | {"turns": list(turns)} | keys


def without(line: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name != key}


# Each case breaks its rule and every later one that it can, so that only the order decides.
SCORE_ORDER: list[tuple[str, Line, str]] = [
    ("not JSON", "{'ruleset': 'klassik'}", "bad_input"),
    ("not an object", "[]", "bad_input"),
    ("blank", "", "bad_input"),
    ("spaces", "   ", "bad_input"),
    ("two objects", "{}{}", "bad_input"),
    ("NaN", '{"ruleset": "classic", "category": "pair", "dice": "1", "throws": NaN}', "bad_input"),
    ("not UTF-8", b'{"ruleset": "\xff"}', "bad_input"),
    ("UTF-16", '{"ruleset": "classic"}'.encode("utf-16"), "bad_input"),
    ("too deep", "[" * 100_000, "bad_input"),
    ("too deep inside", '{"a":' * 100_000, "bad_input"),
    ("no rule set", without(score(category=5), "ruleset"), "bad_input"),
    ("rule set null", score(ruleset=None, options={"x": 1}), "bad_input"),
    ("rule set a list", score(ruleset=["classic"]), "bad_input"),
    ("no category", without(score(ruleset="klassik"), "category"), "bad_input"),
    ("category a number", score(ruleset="klassik", category=1), "bad_input"),
    ("no dice", without(score(ruleset="klassik"), "dice"), "bad_input"),
    ("options null", score(ruleset="klassik", options=None), "bad_input"),
    ("options a list", score(ruleset="klassik", options=["poker_bonus"]), "bad_input"),
    ("rule set", score(ruleset="klassik", options={"x": 1}), "unknown_ruleset"),
    ("rule set in capitals", score(ruleset="Classic", category="x"), "unknown_ruleset"),
    ("rule set a surrogate", score(ruleset="\ud800", category="x"), "unknown_ruleset"),
    ("option before value", score(options={"stake": 1, "x": 1}, category="x"), "unknown_option"),
    ("option of another set", score(options={"lowball": True}, category="x"), "unknown_option"),
    ("option's value", score(options={"stake": 1}, category="x", throws=9), "bad_input"),
    ("option's huge value", score(options={"poker_bonus": 10**400}, category="x"), "bad_input"),
    ("category", score(category="even", throws=9, dice="1"), "unknown_category"),
    ("category of showdown", score(ruleset="showdown", throws=9), "unknown_category"),
    ("miser", score(ruleset="six-dice", category="miser", throws=9), "unknown_category"),
    ("throws before dice", score(throws=4, dice="x"), "bad_throws"),
    ("throws before type of dice", score(throws=0, dice=33355), "bad_throws"),
    ("dice", score(dice="3335"), "bad_dice"),
    ("dice a number", score(dice=33355), "bad_input"),
    ("dice null", score(dice=None), "bad_input"),
    ("dice a list", score(dice=[3, 3, 3, 5, 5]), "bad_input"),
    ("dice true", score(dice=True), "bad_input"),
]

BAD_THROWS: list[tuple[str, Line]] = [
    ("missing", without(score(), "throws")),
    ("null", score(throws=None)),
    ("a string", score(throws="1")),
    ("true", score(throws=True)),
    ("3.0", score(throws=3.0)),
    ("a list", score(throws=[1])),
    ("zero", score(throws=0)),
    ("negative", score(throws=-1)),
    ("four", score(throws=4)),
    ("infinite", str(SCORE | {"throws": 0}).replace("'", '"').replace(": 0}", ": 1e999}")),
    ("of 5000 digits", str(SCORE).replace("'", '"').replace(": 1}", ": " + "9" * 5000 + "}")),
    ("zero with a bank", score(ruleset="saved-throws", throws=0)),
]

BAD_DICE = [
    *("", " ", ",", "3335", "333555", "33375", "03335", "33350", "-3335", "3.335", "3e335"),
    *(
        "33355x",
        "1_035",
        "²3335",
        "٣٣٣٥٥",
        "\uff13\uff13\uff13\uff15\uff15",
        "33355\0",
        "\ud800\ud8003335",
        "3335K",
        "3335В",
    ),
    *("JJJKК", "ВВВKK", "ТTTTT", "9 10 J Q В", "BBBBB", "10 10 10 10", "1 1 1 1 0", "TTTTTT"),
]
GOOD_DICE = {
    "33355": 20,
    " 3 3 3,5,5 ": 20,
    "JJJKK": 20,
    "jjjkk": 20,
    "ВВВКК": 20,
    "вввкк": 20,
    "10 10 10 9 9": 8,
    "T9T9T": 8,
    "t1099j": 8,
    "Т9Т9Т": 24,
    "тттт9": 24,
    "A9A9A": 24,
    "1 0 1 0 9 9 9": 8,
}


def test_the_first_error_of_score_counts() -> None:
    done = run("score", [line for _, line, _ in SCORE_ORDER])
    found = {name: said(a) for (name, _, _), a in zip(SCORE_ORDER, done.answers, strict=True)}
    assert found == {name: (code, None) for name, _, code in SCORE_ORDER}
    assert (done.status, done.complaint) == (1, "")


def test_throws_of_every_wrong_kind() -> None:
    done = run("score", [line for _, line in BAD_THROWS])
    found = {name: said(a) for (name, _), a in zip(BAD_THROWS, done.answers, strict=True)}
    assert found == {name: ("bad_throws", None) for name, _ in BAD_THROWS}


def test_a_bank_has_no_upper_limit_in_score() -> None:
    lines = [score(ruleset="saved-throws", throws=77), score(ruleset="six-dice", throws=77)]
    lines[1] |= {"category": "twos", "dice": "222213"}
    assert [a["points"] for a in run("score", lines).answers] == [10, 20]


def test_dice_that_cannot_be_read() -> None:
    done = run("score", [score(dice=dice) for dice in BAD_DICE])
    found = {dice: said(a) for dice, a in zip(BAD_DICE, done.answers, strict=True)}
    assert found == dict.fromkeys(BAD_DICE, ("bad_dice", None))


def test_dice_in_either_alphabet() -> None:
    done = run("score", [score(dice=dice) for dice in GOOD_DICE])
    assert [a.get("points") for a in done.answers] == list(GOOD_DICE.values())


def test_the_marked_one_only_with_six_dice_and_on_the_first_throw() -> None:
    ones: dict[str, Any] = {"ruleset": "six-dice", "category": "ones"}
    lines = [
        ones | {"dice": "011123", "throws": 1},
        ones | {"dice": "001123", "throws": 1},
        ones | {"dice": "011123", "throws": 2},
        ones | {"dice": "AAAA23", "throws": 1},
        ones | {"dice": "99991010", "throws": 1},
        ones | {"dice": "011123", "throws": "1"},
    ]
    good, *bad = run("score", lines).answers
    assert good == {"points": 20, "made": True}
    codes = ["bad_dice", "bad_dice", "bad_dice", "bad_dice", "bad_throws"]
    assert [said(found) for found in bad] == [(code, None) for code in codes]


def test_a_byte_order_mark_and_a_carriage_return_are_no_error() -> None:
    line = str(SCORE).replace("'", '"').encode()
    assert [a["points"] for a in run("score", [b"\xef\xbb\xbf" + line, line + b"\r"]).answers] == [
        20,
        20,
    ]


REPLAY_BEGINS: list[tuple[str, dict[str, Any], str]] = [
    ("no players", without(replay(ruleset="x"), "players"), "bad_input"),
    ("players a string", replay(ruleset="x", players="АБ"), "bad_input"),
    ("a player a number", replay(ruleset="x", players=["Аня", 5]), "bad_input"),
    ("no turns", without(replay(ruleset="x"), "turns"), "bad_input"),
    ("turns an object", replay(ruleset="x") | {"turns": {}}, "bad_input"),
    ("copied null", replay(ruleset="x", copied=None), "bad_input"),
    ("copied one", replay(ruleset="x", copied=1), "bad_input"),
    ("teams null", replay(ruleset="x", teams=None), "bad_input"),
    ("teams of numbers", replay(ruleset="x", teams=[[1, 2]]), "bad_input"),
    ("teams flat", replay(ruleset="x", teams=["Аня", "Борис"]), "bad_input"),
    ("rule set", replay(ruleset="x", options={"y": 1}, players=[]), "unknown_ruleset"),
    ("option", replay(options={"y": 1}, players=[]), "unknown_option"),
    ("option's value", replay(options={"order": None}, players=[]), "bad_input"),
    ("nobody", replay(players=[]), "bad_input"),
    ("too few", replay(players=["Аня"]), "bad_input"),
    ("too many", replay(ruleset="duel", players=["А", "Б", "В"]), "bad_input"),
    ("too few for six dice", replay(ruleset="six-dice"), "bad_input"),
    ("too many for six dice", replay(ruleset="six-dice", players=list("АБВГД")), "bad_input"),
    ("twice", replay(players=["Аня", "Аня"]), "bad_input"),
    ("empty", replay(players=["Аня", ""]), "bad_input"),
    ("teams elsewhere", replay(teams=[["Аня", "Борис"]]), "bad_input"),
    ("showdown", replay(5, ruleset="showdown"), "not_allowed"),
    ("showdown of one", replay(ruleset="showdown", players=["Аня"]), "bad_input"),
]

SIX: dict[str, Any] = {"ruleset": "six-dice", "players": list("АБВГ")}
BAD_TEAMS: list[object] = [
    [["А", "Б"]],
    [["А", "Б"], ["В"]],
    [["А", "Б", "В"], ["Г"]],
    [["А", "Б"], ["В", "В"]],
    [["А", "Б"], ["В", "Д"]],
    [["А", "Б"], ["В", "Г"], ["А", "Б"]],
    [["А", "Б", "В", "Г"]],
    [[]],
]

OVER = ({"player": "Аня", "leaves": True}, {"player": "Борис", "leaves": True})
B: dict[str, Any] = TURN | {"player": "Борис"}
NOBODY: dict[str, Any] = {"player": "Вера"}
POUR: dict[str, Any] = {"pour_to": "Борис"}
TURNS: list[tuple[str, list[object], str]] = [
    ("a turn of its own kind, even when over", [*OVER, 5], "bad_input"),
    ("no player", [*OVER, without(TURN, "player")], "bad_input"),
    ("player null", [TURN | {"player": None}], "bad_input"),
    ("no category", [without(TURN, "category") | NOBODY], "bad_input"),
    ("category a number", [TURN | NOBODY | {"category": 1}], "bad_input"),
    ("no dice", [without(TURN, "dice") | NOBODY], "bad_input"),
    ("points true", [NOBODY | {"category": "ones", "points": True}], "bad_input"),
    ("points 3.0", [NOBODY | {"category": "ones", "points": 3.0}], "bad_input"),
    ("points null", [NOBODY | {"category": "ones", "points": None}], "bad_input"),
    ("points a string", [NOBODY | {"category": "ones", "points": "0"}], "bad_input"),
    ("failed a number", [NOBODY | {"failed": 1, "throws": 1}], "bad_input"),
    ("leaves a string", [NOBODY | {"leaves": "yes"}], "bad_input"),
    ("nothing but false", [NOBODY | {"leaves": False, "failed": False}], "bad_input"),
    ("pour to a number", [TURN | NOBODY | {"pour_to": 1}], "bad_input"),
    ("over", [*OVER, TURN | NOBODY | {"throws": 9}], "game_over"),
    ("over, leaving again", [*OVER, {"player": "Аня", "leaves": True}], "game_over"),
    ("unknown before turn", [TURN | NOBODY | {"category": "x"}], "unknown_player"),
    ("unknown victim", [B | {"pour_to": "Вера", "category": "x"}], "unknown_player"),
    ("unknown leaver", [{"player": "Вера", "leaves": True}], "unknown_player"),
    ("another's turn", [B | {"category": "x", "throws": 9}], "not_your_turn"),
    ("another fails", [{"player": "Борис", "failed": True}], "not_your_turn"),
    ("category", [TURN | {"category": "even", "throws": 9}], "unknown_category"),
    ("subtotal", [TURN | {"category": "subtotal", "throws": 9}], "unknown_category"),
    ("miser elsewhere", [{"player": "Аня", "category": "miser"}], "unknown_category"),
    ("taken", [TURN, B, TURN | {"throws": 9, "dice": "x"}], "box_taken"),
    ("not yet", [TURN | {"category": "pair", "throws": 9}], "not_yet"),
    ("not yet struck", [{"player": "Аня", "category": "pair", "strike": True}], "not_yet"),
    ("not yet poured", [TURN | {"category": "pair", "throws": 9} | POUR], "not_yet"),
    ("taken does not apply to a pour", [TURN, B, TURN | POUR], "not_allowed"),
    ("throws", [TURN | {"throws": 4, "dice": "x"}], "bad_throws"),
    ("no throws", [without(TURN, "throws") | {"dice": 5}], "bad_throws"),
    ("throws of failing", [{"player": "Аня", "failed": True}], "bad_throws"),
    ("dice", [TURN | {"dice": "1112"} | POUR], "bad_dice"),
    ("dice a number", [TURN | {"dice": 11123} | POUR], "bad_input"),
    ("points", [{"player": "Аня", "category": "fives", "points": 23} | POUR], "unreachable_points"),
    (
        "huge points",
        [{"player": "Аня", "category": "ones", "points": 10**40}],
        "unreachable_points",
    ),
    ("failing", [{"player": "Аня", "failed": True, "throws": 3}], "not_allowed"),
    ("skipping", [{"player": "Аня", "skip": True}], "not_allowed"),
    ("pouring", [TURN | POUR], "not_allowed"),
    (
        "pouring from paper",
        [{"player": "Аня", "category": "ones", "points": 0} | POUR],
        "not_allowed",
    ),
    ("a struck school box", [{"player": "Аня", "category": "ones", "strike": True}], "not_allowed"),
]


def test_the_first_error_of_a_beginning_counts() -> None:
    answers = run("replay", [line for _, line, _ in REPLAY_BEGINS]).answers
    found = {name: said(a) for (name, _, _), a in zip(REPLAY_BEGINS, answers, strict=True)}
    assert found == {name: (code, None) for name, _, code in REPLAY_BEGINS}


def test_teams_that_do_not_fit() -> None:
    lines = [REPLAY | SIX | {"teams": teams} for teams in BAD_TEAMS]
    assert [said(a) for a in run("replay", lines).answers] == [("bad_input", None)] * len(lines)
    three = replay(ruleset="six-dice", players=list("АБВ"), teams=[["А", "Б"]])
    assert said(answer("replay", **three)) == ("bad_input", None)


def test_the_first_error_of_a_turn_counts_and_says_which() -> None:
    answers = run("replay", [replay(*turns) for _, turns, _ in TURNS]).answers
    found = {name: said(a) for (name, _, _), a in zip(TURNS, answers, strict=True)}
    assert found == {name: (code, len(turns) - 1) for name, turns, code in TURNS}


def test_the_first_wrong_turn_is_named() -> None:
    broken = replay(TURN, B | {"dice": "1"}, TURN | {"category": "even"}, 5)
    assert said(answer("replay", **broken)) == ("bad_dice", 1)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({}, "bad_input"),
        ({"hands": ["11111"]}, "bad_input"),
        ({"hands": {"А": 11111}, "options": {"x": 1}}, "bad_input"),
        ({"hands": {"А": "1"}, "options": []}, "bad_input"),
        ({"hands": {"А": "1"}, "options": {"x": 1}}, "unknown_option"),
        ({"hands": {"А": "1"}, "options": {"poker_bonus": 1}}, "unknown_option"),
        ({"hands": {"А": "1"}, "options": {"kickers": 1}}, "bad_input"),
        ({"hands": {}, "options": {"x": 1}}, "unknown_option"),
        ({"hands": {}}, "bad_input"),
        ({"hands": {"А": "11111", "Б": "1111"}}, "bad_dice"),
    ],
    ids=str,
)
def test_the_errors_of_rank(line: dict[str, object], code: str) -> None:
    assert said(answer("rank", **line)) == (code, None)


TOTALS = {"А": 3, "Б": 1}


@pytest.mark.parametrize(
    "line",
    [
        {"mode": "mean"},
        {"totals": TOTALS},
        {"totals": {}, "mode": "mean"},
        {"totals": [3, 1], "mode": "mean"},
        {"totals": {"А": 3.0}, "mode": "mean"},
        {"totals": {"А": True}, "mode": "mean"},
        {"totals": {"А": None}, "mode": "mean"},
        {"totals": {"А": "3"}, "mode": "mean"},
        {"totals": TOTALS, "mode": "median"},
        {"totals": TOTALS, "mode": None},
        *(
            {"totals": TOTALS, "mode": "mean", key: value}
            for key in ("stake", "unit")
            for value in (
                *(1, 0.5, None, True, "", "0", "0.00", "-1", "+1", "1e2", " 1", "1 ", "1.", ".5"),
                *("1,5", "1.2.3", "1_0", "½", "١", "NaN", "Infinity", "1/2", "0x1"),
            )
        ),
    ],
    ids=str,
)
def test_the_errors_of_settle(line: dict[str, object]) -> None:
    assert said(answer("settle", **line)) == ("bad_input", None)


def test_messages_are_sentences_that_name_what_is_wrong() -> None:
    found = answer("score", **score(options={"poker_bonus": "much"}))["error"]["message"]
    assert "poker_bonus" in found
    assert "0 to 1000" in found
    found = answer("score", **score(category="even"))["error"]["message"]
    assert "even" in found


def test_an_unknown_command_is_told_the_known_ones() -> None:
    for command in ("", "scores", "score twice", "LIST"):
        done = run(command)
        assert (done.status, done.answers) == (2, [])
        assert "usage" in done.complaint
