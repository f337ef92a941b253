"""Workbooks and tables that people send back, read with suspicion.

A file is looked at before it is opened: how much it would unpack to, into how many parts, and that
no part declares entities. What is opened then is read cell by cell, whatever size it claims.
"""

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

import rules

from .excel import IDENTITY, places
from .report import SheetReport

MOST_BYTES = 2 * 1024 * 1024
"""Of a file that is sent."""

_MOST_UNPACKED = 4 * 1024 * 1024
_MOST_PARTS = 200
_MOST_LINES = 60
MOST_ROWS = 2000
"""Lines of a table of players."""

_MOST_COLUMNS = 60
_MOST_TAGS = {"xl/worksheets/": 160_000, "xl/sharedStrings": 80_000, "": 10_000}
"""Of a part whose name begins so: a cell costs the library microseconds, a style ten times more."""

_LONGEST_TEXT, _LONGEST_WORD = 4000, 300
"""Of any cell, and of one that is read as a name: a long one can stand in every cell of a small
file."""

_STRUCK = frozenset("—–−-xх")


class RefusedFileError(Exception):
    """The file is not what was asked for; the message says so to whoever sent it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is impossible in a file, and where: the address of a cell, or the number of a line."""

    where: str
    message: str


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A player's line: points of each filled box, throws saved at the end, pair, poured points.

    ``row``: of the worksheet.
    """

    name: str
    row: int
    points: Mapping[str, int]
    bank: int | None = None
    pair: int | None = None
    poured: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A filled workbook; ``started`` without a zone, as it was typed; what cannot be read.

    ``letters``: columns of the boxes and of "player", "team", "bank".
    """

    rule_set: rules.RuleSet
    lines: tuple[ReadLine, ...]
    started: datetime | None
    problems: tuple[Problem, ...]
    letters: Mapping[str, str]

    def cell(self, key: str, line: ReadLine, below: int = 0) -> str:
        """The address of a column in a player's line, or ``below`` it."""
        return f"{self.letters[key]}{line.row + below}"

    def cells(self, key: str) -> str:
        """The addresses of a column in all lines: "A8:A11"."""
        first, last = (self.cell(key, line) for line in (self.lines[0], self.lines[-1]))
        return first if first == last else f"{first}:{last}"


Row = tuple[Any, ...]


def is_workbook(content: bytes) -> bool:
    """Whether a file is a zip archive, as workbooks are."""
    return content.startswith(b"PK")


def read_game(content: bytes) -> ReadGame:
    """The game of a workbook that was made by sheet_workbook and filled.

    Raises RefusedFileError for anything else; figures that no box can bring are its problems.
    """
    sheets = _worksheets(content, _MOST_LINES * 2)
    known = next(filter(None, map(_identity, sheets)), None)
    if known is None:
        raise RefusedFileError(
            _("This is not a workbook of this program: its hidden sheet is gone.")
        )
    report, lines = known
    return _Reader(report, lines, sheets[0]).read()


def read_rows(content: bytes) -> list[list[str]]:
    """The first worksheet of a workbook as lines of texts."""
    rows = _worksheets(content, MOST_ROWS + 1)[0]
    if len(rows) > MOST_ROWS:
        raise RefusedFileError(_("The table has more than %d lines.") % MOST_ROWS)
    return [[_text(value) for value in row] for row in rows]


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)[:_LONGEST_WORD]


def _worksheets(content: bytes, most_rows: int) -> list[list[Row]]:
    """The values of each worksheet's first rows."""
    _check(content)
    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        return [_rows(sheet, most_rows) for sheet in book.worksheets[:4]]
    except Exception as error:
        # A broken workbook fails anywhere inside the library, with any error.
        raise RefusedFileError(_("The workbook is damaged and cannot be read.")) from error


def _rows(sheet: Any, most: int) -> list[Row]:  # noqa: ANN401 - openpyxl's own, untyped
    sheet.reset_dimensions()  # what a file says of its size is not what it holds
    rows = sheet.iter_rows(max_row=most, max_col=_MOST_COLUMNS, values_only=True)
    short: dict[str, str] = {}  # one text in many cells is cut once, and kept once
    return [tuple(_cut(value, short) for value in row) for row in rows]


def _cut(value: object, short: dict[str, str]) -> object:
    if not isinstance(value, str) or len(value) <= _LONGEST_TEXT:
        return value
    return short.setdefault(value, value[:_LONGEST_TEXT])


def _check(content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise RefusedFileError(_("The file is too large."))
    if not is_workbook(content):
        raise RefusedFileError(_("This is not an Excel workbook (.xlsx)."))
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > _MOST_PARTS or unpacked > _MOST_UNPACKED:
                raise RefusedFileError(_("The file unpacks to far more than a score sheet."))
            for part in parts:
                _check_part(part.filename, archive.read(part))
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError) as error:
        raise RefusedFileError(_("The workbook is damaged and cannot be read.")) from error


def _check_part(name: str, content: bytes) -> None:
    most = next(tags for start, tags in _MOST_TAGS.items() if name.lstrip("/").startswith(start))
    if content.count(b"<") > most:
        raise RefusedFileError(_("The file holds far more than a score sheet."))
    head = content[:1024]
    declares = b"<!DOCTYPE" in content or b"<!ENTITY" in content
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<"))
    if declares or wide:
        raise RefusedFileError(_("The workbook declares what no score sheet needs."))


def _identity(rows: Sequence[Row]) -> tuple[SheetReport, int] | None:
    """The blank sheet that a hidden worksheet says a workbook was, and its lines."""
    if len(rows) < 2 or IDENTITY not in rows[0]:
        return None
    try:
        known = json.loads(rows[1][rows[0].index(IDENTITY)])
        rule_set = rules.rule_set(known["rule_set"], known["options"])
        lines, pairs = int(known["lines"]), bool(known["pairs"])
    except (rules.RuleError, ValueError, TypeError, KeyError, IndexError):
        return None
    if rule_set.rank_only or not 1 <= lines <= _MOST_LINES:
        return None
    players = tuple(str(seat) for seat in range(lines))
    if not pairs:
        return SheetReport(rule_set, "en", players), lines
    teams = (("0", "2"), ("1", "3"))
    if not rule_set.pairs_of_players or lines != 4:
        return None
    return SheetReport(rule_set, "en", players, rules.begin(rule_set, players, teams)), lines


class _Reader:
    """Reads one worksheet; used once."""

    def __init__(self, report: SheetReport, lines: int, rows: Sequence[Row]) -> None:
        self.rules, self.count, self.rows = report.rules, lines, rows
        self.places = places(report)
        self.problems: list[Problem] = []

    def read(self) -> ReadGame:
        first, step = self.places.rows.first, self.places.rows.step
        lines = [self._line(first + seat * step) for seat in range(self.count)]
        kept = tuple(line for line in lines if line is not None)
        letters = self.places.letters
        return ReadGame(self.rules, kept, self._started(), tuple(self.problems), letters)

    def _line(self, row: int) -> ReadLine | None:
        name = _text(self._value("player", row)).strip()
        points = dict(self._points(row))
        poured = dict(self._points(row + 1, poured=True)) if self.rules.pouring else {}
        for box in poured:
            if self._value(box, row) in {None, ""}:
                self._wrong(box, row, _("Something is poured in, so the box needs a figure, or 0."))
        bank = self._count("bank", row) if self.rules.bank else None
        if not (name or points or poured or bank):
            return None
        if not name:
            self._wrong("player", row, _("The name is missing."))
        return ReadLine(name, row, points, bank, self._count("team", row), poured)

    def _points(self, row: int, *, poured: bool = False) -> Iterator[tuple[str, int]]:
        for box in self.rules.boxes:
            if poured and box.series is rules.Series.EXTRA:
                continue
            value = self._value(box.key, row)
            if value is None or value == "":
                continue
            points = _whole(value)
            if points is None or not self._brings(box, points, poured=poured):
                possible = ", ".join(map(rules.signed, rules.enterable(self.rules, box)))
                message = _("“%(value)s” is not possible here. Possible: %(possible)s.")
                words = {"value": _text(value), "possible": possible}
                self._wrong(box.key, row, message % words)
                continue
            yield box.key, points

    def _brings(self, box: rules.Box, points: int, *, poured: bool) -> bool:
        possible = rules.enterable(self.rules, box)
        if box.series is rules.Series.EXTRA:
            return points % possible[0] == 0 and 0 <= points // possible[0] <= 20
        fails = bool(self.rules.pouring) and not poured and points == 0
        return points in possible or fails

    def _count(self, key: str, row: int) -> int | None:
        value = self._value(key, row) if key in self.places.letters else None
        if value is None or value == "":
            return None
        number = _whole(value)
        if number is None or not 0 <= number < 1000:
            self._wrong(key, row, _("“%s” is not a count.") % _text(value))
            return None
        return number

    def _started(self) -> datetime | None:
        value = self.rows[3][1] if len(self.rows) > 3 and len(self.rows[3]) > 1 else None
        if value is None or isinstance(value, datetime):
            return value
        self.problems.append(Problem("B4", _("“%s” is not a date and time.") % _text(value)))
        return None

    def _value(self, key: str, row: int) -> Any:  # noqa: ANN401 - whatever a cell holds
        column = _number(self.places.letters[key])
        if row > len(self.rows) or column > len(self.rows[row - 1]):
            return None
        return self.rows[row - 1][column - 1]

    def _wrong(self, key: str, row: int, message: str) -> None:
        self.problems.append(Problem(f"{self.places.letters[key]}{row}", message))


def _number(letters: str) -> int:
    found = 0
    for letter in letters:
        found = found * 26 + ord(letter) - ord("A") + 1
    return found


def _whole(value: object) -> int | None:
    """A cell's figure: a whole number, a number typed as text, or a dash for nothing."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return int(value) if abs(value) < 10**6 and value == int(value) else None
    text = str(value).strip().replace("−", "-").replace("–", "-")
    if text in _STRUCK or str(value).strip() in _STRUCK:
        return 0
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else None
