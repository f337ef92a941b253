"""The public page: read-only, 304 while nothing changes, and nothing personal in it."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper import actions
from scorekeeper.models import Account, Club, Game
from scorekeeper.queries import played
from tests import factories
from tests.factories import NOW, entry

from .pages import forms, html, text

HTMX = {"hx-request": "true"}
PAGES = ("watch", "watch_screen")


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club, title="Финал")


@pytest.mark.parametrize("name", PAGES)
def test_anybody_with_the_address_sees_it(anonymous: Client, game: Game, name: str) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"))
    page = anonymous.get(reverse(name, args=[game.public_key]))
    assert page.status_code == 200
    assert "Оля" in text(page)
    assert "Финал" in text(page)


@pytest.mark.parametrize("name", PAGES)
def test_its_head_is_that_of_the_page(anonymous: Client, game: Game, name: str) -> None:
    """Link previews and monitors ask for the head alone: it was refused as a wrong method."""
    address = reverse(name, args=[game.public_key])
    anonymous.get(address)  # brings the cookie that is part of the mark
    looked, head = anonymous.get(address), anonymous.head(address)
    assert (head.status_code, head.content) == (200, b"")
    for header in ("ETag", "Content-Type", "Cache-Control", "Content-Security-Policy"):
        assert head.headers[header] == looked.headers[header], header
    again = anonymous.head(address, headers={"if-none-match": head.headers["ETag"]})
    assert again.status_code == 304
    assert anonymous.head(reverse("turn", args=[game.pk])).status_code == 302


def test_it_offers_nothing_to_write(host_client: Client, game: Game) -> None:
    page = host_client.get(reverse("watch", args=[game.public_key]))
    assert {one.action for one in forms(page)} <= {"/language/", "/sign-out/"}


def test_the_address_is_long_and_of_chance(club: Club, game: Game) -> None:
    other = factories.game(club)
    assert len(game.public_key) == 22
    assert game.public_key != other.public_key


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("name", PAGES)
def test_it_is_304_until_a_turn_is_written(
    anonymous: Client, game: Game, host: Account, name: str, headers: dict[str, str]
) -> None:
    address = reverse(name, args=[game.public_key])
    seen: set[str] = set()

    def looked_at() -> int:
        """What the page answers to whoever knows all that was shown before."""
        known = {**headers, "if-none-match": ", ".join(seen)} if seen else headers
        answer = anonymous.get(address, headers=known)
        seen.add(answer.headers["ETag"])
        return answer.status_code

    looked_at()  # the first answer of all brings the cookie of the language form
    looked_at()
    assert looked_at() == 304
    factories.write(game, entry(0, 0, "fives", "55552"))
    assert looked_at() == 200
    actions.undo_turn(game_id=game.pk, account=host, number=0, now=NOW)
    assert looked_at() == 200
    factories.finish(game)
    assert looked_at() == 200
    assert looked_at() == 304
    factories.reopen(game)
    assert looked_at() == 200


def test_another_language_or_view_is_another_page(anonymous: Client, game: Game) -> None:
    address = reverse("watch", args=[game.public_key])
    marks = {
        anonymous.get(address).headers["ETag"],
        anonymous.get(address, headers={"accept-language": "ru"}).headers["ETag"],
        anonymous.get(address, {"view": "columns"}).headers["ETag"],
        anonymous.get(address, headers=HTMX).headers["ETag"],
    }
    assert len(marks) == 4


def test_a_page_seen_signed_in_is_not_the_page_of_anybody_else(
    host_client: Client, anonymous: Client, game: Game
) -> None:
    address = reverse("watch", args=[game.public_key])
    own = host_client.get(address)
    assert "olga" in text(own)
    anybody = anonymous.get(address, headers={"if-none-match": own.headers["ETag"]})
    assert anybody.status_code == 200
    assert "olga" not in text(anybody)
    assert "private" in own.headers["Cache-Control"]
    assert "no-cache" in own.headers["Cache-Control"]
    for part in ("Cookie", "Accept-Language"):
        assert part in own.headers["Vary"]


def test_htmx_gets_the_table_alone(anonymous: Client, game: Game) -> None:
    answer = anonymous.get(reverse("watch", args=[game.public_key]), headers=HTMX)
    assert html(answer).lstrip().startswith('<div id="table"')
    assert 'hx-trigger="every' in html(answer)


def test_a_closed_game_is_not_asked_for_again(anonymous: Client, game: Game) -> None:
    factories.finish(game)
    answer = anonymous.get(reverse("watch", args=[game.public_key]))
    assert 'hx-trigger="every' not in html(answer)
    assert "Result" in text(answer)


@pytest.mark.parametrize("view", ["columns", "rows", "x", "\n", "\r\nSet-Cookie: x=y", "\x00", "ё"])
def test_any_view_is_answered(anonymous: Client, game: Game, view: str) -> None:
    for name in PAGES:
        address = reverse(name, args=[game.public_key])
        answer = anonymous.get(address, {"view": view})
        assert answer.status_code == 200
        assert answer.headers["ETag"].isascii()
    anonymous.cookies["sheet-view"] = "\"', W/"
    assert anonymous.get(reverse("watch", args=[game.public_key])).status_code == 200


def test_every_kind_of_game_is_shown(anonymous: Client, club: Club) -> None:
    for key in ("six-dice", "showdown", "saved-throws"):
        game = factories.game(club, key, factories.NAMES[:3])
        factories.play(game, most=8)
        for name in PAGES:
            answer = anonymous.get(reverse(name, args=[game.public_key]))
            assert answer.status_code == 200
            assert "Семён Королёв" in text(answer)


def test_the_time_is_the_clubs_and_says_its_zone(anonymous: Client, club: Club) -> None:
    club.zone = "Asia/Yekaterinburg"
    club.save()
    game = factories.game(club)
    page = text(anonymous.get(reverse("watch", args=[game.public_key])))
    assert "29 Nov 2026, 21:30 (Yekaterinburg time)" in page


def test_the_qr_code_says_the_public_address(host_client: Client, game: Game) -> None:
    answer = host_client.get(reverse("game_qr", args=[game.pk]))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert html(answer).startswith("<svg xmlns=")
    page = host_client.get(reverse("game", args=[game.pk]))
    assert reverse("watch", args=[game.public_key]) in text(page)


def test_the_big_screen_names_the_winner_at_the_end(anonymous: Client, club: Club) -> None:
    game = factories.game(club)
    where = reverse("watch_screen", args=[game.public_key])
    assert "Winner" not in text(anonymous.get(where))
    factories.play(game)
    best = played(game).seats
    winner = next(seat.player.name for seat in best if seat.place == 1)
    assert f"The game is over Winner {winner}" in text(anonymous.get(where))


def test_the_big_screen_of_hands_has_no_places_before_a_pot(anonymous: Client, club: Club) -> None:
    game = factories.game(club, "showdown")
    assert "screen-table" not in html(
        anonymous.get(reverse("watch_screen", args=[game.public_key]))
    )
