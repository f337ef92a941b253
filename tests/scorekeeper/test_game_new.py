"""The form of a new game: who starts, under which rules, and what is said when it does not fit."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

import rules
from scorekeeper import actions
from scorekeeper.forms.game import GameForm
from scorekeeper.models import Account, Club, Game, HouseRules, Player
from scorekeeper.queries import played
from tests import factories
from tests.conftest import signed_in

from .pages import Answer, form, html, text

NEW = "/games/new/"
SENT = f"{NEW}?sent"
HTMX = {"hx-request": "true"}


READ: dict[str, dict[str, Any]] = {}
"""The form of each game as the page has it: it is the same in every test."""


def page_form(client: Client, key: str = "classic") -> dict[str, Any]:
    """What the page of a new game would send as it stands."""
    if key not in READ:
        READ[key] = form(client.get(NEW, {"rule_set": key}), SENT).data
    return READ[key]


def start(client: Client, key: str = "classic", **typed: Any) -> Answer:
    """The page's own form, with ``typed`` in it; ``option_…`` names a house rule."""
    names = {name.replace("option_", "option-"): value for name, value in typed.items()}
    data = {**page_form(client, key), "name": ["Оля", "Лев"], "start": "yes", **names}
    return client.post(NEW, {name: value for name, value in data.items() if value is not None})


def test_it_starts_and_leads_to_the_sheet(host_client: Client, club: Club) -> None:
    answer = start(host_client, title="Стол 1")
    game = Game.objects.get()
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("game", args=[game.pk])
    assert (game.club, game.title, game.rule_set, game.copied) == (club, "Стол 1", "classic", False)
    assert played(game).names == ("Оля", "Лев")


def test_the_form_sent_twice_makes_one_game(host_client: Client) -> None:
    data = {**page_form(host_client), "name": ["Оля", "Лев"], "start": "yes"}
    first, second = host_client.post(NEW, data), host_client.post(NEW, data)
    assert first.headers["Location"] == second.headers["Location"]
    assert Game.objects.count() == 1


@pytest.mark.parametrize("key", sorted(rules.RULE_SETS))
def test_the_page_as_it_stands_means_the_usual_house_rules(host_client: Client, key: str) -> None:
    start(host_client, key, name=list(factories.seats_for(key)))
    assert Game.objects.get().options == rules.RULE_SETS[key].house_rules()


# Players


PLAYERS: list[tuple[str, list[str], str]] = [
    ("classic", [], "is played by 2–12; you have named 0."),
    ("classic", ["Оля"], "is played by 2–12; you have named 1."),
    ("classic", [f"Игрок {n}" for n in range(13)], "is played by 2–12; you have named 13."),
    ("duel", ["Оля", "Лев", "Яна"], "is played by 2; you have named 3."),
    ("six-dice", ["Оля", "Лев"], "is played by 3 to 4; you have named 2."),
    ("showdown", ["Оля"], "you have named 1."),
    ("classic", ["Оля", "Лев", "оля"], "is named twice."),
    ("classic", ["Оля", " Оля "], "is named twice."),
    ("classic", ["Семён", "Семе\u0308н"], "is named twice."),
    ("classic", ["Оля", "\u200b"], "you have named 1."),
    ("classic", ["Оля", "\x00"], "you have named 1."),
    ("classic", ["Оля", "я" * 81], "A name has at most 80 characters."),
    ("classic", ["Оля", "\ufdfa" * 80], "A name has at most 80 characters."),
]


@pytest.mark.parametrize(("key", "names", "words"), PLAYERS, ids=range(len(PLAYERS)))
def test_players_who_do_not_fit(
    host_client: Client, key: str, names: list[str], words: str
) -> None:
    answer = start(host_client, key, name=names)
    assert answer.status_code == 422
    assert words in text(answer)
    for name in names:
        if name.isprintable():
            assert f'value="{name}"' in html(answer)
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_empty_lines_between_are_no_players(host_client: Client) -> None:
    start(host_client, name=["Оля", "", "  ", "Лев"], roll=["", "", "", ""])
    assert played(Game.objects.get()).names == ("Оля", "Лев")


def test_names_are_stored_clean(host_client: Client) -> None:
    start(host_client, name=["О\x00ля\n", "\u202eЛев"])
    assert played(Game.objects.get()).names == ("Оля", "Лев")


# Who starts


ORDERS: list[tuple[str, list[str], bool, tuple[str, ...]]] = [
    ("classic", ["11111", "66666", "55555"], False, ("B", "C", "A")),
    ("classic", ["11111", "66666", "55555"], True, ("B", "C", "A")),
    ("classic", ["55555", "66666", "11111"], True, ("B", "A", "C")),
    ("classic", ["66666/11111", "11111", "66666/22222"], False, ("C", "A", "B")),
    (
        "classic",
        ["66666/11111/5 5 5 5 5", "1 1 1 1 1", "66666/11111/44444"],
        False,
        ("A", "B", "C"),
    ),
    ("classic", ["ТТТТТ", "JJJJJ", "9 9 9 9 9"], False, ("A", "B", "C")),
    ("showdown", ["1", "6", "5"], False, ("B", "C", "A")),
    ("six-dice", ["11", "66", "55"], False, ("B", "C", "A")),
    ("classic", ["", "", ""], False, ("A", "B", "C")),
]


@pytest.mark.parametrize(("key", "rolls", "whole", "order"), ORDERS)
def test_the_throws_decide_who_starts(
    host_client: Client, key: str, rolls: list[str], whole: bool, order: tuple[str, ...]
) -> None:
    start(host_client, key, name=["A", "B", "C"], roll=rolls, whole_order="on" if whole else None)
    assert played(Game.objects.get()).names == order


UNDECIDED: list[tuple[list[str], bool, str]] = [
    (["66666", "66666", "11111"], False, "A, B are equal and throw again"),
    (["66666/1", "66666", "11111"], False, "5 dice are needed"),
    (["66666/11111", "66666", "11111"], False, "B must throw again: add the next throw"),
    (["66666", "11111", "11111"], True, "B, C are equal and throw again"),
    (["66666", "", "11111"], False, "of everybody, or of nobody: B are missing."),
    (["66666", "", ""], False, "of everybody, or of nobody: B, C are missing."),
    (["66666", "11111/22222", "11111"], False, "B threw again without being tied."),
    (["66666", "x", "11111"], False, "“x” cannot be read"),
    (["6666", "11111", "11111"], False, "5 dice are needed, 4 were typed."),
    (["\x00", "11111", "11111"], False, "cannot be read"),
    (["9" * 5000, "11111", "11111"], False, "5 dice are needed"),
]


@pytest.mark.parametrize(("rolls", "whole", "words"), UNDECIDED)
def test_undecided_or_wrong_throws_are_asked_for_again(
    host_client: Client, rolls: list[str], whole: bool, words: str
) -> None:
    answer = start(
        host_client, name=["A", "B", "C"], roll=rolls, whole_order="on" if whole else None
    )
    assert answer.status_code == 422
    assert words in text(answer)
    assert f'value="{rolls[1]}"' in html(answer)
    assert not Game.objects.exists()


def test_whoever_threw_needs_a_name(host_client: Client) -> None:
    answer = start(host_client, name=["A", "", "C"], roll=["11111", "22222", "33333"])
    assert "A player who threw for the start needs a name." in text(answer)


def test_first_and_third_play_second_and_fourth(host_client: Client) -> None:
    start(host_client, "six-dice", name=list("ABCD"), pairs="on")
    assert Game.objects.get().teams == [[0, 2], [1, 3]]


def test_pairs_are_four(host_client: Client) -> None:
    answer = start(host_client, "six-dice", name=list("ABC"), pairs="on")
    assert answer.status_code == 422
    assert "Two against two needs exactly four players." in text(answer)


def test_only_six_dice_are_asked_for_pairs(host_client: Client) -> None:
    start(host_client, "classic", name=list("ABCD"), pairs="on")
    assert Game.objects.get().teams == []


# House rules


def accepted() -> list[tuple[str, str, str, object]]:
    """For each option: a game that has it, what is typed, what is stored."""
    found: list[tuple[str, str, str, object]] = []
    for key, option in rules.OPTIONS.items():
        game = next(game for game in rules.RULE_SETS.values() if key in game.option_keys)
        takes = option.takes
        if isinstance(takes, rules.WholeNumber):
            found.append((game.key, key, f"{takes.low}", takes.low))
            found.append((game.key, key, f" {takes.high} ".replace("-", "−"), takes.high))
            empty = None if takes.or_null else game.house_rules()[key]
            found.append((game.key, key, "", empty))
        elif isinstance(takes, rules.Choice):
            found.extend((game.key, key, str(value), value) for value, _name in takes.values)
            found.append((game.key, key, "", game.house_rules()[key]))
        elif isinstance(takes, rules.Flag):
            found.append((game.key, key, "on", True))
        else:
            found.append((game.key, key, "0.10", "0.10"))
            found.append((game.key, key, "", "1"))
    return found


def judged(client: Client, key: str, **typed: str) -> GameForm:
    """The page's form with two players, or as many as it takes, and ``typed`` in it."""
    data = QueryDict(mutable=True)
    for name, values in {**page_form(client, key), **typed}.items():
        data.setlist(name, [values] if isinstance(values, str) else values)
    data.setlist("name", list(factories.seats_for(key)))
    return GameForm(rules.RULE_SETS[key], data, club=Club.objects.get())


@pytest.mark.parametrize(("game", "key", "typed", "stored"), accepted())
def test_each_house_rule_is_taken(
    host_client: Client, game: str, key: str, typed: str, stored: object
) -> None:
    found = judged(host_client, game, **{f"option-{key}": typed})
    assert found.errors == {}
    assert found.cleaned_data["rule_set"].house_rules()[key] == stored


def refused() -> list[tuple[str, str, str]]:
    """For each option: a game that has it, and what it does not take."""
    found: list[tuple[str, str, str]] = []
    for key, option in rules.OPTIONS.items():
        game = next(game.key for game in rules.RULE_SETS.values() if key in game.option_keys)
        takes = option.takes
        if isinstance(takes, rules.WholeNumber):
            found.extend(
                (game, key, text) for text in (f"{takes.low - 1}", f"{takes.high + 1}", "x")
            )
        elif isinstance(takes, rules.Choice):
            found.append((game, key, "nothing"))
        elif isinstance(takes, rules.DecimalString):
            found.extend((game, key, typed) for typed in ("0", "-1", "1,5", "1e185", "1_0", "²"))
    found += [("classic", "poker_bonus", typed) for typed in ("1_0", "1e2", "1.5", "²", "\x00")]
    found += [("classic", "poker_bonus", "9" * 5000), ("classic", "stake", "9" * 31)]
    return [*found, ("classic", "stake", "\x00"), ("classic", "unit", "١")]


@pytest.mark.parametrize(("game", "key", "typed"), refused())
def test_each_house_rule_is_refused_at_its_field(
    host_client: Client, game: str, key: str, typed: str
) -> None:
    found = judged(host_client, game, **{f"option-{key}": typed})
    assert list(found.errors) == [f"option-{key}"]


@pytest.mark.parametrize("key", ["stake", "poker_bonus"])
def test_a_folded_field_in_error_is_opened(host_client: Client, key: str) -> None:
    answer = start(host_client, **{f"option_{key}": "x"})
    assert answer.status_code == 422
    page = html(answer)
    assert f'id="id_option-{key}_error"' in page
    assert page.count('class="field-error"') == 1
    assert ('<details class="house-rules" open>' in page) == (key != "stake")
    assert not Game.objects.exists()


def test_a_refused_house_rule_keeps_everything_else(host_client: Client) -> None:
    answer = start(
        host_client,
        title="Стол 1",
        option_stake="много",
        option_poker_bonus="80",
        option_double_school="on",
        save_as="Наши",
        roll=["11111", "22222"],
    )
    again = form(answer, SENT).data
    assert again["title"] == ["Стол 1"]
    assert again["option-stake"] == ["много"]
    assert again["option-poker_bonus"] == ["80"]
    assert again["option-double_school"] == ["on"]
    assert again["save_as"] == ["Наши"]
    assert again["name"][:2] == ["Оля", "Лев"]
    assert again["roll"][:2] == ["11111", "22222"]


def test_house_rules_are_saved_and_offered(host_client: Client, club: Club) -> None:
    start(host_client, option_poker_bonus="80", save_as=" Наши ")
    saved = HouseRules.objects.get()
    assert (saved.club, saved.name, saved.options["poker_bonus"]) == (club, "Наши", 80)
    page = host_client.get(NEW, {"rule_set": "classic", "house_rules": str(saved.pk)})
    assert form(page, SENT).data["option-poker_bonus"] == ["80"]


@pytest.mark.parametrize("name", ["\u200b", "я" * 81, "\x00", "\ufb2c" * 80])
def test_a_name_for_house_rules_that_cannot_be_is_said_at_its_field(
    host_client: Client, name: str
) -> None:
    answer = start(host_client, save_as=name)
    assert answer.status_code == 422
    assert 'id="id_save_as_error"' in html(answer)
    assert not HouseRules.objects.exists()


@pytest.mark.parametrize("title", ["я" * 81, "\x00", "\ufb2c" * 80, "\u200b"])
def test_a_title_that_cannot_be_is_said_at_its_field(host_client: Client, title: str) -> None:
    answer = start(host_client, title=title)
    assert answer.status_code == 422
    assert 'id="id_title_error"' in html(answer)
    assert not Game.objects.exists()


def test_another_clubs_house_rules_are_not_offered(host_client: Client, other_club: Club) -> None:
    theirs = actions.save_house_rules(
        club=other_club, rule_set="classic", name="Чужие", options={"poker_bonus": 300}
    )
    page = host_client.get(NEW, {"rule_set": "classic", "house_rules": str(theirs.pk)})
    assert "Чужие" not in text(page)
    assert form(page, SENT).data["option-poker_bonus"] == ["50"]


@pytest.mark.parametrize("asked", ["", "x", "\x00", "9" * 5000, "-1", "²"])
def test_house_rules_that_are_not_there_are_the_usual_ones(host_client: Client, asked: str) -> None:
    page = host_client.get(NEW, {"rule_set": asked or "classic", "house_rules": asked})
    assert page.status_code == 200
    assert form(page, SENT).data["option-poker_bonus"] == ["50"]


@pytest.mark.parametrize("key", ["", "x", "9" * 40])
def test_a_start_key_that_is_none_starts_nothing(host_client: Client, key: str) -> None:
    assert start(host_client, start_key=key).status_code == 422
    assert not Game.objects.exists()


# On the way to another game, or to one more seat


def test_changing_the_game_keeps_who_plays(host_client: Client) -> None:
    typed = {"rule_set": "showdown", "name": ["Оля", "Лев"], "roll": ["11111", ""]}
    answer = host_client.get(NEW, typed, headers=HTMX)
    assert html(answer).lstrip().startswith('<div id="setup"')
    assert "<html" not in html(answer)
    assert 'value="Оля"' in html(answer)
    assert 'value="11111"' in html(answer)
    assert "id_option-double_school" not in html(answer)


def test_changing_the_game_without_scripts_judges_nothing_yet(host_client: Client) -> None:
    data = {**page_form(host_client), "rule_set": "duel", "choose": "yes", "title": "Стол 1"}
    answer = host_client.post(NEW, {**data, "name": ["Оля"], "option-stake": "x"})
    assert answer.status_code == 200
    assert "notice--wrong" not in html(answer)
    assert "field-error" not in html(answer)
    again = form(answer, SENT).data
    assert again["rule_set"] == ["duel"]
    assert again["name"][0] == "Оля"
    assert again["title"] == ["Стол 1"]
    assert again["option-settlement"] == ["difference"]
    assert again["option-stake"] == ["1"]


def test_one_more_seat_without_scripts_keeps_everything(host_client: Client) -> None:
    data = {**page_form(host_client), "more": "yes", "option-poker_bonus": "80"}
    data |= {"name": ["A", "B", "C", "D"], "hints": None}
    answer = host_client.post(NEW, {name: v for name, v in data.items() if v is not None})
    assert answer.status_code == 200
    again = form(answer, SENT).data
    assert again["name"] == ["A", "B", "C", "D", ""]
    assert again["option-poker_bonus"] == ["80"]
    assert "hints" not in again
    assert "field-error" not in html(answer)


def test_a_table_has_twelve_seats(host_client: Client) -> None:
    data = {**page_form(host_client), "more": "yes", "name": [f"Игрок {n}" for n in range(12)]}
    assert len(form(host_client.post(NEW, data), SENT).data["name"]) == 12


def test_known_players_are_offered_in_the_order_of_the_alphabet(
    host_client: Client, club: Club, other_club: Club
) -> None:
    for name in ("Яна", "Ёж", "Жанна"):
        actions.add_player(club=club, name=name)
    actions.add_player(club=other_club, name="Чужой")
    page = html(host_client.get(NEW))
    assert "Чужой" not in page
    assert page.index("Ёж") < page.index("Жанна") < page.index("Яна")


def test_signed_out_the_form_comes_along(anonymous: Client, host: Account, club: Club) -> None:
    typed = {
        **page_form(signed_in(host)),
        "name": ["Оля", "Лев"],
        "start": "yes",
        "title": "Стол 1",
    }
    answer = anonymous.post(NEW, typed)
    assert answer.status_code == 302
    anonymous.force_login(host)
    back = parse_qs(urlsplit(answer.headers["Location"]).query)["next"][0]
    again = form(anonymous.get(back), SENT).data
    assert again["name"][:2] == ["Оля", "Лев"]
    assert again["title"] == ["Стол 1"]
    assert again["start_key"] == typed["start_key"]
    assert not Game.objects.exists()


def test_a_game_to_be_copied_begins_at_the_first_row(host_client: Client, club: Club) -> None:
    answer = start(host_client, copied="on")
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("paper_row", args=[game.pk, 0])
