"""A replay does work in proportion to its turns: calls are counted, not seconds."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from types import FrameType

import pytest

import rules
from rules.dice import Counts
from rules.model import Finding
from rules.options import Options
from tests.rules import games


def calls(work: Callable[[], object]) -> int:
    """How many Python functions of the core ``work`` calls."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal counted
        counted += event == "call" and frame.f_globals.get("__package__") in {"rules", "rules.sets"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("key", ["saved-throws", "six-dice"])
def test_a_replay_is_linear_in_its_turns(key: str) -> None:
    """Lost turns may be as many as one likes: twice as many are twice the work."""
    game = rules.begin(rules.rule_set(key), "АБВ")

    def lost(rounds: int) -> list[rules.Turn]:
        return [rules.Turn(p, rules.Kind.FAILED, throws=3) for _ in range(rounds) for p in "АБВ"]

    few, many, more = (calls(partial(rules.replay, game, lost(n))) for n in (50, 100, 200))
    assert many - few > 0
    assert more - many == 2 * (many - few)


def test_every_turn_of_a_whole_game_is_scored_once() -> None:
    scored: list[Counts] = []

    def counting(box: rules.Box) -> rules.Box:
        def count(counts: Counts, options: Options) -> Finding | None:
            scored.append(counts)
            return box.scorer(counts, options)

        return replace(box, scorer=count)

    classic = rules.rule_set("classic")
    boxes = tuple(counting(box) for box in classic.boxes)
    start = rules.begin(replace(classic, boxes=boxes), games.NAMES[:6])
    turns: list[rules.Turn] = []
    draw = Random(0)
    for box in classic.boxes:
        for player in games.NAMES[:6]:
            dice = "".join(str(draw.randint(1, 6)) for _ in range(5))
            turns.append(rules.Turn(player, rules.Kind.DICE, box.key, dice, draw.randint(1, 3)))
    assert rules.replay(start, turns).over
    assert len(scored) == len(turns) == 90
