"""One sheet in one worksheet: its columns, live formulas, the figures that its boxes take."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from django.utils import translation
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

import rules
from scorekeeper.exports.formulas import PLAYER, Formulas, Rows, decimals
from scorekeeper.exports.grid import has_pair_totals
from scorekeeper.exports.report import SheetReport
from scorekeeper.exports.wording import rules_in_force

from .cells import (
    BOLD,
    CENTRED,
    CLUB,
    HAIR,
    HEAD,
    HEADINGS,
    HEAVY,
    OPEN,
    POINTS,
    POURED,
    RESULT,
    SMALL,
    STRUCK,
    TINT,
    set_up,
    write_date,
    write_text,
)

IDENTITY = "pokernakostyah"
"""Stands above the cell of the hidden worksheet that says what game a workbook is."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a sheet's cells stand in its worksheet: column of each key, rows of the players."""

    letters: Mapping[str, str]
    rows: Rows


def places(report: SheetReport) -> Places:
    """The places of the sheet of ``report``, which do not depend on its language."""
    with translation.override(report.language):
        writer = SheetWriter(report, Workbook().worksheets[0], Workbook().worksheets[0])
        return Places(writer.letters, writer.rows)


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of the worksheet: ``formula`` makes its cells of a row, None: they are typed.

    ``part``: columns of one part share a frame · ``form``: number format.
    """

    key: str
    heading: str
    part: str
    form: str = POINTS
    width: float = 9.5
    formula: Callable[[int], str] | None = None
    tinted: bool = False
    hidden: bool = False


class SheetWriter:
    """Writes one sheet into one worksheet; used once."""

    def __init__(self, report: SheetReport, sheet: Worksheet, lists: Worksheet) -> None:
        self.report, self.rules = report, report.rules
        self.sheet, self.lists = sheet, lists
        self.lines = _lines(report)
        self.pairs = has_pair_totals(report)
        step = 2 if self.rules.pouring else 1
        first = HEADINGS + 1
        self.rows = Rows(first, first + step * len(self.lines) - 1, step)
        self.letters: dict[str, str] = {}
        self.formulas = Formulas(self.rules, self.letters, self.rows, "$B$5", _("yes"), self.pairs)
        self.columns = self._columns()
        for number, column in enumerate(self.columns, start=1):
            self.letters[column.key] = get_column_letter(number)

    def write(self, *, with_lists: bool) -> None:
        """``with_lists``: the hidden worksheet is empty yet."""
        self.with_lists = with_lists
        self._top()
        self._heading()
        for seat in range(len(self.lines)):
            self._line(seat)
        self._validation()
        self._below()
        self._printing()
        if self.report.game is None:
            self._identity()

    def _identity(self) -> None:
        """What a filled workbook is read back by: the game, its house rules, the lines."""
        known = {
            "rule_set": self.rules.key,
            "options": self.rules.house_rules(),
            "lines": len(self.lines),
            "pairs": self.pairs,
        }
        column = get_column_letter(len(self.rules.boxes) + 1)
        self.lists[f"{column}1"] = IDENTITY
        self.lists[f"{column}2"] = json.dumps(known)

    # What the columns are

    def _columns(self) -> list[_Column]:
        found = [_Column(PLAYER, _("Player"), "name", "@", 26)]
        for column in rules.columns(self.rules):
            total = column.figure is rules.Figure.TOTAL
            if self.rules.bank and column.group is rules.Group.TOTAL and "bank" not in _keys(found):
                found.append(_Column("bank", _("Saved throws"), "bank", width=10))
            found.append(self._of_layout(column))
            if total and self.pairs:
                found.append(_Column("team", _("Pair no."), "team", "0", 7))
                found.append(self._figure("team_total", _("Pair's total"), "team"))
        return found + self._results() + self._hidden()

    def _of_layout(self, column: rules.Column) -> _Column:
        heading = column.name.in_language(self.report.language)
        if column.box is None:
            if column.figure is rules.Figure.THROW_POINTS:
                heading = _("Points for throws")
            return self._figure(column.figure.value, heading, column.group.value)
        dash = self.rules.options.failed_mark == "dash" and not self.rules.bank
        struck = dash and column.box.series is rules.Series.COMBINATIONS
        form = STRUCK if struck else POINTS
        return _Column(column.key, heading, column.group.value, form)

    def _figure(
        self, key: str, heading: str, part: str, form: str = POINTS, *, hidden: bool = False
    ) -> _Column:
        return _Column(
            key,
            heading,
            part,
            form,
            width=11,
            formula=getattr(self.formulas, key),
            tinted=key in {"subtotal", "total", "team_total"},
            hidden=hidden,
        )

    def _results(self) -> list[_Column]:
        found = [self._figure("place", _("Place"), "results", "0")]
        if self.rules.options.settlement == "none":
            return found
        cents = decimals(Decimal(self.rules.options.unit))
        zero = f"0.{'0' * cents}" if cents else "0"
        found.append(self._figure("settlement", _("Settlement"), "results", RESULT))
        if self.report.pays:
            form = f'"+"{zero};"−"{zero};{zero}'
            found.append(self._figure("pays", _("Pays or gets"), "results", form))
        return found

    def _hidden(self) -> list[_Column]:
        keys = []
        if "pays" in _keys(self._results()):
            keys += ["units", "remainder"]
        if self.pairs:
            keys += ["weight", "weighted"]
        if self._ends():
            keys.append("filled")
        headings = {
            "units": _("units"),
            "remainder": _("remainder"),
            "weight": _("weight"),
            "weighted": _("weighted"),
            "filled": _("filled"),
        }
        return [self._figure(key, headings[key], "hidden", "General", hidden=True) for key in keys]

    def _ends(self) -> bool:
        """Whether there is an end count, so that the workbook must know when the game is over."""
        return any(c.figure is rules.Figure.THROW_POINTS for c in rules.columns(self.rules))

    # Writing

    def _top(self) -> None:
        report = self.report
        self.sheet["A1"].font = CLUB
        write_text(self.sheet["A1"], report.club or self.rules.name.in_language(report.language))
        marks = [report.title, report.code, _("copied from paper") if report.copied else ""]
        write_text(self.sheet["A2"], " · ".join(filter(None, marks)))
        write_text(self.sheet["A3"], self.rules.name.in_language(report.language))
        write_date(self.sheet, 4, report)
        if self._ends():
            write_text(self.sheet["A5"], _("The game is over"))
            over = self.sheet["B5"]
            over.protection = OPEN
            if report.game is None:
                over.value = self.formulas.is_over(_("no"))
            else:
                write_text(over, _("yes") if report.game.over else _("no"))
            self._only(f'"{_("yes")},{_("no")}"', ["B5"])
        if self.rules.pouring:
            note = _("The second row of a player is what was poured in; it counts against the box.")
            write_text(self.sheet["A6"], note)

    def _heading(self) -> None:
        self.sheet.row_dimensions[HEADINGS].height = 45
        for column in self.columns:
            letter = self.letters[column.key]
            cell = self.sheet[f"{letter}{HEADINGS}"]
            write_text(cell, column.heading)
            cell.alignment, cell.font = CENTRED, HEAD
            cell.border = self._border(column)
            self.sheet.column_dimensions[letter].width = column.width
            self.sheet.column_dimensions[letter].hidden = column.hidden

    def _border(self, column: _Column) -> Border:
        at = self.columns.index(column)
        starts = at == 0 or self.columns[at - 1].part != column.part
        ends = at + 1 == len(self.columns) or self.columns[at + 1].part != column.part
        return Border(HEAVY if starts else HAIR, HEAVY if ends else HAIR, HAIR, HAIR)

    def _line(self, seat: int) -> None:
        row = self.rows.first + seat * self.rows.step
        self.sheet.row_dimensions[row].height = 20
        name, own, poured = self.lines[seat]
        for column in self.columns:
            cell = self.sheet[f"{self.letters[column.key]}{row}"]
            cell.number_format, cell.border = column.form, self._border(column)
            cell.alignment = Alignment("left" if column.key == PLAYER else "right", "center")
            if column.tinted:
                cell.fill, cell.font = TINT, BOLD
            if column.formula is not None:
                cell.value = column.formula(row)
                continue
            cell.protection = OPEN
            if column.key == PLAYER:
                write_text(cell, name)
            else:
                cell.value = own.get(column.key)
            if self.rules.pouring and column.part in _BOXES and column.key != "miser":
                below = self.sheet[f"{self.letters[column.key]}{row + 1}"]
                below.number_format, below.border = POINTS, self._border(column)
                below.protection, below.font = OPEN, POURED
                below.value = poured.get(column.key)

    def _validation(self) -> None:
        """Boxes take only what the rules can bring; a poured box may also come to nothing."""
        starts = range(self.rows.first, self.rows.last + 1, self.rows.step)
        for number, box in enumerate(self.rules.boxes, start=1):
            letter = self.letters[box.key]
            if box.series is rules.Series.EXTRA:
                (each,) = rules.enterable(self.rules, box)
                top = f"{letter}{self.rows.first}"
                self._only(f"MOD({top},{each})=0", [f"{letter}{row}" for row in starts], "custom")
                continue
            made = rules.enterable(self.rules, box)
            possible = (0, *made) if self.rules.pouring else made
            column = get_column_letter(number)
            for row, points in enumerate(possible if self.with_lists else (), start=1):
                self.lists[f"{column}{row}"] = points
            source = f"'{self.lists.title}'!${column}$1:${column}${len(possible)}"
            self._only(source, [f"{letter}{row}" for row in starts])
            if self.rules.pouring:
                self._only(source, [f"{letter}{row + 1}" for row in starts])
        for key in ("bank", "team"):
            if key in self.letters:
                cells = [f"{self.letters[key]}{row}" for row in starts]
                self._only("0", cells, "whole")

    def _only(
        self,
        formula: str,
        cells: Sequence[str],
        kind: Literal["list", "custom", "whole"] = "list",
    ) -> None:
        check = DataValidation(type=kind, formula1=formula, allow_blank=True)
        check.operator = "greaterThanOrEqual" if kind == "whole" else None
        check.showErrorMessage = True
        check.errorTitle = _("Not possible here")
        check.error = _("The rules of this game do not bring such a figure in this box.")
        for cell in cells:
            check.add(cell)
        self.sheet.add_data_validation(check)

    def _below(self) -> None:
        row = self.rows.last + 1
        if self.rules.options.settlement == "mean":
            write_text(self.sheet[f"A{row}"], _("Mean"))
            mean = self.sheet[f"{self.letters['total']}{row}"]
            mean.value, mean.number_format = self.formulas.mean(), '0.00;"−"0.00;0.00'
        said = [*rules_in_force(self.rules, self.report.language), self.report.link]
        for at, text in enumerate(filter(None, said), start=row + 2):
            write_text(self.sheet[f"A{at}"], text)
            self.sheet[f"A{at}"].font = SMALL

    def _printing(self) -> None:
        self.sheet.freeze_panes = f"B{self.rows.first}"
        set_up(self.sheet, HEADINGS)


_BOXES = frozenset({rules.Group.SCHOOL.value, rules.Group.COMBINATIONS.value})

Points = dict[str, int | None]


def _keys(columns: Sequence[_Column]) -> set[str]:
    return {column.key for column in columns}


def _lines(report: SheetReport) -> list[tuple[str, Points, Points]]:
    """(name, key → what the player made, key → what was poured in) of everyone at the table."""
    if report.game is None:
        return [(name, {}, {}) for name in report.players]
    pair_of = {player: no for no, pair in enumerate(report.game.teams, 1) for player in pair}
    found = []
    for sheet in report.game.sheets:
        if sheet.presence is rules.Presence.REMOVED:
            continue
        own: Points = {"bank": sheet.bank, "team": pair_of.get(sheet.player)}
        poured: Points = {}
        for box, mark, pour in zip(report.rules.boxes, sheet.marks, sheet.pours, strict=True):
            answered = mark.poured if mark else None
            own[box.key] = mark.points + (answered or 0) if mark else None
            poured[box.key] = pour.points if pour else answered
        found.append((report.players[int(sheet.player)], own, poured))
    return found
