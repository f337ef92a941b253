"""200 sheets are printed, and whoever types beside it hardly notices."""

from pathlib import Path

import pytest

from tests.load.beside import GAMES, PLAYERS, beside, middle, p95
from tests.load.server import prepared

pytestmark = pytest.mark.server

SHEETS = 200


def test_others_type_and_look_on_while_sheets_are_printed(tmp_path: Path) -> None:
    code = GAMES.format(sheets=SHEETS, players=PLAYERS, turns=2)
    with prepared(tmp_path, code) as server:
        figures = beside(server, rounds=15)
    print(
        f"\nprinting {SHEETS} sheets took {figures.printing:.1f} s; an answer took"
        f" {middle(figures.before):.0f} ms before and {middle(figures.during):.0f} ms meanwhile"
        f" (p95 {p95(figures.before):.0f} and {p95(figures.during):.0f})"
    )
    assert figures.failed == 0
    assert len(figures.during) >= 10, "nobody was served while it printed"
    assert middle(figures.during) < 3 * middle(figures.before) + 100
