"""Who pays whom after a game or an evening, in the fewest payments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rules.settlement import add_money

MOST_SEARCHED = 14
"""People among whom the fewest payments are searched for: each one more doubles the time."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment between two players, in money."""

    payer: str
    receiver: str
    amount: Decimal


def payments(pays: Mapping[str, Decimal]) -> tuple[Payment, ...]:
    """Who pays whom so that everybody has what is theirs, from the largest debt down.

    ``pays``: what each gets (+) or owes (−), zero in sum. A group whose money adds to zero needs
    one payment fewer than it has people, so the fewest payments are those of the most groups:
    found exactly where, beside those who owe just what another gets, at most 14 people are left;
    beyond that, one payment fewer than those people.
    """
    open_sums = {player: amount for player, amount in pays.items() if amount}
    groups = _even(open_sums)
    for player in {player for group in groups for player in group}:
        del open_sums[player]
    groups += _most_groups(list(open_sums), [Fraction(amount) for amount in open_sums.values()])
    groups.sort(key=lambda group: min(pays[player] for player in group))
    return tuple(payment for group in groups for payment in _within(group, pays))


def _even(pays: Mapping[str, Decimal]) -> list[list[str]]:
    """Two by two, those who owe just what another gets; no fewer payments are possible without."""
    waiting: dict[Decimal, list[str]] = {}
    found = []
    for player, amount in pays.items():
        others = waiting.get(amount.copy_negate())
        if others:
            found.append([others.pop(0), player])
        else:
            waiting.setdefault(amount, []).append(player)
    return found


def _most_groups(players: Sequence[str], sums: Sequence[Fraction]) -> list[list[str]]:
    """The people in as many groups as possible, each of which adds to zero."""
    if not players or len(players) > MOST_SEARCHED:
        return [list(players)] if players else []
    bits = [1 << at for at in range(len(players))]
    added = [Fraction(0)]
    for each in sums:  # the sum of every set of people, by the bits of its number
        added += [before + each for before in added]
    most = [0] * len(added)
    for chosen in range(1, len(added)):
        fewer = max(most[chosen ^ bit] for bit in bits if chosen & bit)
        most[chosen] = fewer + (added[chosen] == 0)
    groups: list[list[str]] = []
    chosen = len(added) - 1
    while chosen:
        even = added[chosen] == 0
        if even:
            groups.append([])
        at = next(
            at
            for at, bit in enumerate(bits)
            if chosen & bit and most[chosen ^ bit] == most[chosen] - even
        )
        groups[-1].append(players[at])
        chosen ^= bits[at]
    return [[player for player in players if player in group] for group in groups]


def _within(group: Sequence[str], pays: Mapping[str, Decimal]) -> list[Payment]:
    """The payments of one group: the largest debt to the largest claim, and so on."""
    owed = [(pays[player], player) for player in group if pays[player] > 0]
    owing = [(pays[player].copy_abs(), player) for player in group if pays[player] < 0]
    for side in (owed, owing):
        side.sort(key=lambda item: item[0], reverse=True)
    found: list[Payment] = []
    while owed and owing:
        (credit, receiver), (debt, payer) = owed[0], owing[0]
        amount = min(credit, debt)
        found.append(Payment(payer, receiver, amount))
        rest = add_money(credit, debt.copy_negate())
        owed[:1] = [(rest, receiver)] if rest > 0 else []
        owing[:1] = [(rest.copy_negate(), payer)] if rest < 0 else []
    return found
