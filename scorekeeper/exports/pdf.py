"""Pages for print: the only module that imports weasyprint."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from threading import Lock

from django.template.loader import render_to_string
from django.utils import translation
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from . import fonts
from .furniture import ABOVE_FOOT, foot, head
from .grid import grid
from .hands import hand_table
from .paper import Direction, Orientation, Paper, page, plan
from .report import HandsReport, SheetReport
from .results import ABOVE, ResultTable, pages_of, result_tables
from .tables import PrintedTable, tables, type_of

_drawing = Lock()
"""A process shares Pango's fonts among its pages, and they are not made for two threads at once."""


def sheet_pdf(
    report: SheetReport,
    *,
    direction: Direction = "rows",
    paper: Paper = "A4",
    orientation: Orientation = "landscape",
) -> bytes:
    """The sheet of ``report`` as a PDF file.

    ``direction``: "rows", a row a player, or "columns", a column a player. Players that do not fit
    go on further pages, the headings repeated. Raises ValueError for a game that has no sheet.
    """
    if report.rules.rank_only:
        raise ValueError(f"“{report.rules.key}” has no sheet: print its hands.")
    with _typesetting(report.language):
        sheet = page(paper, orientation)
        top = head(report, sheet.inner_width)
        bottom = foot(report, sheet.inner_width)
        boxes = grid(report)
        high = sheet.inner_height - top.high - bottom.high - ABOVE_FOOT
        below = result_tables(report, sheet.inner_width)
        spare = max((table.high for table in below), default=0) + (ABOVE if below else 0)
        planned = plan(boxes, sheet, high, direction, blank=report.game is None, spare=spare)
        pages = [_page(tables(boxes, planned, players)) for players in planned.pages]
        if below and planned.table_height + spare <= high:
            pages[-1] |= {"results": below, "results_top": planned.table_height + ABOVE}
        else:
            pages += [_page([], each) for each in pages_of(below, high)]
        context = {
            "page": sheet,
            "head": top,
            "rules": bottom.said,
            "type": type_of(boxes, planned),
            "direction": direction,
            "pages": pages,
        }
        return _file_of("exports/sheet.html", report, context)


def _page(
    sheet_tables: list[PrintedTable], below: list[ResultTable] | None = None
) -> dict[str, object]:
    return {"tables": sheet_tables, "results": below or [], "results_top": 0}


def hands_pdf(
    report: HandsReport, *, paper: Paper = "A4", orientation: Orientation = "portrait"
) -> bytes:
    """A list of single hands as a PDF file, filled or blank; a deal never straddles pages."""
    with _typesetting(report.language):
        sheet = page(paper, orientation)
        context = {
            "page": sheet,
            "head": head(report, sheet.inner_width),
            "rules": foot(report, sheet.inner_width).said,
            "table": hand_table(report, sheet.inner_width),
        }
        return _file_of("exports/hands.html", report, context)


@contextmanager
def _typesetting(language: str) -> Iterator[None]:
    with translation.override(language), _drawing:
        yield


def _file_of(
    template: str, report: SheetReport | HandsReport, context: Mapping[str, object]
) -> bytes:
    title = " · ".join(filter(None, (report.club, report.title))) or str(
        report.rules.name.in_language(report.language)
    )
    html = render_to_string(
        template, {**context, "language": report.language, "document_title": title}
    )
    style, configuration = _style()
    document = HTML(string=html, url_fetcher=Fetcher())
    pdf: bytes = document.write_pdf(stylesheets=[style], font_config=configuration)
    return pdf


class Fetcher(URLFetcher):  # type: ignore[misc]
    """Gives WeasyPrint our own fonts, and nothing else: no file, no network, no data address."""

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        """The font at ``url``. Raises ValueError for any other address."""
        for face in fonts.Face:
            if url == face.url:
                return URLFetcherResponse(url, face.file.read_bytes(), {"Content-Type": "font/ttf"})
        raise ValueError(f"Nothing is printed from {url}")


@cache
def _style() -> tuple[CSS, FontConfiguration]:
    """The style sheet and its fonts, read once a process."""
    configuration = FontConfiguration()
    text = fonts.font_face_rules() + render_to_string("exports/print.css")
    return CSS(string=text, font_config=configuration, url_fetcher=Fetcher()), configuration
