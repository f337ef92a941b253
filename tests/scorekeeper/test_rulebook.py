"""The page of a game: its examples are those that tables argue about."""

import pytest

import rules
from scorekeeper.reports.rulebook import rule_page


def examples(ruleset: str, box: str) -> dict[str, str]:
    """Dice → what they bring in a box, as the page of the game says it."""
    found = rules.RULE_SETS[ruleset]
    lines = rule_page(found, "en").boxes
    return dict(lines[found.index(box)].examples)


@pytest.mark.parametrize(
    ("ruleset", "box", "dice", "points"),
    [
        ("classic", "four_of_a_kind", "44442", "16"),
        ("thirteen", "four_of_a_kind", "44442", "18"),
        ("classic", "four_of_a_kind", "33333", "12"),
        ("classic", "full_house", "33333", "—"),
        ("duel", "full_house", "33333", "—"),
        ("classic", "threes", "33333", "6"),
        ("free-choice", "threes", "33333", "15"),
        ("classic", "two_pairs", "22444", "12"),
        ("classic", "two_pairs", "55551", "—"),
        ("classic", "small_straight", "12345", "15"),
        ("classic", "small_straight", "12334", "—"),
        ("classic", "small_straight", "23456", "—"),
        ("classic", "large_straight", "12345", "—"),
        ("even-odd", "small_straight", "12334", "10"),
        ("even-odd", "small_straight", "12346", "10"),
        ("even-odd", "small_straight", "13456", "18"),
        ("even-odd", "large_straight", "12345", "15"),
        ("six-dice", "flash", "444422", "20"),
    ],
)
def test_the_dice_that_tables_argue_about_are_answered(
    ruleset: str, box: str, dice: str, points: str
) -> None:
    assert examples(ruleset, box)[dice] == points


@pytest.mark.parametrize("ruleset", list(rules.RULE_SETS))
def test_no_box_has_more_examples_than_fit_and_a_miser_has_none(ruleset: str) -> None:
    lines = rule_page(rules.RULE_SETS[ruleset], "ru").boxes
    assert all(len(line.examples) <= 5 for line in lines)
    if ruleset == "six-dice":
        assert lines[-1].examples == ()
