"""Showdown on the page: throw by throw, kept dice kept, the pot played on until one is left."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import rules
from scorekeeper import actions
from scorekeeper.forms.hand import read_hand
from scorekeeper.models import Account, Club, Game, Turn
from scorekeeper.queries import Played, played
from scorekeeper.reports.ahead import turns_ahead
from tests import factories
from tests.factories import entry

from .pages import Answer, forms, html, text

pytestmark = pytest.mark.thorough

HTMX = {"hx-request": "true"}


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club, "showdown", ("Оля", "Лев", "Яна"))


def post(client: Client, game: Game, *, htmx: bool = False, **typed: Any) -> Answer:
    usual = {"hand": "yes", "number": 0, "client_key": uuid4(), "player": 0, "step": "store"}
    data = {name: v for name, v in {**usual, **typed}.items() if v is not None}
    where = reverse("turn", args=[game.pk])
    return client.post(where, data, headers=HTMX if htmx else {})


def test_a_hand_is_typed_at_once(host_client: Client, game: Game) -> None:
    post(host_client, game, dice="Q Q Q Q 9", throws=3)
    turn = Turn.objects.get()
    assert (turn.kind, turn.dice, turn.throws, turn.thrown) == ("hand", "44441", 3, ["44441"])


def test_anybody_waiting_may_be_next(host_client: Client, game: Game) -> None:
    post(host_client, game, player=2, dice="44441", throws=1)
    assert Turn.objects.get().seat.position == 2


def test_throw_by_throw_and_only_the_last_step_stores(host_client: Client, game: Game) -> None:
    answer = post(host_client, game, step="again", dice="33156")
    asked = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert asked == {"player": ["0"], "thrown": ["33156"]}
    again: dict[str, Any] = {
        "thrown": "33156",
        "step": "again",
        "again": ["2", "3", "4"],
        "dice": "364",
    }
    answer = post(host_client, game, **again)
    thrown = parse_qs(urlsplit(answer.headers["Location"]).query)["thrown"][0]
    assert thrown == "33156 234:364"
    assert not Turn.objects.exists()
    page = host_client.get(answer.headers["Location"])
    assert html(page).count("lying-die--frozen") == 2
    post(host_client, game, thrown=thrown)
    turn = Turn.objects.get()
    assert (turn.dice, turn.throws, turn.thrown) == ("33364", 2, ["33156", "234:364"])


def test_the_last_throw_is_stored_with_what_was_thrown(host_client: Client, game: Game) -> None:
    post(host_client, game, thrown="33156", again=["2", "3", "4"], dice="333")
    assert Turn.objects.get().dice == "33333"


def test_htmx_keeps_the_address_in_step(host_client: Client, game: Game) -> None:
    answer = post(host_client, game, htmx=True, step="again", dice="33156")
    assert answer.status_code == 200
    assert html(answer).lstrip().startswith('<div id="table"')
    assert answer.headers["HX-Replace-Url"].endswith("?player=0&thrown=33156")


def test_a_kept_die_is_not_thrown_again(host_client: Client, game: Game) -> None:
    thrown = "33156 234:364"
    for step in ("store", "again"):
        answer = post(host_client, game, thrown=thrown, again=["0"], dice="6", step=step)
        assert answer.status_code == 422
        assert "lying" in text(answer) or "kept" in text(answer)
    page = host_client.get(reverse("game", args=[game.pk]), {"player": "0", "thrown": thrown})
    turn_form = next(one for one in forms(page) if "hand" in one.data)
    assert "again" not in turn_form.data
    assert html(page).count('name="again" value="0" disabled') == 1
    assert not Turn.objects.exists()


def test_a_blitz_of_one_throw_offers_no_other_and_takes_none(
    host_client: Client, club: Club
) -> None:
    blitz = factories.game(club, "showdown", ("Оля", "Лев"), {"blitz_throws": 1})
    page = host_client.get(reverse("game", args=[blitz.pk]))
    assert re.findall(r'name="throws" value="(.)"', html(page)) == ["1"]
    asked = {"player": "0", "thrown": "33156"}
    lies = html(host_client.get(reverse("game", args=[blitz.pk]), asked))
    assert len(re.findall(r'name="again" value="." disabled', lies)) == 5
    for typed in ({"dice": "33156", "throws": 3}, {"thrown": "33156 234:364"}):
        answer = post(host_client, blitz, **typed)
        assert answer.status_code == 422
        assert "A hand has one throw." in text(answer)
    post(host_client, blitz, dice="33156", throws=1)
    assert Turn.objects.get().throws == 1
    ahead = json.loads(turns_ahead(played(Game.objects.get(pk=blitz.pk))))
    assert (ahead["usual"], [seat["throws"] for seat in ahead["seats"]]) == (1, [[1]])


def test_a_blitz_of_one_throw_keeps_the_longer_hands_it_holds(
    host_client: Client, club: Club, host: Account
) -> None:
    blitz = factories.game(club, "showdown", ("Оля", "Лев"), {"blitz_throws": 1})
    post(host_client, blitz, dice="33156", throws=1)
    Turn.objects.update(throws=3)
    assert host_client.get(reverse("game", args=[blitz.pk])).status_code == 200
    post(host_client, blitz, number=1, player=1, dice="65432", throws=1)
    post(host_client, blitz, number=2, player=0, dice="11112", throws=1)

    def mended(throws: int) -> Played:
        return actions.correct_turns(
            game_id=blitz.pk,
            account=host,
            corrections={0: rules.Turn("0", dice="33155", throws=throws)},
            version=Game.objects.get(pk=blitz.pk).version,
            reason="read wrong",
            now=factories.NOW,
        )

    with pytest.raises(rules.CorrectionRefused):
        mended(2)
    assert [turn.dice for turn in mended(3).turns] == ["33155", "65432", "11112"]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"dice": ""}, "Type 5 dice."),
    ({"dice": "3315"}, "5 dice are needed, 4 were typed."),
    ({"dice": "331567"}, "cannot be read"),
    ({"dice": "\x00"}, "Null characters are not allowed."),
    ({"dice": "33156", "throws": "4"}, "less than or equal to 3"),
    ({"dice": "33156", "throws": "x"}, "whole number"),
    ({"dice": "33156", "player": "7"}, "No such player"),
    ({"dice": "33156", "player": None}, "This page is stale"),
    ({"dice": "33156", "step": "x"}, "This page is stale"),
    ({"dice": "33156", "number": "9" * 5000}, "This page is stale"),
    ({"thrown": "33156", "dice": "6"}, "Mark the dice that were thrown again."),
    ({"thrown": "33156", "again": ["0"], "dice": ""}, "Type one die."),
    ({"thrown": "33156", "again": ["0"], "dice": "66"}, "1 dice are needed, 2 were typed."),
    ({"thrown": "33156", "again": ["9"], "dice": "6"}, "This page is stale"),
    ({"thrown": "33156 0:6 0:5", "again": ["0"], "dice": "4"}, "A hand has 3 throws, no more."),
    ({"thrown": "x"}, "cannot be read"),
    ({"thrown": "33156 9:6"}, "Say which dice were thrown"),
    ({"thrown": "33156 00:66"}, "Say which dice were thrown"),
    ({"thrown": "33156 :"}, "The throws cannot be read."),
    ({"thrown": "33156 ²:6"}, "The throws cannot be read."),
    ({"thrown": "33156 0"}, "Type one die."),
]


@pytest.mark.parametrize("step", ["store", "again"])
@pytest.mark.parametrize(("typed", "words"), WRONG, ids=[str(typed) for typed, _ in WRONG])
def test_what_is_wrong_is_said_and_nothing_is_stored(
    host_client: Client, game: Game, typed: dict[str, Any], words: str, step: str
) -> None:
    if step == "again" and ("throws" in typed or typed.get("player") == "7"):
        typed = {**typed, "dice": "3"}  # an earlier step does not ask for these yet
        words = "5 dice" if "throws" not in typed else words
    answer = post(host_client, game, htmx=True, **{"step": step, **typed})
    assert answer.status_code == 422
    assert words in text(answer)
    assert not Turn.objects.exists()


@pytest.mark.parametrize(
    "thrown", ["", "x", "33156 9:6", "33156 00:66", "\x00", "9" * 5000, "33156 " + "0:1 " * 99]
)
def test_an_address_made_up_shows_the_page(host_client: Client, game: Game, thrown: str) -> None:
    for player in ("0", "7", "", "\x00"):
        asked = {"player": player, "thrown": thrown}
        answer = host_client.get(reverse("game", args=[game.pk]), asked)
        assert answer.status_code == 200


def test_whoever_has_thrown_waits(host_client: Client, game: Game) -> None:
    post(host_client, game, dice="33156", throws=1)
    answer = post(host_client, game, number=1, dice="66666", throws=1)
    assert answer.status_code == 422
    assert "thrown already" in text(answer)


def test_the_tied_play_on_and_one_takes_the_pot(host_client: Client, game: Game) -> None:
    hands = [(0, "33344"), (1, "44433"), (2, "44433"), (1, "55123"), (2, "66123")]
    for number, (player, dice) in enumerate(hands):
        answer = post(host_client, game, number=number, player=player, dice=dice, throws=3)
        assert answer.status_code == 302
    page = text(host_client.get(reverse("game", args=[game.pk])))
    assert re.search(r"Deal 1 ?: Яна \+2", page)
    assert "Play-off 1" in page
    assert [seat.pays for seat in game.seats.all()] == ["-1", "-1", "2"]
    assert played(game).deals is not None


def test_a_showdown_is_closed_and_reopened(host_client: Client, game: Game) -> None:
    factories.write(game, entry(0, 0, None, "33156"))
    host_client.post(reverse("game_finish", args=[game.pk]))
    page = host_client.get(reverse("game", args=[game.pk]))
    assert not any("hand" in one.data for one in forms(page))
    host_client.post(reverse("game_reopen", args=[game.pk]))
    page = host_client.get(reverse("game", args=[game.pk]))
    assert any("hand" in one.data for one in forms(page))


def test_a_hand_posted_to_a_sheet_and_a_turn_posted_to_hands(
    host_client: Client, club: Club, game: Game
) -> None:
    sheet = factories.game(club)
    assert post(host_client, sheet, dice="33156", throws=1).status_code == 422
    turn: dict[str, Any] = {
        "hand": None,
        "step": None,
        "box": "fives",
        "dice": "33156",
        "throws": 1,
    }
    assert post(host_client, game, **turn).status_code == 422
    assert not Turn.objects.exists()


def test_reading_a_hand() -> None:
    hand = read_hand("33156 234:364 4:3")
    assert hand is not None
    assert (hand.dice, hand.throws) == ((3, 3, 3, 6, 3), 3)
    assert read_hand("") is None
    with pytest.raises(rules.RuleError):
        read_hand("33156 234:364 0:3")


def test_nobody_has_a_place_before_the_first_pot_is_won(host_client: Client, game: Game) -> None:
    where = reverse("game", args=[game.pk])
    assert "settlement" not in html(host_client.get(where))
    for player, dice in enumerate(("44441", "33322", "12346")):
        post(host_client, game, number=player, player=player, dice=dice, throws=3)
    assert 'class="settlement"' in html(host_client.get(where))
