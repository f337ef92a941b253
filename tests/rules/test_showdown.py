"""One hand: ranking, ties, house rules, frozen dice, many deals (rules.md §2.9)."""

from itertools import combinations_with_replacement, product

import pytest

import rules
from tests.rules.command_line import answer

HANDS = list(combinations_with_replacement((1, 2, 3, 4, 5, 6), 5))


def groups(options: dict[str, object] | None = None, **hands: str) -> list[list[str]]:
    found: list[list[str]] = answer("rank", hands=hands, options=options or {})["groups"]
    return found


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("QQQQ9", "10 10 10 10 A"),
        ("KKK99", "QQQJJ"),
        ("11111", "66665"),
        ("11112", "66655"),
        ("11122", "66654"),
        ("11134", "66554"),
        ("11223", "66543"),
        ("11234", "23456"),
        ("13456", "12456"),
        ("23456", "12345"),
        ("22211", "11166"),  # the bigger group first
        ("66112", "55443"),
        ("66221", "66115"),
    ],
)
def test_the_better_hand_stands_first(better: str, worse: str) -> None:
    assert groups(А=worse, Б=better) == [["Б"], ["А"]]
    assert groups({"lowball": True}, А=worse, Б=better) == [["А"], ["Б"]]


@pytest.mark.parametrize(
    ("one", "other"),
    [("KKA9 10", "KKJ109"), ("66661", "66665"), ("66554", "65651"), ("66612", "66645")],
)
def test_other_dice_do_not_count_but_with_kickers(one: str, other: str) -> None:
    assert groups(А=one, Б=other) == [["А", "Б"]]
    assert len(groups({"kickers": True}, А=one, Б=other)) == 2


def test_high_hands_compare_their_sum_and_with_kickers_their_dice() -> None:
    # Different faces with the same sum do not exist, so equal sums are equal dice.
    sums: dict[int, set[tuple[int, ...]]] = {}
    for hand in HANDS:
        if len(set(hand)) == 5:
            sums.setdefault(sum(hand), set()).add(hand)
    assert {len(hands) for hands in sums.values()} == {1}
    assert groups({"kickers": True}, А="12346", Б="64321", В="12345") == [["А", "Б"], ["В"]]


def test_ties_may_be_broken_by_the_sum() -> None:
    by_sum: dict[str, object] = {"tie_by_sum": True}
    assert groups(А="66112", Б="55332") == [["А"], ["Б"]]
    assert groups(by_sum, А="66112", Б="55332") == [["Б"], ["А"]]
    assert groups(by_sum, А="66113", Б="55224") == [["А", "Б"]]
    assert groups(by_sum, А="22211", Б="11166") == [["Б"], ["А"]]
    assert groups(by_sum | {"kickers": True}, А="66113", Б="55224") == [["Б"], ["А"]]


def test_lowball_turns_the_whole_order_round_straights_and_kickers_with_it() -> None:
    low: dict[str, object] = {"lowball": True, "straights": "card", "kickers": True}
    hands = {"А": "12345", "Б": "66543", "В": "66542", "Г": "12346", "Д": "23456"}
    assert groups(low, **hands) == [["Г"], ["В"], ["Б"], ["А"], ["Д"]]


@pytest.mark.parametrize(
    ("straights", "order"),
    [
        ("none", "POKER FOUR FULL THREE PAIR LARGE SMALL"),
        ("card", "POKER FOUR FULL LARGE SMALL THREE PAIR"),
        ("above_full", "POKER FOUR LARGE SMALL FULL THREE PAIR"),
        ("above_four", "POKER LARGE SMALL FOUR FULL THREE PAIR"),
    ],
)
def test_where_straights_stand(straights: str, order: str) -> None:
    hands = {"POKER": "11111", "FOUR": "66665", "FULL": "66655", "THREE": "66654"}
    hands |= {"PAIR": "66543", "LARGE": "65432", "SMALL": "54321"}
    found = groups({"straights": straights}, **hands)
    assert [name for group in found for name in group] == order.split()
    assert all(len(group) == 1 for group in found)


def test_names_in_a_group_stand_in_code_point_order() -> None:
    assert groups(Ёлкин="11234", Яна="11235", аня="11236", Anna="11256") == [
        ["Anna", "Ёлкин", "Яна", "аня"]
    ]


def _patterns(hand: tuple[int, ...]) -> tuple[object, ...]:
    """A hand told in another way: how often each of its faces shows, the most frequent first."""
    shape = sorted(((hand.count(face), face) for face in set(hand)), reverse=True)
    counts = [n for n, _ in shape]
    faces = [face for n, face in shape if n > 1] or [sum(hand)]
    return counts, faces


def test_every_two_hands_compare_as_their_shapes_do() -> None:
    options = rules.rule_set("showdown").options
    ordered = sorted(HANDS, key=lambda hand: rules.strength(hand, options))
    again = sorted(HANDS, key=_patterns)
    assert [_patterns(hand) for hand in ordered] == [_patterns(hand) for hand in again]
    equal = {rules.strength(hand, options): _patterns(hand) for hand in HANDS}
    assert len(equal) == len({str(pattern) for pattern in equal.values()})


@pytest.mark.parametrize("lowball", [True, False])
def test_no_house_rule_changes_whether_dice_of_one_kind_tie(lowball: bool) -> None:
    for straights, kickers, by_sum in product(("none", "card"), (True, False), (True, False)):
        options = rules.rule_set(
            "showdown",
            {"straights": straights, "kickers": kickers, "tie_by_sum": by_sum, "lowball": lowball},
        ).options
        hands = {f"{at:03}": hand for at, hand in enumerate(HANDS)}
        found = rules.rank(hands, options)
        assert sorted(name for group in found for name in group) == sorted(hands)
        assert rules.rank({n: h[::-1] for n, h in hands.items()}, options) == found


# Frozen dice.


def test_a_die_left_lying_is_frozen() -> None:
    hand = rules.first_throw((1, 1, 3, 4, 6))
    assert (hand.free, hand.throws) == (5, 1)
    hand = rules.throw_again(hand, [2, 3, 4], (1, 5, 2))
    assert hand == rules.Hand((1, 1, 1, 5, 2), (True, True, False, False, False), 2)
    with pytest.raises(rules.RuleError) as refused:
        rules.throw_again(hand, [0, 3], (1, 1))
    assert refused.value.code is rules.Code.NOT_ALLOWED
    hand = rules.throw_again(hand, [4], (1,))
    assert (hand.dice, hand.free, hand.throws) == ((1, 1, 1, 5, 1), 1, 3)
    with pytest.raises(rules.RuleError) as refused:
        rules.throw_again(hand, [4], (1,))
    assert refused.value.code is rules.Code.BAD_THROWS


def test_the_pips_go_where_they_are_said_to() -> None:
    hand = rules.throw_again(rules.first_throw((1, 2, 3, 4, 5)), [4, 0], (6, 5))
    assert hand.dice == (5, 2, 3, 4, 6)


@pytest.mark.parametrize(
    ("again", "pips"),
    [
        ([], ()),
        ([0], ()),
        ([0], (1, 2)),
        ([5], (1,)),
        ([-1], (1,)),
        ([0, 0], (1, 1)),
        ([0, 0], (1,)),
    ],
)
def test_dice_thrown_and_shown_have_to_fit(again: list[int], pips: tuple[int, ...]) -> None:
    with pytest.raises(rules.RuleError) as refused:
        rules.throw_again(rules.first_throw((1, 2, 3, 4, 5)), again, pips)
    assert refused.value.code is rules.Code.BAD_DICE


@pytest.mark.parametrize("pips", [(0,), (7,)])
def test_a_die_shows_one_to_six(pips: tuple[int, ...]) -> None:
    with pytest.raises(rules.RuleError) as refused:
        rules.throw_again(rules.first_throw((1, 2, 3, 4, 5)), [0], pips)
    assert refused.value.code is rules.Code.BAD_DICE


def test_a_blitz_of_one_throw_has_no_second() -> None:
    with pytest.raises(rules.RuleError) as refused:
        rules.throw_again(rules.first_throw((1, 2, 3, 4, 5)), [0], (1,), most_throws=1)
    assert refused.value.code is rules.Code.BAD_THROWS


@pytest.mark.parametrize(
    ("dice", "straights", "ru", "en"),
    [
        ((5, 5, 2, 2, 5), "none", "фул: 5 и 2", "a full house: 5 and 2"),
        ((1, 3, 2, 5, 4), "none", "без комбинации, сумма 15", "no combination, sum 15"),
        ((1, 3, 2, 5, 4), "card", "стрит: 1-2-3-4-5", "a straight: 1-2-3-4-5"),
        ((4, 4, 4, 4, 4), "none", "покер: 4", "a poker: 4"),
        ((6, 6, 1, 2, 1), "none", "две пары: 6 и 1", "two pairs: 6 and 1"),
        ((6, 6, 3, 2, 1), "none", "пара: 6", "a pair: 6"),
        ((3, 3, 3, 2, 1), "none", "сет: 3", "three of a kind: 3"),
        ((3, 3, 3, 3, 1), "none", "каре: 3", "four of a kind: 3"),
    ],
)
def test_what_a_hand_is_called(dice: tuple[int, ...], straights: str, ru: str, en: str) -> None:
    options = rules.rule_set("showdown", {"straights": straights}).options
    assert rules.hand_name(dice, options) == rules.Text(ru, en)
