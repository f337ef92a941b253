"""How often each page asks the database: a number, and the same however much is stored."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from scorekeeper import actions
from scorekeeper.models import Club, Game
from scorekeeper.queries import played
from tests import factories

HTMX = {"hx-request": "true"}
WHO = 2
"""The session and the account."""
FRAME = 1
"""The clubs of the account, for the frame of a whole page."""


@pytest.fixture(params=[3, 15], ids=["few turns", "many turns"])
def game(club: Club, request: pytest.FixtureRequest) -> Game:
    game = factories.game(club, names=factories.NAMES)
    factories.play(game, most=int(request.param))
    return game


def test_a_game_is_read_in_two(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    record = Game.objects.get(pk=game.pk)
    with django_assert_num_queries(2):
        played(record)


def test_the_sheet(
    host_client: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """The game, its seats and turns, what could be brought back, and where it belongs."""
    where = reverse("game", args=[game.pk])
    for asked in ({}, {"dice": "33355"}, {"view": "columns"}, {"by": "points"}):
        with django_assert_num_queries(WHO + FRAME + SHEET + BELONGS):
            host_client.get(where, asked)


SHEET = 4
BELONGS = 1


def test_the_public_page(
    anonymous: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    where = reverse("watch", args=[game.public_key])
    anonymous.get(where)
    with django_assert_num_queries(SHEET):
        page = anonymous.get(where)
    with django_assert_num_queries(1):
        seen = anonymous.get(where, headers={"if-none-match": page.headers["ETag"]})
    assert seen.status_code == 304


def test_all_viewers_share_one_drawing(
    anonymous: Client, game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    where = reverse("watch", args=[game.public_key])
    first = anonymous.get(where, headers=HTMX)
    with django_assert_num_queries(1):
        second = anonymous.get(where, headers=HTMX)
    assert second.content == first.content
    with django_assert_num_queries(1):
        anonymous.get(where, headers={**HTMX, "if-none-match": first.headers["ETag"]})


@pytest.mark.parametrize("games", [1, 12])
def test_the_list_of_games(
    host_client: Client,
    club: Club,
    games: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Running games, how many are finished, those; each with seats and players; their events."""
    for number in range(games):
        factories.game(club, names=factories.NAMES[: 2 + number % 3])
        finished = factories.game(club)
        Game.objects.filter(pk=finished.pk).update(finished_at=factories.NOW)
    with django_assert_num_queries(WHO + FRAME + 10):
        host_client.get("/games/")


@pytest.mark.parametrize("people", [1, 12])
def test_a_new_game_and_the_players(
    host_client: Client,
    club: Club,
    people: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """The club, its house rules and its players."""
    for number in range(people):
        actions.add_player(club=club, name=f"Игрок {number}")
    with django_assert_num_queries(WHO + FRAME + 3):
        host_client.get("/games/new/")
    with django_assert_num_queries(WHO + FRAME + 4):
        host_client.get("/players/")


@pytest.mark.parametrize("turns", [2, 20])
def test_the_history(
    host_client: Client,
    club: Club,
    turns: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = factories.game(club)
    factories.play(game, most=turns)
    with django_assert_num_queries(WHO + FRAME + 4):
        host_client.get(reverse("game_history", args=[game.pk]))


def test_pages_without_anything_of_their_own_ask_nothing(
    anonymous: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for where in ("/", "/rules/", "/rules/classic/", "/blank/", "/sign-in/"):
        with django_assert_num_queries(0):
            assert anonymous.get(where).status_code == 200
