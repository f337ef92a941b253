"""What a page knows of the turns to come while it has no connection."""

import json
from typing import Any

import pytest
from django.test import Client

import rules
from scorekeeper.models import Club, Game
from scorekeeper.queries import played
from scorekeeper.reports.ahead import turns_ahead
from tests import factories

pytestmark = pytest.mark.thorough

SCHOOL = ["ones", "twos", "threes", "fours", "fives", "sixes"]


def ahead(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(turns_ahead(played(Game.objects.get(pk=game.pk))))
    return found


def test_seats_come_from_whoever_is_in_turn_with_the_boxes_that_are_open(club: Club) -> None:
    game = factories.game(club, names=factories.NAMES)
    factories.write(game, factories.entry(0, 0, "ones", "11123"))
    found = ahead(game)
    assert found["number"] == 1
    assert [seat["name"] for seat in found["seats"]] == [*factories.NAMES[1:], factories.NAMES[0]]
    assert "ones" in found["seats"][0]["due"]
    assert "ones" not in found["seats"][-1]["due"] + found["seats"][-1]["free"]


def test_where_the_school_comes_first_only_its_boxes_are_due(club: Club) -> None:
    game = factories.game(club, options={"order": "school_first"})
    (seat, _other) = ahead(game)["seats"]
    assert seat["due"] == SCHOOL
    assert len(seat["free"]) == len(rules.rule_set("classic").boxes)


def test_who_has_left_has_no_turn(club: Club) -> None:
    game = factories.game(club, names=factories.NAMES)
    factories.write(game, factories.entry(0, 2, kind=rules.Kind.LEAVES, throws=None))
    assert [seat["player"] for seat in ahead(game)["seats"]] == ["0", "1", "3"]


@pytest.mark.parametrize("key", [key for key, game in rules.RULE_SETS.items() if game.bank])
def test_saved_throws_are_offered(club: Club, key: str) -> None:
    game = factories.game(club, key, names=factories.seats_for(key))
    stands = factories.play(game, most=1)
    bank = stands.sheet_game.sheets[0].bank
    last = next(seat for seat in ahead(game)["seats"] if seat["player"] == "0")
    assert last["throws"] == list(range(1, min(rules.FREE_THROWS + bank, 9) + 1))


@pytest.mark.parametrize(
    "key", [key for key, game in rules.RULE_SETS.items() if not game.rank_only]
)
def test_the_order_is_that_of_the_game(club: Club, key: str) -> None:
    """The page turns the seats in a circle, and so does the game."""
    game = factories.game(club, key, names=factories.seats_for(key, 3))
    order = [seat["player"] for seat in ahead(game)["seats"]]
    fold = played(game).sheet_game
    for player in order:
        assert fold.next == player
        box = fold.rules.boxes[0]
        points = max(rules.enterable(fold.rules, box))
        fold = rules.apply(fold, rules.Turn(player, rules.Kind.POINTS, box.key, points=points))
    assert fold.next == order[0]


def test_in_a_showdown_those_who_have_not_thrown_come_once(club: Club) -> None:
    game = factories.game(club, "showdown", names=factories.NAMES)
    factories.play(game, most=1)
    found = ahead(game)
    assert found["once"]
    assert len(found["seats"]) == len(factories.NAMES) - 1


def test_a_page_that_has_the_version_gets_no_table(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    address = f"/games/{game.pk}/"
    asked = {"version": str(game.version)}
    assert host_client.get(address, asked, headers={"hx-request": "true"}).status_code == 204
    factories.write(game, factories.entry(0, 0, "ones", "11123"))
    answer = host_client.get(address, asked, headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert 'id="table"' in answer.content.decode()


def test_the_version_of_a_foreign_game_is_not_told(second_client: Client, club: Club) -> None:
    game = factories.game(club)
    assert second_client.get(f"/games/{game.pk}/?version={game.version}").status_code == 404


def test_the_worker_is_a_script_that_no_browser_keeps_for_long(anonymous: Client) -> None:
    answer = anonymous.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
