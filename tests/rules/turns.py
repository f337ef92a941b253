"""Turns and games in few words, for tests: lines of ``replay`` as rules.md §6 has them."""

from collections.abc import Callable
from typing import Any

from tests.rules.command_line import answer, said

JSONTurn = dict[str, Any]
Going = Callable[[str], JSONTurn]
SCHOOL = ("ones", "twos", "threes", "fours", "fives", "sixes")
MADE = {
    "pair": "11234",
    "two_pairs": "11223",
    "three_of_a_kind": "11123",
    "small_straight": "12345",
    "large_straight": "23456",
    "full_house": "11122",
    "four_of_a_kind": "11112",
    "poker": "11111",
    "chance": "11112",
    "even": "22222",
    "odd": "11111",
    "little_fool": "112233",
    "big_fool": "111222",
    "flash": "111122",
    "street": "123456",
    "general": "111111",
}
"""Dice that make a box of the second series; six-dice's poker is written out."""


def turn(player: str, box: str, dice: str, throws: int = 3, **keys: object) -> JSONTurn:
    return {"player": player, "category": box, "dice": dice, "throws": throws, **keys}


def made(player: str, box: str, throws: int = 3, dice: int = 5) -> JSONTurn:
    """A turn whose dice make ``box``: in the school three alike, of six dice four."""
    if box in SCHOOL:
        face = SCHOOL.index(box) + 1
        others = "12" if face > 2 else "56"
        return turn(player, box, str(face) * (dice - 2) + others, throws)
    return turn(player, box, "111112" if (box, dice) == ("poker", 6) else MADE[box], throws)


def failed(player: str, throws: int = 3) -> JSONTurn:
    return {"player": player, "failed": True, "throws": throws}


def skipped(player: str) -> JSONTurn:
    return {"player": player, "skip": True}


def leaves(player: str) -> JSONTurn:
    return {"player": player, "leaves": True}


def removed(player: str) -> JSONTurn:
    return {"player": player, "removed": True}


def paper(player: str, box: str, points: int) -> JSONTurn:
    return {"player": player, "category": box, "points": points}


def strike(player: str, box: str) -> JSONTurn:
    return {"player": player, "category": box, "strike": True}


def miser(player: str, throws: int = 3) -> JSONTurn:
    return {"player": player, "category": "miser", "throws": throws}


def replayed(ruleset: str, players: str, *turns: JSONTurn, **keys: object) -> dict[str, Any]:
    """The answer to a whole game; ``players`` are single letters, the starter first."""
    return answer("replay", ruleset=ruleset, players=list(players), turns=list(turns), **keys)


def refused(ruleset: str, players: str, *turns: JSONTurn, **keys: object) -> str | None:
    """The code with which the last turn is refused; None when nothing is.

    Asserts that it is the last: a turn that only leads up to it must be good.
    """
    found = said(replayed(ruleset, players, *turns, **keys))
    assert found is None or found[1] == len(turns) - 1, found
    return found[0] if found else None
