"""Writing turns: a repeat is harmless, two for one place are a conflict, nothing half is stored."""

from uuid import uuid4

import pytest

import rules
from scorekeeper import actions
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Club, Game, Turn
from scorekeeper.queries import Played, played
from tests import factories
from tests.factories import NOW, entry


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club)


def record(game: Game, one: Entry, account: Account | None = None) -> Played:
    return actions.record_turn(
        game_id=game.pk, account=account or game.created_by, entry=one, now=NOW
    )


def receipts(game: Game) -> list[tuple[object, ...]]:
    return list(game.seats.values_list("total", "place", "exact", "pays", "school", "bonus"))


def test_it_stores_what_was_typed(game: Game, host: Account) -> None:
    record(game, entry(0, 0, "fives", "5 5,5 5 2", 1))
    turn = Turn.objects.get()
    assert (turn.number, turn.seat.position, turn.kind, turn.box) == (0, 0, "dice", "fives")
    assert (turn.dice, turn.throws, turn.points) == ("55552", 1, None)
    assert (turn.typed_by, turn.typed_at) == (host, NOW)


@pytest.mark.parametrize("faces", ["КККК10", "KKKK10", "кккк 10", "K,K,K,K,T"])
def test_faces_are_stored_as_pips(game: Game, faces: str) -> None:
    record(game, entry(0, 0, "fives", faces))
    assert Turn.objects.get().dice == "55552"


def test_a_repeat_writes_nothing_and_shows_the_game(game: Game) -> None:
    one = entry(0, 0, "fives", "55552")
    first = record(game, one)
    again = record(game, one)
    assert Turn.objects.count() == 1
    assert again.game == first.game
    assert Game.objects.get().version == 1


def test_a_repeat_after_later_turns_is_as_harmless(game: Game) -> None:
    one = entry(0, 0, "fives", "55552")
    record(game, one)
    record(game, entry(1, 1, "fives", "55552"))
    assert len(record(game, one).turns) == 2


def test_a_repeat_of_a_turn_taken_back_does_not_bring_it_back(game: Game, host: Account) -> None:
    one = entry(0, 0, "fives", "55552")
    record(game, one)
    actions.undo_turn(game_id=game.pk, account=host, number=0, now=NOW)
    with pytest.raises(actions.Conflict):  # said, so that nobody thinks it stands
        record(game, one)
    assert played(game).turns == ()


def test_a_repeat_after_the_game_was_closed_is_no_complaint(game: Game) -> None:
    one = entry(0, 0, "fives", "55552")
    record(game, one)
    factories.finish(game)
    assert record(game, one).turns[0].client_key == one.client_key


def test_the_same_key_in_another_game_is_another_turn(game: Game, club: Club) -> None:
    one = entry(0, 0, "fives", "55552")
    other = factories.game(club)
    record(game, one)
    record(other, one)
    assert Turn.objects.count() == 2


def test_the_second_of_two_is_told_who_was_first(game: Game, second_host: Account) -> None:
    record(game, entry(0, 0, "fives", "55552"), second_host)
    with pytest.raises(actions.Conflict) as conflict:
        record(game, entry(0, 0, "twos", "22244"))
    assert conflict.value.turn is not None
    assert conflict.value.turn.box == "fives"
    assert conflict.value.turn.typed_by == second_host
    assert Turn.objects.count() == 1


def test_a_turn_ahead_of_the_game_is_a_conflict_with_nobody(game: Game) -> None:
    with pytest.raises(actions.Conflict) as conflict:
        record(game, entry(1, 1, "fives", "55552"))
    assert conflict.value.turn is None


def test_a_closed_game_takes_no_turn(game: Game) -> None:
    factories.finish(game)
    with pytest.raises(actions.GameFinished):
        record(game, entry(2, 0, "fives", "55552"))


@pytest.mark.parametrize(
    ("one", "code"),
    [
        (entry(0, 1, "fives", "55552"), rules.Code.NOT_YOUR_TURN),
        (entry(0, 7, "fives", "55552"), rules.Code.UNKNOWN_PLAYER),
        (entry(0, "", "fives", "55552"), rules.Code.UNKNOWN_PLAYER),
        (entry(0, "00", "fives", "55552"), rules.Code.UNKNOWN_PLAYER),
        (entry(0, 0, "miser", "55552"), rules.Code.UNKNOWN_CATEGORY),
        (entry(0, 0, None, "55552"), rules.Code.UNKNOWN_CATEGORY),
        (entry(0, 0, "chance", "55552"), rules.Code.NOT_YET),
        (entry(0, 0, "fives", "55552", 0), rules.Code.BAD_THROWS),
        (entry(0, 0, "fives", "55552", 4), rules.Code.BAD_THROWS),
        (entry(0, 0, "fives", "55552", None), rules.Code.BAD_THROWS),
        (entry(0, 0, "fives", "5555"), rules.Code.BAD_DICE),
        (entry(0, 0, "fives", "5 5 5 5 2" + " " * 15 + "x"), rules.Code.BAD_DICE),
        (entry(0, 0, "fives", "x" * 500), rules.Code.BAD_DICE),
        (entry(0, 0, "fives", "5" * 500), rules.Code.BAD_DICE),
        (entry(0, 0, kind=rules.Kind.FAILED), rules.Code.NOT_ALLOWED),
        (entry(0, 0, kind=rules.Kind.SKIP), rules.Code.NOT_ALLOWED),
    ],
    ids=lambda value: value.name if isinstance(value, rules.Code) else "",
)
def test_what_the_rules_refuse_is_not_stored(game: Game, one: Entry, code: rules.Code) -> None:
    before = receipts(game)
    with pytest.raises(rules.RuleError) as refused:
        record(game, one)
    assert refused.value.code is code
    assert not Turn.objects.exists()
    assert receipts(game) == before
    assert Game.objects.get().version == 0


def test_a_box_is_filled_once(game: Game) -> None:
    factories.write(game, entry(0, 0, "fives", "55552"), entry(1, 1, "fives", "55552"))
    with pytest.raises(rules.RuleError) as refused:
        record(game, entry(2, 0, "fives", "55555"))
    assert refused.value.code is rules.Code.BOX_TAKEN


def test_a_struck_box_is_a_box_filled(club: Club) -> None:
    game = factories.game(club, options={"order": "any"})
    strike = entry(0, 0, "poker", kind=rules.Kind.STRIKE, throws=None)
    factories.write(game, strike, entry(1, 1, "poker", "11123"))
    with pytest.raises(rules.RuleError) as refused:
        record(game, entry(2, 0, "poker", "55555"))
    assert refused.value.code is rules.Code.BOX_TAKEN


@pytest.mark.parametrize(
    ("dice", "throws", "stored"),
    [("055555", 1, "055555"), ("0 5 5 5 5 5", 1, "055555"), ("1\t5\u00a05 5 5 5", 2, "155555")],
)
def test_the_joker_stays_a_joker(club: Club, dice: str, throws: int, stored: str) -> None:
    game = factories.game(club, "six-dice", factories.NAMES[:3])
    record(game, entry(0, 0, "fives", dice, throws))
    assert Turn.objects.get().dice == stored


@pytest.mark.parametrize("gap", [" ", "\t", "\u00a0", "\u2003"])
def test_wide_spacing_never_outgrows_the_column(club: Club, gap: str) -> None:
    game = factories.game(club, "six-dice", factories.NAMES[:3])
    record(game, entry(0, 0, "fives", (gap * 6).join("055555"), 1))
    assert Turn.objects.get().dice == "055555"


def test_a_hand_took_one_to_three_throws(club: Club) -> None:
    game = factories.game(club, "showdown")
    for throws in (0, 4, 999, None):
        with pytest.raises(rules.RuleError) as refused:
            record(game, entry(0, 0, None, "33156", throws))
        assert refused.value.code is rules.Code.BAD_THROWS
    assert not Turn.objects.exists()


@pytest.mark.parametrize("kind", [kind for kind in rules.Kind if kind is not rules.Kind.DICE])
def test_a_showdown_knows_only_hands(club: Club, kind: rules.Kind) -> None:
    game = factories.game(club, "showdown")
    with pytest.raises(rules.RuleError):
        record(game, entry(0, 0, None, None, 1, kind=kind))
    with pytest.raises(rules.RuleError):
        record(game, entry(0, 0, "poker", "33333", 1, kind=kind))


def test_it_raises_the_version_by_one(game: Game) -> None:
    record(game, entry(0, 0, "fives", "55552"))
    record(game, entry(1, 1, "fives", "55552"))
    assert Game.objects.get().version == 2


def test_an_unknown_game_is_no_game(db: None) -> None:
    with pytest.raises(Game.DoesNotExist):
        actions.record_turn(game_id=404, account=None, entry=entry(0, 0), now=NOW)


# Receipts: what stands beside the turns is what the fold of the turns says


def check_receipts(stands: Played) -> None:
    """Seats as stored against the result of the stored turns, folded anew."""
    again = played(Game.objects.get(pk=stands.record.pk))
    assert again.game == stands.game
    result = rules.result(again.sheet_game)
    for seat in again.seats:
        player = str(seat.position)
        assert seat.presence == again.sheet_game.sheet(player).presence.value
        figures = result.figures.get(player)
        assert seat.total == (figures.total if figures else 0)
        assert seat.school == (figures.school if figures else 0)
        assert seat.bonus == (figures.bonus if figures else 0)
        assert seat.place == result.places.get(player)
        settled = result.settlement
        known = settled is not None and player in settled.exact
        assert seat.exact == (str(settled.exact[player]) if settled and known else "")
        assert seat.pays == (f"{settled.pays[player]:f}" if settled and known else "")


SHEETS = [key for key, rule_set in rules.RULE_SETS.items() if not rule_set.rank_only]


@pytest.mark.parametrize("key", SHEETS)
def test_receipts_are_what_the_turns_make(club: Club, key: str) -> None:
    game = factories.game(club, key, factories.seats_for(key, 3))
    for number, turn in enumerate(factories.some_turns(game, seed=2, most=20)):
        stands = record(game, Entry(number, uuid4(), turn))
        if number % 5 == 0:
            check_receipts(stands)
    check_receipts(factories.finish(game))


def test_receipts_of_pairs(club: Club) -> None:
    game = factories.game(club, "six-dice", factories.NAMES, teams=[[0, 2], [1, 3]])
    check_receipts(factories.play(game, most=20))


def test_receipts_of_a_showdown_add_to_nothing(club: Club) -> None:
    game = factories.game(club, "showdown", factories.NAMES, {"stake": "0.10", "unit": "0.01"})
    stands = factories.play(game, most=15)
    assert stands.deals is not None
    seats = Game.objects.get(pk=game.pk).seats.all()
    assert [seat.pays for seat in seats] == [f"{m:f}" for m in stands.deals.balance.values()]
    assert sum(stands.deals.balance.values()) == 0


def test_whoever_was_removed_has_no_place_and_no_settlement(club: Club) -> None:
    game = factories.game(club, names=factories.NAMES[:3])
    stands = factories.write(
        game, entry(0, 0, "fives", "55552"), entry(1, 1, kind=rules.Kind.REMOVED, throws=None)
    )
    gone = stands.seats[1]
    assert (gone.presence, gone.place, gone.exact, gone.pays) == ("removed", None, "", "")
    check_receipts(stands)


@pytest.mark.parametrize(
    ("stake", "unit"),
    [("9" * 30, "1"), ("9" * 30, f"0.{'0' * 27}1"), (f"0.{'9' * 28}", "7")],
    ids=["dear", "fine", "odd"],
)
def test_the_dearest_stake_fits_the_columns(club: Club, stake: str, unit: str) -> None:
    house = {"stake": stake, "unit": unit, "order": "any", "poker_bonus": 1000}
    game = factories.game(club, names=factories.NAMES[:3], options=house)
    for seat in factories.write(game, entry(0, 0, "poker", "66666", 1)).seats:
        seat.full_clean(exclude=["game", "player"])
