"""The nouns of the games: boxes, rule sets, turns, sheets. Frozen, and without any arithmetic."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.dice import Counts, Dice
from rules.errors import Code, RuleError
from rules.options import Options, Value, check_value
from rules.text import Text


class Series(StrEnum):
    """Which part of the sheet a box stands in."""

    SCHOOL = "school"
    COMBINATIONS = "combinations"
    EXTRA = "extra"


class Doubling(StrEnum):
    """Which house rule decides whether a box is multiplied on the first throw."""

    SCHOOL = "double_school"
    CHANCE = "double_chance"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a scorer saw in the dice.

    ``base``: the points of the dice, which the first throw may multiply · ``used``: the dice that
    brought them · ``bonus``: points added once · ``made``: whether the box has its combination.
    """

    base: int
    used: Dice
    bonus: int = 0
    made: bool = True


Scorer = Callable[[Counts, Options], Finding | None]
"""Counts of the faces and the house rules in, the finding out; None where nothing was made."""


@dataclass(frozen=True, slots=True)
class Box:
    """One column that a turn can fill. ``short`` heads a narrow column; ``face``: pips, school."""

    key: str
    name: Text
    short: Text
    series: Series
    scorer: Scorer
    doubling: Doubling
    face: int | None = None


@dataclass(frozen=True, slots=True)
class Pouring:
    """Six dice: how long a victim has (own turns) and what the giver gets (saved throws)."""

    turns: int
    reward: int


@dataclass(frozen=True, slots=True)
class Bank:
    """Saved throws: whether a failed turn saves too, and what a skipped turn brings (throws).

    In a game with a bank a box is filled only with its combination; a turn without it fails.
    """

    saves_when_failed: bool
    skip_brings: int | None = None


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One of the nine games, under its house rules.

    ``fewest``/``most``: players (None: any number) · ``start_dice``: dice thrown for the start ·
    ``option_keys``: the house rules it has, in order · ``options``: their values now ·
    ``race``: the game ends when the first player has every box · ``rank_only``: hands are ranked,
    there is no sheet · ``course``: how it is played, a paragraph each.
    """

    key: str
    name: Text
    sentence: Text
    boxes: tuple[Box, ...]
    option_keys: tuple[str, ...]
    options: Options
    fewest: int = 2
    most: int | None = None
    dice: int = 5
    start_dice: int = 5
    bank: Bank | None = None
    race: bool = False
    pouring: Pouring | None = None
    pairs_of_players: bool = False
    rank_only: bool = False
    course: tuple[Text, ...] = ()

    def under(self, house_rules: Mapping[str, object]) -> "RuleSet":
        """This game under other house rules: option key → value, the rest stays as it is.

        Raises RuleError ``unknown_option``, or ``bad_input`` naming the option and what it takes.
        """
        for key in house_rules:
            if key not in self.option_keys:
                raise RuleError(
                    Code.UNKNOWN_OPTION,
                    Text(
                        "В игре «{name}» нет правила {key}.", "“{name}” has no option {key}."
                    ).filled(name=self.name, key=key),
                )
        checked = {key: check_value(key, value) for key, value in house_rules.items()}
        return replace(self, options=replace(self.options, **checked))  # type: ignore[arg-type]

    def house_rules(self) -> dict[str, Value]:
        """Option key → value, in the order of rules.md §5."""
        return {key: getattr(self.options, key) for key in self.option_keys}

    def index(self, key: str) -> int:
        """Where box ``key`` stands on the sheet, from 0; RuleError ``unknown_category``."""
        for at, box in enumerate(self.boxes):
            if box.key == key:
                return at
        raise RuleError(
            Code.UNKNOWN_CATEGORY,
            Text("В игре «{name}» нет клетки {key}.", "“{name}” has no box {key}.").filled(
                name=self.name, key=key
            ),
        )

    def box(self, key: str) -> Box:
        """The box named ``key``; RuleError ``unknown_category``."""
        return self.boxes[self.index(key)]


class Kind(StrEnum):
    """The forms a turn takes (rules.md §6).

    The last two are no turns but what a finished sheet on paper says, in games copied from it:
    throws saved at the end, and points poured into a box, both as ``points``.
    """

    DICE = "dice"
    POINTS = "points"
    STRIKE = "strike"
    EXTRA = "extra"
    FAILED = "failed"
    SKIP = "skip"
    LEAVES = "leaves"
    REMOVED = "removed"
    BANK = "bank"
    POURED = "poured"


@dataclass(frozen=True, slots=True)
class Turn:
    """One entry of a game.

    ``dice`` as typed (read when the turn is applied) · ``throws``: how many were used ·
    ``points``: from paper · ``pour_to``: the player whose right-hand column gets the points.
    """

    player: str
    kind: Kind = Kind.DICE
    box: str | None = None
    dice: str | None = None
    throws: int | None = None
    points: int | None = None
    pour_to: str | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands in a filled box: its points, and how they came there.

    ``struck``: a combination box without its combination · ``dice``/``throws`` are None where the
    points came from paper or from leaving · ``poured``: points taken off by a pour.
    """

    points: int
    made: bool
    struck: bool = False
    dice: Dice | None = None
    throws: int | None = None
    poured: int | None = None


@dataclass(frozen=True, slots=True)
class Pour:
    """Points waiting in a player's right-hand column, and the own turns left to answer them."""

    giver: str
    points: int
    turns_left: int


class Presence(StrEnum):
    """Whether a player still plays."""

    PLAYING = "playing"
    LEFT = "left"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's row: a mark or None a box, saved throws, open pours a box."""

    player: str
    marks: tuple[Mark | None, ...]
    bank: int = 0
    pours: tuple[Pour | None, ...] = ()
    presence: Presence = Presence.PLAYING

    @property
    def plays(self) -> bool:
        return self.presence is Presence.PLAYING


@dataclass(frozen=True, slots=True)
class Game:
    """A game after some turns: what play.apply folds.

    ``sheets`` in seat order, the starter first · ``cursor``: the seat whose turn it is (copied
    games: where the search for the next open seat begins) · ``last_turns``: seats that have one
    more turn once somebody has finished a race · ``over``: nobody has a turn any more.
    """

    rules: RuleSet
    sheets: tuple[Sheet, ...]
    teams: tuple[tuple[str, ...], ...] = ()
    copied: bool = False
    cursor: int | None = 0
    last_turns: frozenset[int] | None = None
    over: bool = False

    @property
    def next(self) -> str | None:
        """The player whose turn it is, or None when the game is over."""
        return None if self.cursor is None else self.sheets[self.cursor].player

    def sheet(self, player: str) -> Sheet:
        """A player's sheet; KeyError for a stranger."""
        for sheet in self.sheets:
            if sheet.player == player:
                return sheet
        raise KeyError(player)
