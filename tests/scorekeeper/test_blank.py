"""The form of a blank sheet: anybody's, and refused at the field."""

import pytest
from django.test import Client

import rules

from .pages import forms, html, text

pytestmark = pytest.mark.thorough

BLANK = "/blank/"
USUAL = {"rule_set": "classic", "players": "4", "direction": "rows", "paper": "A4"}
PDF, XLSX = "application/pdf", "spreadsheetml.sheet"


def test_the_page_asks_what_to_print(anonymous: Client) -> None:
    page = anonymous.get(BLANK)
    asked = next(one for one in forms(page) if "rule_set" in one.data)
    assert asked.method == "get"
    assert asked.data["rule_set"] == ["classic"]
    assert asked.data["players"] == ["4"]


@pytest.mark.parametrize("key", ["classic", "six-dice", "showdown"])
@pytest.mark.parametrize(("wanted", "kind"), [("pdf", PDF), ("xlsx", XLSX)])
def test_it_is_downloaded(anonymous: Client, key: str, wanted: str, kind: str) -> None:
    players = str(max(3, rules.RULE_SETS[key].fewest))
    answer = anonymous.get(BLANK, {"as": wanted, "rule_set": key, "players": players})
    assert answer.status_code == 200
    assert kind in answer.headers["Content-Type"]
    assert answer.headers["Content-Disposition"].startswith("attachment")


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("players", "0"),
        ("players", "13"),
        ("players", "x"),
        ("players", "1_0"),
        ("players", "²"),
        ("players", "1.5"),
        ("players", "9" * 5000),
        ("players", "\x00"),
        ("players", ""),
        ("rule_set", "backgammon"),
        ("rule_set", "\x00"),
        ("direction", "sideways"),
        ("paper", "A0"),
        ("orientation", "upside down"),
    ],
)
@pytest.mark.parametrize("wanted", ["pdf", "xlsx"])
def test_what_cannot_be_printed_is_said_at_its_field(
    anonymous: Client, name: str, typed: str, wanted: str
) -> None:
    answer = anonymous.get(BLANK, {"as": wanted, **USUAL, name: typed})
    assert answer.status_code == 422
    assert f'id="id_{name}_error"' in html(answer)


def test_choosing_a_game_fills_the_form(anonymous: Client) -> None:
    page = anonymous.get(BLANK, {"as": "choose", "rule_set": "duel"})
    asked = next(one for one in forms(page) if "rule_set" in one.data)
    assert page.status_code == 200
    assert asked.data["rule_set"] == ["duel"]
    assert "field-error" not in html(page)


@pytest.mark.parametrize("wanted", ["x", "\x00", "9" * 5000])
def test_any_other_wish_is_the_page(anonymous: Client, wanted: str) -> None:
    assert "Blank sheets" in text(anonymous.get(BLANK, {"as": wanted}))
