"""Sheets as PDF: one alone, or as many as wanted in one file. Each looks the same either way."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby, zip_longest

from django.utils import translation
from pypdf import PageObject, PdfReader, PdfWriter

from .drawn import drawn
from .fonts import Face
from .ink import DrawnPage, MissingLetterError, file_of, two_to_a_page
from .planned import Look, planned, title_of
from .report import HandsReport, Picture, SheetReport

DRAWING = 2
"""Raised when sheets are drawn otherwise than before: what was kept is then drawn anew."""


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """One sheet, ready for a file: its pages, or a PDF of its own where our fonts lack a letter."""

    pages: tuple[DrawnPage, ...] = ()
    alone: bytes = b""

    def kept(self) -> bytes:
        """The sheet as bytes; ``PrintedSheet.of`` makes it again."""
        pages = [
            {
                "wide": page.wide,
                "high": page.high,
                "content": b64encode(page.content).decode(),
                "glyphs": {face.name: sorted(glyphs) for face, glyphs in page.glyphs.items()},
            }
            for page in self.pages
        ]
        return json.dumps({"pages": pages, "alone": b64encode(self.alone).decode()}).encode()

    @classmethod
    def of(cls, kept: bytes) -> "PrintedSheet":
        """The sheet that ``kept`` bytes hold."""
        found = json.loads(kept)
        pages = tuple(
            DrawnPage(
                page["wide"],
                page["high"],
                b64decode(page["content"]),
                {Face[name]: frozenset(glyphs) for name, glyphs in page["glyphs"].items()},
            )
            for page in found["pages"]
        )
        return cls(pages, b64decode(found["alone"]))


def sheet_pdf(report: SheetReport | HandsReport, look: Look | None = None) -> bytes:
    """The sheet or list of ``report`` as a PDF file, a blank one twice where two share a page.

    Raises ValueError for a SheetReport of a game that has no sheet.
    """
    look = look or Look()
    blank = not report.deals if isinstance(report, HandsReport) else report.game is None
    two = [printed_sheet(report, look)] * (2 if look.two and blank else 1)
    return joined(two, look, title_of(report), report.language, report.logo)


def printed_sheet(report: SheetReport | HandsReport, look: Look) -> PrintedSheet:
    """The sheet or list of ``report``.

    Raises ValueError for a SheetReport of a game that has no sheet.
    """
    if isinstance(report, HandsReport):
        from .pdf import hands_pdf  # slow to load, and seldom needed

        return PrintedSheet(alone=hands_pdf(report, look))
    with translation.override(report.language):
        sheet = planned(report, look)
    try:
        return PrintedSheet(tuple(drawn(sheet)))
    except MissingLetterError:
        # WeasyPrint takes half a second to load, and hardly any club needs it for a sheet.
        from .pdf import typeset

        return PrintedSheet(alone=typeset(sheet))


def joined(
    sheets: Sequence[PrintedSheet],
    look: Look,
    title: str,
    language: str,
    logo: Picture | None = None,
) -> bytes:
    """One PDF file of all sheets in order; with ``look.two`` two sheets share a page.

    ``logo``: the one that the sheets were drawn with.
    """
    by_pairs = look.two and any(sheet.alone for sheet in sheets)
    if by_pairs:
        look = replace(look, two=False)
    parts = list(_parts(sheets, look, title, language, logo))
    if len(parts) == 1 and not by_pairs:
        return parts[0]
    writer = PdfWriter()
    read = [PdfReader(BytesIO(part)) for part in parts]
    if by_pairs:
        _add_by_pairs(writer, [page for part in read for page in part.pages])
    else:
        for part in read:
            writer.append(part, import_outline=False)
    writer.add_metadata({"/Title": title})
    together = BytesIO()
    writer.write(together)
    return together.getvalue()


def _add_by_pairs(writer: PdfWriter, halves: Sequence[PageObject]) -> None:
    """Half pages two to a page, as `ink` lays those that it has drawn."""
    for first, second in zip_longest(halves[::2], halves[1::2]):
        wide, high = first.mediabox.width, first.mediabox.height
        below = wide > high
        leaf = writer.add_blank_page(*((wide, 2 * high) if below else (2 * wide, high)))
        leaf.merge_translated_page(first, 0, high if below else 0)
        if second is not None:
            leaf.merge_translated_page(second, 0 if below else wide, 0)
        leaf.compress_content_streams()


def _parts(
    sheets: Sequence[PrintedSheet], look: Look, title: str, language: str, logo: Picture | None
) -> Iterator[bytes]:
    for alone, group in groupby(sheets, key=lambda sheet: sheet.alone):
        if alone:
            yield from (alone for _sheet in group)
            continue
        pages = [page for sheet in group for page in sheet.pages]
        leaves = two_to_a_page(pages) if look.two else [(page,) for page in pages]
        yield file_of(leaves, title, language, logo)
