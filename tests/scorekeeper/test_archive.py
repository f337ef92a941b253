"""A club read elsewhere is the same club, and a file that cannot be is refused whole."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

import rules
from scorekeeper import actions, archive
from scorekeeper.exports import pictures
from scorekeeper.exports.delimited import read_csv
from scorekeeper.models import Account, Club, Game, Logo, Turn
from scorekeeper.queries import played
from scorekeeper.reports.history import turn_words
from tests import factories
from tests.limits import takes_little

from .pages import html

pytestmark = pytest.mark.thorough

KEYS = ("classic", "saved-throws", "six-dice", "showdown")


@pytest.fixture
def games(club: Club) -> list[Game]:
    """A game of each kind, one of them closed, with an undone turn and one corrected."""
    return play(club)


@pytest.fixture(scope="module")
def file(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """What is taken of a club with such games, which itself is nowhere."""
    with django_db_blocker.unblock(), transaction.atomic():
        club = factories.club("Шестёрка", factories.account("olga"))
        play(club)
        content = archive.club_json(club)
        transaction.set_rollback(True)
    return content


def play(club: Club) -> list[Game]:
    found = [
        factories.game(club, key, names=factories.seats_for(key, 3), title=key) for key in KEYS
    ]
    factories.write(found[0], factories.entry(0, 0, "fives", "55552"))
    for seed, game in enumerate(found):
        factories.play(game, seed, 14)
    classic = Game.objects.get(pk=found[0].pk)
    stands = played(classic)
    actions.correct_turns(
        game_id=classic.pk,
        account=classic.created_by,
        corrections={0: rules.Turn("0", rules.Kind.DICE, "fives", "55512", 2)},
        version=stands.record.version,
        reason="Описка",
        now=factories.NOW,
    )
    factories.finish(classic)
    return found


def taken(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.get(reverse("club_json")).content)
    return found


def read(client: Client, content: bytes) -> str:
    file = SimpleUploadedFile("club.json", content)
    return html(client.post(reverse("club_import"), {"file": file}, follow=True))


def pages(client: Client, club: Club) -> list[str]:
    """What stands in each game: its total, its places and its history."""
    found = []
    for game in club.games.order_by("title"):
        stands = played(game)
        seats = [(s.player.name, s.total, s.place, s.pays, s.presence) for s in stands.seats]
        turns = [
            (turn_words(stands.rule_set, t, "ru"), t.reason, bool(t.withdrawn_at))
            for t in game.turns.order_by("pk")
        ]
        assert client.get(reverse("game", args=[game.pk])).status_code == 200
        found.append(repr((game.title, game.finished_at, game.version, seats, turns)))
    return found


def test_a_club_read_elsewhere_is_the_same(
    host_client: Client, second_client: Client, club: Club, other_club: Club, games: list[Game]
) -> None:
    actions.save_house_rules(
        club=club, rule_set="classic", name="Наши", options={"poker_bonus": 100}
    )
    actions.add_player(club=club, name="=Лена")
    first = taken(host_client)
    assert "4 games were added." in read(second_client, json.dumps(first).encode())
    assert pages(second_client, other_club) == pages(host_client, club)
    second = taken(second_client)
    for said in (first, second):
        del said["club"]
        for game in said["games"]:
            del game["public_key"]  # both clubs are in one database here
    assert second == first
    assert not [g for g in other_club.games.all() if actions.receipts_differ(played(g))]
    assert "0 games were added." in read(second_client, json.dumps(first).encode())
    assert other_club.games.count() == 4


def test_the_history_says_who_typed_it_there(
    host_client: Client, second_client: Client, club: Club, other_club: Club, host: Account
) -> None:
    """In words, marked as a file's: whoever is called so here has not typed it."""
    game = factories.game(club, names=("Оля", "Лев"))
    link = actions.open_table(game=game, helper="Тётя", by=host, now=factories.NOW)
    factories.write(game, factories.entry(0, 0, "fives", "55552"))
    typed = factories.entry(1, 1, "twos", "22244")
    actions.record_turn(game_id=game.pk, account=link, entry=typed, now=factories.NOW)
    actions.undo_turn(game_id=game.pk, account=host, number=1, now=factories.NOW)
    said = writers(taken(host_client))
    assert said == [("olga", ""), ("Тётя (olga)", "olga")]
    first = host_client.get(reverse("club_json")).content
    read(second_client, first)
    there = other_club.games.get()
    history = html(second_client.get(reverse("game_history", args=[there.pk])))
    for words in ("olga, as the club’s file says", "Тётя (olga), as the club’s file says"):
        assert words in history.replace("&#x27;", "’").replace("'", "’")
    assert not there.turns.filter(typed_by__isnull=False).exists()
    assert writers(taken(second_client)) == said


def writers(found: dict[str, Any]) -> list[tuple[str, str]]:
    """Who typed and who took back each turn of the first game."""
    return [(turn["typed_by"], turn["withdrawn_by"]) for turn in found["games"][0]["turns"]]


def test_a_file_of_the_first_version_is_read(
    host_client: Client, second_client: Client, other_club: Club, games: list[Game]
) -> None:
    def older(found: dict[str, Any]) -> None:
        found["version"] = 1
        del found["club"]["logo"]
        for turn in (turn for game in found["games"] for turn in game["turns"]):
            del turn["typed_by"], turn["withdrawn_by"]

    content = changed(taken(host_client), older)
    assert "4 games were added." in read(second_client, content)
    there = other_club.games.get(title="classic")
    page = html(second_client.get(reverse("game_history", args=[there.pk])))
    assert "as the club" not in page


def test_the_logo_goes_along_where_there_is_none(
    host_client: Client, second_client: Client, club: Club, other_club: Club, host: Account
) -> None:
    actions.set_logo(club=club, logo=factories.logo(), by=host, now=factories.NOW)
    read(second_client, json.dumps(taken(host_client)).encode())
    assert Logo.objects.get(club=other_club).digest == factories.logo().digest
    other = pictures.logo(factories.png(colour="#00c"))
    actions.set_logo(club=club, logo=other, by=host, now=factories.NOW)
    read(second_client, json.dumps(taken(host_client)).encode())
    assert Logo.objects.get(club=other_club).digest == factories.logo().digest


def a_turn(found: dict[str, Any]) -> dict[str, Any]:
    """A turn of the first game that counts, made with dice."""
    turns: list[dict[str, Any]] = found["games"][0]["turns"]
    return next(turn for turn in turns if turn["replaces"])


def changed(content: dict[str, Any], change: Callable[[Any], None]) -> bytes:
    change(content)
    return json.dumps(content).encode()


@pytest.mark.parametrize(
    "change",
    [
        lambda found: a_turn(found).update(dice="11111111"),
        lambda found: a_turn(found).update(seat=7),
        lambda found: a_turn(found).update(points=10**30, kind="points"),
        lambda found: found["games"][1].update(options={"nothing": 1}),
        lambda found: found["games"][1].update(seats=["Оля"]),
        lambda found: found["games"][2].update(started_at="tomorrow"),
        lambda found: found["games"][2].update(turns=None),
        lambda found: found.update(players=["\u200b"]),
        lambda found: a_turn(found).update(typed_by=7),
        lambda found: found["club"].update(logo="PHN2Zy8+"),
        lambda found: found["club"].update(logo="?"),
        lambda found: found.update(club="Клуб"),
        lambda found: found.update(version=99),
        lambda found: found.update(format="other"),
        lambda found: found.update(games={}),
    ],
)
def test_a_file_that_cannot_be_is_refused_whole(
    change: Callable[[Any], None], file: bytes, second_client: Client, other_club: Club
) -> None:
    content = changed(json.loads(file), change)
    assert 'aria-invalid="true"' in read(second_client, content)
    assert (Game.objects.count(), Turn.objects.count()) == (0, 0)
    assert not other_club.players.exists()


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"[" * 100_000, b"\xff\xfe"])
def test_what_is_no_club_is_refused(content: bytes, host: Account, club: Club) -> None:
    with pytest.raises(archive.RefusedArchiveError):
        archive.read_club(account=host, club=club, content=content)


def test_a_file_of_many_empty_things_is_refused_at_once(host: Account, club: Club) -> None:
    bomb = b'{"format": "pokernakostyah club", "version": 2, "games": [' + b"{}," * 10_000_000
    with takes_little(), pytest.raises(archive.RefusedArchiveError):
        archive.read_club(account=host, club=club, content=bomb + b"{}]}")


def test_games_and_players_as_tables(host_client: Client, club: Club) -> None:
    game = factories.game(club, names=("=1+1", "Лев"), title="@Стол", start_key=uuid4())
    factories.play(game, 1)
    usual = {"direction": "rows", "paper": "A4", "orientation": "landscape"}
    form = {**usual, "a_page": "1", "faces": "pips", "as": "csv"}
    answer = host_client.post(reverse("sheets"), form)
    assert answer.headers["Content-Type"].startswith("text/csv")
    seats = played(game).seats
    lines = answer.content.decode("utf-8-sig").splitlines()
    for line, seat in zip(lines[1:], seats, strict=True):
        assert line.endswith(f"{seat.total};{seat.place};{seat.pays.replace('.', ',')}")
    assert [row[6] for row in read_csv(answer.content)] == ["Player", "=1+1", "Лев"]
    assert "2026-11-29 19:30;Europe/Moscow;'@Стол" in lines[1]
    players = host_client.get(reverse("players_csv")).content
    assert sorted(read_csv(players)[1:]) == [["=1+1", "1"], ["Лев", "1"]]
    workbook = host_client.post(reverse("sheets"), {**form, "as": "xlsx"})
    assert workbook.content.startswith(b"PK")
