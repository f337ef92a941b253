"""The plan of the page: whatever the players and the paper, every box is on it."""

from itertools import product

import pytest
from django.utils import translation

from scorekeeper.exports.grid import grid
from scorekeeper.exports.paper import Direction, Orientation, Paper, page, plan
from scorekeeper.exports.tables import PrintedTable, tables

from .samples import SHEET_GAMES, blank, filled

pytestmark = pytest.mark.thorough

WAYS: tuple[Direction, ...] = ("rows", "columns")
PAPERS: tuple[Paper, ...] = ("A4", "A5", "Letter")
TURNS: tuple[Orientation, ...] = ("landscape", "portrait")
HEAD_AND_FOOT = 26.0


@pytest.mark.parametrize("key", SHEET_GAMES)
def test_every_number_of_players_stays_on_every_paper(key: str) -> None:
    for lines, way, paper, turn in product(range(1, 13), WAYS, PAPERS, TURNS):
        sheet = page(paper, turn)
        high = sheet.inner_height - HEAD_AND_FOOT
        with translation.override("ru"):
            boxes = grid(blank(key, lines))
            planned = plan(boxes, sheet, high, way, blank=True)
            pages = [tables(boxes, planned, players) for players in planned.pages]
        assert planned.pages[0][0] == 0
        assert planned.pages[-1][1] == lines
        assert planned.table_height <= high + 0.01
        assert planned.box_high >= 9
        for blocks in pages:
            assert all(table.left + table.wide <= sheet.inner_width + 0.01 for table in blocks)
            assert max(table.top + table.high for table in blocks) <= high + 0.01
            assert _boxes(blocks) >= (lines // len(pages)) * len(boxes.strips)


def _boxes(blocks: list[PrintedTable]) -> int:
    kinds = ("box", "tint sum")
    return sum(
        cell.kind in kinds and not cell.covered
        for table in blocks
        for _high, cells in table.rows
        for cell in cells
    )


@pytest.mark.parametrize("way", WAYS)
def test_groups_are_parted_by_heavy_rules_and_space(way: Direction) -> None:
    sheet = page("A4", "portrait")
    with translation.override("ru"):
        boxes = grid(filled("classic"))
        planned = plan(boxes, sheet, sheet.inner_height - HEAD_AND_FOOT, way, blank=False)
        (table,) = tables(boxes, planned, planned.pages[0])
    rows = [cells for _high, cells in table.rows]
    strips = rows[1] if way == "rows" else [cells[1] for cells in rows]
    before, after = ("L", "R") if way == "rows" else ("T", "B")
    gaps = [at for at, cell in enumerate(strips) if cell.kind == "gap"]
    assert len(gaps) == 3
    for at in gaps:
        assert after in strips[at - 1].edges
        assert before in strips[at + 1].edges
    inside = [cell for cell in strips[2:6] if before in cell.edges or after in cell.edges]
    assert inside == []
