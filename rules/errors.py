"""What can be wrong with an entry. Codes are those of rules.md §6."""

from enum import StrEnum

from rules.text import Text


class Code(StrEnum):
    """The kinds of wrong, in the words of the command line."""

    BAD_INPUT = "bad_input"
    UNKNOWN_RULESET = "unknown_ruleset"
    UNKNOWN_OPTION = "unknown_option"
    GAME_OVER = "game_over"
    UNKNOWN_PLAYER = "unknown_player"
    NOT_YOUR_TURN = "not_your_turn"
    UNKNOWN_CATEGORY = "unknown_category"
    BOX_TAKEN = "box_taken"
    NOT_YET = "not_yet"
    BAD_THROWS = "bad_throws"
    BAD_DICE = "bad_dice"
    UNREACHABLE_POINTS = "unreachable_points"
    NOT_ALLOWED = "not_allowed"


class RuleError(Exception):
    """An entry that the rules refuse.

    ``code`` says which kind, ``message`` why in both languages; ``turn`` is the index of the
    turn (from 0) when a whole game was replayed.
    """

    def __init__(self, code: Code, message: Text, turn: int | None = None) -> None:
        super().__init__(message.en)
        self.code = code
        self.message = message
        self.turn = turn

    def at(self, turn: int) -> "RuleError":
        """The same error, placed at a turn (index from 0)."""
        return RuleError(self.code, self.message, turn)
