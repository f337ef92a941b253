"""Many hosts at once, on a real database: every turn is stored, and one of two is told."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from types import NoneType
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from scorekeeper import actions
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Claim, Club, Game, Membership, Merge, Player, Seat, Turn
from scorekeeper.queries import played
from tests import factories
from tests.conftest import signed_in
from tests.factories import NOW, entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]


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


def test_a_merge_waits_for_the_sheets_of_both(
    club: Club, host: Account, at_once: Callable[..., list[Any]]
) -> None:
    """It took the seats first and then the games, where a turn takes them the other way round."""
    for _ in range(4):
        two = [factories.game(club, names=[name, "Лев"]) for name in ("Оля", "Олли")]
        kept, gone = (club.players.get(name=name) for name in ("Оля", "Олли"))

        def type_in(game: Game) -> Callable[[], None]:
            def typed() -> None:
                for number, box in enumerate(("ones", "twos", "fives")):
                    one = entry(2 * number, 0, box, "22255"), entry(2 * number + 1, 1, box, "22255")
                    factories.write(game, *one)
                factories.finish(game)

            return typed

        def merge(kept: Player = kept, gone: Player = gone) -> Merge:
            return actions.merge_players(kept=kept, gone=gone, by=host, now=NOW)

        def begin() -> None:
            factories.game(club, names=["Олли", "Лев"])

        merged, *others = at_once(merge, *map(type_in, two), begin)
        assert others == [None, None, None]
        assert isinstance(merged, Merge)
        assert not Seat.objects.filter(player__merged_into__isnull=False).exists()
        for game in two:
            assert not actions.receipts_differ(played(game))
        actions.undo_merge(merge=merged, by=host, now=NOW)


def test_two_claims_and_a_forgotten_player_wait_for_each_other(
    club: Club, host: Account, at_once: Callable[..., list[Any]]
) -> None:
    for number in range(4):
        player = actions.add_player(club=club, name=f"Оля {number}")
        factories.game(club, names=[player.name, "Лев"])
        claim = actions.claim_player(player=player, account=host, now=NOW)

        def decide(claim: Claim = claim) -> None:
            with suppress(actions.AlreadyDone):
                actions.decide_claim(claim=claim, confirmed=True, by=host, now=NOW)

        def forget(player: Player = player) -> None:
            actions.forget_player(player=player, by=host, now=NOW)

        assert at_once(decide, forget, decide) == [None] * 3
        player.refresh_from_db()
        assert player.forgotten_at
        assert player.account is None


def test_two_owners_who_leave_at_once_leave_one_behind(
    club: Club, host: Account, at_once: Callable[..., list[Any]]
) -> None:
    second = club.memberships.create(account=factories.account("second"), role="owner")
    own = club.memberships.get(account=host)

    def leave(membership: Membership) -> Callable[[], None]:
        by = membership.account
        return lambda: actions.remove_member(membership=membership, by=by, now=NOW)

    results = at_once(leave(own), leave(second), leave(own))
    assert sum(result is None for result in results) == 1
    assert club.memberships.filter(role="owner").count() == 1
    assert all(
        isinstance(one, (actions.LastOwner, actions.AlreadyDone, NoneType)) for one in results
    )
