"""Who pays whom: everybody has what is theirs, in as few payments as there can be."""

from decimal import Decimal
from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

import rules


def money(*amounts: str) -> dict[str, Decimal]:
    return {f"P{seat}": Decimal(amount) for seat, amount in enumerate(amounts)}


def written(pays: dict[str, Decimal]) -> list[str]:
    return [f"{one.payer} {one.receiver} {one.amount}" for one in rules.payments(pays)]


def most_groups(amounts: list[int]) -> int:
    """How many groups that add to zero there can be, by trying every way of grouping."""
    best = 0

    def place(at: int, groups: list[int]) -> None:
        nonlocal best
        if at == len(amounts):
            best = max(best, len(groups) if not any(groups) else 0)
            return
        for number in range(len(groups)):
            groups[number] += amounts[at]
            place(at + 1, groups)
            groups[number] -= amounts[at]
        place(at + 1, [*groups, amounts[at]])

    place(0, [])
    return best


def test_from_the_largest_debt_down() -> None:
    assert written(money("7", "-4", "-3")) == ["P1 P0 4", "P2 P0 3"]
    assert written(money("0", "0")) == []
    assert written({}) == []


def test_two_who_are_even_pay_each_other() -> None:
    # From the largest down alone it would be four: 6 to 6, then the rest criss-cross.
    found = written(money("6", "4", "-5", "-4", "-1"))
    assert found == ["P2 P0 5", "P4 P0 1", "P3 P1 4"]


def test_groups_that_are_even_pay_among_themselves() -> None:
    # 5 + 2 = 7 and 4 + 4 = 8: two groups of three, four payments instead of five.
    assert len(rules.payments(money("7", "8", "-5", "-2", "-4.50", "-3.50"))) == 4


def test_the_same_amount_written_otherwise_is_the_same() -> None:
    assert written(money("1.50", "-1.5")) == ["P1 P0 1.50"]


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_there_are_no_fewer_payments(some: list[int]) -> None:
    amounts = [*some, -sum(some)]
    pays = {f"P{seat}": Decimal(amount) for seat, amount in enumerate(amounts)}
    found = rules.payments(pays)
    balance = dict.fromkeys(pays, Decimal(0))
    for payment in found:
        assert payment.amount > 0
        balance[payment.payer] -= payment.amount
        balance[payment.receiver] += payment.amount
    assert balance == pays
    moved = [amount for amount in amounts if amount]
    assert len(found) == len(moved) - most_groups(moved)


def test_a_hall_is_settled_in_time() -> None:
    amounts = [3**at for at in range(13)]  # nobody is even with anybody: all are searched
    amounts.append(-sum(amounts))
    pays = {f"P{seat}": Decimal(amount) for seat, amount in enumerate(amounts)}
    hall = pays | {f"Q{seat}": Decimal(seat - 500) / 7 for seat in range(1001)}
    begun = perf_counter()
    found = rules.payments(hall)
    print(f"\n1015 people: {(perf_counter() - begun) * 1000:.0f} ms, {len(found)} payments")
    assert len(found) < len(hall)
    balance = dict.fromkeys(hall, Decimal(0))
    for payment in found:
        balance[payment.payer] = rules.add_money(balance[payment.payer], -payment.amount)
        balance[payment.receiver] = rules.add_money(balance[payment.receiver], payment.amount)
    assert balance == hall
