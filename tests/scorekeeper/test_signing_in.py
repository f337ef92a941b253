"""Signing in and out, the language switch, and forms that come from another time."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Account, Club, Game
from tests import factories

from .pages import form, html, text

pytestmark = pytest.mark.thorough

FOREIGN = [
    "//evil.test",
    "/\\evil.test",
    "https:evil.test",
    "https://evil.test/games/",
    "http://testserver@evil.test/",
    "javascript:alert(1)",
    "\x00//evil.test",
    "\t//evil.test",
    "data:text/html,x",
]


def sign_in(client: Client, host: Account, after: str) -> str:
    """Where signing in leads to."""
    data = {"login": host.username, "password": factories.PASSWORD, "next": after}
    return client.post("/sign-in/", data).headers["Location"]


def test_it_signs_in_and_leads_to_the_games(anonymous: Client, host: Account, club: Club) -> None:
    assert sign_in(anonymous, host, "") == "/games/"
    assert anonymous.get("/games/").status_code == 200


def test_it_leads_back_to_where_one_was(anonymous: Client, host: Account, club: Club) -> None:
    game = factories.game(club)
    where = reverse("game", args=[game.pk])
    page = anonymous.get(where, follow=True)
    assert form(page, "/sign-in/").data["next"] == [where]
    assert sign_in(anonymous, host, where) == where


@pytest.mark.parametrize("after", FOREIGN)
def test_it_leads_to_own_pages_only(anonymous: Client, host: Account, after: str) -> None:
    assert sign_in(anonymous, host, after) == "/games/"
    out = anonymous.post("/sign-out/", {"next": after})
    assert out.headers["Location"] in {"/", "/sign-out/"}
    switched = anonymous.post("/language/", {"language": "en", "next": after})
    assert switched.headers["Location"] == "/"


@pytest.mark.parametrize(
    ("name", "password"),
    [("olga", "wrong"), ("nobody", "x"), ("", ""), ("olga\x00", "x"), ("o" * 500, "x")],
)
def test_a_wrong_sign_in_is_said(
    anonymous: Client, host: Account, name: str, password: str
) -> None:
    answer = anonymous.post("/sign-in/", {"login": name, "password": password})
    assert answer.status_code == 200
    assert "notice--wrong" in html(answer) or "field-error" in html(answer)
    assert password not in html(answer) or not password or password in {"x", "wrong"}
    assert "_auth_user_id" not in anonymous.session


def test_it_signs_out_by_post_alone(host_client: Client) -> None:
    assert host_client.get("/sign-out/").status_code == 302
    assert host_client.get("/games/").status_code == 200
    host_client.post("/sign-out/")
    assert host_client.get("/games/").status_code == 302


# The language


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("ru", "ru"),
        ("ru-RU,en;q=0.5", "ru"),
        ("en-GB", "en"),
        ("uk,en;q=0.1", "en"),
        *((other, "ru") for other in ("de", "", "*", "x" * 1000)),
    ],
)
def test_the_browsers_language_decides(db: None, asked: str, language: str) -> None:
    page = html(Client(headers={"accept-language": asked}).get("/"))
    assert f'<html lang="{language}"' in page


def test_a_switch_overrides_it(anonymous: Client) -> None:
    page = anonymous.get("/rules/")
    data = form(page, "/language/").data
    answer = anonymous.post("/language/", {**data, "language": "ru"}, follow=True)
    assert answer.redirect_chain == [("/rules/", 302)]
    assert '<html lang="ru"' in html(answer)
    assert "Девять игр" in text(answer)
    anonymous.post("/language/", {"language": "en"})
    assert '<html lang="en"' in html(anonymous.get("/rules/"))


@pytest.mark.parametrize("language", ["", "de", "x", "\x00", "ru\n"])
def test_a_language_that_is_none_changes_nothing(anonymous: Client, language: str) -> None:
    assert anonymous.post("/language/", {"language": language}).status_code == 302
    assert '<html lang="en"' in html(anonymous.get("/"))


def test_the_switch_on_an_answer_to_a_post_leads_to_the_sheet(
    host_client: Client, club: Club
) -> None:
    game = factories.game(club)
    answer = host_client.post(reverse("turn", args=[game.pk]))
    assert answer.status_code == 422
    data = {**form(answer, "/language/").data, "language": "ru"}
    back = host_client.post("/language/", data, follow=True)
    assert back.redirect_chain[-1] == (reverse("game", args=[game.pk]), 302)


# Forms from before


def strict(host: Account, language: str = "ru") -> Client:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": language})
    client.force_login(host)
    return client


def test_a_stale_form_is_explained_in_russian(host: Account, club: Club) -> None:
    game = factories.game(club)
    answer = strict(host).post(reverse("turn", args=[game.pk]), {"dice": "33355"})
    assert answer.status_code == 403
    assert "страница устарела" in text(answer)
    assert f'href="{reverse("turn", args=[game.pk])}?dice=33355"' in html(answer)


def test_a_sign_in_form_opened_twice(db: None, host: Account) -> None:
    client = Client(enforce_csrf_checks=True, headers={"accept-language": "ru"})
    data = form(client.get("/sign-in/"), "/sign-in/").data
    filled = {**data, "login": host.username, "password": factories.PASSWORD}
    assert client.post("/sign-in/", filled).status_code == 302
    again = client.post("/sign-in/", filled)
    assert again.status_code == 403
    assert factories.PASSWORD not in html(again)
    assert 'href="/sign-in/"' in html(again)
    assert client.get("/sign-in/").headers["Location"] == "/games/"


def test_the_check_is_not_weakened(host: Account, club: Club) -> None:
    data = {"rule_set": "classic", "name": ["Оля", "Лев"], "start": "yes"}
    assert strict(host).post("/games/new/", data).status_code == 403
    assert not Game.objects.exists()
