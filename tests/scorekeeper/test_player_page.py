"""A player's page and a club's records: what they say, to whom, and how often they ask."""

from collections.abc import Sequence
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import DjangoAssertNumQueries

from scorekeeper import actions
from scorekeeper.models import Account, Club, Game, Shown
from scorekeeper.reports.plot import HEIGHT, MOST_ROWS, WIDTH, PlotRow, parts, plot
from tests import factories
from tests.plugins.database import again

from .pages import html, text

pytestmark = pytest.mark.thorough

EACH_BOX = ("sixes", "fives", "fours", "threes", "twos", "ones")


def play(club: Club, winner: int, day: int = 0, names: Sequence[str] = factories.NAMES[:2]) -> Game:
    """A duel played to its end: the winner has five alike in each box, the other nothing of it."""
    at = factories.NOW + timedelta(days=day)
    game = factories.game(club, "duel", names, now=at)
    number = 0
    for box in (
        *EACH_BOX,
        "four_of_a_kind",
        "full_house",
        "small_straight",
        "large_straight",
        "poker",
        "chance",
    ):
        for player in range(2):
            face = 6 - EACH_BOX.index(box) if box in EACH_BOX else 6
            dice = str(face) * 5 if player == winner else "12346"
            factories.write(game, factories.entry(number, player, box, dice, 1 + number % 3))
            number += 1
    factories.finish(game)
    return Game.objects.get(pk=game.pk)


@pytest.fixture(scope="module")
def three_games(module_db: DjangoDbBlocker) -> list[Game]:
    """Three duels of Оля and Лев, of which Оля won two, in Ольга's club."""
    with module_db.unblock():
        club = factories.club("Шестёрка", factories.account("olga"))
        Club.objects.filter(pk=club.pk).update(shown=Shown.PUBLIC)
        return [play(club, winner, day) for day, winner in enumerate((0, 0, 1))]


@pytest.fixture
def games(three_games: list[Game], db: None) -> list[Game]:
    return [again(game) for game in three_games]


@pytest.fixture
def club(games: list[Game]) -> Club:
    return games[0].club


@pytest.fixture
def host(club: Club) -> Account:
    return club.memberships.get().account


def page(client: Client, club: Club, name: str = "Оля", **asked: str) -> str:
    player = club.players.get(name=name)
    return text(client.get(reverse("player", args=[player.pk]), asked))


def test_it_says_how_somebody_plays(club: Club, host_client: Client, games: list[Game]) -> None:
    said = page(host_client, club)
    assert "Finished games 3" in said
    assert "Won 2 (67 %)" in said
    assert "± " in said
    totals = [seat.total for seat in games[0].seats.order_by("position")]
    mean = (2 * totals[0] + totals[1]) / 3
    assert f"Mean total {mean:.1f}" in said
    assert f"Best sheet {totals[0]}" in said
    assert f"Worst sheet {totals[1]}" in said
    assert "Most games won in a row 2 games" in said
    assert "Opponent Games Ahead Level Behind Лев 3 2 0 1" in said


def test_boxes_stand_beside_the_clubs(club: Club, host_client: Client, games: list[Game]) -> None:
    said = page(host_client, club)
    # Оля had 30, 30 and 6 in her sixes, Лев 6, 6 and 30.
    assert "Sixes 22.0 18.0 +4.0 30" in said
    assert "Sixes 14.0 18.0 −4.0 30" in page(host_client, club, "Лев")


def test_shares_of_first_throws_and_bonuses(
    club: Club, host_client: Client, games: list[Game]
) -> None:
    said = page(host_client, club)
    assert "From the first throw 33 % club: 33 %" in said
    assert "School with bonus" not in said  # the duel has none by default


def test_a_curve_can_be_read_as_a_table(club: Club, host_client: Client, games: list[Game]) -> None:
    player = club.players.get(name="Оля")
    answer = host_client.get(reverse("player", args=[player.pk]))
    source = html(answer)
    assert source.count('<svg class="plot-drawn"') == 2
    assert source.count('role="img" aria-label="Rating over time') == 1
    for game in games:
        total = game.seats.get(player=player).total
        where = reverse("game", args=[game.pk])
        assert f'<a href="{where}">' in source
        assert f'<td class="figure">{total}</td>' in source
    assert "style=" not in source


def test_another_game_can_be_chosen(club: Club, host_client: Client, games: list[Game]) -> None:
    other = factories.game(club, "free-choice")
    factories.write(other, factories.entry(0, 0, "sixes", "66661"))
    factories.finish(other)
    assert "Finished games 3" in page(host_client, club)
    assert "Finished games 1" in page(host_client, club, game="free-choice")
    assert "Finished games 3" in page(host_client, club, game="nonsense")
    records = reverse("records", args=[club.slug])
    assert "Whole sheets 6" in text(host_client.get(records))
    assert "Whole sheets" not in text(host_client.get(records, {"game": "free-choice"}))


def test_somebody_without_a_game(other_club: Club, second_client: Client) -> None:
    actions.add_player(club=other_club, name="Юля")
    said = page(second_client, other_club, "Юля")
    assert "No games yet." in said
    for name in ("Rating", "Results", "Head to head"):
        assert name not in said.replace("Ratings", "")


def test_a_showdown_has_results_without_sheets(other_club: Club, second_client: Client) -> None:
    game = factories.game(other_club, "showdown")
    factories.play(game, most=4)
    factories.finish(game)
    said = page(second_client, other_club)
    assert "Rating" in said
    records = text(second_client.get(reverse("records", args=[other_club.slug])))
    assert "This game has no sheets" in records


def test_records_of_a_club(club: Club, host_client: Client, games: list[Game]) -> None:
    answer = host_client.get(reverse("records", args=[club.slug]))
    said = text(answer)
    best = max(seat.total for game in games for seat in game.seats.all())
    assert f"Highest sheets Total Player When {best} Оля" in said
    assert "Most pokers in a game 12 Оля" in said
    assert "Most games won in a row 2 games Оля" in said
    assert "Sixes 18.0 30 Оля" in said
    assert f'href="{reverse("game", args=[games[0].pk])}"' in html(answer)


def test_records_before_the_first_game(other_club: Club, second_client: Client) -> None:
    said = text(second_client.get(reverse("records", args=[other_club.slug])))
    assert "Records come with the first finished game." in said


# To whom


@pytest.fixture
def hidden(club: Club, host: Account, games: list[Game]) -> Game:
    """A game of members only, with the highest sheet, by somebody who sits nowhere else."""
    game = play(club, 0, day=9, names=("Тайная Гостья", "Оля"))
    actions.show_game(game=game, shown=Shown.MEMBERS, by=host, now=factories.NOW)
    return game


@pytest.mark.parametrize("name", ["player", "ratings", "records", "dice"])
def test_nothing_of_what_is_for_members_leaks(
    club: Club, anonymous: Client, games: list[Game], hidden: Game, name: str
) -> None:
    """Strangers get exactly the page that there would be without the game."""
    player = club.players.get(name="Оля")
    where = reverse(name, args=[player.pk if name == "player" else club.slug])
    with_it = unescape(html(anonymous.get(where)))
    assert "Тайная" not in with_it
    assert reverse("watch", args=[hidden.public_key]) not in with_it
    actions.count_game(game=hidden, counts=False)
    assert _without_form(html(anonymous.get(where))) == _without_form(with_it)


def _without_form(source: str) -> str:
    """The page without the keys of its forms, which change with each look."""
    return "\n".join(
        unescape(line) for line in source.splitlines() if "csrfmiddlewaretoken" not in line
    )


def test_members_see_it(club: Club, host_client: Client, hidden: Game) -> None:
    assert "Тайная Гостья" in page(host_client, club)
    assert "Тайная Гостья" in text(host_client.get(reverse("ratings", args=[club.slug])))


@pytest.mark.parametrize("shown", [Shown.UNLISTED, Shown.MEMBERS])
def test_a_club_that_does_not_show_itself(
    club: Club, anonymous: Client, stranger_client: Client, games: list[Game], shown: Shown
) -> None:
    Club.objects.filter(pk=club.pk).update(shown=shown)
    player = club.players.get(name="Оля")
    for client in (anonymous, stranger_client):
        for name in ("ratings", "records", "dice"):
            assert client.get(reverse(name, args=[club.slug])).status_code == 404
        assert client.get(reverse("player", args=[player.pk])).status_code == 404


def test_strangers_are_led_to_public_pages(
    club: Club, anonymous: Client, games: list[Game]
) -> None:
    answer = anonymous.get(reverse("player", args=[club.players.get(name="Оля").pk]))
    for game in games:
        assert reverse("watch", args=[game.public_key]) in html(answer)
        assert reverse("game", args=[game.pk]) not in html(answer)


# How often they ask


@pytest.mark.parametrize("more", [0, 4])
def test_the_pages_ask_as_often_however_much_is_stored(
    club: Club,
    host_client: Client,
    games: list[Game],
    more: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for day in range(more):
        names = (factories.NAMES[day % 3], factories.NAMES[3])
        play(club, day % 2, day=10 + day, names=names)
    player = club.players.get(name="Оля")
    for name, queries in QUERIES.items():
        where = reverse(name, args=[player.pk if name == "player" else club.slug])
        with django_assert_num_queries(queries):
            host_client.get(where)


QUERIES = {"player": 31, "ratings": 13, "records": 13, "dice": 7}


# Curves


def test_a_plot_lies_within_its_frame() -> None:
    rows = [PlotRow(str(number), str(number)) for number in range(3)]
    found = plot([(0, 1, 2), (1, 2, 3), (2, 4, 6)], rows, ("0", "6"))
    assert found.dots == ((0, 200), (500, 160), (1000, 80))
    assert found.line == "0,200 500,160 1000,80"
    assert found.band == "0,160 500,120 1000,0 1000,160 500,200 0,240"
    assert (found.first, found.last, WIDTH, HEIGHT) == ("0", "2", 1000, 240)


def test_a_level_curve_is_drawn_too() -> None:
    rows = [PlotRow("a", "5"), PlotRow("b", "5")]
    assert plot([(5, 5, 5), (5, 5, 5)], rows, ("5", "5")).line == "0,240 1000,240"


@pytest.mark.parametrize("length", [1, 39, 40, 41, 3378])
def test_many_points_are_told_in_even_parts(length: int) -> None:
    found = parts(length)
    assert len(found) == min(length, MOST_ROWS)
    assert [first for first, _end in found[1:]] == [end for _first, end in found[:-1]]
    assert (found[0][0], found[-1][1]) == (0, length)
    sizes = {end - first for first, end in found}
    assert max(sizes) - min(sizes) <= 1
