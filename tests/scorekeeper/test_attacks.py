"""What an attack has found: each a request that was answered wrongly once."""

from decimal import Decimal
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.test import Client

import rules
from scorekeeper import actions
from scorekeeper.entry import Entry
from scorekeeper.exports.planned import Look
from scorekeeper.exports.sheets import sheet_pdf
from scorekeeper.models import Account, Club, Game, Turn
from scorekeeper.queries import played
from scorekeeper.reports.export import sheet_report
from tests.factories import NOW, entry
from tests.factories import game as new_game

LONG_STAKE = "9" * 30


@pytest.fixture
def game(club: Club) -> Game:
    return new_game(club)


def test_money_of_any_length_is_exact() -> None:
    rule_set = rules.rule_set("showdown", {"stake": LONG_STAKE})
    hands = [
        rules.PlayedHand(player, dice)
        for _deal in range(3)
        for player, dice in (
            ("a", (6, 6, 6, 6, 6)),
            ("b", (1, 1, 2, 2, 3)),
            ("c", (1, 1, 2, 2, 4)),
        )
    ]
    balance = rules.play_deals(rule_set, ["a", "b", "c"], hands).balance
    assert balance["a"] == Decimal(int(LONG_STAKE) * 6)
    assert sum(int(money) for money in balance.values()) == 0
    paid = rules.payments(balance)
    assert {payment.amount for payment in paid} == {Decimal(int(LONG_STAKE) * 3)}


def test_a_key_whose_turn_was_taken_back_is_no_repeat(host: Account, game: Game) -> None:
    key = uuid4()
    first = entry(0, 0, "fives", "55512", key=key)
    actions.record_turn(game_id=game.pk, account=host, entry=first, now=NOW)
    actions.undo_turn(game_id=game.pk, account=host, number=0, now=NOW)
    with pytest.raises(actions.Conflict):
        actions.record_turn(game_id=game.pk, account=host, entry=first, now=NOW)


def test_a_key_with_another_turn_is_no_repeat(host: Account, game: Game) -> None:
    key = uuid4()
    first, other = entry(0, 0, "fives", "55512", key=key), entry(1, 1, "ones", "11123", key=key)
    actions.record_turn(game_id=game.pk, account=host, entry=first, now=NOW)
    actions.record_turn(game_id=game.pk, account=host, entry=first, now=NOW)
    with pytest.raises(actions.Conflict) as told:
        actions.record_turn(game_id=game.pk, account=host, entry=other, now=NOW)
    assert told.value.turn is not None
    assert told.value.turn.box == "fives"


def test_a_row_taken_back_can_be_copied_again(club: Club, host: Account) -> None:
    game = new_game(club, copied=True)
    key = UUID(int=7)
    row = [rules.Turn("0", rules.Kind.POINTS, "chance", points=20)]
    for _ in range(2):
        actions.copy_row(game_id=game.pk, account=host, turns=row, row_key=key, now=NOW)
        actions.undo_turn(game_id=game.pk, account=host, number=0, now=NOW)
    stands = actions.copy_row(game_id=game.pk, account=host, turns=row, row_key=key, now=NOW)
    other = [rules.Turn("1", rules.Kind.POINTS, "chance", points=20)]
    stands = actions.copy_row(game_id=game.pk, account=host, turns=other, row_key=key, now=NOW)
    assert len(stands.turns) == 2


def test_what_a_correction_made_impossible_is_not_brought_back(
    host_client: Client, host: Account, game: Game
) -> None:
    for number, (player, box, dice) in enumerate(
        [(0, "ones", "11123"), (1, "ones", "11123"), (0, "fives", "55512")]
    ):
        turn = entry(number, player, box, dice)
        actions.record_turn(game_id=game.pk, account=host, entry=turn, now=NOW)
    actions.undo_turn(game_id=game.pk, account=host, number=2, now=NOW)
    game.refresh_from_db()
    actions.correct_turns(
        game_id=game.pk,
        account=host,
        corrections={0: rules.Turn("0", box="fives", dice="55511", throws=3)},
        version=game.version,
        reason="misread",
        now=NOW,
    )
    answer = host_client.post(f"/games/{game.pk}/redo/", {"number": "2"})
    assert answer.status_code == 409
    assert len(played(game).turns) == 2


def test_a_game_that_everybody_was_removed_from_still_prints(host: Account, game: Game) -> None:
    for seat in range(2):
        gone = entry(seat, seat, kind=rules.Kind.REMOVED, throws=None)
        actions.record_turn(game_id=game.pk, account=host, entry=gone, now=NOW)
    report = sheet_report(played(game), "ru", "")
    assert sheet_pdf(report).startswith(b"%PDF")
    assert sheet_pdf(report, Look(direction="columns")).startswith(b"%PDF")


def test_receipts_are_right_before_the_first_turn(game: Game) -> None:
    call_command("prove_receipts")


def test_an_extra_box_keeps_no_dice(club: Club, host: Account) -> None:
    game = new_game(club, "six-dice", names=["A", "B", "C"])
    turn = entry(0, 0, "miser", "ы" * 40, throws=3)
    actions.record_turn(game_id=game.pk, account=host, entry=turn, now=NOW)
    stored = Turn.objects.get()
    assert (stored.kind, stored.dice) == ("extra", "")


def test_the_longest_money_fits_its_column(club: Club, host: Account) -> None:
    options: dict[str, object] = {
        "poker_bonus": 1000,
        "settlement": "difference",
        "stake": LONG_STAKE,
        "unit": "0." + "0" * 27 + "1",
    }
    names = [f"player {seat}" for seat in range(12)]
    game = new_game(club, "free-choice", names=names, options=options)
    for seat in range(12):
        dice = "66666" if seat else "11234"
        turn = entry(seat, seat, "poker", dice)
        actions.record_turn(game_id=game.pk, account=host, entry=turn, now=NOW)
    call_command("prove_receipts")


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_beyond_the_calendar_is_said(host_client: Client, club: Club, day: str) -> None:
    answer = host_client.get("/sheets/", {"first": day, "last": day, "as": "xlsx"})
    assert answer.status_code in (200, 422)
    answer = host_client.post("/sheets/", {"first": day, "last": day})
    assert answer.status_code == 422


def test_a_strike_counts_no_throws(club: Club, host: Account) -> None:
    game = new_game(club, "thirteen")
    turn = entry(0, 0, "poker", throws=999, kind=rules.Kind.STRIKE)
    actions.record_turn(game_id=game.pk, account=host, entry=turn, now=NOW)
    assert Turn.objects.get().throws is None


def test_an_earlier_throw_may_show_the_joker(club: Club, host: Account) -> None:
    game = new_game(club, "six-dice", names=["A", "B", "C"])
    turn = Entry(0, uuid4(), rules.Turn("0", box="fives", dice="555512", throws=2), ("055512",))
    actions.record_turn(game_id=game.pk, account=host, entry=turn, now=NOW)
    assert Turn.objects.get().thrown == ["055512"]
