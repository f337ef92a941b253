"""Journey: each of the plain games to its end, then its print and its workbook."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

import rules
from scorekeeper.models import Club
from tests import factories
from tests.journeys.table import Table, some_hand


@pytest.mark.parametrize("key", ["even-odd", "free-choice", "minus-twenty", "duel", "thirteen"])
def test_a_game_to_its_end(desk: Page, club: Club, key: str) -> None:
    record = factories.game(club, key, factories.NAMES[:2])
    desk.goto(f"/games/{record.pk}/")
    table = Table.of(desk, record)
    draw = random.Random(key)

    table.keyed(*some_hand(table.game, draw))
    table.clicked(*some_hand(table.game, draw))
    table.keyed(*some_hand(table.game, draw))
    table.behind_the_page(all_but_the_last(table, draw))
    table.keyed(*some_hand(table.game, draw))
    assert table.game.over
    table.finish()

    for name, begins in (("sheet.pdf", b"%PDF"), ("sheet.xlsx", b"PK")):
        answer = desk.request.get(f"/games/{record.pk}/{name}")
        assert answer.ok
        assert answer.body().startswith(begins)


def all_but_the_last(table: Table, draw: random.Random) -> Iterator[rules.Turn]:
    """Turns until one box of one player is open."""
    while sum(sheet.marks.count(None) for sheet in table.game.sheets) > 1:
        box, dice, throws = some_hand(table.game, draw)
        yield rules.Turn(table.player, box=box, dice=dice, throws=throws)
