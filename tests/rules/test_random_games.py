"""Whole random games of every rule set: what holds after each turn, and afterwards."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.__main__ import answer_line
from tests.rules import games

SEEDS = st.integers(0, 2**32)
MOST_TURNS = 600


def play(
    start: rules.Game, draw: Random, leaving: float = 0.01
) -> tuple[list[rules.Turn], list[rules.Game]]:
    """Turns until nobody has one, and the game after each, the beginning first."""
    turns: list[rules.Turn] = []
    after = [start]
    while after[-1].next is not None:
        turns.append(games.some_turn(after[-1], draw, leaving))
        after.append(rules.apply(after[-1], turns[-1]))
        games.check(after[-2], after[-1])
        assert len(turns) < MOST_TURNS
    for game in [*draw.sample(after, min(5, len(after))), after[-1]]:
        games.check_sums(game)
    return turns, after


def whole_game(key: str, seed: int) -> None:
    draw = Random(seed)
    start = games.begun(key, draw, copied=draw.random() < 0.2)
    turns, after = play(start, draw)
    assert after[-1].over
    assert rules.replay(start, turns) == after[-1]
    # Undo is leaving out the last turn: it leads back, and the turn again leads on.
    undone = rules.replay(start, turns[:-1])
    assert undone == after[-2]
    assert rules.apply(undone, turns[-1]) == after[-1]
    assert rules.correct(start, turns, {}) == after[-1]
    _same_from_the_command_line(start, turns, after[-1])


def _same_from_the_command_line(
    start: rules.Game, turns: list[rules.Turn], end: rules.Game
) -> None:
    line = games.written(start, turns, start.rules.house_rules())
    found = answer_line("replay", json.dumps(line).encode())
    result = rules.result(end)
    players = found["players"]
    assert isinstance(players, dict)
    assert {p: row["total"] for p, row in players.items()} == {
        player: figures.total for player, figures in result.figures.items()
    }
    assert (found["over"], found["next"], found["places"]) == (True, end.next, result.places)


@pytest.mark.parametrize("key", games.WITH_SHEETS)
@settings(max_examples=6)
@given(seed=SEEDS)
def test_a_whole_game(key: str, seed: int) -> None:
    whole_game(key, seed)


@pytest.mark.soak
@pytest.mark.parametrize("key", games.WITH_SHEETS)
@settings(max_examples=500)
@given(seed=SEEDS)
def test_many_whole_games(key: str, seed: int) -> None:
    whole_game(key, seed)


@pytest.mark.parametrize("key", [key for key in games.WITH_SHEETS if key != "six-dice"])
@settings(max_examples=3)
@given(seed=SEEDS)
def test_totals_do_not_depend_on_the_order_inside_a_series(key: str, seed: int) -> None:
    draw = Random(seed)
    start = games.begun(key, draw, copied=True)
    turns, after = play(start, draw, leaving=0)
    turns = [turn for turn in turns if turn.box]
    # Saved throws depend on the order, so here every turn has three.
    turns = (
        [replace(turn, throws=turn.throws and 3) for turn in turns] if start.rules.bank else turns
    )
    series = {box.key: box.series for box in start.rules.boxes}
    mixed = draw.sample(turns, len(turns))
    mixed.sort(key=lambda turn: series[turn.box or ""] is not rules.Series.SCHOOL)
    one, other = (rules.result(rules.replay(start, order)) for order in (turns, mixed))
    assert one.figures == other.figures
    assert one.settlement == other.settlement
    assert start.rules.bank or one.figures == rules.result(after[-1]).figures


@pytest.mark.parametrize("key", games.WITH_SHEETS)
@settings(max_examples=4)
@given(seed=SEEDS)
def test_a_random_correction_is_a_game_or_names_its_turns(key: str, seed: int) -> None:
    draw = Random(seed)
    start = games.begun(key, draw)
    turns, after = play(start, draw)
    at = draw.randrange(len(turns))
    other = games.some_turn(after[at], draw)
    corrected = [*turns[:at], other, *turns[at + 1 :]]
    try:
        found = rules.correct(start, turns, {at: other})
    except rules.CorrectionRefused as refused:
        named = [each.turn for each in refused.refusals]
        assert named == sorted(set(named))
        assert named[0] > at
        with pytest.raises(rules.RuleError) as first:
            rules.replay(start, corrected)
        assert first.value.turn == named[0]
    else:
        assert found == rules.replay(start, corrected)


@pytest.mark.parametrize("players", range(2, 13))
def test_two_to_twelve_play(players: int) -> None:
    draw = Random(players)
    start = rules.begin(rules.rule_set("classic"), games.NAMES[:players])
    turns, after = play(start, draw, leaving=0)
    assert len(turns) == 15 * players
    assert set(rules.result(after[-1]).places) == set(games.NAMES[:players])
