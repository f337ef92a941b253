"""A list of hands as a printed table: deal by deal, one line a hand."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from .fonts import Face, fitted
from .report import DealtHand, HandsReport
from .results import Entry
from .wording import won_or_lost

_SHARES = (12, 40, 26, 50, 12, 20, 22)
_OF_MONEY = 2
"""The last columns, which a blitz does without: it only orders (rules.md §2.9)."""
_HIGH = {True: 9.0, False: 5.6}
"""Height of a line, millimetres: for handwriting, and printed."""


@dataclass(frozen=True, slots=True)
class HandTable:
    """Widths in millimetres, headings, deals as tuples of rows, height of a row."""

    columns: tuple[float, ...]
    heads: tuple[Entry, ...]
    deals: tuple[tuple[tuple[Entry, ...], ...], ...]
    row_high: float

    @property
    def wide(self) -> float:
        return sum(self.columns)


def hand_table(report: HandsReport, wide: float) -> HandTable:
    """The list of ``report`` on a page ``wide`` millimetres across, under its language."""
    kept = len(_SHARES) - (_OF_MONEY if report.blitz else 0)
    columns = tuple(wide * share / sum(_SHARES[:kept]) for share in _SHARES[:kept])
    heads = (
        Entry(_("Attempt") if report.blitz else _("Deal")),
        Entry(_("Player")),
        Entry(_("Dice")),
        Entry(_("Hand")),
        Entry(_("Place"), "right"),
        Entry(_("Pot"), "right"),
        Entry(_("Balance"), "right"),
    )
    blank = not report.deals
    if blank:
        hands = tuple(DealtHand(name) for name in report.players)
        deals = [(str(number), hands) for number in range(1, report.blank_deals + 1)]
    else:
        deals = [(deal.title, deal.hands) for deal in report.deals]
    rows = tuple(
        tuple(
            _row(report, title if at == 0 else "", hand, columns, _HIGH[blank])[:kept]
            for at, hand in enumerate(hands)
        )
        for title, hands in deals
    )
    return HandTable(columns, heads[:kept], rows, _HIGH[blank])


def _row(
    report: HandsReport, title: str, hand: DealtHand, columns: tuple[float, ...], high: float
) -> tuple[Entry, ...]:
    language = report.language
    won = "" if hand.won is None else won_or_lost(f"{hand.won:f}", language)
    balance = "" if hand.balance is None else won_or_lost(f"{hand.balance:f}", language)
    return (
        _fit(title, "strong", columns[0], high),
        _fit(hand.player, "name", columns[1], high),
        Entry(" ".join(map(str, hand.dice))),
        _fit(hand.name, "", columns[3], high),
        Entry("" if hand.place is None else str(hand.place), "right"),
        Entry(won, "right"),
        Entry(balance, "right strong"),
    )


def _fit(text: str, align: str, wide: float, high: float) -> Entry:
    found = fitted(text, Face.SANS_BOLD, wide - 2, high - 0.6, largest=9.5)
    return Entry(text, align, found.size, found.leading)
