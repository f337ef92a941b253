"""The engine as a script meets it: one process, JSON lines in, JSON lines out (rules.md §6)."""

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.__main__ import answer_line

ROOT = Path(__file__).parents[2]

Line = dict[str, Any] | str | bytes


@dataclass(frozen=True, slots=True)
class Run:
    """What came back: one answer a line of input, the exit status, and what was complained of."""

    answers: list[dict[str, Any]]
    status: int
    complaint: str


def run(command: str, lines: Iterable[Line] = ()) -> Run:
    """Gives ``lines`` (objects, or raw text) to ``python -m rules command``."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", command],
        input=b"".join(_raw(line) + b"\n" for line in lines),
        capture_output=True,
        cwd=ROOT,
        check=False,
        timeout=120,
    )
    # Bytes: a text reader would also break lines at the separators that a name may hold.
    answers = [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]
    return Run(answers, done.returncode, done.stderr.decode())


def _raw(line: Line) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()


def answer(command: str, **keys: object) -> dict[str, Any]:
    """The answer to the one line that ``keys`` make, without the cost of a process."""
    found: dict[str, Any] = json.loads(json.dumps(answer_line(command, json.dumps(keys).encode())))
    return found


def said(found: dict[str, Any]) -> tuple[str, int | None] | None:
    """Code and turn of an error answer; None for any other answer."""
    error = found.get("error")
    return (error["code"], error.get("turn")) if error else None


def names_the_same(expected: object, found: object) -> bool:
    """Whether ``found`` holds what a case expects, comparing recursively the keys it names."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(key in found and names_the_same(expected[key], found[key]) for key in expected)
    return type(expected) is type(found) and expected == found
