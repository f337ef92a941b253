"""Taking back, bringing back, closing and reopening: nothing is lost on the way."""

from collections.abc import Callable

import pytest

import rules
from scorekeeper import actions
from scorekeeper.models import Account, Club, Game, Turn
from scorekeeper.queries import Played, played
from tests import factories
from tests.factories import NOW, entry

Act = Callable[[int], Played]


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club)


@pytest.fixture
def undo(game: Game, host: Account) -> Act:
    return lambda n: actions.undo_turn(game_id=game.pk, account=host, number=n, now=NOW)


@pytest.fixture
def redo(game: Game, host: Account) -> Act:
    return lambda n: actions.redo_turn(game_id=game.pk, account=host, number=n, now=NOW)


def finish(game: Game, *, strike_open: bool = False) -> Played:
    return actions.finish_game(
        game_id=game.pk, account=game.created_by, strike_open=strike_open, now=NOW
    )


def test_undoing_is_as_if_it_had_not_been(game: Game, undo: Act) -> None:
    before = factories.write(game, entry(0, 0, "fives", "55552"))
    factories.write(game, entry(1, 1, "fives", "55556", 1))
    after = undo(1)
    assert after.game == before.game
    assert list(game.seats.values_list("total", "place", "pays")) == [
        (seat.total, seat.place, seat.pays) for seat in before.seats
    ]


def test_the_row_stays_and_says_who_took_it_back(game: Game, undo: Act, host: Account) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"))
    undo(0)
    row = Turn.objects.get()
    assert (row.withdrawn_by, row.withdrawn_at) == (host, NOW)


def test_a_doubled_click_takes_one_turn_back(game: Game, undo: Act) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"), entry(1, 1, "fives", "55552"))
    undo(1)
    with pytest.raises(actions.Conflict) as conflict:
        undo(1)
    assert conflict.value.turn is not None
    assert conflict.value.turn.number == 0
    assert len(played(game).turns) == 1


def test_there_is_nothing_to_take_back_at_the_start(undo: Act) -> None:
    with pytest.raises(actions.Conflict) as conflict:
        undo(0)
    assert conflict.value.turn is None


def test_a_number_freed_is_written_again(game: Game, undo: Act) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"))
    undo(0)
    factories.write(game, entry(0, 0, "twos", "22244"))
    assert [turn.box for turn in played(game).turns] == ["twos"]
    assert Turn.objects.count() == 2


def test_leaving_is_taken_back_like_a_turn(game: Game, undo: Act) -> None:
    before = factories.write(game, entry(0, 0, "fives", "55552"))
    factories.write(game, entry(1, 1, kind=rules.Kind.LEAVES, throws=None))
    assert undo(1).game == before.game
    assert [seat.presence for seat in game.seats.all()] == ["playing", "playing"]


def test_what_was_taken_back_is_brought_back_once(game: Game, undo: Act, redo: Act) -> None:
    stood = factories.write(game, entry(0, 0, "fives", "55552", 1))
    undo(0)
    assert redo(0).game == stood.game
    with pytest.raises(actions.Conflict):
        redo(0)
    assert len(played(game).turns) == 1


def test_several_are_brought_back_in_order(game: Game, undo: Act, redo: Act) -> None:
    stood = factories.write(
        game,
        entry(0, 0, "fives", "55552"),
        entry(1, 1, "twos", "22244"),
        entry(2, 0, "ones", "1" * 5),
    )
    for number in (2, 1, 0):
        undo(number)
    redo(0)
    redo(1)
    assert redo(2).game == stood.game


def test_nothing_is_brought_back_over_a_new_turn(game: Game, undo: Act, redo: Act) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"), entry(1, 1, "fives", "55552"))
    undo(1)
    undo(0)
    factories.write(game, entry(0, 0, "twos", "22244"))
    for number in (0, 1):
        with pytest.raises(actions.Conflict):
            redo(number)


def test_a_closed_game_is_not_touched(game: Game, undo: Act, redo: Act) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"))
    undo(0)
    finish(game, strike_open=True)
    with pytest.raises(actions.GameFinished):
        undo(1)
    with pytest.raises(actions.GameFinished):
        redo(0)


# Closing


def test_open_boxes_keep_a_game_open(game: Game) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"))
    with pytest.raises(actions.OpenBoxes) as waiting:
        finish(game)
    assert waiting.value.players == ("Оля", "Лев")
    again = Game.objects.get(pk=game.pk)
    assert again.finished_at is None
    assert again.turns.count() == 1


def test_a_host_who_says_so_strikes_them(game: Game) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"))
    stands = finish(game, strike_open=True)
    assert stands.record.finished_at == NOW
    assert stands.sheet_game.over
    assert [seat.total for seat in stands.seats] == [5 - 48, -63]
    assert [seat.place for seat in stands.seats] == [1, 2]


def test_a_full_game_needs_no_striking(game: Game) -> None:
    factories.play(game)
    assert finish(game).record.finished_at == NOW


def test_closing_twice_changes_nothing(game: Game) -> None:
    factories.play(game)
    finish(game)
    version = Game.objects.get().version
    finish(game)
    assert Game.objects.get().version == version


@pytest.mark.parametrize("key", sorted(rules.RULE_SETS))
@pytest.mark.parametrize("turns", [0, 1, 5])
def test_any_game_is_closed_at_any_moment(club: Club, key: str, turns: int) -> None:
    game = factories.game(club, key, factories.seats_for(key, 3))
    factories.play(game, most=turns)
    stands = finish(game, strike_open=True)
    assert stands.record.finished_at == NOW
    assert actions.open_seats(stands) == []
    assert played(Game.objects.get(pk=game.pk)).game == stands.game


def test_pairs_are_closed_too(club: Club) -> None:
    game = factories.game(club, "six-dice", factories.NAMES, teams=[[0, 2], [1, 3]])
    factories.play(game, most=9)
    assert finish(game, strike_open=True).sheet_game.over


def test_a_copied_game_is_closed_with_what_is_known(club: Club) -> None:
    game = factories.game(club, copied=True)
    factories.write(game, entry(0, 1, "poker", "66666", 1))
    assert finish(game, strike_open=True).record.finished_at == NOW


def test_reopening_gives_back_what_was_written(game: Game) -> None:
    closed = finish(game, strike_open=True)
    opened = factories.reopen(game)
    assert opened.record.finished_at is None
    assert opened.game == closed.game
    assert [seat.total for seat in opened.seats] == [seat.total for seat in closed.seats]


def test_after_reopening_the_striking_can_be_taken_back(game: Game, undo: Act) -> None:
    stood = factories.write(game, entry(0, 0, "fives", "55552"))
    finish(game, strike_open=True)
    factories.reopen(game)
    undo(2)
    assert undo(1).game == stood.game


def test_reopening_an_open_game_harms_nothing(game: Game) -> None:
    stood = factories.write(game, entry(0, 0, "fives", "55552"))
    assert factories.reopen(game).game == stood.game
