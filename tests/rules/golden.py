"""The frozen tables: every roll of five dice in every box, on the first throw and later.

``python -m tests.rules.golden`` writes golden/<game>.txt again from the code. A change in them is a
change of the rules: look at every line of the difference before it is committed.
"""

from pathlib import Path

import rules

FOLDER = Path(__file__).with_name("golden")
GAMES = tuple(key for key, found in rules.RULE_SETS.items() if found.boxes and found.dice == 5)
ROLLS = tuple(
    f"{a}{b}{c}{d}{e}"
    for a in range(1, 7)
    for b in range(a, 7)
    for c in range(b, 7)
    for d in range(c, 7)
    for e in range(d, 7)
)
STRUCK = "-"
NOT_MADE = "'"
"""Stands after the points of a school box with too few alike."""


def table(key: str) -> str:
    """The table of a game as text: a line of boxes, then a line a roll.

    A cell is the points, or first/later where those differ; a struck box is "-".
    """
    game = rules.rule_set(key)
    lines = [["dice", *(box.key for box in game.boxes)]]
    lines += [[dice, *(_cell(game, box, dice) for box in game.boxes)] for dice in ROLLS]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        " ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) + "\n"
        for line in lines
    )


def _cell(game: rules.RuleSet, box: rules.Box, dice: str) -> str:
    first, later = (_said(game, box, dice, throws) for throws in (1, 2))
    assert later == _said(game, box, dice, 3)
    return first if first == later else f"{first}/{later}"


def _said(game: rules.RuleSet, box: rules.Box, dice: str, throws: int) -> str:
    found = rules.score(game, box, rules.parse_dice(dice), throws)
    if box.series is rules.Series.SCHOOL:
        return f"{found.points}" if found.made else f"{found.points}{NOT_MADE}"
    return str(found.points) if found.made else STRUCK


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.txt").write_text(table(each), "utf-8")
