"""Names that try to be something else: shown as text on every page."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from scorekeeper import actions
from scorekeeper.models import Account, Club, Game
from tests import factories
from tests.factories import NOW, entry

from .pages import html

HOSTILE = (
    "<svg/onload=alert()>",
    '" onmouseover=alert(1) x="',
    "{{7*7}}{% now 'Y' %}",
    "'-alert(1)-'",
    "</title><script>alert(1)</script>",
    "&lt;b&gt;",
    "=cmd|' /C calc'!A0",
    "javascript:alert(1)",
)
MARK = "<i>Стол</i>"


@pytest.fixture
def club(host: Account) -> Club:
    return factories.club(f'{MARK} "клуб"', host)


@pytest.fixture(params=["classic", "six-dice", "showdown"])
def game(club: Club, request: pytest.FixtureRequest) -> Game:
    """A game of hostile people at a hostile table, with turns by them."""
    key = str(request.param)
    names = HOSTILE if key != "six-dice" else HOSTILE[:4]
    game = factories.game(club, key, names, title=MARK, copied=key == "classic")
    factories.play(game, most=8)
    actions.save_house_rules(club=club, rule_set=key, name=MARK, options={})
    return game


def pages(game: Game) -> list[str]:
    """Every page that shows a name of this game."""
    own = ["game", "game_history", *(["paper_row"] if game.copied else [])]
    found = [reverse(name, args=[game.pk, 0] if name == "paper_row" else [game.pk]) for name in own]
    found += [f"{found[0]}?view=columns", f"{found[0]}?by=points"]
    found += [f"{found[1].removesuffix('history/')}turns/{number}/" for number in range(3)]
    found += [reverse(name, args=[game.public_key]) for name in ("watch", "watch_screen")]
    found += ["/games/", "/players/", f"/games/new/?rule_set={game.rule_set}"]
    return found


class Markup(HTMLParser):
    """The tags of a page, and the attributes that would run something."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.running: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = dict(attrs)
        self.running += [name for name in given if name.startswith("on") or name == "style"]
        links = [given.get(name) or "" for name in ("href", "src", "action", "hx-get", "hx-post")]
        self.running += [link for link in links if link and not link.startswith(_LINKS)]
        if tag == "script" and "src" not in given:
            self.running.append("script")

    handle_startendtag = handle_starttag


_LINKS = ("/", "?", "#", "http://127.0.0.1:8000/watch/")


def check(page: str) -> None:
    """Nothing that was typed has become markup, and nothing was escaped twice."""
    found = Markup()
    found.feed(page)
    assert found.running == []
    assert not {"i", "alert"} & found.tags
    assert "&amp;lt;svg" not in page


def test_names_are_text_on_every_page(host_client: Client, game: Game) -> None:
    for where in pages(game):
        answer = host_client.get(where)
        if answer.status_code == 404:  # a turn of leaving cannot be corrected
            continue
        assert answer.status_code == 200, where
        check(html(answer))


def test_they_are_shown_literally(host_client: Client, game: Game) -> None:
    page = html(host_client.get(reverse("watch", args=[game.public_key])))
    for name in HOSTILE[: game.seats.count()]:
        assert str(escape(name)) in page


def test_a_refusal_shows_them_as_text(host_client: Client, game: Game) -> None:
    for name in HOSTILE[:3]:
        typed = {"dice": name[:40], "box": name[:40], "thrown": name, "player": name[:4]}
        answer = host_client.post(
            reverse("turn", args=[game.pk]),
            {**typed, "number": 8, "client_key": "00000000-0000-0000-0000-00000000000a"},
        )
        assert answer.status_code in {409, 422}
        check(html(answer))
        where = reverse("game", args=[game.pk])
        check(html(host_client.get(where, typed, headers={"hx-request": "true"})))


def test_a_form_shows_them_as_text(host_client: Client, club: Club) -> None:
    for name in HOSTILE[:5]:
        answer = host_client.post(
            "/games/new/",
            {"rule_set": "classic", "name": [name], "roll": [name], "title": name, "start": "yes"},
        )
        assert answer.status_code == 422
        check(html(answer))
        assert str(escape(name)) in html(answer)
        check(html(host_client.post("/players/", {"name": name * 20})))


def test_a_conflict_names_a_hostile_host_as_text(
    host_client: Client, club: Club, second_host: Account
) -> None:
    game = factories.game(club)
    second_host.username = HOSTILE[0]
    second_host.save()
    actions.record_turn(
        game_id=game.pk, account=second_host, entry=entry(0, 0, "fives", "55552"), now=NOW
    )
    answer = host_client.post(
        reverse("turn", args=[game.pk]),
        {
            "number": 0,
            "client_key": "00000000-0000-0000-0000-00000000000a",
            "player": 0,
            "dice": "22244",
            "throws": 2,
            "box": "twos",
        },
    )
    assert answer.status_code == 409
    assert str(escape(HOSTILE[0])) in html(answer)
    check(html(answer))


@pytest.mark.parametrize("name", ["\u202eавИ", "Ива\u200bн", "И\u2066ван\u2069", "Иван\ufeff"])
def test_characters_that_turn_or_hide_are_not_shown(
    host_client: Client, club: Club, name: str
) -> None:
    game = factories.game(club, names=(name, "Лев"), title=name)
    for where in (reverse("game", args=[game.pk]), "/games/", "/players/"):
        assert not re.search(
            "[\u200b\u202a-\u202e\u2066-\u2069\ufeff]", html(host_client.get(where))
        )
