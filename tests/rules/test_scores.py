"""Every roll in every box of the five-dice games (rules.md §2.1–§2.7)."""

import pytest

import rules
from tests.rules import golden, reference
from tests.rules.turns import SCHOOL


@pytest.mark.parametrize("key", golden.GAMES)
def test_the_frozen_table_still_holds(key: str) -> None:
    frozen = (golden.FOLDER / f"{key}.txt").read_text("utf-8").splitlines()
    found = golden.table(key).splitlines()
    assert len(frozen) == 253
    assert [line for line in found if line not in frozen] == []
    assert found == frozen


@pytest.mark.parametrize("key", golden.GAMES)
def test_another_telling_of_the_rules_agrees(key: str) -> None:
    game = rules.rule_set(key)
    differ = [
        (box.key, dice, throws)
        for box in game.boxes
        for dice in golden.ROLLS
        for throws in (1, 2, 3)
        if _scored(game, box, dice, throws) != reference.points(key, box.key, dice, throws)
    ]
    assert differ == []


def test_another_telling_of_six_dice_agrees() -> None:
    game = rules.rule_set("six-dice")
    rolls = _rolls(6)
    assert len(rolls) == 462
    for box in game.boxes[:-1]:
        for dice in rolls:
            found = rules.score(game, box, rules.parse_dice(dice, 6), 1)
            assert (found.points, found.made) == reference.six_points(box.key, dice)


def _scored(game: rules.RuleSet, box: rules.Box, dice: str, throws: int) -> tuple[int, bool]:
    found = rules.score(game, box, rules.parse_dice(dice), throws)
    return found.points, found.made


@pytest.mark.parametrize("key", golden.GAMES)
def test_the_order_of_the_dice_is_nothing_to_the_score(key: str) -> None:
    game = rules.rule_set(key)
    for box in game.boxes:
        for dice in ("12334", "34562", "55115", "64642", "11111", "23465"):
            turned = {dice[at:] + dice[:at] for at in range(5)} | {dice[::-1]}
            assert len({_scored(game, box, each, 1) for each in turned}) == 1


# The examples of the field, in classic unless said otherwise: box, dice, points later, made.
EXAMPLES: list[tuple[str, str, str, int, bool]] = [
    ("classic", "four_of_a_kind", "44442", 16, True),
    ("saved-throws", "four_of_a_kind", "44442", 46, True),
    ("duel", "four_of_a_kind", "44442", 18, True),
    ("thirteen", "four_of_a_kind", "44442", 18, True),
    ("classic", "full_house", "33333", 0, False),
    ("duel", "full_house", "33333", 0, False),
    ("classic", "four_of_a_kind", "33333", 12, True),
    ("thirteen", "four_of_a_kind", "33333", 15, True),
    ("classic", "threes", "33333", 6, True),
    ("free-choice", "threes", "33333", 15, True),
    ("minus-twenty", "threes", "33333", 6, True),
    ("minus-twenty", "threes", "33124", -20, False),
    ("saved-throws", "threes", "33333", 0, True),
    ("classic", "two_pairs", "22444", 12, True),
    ("classic", "two_pairs", "55551", 0, False),
    ("classic", "pair", "55551", 10, True),
    ("classic", "small_straight", "43132", 0, False),
    ("even-odd", "small_straight", "43132", 10, True),
    ("even-odd", "small_straight", "12334", 10, True),
    ("even-odd", "small_straight", "12345", 14, True),
    ("even-odd", "small_straight", "65432", 18, True),
    ("even-odd", "small_straight", "13456", 18, True),
    ("classic", "small_straight", "13456", 0, False),
    ("classic", "large_straight", "13456", 0, False),
    ("even-odd", "large_straight", "12346", 0, False),
    ("even-odd", "small_straight", "12346", 10, True),
    ("even-odd", "small_straight", "12356", 0, False),
    ("even-odd", "small_straight", "12456", 0, False),
    ("classic", "large_straight", "64253", 20, True),
    ("classic", "large_straight", "12345", 0, False),
    ("even-odd", "large_straight", "54321", 15, True),
    ("free-choice", "twos", "22245", 6, True),
    ("free-choice", "fours", "22245", 4, True),
    ("free-choice", "fives", "22245", 5, True),
    ("free-choice", "small_straight", "12345", 25, True),
    ("minus-twenty", "fives", "55555", 10, True),
    ("minus-twenty", "poker", "11111", 50, True),
    ("thirteen", "ones", "13244", 1, True),
    ("thirteen", "fours", "13244", 8, True),
    ("thirteen", "small_straight", "13244", 30, True),
    ("thirteen", "three_of_a_kind", "22245", 15, True),
]


@pytest.mark.parametrize(("key", "box", "dice", "points", "made"), EXAMPLES)
def test_the_examples_of_the_field(key: str, box: str, dice: str, points: int, made: bool) -> None:
    game = rules.rule_set(key)
    assert _scored(game, game.box(box), dice, 3) == (points, made)


HOUSE: list[tuple[str, dict[str, object], str, str, tuple[int, int]]] = [
    # game, house rules, box, dice, points on the first throw and later
    ("classic", {}, "poker", "66666", (110, 80)),
    ("classic", {"double_poker_bonus": True}, "poker", "66666", (160, 80)),
    ("classic", {"poker_bonus": 300}, "poker", "11111", (310, 305)),
    ("classic", {"poker_points": 40}, "poker", "11111", (130, 90)),
    ("classic", {"poker_points": 0, "poker_bonus": 0}, "poker", "11111", (0, 0)),
    ("classic", {"first_throw_multiplier": 1}, "poker", "66666", (80, 80)),
    ("classic", {"double_school": True}, "ones", "23456", (-6, -3)),
    ("classic", {"double_school": True}, "sixes", "66666", (24, 12)),
    ("classic", {"double_school": True, "first_throw_multiplier": 1}, "sixes", "66666", (12, 12)),
    ("classic", {"double_chance": True}, "chance", "66666", (60, 30)),
    ("classic", {"two_pairs_bonus": 50}, "two_pairs", "33551", (82, 66)),
    ("classic", {"two_pairs_from_four_alike": True}, "two_pairs", "55551", (40, 20)),
    ("classic", {"two_pairs_from_four_alike": True}, "two_pairs", "55555", (40, 20)),
    ("classic", {"two_pairs_from_four_alike": True}, "two_pairs", "55566", (44, 22)),
    ("classic", {"full_house_from_five_alike": True}, "full_house", "33333", (30, 15)),
    ("duel", {"full_house_from_five_alike": True}, "full_house", "33333", (25, 25)),
    ("classic", {"full_house_bonus": 10}, "full_house", "33322", (36, 23)),
    ("classic", {"full_house_points": 25}, "full_house", "33322", (50, 25)),
    ("classic", {"four_of_a_kind_bonus": 30}, "four_of_a_kind", "44442", (62, 46)),
    ("classic", {"four_of_a_kind_sums_all": True}, "four_of_a_kind", "44442", (36, 18)),
    ("classic", {"three_of_a_kind_sums_all": True}, "three_of_a_kind", "44412", (30, 15)),
    ("thirteen", {"three_of_a_kind_sums_all": False}, "three_of_a_kind", "44412", (12, 12)),
    ("classic", {"small_straight": "four"}, "small_straight", "13456", (36, 18)),
    ("classic", {"small_straight": "four"}, "large_straight", "12345", (30, 15)),
    ("even-odd", {"small_straight": "five"}, "small_straight", "23456", (0, 0)),
    ("even-odd", {"small_straight": "five"}, "large_straight", "12345", (0, 0)),
    ("even-odd", {"small_straight_sums_all": True}, "small_straight", "12346", (32, 16)),
    ("even-odd", {"small_straight_points": 30}, "small_straight", "12346", (60, 30)),
    (
        "even-odd",
        {"small_straight_points": 30, "small_straight_sums_all": True},
        "small_straight",
        "12346",
        (60, 30),
    ),
    ("even-odd", {"large_straight_points": 0}, "large_straight", "12345", (0, 0)),
    ("free-choice", {"small_straight_points": None}, "small_straight", "12346", (10, 10)),
    ("free-choice", {"first_throw_multiplier": 2}, "poker", "11111", (100, 50)),
    ("free-choice", {"poker_points": None, "poker_bonus": 7}, "poker", "11111", (12, 12)),
    ("minus-twenty", {"unplayed_school": 0}, "ones", "23456", (0, 0)),
    (
        "minus-twenty",
        {"double_school": True, "first_throw_multiplier": 2},
        "ones",
        "23456",
        (-40, -20),
    ),
    ("saved-throws", {"first_throw_multiplier": 2}, "four_of_a_kind", "44442", (62, 46)),
]


@pytest.mark.parametrize(("key", "house", "box", "dice", "points"), HOUSE)
def test_the_house_s_own_rules(
    key: str, house: dict[str, object], box: str, dice: str, points: tuple[int, int]
) -> None:
    game = rules.rule_set(key, house)
    found = [rules.score(game, game.box(box), rules.parse_dice(dice), n).points for n in (1, 2, 3)]
    assert found == [points[0], points[1], points[1]]


# The best sheets of rules.md §2, which the code has to find by itself.
PUBLISHED = {
    "classic": 510,
    "even-odd": 626,
    "free-choice": 344,
    "minus-twenty": 336,
    "duel": 310,
    "thirteen": 340,
    "six-dice": 384,
}


@pytest.mark.parametrize(("key", "most"), PUBLISHED.items())
def test_the_best_possible_sheet(key: str, most: int) -> None:
    """Over every school sum that can be reached, since the bonus depends on the sum."""
    game = rules.rule_set(key)
    sums = {0}
    second = 0
    for box in game.boxes:
        if box.series is rules.Series.SCHOOL:
            sums = {so_far + points for so_far in sums for points in rules.reachable(game, box)}
        elif box.series is rules.Series.COMBINATIONS:
            second += max(rules.reachable(game, box))
    house = game.options
    school = max(s + (house.school_bonus if s >= house.school_bonus_from else 0) for s in sums)
    assert school + second == most


@pytest.mark.parametrize(("key", "most"), PUBLISHED.items())
def test_the_best_possible_sheet_can_be_played(key: str, most: int) -> None:
    game = rules.rule_set(key)
    players = ["А", "Б", "В"][: max(2, game.fewest)]
    played = rules.begin(game, players)
    for box in game.boxes:
        if box.series is rules.Series.EXTRA:
            continue
        dice = max(_rolls(game.dice), key=lambda d: _scored_of(game, box, d))
        for player in players:
            played = rules.apply(played, rules.Turn(player, rules.Kind.DICE, box.key, dice, 1))
    assert {figures.total for figures in rules.result(played).figures.values()} == {most}
    assert played.over


def _rolls(how_many: int) -> list[str]:
    rolls = list(golden.ROLLS)
    return [d + str(f) for d in rolls for f in range(int(d[-1]), 7)] if how_many == 6 else rolls


def _scored_of(game: rules.RuleSet, box: rules.Box, dice: str) -> tuple[bool, int]:
    found = rules.score(game, box, rules.parse_dice(dice, game.dice), 1)
    return found.made, found.points


@pytest.mark.parametrize("key", [*golden.GAMES, "six-dice"])
def test_what_is_reachable_is_what_some_dice_bring(key: str) -> None:
    game = rules.rule_set(key)
    for box in game.boxes:
        if box.series is rules.Series.EXTRA:
            assert rules.reachable(game, box) == {50: True}
            continue
        brought: dict[int, bool] = {}
        for dice in _rolls(game.dice):
            for throws in (1, 3):
                found = rules.score(game, box, rules.parse_dice(dice, game.dice), throws)
                brought[found.points] = brought.get(found.points, False) or found.made
        assert dict(rules.reachable(game, box)) == brought
        assert (SCHOOL.index(box.key) + 1 if box.face else None) == box.face


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ("fives", [-15, -10, -5, 0, 5, 10]),
        ("pair", [0, 2, 4, 6, 8, 10, 12, 16, 20, 24]),
        ("small_straight", [0, 15, 30]),
        ("poker", [0, 55, 60, 65, 70, 75, 80, 90, 100, 110]),
        ("chance", list(range(5, 31))),
    ],
)
def test_what_may_be_copied_from_paper_in_classic(box: str, points: list[int]) -> None:
    game = rules.rule_set("classic")
    assert list(rules.enterable(game, game.box(box))) == points


def test_with_a_bank_only_what_is_made_may_be_copied() -> None:
    game = rules.rule_set("saved-throws")
    assert rules.enterable(game, game.box("ones")) == (0,)
    assert rules.enterable(game, game.box("small_straight")) == (15,)
