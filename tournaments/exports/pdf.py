"""The papers of a tournament as PDF, in the type and style of the sheets."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation

from scorekeeper.exports.fonts import Face, Fitted, fitted
from scorekeeper.exports.furniture import qr_code
from scorekeeper.exports.pdf import pdf_of
from tournaments.exports.report import Card, Cards, Document

CARDS_A_PAGE = 10
_WIDE, _HIGH = 95.0, 55.0
"""A card, millimetres: two of them across a page, five down."""
_NAME_WIDE, _NAME_HIGH = 81.0, 15.0


@dataclass(frozen=True, slots=True)
class _Placed:
    """A card and where it stands on its page, in millimetres; its name in type that fits."""

    card: Card
    left: float
    top: float
    name: Fitted


def document_pdf(document: Document) -> bytes:
    """A document as a PDF file, A4 upright; headings of tables are repeated on every page."""
    with translation.override(document.language):
        context = {"document": document, "qr": qr_code(document.link)}
        html = render_to_string("exports/document.html", context)
    return pdf_of(html, document.logo)


def cards_pdf(cards: Cards) -> bytes:
    """Seat cards as a PDF file, ten to a page of A4, with lines to cut along."""
    pages = [
        [_placed(at, card) for at, card in enumerate(cards.cards[start : start + CARDS_A_PAGE])]
        for start in range(0, len(cards.cards), CARDS_A_PAGE)
    ]
    with translation.override(cards.language):
        context = {"cards": cards, "pages": pages, "qr": qr_code(cards.link)}
        html = render_to_string("exports/cards.html", context)
    return pdf_of(html)


def _placed(at: int, card: Card) -> _Placed:
    name = fitted(card.name, Face.SANS_BOLD, _NAME_WIDE, _NAME_HIGH, largest=15)
    return _Placed(card, at % 2 * _WIDE, at // 2 * _HIGH, name)
