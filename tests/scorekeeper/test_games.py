"""The list of games, closing and reopening one, and the people of the club."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

import rules
from scorekeeper import actions
from scorekeeper.exports.wording import legend, rules_in_force
from scorekeeper.models import Club, Game, Player
from tests import factories
from tests.factories import NOW, entry

from .pages import Answer, form, forms, html, text

GAMES, PLAYERS = "/games/", "/players/"


def test_an_empty_list_says_what_to_do(host_client: Client) -> None:
    assert "No games yet." in text(host_client.get(GAMES))


def test_running_games_stand_before_finished_ones(host_client: Client, club: Club) -> None:
    finished = factories.game(club, title="Вчера")
    factories.finish(finished)
    factories.game(club, title="Сегодня")
    page = text(host_client.get(GAMES))
    assert page.index("Running") < page.index("Сегодня") < page.index("Finished")
    assert page.index("Finished") < page.index("Вчера")


def test_the_newest_is_first(host_client: Client, club: Club) -> None:
    for days in (2, 0, 1):
        factories.game(club, title=f"Назад {days}", now=NOW - timedelta(days=days))
    page = text(host_client.get(GAMES))
    assert page.index("Назад 0") < page.index("Назад 1") < page.index("Назад 2")


def test_everybody_stands_with_their_total_by_place(host_client: Client, club: Club) -> None:
    game = factories.game(club, names=("Оля", "Лев"))
    factories.write(game, entry(0, 0, "fives", "12346"), entry(1, 1, "fives", "55552"))
    assert "Лев 5 · Оля −15" in text(host_client.get(GAMES))


def test_whoever_was_removed_stands_last(host_client: Client, club: Club) -> None:
    game = factories.game(club, names=("Оля", "Лев", "Яна"))
    gone = entry(0, 0, kind=rules.Kind.REMOVED, throws=None)
    factories.write(game, gone, entry(1, 1, "fives", "55552"), entry(2, 2, "fives", "55551"))
    page = text(host_client.get(GAMES))
    assert page.index("Лев 5") < page.index("Яна 5") < page.index("Оля")


def test_a_long_list_is_turned_over(
    host_client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.views.games.GAMES_A_PAGE", 2)
    for number in range(3):
        game = factories.game(club, title=f"Вечер {number:02d}", now=NOW + timedelta(days=number))
        Game.objects.filter(pk=game.pk).update(finished_at=NOW)
    first, second = host_client.get(GAMES), host_client.get(GAMES, {"page": "2"})
    assert "Вечер 00" not in text(first)
    assert "1 / 2" in text(first)
    assert "Вечер 00" in text(second)
    for page in ("0", "x", "-1", "9" * 5000, "\x00", "²"):
        assert host_client.get(GAMES, {"page": page}).status_code == 200


def test_only_ones_own_games_are_listed(host_client: Client, other_club: Club) -> None:
    factories.game(other_club, title="Чужая игра", names=("Чужой", "Чужая"))
    assert "Чуж" not in text(host_client.get(GAMES))


# Closing and reopening


def close(client: Client, game: Game, **data: str) -> Answer:
    return client.post(reverse("game_finish", args=[game.pk]), data, follow=True)


def test_open_boxes_are_named(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    answer = close(host_client, game)
    assert answer.redirect_chain == [(reverse("game", args=[game.pk]), 302)]
    assert "Not finished yet, boxes are still open: Оля, Лев." in text(answer)
    assert Game.objects.get().finished_at is None


def test_the_host_strikes_them(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    factories.write(game, entry(0, 0, "fives", "55552"))
    page = text(close(host_client, game, strike_open="yes"))
    assert "Result" in page
    assert "Лев → Оля: 10" in page
    assert "Take back" not in page
    assert Game.objects.get().finished_at is not None


def test_a_closed_game_offers_no_turn_and_no_undo(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    factories.finish(game)
    page = host_client.get(reverse("game", args=[game.pk]))
    addresses = [one.action for one in forms(page)]
    assert reverse("turn", args=[game.pk]) not in addresses
    assert reverse("turn_undo", args=[game.pk]) not in addresses
    assert reverse("game_reopen", args=[game.pk]) in addresses


def test_it_reopens(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    factories.finish(game)
    answer = host_client.post(reverse("game_reopen", args=[game.pk]), follow=True)
    assert "The game is open again." in text(answer)
    assert Game.objects.get().finished_at is None


def test_a_doubled_undo_takes_one_turn_and_says_so(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    factories.write(game, entry(0, 0, "fives", "55552"), entry(1, 1, "fives", "55552"))
    undo = reverse("turn_undo", args=[game.pk])
    assert host_client.post(undo, {"number": 1}).status_code == 302
    again = host_client.post(undo, {"number": 1})
    assert again.status_code == 409
    assert "Nothing was taken back" in text(again)
    assert game.turns.filter(withdrawn_at=None).count() == 1


@pytest.mark.parametrize("number", ["", "x", "-1", "1_0", "9" * 5000])
@pytest.mark.parametrize("name", ["turn_undo", "turn_redo"])
def test_a_number_that_is_none_takes_nothing_back(
    host_client: Client, club: Club, name: str, number: str
) -> None:
    game = factories.game(club)
    factories.write(game, entry(0, 0, "fives", "55552"))
    answer = host_client.post(reverse(name, args=[game.pk]), {"number": number})
    assert answer.status_code == 409
    assert game.turns.filter(withdrawn_at=None).count() == 1


def test_undo_and_redo_by_htmx_move_the_table_alone(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    factories.write(game, entry(0, 0, "fives", "55552"))
    for name in ("turn_undo", "turn_redo"):
        answer = host_client.post(
            reverse(name, args=[game.pk]), {"number": 0}, headers={"hx-request": "true"}
        )
        assert answer.status_code == 200
        assert html(answer).lstrip().startswith('<div id="table"')
    assert game.turns.filter(withdrawn_at=None).count() == 1


# People


def test_a_player_is_added_once(host_client: Client, club: Club) -> None:
    answer = host_client.post(PLAYERS, {"name": " Ёлкин "}, follow=True)
    assert answer.redirect_chain == [(PLAYERS, 302)]
    assert "Ёлкин is added." in text(answer)
    again = host_client.post(PLAYERS, {"name": "ёлкин"})
    assert again.status_code == 422
    assert "There is already Ёлкин." in text(again)
    assert 'value="ёлкин"' in html(again)
    assert Player.objects.get().club == club


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "Type a name with at least one letter or figure."),
        ("\u200b", "Type a name with at least one letter or figure."),
        ("\x00", "Type a name with at least one letter or figure."),
        ("я" * 81, "A name has at most 80 characters."),
        ("\ufdfa" * 80, "A name has at most 80 characters."),
    ],
    ids=["none", "zero width", "NUL", "81 letters", "80 that stand for 1440"],
)
def test_a_name_that_cannot_be_is_said_at_its_field(
    host_client: Client, name: str, words: str
) -> None:
    answer = host_client.post(PLAYERS, {"name": name})
    assert answer.status_code == 422
    assert words in text(answer)
    assert 'id="id_name_error"' in html(answer)
    assert not Player.objects.exists()


def test_spaces_around_do_not_make_a_name_too_long(host_client: Client) -> None:
    assert host_client.post(PLAYERS, {"name": " " * 81 + "Оля"}).status_code == 302


def test_players_of_another_club_are_not_listed(host_client: Client, other_club: Club) -> None:
    actions.add_player(club=other_club, name="Чужой")
    assert "Чужой" not in text(host_client.get(PLAYERS))


# An account without a club


def test_whoever_has_no_club_founds_one(stranger_client: Client) -> None:
    answer = stranger_client.get("/games/new/", follow=True)
    assert answer.redirect_chain == [("/club/new/", 302)]
    assert "You belong to no club yet." in text(answer)
    data = {**form(answer, "").data, "name": " Новый  клуб "}
    assert stranger_client.post("/club/new/", data).headers["Location"] == "/games/new/"
    club = Club.objects.get()
    assert (club.name, club.zone) == ("Новый клуб", "Europe/Moscow")
    assert club.memberships.get().role == "owner"
    assert stranger_client.get("/games/new/").status_code == 200


def test_a_doubled_click_founds_one_club(stranger_client: Client, stranger: object) -> None:
    data = {"name": "Новый клуб", "zone": "Europe/Berlin"}
    for _ in range(2):
        assert stranger_client.post("/club/new/", data).status_code == 302
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        *((name, "Europe/Moscow") for name in ("", "\u200b", "\x00", "я" * 121, "\ufb2c" * 120)),
        *(("Клуб", zone) for zone in ("", "Europe/Atlantis", "../../etc/passwd")),
    ],
)
def test_a_club_that_cannot_be_is_not_founded(
    stranger_client: Client, name: str, zone: str
) -> None:
    answer = stranger_client.post("/club/new/", {"name": name, "zone": zone})
    assert answer.status_code == 422
    assert not Club.objects.exists()


def test_a_game_without_a_title_is_called_by_its_rules_and_the_clubs_day(club: Club) -> None:
    club.zone = "Asia/Vladivostok"
    club.save()
    game = factories.game(club)
    with translation.override("ru"):
        assert str(game) == "Классика, 17 граф, 30.11.2026"
    with translation.override("en"):
        assert str(game) == "Classic, 17 columns, 30 Nov 2026"


def test_the_sheet_says_who_plays_with_whom(host_client: Client, club: Club) -> None:
    game = factories.game(club, "six-dice", factories.NAMES, teams=[[0, 2], [1, 3]])
    factories.play(game, most=8)
    factories.finish(game)
    where = reverse("game", args=[game.pk])
    page = html(host_client.get(where, {"view": "rows"}))
    for name, letter in zip(factories.NAMES, "ABAB", strict=True):
        assert f'{name} <span class="pair">{letter}</span>' in page
    assert 'title="Little fool, 2+2+2"' in page
    words = text(host_client.get(where))
    assert f"A: {factories.NAMES[0]} + {factories.NAMES[2]}" in words
    assert f"{factories.NAMES[1]} (B)" in words


@pytest.mark.parametrize(
    ("key", "signs"),
    [
        ("classic", "✓ ×2 —"),
        ("even-odd", "✓ ×2 —"),
        ("saved-throws", "✓"),
        ("free-choice", "—"),
        ("minus-twenty", "✓ —"),
        ("six-dice", "★ 30 · 6"),
        ("showdown", ""),
    ],
)
def test_the_legend_names_the_signs_that_the_sheet_can_show(key: str, signs: str) -> None:
    assert " ".join(sign.sign for sign in legend(rules.RULE_SETS[key])) == signs


def test_the_bonus_and_where_it_begins_are_one_sentence() -> None:
    with translation.override("ru"):
        usual = " ".join(rules_in_force(rules.RULE_SETS["classic"], "ru"))
        other = rules.rule_set("classic", {"school_bonus_from": 5})
        changed = rules_in_force(other, "ru")[-1]
    assert "Премия 50, если школа не меньше 0;" in usual
    assert changed == "Правила стола: премия 50, если школа не меньше 5."
