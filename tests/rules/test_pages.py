"""What the pages say about the games is what the code does (docs/rules, docs/scoring.md)."""

import doctest

import pytest

import rules
from tests.rules import pages
from tests.rules.command_line import ROOT

SCORING = ROOT / "docs" / "scoring.md"
PATHS = [*pages.pages().values(), SCORING]


@pytest.mark.parametrize("key", list(rules.RULE_SETS))
def test_the_tables_of_a_page_are_those_of_the_code(key: str) -> None:
    page = pages.pages()[key].read_text("utf-8")
    assert page == pages.written(key, page)
    assert pages.HOUSE in page
    assert f"(`{key}`)" in page.splitlines()[0]
    assert rules.RULE_SETS[key].name.ru in page.splitlines()[0]


@pytest.mark.parametrize("key", list(rules.RULE_SETS))
def test_a_page_names_every_box_and_option(key: str) -> None:
    page = pages.pages()[key].read_text("utf-8")
    game = rules.RULE_SETS[key]
    if game.boxes:
        assert pages.EXAMPLES in page
    assert [box.key for box in game.boxes if f"`{box.key}`" not in page] == []
    assert [option for option in game.option_keys if f"| `{option}` |" not in page] == []


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_examples_of_a_page_run(path: object) -> None:
    found = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert found.failed == 0


def test_every_page_is_known() -> None:
    assert {path.stem for path in pages.FOLDER.iterdir()} == set(rules.RULE_SETS)
    assert doctest.testfile(str(SCORING), module_relative=False, encoding="utf-8").attempted > 5
