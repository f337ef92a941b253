"""`manage.py seat`, as tournaments.md §3 says."""

from __future__ import annotations

import json
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command

if TYPE_CHECKING:
    from pathlib import Path


def seat(*arguments: str) -> str:
    out = StringIO()
    call_command("seat", *arguments, stdout=out)
    return out.getvalue()


def seat_json(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(seat(*arguments, "--json"))
    return found


def test_it_prints_the_keys_of_the_agreed_form() -> None:
    found = seat_json("--players", "16", "--rounds", "5", "--seed", "3")
    assert list(found) == ["rounds", "repeats", "c2", "bound", "seconds"]
    assert (found["repeats"], found["c2"], found["bound"]) == (0, 0, 0)
    assert [sorted(p for t in r for p in t) for r in found["rounds"]] == [list(range(1, 17))] * 5


def test_the_same_seed_gives_the_same_schedule() -> None:
    asked = ("--players", "23", "--rounds", "6", "--iterations", "1000")
    first = seat_json(*asked, "--seed", "1")["rounds"]
    assert first == seat_json(*asked, "--seed", "1")["rounds"]
    assert first != seat_json(*asked, "--seed", "2")["rounds"]


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ((), [3, 4, 4]),
        (("--sizes", "3,4"), [3, 4, 4]),
        (("--sizes", "5,6"), [5, 6]),
        (("--sizes", "2,3", "--table-size", "3"), [2, 3, 3, 3]),
        (("--table-size", "3"), [2, 3, 3, 3]),
        (("--sizes", " 4, 3 ", "--table-size", "3"), [3, 4, 4]),
    ],
)
def test_sizes_are_those_asked_for(options: tuple[str, ...], sizes: list[int]) -> None:
    found = seat_json("--players", "11", "--rounds", "1", *options)
    assert sorted(map(len, found["rounds"][0])) == sizes


def test_it_prints_a_text_to_read() -> None:
    text = seat("--players", "8", "--rounds", "2")
    assert text.startswith("Round 1\n  table 1: ")
    assert "Repeats 4, C2 4 (at least 4), seats within 1" in text


@pytest.mark.parametrize(
    "arguments",
    [
        ("--players", "2", "--rounds", "1"),
        ("--players", "5", "--rounds", "1", "--sizes", "3,4"),
        ("--players", "7", "--rounds", "1", "--sizes", "4"),
        ("--players", "7", "--rounds", "1", "--table-size", "2"),
        ("--players", "0", "--rounds", "1"),
        ("--players", "-4", "--rounds", "1"),
        ("--players", "8", "--rounds", "0"),
        ("--players", "8"),
        ("--rounds", "8"),
        ("--players", "8", "--rounds", "1", "--sizes", "four"),
        ("--players", "8", "--rounds", "1", "--sizes", ""),
        ("--players", "8", "--rounds", "1", "--sizes", "1,4"),
        ("--players", "8", "--rounds", "1", "--sizes", "3,4", "--table-size", "5"),
        ("--players", "8", "--rounds", "1", "--table-size", "99"),
        ("--players", "8", "--rounds", "1", "--iterations", "-1"),
        ("--players", "99999999", "--rounds", "1"),
    ],
)
def test_what_cannot_be_seated_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as caught:
        seat(*arguments)
    assert caught.value.returncode == 2
    assert "\n" not in str(caught.value)


def test_what_it_prints_passes_its_own_check(tmp_path: Path) -> None:
    file = tmp_path / "schedule.json"
    file.write_text(seat("--players", "22", "--rounds", "6", "--json"), encoding="utf-8")
    found = seat_json("--check", str(file))
    assert found["errors"] == []
    assert {"rounds", "repeats", "c2", "bound", "seconds"} <= set(found)
    assert found["repeats"] == 0
    assert len(found["seats"]) == 22
    assert found["club_meetings"] == 0
    assert "No errors" in seat("--check", str(file))


def test_a_wrong_schedule_has_status_1(tmp_path: Path) -> None:
    file = tmp_path / "schedule.json"
    file.write_text('{"rounds": [[[1, 2, 3, 3], [4, 5, 6, 8]]], "players": 8}', encoding="utf-8")
    out = StringIO()
    with pytest.raises(SystemExit) as caught:
        call_command("seat", "--check", str(file), "--json", stdout=out)
    assert caught.value.code == 1
    assert json.loads(out.getvalue())["errors"] == [
        "round 1: player 3 sits twice",
        "round 1: player 7 is missing",
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"nul", b"\xff\xfe", b'{"rounds": {}}', b'{"rounds": [[[1e999]]]}',
        b'{"rounds": [[[NaN]]]}', b"[" * 100_000, b'{"rounds": [[[' + b"9" * 5000 + b"]]]}",
        b'{"rounds": [[[99999999999999999999, "x"]]]}', b'{"rounds": null}',
    ],
)  # fmt: skip
def test_a_file_that_is_no_schedule_is_one_line_and_status_2(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "schedule.json"
    file.write_bytes(content)
    with pytest.raises(CommandError) as caught:
        seat("--check", str(file))
    assert caught.value.returncode == 2
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_one_line_and_status_2(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(CommandError) as caught:
            seat("--check", str(path))
        assert caught.value.returncode == 2
