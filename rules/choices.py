"""What a player may do in this turn, and what each box would bring: for pages that ask before
they write. It judges nothing itself: what may be done is what ``play.apply`` accepts."""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.dice import parse_dice
from rules.errors import Code, RuleError
from rules.model import Box, Game, Kind, RuleSet, Series, Turn
from rules.play import FREE_THROWS, apply, why_not_pour
from rules.scoring import average
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Choice:
    """One box of the player in turn.

    ``open``: a turn may fill it now · ``why_not``: why it may not, shown where ``open`` is false ·
    ``points``/``made``: what the dice would bring, None before dice are known ·
    ``pour_to``: players into whose column these dice may be poured · ``best``: pre-selected.
    """

    box: Box
    open: bool
    why_not: Text | None = None
    points: int | None = None
    made: bool | None = None
    pour_to: tuple[str, ...] = ()
    best: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """What the player in turn may do: boxes in sheet order, and the other forms of a turn.

    ``most_throws``: with all saved ones · ``fails``: nothing fits, so the turn may only be lost
    (with dice known) or may be lost at all (without).
    """

    player: str
    boxes: tuple[Choice, ...]
    most_throws: int
    may_fail: bool
    may_skip: bool
    may_strike: bool

    @property
    def best(self) -> Choice | None:
        """The pre-selected box, None before dice are known or where nothing can be filled."""
        return next((choice for choice in self.boxes if choice.best), None)


def choices(game: Game, dice: str | None = None, throws: int = FREE_THROWS) -> Choices | None:
    """What the player in turn may do with ``dice`` (as typed) after ``throws`` throws.

    None when nobody has a turn. Raises RuleError ``bad_dice`` or ``bad_throws`` for dice that
    cannot be what was thrown.
    """
    player = game.next
    if player is None:
        return None
    rules, sheet = game.rules, game.sheet(player)
    most = FREE_THROWS + sheet.bank
    if dice is not None:
        _check(rules, dice, throws, most)
    found = tuple(_choice(game, player, box, dice, throws) for box in rules.boxes)
    return Choices(
        player,
        _with_best(rules, found),
        most,
        may_fail=rules.bank is not None,
        may_skip=rules.bank is not None and rules.bank.skip_brings is not None,
        may_strike=rules.bank is None,
    )


def _check(rules: RuleSet, dice: str, throws: int, most: int) -> None:
    if not 1 <= throws <= most:
        raise RuleError(
            Code.BAD_THROWS,
            Text(f"Бросков бывает от 1 до {most}.", f"A turn has from 1 to {most} throws."),
        )
    parse_dice(dice, rules.dice, joker=rules.dice == 6 and throws == 1)


def _choice(game: Game, player: str, box: Box, dice: str | None, throws: int) -> Choice:
    at = game.rules.index(box.key)
    if dice is None or box.series is Series.EXTRA:
        return _without_dice(game, player, box, at)
    refusal: RuleError | None = None
    try:
        after = apply(game, Turn(player, Kind.DICE, box.key, dice, throws))
    except RuleError as error:
        refusal = error
    else:
        mark = after.sheet(player).marks[at]
        assert mark is not None
        return Choice(box, True, None, mark.points, mark.made)
    return Choice(box, False, refusal.message, pour_to=_pours(game, player, box, dice, throws))


def _without_dice(game: Game, player: str, box: Box, at: int) -> Choice:
    """Whether the box is free and due: an impossible number of throws is judged after that."""
    kind = Kind.EXTRA if box.series is Series.EXTRA else Kind.DICE
    try:
        apply(game, Turn(player, kind, box.key, None, None))
    except RuleError as error:
        if error.code is Code.BAD_THROWS:
            return Choice(box, True)
        return Choice(box, False, error.message)
    raise AssertionError("a turn without throws was accepted")


def _pours(game: Game, player: str, box: Box, dice: str, throws: int) -> tuple[str, ...]:
    if not game.rules.pouring:
        return ()
    found: list[str] = []
    for sheet in game.sheets:
        if why_not_pour(game, game.sheet(player), box, sheet.player):
            continue
        try:
            apply(game, Turn(player, Kind.DICE, box.key, dice, throws, pour_to=sheet.player))
        except RuleError:
            continue
        found.append(sheet.player)
    return tuple(found)


def _with_best(rules: RuleSet, found: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The box pre-selected: the one whose points are furthest above what it brings on average."""
    gains = [
        Fraction(choice.points) - average(rules, choice.box)
        if choice.open and choice.points is not None
        else None
        for choice in found
    ]
    known = [gain for gain in gains if gain is not None]
    if not known:
        return found
    at = gains.index(max(known))
    return (*found[:at], replace(found[at], best=True), *found[at + 1 :])
