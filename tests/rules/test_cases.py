"""The case files of rules.md §6, line by line through the command line."""

import json
from functools import cache
from typing import Any

import pytest

from tests.rules.command_line import ROOT, Run, names_the_same, run

CASES = ROOT / "tests" / "cases"
SHARED = ROOT.parent / "shared" / "cases"
COMMANDS = {
    "errors": "score",
    "rank": "rank",
    "replay": "replay",
    "replay_errors": "replay",
    "score": "score",
    "settle": "settle",
    "six_dice": "replay",
}
HOW_MANY = {
    "errors": 11,
    "rank": 25,
    "replay": 24,
    "replay_errors": 5,
    "score": 481,
    "settle": 17,
    "six_dice": 7,
}


@cache
def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


@cache
def answers(name: str) -> Run:
    return run(COMMANDS[name], [case["in"] for case in cases(name)])


def _every_line() -> list[object]:
    return [
        pytest.param(name, at, id=f"{name}-{at + 1}-{_about(case['in'])}")
        for name in COMMANDS
        for at, case in enumerate(cases(name))
    ]


def _about(given: dict[str, Any]) -> str:
    words = [given.get(key) for key in ("ruleset", "category", "dice", "throws", "mode")]
    options = [f"{key}={value}" for key, value in given.get("options", {}).items()]
    return "-".join(str(word) for word in [*words, *options] if word is not None)


@pytest.mark.parametrize(("name", "at"), _every_line())
def test_it_answers_as_the_case_says(name: str, at: int) -> None:
    expected, found = cases(name)[at]["out"], answers(name).answers[at]
    assert names_the_same(expected, found), found


@pytest.mark.parametrize("name", COMMANDS)
def test_it_answers_every_line_and_its_status_tells_failures(name: str) -> None:
    done = answers(name)
    assert len(done.answers) == len(cases(name))
    assert done.status == int(any("error" in case["out"] for case in cases(name)))
    assert done.complaint == ""


def test_the_copies_are_whole() -> None:
    assert {path.stem: len(path.read_bytes().splitlines()) for path in CASES.iterdir()} == HOW_MANY


@pytest.mark.parametrize("name", COMMANDS)
def test_the_copies_equal_their_originals_where_those_are(name: str) -> None:
    copy = (CASES / f"{name}.jsonl").read_bytes()
    assert copy.endswith(b"}\n")
    original = SHARED / f"{name}.jsonl"
    assert copy == (original.read_bytes() if original.exists() else _written_again(name))


def _written_again(name: str) -> bytes:
    """The cases as their originals are written, for a clone that stands alone."""
    lines = [json.dumps(case, ensure_ascii=False) for case in cases(name)]
    return "".join(f"{line}\n" for line in lines).encode()


def test_every_case_file_is_known() -> None:
    files = [*CASES.glob("*.jsonl"), *SHARED.glob("*.jsonl")]
    assert {path.stem for path in files} == set(COMMANDS)
