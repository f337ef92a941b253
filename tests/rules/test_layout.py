"""The columns of a sheet (rules.md §2): one list for page, print and workbook."""

import pytest

import rules


def printed(key: str, **house: object) -> list[str]:
    return [c.key for c in rules.columns(rules.rule_set(key, house)) if c.printed]


@pytest.mark.parametrize(
    ("key", "how_many"),
    [
        ("classic", 17),
        ("even-odd", 19),
        ("saved-throws", 18),
        ("free-choice", 17),
        ("minus-twenty", 19),
        ("duel", 14),
        ("thirteen", 15),
        ("six-dice", 15),
        ("showdown", 0),
    ],
)
def test_how_many_columns_are_printed(key: str, how_many: int) -> None:
    assert len(printed(key)) == how_many


def test_classic_is_school_subtotal_combinations_total() -> None:
    boxes = [box.key for box in rules.rule_set("classic").boxes]
    assert printed("classic") == [*boxes[:6], "subtotal", *boxes[6:], "total"]


def test_a_race_has_its_end_count_and_no_subtotal() -> None:
    assert printed("saved-throws")[-3:] == ["throw_points", "unfinished", "total"]
    assert "subtotal" not in printed("saved-throws")


def test_saved_throws_are_a_column_only_where_they_are_worth_points() -> None:
    assert "throw_points" not in printed("six-dice")
    assert printed("six-dice", saved_throw_points=5)[-2:] == ["throw_points", "total"]


def test_sum_and_bonus_of_the_school_are_figures_of_their_own_where_there_is_a_bonus() -> None:
    def beside(key: str, **house: object) -> list[str]:
        return [c.key for c in rules.columns(rules.rule_set(key, house)) if not c.printed]

    assert beside("classic") == ["school", "bonus"]
    assert beside("classic", school_bonus=0) == []
    assert beside("classic", school_bonus=0, negative_school=-50) == ["school", "bonus"]
    assert beside("thirteen") == []
    assert beside("thirteen", school_bonus=35) == ["school", "bonus"]


@pytest.mark.parametrize("key", list(rules.RULE_SETS))
def test_every_box_is_a_column_and_every_column_is_named(key: str) -> None:
    game = rules.rule_set(key)
    columns = rules.columns(game)
    assert [c.box for c in columns if c.box] == list(game.boxes)
    assert len({c.key for c in columns}) == len(columns)
    for column in columns:
        for text in (column.name, column.short):
            assert text.ru
            assert text.en
        assert len(column.short.ru) <= 12
        assert (column.box is not None) == (column.figure is rules.Figure.BOX)
    for language in ("ru", "en"):
        names = [c.name.in_language(language) for c in columns]
        assert len(set(names)) == len(names)
