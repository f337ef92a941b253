"""What stands around the boxes on every page: club and title above, the rules in force below."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import segno
from django.utils.translation import gettext as _

from scorekeeper.zones import zone_name

from .fonts import MILLIMETRES_A_POINT, Face, fitted, lines, width
from .report import HandsReport, Picture, SheetReport
from .wording import date_and_time, legend, rules_in_force

ABOVE_FOOT = 2.5
"""Space between the boxes and the rules in force, millimetres."""

QR = 15.0
"""Side of the QR code, millimetres."""

LOGO_GAP = 3.0
_LOGO_WIDEST, _LOGO_SHARE = 30.0, 0.16
"""A logo is as high as the head, unless it were wider than this, or than this share of the page."""

_BESIDE_QR = 18.0
_WITHOUT_QR = 12.5
_LEADING = 1.2
_RULES = (7.0, Face.NARROW)
_NUMBER = 14.0

FIELD = 8.5
"""Type of the words before a line for handwriting, points."""

FIELD_GAP, BETWEEN_FIELDS = 1.0, 4.0
"""Space between such a word and its line, and before the next one, millimetres."""

_FIELD_LINES = (26.0, 18.0)

_CLUB_HIGH, _TITLE_HIGH, _DETAIL_HIGH = 7.6, 4.6, 3.6


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the head in type that fits its place: sizes in points."""

    text: str
    size: float
    leading: float


@dataclass(frozen=True, slots=True)
class Field:
    """A word with a line for handwriting behind it, ``wide`` millimetres long."""

    text: str
    wide: float


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code in modules: its side, and its dark runs as left, top and length, row by row."""

    side: int
    runs: tuple[tuple[int, int, int], ...]

    @property
    def path(self) -> str:
        """All of it as one path of SVG: hundreds of squares take their time."""
        return "".join(f"M{left} {top}h{long}v1h-{long}z" for left, top, long in self.runs)


@dataclass(frozen=True, slots=True)
class PlacedLogo:
    """A logo at the left of the head, its size in millimetres."""

    picture: Picture
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class Head:
    """The top of a page: titles at the left, details at the right, a QR code in the corner.

    ``fields``: to be filled in by hand · ``qr``: None without a link · ``beside_qr``: how far the
    details keep from the right · ``titles_left``: how far the titles keep from the left, where a
    logo may stand · ``high``: all of it and the space below, millimetres.
    """

    titles: tuple[Said, ...]
    details: tuple[Said, ...]
    fields: tuple[Field, ...]
    qr: QrCode | None
    beside_qr: float
    titles_wide: float
    details_wide: float
    high: float
    titles_left: float = 0
    logo: PlacedLogo | None = None


@dataclass(frozen=True, slots=True)
class Foot:
    """The rules in force, sentence by sentence, and the height they take."""

    said: tuple[str, ...]
    high: float


def head(report: SheetReport | HandsReport, wide: float) -> Head:
    """The top of a page ``wide`` millimetres across; call it under the report's language."""
    name = report.rules.name.in_language(report.language)
    titles = tuple(filter(None, (report.club, report.title))) or (name,)
    details, fields = _details(report, name if name not in titles else "")
    room = wide - (_BESIDE_QR if report.link else 0)
    details_wide = min(85.0, 0.45 * room)
    inner_high = QR if report.link else _WITHOUT_QR
    logo = _placed(report.logo, wide, inner_high) if report.logo else None
    titles_left = logo.wide + LOGO_GAP if logo else 0
    titles_wide = room - titles_left - details_wide - 4
    return Head(
        tuple(_title(at, title, titles_wide) for at, title in enumerate(titles)),
        tuple(_said(line, Face.SANS, details_wide, _DETAIL_HIGH, largest=8.5) for line in details),
        _fields(fields, details_wide),
        qr_code(report.link) if report.link else None,
        _BESIDE_QR,
        titles_wide,
        details_wide,
        inner_high + 3,
        titles_left,
        logo,
    )


def _placed(picture: Picture, wide: float, high: float) -> PlacedLogo:
    widest = min(_LOGO_WIDEST, _LOGO_SHARE * wide)
    scale = min(widest / picture.wide, high / picture.high)
    return PlacedLogo(picture, picture.wide * scale, picture.high * scale)


def _fields(words: Sequence[str], wide: float) -> tuple[Field, ...]:
    """The words with lines that keep off the titles: shorter ones on a narrow page."""
    said = sum(width(f"{word} ", FIELD, Face.SANS) + FIELD_GAP for word in words)
    room = wide - said - BETWEEN_FIELDS * (len(words) - 1)
    shrunk = min(1.0, room / sum(_FIELD_LINES))
    return tuple(
        Field(word, long * shrunk) for word, long in zip(words, _FIELD_LINES, strict=False)
    )


def _title(at: int, title: str, wide: float) -> Said:
    """The club's name on one line or, smaller, on two; the title below it on one."""
    if at == 0:
        return _said(title, Face.SANS_BOLD, wide, _CLUB_HIGH, largest=13)
    return _said(title, Face.SANS, wide, _TITLE_HIGH, largest=10)


def _said(text: str, face: Face, wide: float, high: float, *, largest: float) -> Said:
    found = fitted(text, face, wide, high, largest=largest)
    return Said(text, found.size, found.leading)


def _details(
    report: SheetReport | HandsReport, name: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    started = ""
    if report.started is not None:
        started = date_and_time(report.started)
        zone = zone_name(report.zone, report.language)
        started = f"{started} ({zone})" if zone else started
    marks = ""
    if isinstance(report, SheetReport):
        running = report.game is not None and not report.game.over
        marks = " · ".join(
            filter(
                None,
                (
                    _("copied from paper") if report.copied else "",
                    _("the game is not over") if running else "",
                ),
            )
        )
    name_and_code = " · ".join(filter(None, (name, report.code)))
    blank = report.game is None if isinstance(report, SheetReport) else not report.deals
    fields = (_("Date"), _("Table")) if blank and not started else ()
    return tuple(filter(None, (name_and_code, started, marks))), fields


@lru_cache(256)
def qr_code(link: str) -> QrCode:
    """The QR code of an address."""
    code = segno.make(link, error="m", micro=False)
    rows = ["".join("1" if dark else "0" for dark in row) for row in code.matrix_iter(border=1)]
    runs = (
        (run.start(), top, len(run[0]))
        for top, row in enumerate(rows)
        for run in re.finditer("1+", row)
    )
    return QrCode(len(rows), tuple(runs))


def foot(report: SheetReport | HandsReport, wide: float) -> Foot:
    """The rules in force as they stand at the foot of a page ``wide`` millimetres across; of a
    blitz, what it is about."""
    if isinstance(report, HandsReport) and report.blitz:
        return Foot((report.blitz,), _high(report.blitz, *_RULES, wide - _NUMBER))
    signs = "; ".join(
        f"{sign.called}\u00a0— {sign.means}" for sign in legend(report.rules) if sign.called
    )
    said = (*rules_in_force(report.rules, report.language), *([_signs(signs)] if signs else []))
    return Foot(said, _high(" ".join(said), *_RULES, wide - _NUMBER))


def _signs(listed: str) -> str:
    return _("On the sheet: %(signs)s.") % {"signs": listed}


def _high(text: str, size: float, face: Face, wide: float) -> float:
    return lines(text, size, face, wide) * size * _LEADING * MILLIMETRES_A_POINT
