"""What only a finished sheet on paper says: throws saved at the end, points poured into a box."""

import pytest

import rules
from rules import Code, Kind, RuleError, Turn


def copied(key: str) -> rules.Game:
    ruleset = rules.rule_set(key)
    return rules.begin(ruleset, tuple("АБВ"[: max(2, ruleset.fewest)]), copied=True)


def refusal(game: rules.Game, turn: Turn) -> Code:
    with pytest.raises(RuleError) as refused:
        rules.apply(game, turn)
    return refused.value.code


def test_throws_saved_at_the_end_replace_the_bank() -> None:
    game = rules.apply(copied("saved-throws"), Turn("А", Kind.BANK, points=7))
    assert game.sheet("А").bank == 7
    assert game.sheet("Б").bank == 0
    assert rules.apply(game, Turn("А", Kind.BANK, points=2)).sheet("А").bank == 2


def test_a_box_takes_what_was_poured_against_what_was_made() -> None:
    made = rules.apply(copied("six-dice"), Turn("А", Kind.POINTS, "ones", points=25))
    game = rules.apply(made, Turn("А", Kind.POURED, "ones", points=30))
    mark = game.sheet("А").marks[0]
    assert mark == rules.Mark(-5, made=True, poured=30)
    missed = rules.apply(made, Turn("Б", Kind.POURED, "ones", points=30)).sheet("Б").marks[0]
    assert missed == rules.Mark(-30, made=False, poured=30)
    assert refusal(game, Turn("А", Kind.POURED, "ones", points=20)) is Code.BOX_TAKEN


def test_the_last_box_filled_this_way_ends_the_game() -> None:
    game = copied("six-dice")
    for player in "АБВ":
        for box in game.rules.boxes:
            if box.series is not rules.Series.EXTRA:
                points = rules.enterable(game.rules, box)[-1]
                game = rules.apply(game, Turn(player, Kind.POURED, box.key, points=points))
    assert game.over


@pytest.mark.parametrize(
    ("key", "turn", "code"),
    [
        ("classic", Turn("А", Kind.BANK, points=1), Code.NOT_ALLOWED),
        ("saved-throws", Turn("А", Kind.POURED, "ones", points=0), Code.NOT_ALLOWED),
        ("saved-throws", Turn("А", Kind.BANK, points=-1), Code.BAD_INPUT),
        ("saved-throws", Turn("А", Kind.BANK), Code.BAD_INPUT),
        ("six-dice", Turn("А", Kind.POURED, "ones", points=21), Code.UNREACHABLE_POINTS),
        ("six-dice", Turn("А", Kind.POURED, "miser", points=50), Code.UNREACHABLE_POINTS),
        ("six-dice", Turn("А", Kind.POURED, "nothing", points=20), Code.UNKNOWN_CATEGORY),
    ],
)
def test_what_is_impossible(key: str, turn: Turn, code: Code) -> None:
    assert refusal(copied(key), turn) is code


def test_at_the_table_nobody_writes_so() -> None:
    game = rules.begin(rules.rule_set("saved-throws"), ("А", "Б"))
    assert refusal(game, Turn("А", Kind.BANK, points=7)) is Code.NOT_ALLOWED
