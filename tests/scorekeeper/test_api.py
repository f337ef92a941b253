"""The API: it says what the sheet says, to those who may see it, and nothing to others."""

import time
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

import rules
from scorekeeper import actions
from scorekeeper.entry import Entry
from scorekeeper.models import AccessToken, Account, Club, Game, LogEntry, Shown
from scorekeeper.queries import played
from tests import factories
from tests.conftest import ENGLISH, signed_in

from .pages import Answer, form, html, text

pytestmark = pytest.mark.thorough

HOSTILE = '"><script>alert(1)</script>'


def token(account: Account, name: str = "my program") -> str:
    _made, written = actions.make_token(account=account, name=name, now=factories.NOW)
    return written


def bearer(text: str) -> Client:
    return Client(headers={**ENGLISH, "authorization": f"Bearer {text}"})


@pytest.fixture
def host_program(host: Account, club: Club) -> Client:
    return bearer(token(host))


def show(club: Club, shown: Shown) -> None:
    Club.objects.filter(pk=club.pk).update(shown=shown)


def said(answer: Answer) -> Any:  # noqa: ANN401 - what JSON holds
    assert answer.status_code == 200, answer.content
    return answer.json()


def listed(client: Client, name: str, *args: object) -> list[Any]:
    found: list[Any] = said(client.get(reverse(name, args=args)))["items"]
    return found


# What it says


@pytest.mark.parametrize("key", rules.RULE_SETS)
def test_a_game_as_its_sheet_has_it(host_program: Client, club: Club, key: str) -> None:
    game = factories.game(club, key, factories.seats_for(key, 3))
    stands = factories.play(game, most=60)
    found = said(host_program.get(reverse("api_game", args=[game.public_key])))
    assert (found["key"], found["club"], found["rule_set"]) == (game.public_key, club.slug, key)
    assert found["house_rules"] == stands.rule_set.house_rules()
    assert found["version"] == Game.objects.get(pk=game.pk).version
    for seat, place in zip(stands.seats, found["places"], strict=True):
        assert place["seat"] == seat.position + 1
        assert (place["player"], place["name"]) == (seat.player_id, seat.player.name)
        assert (place["total"], place["place"]) == (seat.total, seat.place)
        assert (place["settlement"], place["pays"]) == (seat.exact, seat.pays)
        assert place["presence"] == seat.presence
    if stands.deals is not None:
        assert found["sheets"] == []
        hands = [hand for deal in found["deals"] for hand in deal["hands"]]
        assert ["".join(map(str, hand["dice"])) for hand in hands] == [
            turn.dice for turn in stands.turns
        ]
        return
    assert found["deals"] == []
    for seat, sheet in zip(stands.seats, found["sheets"], strict=True):
        marks = stands.sheet_game.sheet(str(seat.position)).marks
        assert [box["box"] for box in sheet["boxes"]] == [box.key for box in stands.rule_set.boxes]
        assert [box["points"] for box in sheet["boxes"]] == [m.points if m else None for m in marks]
        assert [box["struck"] for box in sheet["boxes"]] == [bool(m and m.struck) for m in marks]


def test_results_are_exact(host_program: Client, club: Club) -> None:
    game = factories.game(club, names=factories.NAMES[:3], copied=True)
    for seat, points in enumerate((12, 6, 0)):
        turn = rules.Turn(str(seat), rules.Kind.POINTS, "sixes", points=points)
        factories.write(game, Entry(seat, uuid4(), turn))
    turn = rules.Turn("0", rules.Kind.POINTS, "ones", points=1)
    factories.write(game, Entry(3, uuid4(), turn))
    places = said(host_program.get(reverse("api_game", args=[game.public_key])))["places"]
    assert [place["settlement"] for place in places] == ["20/3", "-1/3", "-19/3"]
    assert [place["pays"] for place in places] == ["7", "0", "-7"]
    assert sum(Fraction(place["settlement"]) for place in places) == 0


def test_lists_are_turned_over(host_program: Client, club: Club) -> None:
    keys = [factories.game(club).public_key for _ in range(5)][::-1]
    where = reverse("api_games")
    assert [game["key"] for game in listed(host_program, "api_games")] == keys
    for page, expected in ((1, keys[:2]), (3, keys[4:]), (4, []), (1_000_000, [])):
        found = said(host_program.get(where, {"page": page, "size": 2}))
        assert found["count"] == 5
        assert [game["key"] for game in found["items"]] == expected
    assert [game["key"] for game in listed(host_program, "api_club_games", club.slug)] == keys
    player = club.players.get(name="Оля")
    assert len(listed(host_program, "api_player_games", player.pk)) == 5
    names = [player["name"] for player in listed(host_program, "api_club_players", club.slug)]
    assert names == ["Лев", "Оля"]


def test_lists_take_few_queries(
    host_program: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(10):
        factories.game(club)
    listed(host_program, "api_games")  # the first use of the day is noted
    for name, args in (("api_games", []), ("api_club_games", [club.slug]), ("api_clubs", [])):
        with django_assert_max_num_queries(6):
            listed(host_program, name, *args)


# Who is told what


PLACES = ("api_club", "api_club_players", "api_club_games")


@pytest.mark.parametrize("shown", Shown)
@pytest.mark.parametrize("game_shown", Shown)
def test_it_shows_what_the_pages_show(
    club: Club, host_program: Client, stranger: Account, shown: Shown, game_shown: Shown
) -> None:
    game = factories.game(club, title="Первый стол")
    Game.objects.filter(pk=game.pk).update(shown=game_shown)
    show(club, shown)
    (player, _other) = club.players.order_by("pk")
    public = shown == game_shown == Shown.PUBLIC
    opened = Shown.MEMBERS not in (shown, game_shown)
    for who in (Client(), bearer(token(stranger))):
        assert len(listed(who, "api_clubs")) == (shown == Shown.PUBLIC)
        assert len(listed(who, "api_games")) == public
        for name in PLACES:
            status = who.get(reverse(name, args=[club.slug])).status_code
            assert status == (200 if shown == Shown.PUBLIC else 404)
        for name in ("api_player", "api_player_games"):
            status = who.get(reverse(name, args=[player.pk])).status_code
            assert status == (200 if public else 404)
        status = who.get(reverse("api_game", args=[game.public_key])).status_code
        assert status == (200 if opened else 404)
        if shown == Shown.PUBLIC:
            assert len(listed(who, "api_club_players", club.slug)) == (2 if public else 0)
            assert len(listed(who, "api_club_games", club.slug)) == public
    (own,) = listed(host_program, "api_clubs")
    assert (own["slug"], own["role"], own["shown"]) == (club.slug, "owner", shown)
    assert len(listed(host_program, "api_games")) == 1
    assert len(listed(host_program, "api_club_players", club.slug)) == 2
    found = said(host_program.get(reverse("api_game", args=[game.public_key])))
    assert found["title"] == "Первый стол"


def test_what_is_not_shown_is_as_if_it_were_not_there(club: Club) -> None:
    show(club, Shown.MEMBERS)
    game = factories.game(club)
    for name, known, unknown in (
        ("api_club", club.slug, "nowhere"),
        ("api_game", game.public_key, "A" * 22),
        ("api_player", club.players.all()[0].pk, 2**63 - 1),
    ):
        hidden, missing = (Client().get(reverse(name, args=[each])) for each in (known, unknown))
        assert hidden.status_code == missing.status_code == 404
        assert hidden.content == missing.content


def test_the_session_of_a_browser_counts_for_nothing(host_client: Client, club: Club) -> None:
    factories.game(club)
    assert listed(host_client, "api_games") == []


def test_merged_and_forgotten_players(host_program: Client, club: Club, host: Account) -> None:
    game = factories.game(club)
    lev, olya = club.players.get(name="Лев"), club.players.get(name="Оля")
    lyova = actions.add_player(club=club, name="Лёва")
    actions.merge_players(kept=lyova, gone=lev, by=host, now=factories.NOW)
    actions.forget_player(player=olya, by=host, now=factories.NOW)
    assert host_program.get(reverse("api_player", args=[lev.pk])).status_code == 404
    found = said(host_program.get(reverse("api_game", args=[game.public_key])))
    assert [place["name"] for place in found["places"]] == [f"№ {olya.pk}", "Лёва"]


# Tokens


def test_only_a_digest_of_a_token_is_kept(host: Account, club: Club) -> None:
    written = token(host)
    (kept,) = AccessToken.objects.values()
    assert written.startswith("poker_")
    assert len(written) > 40
    assert written not in repr(kept)
    assert LogEntry.objects.filter(club=club, kind="token_made", done_by=host).exists()


@pytest.mark.parametrize(
    "header", ["Bearer nonsense", "Bearer ", "Bearer", "Basic eDp5", "", " ", "Bearer я", "poker_"]
)
def test_a_wrong_token_is_refused(club: Club, header: str) -> None:
    show(club, Shown.PUBLIC)
    answer = Client(headers={"authorization": header}).get(reverse("api_clubs"))
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert set(answer.json()) == {"detail", "errors"}


def test_a_token_ends(host: Account, club: Club) -> None:
    program = bearer(token(host))
    where = reverse("api_games")
    assert program.get(where).status_code == 200
    (kept,) = host.tokens.all()
    assert kept.used_on == timezone.now().date()
    for _twice in range(2):
        actions.revoke_token(token=kept, now=factories.NOW)
    assert program.get(where).status_code == 401
    assert LogEntry.objects.filter(kind="token_revoked").count() == 1


def test_a_closed_account_and_a_lost_membership_end_it_too(host: Account, club: Club) -> None:
    other = factories.account("second")
    member = club.memberships.create(account=other, role="player")
    program = bearer(token(other))
    factories.game(club)
    assert len(listed(program, "api_games")) == 1
    actions.remove_member(membership=member, by=host, now=factories.NOW)
    assert listed(program, "api_games") == []
    Account.objects.filter(pk=other.pk).update(is_active=False)
    assert program.get(reverse("api_games")).status_code == 401


def test_making_and_revoking_on_the_page(host_client: Client, host: Account) -> None:
    where = reverse("tokens")
    page = host_client.get(where)
    answer = host_client.post(where, form(page, where).sent(name="Таблица"))
    (kept,) = host.tokens.all()
    written = next(word for word in text(answer).split() if word.startswith("poker_"))
    assert bearer(written).get(reverse("api_games")).status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert "poker_" not in html(host_client.get(where))
    again = host_client.post(where, {"name": "Таблица"})
    assert again.status_code == 422
    assert "of this name already" in text(again)
    page = host_client.get(where)
    host_client.post(form(page, reverse("token_revoke", args=[kept.pk])).action)
    assert bearer(written).get(reverse("api_games")).status_code == 401
    assert "revoked" in text(host_client.get(where))


@pytest.mark.parametrize("name", ["", " \u200b", "x" * 81])
def test_a_token_needs_a_name(host_client: Client, name: str) -> None:
    assert host_client.post(reverse("tokens"), {"name": name}).status_code == 422
    assert not AccessToken.objects.exists()


def test_there_are_not_too_many_tokens(host_client: Client, host: Account) -> None:
    for number in range(20):
        token(host, f"№ {number}")
    answer = host_client.post(reverse("tokens"), {"name": "one more"})
    assert answer.status_code == 422
    assert "revoke one first" in text(answer)


def test_nobody_revokes_anothers_token(second_client: Client, host: Account, club: Club) -> None:
    token(host)
    where = reverse("token_revoke", args=[host.tokens.get().pk])
    assert second_client.post(where).status_code == 404
    assert host.tokens.get().revoked_at is None


# Manners


def test_nothing_new_is_304(host_program: Client, club: Club) -> None:
    game = factories.game(club)
    where = reverse("api_game", args=[game.public_key])
    etag = host_program.get(where).headers["ETag"]
    known = host_program.get(where, headers={"if-none-match": etag})
    assert (known.status_code, known.content) == (304, b"")
    assert known.headers["ETag"] == etag
    factories.write(game, factories.entry(0, 0, "fives", "55552"))
    changed = host_program.get(where, headers={"if-none-match": etag})
    assert changed.status_code == 200
    etag = changed.headers["ETag"]
    player = played(game).seats[0].player
    actions.forget_player(player=player, by=game.created_by, now=factories.NOW)
    assert host_program.get(where, headers={"if-none-match": etag}).status_code == 200


def test_no_cache_gives_an_answer_to_another(host_program: Client) -> None:
    answer = host_program.get(reverse("api_games"))
    assert "Authorization" in answer.headers["Vary"]
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_too_many_requests(
    host: Account, club: Club, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()  # of what other tests have asked
    settings.API_REQUESTS_OF_ANYBODY, settings.API_REQUESTS_OF_MEMBERS = 2, 3
    now = 1_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    where = reverse("api_clubs")
    one, other = bearer(token(host)), bearer(token(host, "other"))

    def statuses(*clients: Client) -> list[int]:
        return [client.get(where).status_code for client in clients]

    assert statuses(*[Client()] * 3) == [200, 200, 429]
    assert statuses(one, other, one, other) == [200, 200, 200, 429], "counted by the account"
    refused = Client().get(where, headers=ENGLISH)
    assert refused.json()["detail"] == "Too many requests: wait a little."
    assert refused.headers["Retry-After"] == "20"
    now += 20
    assert statuses(Client(), one) == [200, 200]


def test_what_cannot_be_says_where(anonymous: Client) -> None:
    answer = anonymous.get(reverse("api_clubs"), {"page": "0", "size": "many"})
    assert answer.status_code == 422
    assert [error["where"] for error in answer.json()["errors"]] == ["query.page", "query.size"]


@pytest.mark.parametrize(
    ("where", "status"),
    [
        ("/api/1/", 404),
        ("/api/1/nothing/", 404),
        ("/api/1/clubs", 302),
        ("/api/1/clubs/%00/", 422),
        ("/api/1/clubs/a/b/", 404),
        ("/api/1/players/9999999999999999999/", 422),
        ("/api/1/players/%D9%A3/", 422),
    ],
)
def test_odd_addresses(anonymous: Client, where: str, status: int) -> None:
    answer = anonymous.get(where)
    assert answer.status_code == status
    if status != 302:
        assert answer.headers["Content-Type"].startswith("application/json")


def test_hostile_names_are_only_names(host_program: Client, club: Club) -> None:
    game = factories.game(club, names=(HOSTILE, "Оля"), title=HOSTILE)
    answer = host_program.get(reverse("api_game", args=[game.public_key]))
    assert said(answer)["title"] == HOSTILE
    assert answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


# Its description


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_page_says_every_address_without_a_script(language: str, db: None) -> None:
    page = Client(headers={"accept-language": language}).get(reverse("api"))
    schema = said(Client().get(reverse("api_schema")))
    for path in schema["paths"]:
        assert path in text(page)
    for shape in schema["components"]["schemas"]:
        assert f'id="{shape}"' in html(page)
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert "//cdn" not in html(page)


def test_it_can_only_be_read(db: None) -> None:
    schema = said(Client().get(reverse("api_schema")))
    assert {method for path in schema["paths"].values() for method in path} == {"get"}
    for path in schema["paths"].values():
        assert {} in path["get"]["security"], "no token is needed"
        assert {"401", "422", "429"} <= set(path["get"]["responses"])


def test_signing_in_by_browser_is_another_thing(host: Account, club: Club) -> None:
    """A token opens no page: it is for reading by the API alone."""
    factories.game(club)
    assert bearer(token(host)).get(reverse("games")).status_code == 302
    assert signed_in(host).get(reverse("games")).status_code == 200
