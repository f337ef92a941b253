"""Why a box scored what it did (rules.md §2, §5), and how a number is written."""

import pytest

import rules
from tests.rules.test_scores import HOUSE


def said(key: str, box: str, dice: str, throws: int = 3, **house: object) -> tuple[str, str]:
    game = rules.rule_set(key, house)
    found = rules.score(game, game.box(box), rules.parse_dice(dice, game.dice), throws)
    struck = game.box(box).series is rules.Series.COMBINATIONS and not found.made
    thrown = rules.parse_dice(dice, game.dice)
    mark = rules.Mark(found.points, found.made, struck, thrown, throws)
    text = rules.explain(game, game.box(box), mark)
    return text.ru, text.en


@pytest.mark.parametrize(
    ("key", "box", "dice", "throws", "ru", "en"),
    [
        (
            *("classic", "two_pairs", "33661", 1),
            "3 3 6 6 1: две пары, 18, с первого броска ×2 = 36",
            "3 3 6 6 1: two pairs, 18, first throw ×2 = 36",
        ),
        (
            *("classic", "poker", "55555", 1),
            "5 5 5 5 5: покер, 25, с первого броска ×2 + 50 = 100",
            "5 5 5 5 5: poker, 25, first throw ×2 + 50 = 100",
        ),
        (
            *("saved-throws", "four_of_a_kind", "44442", 3),
            "4 4 4 4 2: каре, 16 + 30 = 46",
            "4 4 4 4 2: four of a kind, 16 + 30 = 46",
        ),
        (
            *("classic", "fives", "55123", 3),
            "5 5 1 2 3: пятёрки: 2, −5",
            "5 5 1 2 3: fives: 2, −5",
        ),
        ("classic", "chance", "66666", 1, "6 6 6 6 6: шанс, 30", "6 6 6 6 6: chance, 30"),
        (
            *("classic", "full_house", "33333", 2),
            "3 3 3 3 3: фул — прочерк",
            "3 3 3 3 3: no full house, struck",
        ),
        (
            *("minus-twenty", "ones", "11234", 3),
            "1 1 2 3 4: единицы: 2, −20",
            "1 1 2 3 4: ones: 2, −20",
        ),
    ],
)
def test_a_box_explains_itself(
    key: str, box: str, dice: str, throws: int, ru: str, en: str
) -> None:
    assert said(key, box, dice, throws) == (ru, en)


@pytest.mark.parametrize(("key", "house", "box", "dice", "points"), HOUSE)
def test_every_explanation_ends_in_the_points(
    key: str, house: dict[str, object], box: str, dice: str, points: tuple[int, int]
) -> None:
    for throws, brought in zip((1, 3), points, strict=True):
        for text in said(key, box, dice, throws, **house):
            assert text.endswith((f" {rules.signed(brought)}", "struck", "прочерк"))


def test_what_has_no_dice_explains_itself_too() -> None:
    game = rules.rule_set("classic")
    paper = rules.explain(game, game.box("fives"), rules.Mark(-5, made=False))
    assert paper == rules.Text("−5 без костей", "−5, no dice entered")
    struck = rules.explain(game, game.box("pair"), rules.Mark(0, made=False, struck=True))
    assert struck == rules.Text("прочерк", "struck")


def test_misers_and_pours_explain_themselves() -> None:
    game = rules.rule_set("six-dice")
    misers = rules.explain(game, game.box("miser"), rules.Mark(150, made=True, throws=2))
    assert misers == rules.Text("3 × 50", "3 × 50")
    answered = rules.Mark(-5, True, False, (5, 5, 5, 5, 1, 2), 3, poured=25)
    assert rules.explain(game, game.box("fives"), answered) == rules.Text(
        "5 5 5 5 1 2: пятёрки: 4, 20, влито 25, итого −5",
        "5 5 5 5 1 2: fives: 4, 20, 25 poured in, leaves −5",
    )
    missed = rules.Mark(-25, made=False, poured=25)
    assert rules.explain(game, game.box("fives"), missed) == rules.Text(
        "не сыграно в срок, влито 25, итого −25", "not made in time, 25 poured in, leaves −25"
    )
    paper = rules.Mark(-5, made=True, poured=25)
    assert rules.explain(game, game.box("fives"), paper) == rules.Text(
        "20 без костей, влито 25, итого −5", "20, no dice entered, 25 poured in, leaves −5"
    )


@pytest.mark.parametrize(
    ("language", "expected"),
    [("ru", "да"), ("ru-RU", "да"), ("en", "yes"), ("en-GB", "yes"), ("de", "yes"), ("rue", "yes")],
)
def test_a_text_in_a_language(language: str, expected: str) -> None:
    assert rules.Text("да", "yes").in_language(language) == expected


def test_braces_in_a_name_are_only_a_name() -> None:
    text = rules.Text("{name} ходит", "{name} plays").filled(name="{0}{name}")
    assert text == rules.Text("{0}{name} ходит", "{0}{name} plays")
    nested = rules.Text("«{box}»", "“{box}”").filled(box=rules.Text("Пара", "Pair"))
    assert nested == rules.Text("«Пара»", "“Pair”")
