"""What a scored turn and the replay of a whole game cost.

Run: python -m bench.scoring. Prints the best of several runs, and what was asked for.

Not called rules.py: a script finds its own folder first, and would import itself.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter

import rules

RUNS = 15
PLAYERS = ("Аня", "Борис", "Вера", "Гоша", "Даша", "Ёлкин")
MICROSECONDS_A_TURN = 50
MILLISECONDS_A_REPLAY = 5


def whole_game(game: rules.RuleSet, draw: Random) -> list[rules.Turn]:
    """Every box of every player, filled in sheet order with random dice."""
    return [
        rules.Turn(
            player,
            rules.Kind.DICE,
            box.key,
            "".join(str(draw.randint(1, 6)) for _ in range(game.dice)),
            draw.randint(1, 3),
        )
        for box in game.boxes
        for player in PLAYERS
    ]


def seconds(work: Callable[[], object]) -> float:
    """The best of several runs: what the work costs, not what else the machine does."""
    found = []
    for _ in range(RUNS):
        start = perf_counter()
        work()
        found.append(perf_counter() - start)
    return min(found)


def main() -> None:
    game = rules.rule_set("classic")
    turns = whole_game(game, Random(0))
    start = rules.begin(game, PLAYERS)
    end = rules.replay(start, turns)
    replay = seconds(lambda: rules.replay(start, turns))
    rolls = [(game.box(t.box or ""), rules.parse_dice(t.dice or ""), t.throws or 3) for t in turns]
    score = seconds(lambda: [rules.score(game, *each) for each in rolls]) / len(turns)
    sums = seconds(lambda: rules.result(end))
    figures = (
        ("score of the dice in one box", score * 1e6, "µs", None),
        ("one turn read, scored and applied", replay / len(turns) * 1e6, "µs", MICROSECONDS_A_TURN),
        ("replay of six players, 90 turns", replay * 1e3, "ms", MILLISECONDS_A_REPLAY),
        ("sums, places and settlement", sums * 1e6, "µs", None),
        ("replay and sums together", (replay + sums) * 1e3, "ms", MILLISECONDS_A_REPLAY),
    )
    for name, figure, unit, asked in figures:
        under = f"   (asked for: under {asked} {unit})" if asked else ""
        print(f"{name:36}{figure:8.1f} {unit}{under}")


if __name__ == "__main__":
    main()
