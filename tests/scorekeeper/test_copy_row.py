"""Copying a row from paper: all of it or none, once, and never over what stands already."""

from uuid import UUID, uuid4

import pytest

import rules
from scorekeeper import actions
from scorekeeper.models import Club, Game, Turn
from scorekeeper.queries import Played, played
from tests import factories
from tests.factories import NOW

POINTS = rules.Kind.POINTS


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club, copied=True)


def points(player: int, box: str, figure: int) -> rules.Turn:
    return rules.Turn(str(player), POINTS, box, points=figure)


def copy(game: Game, *turns: rules.Turn, key: UUID | None = None) -> Played:
    return actions.copy_row(
        game_id=game.pk, account=game.created_by, turns=turns, row_key=key or uuid4(), now=NOW
    )


def test_it_writes_the_row(game: Game) -> None:
    stands = copy(game, points(1, "twos", 2), points(1, "poker", 80), points(1, "chance", 30))
    assert [(turn.number, turn.box, turn.points) for turn in stands.turns] == [
        (0, "twos", 2),
        (1, "poker", 80),
        (2, "chance", 30),
    ]
    assert stands.seats[1].total == 112


def test_one_wrong_box_and_nothing_is_written(game: Game) -> None:
    with pytest.raises(rules.RuleError) as refused:
        copy(game, points(0, "twos", 2), points(0, "threes", 23), points(0, "fours", 4))
    assert refused.value.code is rules.Code.UNREACHABLE_POINTS
    assert refused.value.turn == 1
    assert not Turn.objects.exists()


def test_the_wrong_one_is_counted_in_the_row_not_in_the_game(game: Game) -> None:
    copy(game, points(0, "twos", 2), points(0, "threes", 3))
    with pytest.raises(rules.RuleError) as refused:
        copy(game, points(1, "twos", 2), points(1, "threes", 23))
    assert refused.value.turn == 1


def test_a_repeat_writes_none(game: Game) -> None:
    key = uuid4()
    row = (points(0, "twos", 2), points(0, "threes", 3))
    first = copy(game, *row, key=key)
    assert copy(game, *row, key=key).turns == first.turns
    assert Turn.objects.count() == 2


def test_a_repeat_with_one_more_box_writes_that_one(game: Game) -> None:
    """The row was stored, its answer was lost, and the host went on typing in the old page."""
    key = uuid4()
    copy(game, points(0, "twos", 2), key=key)
    copy(game, points(0, "twos", 2), points(0, "threes", 3), key=key)
    assert [turn.box for turn in played(game).turns] == ["twos", "threes"]


def test_a_repeat_with_another_figure_is_no_repeat(game: Game) -> None:
    key = uuid4()
    copy(game, points(0, "twos", 2), key=key)
    with pytest.raises(rules.RuleError) as refused:
        copy(game, points(0, "ones", 1), points(0, "twos", 4), key=key)
    assert refused.value.code is rules.Code.BOX_TAKEN
    assert refused.value.turn == 1
    assert Turn.objects.count() == 1


def test_two_hosts_copy_two_rows(game: Game) -> None:
    copy(game, points(0, "twos", 2))
    copy(game, points(1, "twos", 4))
    assert [seat.total for seat in played(game).seats] == [2, 4]


def test_a_box_that_stands_is_not_overwritten(game: Game) -> None:
    copy(game, points(0, "twos", 2))
    with pytest.raises(rules.RuleError) as refused:
        copy(game, points(0, "twos", 4))
    assert refused.value.code is rules.Code.BOX_TAKEN


def test_an_empty_row_is_no_row(game: Game) -> None:
    assert copy(game).turns == ()


def test_a_closed_game_takes_none(game: Game) -> None:
    factories.finish(game)
    with pytest.raises(actions.GameFinished):
        copy(game, points(0, "twos", 2))
