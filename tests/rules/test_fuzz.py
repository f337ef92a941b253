"""Anything on standard input: one answer a line, never a traceback (rules.md §6)."""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.__main__ import ANSWERS, answer_line
from tests.rules import games
from tests.rules.command_line import run

pytestmark = pytest.mark.thorough

CODES = {code.value for code in rules.Code}
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(
        ["classic", "six-dice", "showdown", "ones", "miser", "11123", "A", "mean", "1"]
    ),
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = (
    *("ruleset", "options", "category", "dice", "throws", "hands", "totals", "mode", "stake"),
    *("unit", "players", "teams", "copied", "turns"),
)
COMMANDS = st.sampled_from(sorted(ANSWERS))


def judge(answer: dict[str, Any]) -> None:
    """An answer is an object that can be written; an error has a known code and a sentence."""
    json.dumps(answer)
    if "error" in answer:
        assert answer["error"]["code"] in CODES
        assert answer["error"]["message"].strip()
        assert set(answer["error"]) <= {"code", "message", "turn"}


@given(COMMANDS, st.binary(max_size=60))
def test_any_bytes(command: str, line: bytes) -> None:
    judge(answer_line(command, line))


@given(COMMANDS, ANYTHING)
def test_any_json(command: str, value: object) -> None:
    judge(answer_line(command, json.dumps(value).encode()))


@given(COMMANDS, st.dictionaries(st.sampled_from(KEYS), ANYTHING, min_size=3))
def test_the_right_keys_with_anything_in_them(command: str, line: dict[str, object]) -> None:
    judge(answer_line(command, json.dumps(line).encode()))


def _good_lines() -> list[tuple[str, dict[str, Any]]]:
    """One good line of each kind; the games are short."""
    lines: list[tuple[str, dict[str, Any]]] = [
        ("score", {"ruleset": "classic", "category": "pair", "dice": "33355", "throws": 1}),
        ("rank", {"hands": {"А": "44441", "Б": "12345"}, "options": {"kickers": True}}),
        ("settle", {"totals": {"А": 3, "Б": 1}, "mode": "mean", "stake": "0.10", "unit": "0.01"}),
    ]
    for seed, key in enumerate(games.WITH_SHEETS):
        draw = Random(seed)
        game = start = games.begun(key, draw)
        turns: list[rules.Turn] = []
        while game.next is not None and len(turns) < 12:
            turns.append(games.some_turn(game, draw, leaving=0.1))
            game = rules.apply(game, turns[-1])
        lines.append(("replay", games.written(start, turns, start.rules.house_rules())))
    return lines


GOOD = _good_lines()


def _spoiled(line: dict[str, Any], where: list[int], value: object) -> dict[str, Any]:
    """A copy with ``value`` at some place inside, found by walking down."""
    copy = deepcopy(line)
    at: Any = copy
    for step in where[:-1]:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        inner = at[keys[step % len(keys)]]
        if not isinstance(inner, dict | list) or not inner:
            break
        at = inner
    keys = list(at) if isinstance(at, dict) else list(range(len(at)))
    at[keys[where[-1] % len(keys)]] = value
    return copy


STEPS = st.lists(st.integers(0, 50), min_size=1, max_size=4)


@pytest.mark.parametrize("at", range(len(GOOD)))
@settings(max_examples=40)
@given(where=STEPS, value=ANYTHING)
def test_a_good_line_with_one_thing_wrong(at: int, where: list[int], value: object) -> None:
    command, line = GOOD[at]
    judge(answer_line(command, json.dumps(_spoiled(line, where, value)).encode()))


@pytest.mark.soak
@pytest.mark.parametrize("at", range(len(GOOD)))
@settings(max_examples=5_000)
@given(where=STEPS, value=ANYTHING)
def test_a_good_line_spoiled_many_times(at: int, where: list[int], value: object) -> None:
    command, line = GOOD[at]
    judge(answer_line(command, json.dumps(_spoiled(line, where, value)).encode()))


def test_the_good_lines_are_good() -> None:
    assert not [line for command, line in GOOD if "error" in _answer(command, line)]


def _answer(command: str, line: dict[str, Any]) -> dict[str, Any]:
    return dict(answer_line(command, json.dumps(line).encode()))


@pytest.mark.parametrize("command", sorted(ANSWERS))
def test_one_answer_a_line_through_the_process(command: str) -> None:
    draw = Random(command)
    lines: list[bytes] = [
        b"",
        b" ",
        b"\xff\xfe\x00",
        b"\r",
        b'{"a": "\x00"}',
        b"{" * 5000,
        b"\xc2\x85",
    ]
    lines += [
        json.dumps(line, ensure_ascii=bool(n % 2)).encode() for n, (_, line) in enumerate(GOOD)
    ]
    lines += ['{"ruleset": "\u2028\u2029\u0085"}'.encode(), b'{"hands": {"\\ud800": "11111"}}']
    draw.shuffle(lines)
    done = run(command, lines)
    assert (len(done.answers), done.status, done.complaint) == (len(lines), 1, "")
    for answer in done.answers:
        judge(answer)


def test_names_come_back_as_they_went_in() -> None:
    odd = [
        "\ud800",
        "a\u2028b",
        "=1+1",
        "{0}",
        "  Аня  ",
        "\x00",
        "🎲",
        '"',
        "\\",
        "a\nb",
        "a\x85b",
    ]
    hands = dict.fromkeys(odd, "11111")
    (answer,) = run("rank", [{"hands": hands}]).answers
    assert answer == {"groups": [sorted(odd)]}
    (answer,) = run("replay", [{"ruleset": "classic", "players": odd, "turns": []}]).answers
    assert list(answer["players"]) == odd


def test_no_lines_no_answers() -> None:
    assert run("score") == type(run("score"))([], 0, "")
