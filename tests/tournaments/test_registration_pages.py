"""Entering by the public page: moderated or at once, once a form, and never where it is closed."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper import actions as people
from scorekeeper.actions import add_player
from scorekeeper.models import Account, Club
from tests.factories import NOW
from tests.scorekeeper.pages import Answer, form, html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.models import Application, Tournament

pytestmark = pytest.mark.thorough


def registered(club: Club, how: str, **given: Any) -> Tournament:
    record = organising.tournament(club, players=0, **given)
    by = organising.organiser(record)
    actions.change_tournament(tournament=record, name=record.name, registration=how, by=by, now=NOW)
    record.refresh_from_db()
    return record


@pytest.fixture
def moderated(club: Club) -> Tournament:
    return registered(club, "moderated")


@pytest.fixture
def opened(club: Club) -> Tournament:
    return registered(club, "open")


def where(name: str, record: Tournament, *more: object) -> str:
    return reverse(name, args=[record.public_key, *more])


def sent(client: Client, record: Tournament, **typed: str) -> dict[str, object]:
    return form(client.get(where("tournament_enter", record)), "").sent(**typed)


def ask(client: Client, record: Tournament, **typed: str) -> Answer:
    return client.post(where("tournament_enter", record), sent(client, record, **typed))


def names(record: Tournament) -> list[str]:
    return sorted(one.name for one in record.entrants.filter(removed=False))


def test_the_organiser_admits(
    host_client: Client, anonymous: Client, moderated: Tournament
) -> None:
    answer = ask(anonymous, moderated, name=" Яна ", group="Тверь")
    assert answer.status_code == 302
    said = text(anonymous.get(where("tournament_enter", moderated)))
    assert "The organiser has your application and decides." in said
    assert names(moderated) == []
    one = moderated.applications.get()
    assert "Яна" in text(host_client.get(where("entrants", moderated)))
    host_client.post(where("application_decide", moderated, one.pk), {"admitted": "yes"})
    assert names(moderated) == ["Яна"]
    assert organising.entrant(moderated, "Яна").group == "Тверь"


def test_the_name_of_who_is_admitted_stands_in_one_place(
    host_client: Client, anonymous: Client, moderated: Tournament
) -> None:
    """A name that is forgotten later must not stay in the application."""
    ask(anonymous, moderated, name="Яна")
    one = moderated.applications.get()
    host_client.post(where("application_decide", moderated, one.pk), {"admitted": "yes"})
    assert not Application.objects.filter(name__contains="Яна").exists()


def test_whoever_is_forgotten_waits_under_no_name_either(
    host_client: Client, anonymous: Client, moderated: Tournament, host: Account
) -> None:
    player = add_player(club=moderated.club, name="Яна")
    for name in ("яна ", "Янина"):
        ask(anonymous, moderated, name=name)
    refused = moderated.applications.get(name="яна")
    actions.refuse(application=refused, by=host, now=NOW)
    people.forget_player(player=player, by=host, now=NOW)
    player.refresh_from_db()
    assert set(moderated.applications.values_list("name", flat=True)) == {player.name, "Янина"}
    assert "яна" not in text(host_client.get(where("entrants", moderated)))


def test_a_refusal_can_be_changed(
    host_client: Client, anonymous: Client, moderated: Tournament
) -> None:
    ask(anonymous, moderated, name="Яна")
    one = moderated.applications.get()
    host_client.post(where("application_decide", moderated, one.pk), {"admitted": "no"})
    assert names(moderated) == []
    assert "Admit after all" in text(host_client.get(where("entrants", moderated)))
    for _ in range(2):
        host_client.post(where("application_decide", moderated, one.pk), {"admitted": "yes"})
    assert names(moderated) == ["Яна"]


def test_where_it_is_open_one_is_in_at_once(anonymous: Client, opened: Tournament) -> None:
    ask(anonymous, opened, name="Яна")
    assert names(opened) == ["Яна"]
    assert "You are entered." in text(anonymous.get(where("tournament_enter", opened)))


def test_the_same_form_twice_asks_once(anonymous: Client, moderated: Tournament) -> None:
    typed = sent(anonymous, moderated, name="Яна")
    for _ in range(2):
        anonymous.post(where("tournament_enter", moderated), typed)
    assert moderated.applications.count() == 1


def test_a_name_that_is_in_it_is_told_apart(anonymous: Client, opened: Tournament) -> None:
    ask(anonymous, opened, name="Яна")
    answer = ask(anonymous, opened, name="ЯНА")
    assert answer.status_code == 422
    assert "Somebody of the same name? Add a town or an initial." in text(answer)
    assert opened.applications.count() == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "\u3164"}, "Type a name with at least one letter or figure."),
        ({"name": "я" * 81}, "at most 80 characters"),
    ],
)
def test_a_name_that_is_none(
    anonymous: Client, opened: Tournament, typed: dict[str, str], said: str
) -> None:
    answer = ask(anonymous, opened, **typed)
    assert answer.status_code == 422
    assert said in text(answer)
    assert names(opened) == []


def test_pairs_enter_together(anonymous: Client, club: Club) -> None:
    record = registered(club, "open", rule_set="six-dice", pairs=True)
    answer = ask(anonymous, record, name="Анна", partner="Анна")
    assert "Type another name than your own." in text(answer)
    assert ask(anonymous, record, name="Анна").status_code == 422
    ask(anonymous, record, name="Анна", partner="Борис")
    assert names(record) == ["Анна and Борис"]


def test_a_closed_registration_says_so(anonymous: Client, club: Club) -> None:
    record = registered(club, "closed")
    page = anonymous.get(where("tournament_enter", record))
    assert "Registration is closed" in text(page)
    key = "8d3f2b64-1f0c-4b8e-9d5a-3a1a2f5c7e11"
    anonymous.post(where("tournament_enter", record), {"name": "Яна", "key": key})
    assert not Application.objects.exists()
    assert "ask the organiser" in text(anonymous.get(where("tournament_enter", record)))


def test_it_closes_with_the_tournament(anonymous: Client, club: Club) -> None:
    record = registered(club, "open")
    by = organising.organiser(record)
    people = [(organising.name_of(at), "", "") for at in range(4)]
    actions.enter_all(tournament=record, people=people, by=by, now=NOW)
    typed = sent(anonymous, record, name="Яна")
    organising.play_stage(record, Random(1))
    anonymous.post(where("tournament_enter", record), typed)
    assert "Яна" not in names(record)
    organising.close_stage(record, shared=True)
    assert "Registration is closed" in text(anonymous.get(where("tournament_enter", record)))


def test_no_machine_fills_the_list(
    anonymous: Client, moderated: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.actions.entrants.MOST_WAITING", 2)
    for name in ("Яна", "Зоя", "Эля"):
        ask(anonymous, moderated, name=name)
    assert moderated.applications.count() == 2


def test_who_is_known_need_not_type_the_name(
    host_client: Client, host: Account, opened: Tournament
) -> None:
    player = add_player(club=opened.club, name="Ольга Петрова")
    player.account = host
    player.save(update_fields=["account"])
    assert sent(host_client, opened)["name"] == ["Ольга Петрова"]


def test_who_may_not_see_it_cannot_enter(anonymous: Client, opened: Tournament) -> None:
    Tournament.objects.update(shown="members")
    for name in ("tournament_enter", "tournament_enter_qr"):
        assert anonymous.get(where(name, opened)).status_code == 404


def test_the_code_for_the_notice_board(anonymous: Client, opened: Tournament) -> None:
    answer = anonymous.get(where("tournament_enter_qr", opened))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert "<svg" in html(answer)


def test_applications_of_another_tournament_are_not_there(
    host_client: Client, anonymous: Client, moderated: Tournament, opened: Tournament
) -> None:
    ask(anonymous, moderated, name="Яна")
    one = moderated.applications.get()
    answer = host_client.post(where("application_decide", opened, one.pk), {"admitted": "yes"})
    assert answer.status_code == 404


def test_the_page_keeps_out_of_search(anonymous: Client, opened: Tournament) -> None:
    """The club is shown to whoever has an address, and so is what it holds."""
    answer = anonymous.get(where("tournament_enter", opened))
    assert answer.headers["X-Robots-Tag"] == "noindex"
