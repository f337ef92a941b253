"""Workbooks: the only module that imports openpyxl."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO
from typing import Literal

from django.utils import translation
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

import rules
from scorekeeper.zones import zone_name

from .formulas import PLAYER, Formulas, Rows, decimals
from .grid import has_pair_totals
from .names import cleaned, sheet_title
from .report import Deal, DealtHand, HandsReport, SheetReport
from .wording import rules_in_force

_LONGEST_TEXT = 32_000
_HEADINGS = 7
"""The row of the headings; above it stand club, title, game, date and the end of the game."""

_POINTS = '0;"−"0;0'
_STRUCK = '0;"−"0;"—"'
_RESULT = '[>=0.005]"+"0.00;[<=-0.005]"−"0.00;0.00'

_HAIR, _HEAVY = Side("thin", "808080"), Side("medium", "000000")
_TINT = PatternFill("solid", "ECECEC")
_BOLD = Font("Calibri", 11, bold=True)
_HEAD, _CLUB = Font("Calibri", 10, bold=True), Font("Calibri", 14, bold=True)
_SMALL, _POURED = Font("Calibri", 9), Font("Calibri", 9, italic=True)
_CENTRED = Alignment("center", "center", wrap_text=True)
_OPEN = Protection(locked=False)


def sheet_workbook(report: SheetReport) -> bytes:
    """A workbook with the sheet of ``report``, its sums and settlement as live formulas.

    Blank it computes itself as it is filled; filled it agrees with rules.result. The boxes take
    only what the rules can bring; formulas are protected, without a password. Raises ValueError
    for a game that has no sheet.
    """
    if report.rules.rank_only:
        raise ValueError(f"“{report.rules.key}” has no sheet: export its hands.")
    return games_workbook([report], report.language)


def games_workbook(reports: Iterable[SheetReport | HandsReport], language: str) -> bytes:
    """A workbook with a worksheet for each game, an evening or all of a club, in order.

    Titles are unique and legal. Games of the same rules share their lists of possible points.
    Unless there is one game only, a worksheet that lists them comes first.
    """
    with translation.override(language):
        workbook = Workbook()
        workbook.remove(workbook.worksheets[0])
        lists: dict[str, Worksheet] = {}
        contents: list[tuple[str, SheetReport | HandsReport]] = []
        for report in reports:
            taken = frozenset((*workbook.sheetnames, _("Games")))
            sheet = workbook.create_sheet(sheet_title(report, taken))
            contents.append((sheet.title, report))
            if isinstance(report, HandsReport):
                _write_hands(sheet, report)
                continue
            played_by = f"{report.rules.key} {report.rules.options}"
            first = played_by not in lists
            if first:
                lists[played_by] = workbook.create_sheet(_title_of_lists(workbook))
                lists[played_by].sheet_state = "hidden"
            _SheetWriter(report, sheet, lists[played_by]).write(with_lists=first)
        if len(contents) != 1:
            _write_contents(workbook.create_sheet(_("Games"), 0), contents)
        return file_of(workbook)


def _title_of_lists(workbook: Workbook) -> str:
    """The title of one more hidden worksheet, which is no game's."""
    number = sum(sheet.sheet_state == "hidden" for sheet in workbook.worksheets)
    return _("Possible points") + (f" {number + 1}" if number else "")


def _write_contents(
    sheet: Worksheet, contents: Sequence[tuple[str, SheetReport | HandsReport]]
) -> None:
    """The games of the workbook, each with its date, table and players, and a way to it."""
    heads = (_("Worksheet"), _("Date"), _("Time zone"), _("Table"), _("Game"), _("Players"))
    for letter, width, head in zip("ABCDEF", (32, 18, 18, 24, 26, 60), heads, strict=True):
        _write(sheet[f"{letter}1"], head)
        sheet[f"{letter}1"].font = _HEAD
        sheet.column_dimensions[letter].width = width
    for row, (title, report) in enumerate(contents, start=2):
        quoted = title.replace("'", "''")
        where = Hyperlink(ref=f"A{row}", location=f"'{quoted}'!A1")
        sheet[f"A{row}"].hyperlink = where
        if report.started is not None:
            sheet[f"B{row}"] = report.started.replace(tzinfo=None)
            sheet[f"B{row}"].number_format = _("yyyy-mm-dd hh:mm")
        name = report.rules.name.in_language(report.language)
        zone = zone_name(report.zone, report.language)
        said = (title, zone, report.title, name, ", ".join(report.players))
        for letter, text in zip("ACDEF", said, strict=True):
            _write(sheet[f"{letter}{row}"], text)
    sheet.freeze_panes = "B2"
    _set_up(sheet, 1)


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
        writer = _SheetWriter(report, Workbook().worksheets[0], Workbook().worksheets[0])
        return Places(writer.letters, writer.rows)


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of the worksheet: ``formula`` makes its cells of a row, None: they are typed.

    ``part``: columns of one part share a frame · ``form``: number format.
    """

    key: str
    heading: str
    part: str
    form: str = _POINTS
    width: float = 9.5
    formula: Callable[[int], str] | None = None
    tinted: bool = False
    hidden: bool = False


class _SheetWriter:
    """Writes one sheet into one worksheet; used once."""

    def __init__(self, report: SheetReport, sheet: Worksheet, lists: Worksheet) -> None:
        self.report, self.rules = report, report.rules
        self.sheet, self.lists = sheet, lists
        self.lines = _lines(report)
        self.pairs = has_pair_totals(report)
        step = 2 if self.rules.pouring else 1
        first = _HEADINGS + 1
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
        form = _STRUCK if struck else _POINTS
        return _Column(column.key, heading, column.group.value, form)

    def _figure(
        self, key: str, heading: str, part: str, form: str = _POINTS, *, hidden: bool = False
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
        return [
            *found,
            self._figure("settlement", _("Settlement"), "results", _RESULT),
            self._figure("pays", _("Pays or gets"), "results", f'"+"{zero};"−"{zero};{zero}'),
        ]

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
        self.sheet["A1"].font = _CLUB
        _write(self.sheet["A1"], report.club or self.rules.name.in_language(report.language))
        marks = [report.title, report.code, _("copied from paper") if report.copied else ""]
        _write(self.sheet["A2"], " · ".join(filter(None, marks)))
        _write(self.sheet["A3"], self.rules.name.in_language(report.language))
        _date(self.sheet, 4, report)
        if self._ends():
            _write(self.sheet["A5"], _("The game is over"))
            over = self.sheet["B5"]
            over.protection = _OPEN
            if report.game is None:
                over.value = self.formulas.is_over(_("no"))
            else:
                _write(over, _("yes") if report.game.over else _("no"))
            self._only(f'"{_("yes")},{_("no")}"', ["B5"])
        if self.rules.pouring:
            note = _("The second row of a player is what was poured in; it counts against the box.")
            _write(self.sheet["A6"], note)

    def _heading(self) -> None:
        self.sheet.row_dimensions[_HEADINGS].height = 45
        for column in self.columns:
            letter = self.letters[column.key]
            cell = self.sheet[f"{letter}{_HEADINGS}"]
            _write(cell, column.heading)
            cell.alignment, cell.font = _CENTRED, _HEAD
            cell.border = self._border(column)
            self.sheet.column_dimensions[letter].width = column.width
            self.sheet.column_dimensions[letter].hidden = column.hidden

    def _border(self, column: _Column) -> Border:
        at = self.columns.index(column)
        starts = at == 0 or self.columns[at - 1].part != column.part
        ends = at + 1 == len(self.columns) or self.columns[at + 1].part != column.part
        return Border(_HEAVY if starts else _HAIR, _HEAVY if ends else _HAIR, _HAIR, _HAIR)

    def _line(self, seat: int) -> None:
        row = self.rows.first + seat * self.rows.step
        self.sheet.row_dimensions[row].height = 20
        name, own, poured = self.lines[seat]
        for column in self.columns:
            cell = self.sheet[f"{self.letters[column.key]}{row}"]
            cell.number_format, cell.border = column.form, self._border(column)
            cell.alignment = Alignment("left" if column.key == PLAYER else "right", "center")
            if column.tinted:
                cell.fill, cell.font = _TINT, _BOLD
            if column.formula is not None:
                cell.value = column.formula(row)
                continue
            cell.protection = _OPEN
            if column.key == PLAYER:
                _write(cell, name)
            else:
                cell.value = own.get(column.key)
            if self.rules.pouring and column.part in _BOXES and column.key != "miser":
                below = self.sheet[f"{self.letters[column.key]}{row + 1}"]
                below.number_format, below.border = _POINTS, self._border(column)
                below.protection, below.font = _OPEN, _POURED
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
            _write(self.sheet[f"A{row}"], _("Mean"))
            mean = self.sheet[f"{self.letters['total']}{row}"]
            mean.value, mean.number_format = self.formulas.mean(), '0.00;"−"0.00;0.00'
        said = [*rules_in_force(self.rules, self.report.language), self.report.link]
        for at, text in enumerate(filter(None, said), start=row + 2):
            _write(self.sheet[f"A{at}"], text)
            self.sheet[f"A{at}"].font = _SMALL

    def _printing(self) -> None:
        self.sheet.freeze_panes = f"B{self.rows.first}"
        _set_up(self.sheet, _HEADINGS)


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


def _write(cell: Cell | MergedCell, text: str) -> None:
    """Write ``text`` as text, whatever it looks like: never a formula, a number or an error."""
    assert isinstance(cell, Cell)
    shown = cleaned(text)[:_LONGEST_TEXT]
    if not shown:
        return
    cell.value = shown
    cell.data_type = "s"
    cell.quotePrefix = shown[0] in "=+-@#'"


def _date(sheet: Worksheet, row: int, report: SheetReport | HandsReport) -> None:
    """The start as a real date in the club's zone, which is named beside it."""
    _write(sheet[f"A{row}"], _("Date"))
    moment = sheet[f"B{row}"]
    sheet.merge_cells(f"B{row}:C{row}")
    moment.protection = _OPEN
    moment.alignment = Alignment("left")
    moment.number_format = _("yyyy-mm-dd hh:mm")
    if report.started is not None:
        moment.value = report.started.replace(tzinfo=None)
        _write(sheet[f"D{row}"], zone_name(report.zone, report.language))


def _set_up(sheet: Worksheet, headings: int) -> None:
    """For the printer, and for careless hands: landscape, one page wide, formulas locked."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = f"{headings}:{headings}"
    sheet.protection.sheet = True
    sheet.protection.formatColumns = sheet.protection.formatRows = False


def hands_workbook(report: HandsReport) -> bytes:
    """A workbook with a list of single hands; each balance is a live formula."""
    return games_workbook([report], report.language)


def _write_hands(sheet: Worksheet, report: HandsReport) -> None:
    _write(sheet["A1"], report.club or report.rules.name.in_language(report.language))
    sheet["A1"].font = _CLUB
    _write(sheet["A2"], " · ".join(filter(None, (report.title, report.code))))
    _date(sheet, 3, report)
    heads = (_("Deal"), _("Player"), _("Dice"), _("Hand"), _("Place"), _("Pot"), _("Balance"))
    for letter, width, head in zip("ABCDEFG", (8, 26, 14, 34, 8, 12, 12), heads, strict=True):
        _write(sheet[f"{letter}5"], head)
        sheet[f"{letter}5"].font, sheet[f"{letter}5"].alignment = _HEAD, _CENTRED
        sheet.column_dimensions[letter].width = width
    for row, (title, hand) in enumerate(_hands(report), start=6):
        _hand(sheet, row, title, hand, decimals(Decimal(report.rules.options.unit)))
    sheet.freeze_panes = "C6"
    _set_up(sheet, 5)


def _hands(report: HandsReport) -> Iterator[tuple[str, DealtHand]]:
    blank = tuple(DealtHand(name) for name in report.players)
    deals = report.deals or tuple(Deal(str(n + 1), blank) for n in range(report.blank_deals))
    for deal in deals:
        for hand in deal.hands:
            yield deal.title, hand


def _hand(sheet: Worksheet, row: int, title: str, hand: DealtHand, cents: int) -> None:
    zero = f"0.{'0' * cents}" if cents else "0"
    for letter, text in zip("ABCD", (title, hand.player, "", hand.name), strict=True):
        _write(sheet[f"{letter}{row}"], text)
    _write(sheet[f"C{row}"], " ".join(map(str, hand.dice)))
    sheet[f"E{row}"], sheet[f"F{row}"] = hand.place, hand.won
    same = f"EXACT(B$6:B{row},B{row})"
    sheet[f"G{row}"] = f'=IF(F{row}="","",SUMPRODUCT({same}*1,F$6:F{row}))'
    for letter in "FG":
        sheet[f"{letter}{row}"].number_format = f'"+"{zero};"−"{zero};{zero}'
    for letter in "ABCDEFG":
        sheet[f"{letter}{row}"].border = Border(_HAIR, _HAIR, _HAIR, _HAIR)
        sheet[f"{letter}{row}"].protection = Protection(locked=letter == "G")


def file_of(workbook: Workbook) -> bytes:
    """Return the workbook as the bytes of an .xlsx file."""
    buffer = BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()
