"""Whole games: a fold of turns, and what a correction of some of them makes of the rest (§5)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.errors import Code, RuleError
from rules.model import Game, Turn
from rules.play import apply
from rules.text import Text


def replay(game: Game, turns: Iterable[Turn]) -> Game:
    """The game after all ``turns``; a RuleError carries the index of the turn it met, from 0."""
    for index, turn in enumerate(turns):
        try:
            game = apply(game, turn)
        except RuleError as error:
            raise error.at(index) from None
    return game


@dataclass(frozen=True, slots=True)
class Refusal:
    """A turn (index from 0) that a correction makes impossible, and why."""

    turn: int
    message: Text


class CorrectionRefused(Exception):
    """A correction after which later turns would be impossible; ``refusals`` names them all."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        super().__init__(", ".join(str(refusal.turn) for refusal in refusals))
        self.refusals = refusals


def correct(game: Game, turns: Sequence[Turn], corrections: Mapping[int, Turn]) -> Game:
    """The game with some turns replaced: index from 0 → the turn as it should have been.

    ``game`` is the game before its first turn. Several corrections count as one step (rules.md
    §5). Raises CorrectionRefused when any turn is impossible after them; once a turn is, those
    after it are judged without the order of players, so that each is named for its own fault.
    """
    corrected = [corrections.get(index, turn) for index, turn in enumerate(turns)]
    refusals: list[Refusal] = []
    for index, turn in enumerate(corrected):
        try:
            game = apply(game, turn)
        except RuleError as error:
            refusals.append(Refusal(index, error.message))
            if error.code is not Code.GAME_OVER:  # then every turn after it is one too many
                game = replace(game, copied=True)
    if refusals:
        raise CorrectionRefused(tuple(refusals))
    return game
