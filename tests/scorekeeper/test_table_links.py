"""Table links: one game, without an account, until it is ended; and what is shown to whom."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper import actions
from scorekeeper.models import Account, Club, Game, Shown, TableLink, Turn
from tests import factories

from .pages import html, text

pytestmark = pytest.mark.thorough

NOW = factories.NOW
TURN = {"player": "0", "dice": "55552", "throws": "2", "box": "fives", "number": "0"}


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club, title="Стол помощника")


@pytest.fixture
def link(game: Game, host: Account) -> TableLink:
    return actions.open_table(game=game, helper="Тётя Валя", by=host, now=NOW)


def come(client: Client, link: TableLink) -> int:
    return client.get(reverse("table", args=[link.key])).status_code


def write(client: Client, game: Game) -> int:
    data = {**TURN, "client_key": str(uuid4())}
    return client.post(reverse("turn", args=[game.pk]), data).status_code


def test_the_host_opens_a_table(host_client: Client, game: Game, anonymous: Client) -> None:
    where = reverse("table_links", args=[game.pk])
    empty = host_client.post(where, {"helper": "\u200b"})
    assert empty.status_code == 422
    assert "at least one letter" in text(empty)
    assert "at most 80 characters" in text(host_client.post(where, {"helper": "В" * 81}))
    host_client.post(where, {"helper": "Валя"})
    link = TableLink.objects.get()
    page = html(host_client.get(where))
    assert reverse("table", args=[link.key]) in page
    picture = host_client.get(reverse("table_qr", args=[game.pk, link.pk]))
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert come(anonymous, link) == 302
    sheet = html(anonymous.get(reverse("game", args=[game.pk])))
    assert "Стол помощника" in sheet
    for hidden in ("game_history", "game_pdf", "game_xlsx", "table_links"):
        assert reverse(hidden, args=[game.pk]) not in sheet


def test_what_is_typed_through_it_is_marked(
    anonymous: Client, host_client: Client, game: Game, link: TableLink
) -> None:
    come(anonymous, link)
    assert write(anonymous, game) == 302
    turn = Turn.objects.get()
    assert (turn.typed_by, turn.through) == (None, link)
    anonymous.post(reverse("turn_undo", args=[game.pk]), {"number": "0"})
    turn.refresh_from_db()
    assert turn.withdrawn_through == link
    page = text(host_client.get(reverse("game_history", args=[game.pk])))
    assert "Тётя Валя, by the table link of olga" in page


def test_it_opens_no_other_game(anonymous: Client, club: Club, link: TableLink) -> None:
    other = factories.game(club)
    come(anonymous, link)
    assert write(anonymous, other) == 404
    assert anonymous.get(reverse("game", args=[other.pk])).status_code == 404
    assert anonymous.get(reverse("games")).status_code == 302
    assert not Turn.objects.exists()


@pytest.mark.parametrize("how", ["ended", "finished"])
def test_it_ends(
    anonymous: Client, host_client: Client, game: Game, link: TableLink, how: str
) -> None:
    come(anonymous, link)
    if how == "ended":
        host_client.post(reverse("table_link_end", args=[game.pk, link.pk]))
    else:
        factories.finish(game)
        factories.reopen(game)
    assert write(anonymous, game) == 302, "as anybody who is not signed in"
    assert come(Client(), link) == 404
    assert not Turn.objects.filter(through=link).exists()


@pytest.mark.parametrize("shown", [Shown.UNLISTED, Shown.MEMBERS])
def test_who_finishes_the_sheet_sees_what_they_may(
    anonymous: Client, game: Game, link: TableLink, shown: Shown
) -> None:
    """Their link ends with it: the sheet as guests see it, or thanks where nobody may."""
    Game.objects.filter(pk=game.pk).update(shown=shown)
    come(anonymous, link)
    finish = reverse("game_finish", args=[game.pk])
    answer = anonymous.post(finish, {"strike_open": "yes"}, follow=True)
    assert answer.status_code == 200
    watched = reverse("watch", args=[game.public_key])
    expected = watched if shown == Shown.UNLISTED else reverse("home")
    assert answer.redirect_chain == [(expected, 302)]
    said = "The sheet is finished and stored."
    assert (said in text(answer)) == (shown == Shown.MEMBERS)


def test_a_helper_is_told_that_the_link_has_ended_and_not_to_sign_in(
    anonymous: Client, host_client: Client, game: Game, link: TableLink
) -> None:
    come(anonymous, link)
    page = html(anonymous.get(reverse("game", args=[game.pk])))
    assert "The link of this table has ended" in page
    assert reverse("watch", args=[game.public_key]) in page
    own = html(host_client.get(reverse("game", args=[game.pk])))
    assert "You have been signed out." in own


# What is shown to whom


SHOWN = {
    # club, game → found in lists, opened by its address
    (Shown.PUBLIC, Shown.PUBLIC): (True, True),
    (Shown.PUBLIC, Shown.UNLISTED): (False, True),
    (Shown.PUBLIC, Shown.MEMBERS): (False, False),
    (Shown.UNLISTED, Shown.PUBLIC): (False, True),
    (Shown.UNLISTED, Shown.MEMBERS): (False, False),
    (Shown.MEMBERS, Shown.PUBLIC): (False, False),
}


@pytest.mark.parametrize(("shown", "expected"), SHOWN.items())
def test_the_narrower_of_club_and_game_holds(
    anonymous: Client,
    stranger_client: Client,
    host_client: Client,
    club: Club,
    game: Game,
    shown: tuple[Shown, Shown],
    expected: tuple[bool, bool],
) -> None:
    """Lists, profiles, the sitemap, pages, exports: one filter."""
    Club.objects.update(shown=shown[0])
    Game.objects.update(shown=shown[1])
    listed, opened = expected
    player = actions.add_player(club=club, name="Оля")
    for client in (anonymous, stranger_client):
        for name in ("watch", "watch_screen", "watch_pdf", "watch_xlsx"):
            answer = client.get(reverse(name, args=[game.public_key]))
            assert answer.status_code == (200 if opened else 404), name
        page = client.get(reverse("watch", args=[game.public_key]))
        if opened:
            assert ("X-Robots-Tag" not in page.headers) is listed
        else:
            assert "Стол помощника" not in html(page)
        places = [reverse("club", args=[club.slug]), reverse("sitemap"), reverse("clubs")]
        places.append(reverse("player", args=[player.pk]))
        found = "".join(html(client.get(where)) for where in places)
        assert (reverse("watch", args=[game.public_key]) in found) is listed
        assert ("Стол помощника" in found) is listed
        assert ("Оля" in found) is listed
        assert (club.name in found) is (shown[0] == Shown.PUBLIC)
    assert host_client.get(reverse("watch", args=[game.public_key])).status_code == 200


def test_the_host_chooses_who_sees_a_game(
    host_client: Client, anonymous: Client, game: Game
) -> None:
    host_client.post(reverse("game_shown", args=[game.pk]), {"shown": "members"})
    assert anonymous.get(reverse("watch", args=[game.public_key])).status_code == 404
    host_client.post(reverse("game_shown", args=[game.pk]), {"shown": "everything"})
    game.refresh_from_db()
    assert game.shown == Shown.MEMBERS


def test_robots_are_told(anonymous: Client) -> None:
    page = html(anonymous.get("/robots.txt"))
    assert "Disallow: /games/" in page
    assert "Sitemap: " in page
