"""Ratings: the library's own figures on the same list of games, at any day, after any change."""

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from openskill.models import PlackettLuce
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

import rules
from scorekeeper import actions, jobs
from scorekeeper import ratings as stored
from scorekeeper.models import Account, Club, Game, Player, RatingReceipt, Shown
from scorekeeper.queries import played
from scorekeeper.ratings import GAMES_A_RECEIPT, ratings
from tests import factories
from tests.plugins.database import again

from .pages import text

pytestmark = pytest.mark.thorough

NAMES = ("Аня", "Боря", "Вера", "Гоша", "Даша")
FEW = 3
"""Games a receipt in these tests."""

Games = list[tuple[list[list[str]], list[float]]]
"""Each game: the sides by name, and their places."""


def finished(club: Club, names: Sequence[str], at: datetime, seed: int) -> Game:
    """A duel closed after a turn each, by how many sixes there were; a draw may be among them."""
    game = factories.game(club, "duel", names, now=at)
    draw = random.Random(seed)
    for number in range(2):
        dice = "".join(str(draw.choice((1, 6))) for _ in range(5))
        factories.write(game, factories.entry(number, number, "sixes", dice))
    factories.finish(game)
    return Game.objects.get(pk=game.pk)


@pytest.fixture(scope="module")
def kept(module_db: DjangoDbBlocker) -> list[Game]:
    """Ten duels on ten days, each with others."""
    with module_db.unblock():
        club = factories.club("Шестёрка", factories.account("olga"))
        club.shown = Shown.PUBLIC
        club.save()
        pairs = [
            (NAMES[at % 5], NAMES[(at * 2 + 1) % 5])
            for at in range(13)
            if at % 5 != (at * 2 + 1) % 5
        ]
        return [
            finished(club, pair, factories.NOW + timedelta(days=at), at)
            for at, pair in enumerate(pairs)
        ]


@pytest.fixture
def games(kept: list[Game], db: None) -> list[Game]:
    return [again(game) for game in kept]


@pytest.fixture
def club(games: list[Game]) -> Club:
    return games[0].club


@pytest.fixture
def host(club: Club) -> Account:
    return club.memberships.get().account


def counted(games: Games) -> dict[str, tuple[float, float]]:
    """What the library makes of these games, each player from its own start."""
    model = PlackettLuce()
    games = [game for game in games if len(game[0]) > 1]
    known = {name: model.rating() for sides, _places in games for side in sides for name in side}
    for sides, places in games:
        rows = model.rate([[known[name] for name in side] for side in sides], ranks=places)
        for side, row in zip(sides, rows, strict=True):
            known |= dict(zip(side, row, strict=True))
    return {name: (one.mu, one.sigma) for name, one in known.items()}


def as_played(games: list[Game]) -> Games:
    """The games with the places that the rules give, folded from their turns."""
    found: Games = []
    for game in sorted(games, key=lambda game: (game.started_at, game.pk)):
        stands = played(Game.objects.get(pk=game.pk))
        result = rules.result(stands.sheet_game)
        teams = stands.sheet_game.teams or [(player,) for player in result.places]
        sides = [[stands.name(player) for player in team] for team in teams]
        found.append((sides, [result.places[team[0]] for team in teams]))
    return found


def shown(
    club: Club, viewer: Account | AnonymousUser, until: datetime | None = None
) -> dict[str, tuple[float, float]]:
    found = ratings(club, viewer, until)
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[number]: (one.mean, one.deviation) for number, one in found.items()}


def test_they_are_the_librarys(club: Club, host: Account, games: list[Game]) -> None:
    assert shown(club, host) == counted(as_played(games))
    places = [place for _sides, found in as_played(games) for place in found]
    assert {1, 2} == set(places)
    assert places.count(1) > len(games)  # there are draws


def test_places_are_shared_in_a_draw(other_club: Club, second_host: Account) -> None:
    game = factories.game(other_club, "duel", NAMES[:2])
    factories.finish(game)  # nobody has thrown: 0 each
    assert shown(other_club, second_host) == counted([([["Аня"], ["Боря"]], [1, 1])])


def test_pairs_are_rated_as_pairs(other_club: Club, second_host: Account) -> None:
    game = factories.game(other_club, "six-dice", NAMES[:4], teams=[[0, 2], [1, 3]])
    factories.write(game, factories.entry(0, 0, "street", "123456"))
    factories.finish(game)
    found = shown(other_club, second_host)
    assert found == counted([([["Аня", "Вера"], ["Боря", "Гоша"]], [1, 2])])
    assert found["Аня"] == found["Вера"] > found["Боря"]


def test_a_showdown_is_placed_by_what_was_won(other_club: Club, second_host: Account) -> None:
    game = factories.game(other_club, "showdown", NAMES[:3])
    factories.write(
        game,
        *(
            factories.entry(at, at, None, dice)
            for at, dice in enumerate(("66666", "55551", "12346"))
        ),
    )
    factories.finish(game)
    sides = [["Аня"], ["Боря"], ["Вера"]]
    assert shown(other_club, second_host) == counted([(sides, [1, 2, 2])])


def test_unfinished_games_and_the_removed_are_not_rated(
    other_club: Club, second_host: Account
) -> None:
    running = factories.game(other_club, "duel", NAMES[:2])
    factories.play(running, most=5)
    assert shown(other_club, second_host) == {}
    game = factories.game(other_club, names=NAMES[:3])
    factories.write(game, factories.entry(0, 2, kind=rules.Kind.REMOVED, throws=None))
    factories.finish(game)
    assert set(shown(other_club, second_host)) == {"Аня", "Боря"}


def test_as_of_a_day_it_is_as_it_was(club: Club, host: Account, games: list[Game]) -> None:
    for count in range(len(games)):
        until = games[count].started_at
        assert shown(club, host, until) == counted(as_played(games[:count]))


@pytest.fixture
def often_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """A receipt after every third game."""
    monkeypatch.setattr("scorekeeper.actions.receipts.GAMES_A_RECEIPT", FEW)


@pytest.mark.usefixtures("often_stored")
def test_what_is_stored_changes_nothing(club: Club, host: Account, games: list[Game]) -> None:
    before = shown(club, host)
    actions.store_ratings(club)
    assert RatingReceipt.objects.filter(listed=False).count() == len(games) // FEW
    assert shown(club, host) == before
    assert shown(club, AnonymousUser()) == before
    for count in range(len(games)):
        until = games[count].started_at
        assert shown(club, host, until) == counted(as_played(games[:count]))


@pytest.mark.usefixtures("often_stored")
def test_a_game_of_long_ago_reaches_them(club: Club, host: Account, games: list[Game]) -> None:
    actions.store_ratings(club)
    late = finished(club, NAMES[2:4], games[4].started_at + timedelta(hours=1), 77)
    assert shown(club, host) == counted(as_played([*games, late]))
    actions.store_ratings(club)
    assert shown(club, host) == counted(as_played([*games, late]))


@pytest.mark.usefixtures("often_stored")
def test_a_correction_reaches_them(club: Club, host: Account, games: list[Game]) -> None:
    before = shown(club, host)
    actions.store_ratings(club)
    winner = next(seat for seat in played(games[0]).seats if seat.place == 1)
    none = rules.Turn(str(winner.position), box="sixes", dice="11111", throws=2)
    actions.correct_turns(
        game_id=games[0].pk,
        account=host,
        corrections={winner.position: none},
        version=games[0].version,
        reason="misread",
        now=factories.NOW,
    )
    assert shown(club, host) == counted(as_played(games)) != before


@pytest.mark.usefixtures("often_stored")
def test_a_merge_and_its_undoing_reach_them(club: Club, host: Account, games: list[Game]) -> None:
    twin = finished(club, ("Анна", "Боря"), factories.NOW + timedelta(days=1, hours=1), 5)
    before = shown(club, host)
    actions.store_ratings(club)
    people = {player.name: player for player in club.players.all()}
    merge = actions.merge_players(
        kept=people["Аня"], gone=people["Анна"], by=host, now=factories.NOW
    )
    assert shown(club, host) == counted(as_played([*games, twin]))
    assert "Анна" not in shown(club, host)
    actions.store_ratings(club)
    actions.undo_merge(merge=merge, by=host, now=factories.NOW)
    assert shown(club, host) == before


@pytest.mark.usefixtures("often_stored")
def test_a_void_game_is_out_of_them_until_it_counts_again(
    club: Club, host: Account, games: list[Game]
) -> None:
    before = shown(club, host)
    actions.store_ratings(club)
    actions.count_game(game=games[2], counts=False)
    assert shown(club, host) == counted(as_played([*games[:2], *games[3:]]))
    actions.count_game(game=games[2], counts=True)
    assert shown(club, host) == before


@pytest.mark.usefixtures("often_stored")
def test_a_reopened_game_is_out_of_them(club: Club, host: Account, games: list[Game]) -> None:
    actions.store_ratings(club)
    factories.reopen(games[0])
    assert shown(club, host) == counted(as_played(games[1:]))


@pytest.mark.usefixtures("often_stored")
def test_strangers_see_those_of_listed_games_alone(
    club: Club, host: Account, games: list[Game]
) -> None:
    actions.store_ratings(club)
    everything = shown(club, host)
    actions.show_game(game=games[3], shown=Shown.MEMBERS, by=host, now=factories.NOW)
    assert shown(club, AnonymousUser()) == counted(as_played([*games[:3], *games[4:]]))
    assert shown(club, host) == everything
    actions.store_ratings(club)
    assert shown(club, AnonymousUser()) == counted(as_played([*games[:3], *games[4:]]))
    club.shown = Shown.UNLISTED
    club.save()
    assert shown(club, AnonymousUser()) == {}
    assert shown(club, host) == everything


def test_the_page_shows_them_with_their_uncertainty(
    club: Club, host_client: Client, host: Account, games: list[Game]
) -> None:
    where = reverse("ratings", args=[club.slug])
    said = text(host_client.get(where))
    for mean, deviation in shown(club, host).values():
        assert f"{mean:.1f} ± {deviation:.1f}" in said
    early = text(host_client.get(where, {"as_of": "2026-11-29"}))
    (first,) = as_played(games[:1])
    assert {name for name in NAMES if name in early} == {name for side in first[0] for name in side}
    assert "No game was finished by then" in text(host_client.get(where, {"as_of": "2026-11-28"}))


@pytest.mark.parametrize("typed", ["2026-02-30", "9999-12-31", "yesterday", "2026-11-30x"])
def test_a_day_that_is_none_is_refused(second_client: Client, other_club: Club, typed: str) -> None:
    answer = second_client.get(reverse("ratings", args=[other_club.slug]), {"as_of": typed})
    assert answer.status_code == 422
    assert "calendar" in text(answer)
    assert "finished by then" not in text(answer)


def test_ratings_that_have_to_be_counted_anew_say_so(
    club: Club, host_client: Client, games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_GAMES_AT_ONCE", 2)
    said = "counted anew"
    assert said in text(host_client.get(reverse("ratings", args=[club.slug])))
    player = club.players.get(name="Аня")
    assert said in text(host_client.get(reverse("player", args=[player.pk])))
    monkeypatch.setattr("scorekeeper.actions.receipts.GAMES_A_RECEIPT", FEW)
    actions.store_ratings(club)
    assert said not in text(host_client.get(reverse("ratings", args=[club.slug])))


def test_as_many_games_are_stored_as_are_counted_at_once() -> None:
    assert GAMES_A_RECEIPT < stored.MOST_GAMES_AT_ONCE


def test_what_is_missing_is_counted_beside_the_answer_and_once(
    club: Club,
    host: Account,
    games: list[Game],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ordered: list[Callable[[], None]] = []

    class Beside:
        """A thread that runs when the test says so."""

        def __init__(self, target: Callable[[Club], None], args: tuple[Club], daemon: bool) -> None:
            self.start = lambda: ordered.append(lambda: target(*args))

    settings.RATE_IN_BACKGROUND = True
    monkeypatch.setattr("threading.Thread", Beside)
    monkeypatch.setattr(jobs, "connection", Mock())
    monkeypatch.setattr(jobs, "GAMES_A_RECEIPT", FEW)
    monkeypatch.setattr("scorekeeper.actions.receipts.GAMES_A_RECEIPT", FEW)
    for _ in range(2):
        assert jobs.ratings_ready(club, listed=False)
    (work,) = ordered
    work()
    assert RatingReceipt.objects.filter(listed=False).count() == len(games) // FEW
    assert jobs.ratings_ready(club, listed=False)
    assert len(ordered) == 1
    assert shown(club, host) == counted(as_played(games))
