"""The pages docs/rules/<game>.md: their tables of house rules and examples, written by the code.

``python -m tests.rules.pages`` fills both tables of every page again. Of an example one writes the
box, the dice and the throws; points and reason come from the rules, and a test compares them.
"""

import json
from pathlib import Path

import rules
from tests.rules.command_line import ROOT

FOLDER = ROOT / "docs" / "rules"
HOUSE = "| house rule | takes | here | meaning |"
EXAMPLES = "| box | dice | throws | points | why |"


def written(key: str, page: str) -> str:
    """The page with its tables as the code has them; everything else stays."""
    game = rules.rule_set(key)
    out: list[str] = []
    table = ""
    for line in page.splitlines():
        table = line if line in {HOUSE, EXAMPLES} else table if line.startswith("|") else ""
        if line == HOUSE:
            out += [line, "|---|---|---|---|", *_house_rules(game)]
        elif table == EXAMPLES and not line.startswith(("| box", "|---")):
            out.append(_example(game, line))
        elif table != HOUSE:
            out.append(line)
    return "\n".join(out) + "\n"


def _house_rules(game: rules.RuleSet) -> list[str]:
    return [
        f"| `{key}` | {option.takes.says.en} | `{json.dumps(value)}` | {option.sentence.en} |"
        for key, value in game.house_rules().items()
        for option in [rules.OPTIONS[key]]
    ]


def _example(game: rules.RuleSet, row: str) -> str:
    said, dice, throws = (cell.strip() for cell in row.split("|")[1:4])
    key, _, house = said.partition(" with ")
    option, _, value = house.partition(" = ")
    ruled = game.under({option: json.loads(value)} if house else {})
    box = ruled.box(key)
    thrown = rules.parse_dice(dice, ruled.dice, joker=ruled.dice == 6)
    found = rules.score(ruled, box, thrown, int(throws))
    struck = box.series is rules.Series.COMBINATIONS and not found.made
    mark = rules.Mark(found.points, found.made, struck, thrown, int(throws))
    points, why = rules.signed(found.points), rules.explain(ruled, box, mark).en
    if ruled.bank and not found.made:
        points, why = "", "the turn is lost, the box stays empty"
    elif struck:
        points = "—"
    return f"| {said} | {dice} | {throws} | {points} | {why} |"


def pages() -> dict[str, Path]:
    return {key: FOLDER / f"{key}.md" for key in rules.RULE_SETS}


if __name__ == "__main__":
    for each, path in pages().items():
        path.write_text(written(each, path.read_text("utf-8")), "utf-8")
