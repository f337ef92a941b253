"""Every address of the program with each of the cast: who gets in, and what a stranger learns."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.models import Club, Game, Seat, Turn
from tests import factories

from .pages import html

SECRET = "Стол, которого никто не видит"
HOME, GONE, FREE = 302, 404, 200
"""Led elsewhere (to the sign-in, to one's games) · as if it were not there · open to anybody."""

CAST = ("host", "second host", "stranger", "anonymous")

# What each of the cast gets: the address looked at, and an empty form posted to it.
EXPECTED: dict[str, tuple[tuple[int, int, int, int], tuple[int, int, int, int]]] = {
    "home": ((302, 302, 302, 200), (405, 405, 405, 405)),
    "health": ((200, 200, 200, 200), (200, 200, 200, 200)),
    "worker": ((200, 200, 200, 200), (200, 200, 200, 200)),
    "set_language": ((302, 302, 302, 302), (302, 302, 302, 302)),
    "sign_in": ((302, 302, 302, 200), (302, 302, 302, 200)),
    "sign_out": ((302, 302, 302, 302), (302, 302, 302, 302)),
    "rules_list": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "rules_detail": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "blank": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "club_new": ((302, 302, 200, 302), (302, 302, 422, 302)),
    "players": ((200, 200, 302, 302), (422, 422, 302, 302)),
    "games": ((200, 200, 200, 302), (405, 405, 405, 405)),
    "game_new": ((200, 200, 302, 302), (200, 200, 302, 302)),
    "game": ((200, 404, 404, 302), (405, 405, 405, 405)),
    "turn": ((302, 302, 302, 302), (422, 404, 404, 302)),
    "turn_undo": ((302, 302, 302, 302), (409, 404, 404, 302)),
    "turn_redo": ((302, 302, 302, 302), (409, 404, 404, 302)),
    "game_history": ((200, 404, 404, 302), (405, 405, 405, 405)),
    "correction": ((200, 404, 404, 302), (422, 404, 404, 302)),
    "game_finish": ((302, 302, 302, 302), (302, 404, 404, 302)),
    "game_reopen": ((302, 302, 302, 302), (302, 404, 404, 302)),
    "paper_row": ((200, 404, 404, 302), (302, 404, 404, 302)),
    "game_qr": ((200, 404, 404, 302), (405, 405, 405, 405)),
    "game_pdf": ((200, 404, 404, 302), (405, 405, 405, 405)),
    "game_xlsx": ((200, 404, 404, 302), (405, 405, 405, 405)),
    "sheets": ((200, 200, 302, 302), (422, 422, 302, 302)),
    "print_job": ((404, 404, 404, 302), (405, 405, 405, 405)),
    "print_cancel": ((404, 404, 404, 302), (404, 404, 404, 302)),
    "print_file": ((404, 404, 404, 302), (405, 405, 405, 405)),
    "watch": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "watch_screen": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "watch_pdf": ((200, 200, 200, 200), (405, 405, 405, 405)),
    "watch_xlsx": ((200, 200, 200, 200), (405, 405, 405, 405)),
}
ANYBODY = frozenset({"watch", "watch_screen", "watch_pdf", "watch_xlsx"})
"""Addresses that nobody can guess, and that show the game to whoever has them."""


def routes(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    """Every route of the program; those of other packages are theirs to test."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        else:
            yield pattern


OWN = list(routes(get_resolver().url_patterns))


@pytest.fixture
def game(club: Club) -> Game:
    """A game copied from paper, so that every address has something to show."""
    game = factories.game(club, title=SECRET, copied=True)
    factories.write(game, factories.entry(0, 0, "fives", "55552"))
    return game


@pytest.fixture
def cast(
    host_client: Client, second_client: Client, stranger_client: Client, anonymous: Client
) -> dict[str, Client]:
    return dict(zip(CAST, (host_client, second_client, stranger_client, anonymous), strict=True))


def address(route: URLPattern, game: Game) -> str:
    """The address of a route with the numbers of ``game``."""
    known: dict[str, object] = {"pk": game.pk, "position": 0, "number": 0, "job": uuid4()}
    known["key"] = game.public_key if (route.name or "").startswith("watch") else "classic"
    wanted = route.pattern.converters
    return reverse(route.name or "", kwargs={name: known[name] for name in wanted})


def stored() -> tuple[object, ...]:
    """All that could be changed by an address."""
    return (
        list(Game.objects.values_list("pk", "version", "finished_at")),
        list(Turn.objects.values_list("pk", "withdrawn_at")),
        list(Seat.objects.values_list("pk", "total")),
        Club.objects.count(),
    )


def test_every_route_has_its_line() -> None:
    assert sorted(EXPECTED) == sorted({route.name or str(route.pattern) for route in OWN})


@pytest.mark.parametrize("route", OWN, ids=lambda route: route.name)
def test_looking(cast: dict[str, Client], game: Game, route: URLPattern) -> None:
    before = stored()
    where = address(route, game)
    for client, expected in zip(cast.items(), EXPECTED[route.name or ""][0], strict=True):
        answer = client[1].get(where)
        assert answer.status_code == expected, client[0]
        if client[0] != "host" and route.name not in ANYBODY:
            assert SECRET not in html(answer)
        if answer.status_code == HOME and client[0] == "anonymous" and route.name in _SIGNED_IN:
            assert answer.headers["Location"].startswith(reverse("sign_in"))
    assert stored() == before


@pytest.mark.parametrize("route", OWN, ids=lambda route: route.name)
def test_posting(cast: dict[str, Client], game: Game, route: URLPattern) -> None:
    where = address(route, game)
    expected = dict(zip(CAST, EXPECTED[route.name or ""][1], strict=True))
    before = stored()
    for name in reversed(CAST):  # the host last: only the host may change anything
        if name == "host":
            assert stored() == before
        assert cast[name].post(where).status_code == expected[name], name


_SIGNED_IN = {name for name, (get, _post) in EXPECTED.items() if get[0] == FREE and get[3] == HOME}


@pytest.mark.parametrize("route", OWN, ids=lambda route: route.name)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_pages_open_in_both_languages(
    host_client: Client, game: Game, route: URLPattern, language: str
) -> None:
    if EXPECTED[route.name or ""][0][0] == FREE:
        answer = host_client.get(address(route, game), headers={"accept-language": language})
        assert answer.status_code == FREE
        if answer.headers["Content-Type"].startswith("text/html"):
            assert f'<html lang="{language}"' in html(answer)


@pytest.mark.parametrize("name", ["games", "players", "game_new", "blank", "rules_list"])
def test_pages_of_an_empty_club_open(host_client: Client, name: str) -> None:
    assert host_client.get(reverse(name)).status_code == FREE


@pytest.mark.parametrize(
    "where",
    [
        "/games/404/",
        f"/games/{'9' * 40}/",
        f"/games/{'9' * 40}/history/",
        "/games/-1/",
        "/games/1_0/",
        "/games/²/",
        "/watch/nobody-knows/",
        "/watch/%00/",
        "/watch/%D1%8F/",
        "/rules/backgammon/",
        "/rules/%00/",
        "/%00",
        "/nothing",
    ],
)
def test_what_is_not_there_is_404(host_client: Client, where: str) -> None:
    assert host_client.get(where).status_code == GONE


@pytest.mark.parametrize(
    "where", ["paper/9/", f"paper/{'9' * 40}/", f"turns/{'9' * 40}/", "turns/7/"]
)
def test_nor_is_a_row_or_turn_beyond_the_game(host_client: Client, game: Game, where: str) -> None:
    assert host_client.get(f"/games/{game.pk}/{where}").status_code == GONE
    assert host_client.post(f"/games/{game.pk}/{where}").status_code == GONE


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_known(host_client: Client, game: Game, method: str) -> None:
    for name in ("game", "turn", "game_finish"):
        answer = getattr(host_client, method)(reverse(name, args=[game.pk]))
        assert answer.status_code == 405


def test_public_pages_ask_not_to_be_found(anonymous: Client, game: Game) -> None:
    for name in ("watch", "watch_screen"):
        answer = anonymous.get(reverse(name, args=[game.public_key]))
        assert answer.headers["X-Robots-Tag"] == "noindex"


def test_nothing_on_a_page_is_inline_and_the_policy_says_so(anonymous: Client) -> None:
    answer = anonymous.get(reverse("home"))
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
