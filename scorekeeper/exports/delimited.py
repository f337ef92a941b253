"""CSV as Russian Excel opens it by double click, and CSV as anybody sends it.

Files are written with a byte-order mark and semicolons. The separator that a first line has most of
is the file's (csv.Sniffer fails on a single column); letters are UTF-8 or, where they cannot be,
Windows-1251.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from django.utils.translation import gettext as _

from .reading import MOST_BYTES, MOST_ROWS, RefusedFileError

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "'")


def csv_file(rows: Iterable[Sequence[str | int | None]]) -> bytes:
    """Rows as a CSV file. A text that a spreadsheet would take for a formula is marked as text."""
    written = StringIO()
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([_harmless(value) if isinstance(value, str) else value for value in row])
    return written.getvalue().encode("utf-8-sig", "replace")


_FIGURE = re.compile(r"-?[0-9]+(,[0-9]+)?")


def _harmless(text: str) -> str:
    """A text that no spreadsheet computes; a figure, perhaps with a comma, stays one."""
    computed = text.lstrip(" ").startswith(_FORMULA) and not _FIGURE.fullmatch(text)
    return f"'{text}" if computed else text


def read_csv(content: bytes) -> list[list[str]]:
    """The lines of a CSV file in any usual encoding. Raises RefusedFileError for what is none."""
    if len(content) > MOST_BYTES:
        raise RefusedFileError(_("The file is too large."))
    text = _decoded(content)
    first = text.lstrip().partition("\n")[0]
    separator = max(";,\t", key=first.count)
    if text.lstrip().startswith(("<", "%PDF", "{")) or "\x00" in text:
        raise RefusedFileError(_("This is not a table of text (CSV)."))
    try:
        reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
        rows = [[_as_written(cell) for cell in row] for row in reader]
    except csv.Error as error:
        raise RefusedFileError(_("This is not a table of text (CSV).")) from error
    if len(rows) > MOST_ROWS:
        raise RefusedFileError(_("The table has more than %d lines.") % MOST_ROWS)
    return rows


def _decoded(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    for encoding in ("utf-8-sig", "cp1251"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise RefusedFileError(_("The letters of this file are neither UTF-8 nor Windows-1251."))


def _as_written(cell: str) -> str:
    """The text as it was before ``csv_file`` marked it."""
    marked = cell.startswith("'") and cell[1:].lstrip(" ").startswith(_FORMULA)
    return cell[1:] if marked else cell
