"""Settlement, places and who pays whom (rules.md §4)."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from tests.rules.command_line import answer, run, said
from tests.rules.turns import made, paper, replayed

MODES = ("mean", "difference", "pot", "none")


def named(*totals: int) -> dict[str, int]:
    return {f"P{seat}": total for seat, total in enumerate(totals)}


def pays(*totals: int, mode: str = "mean", stake: str = "1", unit: str = "1") -> list[str]:
    found = answer("settle", totals=named(*totals), mode=mode, stake=stake, unit=unit)
    return list(found["pays"].values())


def test_the_example_of_the_rules() -> None:
    found = answer("settle", totals=named(250, 200, 151), mode="mean")
    assert list(found["exact"].values()) == ["149/3", "-1/3", "-148/3"]
    assert list(found["shown"].values()) == ["49.67", "-0.33", "-49.33"]
    assert list(found["pays"].values()) == ["50", "0", "-50"]


@pytest.mark.parametrize(
    ("totals", "stake", "unit", "expected"),
    [
        ((210, 198, 177), "1", "1", ["15", "3", "-18"]),
        ((198, 198), "1", "1", ["0", "0"]),
        ((198, 197), "1", "1", ["1", "-1"]),  # equal fractions: the higher total
        ((197, 198), "1", "1", ["-1", "1"]),
        ((1, 0, 0, 0), "1", "1", ["1", "0", "0", "-1"]),
        ((2, 0, 0, 0, 0), "1", "1", ["2", "0", "0", "-1", "-1"]),  # the earlier seat
        ((0, 0, 0, 2, 0), "1", "1", ["0", "0", "-1", "2", "-1"]),
        ((5, 0), "0.10", "0.01", ["0.25", "-0.25"]),
        ((5, 0), "0.10", "1", ["0", "0"]),
        ((10, 0), "0.10", "1", ["1", "-1"]),
        ((250, 200, 151), "0.10", "0.01", ["4.97", "-0.03", "-4.94"]),
        ((7, 0), "1", "5", ["5", "-5"]),
        ((7, 0), "3", "0.50", ["10.50", "-10.50"]),
        ((-7, -120, 0), "1", "1", ["35", "-78", "43"]),
    ],
)
def test_money_is_rounded_to_the_unit_and_adds_to_zero(
    totals: tuple[int, ...], stake: str, unit: str, expected: list[str]
) -> None:
    assert pays(*totals, stake=stake, unit=unit) == expected


def test_the_other_ways_to_settle() -> None:
    assert pays(231, 198, mode="difference", stake="5") == ["165", "-165"]
    assert pays(3, 2, 1, mode="difference") == ["3", "0", "-3"]
    assert pays(3, 2, 1, mode="pot", stake="10") == ["20", "-10", "-10"]
    assert pays(3, 2, 1, mode="none") == ["0", "0", "0"]
    assert pays(-3, -2, mode="pot", stake="0.25", unit="0.25") == ["-0.25", "0.25"]
    found = answer("settle", totals=named(3, 3, 1), mode="pot")
    assert said(found) == ("not_allowed", None)
    assert "P0, P1" in found["error"]["message"]
    assert "error" not in answer("settle", totals=named(3, 1, 1), mode="pot")


def test_totals_of_any_size_are_settled() -> None:
    line = '{"totals": {"A": 1%s, "B": 0, "C": 0}, "mode": "difference"}' % ("0" * 4400)
    done = run("settle", [line])
    assert done.answers[0]["pays"] == {
        "A": "2" + "0" * 4400,
        "B": "-1" + "0" * 4400,
        "C": "-1" + "0" * 4400,
    }


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(1, 200), "0.01"),
        (Fraction(-1, 200), "-0.01"),
        (Fraction(1, 201), "0.00"),
        (Fraction(-1, 201), "0.00"),
        (Fraction(0), "0.00"),
        (Fraction(25, 10), "2.50"),
        (Fraction(-2, 3), "-0.67"),
        (Fraction(1999, 200), "10.00"),
        (Fraction(-120), "-120.00"),
    ],
)
def test_two_decimals_halves_away_from_zero(value: Fraction, expected: str) -> None:
    assert rules.two_decimals(value) == expected


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((210, 198, 198, 150), [1, 2, 2, 4]),
        ((150, 198, 210, 198), [4, 2, 1, 2]),
        ((200, 200, 200), [1, 1, 1]),
        ((0, -7, 0), [1, 3, 1]),
        ((), []),
    ],
)
def test_places(totals: tuple[int, ...], expected: list[int]) -> None:
    assert list(rules.places(named(*totals)).values()) == expected


MONEY = st.sampled_from(["1", "0.10", "0.01", "5", "2.5", "0.3333", "1000", "7.77"])


@given(
    st.lists(st.integers(-500, 700), min_size=2, max_size=12), st.sampled_from(MODES), MONEY, MONEY
)
def test_every_settlement_adds_to_zero_and_stays_near(
    totals: list[int], mode: str, stake: str, unit: str
) -> None:
    if mode == "pot" and totals.count(max(totals)) > 1:
        with pytest.raises(rules.RuleError):
            rules.settle(named(*totals), mode, stake, unit)
        return
    found = rules.settle(named(*totals), mode, stake, unit)
    assert sum(found.exact.values()) == 0
    assert sum(found.pays.values()) == 0
    for player, exact in found.exact.items():
        paid = Fraction(found.pays[player])
        assert (paid / Fraction(unit)).denominator == 1
        assert abs(paid - exact) < Fraction(unit)
        assert not str(found.pays[player]).strip("-0.") or paid
        if (exact / Fraction(unit)).denominator == 1:
            assert paid == exact
        assert found.shown(player) != "-0.00"


@given(st.lists(st.integers(-500, 700), min_size=2, max_size=12))
def test_who_pays_whom_settles_everything(totals: list[int]) -> None:
    settled = rules.settle(named(*totals), "mean", "0.10", "0.01")
    made_of = rules.payments(settled.pays)
    balance = dict.fromkeys(settled.pays, Decimal(0))
    for payment in made_of:
        assert payment.amount > 0
        balance[payment.payer] -= payment.amount
        balance[payment.receiver] += payment.amount
    assert balance == settled.pays
    assert (
        len(made_of) < max(1, sum(amount != 0 for amount in settled.pays.values())) or not made_of
    )


def test_a_game_is_settled_as_the_house_says() -> None:
    turns = [paper("А", "sixes", 12), paper("Б", "ones", -3), paper("В", "ones", 0)]

    def exact(**options: str) -> dict[str, str]:
        found = replayed("classic", "АБВ", *turns, options=options)["settlement"]["exact"]
        assert isinstance(found, dict)
        return found

    assert exact() == {"А": "9", "Б": "-6", "В": "-3"}
    assert exact(stake="0.5") == {"А": "9/2", "Б": "-3", "В": "-3/2"}
    assert exact(settlement="difference") == {"А": "27", "Б": "-18", "В": "-9"}
    assert exact(settlement="pot", stake="10") == {"А": "20", "Б": "-10", "В": "-10"}
    assert exact(settlement="none") == {"А": "0", "Б": "0", "В": "0"}


def test_a_pot_is_not_settled_while_it_is_tied() -> None:
    pot = {"settlement": "pot"}
    assert replayed("classic", "АБ", options=pot)["settlement"] is None
    found = replayed("classic", "АБ", made("А", "ones"), made("Б", "twos"), options=pot)
    assert found["settlement"] is None
    found = replayed("classic", "АБ", made("А", "ones"), paper("Б", "twos", 2), options=pot)
    assert found["settlement"]["pays"] == {"А": "-1", "Б": "1"}
