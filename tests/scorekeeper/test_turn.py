"""Posting a turn: written once, refused at its field, and never a fault of the server."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from scorekeeper import actions
from scorekeeper.models import Account, Club, Game, Turn
from scorekeeper.queries import played
from tests import factories
from tests.factories import NOW, entry

from .pages import Answer, form, forms, html, text

HTMX = {"hx-request": "true"}


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club, title="Стол 1")


def sent(**typed: Any) -> dict[str, Any]:
    """What the page sends for the first turn, less what is None."""
    usual = {"number": 0, "client_key": uuid4(), "player": 0, "dice": "55552", "throws": 2}
    found = {**usual, "box": "fives", **typed}
    return {name: value for name, value in found.items() if value is not None}


def post(client: Client, game: Game, *, htmx: bool = False, **typed: Any) -> Answer:
    headers = HTMX if htmx else {}
    return client.post(reverse("turn", args=[game.pk]), sent(**typed), headers=headers)


def test_it_records_and_leads_back_to_the_sheet(host_client: Client, game: Game) -> None:
    answer = post(host_client, game)
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("game", args=[game.pk])
    assert Turn.objects.get().box == "fives"
    assert Turn.objects.get().typed_by == game.created_by


def test_what_the_page_itself_would_send_is_taken(host_client: Client, game: Game) -> None:
    asked = {"dice": "33355", "throws": "1"}
    page = host_client.get(reverse("game", args=[game.pk]), asked)
    turn_form = _turn_form(page, game)
    assert turn_form["dice"] == ["33355"]
    assert turn_form["throws"] == ["1"]
    host_client.post(reverse("turn", args=[game.pk]), {**turn_form, "box": "threes"})
    turn = Turn.objects.get()
    assert (turn.box, turn.dice, turn.throws) == ("threes", "33355", 1)


def _turn_form(page: Answer, game: Game) -> dict[str, Any]:
    action = reverse("turn", args=[game.pk])
    return next(one for one in forms(page) if one.action == action and "dice" in one.data).data


def test_htmx_gets_the_table_alone(host_client: Client, game: Game) -> None:
    answer = post(host_client, game, htmx=True)
    assert answer.status_code == 200
    assert html(answer).lstrip().startswith('<div id="table"')
    assert "<html" not in html(answer)
    assert "Лев" in text(answer)
    assert answer.headers["HX-Replace-Url"] == reverse("game", args=[game.pk])


def test_a_repeat_is_answered_like_the_first(host_client: Client, game: Game) -> None:
    key = uuid4()
    for _ in range(2):
        assert post(host_client, game, client_key=key).status_code == 302
    assert Turn.objects.count() == 1


def test_the_second_is_told_who_was_first_and_keeps_what_was_typed(
    host_client: Client, game: Game, second_host: Account
) -> None:
    actions.record_turn(
        game_id=game.pk, account=second_host, entry=entry(0, 0, "fives", "55552"), now=NOW
    )
    answer = post(host_client, game, dice="22244", box="twos")
    assert answer.status_code == 409
    assert "Not stored: pavel was first with this turn (Оля: Fives, 5)" in text(answer)
    assert "You typed: Twos, 22244" in text(answer)
    assert 'value="22244"' not in html(answer)  # there it would be the next player's
    assert Turn.objects.count() == 1


def test_a_turn_taken_back_meanwhile_is_said(host_client: Client, game: Game) -> None:
    answer = post(host_client, game, number=3)
    assert answer.status_code == 409
    assert "taken back meanwhile" in text(answer)


def test_a_closed_game_says_so(host_client: Client, game: Game) -> None:
    factories.finish(game)
    answer = post(host_client, game, number=2)
    assert answer.status_code == 409
    assert "The game is closed" in text(answer)


NUL = "3335\x005"
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"dice": ""}, "Type 5 dice."),
    ({"dice": None}, "Type 5 dice."),
    ({"dice": "12375"}, "“12375” cannot be read"),
    ({"dice": "3335"}, "5 dice are needed, 4 were typed."),
    ({"dice": "333555"}, "5 dice are needed, 6 were typed."),
    ({"dice": "1_0"}, "cannot be read"),
    ({"dice": "1e185"}, "cannot be read"),
    ({"dice": "9" * 20}, "5 dice are needed, 20 were typed."),
    ({"dice": "3335²"}, "cannot be read"),
    ({"dice": "٣٣٣٥٥"}, "cannot be read"),
    ({"dice": "-3335"}, "cannot be read"),
    ({"dice": NUL}, "Null characters are not allowed."),
    ({"dice": "3" * 41}, "at most 40 characters"),
    ({"throws": None}, "A turn has from 1 to 3 throws."),
    ({"throws": ""}, "A turn has from 1 to 3 throws."),
    ({"throws": "0"}, "greater than or equal to 1"),
    ({"throws": "4"}, "A turn has from 1 to 3 throws."),
    ({"throws": "x"}, "The number of throws is a whole number."),
    ({"throws": "1.5"}, "The number of throws is a whole number."),
    ({"throws": "1_0"}, "The number of throws is a whole number."),
    ({"throws": "²"}, "The number of throws is a whole number."),
    ({"throws": "٣"}, "The number of throws is a whole number."),
    ({"throws": "9" * 20}, "less than or equal to 999"),
    ({"throws": "9" * 5000}, "The number of throws is a whole number."),
    ({"throws": "1e185"}, "The number of throws is a whole number."),
    ({"throws": "\x00"}, "The number of throws is a whole number."),
    ({"box": None}, "Choose a box."),
    ({"box": ""}, "Choose a box."),
    ({"box": "miser"}, "has no box miser"),
    ({"box": "f" * 41}, "at most 40 characters"),
    ({"box": "fives\x00"}, "Null characters are not allowed."),
    ({"box": ["ones", "twos", "chance"]}, "All six school boxes come first."),
    ({"box": "poker"}, "All six school boxes come first."),
    ({"box": "fives>1"}, "There is no pouring here."),
    ({"box": "fives>7"}, "No such player sits at this table."),
    ({"box": "fives="}, "The points are missing."),
    ({"box": "fives=23"}, "cannot bring 23. Possible: "),
    ({"box": f"fives={'9' * 20}"}, "cannot bring"),
    ({"box": "fives=1_0"}, "The points are missing."),
    ({"player": "1"}, "It is another player's turn."),
    ({"player": "7"}, "sits at this table"),
    ({"player": "²"}, "sits at this table"),
    ({"player": ""}, "This page is stale"),
    ({"player": None}, "This page is stale"),
    ({"player": "00000"}, "This page is stale"),
    ({"player": "\x00"}, "This page is stale"),
    ({"number": None}, "This page is stale"),
    ({"number": "x"}, "This page is stale"),
    ({"number": "-1"}, "This page is stale"),
    ({"number": "9" * 5000}, "This page is stale"),
    ({"client_key": None}, "This page is stale"),
    ({"client_key": "x"}, "This page is stale"),
    ({"kind": "poke"}, "This page is stale"),
    ({"kind": "failed"}, "Every turn fills a box here"),
    ({"kind": "skip"}, "Turns are not skipped here."),
    ({"kind": "strike"}, "Only boxes of the second series are struck"),
    ({"kind": "points"}, "has no box"),
    ({"thrown": "\x00"}, "Null characters are not allowed."),
    ({"thrown": "3" * 201}, "at most 200 characters"),
    ({"thrown": "hello"}, "cannot be read"),
    ({"thrown": "11111/22222/33333"}, "A turn has from 1 to 3 throws."),
]


@pytest.mark.parametrize(("typed", "words"), WRONG, ids=[str(typed)[:40] for typed, _ in WRONG])
def test_what_is_wrong_is_said_and_nothing_is_stored(
    host_client: Client, game: Game, typed: dict[str, Any], words: str
) -> None:
    answer = post(host_client, game, htmx=True, **typed)
    assert answer.status_code == 422
    assert words in text(answer)
    assert "<html" not in html(answer)
    assert not Turn.objects.exists()
    assert Game.objects.get().version == 0


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ({"dice": "3335"}, 'id="dice-error"'),
        ({"throws": "4"}, 'class="field-error"'),
        ({"box": "chance"}, 'class="field-error"'),
        ({"player": "1"}, 'class="notice notice--wrong" role="alert"'),
    ],
)
def test_it_is_said_where_it_is_wrong(
    host_client: Client, game: Game, typed: dict[str, Any], place: str
) -> None:
    answer = post(host_client, game, **typed)
    assert answer.status_code == 422
    assert place in html(answer)


def test_the_field_in_error_is_marked_and_keeps_its_dice(host_client: Client, game: Game) -> None:
    page = html(post(host_client, game, dice="3335", throws=1))
    assert 'value="3335"' in page
    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="dice-help dice-said dice-error"' in page
    assert 'name="throws" value="1" checked' in page


def test_a_wrong_entry_is_said_in_russian(host_client: Client, game: Game) -> None:
    russian = {"accept-language": "ru"}
    answer = host_client.post(reverse("turn", args=[game.pk]), sent(dice="3335"), headers=russian)
    assert "Нужно костей: 5, введено: 4." in text(answer)


def test_points_without_dice(host_client: Client, game: Game) -> None:
    post(host_client, game, box="fives=-10", dice=None, throws=None)
    turn = Turn.objects.get()
    assert (turn.kind, turn.box, turn.points, turn.dice, turn.throws) == (
        "points",
        "fives",
        -10,
        "",
        None,
    )


def test_leaving(host_client: Client, game: Game) -> None:
    post(host_client, game, kind="leaves", player=1, box=None, dice=None, throws=None)
    assert Turn.objects.get().kind == "leaves"
    page = host_client.get(reverse("game", args=[game.pk]))
    assert "left" in text(page)


# Foreign numbers


def test_another_clubs_game_is_not_there(second_client: Client, game: Game) -> None:
    assert post(second_client, game).status_code == 404
    assert not Turn.objects.exists()


def test_numbers_of_another_game_in_the_body_change_nothing_there(
    host_client: Client, game: Game, other_club: Club
) -> None:
    theirs = factories.game(other_club)
    seat = theirs.seats.first()
    assert seat is not None
    for player in (seat.pk, seat.player_id + 1000, 99):
        assert post(host_client, game, player=player).status_code == 422
    post(host_client, game, game_id=theirs.pk, pk=theirs.pk, seat=seat.pk)
    assert played(theirs).turns == ()
    assert len(played(game).turns) == 1


def test_a_client_key_of_another_game_is_no_obstacle(
    host_client: Client, game: Game, other_club: Club
) -> None:
    theirs = factories.game(other_club)
    one = entry(0, 0, "fives", "55552")
    factories.write(theirs, one)
    post(host_client, game, client_key=one.client_key)
    assert len(played(game).turns) == 1


# Signed out, stale, or the wrong way round


def test_signed_out_the_dice_come_along(host_client: Client, game: Game, host: Account) -> None:
    host_client.session.flush()
    answer = post(host_client, game, dice="22244", throws=1, box="twos")
    assert answer.status_code == 302
    sign_in = answer.headers["Location"]
    assert sign_in.startswith(reverse("sign_in"))
    page = host_client.get(sign_in)
    data = {"login": host.username, "password": factories.PASSWORD}
    back = host_client.post(
        reverse("sign_in"), {**form(page, "/sign-in/").data, **data}, follow=True
    )
    assert back.redirect_chain[-1][0].startswith(reverse("game", args=[game.pk]))
    assert _turn_form(back, game)["dice"] == ["22244"]
    assert _turn_form(back, game)["throws"] == ["1"]
    assert not Turn.objects.exists()


def test_signed_out_htmx_is_told_so(anonymous: Client, game: Game) -> None:
    answer = post(anonymous, game, htmx=True)
    assert answer.status_code == 401
    assert answer.content == b""


def test_a_get_leads_to_the_sheet(host_client: Client, game: Game) -> None:
    for name in ("turn", "turn_undo", "turn_redo", "game_finish", "game_reopen"):
        answer = host_client.get(reverse(name, args=[game.pk]), {"dice": "33355"})
        assert answer.status_code == 302
        assert answer.headers["Location"] == reverse("game", args=[game.pk]) + "?dice=33355"


def test_a_form_from_before_signing_in_is_explained(game: Game, host: Account) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "ru"})
    client.force_login(host)
    page = client.get(reverse("game", args=[game.pk]))
    token = _turn_form(page, game)["csrfmiddlewaretoken"][0]
    client.force_login(host)
    client.cookies["csrftoken"] = "x" * 32
    answer = client.post(reverse("turn", args=[game.pk]), sent(csrfmiddlewaretoken=token))
    assert answer.status_code == 403
    assert "устарела" in text(answer)
    (back,) = re.findall(rf'href="({reverse("turn", args=[game.pk])}[^"]*)"', html(answer))
    again = client.get(unescape(back), follow=True)
    assert _turn_form(again, game)["dice"] == ["55552"]
    assert token not in back
    assert not Turn.objects.exists()


def test_a_fresh_form_is_taken_with_the_checks_on(game: Game, host: Account) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(host)
    page = client.get(reverse("game", args=[game.pk]), {"dice": "33355"})
    data = QueryDict(mutable=True)
    for name, values in _turn_form(page, game).items():
        data.setlist(name, values)
    data["box"] = "threes"
    assert client.post(reverse("turn", args=[game.pk]), data.dict()).status_code == 302
    assert Turn.objects.count() == 1


# Looking before writing


LOOKS = [
    {"dice": "33355"},
    {"dice": "33355", "throws": "1"},
    {"dice": "33355", "throws": "9" * 5000},
    {"dice": "33355", "throws": "x"},
    {"dice": "33355", "throws": "0"},
    {"dice": "9" * 5000},
    {"dice": "\x00"},
    {"dice": "²"},
    {"by": "points"},
    {"view": "columns"},
    {"view": "\n"},
    {"player": "7", "thrown": "33355 9:1"},
]


@pytest.mark.parametrize("key", ["classic", "six-dice", "showdown"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_looking_stores_nothing_and_never_fails(
    host_client: Client, club: Club, key: str, headers: dict[str, str]
) -> None:
    game = factories.game(club, key, factories.NAMES[:3])
    for asked in LOOKS:
        answer = host_client.get(reverse("game", args=[game.pk]), asked, headers=headers)
        assert answer.status_code == 200, asked
    assert not Turn.objects.exists()


def test_htmx_looks_at_the_choices_alone(host_client: Client, game: Game) -> None:
    where, asked = reverse("game", args=[game.pk]), {"dice": "33355"}
    answer = host_client.get(where, asked, headers={**HTMX, "hx-target": "choices"})
    assert html(answer).lstrip().startswith('<div class="chips" id="choices"')
    answer = host_client.get(where, asked, headers={**HTMX, "hx-target": "table"})
    assert html(answer).lstrip().startswith('<div id="table"')
