"""Many hosts at once, on a real database: every turn is stored, and one of two is told."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from scorekeeper import actions
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Club, Game, Player, Turn
from scorekeeper.queries import played
from tests import factories
from tests.conftest import signed_in
from tests.factories import NOW, entry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at_once() -> Callable[..., list[Any]]:
    """Runs each of some calls in a thread and a connection of its own, from the same instant."""

    def together(*calls: Callable[[], Any]) -> list[Any]:
        barrier = Barrier(len(calls))

        def one(call: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever the call gives
            try:
                barrier.wait(timeout=20)
                return call()
            except Exception as error:
                return error
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(one, calls))

    return together


@pytest.fixture
def host(transactional_db: None) -> Account:
    return factories.account("olga")


@pytest.fixture
def club(host: Account) -> Club:
    return factories.club("Шестёрка", host)


def test_a_file_is_written_ahead_and_waited_for(db: None) -> None:
    """What makes the rest hold on SQLite: a log, a lock taken at once, and patience."""
    if connection.vendor == "sqlite":
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        assert connection.settings_dict["OPTIONS"]["timeout"] >= 10
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_four_tables_post_fifty_turns_each(club: Club, at_once: Callable[..., list[Any]]) -> None:
    games = [factories.game(club, "thirteen", names=factories.NAMES) for _ in range(4)]
    turns = [
        list(factories.some_turns(game, seed, 50, leaving=0)) for seed, game in enumerate(games)
    ]

    def type_in(game: Game, typed: list[Any]) -> None:
        for number, turn in enumerate(typed):
            one = Entry(number, uuid4(), turn)
            actions.record_turn(game_id=game.pk, account=game.created_by, entry=one, now=NOW)

    calls = [
        (lambda game=game, typed=typed: type_in(game, typed))
        for game, typed in zip(games, turns, strict=True)
    ]
    assert at_once(*calls) == [None] * 4
    assert Turn.objects.count() == 200
    for game, typed in zip(games, turns, strict=True):
        stands = played(Game.objects.get(pk=game.pk))
        assert [turn.box for turn in stands.turns] == [turn.box for turn in typed]
        assert stands.record.version == 50


def test_of_two_turns_for_one_place_one_is_told(
    club: Club, at_once: Callable[..., list[Any]]
) -> None:
    game = factories.game(club)
    game_id, account = game.pk, game.created_by

    def write(box: str) -> Callable[[], Any]:
        one = entry(0, 0, box, "22255")
        return lambda: actions.record_turn(game_id=game_id, account=account, entry=one, now=NOW)

    results = at_once(write("twos"), write("fives"), write("ones"))
    told = [result for result in results if isinstance(result, actions.Conflict)]
    assert len(told) == 2
    stored = Turn.objects.get()
    assert {one.turn.box for one in told if one.turn} == {stored.box}


def test_the_same_turn_sent_twice_at_once_is_stored_once(
    club: Club, host: Account, at_once: Callable[..., list[Any]]
) -> None:
    game = factories.game(club)
    clients = [signed_in(host) for _ in range(3)]
    data = {"number": 0, "client_key": uuid4(), "player": 0, "dice": "22255", "throws": 2}
    where = reverse("turn", args=[game.pk])

    def post(client: Client) -> Callable[[], int]:
        return lambda: client.post(where, {**data, "box": "twos"}).status_code

    assert at_once(*map(post, clients)) == [302, 302, 302]
    assert Turn.objects.count() == 1


def test_everything_pressed_twice_happens_once(
    club: Club, host: Account, at_once: Callable[..., list[Any]]
) -> None:
    """Start a game, add a player, close a game."""
    key = uuid4()
    started = at_once(*[lambda: factories.game(club, start_key=key)] * 3)
    assert len({game.pk for game in started}) == 1
    added = at_once(*[lambda: actions.add_player(club=club, name="Ёлкин")] * 3)
    assert len({player.pk for player in added}) == 1
    assert Player.objects.count() == 3
    game = started[0]
    closed = at_once(*[lambda: factories.finish(game)] * 3)
    assert all(one.record.finished_at == NOW for one in closed)
    assert Turn.objects.filter(kind="leaves").count() == 2


def test_a_doubled_undo_takes_one_back(
    club: Club, host: Account, at_once: Callable[..., list[Any]]
) -> None:
    game = factories.game(club)
    factories.write(game, entry(0, 0, "fives", "55552"), entry(1, 1, "fives", "55552"))

    def undo() -> Any:  # noqa: ANN401 - the game or the refusal
        return actions.undo_turn(game_id=game.pk, account=host, number=1, now=NOW)

    results = at_once(undo, undo)
    assert sum(isinstance(result, actions.Conflict) for result in results) == 1
    assert len(played(game).turns) == 1
