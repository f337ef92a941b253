"""Names: what is stored of them, what they are compared by, and in what order they stand."""

import pytest

from scorekeeper import actions
from scorekeeper.models import Club, Player
from scorekeeper.names import alphabetical, clean_name, name_key
from scorekeeper.queries import players_of

YO = "Семён"
YO_IN_TWO = "Семе\u0308н"
FAMILY = "👨\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Оля", "Оля"),
        ("  Оля \t Петрова\n", "Оля Петрова"),
        ("Иван\nПетров", "Иван Петров"),
        ("Иван\r\nПетров", "Иван Петров"),
        ("Иван\u00a0Петров", "Иван Петров"),
        ("Иван\u2028Петров", "Иван Петров"),
        ("Иван\u200b", "Иван"),
        ("\u202eавИ", "авИ"),
        ("Ив\u00adан", "Иван"),
        ("\ufeffОля", "Оля"),
        ("О\x00ля", "Оля"),
        ("О\x07ля\x1b", "Оля"),
        ("\ud800Оля", "Оля"),
        ("\ue000Оля", "Оля"),
        (YO_IN_TWO, YO),
        (f"Семья {FAMILY}", f"Семья {FAMILY}"),
        ("❤\ufe0f", "❤"),
        ("\u200bА\u200d", "А"),
        ("<svg/onload=alert()>", "<svg/onload=alert()>"),
        ("=1+1", "=1+1"),
        ("7", "7"),
        ("!", "!"),
        ("", ""),
        ("   ", ""),
        ("\u200b", ""),
        ("\u200d\ufe0f", ""),
        ("\u0301", ""),
        ("\x00", ""),
        ("\u3164", ""),
        ("\u2800", ""),
        ("\u115f", ""),
    ],
)
def test_it_stores_what_can_be_seen(typed: str, stored: str) -> None:
    assert clean_name(typed) == stored
    assert clean_name(stored) == stored


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Лена", "ЛЕНА"),
        ("Лена", " лена "),
        (YO, YO_IN_TWO),
        ("Семён Королёв", "Семён  Королёв"),
        ("Семён Королёв", "Семён\u00a0Королёв"),
        ("Иван", "Иван\u200b"),
        ("Straße", "STRASSE"),
        ("Ⅳ", "iv"),
        ("Анна", "Ａнна".replace("Ａ", "А")),
        ("Anna", "Ａnna"),
        ("İ", "i\u0307"),
    ],
)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Семен", "Семён"), ("Лена", "Лина"), ("Оля 1", "Оля 2"), ("Анна", "Anna"), ("Т", "T")],
)
def test_different_names_do_not(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_the_alphabet_is_russian() -> None:
    names = ["Яна", "ёлка", "Евгений", "Жанна", "Ёж", "Anna", "Борис", "анна", "7 гномов"]
    assert sorted(names, key=alphabetical) == [
        "анна",
        "Борис",
        "Евгений",
        "Ёж",
        "ёлка",
        "Жанна",
        "Яна",
        "7 гномов",
        "Anna",
    ]


def test_a_shorter_name_stands_first() -> None:
    assert sorted(["Аня Б", "Аня"], key=alphabetical) == ["Аня", "Аня Б"]


def test_names_are_ordered_word_by_word() -> None:
    names = [
        "Александр Кузьмин",
        "Александр-Мария Ли",
        "Александра Преображенская",
        "Анна / Борис",
        "Аннабель / Борис",
        "Ann Lee",
        "Anna Lee",
        "№ 44",
    ]
    assert sorted([names[-1], *names[:-1]], key=alphabetical) == names


# Players of a club


@pytest.mark.parametrize("again", ["лена", "ЛЕНА", " Лена ", "Ле\u200bна", "Лена\u00a0"])
def test_another_spelling_is_the_same_player(club: Club, again: str) -> None:
    first = actions.add_player(club=club, name="Лена")
    assert actions.add_player(club=club, name=again) == first
    assert Player.objects.get().name == "Лена"


def test_another_club_has_its_own_player(club: Club, other_club: Club) -> None:
    ours = actions.add_player(club=club, name="Лена")
    assert actions.add_player(club=other_club, name="Лена") != ours


def test_e_and_yo_are_not_merged_silently(club: Club) -> None:
    assert actions.add_player(club=club, name="Семен") != actions.add_player(club=club, name=YO)


@pytest.mark.parametrize("nothing", ["", " ", "\u200b", "\x00", "\u202e"])
def test_a_name_without_anything_to_see_is_refused(club: Club, nothing: str) -> None:
    with pytest.raises(ValueError, match="visible"):
        actions.add_player(club=club, name=nothing)
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "long", ["я" * 81, "\ufdfa" * 80, "ß" * 80, "\ufb2c" * 40], ids=["81", "18-fold", "ß", "NFC"]
)
def test_what_the_columns_cannot_hold_is_refused_or_held(club: Club, long: str) -> None:
    """A casefolded, composed name can be many times as long as what was typed."""
    try:
        player = actions.add_player(club=club, name=long)
    except ValueError:
        assert not Player.objects.exists()
    else:
        assert len(player.name) <= 80
        assert len(player.name_key) <= 240
        player.full_clean(exclude=["club"])


def test_players_stand_in_the_order_of_the_alphabet(club: Club) -> None:
    for name in ("Яна", "Ёж", "Жанна", "Егор"):
        actions.add_player(club=club, name=name)
    assert [player.name for player in players_of(club)] == ["Егор", "Ёж", "Жанна", "Яна"]
