"""Below a filled sheet: places, totals, settlement, and who pays whom."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

import rules

from .fonts import Face, fitted
from .report import SheetReport
from .wording import money, won_or_lost

ROW = 5.0
"""Height of the heading and, usually, of a row, millimetres."""

_HIGHER = (9.0, 7.0)
_SMALL = 7.0
"""A name in type below this gets a higher row, where the page has room: points."""

BETWEEN = 8.0
"""Space between the two tables, and ``ABOVE`` them."""

ABOVE = 4.0

_PADDING = 1.6


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell: its text, how it is aligned, and type in points where a name had to shrink."""

    text: str
    align: str = ""
    size: float = 0
    leading: float = 0


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table of results: widths, headings, rows, and how far it stands to the right.

    Widths and ``row``, the height of a row, in millimetres.
    """

    columns: tuple[float, ...]
    heads: tuple[Entry, ...]
    rows: tuple[tuple[Entry, ...], ...]
    left: float = 0
    row: float = ROW

    @property
    def wide(self) -> float:
        return sum(self.columns)

    @property
    def high(self) -> float:
        return ROW + self.row * len(self.rows)

    @property
    def has_small_names(self) -> bool:
        names = (entry for row in self.rows for entry in row if entry.align == "name")
        return any(entry.size < _SMALL for entry in names)


def result_tables(report: SheetReport, wide: float, row: float = ROW) -> list[ResultTable]:
    """The tables under a filled sheet, at most ``wide`` millimetres together; none for a blank.

    Call it under the report's language.
    """
    if report.game is None:
        return []
    result = rules.result(report.game)
    pays = payments(result, pays=report.pays)
    room = wide - BETWEEN - 1 if pays else wide - 1
    shares = _SHARES_OF_PLACES + (_SHARE_OF_PAIR if result.teams else 0)
    unit = min(room / (shares + (_SHARES_OF_PAYMENTS if pays else 0)), 1.45)
    places = _places(report, result, unit, row)
    if not pays:
        return [places]
    beside = _who_pays_whom(report, pays, unit, row)
    return [places, replace(beside, left=places.wide + BETWEEN)]


def with_readable_names(
    report: SheetReport, tables: list[ResultTable], wide: float, high: float
) -> list[ResultTable]:
    """The tables with higher rows, if names had to shrink and ``high`` millimetres have room."""
    if any(table.has_small_names for table in tables):
        for row in _HIGHER:
            found = result_tables(report, wide, row)
            if max(table.high for table in found) <= high:
                return found
    return tables


def pages_of(tables: Sequence[ResultTable], high: float) -> list[list[ResultTable]]:
    """The tables cut into pages of ``high`` millimetres, each with its headings."""
    row = max((table.row for table in tables), default=ROW)
    rows = max(1, int((high - ROW) // row))
    longest = max((len(table.rows) for table in tables), default=0)
    return [
        [
            replace(table, rows=table.rows[at : at + rows])
            for table in tables
            if table.rows[at : at + rows]
        ]
        for at in range(0, longest, rows)
    ]


_SHARES_OF_PLACES = 10 + 48 + 16 + 20 + 18
_SHARE_OF_PAIR = 18
_SHARES_OF_PAYMENTS = 38 + 38 + 18


def _places(report: SheetReport, result: rules.Result, unit: float, high: float) -> ResultTable:
    language, settled = report.language, result.settlement
    money_counts = report.rules.options.settlement != "none"
    heads = [(_("Place"), ""), (_("Player"), ""), (_("Total"), "right")]
    columns = [10 * unit, 48 * unit, 16 * unit]
    if money_counts:
        heads.append((_("Settlement"), "right"))
        columns.append(20 * unit)
        if report.pays:
            heads.append((_("Pays or gets"), "right"))
            columns.append(18 * unit)
    rows = []
    team_totals = {player: team.total for team in result.teams for player in team.players}
    if team_totals:
        heads.append((_("Pair's total"), "right"))
        columns.append(_SHARE_OF_PAIR * unit)
    for player in sorted(result.places, key=lambda p: result.places[p]):
        row = [
            Entry(str(result.places[player])),
            _name(report.players[int(player)], columns[1], high),
            Entry(rules.signed(result.figures[player].total), "right strong"),
        ]
        if money_counts:
            shown = won_or_lost(settled.shown(player), language) if settled else ""
            paid = won_or_lost(f"{settled.pays[player]:f}", language) if settled else ""
            row.append(Entry(shown, "right"))
            if report.pays:
                row.append(Entry(paid, "right strong"))
        if team_totals:
            row.append(Entry(rules.signed(team_totals[player]), "right strong"))
        rows.append(tuple(row))
    return ResultTable(tuple(columns), _heads(heads, columns), tuple(rows), row=high)


def payments(result: rules.Result, *, pays: bool = True) -> tuple[rules.Payment, ...]:
    """Who pays whom; nobody where ``pays`` says that the table does not, nor where pairs play."""
    settled = result.settlement
    return rules.payments(settled.pays) if settled and pays and not result.teams else ()


def _who_pays_whom(
    report: SheetReport, pays: Sequence[rules.Payment], unit: float, high: float
) -> ResultTable:
    columns = (38 * unit, 38 * unit, 18 * unit)
    heads = [(_("Who pays"), ""), (_("Whom"), ""), (_("How much"), "right")]
    rows = tuple(
        (
            _name(report.players[int(pay.payer)], columns[0], high),
            _name(report.players[int(pay.receiver)], columns[1], high),
            Entry(money(pay.amount, report.language), "right strong"),
        )
        for pay in pays
    )
    return ResultTable(columns, _heads(heads, columns), rows, row=high)


def _heads(heads: Sequence[tuple[str, str]], columns: Sequence[float]) -> tuple[Entry, ...]:
    """(text, how it is aligned) of each column, in type that fits it."""
    entries = []
    for (text, align), wide in zip(heads, columns, strict=True):
        found = fitted(text, Face.NARROW, wide - _PADDING, ROW - 0.4, largest=7.5)
        entries.append(Entry(text, align, found.size, found.leading))
    return tuple(entries)


def _name(name: str, wide: float, high: float) -> Entry:
    found = fitted(name, Face.NARROW, wide - _PADDING, high - 0.4, largest=9.5)
    return Entry(name, "name", found.size, found.leading)
