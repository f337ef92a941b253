"""The games on a sheet once more, told from rules.md in another way, to compare ``rules`` with.

Nothing here is shared with ``rules``: dice are a sorted string, a combination is a pattern in it,
and a game is a table of words. Only default house rules are known.
"""

import re

RUNS = {
    ("five", "small_straight"): ("12345",),
    ("five", "large_straight"): ("23456",),
    ("four", "small_straight"): ("3456", "2345", "1234"),
    ("four", "large_straight"): ("23456", "12345"),
}
PATTERNS = {
    "three_of_a_kind": r"(.)\1\1",
    "four_of_a_kind": r"(.)\1\1\1",
    "poker": r"(.)\1\1\1\1",
    "full_house": r"(.)\1(?!\1)(.)\2\2|(.)\3\3(?!\3)(.)\4",
    "even": "[246]{5}",
    "odd": "[135]{5}",
    "chance": ".....",
}
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
    if box in PATTERNS:
        found = re.search(PATTERNS[box], dice)
        return found.group() if found else None
    if box.endswith("straight"):
        once = "".join(sorted(set(dice)))
        return next((run for run in RUNS[straights, box] if run in once), None)
    twins = sorted(set(re.findall(r"(.)\1", dice)))
    wanted = 1 if box == "pair" else 2
    return "".join(face * 2 for face in twins[-wanted:]) if len(twins) >= wanted else None


SHAPES = {
    "little_fool": {"222"},
    "big_fool": {"33"},
    "flash": {"42"},
    "street": {"111111"},
    "poker": {"51", "6"},
    "general": {"6"},
}
"""Six dice: how many of each face make a box, the most first."""


def six_points(box: str, dice: str) -> tuple[int, bool]:
    """Points of six dice, and whether they make the box."""
    if box in NAMES:
        above = dice.count(str(NAMES[box])) - 4
        return (20 + 5 * above, True) if above >= 0 else (0, False)
    shape = "".join(sorted((str(dice.count(face)) for face in set(dice)), reverse=True))
    if shape not in SHAPES[box]:
        return 0, False
    return (35 if box == "street" else _sum(dice)), True
