"""Pages for print by WeasyPrint, which only this module imports: all that flows, and any letter."""

from collections.abc import Mapping
from functools import cache
from threading import Lock

from django.template.loader import render_to_string
from django.utils import translation
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from . import fonts
from .furniture import foot, head
from .hands import hand_table
from .planned import Look, PlannedSheet, signatures, title_of
from .report import HandsReport, Picture

LOGO = "logo:club"
"""The address that templates/exports/head.html calls the logo by; only Fetcher knows it."""

UPRIGHT = Look(orientation="portrait")
"""How a list is printed unless somebody says otherwise."""

_drawing = Lock()
"""A process shares Pango's fonts among its pages, and they are not made for two threads at once."""


def typeset(sheet: PlannedSheet) -> bytes:
    """A planned sheet as a PDF file, a page each, also where that is half a page of paper."""
    placed = sheet.head.logo
    return pdf_of(sheet_html(sheet), placed.picture if placed else None)


def sheet_html(sheet: PlannedSheet) -> str:
    """The page of a planned sheet as HTML for print."""
    context = {"sheet": sheet, "page": sheet.look.page, "head": sheet.head}
    with translation.override(sheet.language):
        return render_to_string("exports/sheet.html", context)


def hands_pdf(report: HandsReport, look: Look = UPRIGHT) -> bytes:
    """A list of single hands as a PDF file, filled or blank; a deal never straddles pages.

    With ``look.two`` its pages are half pages.
    """
    with translation.override(report.language):
        sheet = look.page
        signed = signatures(report.players, sheet.inner_width) if look.signatures else ()
        context = {
            "language": report.language,
            "document_title": title_of(report),
            "page": sheet,
            "head": head(report, sheet.inner_width),
            "rules": foot(report, sheet.inner_width).said,
            "table": hand_table(report, sheet.inner_width),
            "signatures": signed,
            "signatures_high": max((each.above for each in signed), default=0),
        }
        html = render_to_string("exports/hands.html", context)
    return pdf_of(html, report.logo)


def pdf_of(html: str, logo: Picture | None = None) -> bytes:
    """HTML for print as a PDF file, in our style and our fonts; ``logo`` may stand in it."""
    with _drawing:
        style, configuration = _style()
        document = HTML(string=html, url_fetcher=Fetcher(logo))
        pdf: bytes = document.write_pdf(stylesheets=[style], font_config=configuration)
        return pdf


class Fetcher(URLFetcher):  # type: ignore[misc]
    """Gives WeasyPrint our own fonts and the club's logo, and nothing else: no file, no network,
    no data address."""

    def __init__(self, logo: Picture | None = None) -> None:
        super().__init__()
        self.logo = logo

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        """The font or logo at ``url``. Raises ValueError for any other address."""
        if self.logo is not None and url == LOGO:
            return URLFetcherResponse(url, self.logo.content, {"Content-Type": "image/png"})
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
