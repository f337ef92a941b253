"""What 200 sheets drawn in the background cost those who type and look on beside it.

Prints the median and the p95 of an answer before and meanwhile; the server runs as `serve` does,
on a database of its own.
"""

import sys
import tempfile
from pathlib import Path

from tests.load.beside import GAMES, PLAYERS, beside, middle, p95
from tests.load.server import prepared

SHEETS, TURNS, ROUNDS = 200, 12, 60


def main() -> None:
    """Print the figures."""
    sheets = int(sys.argv[1]) if len(sys.argv) > 1 else SHEETS
    code = GAMES.format(sheets=sheets, players=PLAYERS, turns=TURNS)
    with tempfile.TemporaryDirectory() as folder, prepared(Path(folder), code) as server:
        figures = beside(server, ROUNDS)
    print(
        f"{sheets} sheets were drawn in {figures.printing:.1f} s, {figures.failed} answers failed"
    )
    for name, times in (("before", figures.before), ("meanwhile", figures.during)):
        figures_of = f"median {middle(times):5.0f} ms, p95 {p95(times):5.0f} ms"
        print(f"  {name:<10}{len(times):5} answers, {figures_of}")


if __name__ == "__main__":
    main()
