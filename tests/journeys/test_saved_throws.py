"""Journey: a race with saved throws, to its end."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

import rules
from scorekeeper.models import Club
from tests import factories
from tests.journeys.table import Table

DICE = {
    **{
        face: str(pips) * 3 + ("12" if pips > 2 else "56")
        for pips, face in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
    },
    "pair": "66123",
    "two_pairs": "66551",
    "three_of_a_kind": "66612",
    "small_straight": "12345",
    "large_straight": "23456",
    "full_house": "66655",
    "four_of_a_kind": "66661",
    "poker": "66666",
    "chance": "66543",
}
"""Dice that make each box."""


def the_middle(table: Table) -> Iterator[rules.Turn]:
    """The starter makes a box a turn, the others lose all theirs, until one box is open."""
    while table.game.sheet("0").marks.count(None) > 1:
        if table.player == "0":
            box = next(box for box, _dice in open_boxes(table.game))
            yield rules.Turn("0", box=box, dice=DICE[box], throws=2)
        else:
            yield rules.Turn(table.player, rules.Kind.FAILED, throws=rules.FREE_THROWS)
    while table.player != "0":
        yield rules.Turn(table.player, rules.Kind.FAILED, throws=rules.FREE_THROWS)


def open_boxes(game: rules.Game) -> list[tuple[str, str]]:
    """The boxes the player in turn has not made, with dice that make them."""
    assert game.next is not None
    marks = game.sheet(game.next).marks
    boxes = zip(game.rules.boxes, marks, strict=True)
    return [(box.key, DICE[box.key]) for box, mark in boxes if mark is None]


def test_a_race_to_its_end(desk: Page, club: Club) -> None:
    record = factories.game(club, "saved-throws", factories.NAMES[:3])
    desk.goto(f"/games/{record.pk}/")
    table = Table.of(desk, record)
    bank = desk.locator(".turn-who")

    table.clicked("sixes", DICE["sixes"], throws=1)
    table.keyed("ones", DICE["ones"], throws=2)
    table.without_a_box(rules.Kind.FAILED)
    expect(bank).to_contain_text("2 saved throws")
    assert table.game.sheet("0").bank == 2
    table.clicked("fives", DICE["fives"], throws=5)
    assert table.game.sheet("0").bank == 0
    expect(bank).to_contain_text("1 saved throw")
    table.without_a_box(rules.Kind.FAILED, throws=4)
    assert table.game.sheet("1").bank == 0

    table.behind_the_page(the_middle(table))
    last = "everybody else has their last turn"
    expect(bank).not_to_contain_text(last)
    box, dice = open_boxes(table.game)[0]
    table.clicked(box, dice)
    for player in ("1", "2"):
        assert table.player == player
        expect(bank).to_contain_text(last)
        table.without_a_box(rules.Kind.FAILED)

    assert table.game.over
    expect(desk.locator(".turn-who")).to_contain_text("The game is over")
    table.finish()
    figures = rules.result(table.game).figures
    assert figures["0"].throw_points > 0 > figures["1"].unfinished
    for short in ("Throws", "Unfin."):
        expect(desk.locator("table.sheet thead")).to_contain_text(short)
