"""One player's row copied from paper: points or dice, box by box."""

from collections.abc import Mapping
from uuid import UUID, uuid4

import rules
from scorekeeper.forms import language, whole_number


class PaperRowForm:
    """One player's boxes copied from paper: points or dice in each, blank where it is not known.

    ``fields`` keeps what was typed beside what is wrong with it.
    """

    def __init__(
        self, game: rules.Game, player: str, data: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.player = player
        self.row_key = uuid4()
        self.typed: dict[str, str] = {}
        self.errors: dict[str, str] = {}
        if data is not None:
            self.typed = {
                box.key: (data.get(f"box-{box.key}") or "").strip() for box in game.rules.boxes
            }
            self.row_key = _uuid_or_new(data.get("row_key"))

    @property
    def open_boxes(self) -> list[rules.Box]:
        """The boxes that are still empty, in sheet order."""
        sheet = self.game.sheet(self.player)
        marked = zip(self.game.rules.boxes, sheet.marks, strict=True)
        return [box for box, mark in marked if mark is None]

    def turns(self) -> list[rules.Turn]:
        """The turns that were typed, also those into boxes that somebody has filled meanwhile."""
        return [
            _paper_turn(self.player, box, self.typed[box.key])
            for box in self.game.rules.boxes
            if self.typed.get(box.key)
        ]

    def add_error(self, box: str, message: str) -> None:
        """Says what is wrong at a box."""
        self.errors[box] = message

    def judge(self) -> None:
        """Says at every box what cannot stand there, beside what has been said already."""
        game = self.game
        for turn in self.turns():
            try:
                game = rules.apply(game, turn)
            except rules.RuleError as error:
                self.errors.setdefault(turn.box or "", error.message.in_language(language()))

    @property
    def first_wrong(self) -> str:
        """The box to mend first, in sheet order; "" where none is wrong."""
        return next((box.key for box in self.game.rules.boxes if box.key in self.errors), "")

    @property
    def lines(self) -> list[dict[str, object]]:
        """Each open box, or what is wrong with one: its name, what it can bring, what was typed."""
        return [
            {
                "key": box.key,
                "name": box.name.in_language(language()),
                "possible": [str(n) for n in rules.enterable(self.game.rules, box)],
                "typed": self.typed.get(box.key, ""),
                "error": self.errors.get(box.key, ""),
            }
            for box in self.game.rules.boxes
            if box in self.open_boxes or box.key in self.errors
        ]


def _uuid_or_new(text: str | None) -> UUID:
    try:
        return UUID(text or "")
    except ValueError:
        return uuid4()


def _paper_turn(player: str, box: rules.Box, text: str) -> rules.Turn:
    """Points, a dash for a struck box, or dice: after * from the first throw, after / not."""
    if text in {"—", "–", "−", "-", "x", "х"}:
        return rules.Turn(player, rules.Kind.POINTS, box.key, points=0)
    looks_like_dice = text.isdigit() and len(text) > 4  # no box brings that much
    points = None if looks_like_dice else whole_number(text)
    if points is not None:
        return rules.Turn(player, rules.Kind.POINTS, box.key, points=points)
    throws = 1 if "*" in text else rules.FREE_THROWS
    return rules.Turn(player, rules.Kind.DICE, box.key, text.strip("*/"), throws)
