"""JSON values → the nouns of the games: every key checked for presence and type (rules.md §6)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.beginning import begin
from rules.catalog import RULE_SETS, rule_set
from rules.errors import Code, RuleError
from rules.model import Game, Kind, Series, Turn
from rules.text import Text

JSON = Mapping[str, object]

EXTRAS = frozenset(
    box.key for game in RULE_SETS.values() for box in game.boxes if box.series is Series.EXTRA
)
"""Boxes that are entered without dice."""

_FLAGS = {
    "failed": Kind.FAILED,
    "skip": Kind.SKIP,
    "strike": Kind.STRIKE,
    "leaves": Kind.LEAVES,
    "removed": Kind.REMOVED,
}


def bad_input(ru: str, en: str) -> RuleError:
    """A RuleError ``bad_input`` with its message."""
    return RuleError(Code.BAD_INPUT, Text(ru, en))


def _of_type(found: JSON, key: str, kind: type, what: Text) -> object:
    if key not in found:
        raise bad_input(f"Нет ключа «{key}».", f"The key “{key}” is missing.")
    value = found[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise bad_input(f"«{key}» — это {what.ru}.", f"“{key}” is {what.en}.")
    return value


def text(found: JSON, key: str) -> str:
    """The string under ``key``; RuleError ``bad_input``."""
    value = _of_type(found, key, str, Text("строка", "a string"))
    assert isinstance(value, str)
    return value


def mapping(found: JSON, key: str) -> dict[str, object]:
    """The object under ``key``; RuleError ``bad_input``."""
    value = _of_type(found, key, dict, Text("объект", "an object"))
    assert isinstance(value, dict)
    return value


def optional_mapping(found: JSON, key: str) -> dict[str, object]:
    """The object under ``key``, empty where it is missing."""
    return mapping(found, key) if key in found else {}


def items(found: JSON, key: str) -> list[object]:
    """The list under ``key``; RuleError ``bad_input``."""
    value = _of_type(found, key, list, Text("список", "a list"))
    assert isinstance(value, list)
    return value


def names(value: object, key: str) -> list[str]:
    """A list of strings; RuleError ``bad_input``."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise bad_input(f"«{key}» — это список имён.", f"“{key}” is a list of names.")
    return value


def flag(found: JSON, key: str) -> bool:
    """The boolean under ``key``, False where it is missing; RuleError ``bad_input``."""
    if key not in found:
        return False
    value = _of_type(found, key, bool, Text("true или false", "true or false"))
    return value is True


def throws_of(found: JSON) -> int | None:
    """The number of throws, or None for anything that is no whole number (judged later)."""
    value = found.get("throws")
    return value if type(value) is int else None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down: its beginning, and the turns still unread."""

    start: Game
    turns: tuple[object, ...]


def read_record(found: JSON) -> Record:
    """A whole game from JSON: rule set, options, players, teams, turns (rules.md §6).

    Raises RuleError ``bad_input``, ``unknown_ruleset``, ``unknown_option`` or ``not_allowed``.
    """
    key = text(found, "ruleset")
    options = optional_mapping(found, "options")
    players = names(items(found, "players"), "players")
    teams: list[list[str]] = []
    if "teams" in found:
        teams = [names(team, "teams") for team in items(found, "teams")]
    copied = flag(found, "copied")
    turns = items(found, "turns")
    rules = rule_set(key, options)
    return Record(begin(rules, players, teams, copied), tuple(turns))


def read_turn(found: object) -> Turn:
    """One turn from JSON; RuleError ``bad_input`` for a missing or mistyped key.

    ``throws`` and the type of ``dice`` are left to play.apply, which judges them in their place.
    """
    if not isinstance(found, dict):
        raise bad_input("Ход — это объект.", "A turn is an object.")
    player = text(found, "player")
    kinds = [kind for key, kind in _FLAGS.items() if flag(found, key)]
    pour_to = text(found, "pour_to") if "pour_to" in found else None
    if len(kinds) > 1:
        raise bad_input("Ход назван двумя способами.", "The turn is named in two ways.")
    kind = kinds[0] if kinds else None
    if kind not in (None, Kind.STRIKE):
        return Turn(player, kind, throws=throws_of(found), pour_to=pour_to)
    box = text(found, "category")
    if kind is Kind.STRIKE:
        return Turn(player, kind, box, pour_to=pour_to)
    if "points" in found:
        if "dice" in found:
            raise bad_input("Или кости, или очки.", "Either dice or points.")
        points = _of_type(found, "points", int, Text("целое число", "a whole number"))
        assert isinstance(points, int)
        return Turn(player, Kind.POINTS, box, points=points, pour_to=pour_to)
    if box in EXTRAS:
        return Turn(player, Kind.EXTRA, box, throws=throws_of(found), pour_to=pour_to)
    if "dice" not in found:
        raise bad_input("Нет ключа «dice».", "The key “dice” is missing.")
    dice = found["dice"]
    return Turn(
        player,
        Kind.DICE,
        box,
        dice if isinstance(dice, str) else None,
        throws_of(found),
        pour_to=pour_to,
    )
