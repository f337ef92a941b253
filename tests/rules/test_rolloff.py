"""Who starts (rules.md §3)."""

from random import Random

import pytest

import rules

SEATS = ("А", "Б", "В", "Г")


def throws(**typed: str) -> dict[str, list[rules.Dice]]:
    """Throws for the start, each player's separated by a space; one die each, for short."""
    return {
        player: [rules.parse_dice(d, len(d)) for d in dice.split()]
        for player, dice in typed.items()
    }


def order(found: rules.RollOff) -> str:
    return "".join(found.order)


def test_the_highest_starts_and_the_seats_go_on_to_the_left() -> None:
    assert order(rules.roll_off(SEATS, throws(А="1", Б="3", В="6", Г="2"))) == "ВГАБ"
    assert order(rules.roll_off(SEATS, throws(А="6", Б="3", В="5", Г="2"))) == "АБВГ"


def test_the_sum_of_the_dice_counts() -> None:
    found = rules.roll_off(SEATS[:2], throws(А="66611", Б="55555"))
    assert order(found) == "БА"


def test_those_tied_for_the_start_throw_again_and_only_they() -> None:
    found = rules.roll_off(SEATS, throws(А="5", Б="5", В="1", Г="1"))
    assert found == rules.RollOff((), (("А", "Б"),))
    assert order(rules.roll_off(SEATS, throws(А="5 1", Б="5 2", В="1", Г="1"))) == "БВГА"
    again = rules.roll_off(SEATS, throws(А="5 3", Б="5 3", В="5 1", Г="1"))
    assert again.tied == (("А", "Б"),)
    with pytest.raises(rules.RuleError) as refused:
        rules.roll_off(SEATS, throws(А="5 1", Б="5 2", В="1 6", Г="1"))
    assert refused.value.code is rules.Code.BAD_INPUT


def test_the_throws_may_decide_every_place() -> None:
    found = rules.roll_off(SEATS, throws(А="1", Б="3", В="6", Г="2"), whole_order=True)
    assert order(found) == "ВБГА"
    found = rules.roll_off(SEATS, throws(А="5", Б="5", В="1", Г="1"), whole_order=True)
    assert found.tied == (("А", "Б"), ("В", "Г"))
    found = rules.roll_off(SEATS, throws(А="5 1", Б="5 2", В="1 4", Г="1 3"), whole_order=True)
    assert order(found) == "БАВГ"


def test_nothing_is_decided_before_everybody_has_thrown() -> None:
    assert rules.roll_off(SEATS, {}).tied == (SEATS,)
    assert rules.roll_off(SEATS, throws(А="6", Б="1", В="1")).order == ()


@pytest.mark.parametrize("key", list(rules.RULE_SETS))
def test_each_game_throws_its_own_dice(key: str) -> None:
    game = rules.rule_set(key)
    wanted = {"six-dice": 2, "showdown": 1}.get(key, 5)
    assert rules.read_throw(game, "5" * wanted) == (5,) * wanted
    for wrong in (wanted - 1, wanted + 1):
        with pytest.raises(rules.RuleError) as refused:
            rules.read_throw(game, "5" * wrong)
        assert refused.value.code is rules.Code.BAD_DICE


@pytest.mark.parametrize("whole_order", [False, True])
def test_whatever_is_thrown_it_ends_with_everybody_in_the_order(whole_order: bool) -> None:
    for seed in range(100):
        draw = Random(seed)
        seats = [f"P{seat}" for seat in range(draw.randint(1, 12))]
        thrown: dict[str, list[rules.Dice]] = {}
        found = rules.roll_off(seats, thrown, whole_order)
        while found.tied:
            for player in (player for group in found.tied for player in group):
                thrown.setdefault(player, []).append((draw.randint(1, 6),))
            found = rules.roll_off(seats, thrown, whole_order)
        assert sorted(found.order) == sorted(seats)
