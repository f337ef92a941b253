"""Any entry at all, right or wrong: a RuleError or a good game, never anything else."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

import rules
from tests.rules import games

SEATS = st.integers(0, 3)
BOXES = st.integers(0, 17)
THROWS = st.one_of(st.none(), st.integers(-1, 8))
DICE = st.one_of(
    st.none(),
    st.text("123456", min_size=5, max_size=6),
    st.text("0123456 JКвTт", max_size=8),
    st.sampled_from(["11111", "111111", "22222", "222222", "12345", "123456", "66655"]),
)
KINDS = st.sampled_from(list(rules.Kind))


class Table(RuleBasedStateMachine):
    """One game that is given every kind of entry, with undo."""

    key = "classic"
    game: rules.Game
    start: rules.Game

    @initialize(seed=st.integers(0, 2**16), copied=st.booleans())
    def begin(self, seed: int, copied: bool) -> None:
        self.draw = Random(seed)
        self.start = self.game = games.begun(self.key, self.draw, copied)
        self.turns: list[rules.Turn] = []

    def enter(self, turn: rules.Turn) -> None:
        before = self.game
        try:
            after = rules.apply(before, turn)
        except rules.RuleError:
            return
        games.check(before, after)
        games.check_sums(after)
        self.game = after
        self.turns.append(turn)

    @rule(how_many=st.integers(1, 12))
    def play_on(self, how_many: int) -> None:
        for _ in range(how_many):
            if self.game.next is None:
                return
            before = len(self.turns)
            self.enter(games.some_turn(self.game, self.draw, leaving=0))
            assert len(self.turns) == before + 1

    @rule(seat=SEATS, kind=KINDS, at=BOXES, dice=DICE, throws=THROWS, victim=st.none() | SEATS)
    def anything(
        self,
        seat: int,
        kind: rules.Kind,
        at: int,
        dice: str | None,
        throws: int | None,
        victim: int | None,
    ) -> None:
        names = [sheet.player for sheet in self.game.sheets]
        boxes = [*(box.key for box in self.game.rules.boxes), "even", "miser", None]
        to = None if victim is None else names[victim % len(names)]
        box = boxes[at % len(boxes)]
        player = names[seat % len(names)]
        self.enter(rules.Turn(player, kind, box, dice, throws, throws, to))

    @rule()
    def undo(self) -> None:
        self.turns = self.turns[:-1]
        self.game = rules.replay(self.start, self.turns)

    @invariant()
    def the_turns_lead_here(self) -> None:
        if hasattr(self, "turns"):
            assert rules.replay(self.start, self.turns) == self.game

    @invariant()
    def whoever_is_next_has_something_to_do(self) -> None:
        if hasattr(self, "turns") and not self.game.over:
            assert rules.choices(self.game) is not None


@pytest.mark.parametrize("key", games.WITH_SHEETS)
def test_any_entry(key: str) -> None:
    _run(key, settings(max_examples=10, stateful_step_count=12))


@pytest.mark.soak
@pytest.mark.parametrize("key", games.WITH_SHEETS)
def test_many_entries(key: str) -> None:
    _run(key, settings(max_examples=400, stateful_step_count=60))


def _run(key: str, how: settings) -> None:
    machine: type[Table] = type(f"Table of {key}", (Table,), {"key": key})
    run_state_machine_as_test(machine, settings=how)
