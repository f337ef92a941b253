"""What was typed, and correcting it: looked at first, stored with a reason, nothing lost."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import rules
from scorekeeper import actions
from scorekeeper.models import Account, Club, Game, Turn
from scorekeeper.queries import played
from tests import factories
from tests.factories import NOW, entry

from .pages import Answer, form, html, text

pytestmark = pytest.mark.thorough


@pytest.fixture
def game(club: Club) -> Game:
    """Оля 5 and 4, Лев 5."""
    game = factories.game(club)
    factories.write(
        game,
        entry(0, 0, "fives", "55552"),
        entry(1, 1, "fives", "55556"),
        entry(2, 0, "fours", "44441"),
    )
    return game


def where(game: Game, number: int = 0) -> str:
    return reverse("correction", args=[game.pk, number])


def look(client: Client, game: Game, number: int = 0, **typed: Any) -> Answer:
    """The page of a correction after a look at ``typed``; a field is named after its turn."""
    data = form(client.get(where(game, number)), "").data
    named = {f"{number}-{name}": value for name, value in typed.items() if name != "also"}
    also = {"also": typed["also"]} if "also" in typed else {}
    return client.post(where(game, number), {**data, "reason": "misread", **named, **also})


def store(client: Client, game: Game, looked: Answer, number: int = 0) -> Answer:
    return client.post(where(game, number), {**form(looked, "").data, "store": "yes"})


def test_looking_shows_what_changes_and_stores_nothing(host_client: Client, game: Game) -> None:
    looked = look(host_client, game, dice="55555")
    assert looked.status_code == 200
    assert "9 → 14" in text(looked)
    assert "unchanged" not in text(looked)
    assert Turn.objects.count() == 3
    assert Game.objects.get().version == 3


def test_storing_replaces_the_turn_and_keeps_the_old_one(
    host_client: Client, game: Game, host: Account
) -> None:
    answer = store(host_client, game, look(host_client, game, dice="55555"))
    assert answer.headers["Location"] == reverse("game", args=[game.pk])
    stands = played(Game.objects.get())
    assert [seat.total for seat in stands.seats] == [14, 5]
    new = stands.turns[0]
    assert new.replaces is not None
    assert (new.dice, new.reason, new.replaces.dice) == ("55555", "misread", "55552")
    assert (new.replaces.withdrawn_by, Turn.objects.count()) == (host, 4)


def test_the_history_says_who_typed_what_and_what_became_of_it(
    host_client: Client, game: Game
) -> None:
    store(host_client, game, look(host_client, game, dice="55555"))
    page = text(host_client.get(reverse("game_history", args=[game.pk])))
    assert "Fives, 5 5 5 5 2, throws: 2" in page
    assert "Fives, 5 5 5 5 5, throws: 2" in page
    assert "correction: misread" in page
    assert "corrected: olga" in page


def test_a_history_of_every_kind_of_turn_is_shown(host_client: Client, club: Club) -> None:
    for key in ("classic", "saved-throws", "six-dice", "showdown"):
        game = factories.game(club, key, factories.NAMES[:3])
        factories.play(game, most=14)
        assert host_client.get(reverse("game_history", args=[game.pk])).status_code == 200
        for number in range(0, game.turns.count(), 7):
            assert host_client.get(where(game, number)).status_code in {200, 404}


def test_an_empty_history_says_so(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    page = host_client.get(reverse("game_history", args=[game.pk]))
    assert "Nothing has been typed yet." in text(page)


def test_points_instead_of_dice(host_client: Client, game: Game) -> None:
    store(host_client, game, look(host_client, game, dice="", points="−10"))
    assert played(Game.objects.get()).seats[0].total == -6


def test_another_box(host_client: Client, game: Game) -> None:
    store(host_client, game, look(host_client, game, box="sixes"))
    sheet = played(Game.objects.get()).sheet_game.sheet("0")
    assert [mark is not None for mark in sheet.marks[:6]] == [
        False,
        False,
        False,
        True,
        False,
        True,
    ]


def test_what_a_later_turn_makes_impossible_is_named(host_client: Client, game: Game) -> None:
    looked = look(host_client, game, box="fours")
    assert looked.status_code == 422
    assert "This cannot be stored" in text(looked)
    assert "3. Оля: Fours" in text(looked)
    assert store(host_client, game, looked).status_code == 422
    assert Turn.objects.count() == 3


def test_two_turns_are_corrected_in_one_step(host_client: Client, game: Game) -> None:
    looked = look(host_client, game, box="fours", also="2")
    shown = form(looked, "").data
    assert (shown["2-box"], shown["2-dice"], shown["2-throws"]) == (["fours"], ["44441"], ["2"])
    data = {**shown, "2-box": "fives", "2-dice": "55551"}
    looked = host_client.post(where(game), data)
    assert looked.status_code == 200
    store(host_client, game, looked)
    assert [turn.box for turn in played(Game.objects.get()).turns] == ["fours", "fives", "fives"]


@pytest.mark.parametrize(
    "typed",
    [
        {"dice": ""},
        {"dice": "x"},
        {"dice": "9" * 41},
        {"dice": "\x00"},
        {"dice": "55555", "throws": ""},
        {"dice": "55555", "throws": "9"},
        {"dice": "55555", "throws": "9" * 5000},
        {"dice": "55555", "throws": "1_0"},
        {"dice": "", "points": "23"},
        {"dice": "", "points": "x"},
        {"dice": "", "points": "9" * 9},
        {"dice": "", "points": "\x00"},
        {"box": ""},
        {"box": "miser"},
        {"box": "poker"},
    ],
)
def test_what_cannot_be_is_refused(host_client: Client, game: Game, typed: dict[str, Any]) -> None:
    looked = look(host_client, game, **typed)
    assert looked.status_code == 422
    again = {f"0-{name}": value for name, value in typed.items()}
    stored = host_client.post(where(game), {**form(looked, "").data, **again, "store": "yes"})
    assert stored.status_code == 422
    assert Turn.objects.count() == 3


@pytest.mark.parametrize("reason", ["", "  ", "\u200b", "\x00", "x" * 201])
def test_a_correction_needs_a_reason(host_client: Client, game: Game, reason: str) -> None:
    looked = look(host_client, game, dice="55555")
    data = {**form(looked, "").data, "reason": reason, "store": "yes"}
    answer = host_client.post(where(game), data)
    assert answer.status_code == 422
    assert 'id="id_reason_error"' in html(answer)
    assert Turn.objects.count() == 3


@pytest.mark.parametrize("also", ["x", "-1", "99", "9" * 5000, "²", "\x00"])
def test_turns_that_are_not_there_are_not_corrected(
    host_client: Client, game: Game, also: str
) -> None:
    assert host_client.get(where(game), {"also": also}).status_code == 200
    assert look(host_client, game, dice="55555", also=also).status_code == 200


def test_a_game_that_went_on_meanwhile_is_looked_at_again(host_client: Client, game: Game) -> None:
    looked = look(host_client, game, dice="55555")
    factories.write(game, entry(3, 1, "sixes", "66661"))
    answer = store(host_client, game, looked)
    assert answer.status_code == 302
    assert "the game has changed meanwhile" in text(host_client.get(answer.headers["Location"]))
    assert played(Game.objects.get()).turns[0].dice == "55552"


def test_leaving_a_correction_alone_leaves_everything(host_client: Client, game: Game) -> None:
    before = list(Game.objects.values()), list(game.seats.values())
    look(host_client, game, dice="55555")
    host_client.get(reverse("game", args=[game.pk]))
    assert (list(Game.objects.values()), list(game.seats.values())) == before


def test_a_closed_game_is_corrected_and_stays_closed(host_client: Client, club: Club) -> None:
    game = factories.game(club, "thirteen")
    factories.play(game, seed=3)
    factories.finish(game)
    number = next(turn.number for turn in played(game).turns if turn.kind == "dice")
    box = played(game).turns[number].box
    dice = "11111" if box != "ones" else "22222"
    store(host_client, game, look(host_client, game, number, dice=dice), number)
    again = Game.objects.get()
    assert again.finished_at is not None
    stands = played(again)
    assert stands.turns[number].dice == dice
    result = rules.result(stands.sheet_game)
    assert [seat.place for seat in stands.seats] == [result.places["0"], result.places["1"]]


def test_a_hand_is_corrected(host_client: Client, club: Club) -> None:
    game = factories.game(club, "showdown")
    factories.write(game, entry(0, 0, None, "33156"), entry(1, 1, None, "44156"))
    looked = look(host_client, game, dice="55156")
    assert looked.status_code == 200
    store(host_client, game, looked)
    assert [seat.pays for seat in game.seats.all()] == ["1", "-1"]
    assert look(host_client, game, dice="55156", throws="4").status_code == 422


def test_the_action_needs_a_reason_too(game: Game, host: Account) -> None:
    turn = rules.Turn("0", box="fives", dice="55555", throws=2)
    for reason in ("", "\u200b"):
        with pytest.raises(ValueError, match="reason"):
            actions.correct_turns(
                game_id=game.pk,
                account=host,
                corrections={0: turn},
                version=3,
                reason=reason,
                now=NOW,
            )
