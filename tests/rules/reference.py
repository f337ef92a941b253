"""The five-dice games once more, told from rules.md in another way, to compare ``rules`` with.

Nothing here is shared with ``rules``: dice are a sorted string, a combination is a pattern in it,
and a game is a table of words. Only default house rules are known.
"""

import re

RUN_OF_FOUR = ("3456", "2345", "1234")
NAMES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}

# What each game says about a box: "used" are the dice of the combination, "all" all five, a number
# is fixed; "+n" is added once; games with "first" double the dice of the first throw.
CLASSIC = {
    "school": "relative",
    "straights": "five",
    "small_straight": "used",
    "large_straight": "used",
    "poker": "used+50",
    "first": "yes",
}
FREE = {
    "school": "plain",
    "straights": "four",
    "small_straight": "25",
    "large_straight": "30",
    "poker": "50",
}
DUEL = {
    "school": "plain",
    "straights": "four",
    "small_straight": "30",
    "large_straight": "40",
    "poker": "50",
    "full_house": "25",
    "four_of_a_kind": "all",
    "three_of_a_kind": "all",
}
GAMES: dict[str, dict[str, str]] = {
    "classic": CLASSIC,
    "even-odd": CLASSIC | {"straights": "four"},
    "saved-throws": CLASSIC | {"school": "crossed", "first": "", "four_of_a_kind": "used+30"},
    "free-choice": FREE,
    "minus-twenty": FREE | {"school": "minus"},
    "duel": DUEL,
    "thirteen": DUEL,
}


def points(game: str, box: str, dice: str, throws: int) -> tuple[int, bool]:
    """Points, and whether the box is made: ``dice`` are five pips in any order."""
    says = GAMES[game]
    thrown = "".join(sorted(dice))
    if box in NAMES:
        return _school(says["school"], NAMES[box], thrown)
    used = _used(box, thrown, says["straights"])
    if used is None:
        return 0, False
    worth, _, bonus = says.get(box, "used").partition("+")
    brought = int(worth) if worth.isdigit() else _sum(thrown if worth == "all" else used)
    if says.get("first") and throws == 1 and box != "chance":
        brought *= 2
    return brought + int(bonus or 0), True


def _sum(dice: str) -> int:
    return sum(map(int, dice))


def _school(says: str, face: int, dice: str) -> tuple[int, bool]:
    alike = dice.count(str(face))
    over = sum(face for _ in range(alike)) - face - face - face
    if says == "relative":
        return over, alike > 2
    if says == "plain":
        return over + 3 * face, alike > 0
    if says == "crossed":
        return 0, alike > 2
    return (over, True) if alike > 2 else (-20, False)


def _used(box: str, dice: str, straights: str) -> str | None:
    """The dice that make ``box``, or None; patterns are looked for in the sorted dice."""
    once = "".join(sorted(set(dice)))
    twins = re.findall(r"(.)\1", dice)
    if box == "pair":
        return max(twins) * 2 if twins else None
    if box == "two_pairs":
        pairs = sorted(set(twins))
        return "".join(face * 2 for face in pairs) if len(pairs) == 2 else None
    if box == "three_of_a_kind":
        return _first(r"(.)\1\1", dice)
    if box == "four_of_a_kind":
        return _first(r"(.)\1\1\1", dice)
    if box == "poker":
        return _first(r"(.)\1\1\1\1", dice)
    if box == "full_house":
        return dice if re.fullmatch(r"(.)\1(.)\2\2|(.)\3\3(.)\4", dice) and len(once) == 2 else None
    if box == "small_straight" and straights == "four":
        return next((run for run in RUN_OF_FOUR if run in once), None)
    if box == "small_straight":
        return dice if dice == "12345" else None
    if box == "large_straight":
        return dice if dice == "23456" or (straights == "four" and dice == "12345") else None
    if box == "even":
        return dice if re.fullmatch("[246]{5}", dice) else None
    if box == "odd":
        return dice if re.fullmatch("[135]{5}", dice) else None
    assert box == "chance"
    return dice


def _first(pattern: str, dice: str) -> str | None:
    found = re.search(pattern, dice)
    return found.group() if found else None
