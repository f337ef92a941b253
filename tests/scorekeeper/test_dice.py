"""Are the dice true: the test itself, which throws it takes, and what the page says."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

import rules
from scorekeeper import actions
from scorekeeper.actions import statistics_differ
from scorekeeper.fairness import DOUBT, FREEDOM, Verdict, dice_needed, judged, survival
from scorekeeper.figures import first_throws, games_with_gaps
from scorekeeper.models import Account, Club, Game, Shown
from scorekeeper.queries import played
from tests import factories

from .pages import text

QUANTILES = {0.10: 9.236, 0.05: 11.070, 0.01: 15.086, 0.001: 20.515}
"""χ² with five degrees of freedom, as tables print it: probability → value."""


@pytest.mark.parametrize(("chance", "value"), QUANTILES.items())
def test_the_distribution_is_that_of_the_tables(chance: float, value: float) -> None:
    assert survival(value) == pytest.approx(chance, rel=1e-3)


@pytest.mark.parametrize(("freedom", "value"), [(1, 3.841), (3, 7.815), (7, 14.067), (9, 16.919)])
def test_other_degrees_of_freedom_too(freedom: int, value: float) -> None:
    assert survival(value, freedom) == pytest.approx(0.05, rel=1e-3)


def test_the_statistic_is_pearsons() -> None:
    faces = (8, 9, 19, 5, 8, 11)
    expected = Fraction(10)
    exact = sum((face - expected) ** 2 / expected for face in faces)
    assert judged(faces).statistic == pytest.approx(float(exact)) == 11.6


def test_true_dice_are_doubted_as_seldom_as_said() -> None:
    """Of 3000 clubs with true dice about thirty; the seed decides which."""
    draw = random.Random(1)
    doubted = 0
    for _ in range(3000):
        thrown = draw.choices(range(6), k=300)
        faces = [thrown.count(face) for face in range(6)]
        doubted += judged(faces).verdict is Verdict.DOUBTFUL
    assert 15 <= doubted <= 45


def test_loaded_dice_are_found_as_often_as_said() -> None:
    """One face in five throws: of 400 such tables nine of ten, after as many dice as needed."""
    draw = random.Random(2)
    found = 0
    for _ in range(400):
        thrown = draw.choices(range(6), weights=[4, 4, 4, 4, 4, 5], k=dice_needed(DOUBT))
        found += judged([thrown.count(face) for face in range(6)]).verdict is Verdict.DOUBTFUL
    assert 340 <= found <= 380


def test_more_tables_are_judged_more_carefully() -> None:
    """What is doubted alone may stray so far by chance, once twenty tables are looked at."""
    faces = (120, 100, 100, 100, 100, 60)
    assert judged(faces).verdict is Verdict.DOUBTFUL
    assert judged(faces, tables=1000).verdict is not Verdict.DOUBTFUL
    assert dice_needed(DOUBT / 20) > dice_needed(DOUBT)


def test_few_dice_say_nothing() -> None:
    assert judged((29, 0, 0, 0, 0, 0)).verdict is Verdict.FEW
    assert judged((0,) * 6).verdict is Verdict.FEW
    assert judged((30, 0, 0, 0, 0, 0)).verdict is Verdict.DOUBTFUL
    assert judged((500,) * 6).verdict is Verdict.TRUE
    assert judged((100,) * 6).missing == dice_needed(DOUBT) - 600
    assert FREEDOM == 5


# Which throws are taken


def thrown(game: Game, *turns: tuple[str, str, int, tuple[str, ...]]) -> None:
    """A table at which each turn was: box, final dice, throws, the dice of the earlier throws."""
    for number, (box, dice, throws, earlier) in enumerate(turns):
        entry = factories.entry(number, number % 2, box, dice, throws)
        factories.write(game, replace(entry, thrown=earlier))
    factories.finish(game)


def faces(club: Club, viewer: Account | AnonymousUser) -> list[tuple[str, int, tuple[int, ...]]]:
    return [(one.table, one.throws, one.faces) for one in first_throws(club, viewer)]


TWO_TURNS = (
    ("sixes", "66612", 2, ("66534:66",)),
    ("fives", "55512", 1, ()),
)


@pytest.fixture
def table(club: Club) -> Game:
    """A game at which both first throws were recorded, one by ending the turn."""
    game = factories.game(club, title="Стол 1", each_throw=True)
    thrown(game, *TWO_TURNS)
    return Game.objects.get(pk=game.pk)


def test_first_throws_are_counted_never_final_dice(club: Club, host: Account, table: Game) -> None:
    assert faces(club, host) == [("Стол 1", 2, (1, 1, 1, 1, 4, 2))]
    assert not statistics_differ(played(table))


def test_a_game_that_does_not_ask_for_each_throw_is_not_taken(club: Club, host: Account) -> None:
    game = factories.game(club)
    thrown(game, ("sixes", "66666", 1, ()), ("fives", "55555", 1, ()))
    assert faces(club, host) == []
    assert games_with_gaps(club, host) == 0


@pytest.mark.parametrize(
    "turn",
    [("sixes", "66612", 2, ()), ("sixes", "66666", 3, ())],
)
def test_a_gap_leaves_the_whole_game_out(
    club: Club, host: Account, turn: tuple[str, str, int, tuple[str, ...]]
) -> None:
    """Turns that end with the first throw are the good ones: they must not be counted alone."""
    game = factories.game(club, each_throw=True)
    thrown(game, turn, ("fives", "55555", 1, ()))
    assert faces(club, host) == []
    assert games_with_gaps(club, host) == 1


def test_a_struck_box_and_points_alone_are_gaps(club: Club, host: Account) -> None:
    game = factories.game(club, "free-choice", each_throw=True)
    strike = factories.entry(0, 0, "poker", kind=rules.Kind.STRIKE, throws=None)
    factories.write(game, strike)
    factories.finish(game)
    assert faces(club, host) == []


def test_the_joker_is_a_one(club: Club, host: Account) -> None:
    game = factories.game(club, "six-dice", factories.NAMES[:3], each_throw=True)
    thrown(game, ("street", "123456", 2, ("012234",)))
    assert faces(club, host) == [("", 1, (2, 2, 1, 1, 0, 0))]


def test_tables_are_parted_by_name(club: Club, host: Account, table: Game) -> None:
    other = factories.game(club, title="стол  1", each_throw=True)
    thrown(other, *TWO_TURNS)
    third = factories.game(club, title="Стол 2", each_throw=True)
    thrown(third, *TWO_TURNS)
    found = {name.casefold(): count for name, count, _faces in faces(club, host)}
    assert found == {"стол 1": 4, "стол 2": 2}


def test_a_correction_keeps_the_earlier_throws(club: Club, host: Account, table: Game) -> None:
    before = faces(club, host)
    for throws in (2, 3):
        actions.correct_turns(
            game_id=table.pk,
            account=host,
            corrections={0: rules.Turn("0", box="sixes", dice="66622", throws=throws)},
            version=Game.objects.get(pk=table.pk).version,
            reason="misread",
            now=factories.NOW,
        )
        # With another number of throws it is not known any more which was the first.
        assert faces(club, host) == (before if throws == 2 else [])


def test_reopened_and_hidden_games_are_left_out(club: Club, host: Account, table: Game) -> None:
    club.shown = Shown.PUBLIC
    club.save()
    assert faces(club, AnonymousUser())
    actions.show_game(game=table, shown=Shown.MEMBERS, by=host, now=factories.NOW)
    assert faces(club, AnonymousUser()) == []
    assert faces(club, host)
    factories.reopen(table)
    assert faces(club, host) == []


# The page


def test_the_page_without_any_throws(club: Club, host_client: Client) -> None:
    said = text(host_client.get(reverse("dice", args=[club.slug])))
    assert "No first throws are recorded yet" in said


def test_the_page_says_how_many_throws_are_missing(
    club: Club, host_client: Client, table: Game
) -> None:
    said = text(host_client.get(reverse("dice", args=[club.slug])))
    missing = -(-(dice_needed(DOUBT) - 10) // 5)
    assert f"Too few throws to say anything; for a verdict: {missing} more throws." in said
    assert "Стол 1" in said


def test_the_page_doubts_loaded_dice_in_plain_words(club: Club, host_client: Client) -> None:
    game = factories.game(club, "duel", title="Стол 1", each_throw=True)
    turns = [(box.key, "66666", 1, ()) for box in rules.RULE_SETS["duel"].boxes for _ in range(2)]
    thrown(game, *turns)
    said = text(host_client.get(reverse("dice", args=[club.slug])))
    assert "do not look like true dice" in said
    assert "more than a million" in said
    assert "χ² = 600.0" in said
    ru = host_client.get(reverse("dice", args=[club.slug]), headers={"accept-language": "ru"})
    assert "не похоже на честные кости" in text(ru)
