"""What a turn may do before it is written, and deals of one hand in a row."""

from decimal import Decimal

import pytest

import rules
from tests.rules.turns import SCHOOL


def open_boxes(found: rules.Choices | None) -> list[str]:
    assert found is not None
    return [choice.box.key for choice in found.boxes if choice.open]


def test_the_school_is_open_first_and_the_dice_say_what_they_bring() -> None:
    game = rules.begin(rules.rule_set("classic"), "АБ")
    assert open_boxes(rules.choices(game)) == list(SCHOOL)
    found = rules.choices(game, "66612", 1)
    assert found is not None
    assert [choice.points for choice in found.boxes[:6]] == [-2, -4, -9, -12, -15, 0]
    assert [choice.made for choice in found.boxes[:6]] == [False] * 5 + [True]
    assert all(choice.why_not for choice in found.boxes[6:])
    assert found.best is not None
    assert found.best.box.key == "sixes"
    assert (found.most_throws, found.may_fail, found.may_skip, found.may_strike) == (
        *(3, False, False),
        True,
    )


def test_with_a_bank_only_what_the_dice_make_is_open() -> None:
    game = rules.begin(rules.rule_set("saved-throws", {"order": "any"}), "АБ")
    assert open_boxes(rules.choices(game, "11122", 1)) == [
        *("ones", "pair", "two_pairs", "three_of_a_kind", "full_house", "chance")
    ]
    game = rules.begin(rules.rule_set("saved-throws"), "АБ")
    assert open_boxes(rules.choices(game, "11223", 3)) == []
    game = rules.apply(game, rules.Turn("А", rules.Kind.DICE, "ones", "11123", 1))
    game = rules.apply(game, rules.Turn("Б", rules.Kind.FAILED, throws=3))
    found = rules.choices(game, "22213", 5)
    assert found is not None
    assert found.most_throws == 5
    with pytest.raises(rules.RuleError):
        rules.choices(game, "22213", 6)


def test_a_box_played_already_may_be_poured() -> None:
    game = rules.begin(rules.rule_set("six-dice"), "АБВ")
    for player, box, dice in (("А", "fives", "555512"), ("Б", "fives", "555512")):
        game = rules.apply(game, rules.Turn(player, rules.Kind.DICE, box, dice, 3))
    game = rules.apply(game, rules.Turn("В", rules.Kind.SKIP))
    found = rules.choices(game, "555553", 2)
    assert found is not None
    (fives,) = (choice for choice in found.boxes if choice.box.key == "fives")
    assert (fives.open, fives.pour_to) == (False, ("В",))


def test_nobody_chooses_when_it_is_over() -> None:
    game = rules.begin(rules.rule_set("classic"), "АБ")
    for player in "АБ":
        game = rules.apply(game, rules.Turn(player, rules.Kind.LEAVES))
    assert rules.choices(game) is None


@pytest.mark.parametrize(
    ("key", "box", "expected"),
    [
        ("free-choice", "chance", "70/3"),  # five dice of 14/3: over three throws keep 5 6, then 4
        ("free-choice", "ones", "455/216"),  # five dice, each a one with 91 in 216
        ("free-choice", "sixes", "455/36"),
    ],
)
def test_what_a_box_brings_on_average(key: str, box: str, expected: str) -> None:
    game = rules.rule_set(key)
    assert str(rules.average(game, game.box(box))) == expected


def test_the_average_poker_is_the_known_chance_of_five_alike() -> None:
    game = rules.rule_set("free-choice")
    assert round(float(rules.average(game, game.box("poker")) / 50), 6) == 0.046029


# Deals of one hand.

SHOWDOWN = rules.rule_set("showdown", {"stake": "10"})


def hands(*typed: str) -> list[rules.PlayedHand]:
    """Hands as "А66655": the player's letter and five dice."""
    return [rules.PlayedHand(each[0], rules.parse_dice(each[1:])) for each in typed]


def test_the_winner_takes_the_pot_and_the_next_deal_begins() -> None:
    found = rules.play_deals(SHOWDOWN, "АБВ", hands("А11122", "Б66612", "В66543", "Б12345"))
    first, second = found.deals
    assert first.winner == "А"
    assert found.balance == {"А": Decimal(20), "Б": Decimal(-10), "В": Decimal(-10)}
    assert (second.winner, second.waiting) == (None, ("А", "В"))
    assert [first.attempts[0].place(player) for player in "АБВ"] == [1, 2, 3]


def test_those_tied_play_again_until_one_is_left() -> None:
    played = hands("А66112", "Б66113", "В66114", "Г12345", "А11112", "В22223", "Б22224")
    deal = rules.play_deals(SHOWDOWN, "АБВГ", played).deals[0]
    assert [attempt.players for attempt in deal.attempts] == [
        ("А", "Б", "В", "Г"),
        ("А", "Б", "В"),
        ("Б", "В"),
    ]
    assert (deal.winner, deal.settlement) == (None, None)
    found = rules.play_deals(SHOWDOWN, "АБВГ", [*played, *hands("Б11111", "В22345")])
    assert found.deals[0].winner == "Б"
    assert found.balance["Б"] == 30
    assert sum(found.balance.values()) == 0


@pytest.mark.parametrize(
    ("played", "code"),
    [
        (("Я11111",), "unknown_player"),
        (("А11111", "А11112"), "not_your_turn"),
        (("А66112", "Б66113", "В12345", "В11111"), "not_your_turn"),
    ],
)
def test_whoever_is_not_asked_throws_no_hand(played: tuple[str, ...], code: str) -> None:
    with pytest.raises(rules.RuleError) as refused:
        rules.play_deals(SHOWDOWN, "АБВ", hands(*played))
    assert (refused.value.code.value, refused.value.turn) == (code, len(played) - 1)


def test_a_blitz_of_one_throw_takes_no_new_hand_of_two_and_keeps_those_it_has() -> None:
    blitz = rules.rule_set("showdown", {"blitz_throws": 1})
    rules.check_throws(blitz, 1)
    rules.check_throws(SHOWDOWN, 3)
    for house, throws in ((blitz, 2), (SHOWDOWN, 4), (SHOWDOWN, 0)):
        with pytest.raises(rules.RuleError) as refused:
            rules.check_throws(house, throws)
        assert refused.value.code is rules.Code.BAD_THROWS
    stored = [rules.PlayedHand("А", (6, 6, 5, 4, 3), throws=3)]
    assert rules.play_deals(blitz, "АБ", stored).deals[0].waiting == ("Б",)
    for throws in (0, 4):
        with pytest.raises(rules.RuleError):
            rules.play_deals(blitz, "АБ", [rules.PlayedHand("А", (6, 6, 5, 4, 3), throws)])


@pytest.mark.parametrize("players", ["", "А", "АА"])
def test_one_hand_takes_two_players(players: str) -> None:
    with pytest.raises(rules.RuleError):
        rules.play_deals(SHOWDOWN, players, [])
