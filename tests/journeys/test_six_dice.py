"""Journey: six dice for four in pairs, with pours answered and missed."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

import rules
from scorekeeper.models import Club
from tests import factories
from tests.journeys.table import Table, pair

DICE = {
    "ones": "111123",
    "twos": "222213",
    "threes": "333312",
    "fours": "444412",
    "fives": "555512",
    "sixes": "666612",
    "little_fool": "112233",
    "big_fool": "444555",
    "flash": "666655",
    "street": "123456",
    "poker": "555556",
    "general": "666666",
}
"""Dice that make each box."""


def next_box(table: Table) -> str | None:
    """A box the player in turn may make: not the street that Лев is to miss."""
    return next((box for box in last_boxes(table) if box not in ("street", "fives")), None)


def play_on(table: Table) -> None:
    """The player in turn makes a box, or with all of them skips."""
    box = next_box(table)
    if box is None:
        table.without_a_box(rules.Kind.SKIP)
    else:
        table.clicked(box, DICE[box])


def test_pairs_pour_and_answer(desk: Page, club: Club) -> None:
    record = factories.game(club, "six-dice", factories.NAMES, teams=[[0, 2], [1, 3]])
    desk.goto(f"/games/{record.pk}/")
    table = Table.of(desk, record)

    # A joker on the first throw, a skipped turn, misers, a saved throw spent.
    table.keyed("street", "023456", throws=1)
    table.clicked("fives", DICE["fives"])
    table.without_a_box(rules.Kind.SKIP)
    table.miser(throws=2)
    table.clicked("fives", "555551", throws=4)
    table.without_a_box(rules.Kind.FAILED, throws=2)
    table.clicked("street", DICE["street"], throws=6)
    table.miser(throws=3)
    banks = [sheet.bank for sheet in table.game.sheets]
    assert banks == [1, 1, 0, 1]
    assert table.game.sheet("3").marks[table.game.rules.index("miser")] is not None

    # Оля pours fives into Anna's column, then the street into Лев's.
    table.clicked("fives", "555555", to="3")
    play_on(table)
    play_on(table)
    assert own(table, "3", "fives").endswith("· 6")
    play_on(table)
    table.clicked("street", DICE["street"], throws=1, to="1")
    play_on(table)
    assert own(table, "1", "street").endswith("· 5")
    play_on(table)
    table.clicked("fives", DICE["fives"])
    answered = table.game.sheet("3").marks[table.game.rules.index("fives")]
    assert answered is not None
    assert answered.points < 0

    # Лев lets six turns of his own go by without a street.
    street = table.game.rules.index("street")
    while table.game.sheet("1").pours[street]:
        assert table.game.sheet("1").marks[street] is None
        play_on(table)
    missed = table.game.sheet("1").marks[street]
    assert missed is not None
    assert not missed.made
    assert own(table, "1", "street") == rules.signed(missed.points)

    table.behind_the_page(the_rest(table))
    box = last_boxes(table)[0]
    table.clicked(box, DICE[box])
    assert table.game.over
    table.finish()
    teams = sorted(rules.result(table.game).teams, key=lambda team: team.place)
    expect(desk.locator(".payments li")).to_have_text(
        [
            f"{team.place}. {pair(table.game, team.players[0])}: "
            f"{' + '.join(table.names[int(p)] for p in team.players)}: {team.total}"
            for team in teams
        ]
    )


def the_rest(table: Table) -> Iterator[rules.Turn]:
    """Everybody makes what is open, then skips, until one box of one player is left."""
    while sum(len(last_boxes(table, sheet.player)) for sheet in table.game.sheets) > 1:
        boxes = last_boxes(table)
        if boxes:
            yield rules.Turn(table.player, box=boxes[0], dice=DICE[boxes[0]], throws=3)
        else:
            yield rules.Turn(table.player, rules.Kind.SKIP)
    while not last_boxes(table):
        yield rules.Turn(table.player, rules.Kind.SKIP)


def last_boxes(table: Table, player: str = "") -> list[str]:
    """The boxes that ``player``, or whoever is in turn, has not made."""
    marks = table.game.sheet(player or table.player).marks
    return [box for box in DICE if marks[table.game.rules.index(box)] is None]


def own(table: Table, player: str, box: str) -> str:
    """What the page says in a player's box."""
    at = table.game.rules.index(box) + 2  # the name, then from 1
    if at > 7:
        at += 1  # the subtotal stands between the series
    cell = table.page.locator(
        f"table.sheet tbody tr:nth-child({int(player) + 1}) > :nth-child({at})"
    )
    return (cell.locator(".poured, .why").last.text_content() or "").strip()
