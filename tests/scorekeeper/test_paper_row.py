"""The page that copies a row from paper: points, dice or a dash, refused at the box."""

from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Game, Turn
from scorekeeper.queries import played
from tests import factories

from .pages import Answer, form, html, text


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club, copied=True)


def where(game: Game, position: int = 0) -> str:
    return reverse("paper_row", args=[game.pk, position])


def store(
    client: Client, game: Game, position: int = 0, row_key: UUID | None = None, **typed: Any
) -> Answer:
    """The row as the page sends it: each box by its name."""
    data: dict[str, Any] = {f"box-{box}": text for box, text in typed.items()}
    return client.post(where(game, position), {**data, "row_key": row_key or uuid4()})


def written(game: Game) -> dict[str, tuple[Any, ...]]:
    return {turn.box: (turn.kind, turn.points, turn.dice, turn.throws) for turn in game.turns.all()}


def test_it_stores_points_and_goes_on_to_the_next_player(host_client: Client, game: Game) -> None:
    answer = store(host_client, game, twos="2", threes="−3", poker="110", chance="30")
    assert answer.headers["Location"] == where(game, 1)
    assert [turn.points for turn in played(game).turns] == [2, -3, 110, 30]


def test_after_the_last_player_it_leads_to_the_sheet(host_client: Client, game: Game) -> None:
    answer = store(host_client, game, 1, twos="2")
    assert answer.headers["Location"] == reverse("game", args=[game.pk])


def test_dice_say_from_which_throw(host_client: Client, game: Game) -> None:
    store(host_client, game, twos="22244", pair="6 6 1 2 3*", chance="КККТТ")
    assert written(game) == {
        "twos": ("dice", None, "22244", 3),
        "pair": ("dice", None, "66123", 1),
        "chance": ("dice", None, "55566", 3),
    }


@pytest.mark.parametrize("dash", ["—", "–", "−", "-", "x", "х", " — "])
def test_a_dash_is_a_struck_box(host_client: Client, game: Game, dash: str) -> None:
    store(host_client, game, poker=dash)
    mark = played(game).sheet_game.sheet("0").marks[13]
    assert mark is not None
    assert mark.struck
    assert "—" in text(host_client.get(reverse("game", args=[game.pk])))


@pytest.mark.parametrize(
    ("box", "typed", "words"),
    [
        ("fives", "23", "“Fives” cannot bring 23. Possible: −15, −10, −5, 0, 5, 10."),
        ("large_straight", "21", "Possible: 0, 20, 40."),
        ("fives", "1_0", "cannot be read"),
        ("fives", "²", "cannot be read"),
        ("fives", "1e185", "cannot be read"),
        ("fives", "9" * 20, "5 dice are needed, 20 were typed."),
        ("fives", "9" * 5000, "5 dice are needed"),
        ("fives", "--5", "cannot be read"),
        ("fives", "1.5", "cannot be read"),
        ("fives", "12375", "cannot be read"),
        ("fives", "3335**5", "cannot be read"),
        ("fives", "\x00", "cannot be read"),
        ("fives", "*", "Type 5 dice."),
    ],
)
def test_what_cannot_be_is_said_at_its_box(
    host_client: Client, game: Game, box: str, typed: str, words: str
) -> None:
    row: dict[str, Any] = {"twos": "2", box: typed, "chance": "30"}
    answer = store(host_client, game, **row)
    assert answer.status_code == 422
    assert words in text(answer)
    assert f'id="box-{box}-error"' in html(answer)
    again = form(answer, "").data
    assert again["box-twos"] == ["2"]
    assert again["box-chance"] == ["30"]
    if typed.isprintable():
        assert again[f"box-{box}"] == [typed]
    assert not Turn.objects.exists()


def test_the_row_sent_twice_is_stored_once(host_client: Client, game: Game) -> None:
    key = uuid4()
    for _ in range(2):
        assert store(host_client, game, row_key=key, twos="2").status_code == 302
    assert Turn.objects.count() == 1


def test_a_box_filled_meanwhile_is_said_with_what_was_typed(
    host_client: Client, game: Game
) -> None:
    store(host_client, game, twos="2")
    answer = store(host_client, game, ones="1", twos="4")
    assert answer.status_code == 422
    assert 'id="box-twos-error"' in html(answer)
    assert form(answer, "").data["box-twos"] == ["4"]
    assert "already taken" in text(answer)
    assert Turn.objects.count() == 1


def test_only_open_boxes_are_asked_for(host_client: Client, game: Game) -> None:
    store(host_client, game, twos="2")
    asked = form(host_client.get(where(game)), "").data
    assert "box-twos" not in asked
    assert "box-threes" in asked


def test_a_full_row_says_so(host_client: Client, game: Game) -> None:
    factories.play(game)
    assert "All boxes of this player are full." in text(host_client.get(where(game)))


def test_the_page_tells_a_script_what_is_possible(host_client: Client, game: Game) -> None:
    assert 'data-possible="-15 -10 -5 0 5 10"' in html(host_client.get(where(game)))


def test_a_closed_game_is_not_written(host_client: Client, game: Game) -> None:
    factories.finish(game)
    answer = host_client.post(where(game), {"row_key": uuid4(), "box-twos": "2"}, follow=True)
    assert "Not stored" in text(answer)
    assert not Turn.objects.filter(kind="points").exists()


def test_only_copied_games_and_only_sheets_have_rows(host_client: Client, club: Club) -> None:
    for key in ("classic", "showdown"):
        game = factories.game(club, key)
        assert host_client.get(where(game)).status_code == 404
        assert host_client.post(where(game), {"box-twos": "2"}).status_code == 404


def test_a_box_of_another_game_is_nobodys(host_client: Client, game: Game) -> None:
    assert store(host_client, game, miser="50", even="20").status_code == 422
    assert not Turn.objects.exists()


def test_no_figure_is_lost_by_signing_in_again(
    host_client: Client, anonymous: Client, game: Game
) -> None:
    answer = store(anonymous, game, twos="2", poker="—")
    back = parse_qs(urlsplit(answer.headers["Location"]).query)["next"][0]
    asked = form(host_client.get(back), "").data
    assert asked["box-twos"] == ["2"]
    assert asked["box-poker"] == ["—"]
    assert not Turn.objects.exists()


def test_all_boxes_that_cannot_be_are_said_at_once(host_client: Client, game: Game) -> None:
    page = html(store(host_client, game, twos="5", threes="3", poker="7", chance="99"))
    wrong = [box for box in ("twos", "threes", "poker", "chance") if f'"box-{box}-error"' in page]
    assert wrong == ["twos", "poker", "chance"]
    assert page.count("autofocus") == 1
    assert not Turn.objects.exists()


def test_an_empty_row_says_so(host_client: Client, game: Game) -> None:
    answer = store(host_client, game, twos=" ")
    assert answer.status_code == 422
    assert "Nothing was typed in this row" in text(answer)


def test_the_sheet_leads_to_the_rows_first(host_client: Client, game: Game) -> None:
    page = html(host_client.get(reverse("game", args=[game.pk])))
    assert f'class="button button--primary" href="{where(game)}"' in page
    factories.play(game)
    page = html(host_client.get(reverse("game", args=[game.pk])))
    assert f'class="button" href="{where(game)}"' in page
