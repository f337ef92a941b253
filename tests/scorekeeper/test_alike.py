"""A name that only looks like somebody's is asked about wherever it is typed, and never guessed."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorekeeper import actions
from scorekeeper.models import Account, Club, Game, Player
from scorekeeper.queries import look_alikes
from tests import factories
from tests.scorekeeper.exports.filling import bytes_of, filled_book
from tests.scorekeeper.exports.samples import filled

from .pages import Answer, PageForm, forms, html, text

pytestmark = pytest.mark.thorough

LIKE = ["Семен Королев", "СЕМЁН КОРОЛЕВ", "Cемён Королёв", "Семён Kopoлёв"]


@pytest.fixture
def known(club: Club) -> Player:
    return actions.add_player(club=club, name="Семён Королёв")


def asking(answer: Answer) -> PageForm:
    """The form that asks who is meant."""
    (found,) = [form for form in forms(answer) if "alike_as" in form.data]
    return found


def begin(client: Client, names: list[str], **typed: Any) -> Answer:
    (form,) = [one for one in forms(client.get(reverse("game_new"))) if "start_key" in one.data]
    sent = form.sent(name=names, roll=["", "", "", ""], start="yes", **typed)
    return client.post(reverse("game_new"), sent)


def people(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.all()]


@pytest.mark.parametrize("typed", LIKE)
def test_a_game_asks_before_it_starts(host_client: Client, known: Player, typed: str) -> None:
    """Without scripts: the page comes back with the question, and what was typed in it."""
    answer = begin(host_client, [typed, "Лев"], title="Вечер")
    assert answer.status_code == 422
    assert f"Who is “{typed}”?" in text(answer)
    assert "there is already Семён Королёв" in text(answer)
    assert not Game.objects.exists()
    form = asking(answer)
    assert (form.data["name"][:2], form.data["title"]) == ([typed, "Лев"], ["Вечер"])
    again = host_client.post(reverse("game_new"), form.sent(start="yes"))
    assert again.status_code == 422, "no answer is no choice"
    meant = form.sent(start="yes", alike_as=[str(known.pk)])
    assert host_client.post(reverse("game_new"), meant).status_code == 302
    assert people(Game.objects.get()) == ["Семён Королёв", "Лев"]


def test_it_may_be_another_person(host_client: Client, known: Player) -> None:
    form = asking(begin(host_client, ["Лев", "Семен Королев"]))
    host_client.post(reverse("game_new"), form.sent(start="yes", alike_as=["new"]))
    assert people(Game.objects.get()) == ["Лев", "Семен Королев"]
    answer = begin(host_client, ["Лев", "Семен Королев"])
    assert answer.status_code == 302, "now they are known"


def test_one_person_has_one_seat(host_client: Client, known: Player) -> None:
    form = asking(begin(host_client, ["Семён Королёв", "Семен Королев"]))
    meant = form.sent(start="yes", alike_as=[str(known.pk)])
    answer = host_client.post(reverse("game_new"), meant)
    assert "Семён Королёв is named twice." in text(answer)
    assert not Game.objects.exists()


@pytest.mark.parametrize("foreign", ["0", "-1", "x", "", "²", "\x00"])
def test_an_answer_that_was_not_offered_is_none(
    host_client: Client, known: Player, other_club: Club, foreign: str
) -> None:
    theirs = actions.add_player(club=other_club, name="Семён Королёв")
    form = asking(begin(host_client, ["Лев", "Семен Королев"]))
    for said in (foreign, str(theirs.pk)):
        answer = host_client.post(reverse("game_new"), form.sent(start="yes", alike_as=[said]))
        assert answer.status_code == 422
    assert not Game.objects.exists()


def test_a_merged_name_means_whoever_it_was_merged_into(
    host: Account, club: Club, known: Player
) -> None:
    gone = actions.add_player(club=club, name="Сеня")
    actions.merge_players(kept=known, gone=gone, by=host, now=factories.NOW)
    assert look_alikes(club, ["Сeня", "Сеня", "Лев", ""]) == {"Сeня": [known]}


def send(client: Client, where: str, content: bytes) -> Answer:
    return client.post(reverse(where), {"file": SimpleUploadedFile("file", content)})


def test_a_table_of_players_asks(host_client: Client, club: Club, known: Player) -> None:
    answer = send(host_client, "players_import", "Семен Королев\nCемён Королёв\nЛев\n".encode())
    form = asking(answer)
    assert form.data["alike_name"] == ["Семен Королев", "Cемён Королёв"]
    again = host_client.post(reverse("players_import"), form.sent())
    assert again.status_code == 422
    assert asking(again).data["alike_name"] == form.data["alike_name"]
    assert club.players.count() == 1
    answers = [str(known.pk), "new"]
    host_client.post(reverse("players_import"), form.sent(alike_as=answers))
    assert {p.name for p in club.players.all()} == {"Семён Королёв", "Cемён Королёв", "Лев"}


def test_a_filled_workbook_asks(host_client: Client, club: Club, known: Player) -> None:
    content = bytes_of(filled_book(filled("classic", names=("Семен Королев", "Лев"), seed=2)))
    form = asking(send(host_client, "game_import", content))
    again = host_client.post(reverse("game_import"), form.sent())
    assert again.status_code == 422
    assert asking(again).data["alike_name"] == ["Семен Королев"]
    host_client.post(reverse("game_import"), form.sent(alike_as=[str(known.pk)]))
    assert people(Game.objects.get()) == ["Семён Королёв", "Лев"]
    second = html(send(host_client, "game_import", content))
    assert "here already" in second
    assert Game.objects.count() == 1


def test_two_lines_of_a_workbook_are_two_people(
    host_client: Client, club: Club, known: Player
) -> None:
    names = ("Семен Королев", "Cемён Королёв")
    content = bytes_of(filled_book(filled("classic", names=names, seed=2)))
    form = asking(send(host_client, "game_import", content))
    same = [str(known.pk)] * 2
    answer = host_client.post(reverse("game_import"), form.sent(alike_as=same))
    assert answer.status_code == 422
    assert "named twice" in text(answer)
    assert not Game.objects.exists()
