"""Settlement: what each player wins or loses, exactly, and as money (rules.md §4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact
from fractions import Fraction

from rules.errors import Code, RuleError
from rules.options import check_value
from rules.text import Text

# Money is never rounded on the way: more digits than stakes and games can have, or an error.
_EXACTLY = Context(prec=1000, traps=[Inexact])


def add_money(first: Decimal, second: Decimal) -> Decimal:
    """The exact sum of two amounts of money."""
    return _EXACTLY.add(first, second)


@dataclass(frozen=True, slots=True)
class Settlement:
    """Three readings of one result a player, each summing to zero as far as it can.

    ``exact``: the result times the stake · ``pays``: money, a multiple of the unit, sums to 0.
    """

    exact: Mapping[str, Fraction]
    pays: Mapping[str, Decimal]

    def shown(self, player: str) -> str:
        """The result with two decimals, halves away from zero, never −0.00: "-0.03"."""
        return two_decimals(self.exact[player])


def two_decimals(value: Fraction) -> str:
    """``value`` with two decimals, halves away from zero, and no minus before 0.00."""
    hundredths = (abs(value) * 200 + 1) // 2
    sign = "-" if value < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


def settle(totals: Mapping[str, int], mode: str, stake: str = "1", unit: str = "1") -> Settlement:
    """What each player wins (+) or loses (−).

    ``totals``: player → points, in seat order · ``mode``: mean, difference, pot or none ·
    ``stake``: money a point (pot: a hand) · ``unit``: the smallest money unit, both as decimal
    strings. Raises RuleError ``bad_input`` for a wrong value and ``not_allowed`` where a pot has
    two highest totals: they play on.
    """
    check_value("settlement", mode)
    check_value("stake", stake)
    check_value("unit", unit)
    worth = Fraction(stake)
    exact = {player: share * worth for player, share in _shares(totals, mode).items()}
    return Settlement(exact, _rounded(exact, totals, Decimal(unit)))


def _shares(totals: Mapping[str, int], mode: str) -> dict[str, Fraction]:
    if not totals or mode == "none":
        return dict.fromkeys(totals, Fraction(0))
    everything = sum(totals.values())
    players = len(totals)
    if mode == "mean":
        return {p: Fraction(own * players - everything, players) for p, own in totals.items()}
    if mode == "difference":
        return {p: Fraction(own * players - everything) for p, own in totals.items()}
    highest = max(totals.values())
    winners = [player for player, own in totals.items() if own == highest]
    if len(winners) > 1:
        raise RuleError(
            Code.NOT_ALLOWED,
            Text(
                "Банк не делится: {players} равны и играют ещё.",
                "The pot is never split: {players} are equal and play on.",
            ).filled(players=", ".join(winners)),
        )
    return {p: Fraction(players - 1 if p == winners[0] else -1) for p in totals}


def _rounded(
    exact: Mapping[str, Fraction], totals: Mapping[str, int], unit: Decimal
) -> dict[str, Decimal]:
    """Floor to the unit; the missing units go to the largest fractions, then the higher total,
    then the earlier seat."""
    size = Fraction(unit)
    units = {player: share // size for player, share in exact.items()}
    seats = {player: seat for seat, player in enumerate(exact)}
    by_claim = sorted(exact, key=lambda p: (units[p] - exact[p] / size, -totals[p], seats[p]))
    for player in by_claim[: -sum(units.values())]:
        units[player] += 1
    return {player: _money(units[player], unit) for player in exact}


def _money(units: int, unit: Decimal) -> Decimal:
    """``units`` × ``unit`` with the unit's decimals, of any length."""
    sign, digits, exponent = unit.as_tuple()
    assert isinstance(exponent, int)
    assert sign == 0
    whole = units * int("".join(map(str, digits)))
    return Decimal((int(whole < 0), tuple(map(int, str(abs(whole)))), exponent))


def places(totals: Mapping[str, int]) -> dict[str, int]:
    """Player → place by total, the same for equals: 210, 198, 198, 150 are 1, 2, 2, 4."""
    return {
        player: 1 + sum(other > own for other in totals.values()) for player, own in totals.items()
    }
