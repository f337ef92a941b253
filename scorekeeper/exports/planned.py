"""A sheet planned for paper: everything on every page, in its place, before anything draws it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from django.utils.translation import gettext as _

from .fonts import Face, Fitted, fitted
from .furniture import ABOVE_FOOT, Head, foot, head
from .grid import grid
from .paper import Direction, Orientation, Page, Paper, half_page, page, plan
from .report import HandsReport, SheetReport
from .results import ABOVE, ResultTable, pages_of, result_tables, with_readable_names
from .tables import PrintedTable, Type, tables, type_of

Faces = Literal["pips", "cards"]

SIGNATURE_HIGH = 12.0
"""A line to sign on and the name below it, millimetres."""

_SIGNATURE_WIDE, _SIGNATURE_GAP = 38.0, 5.0


@dataclass(frozen=True, slots=True)
class Look:
    """How a sheet is printed.

    ``direction``: "rows", a row a player, or "columns" · ``faces``: what the dice of the headings
    show · ``two``: two sheets to a page, each half of it; ``orientation`` is then the half's ·
    ``signatures``: lines to sign on.
    """

    direction: Direction = "rows"
    paper: Paper = "A4"
    orientation: Orientation = "landscape"
    faces: Faces = "pips"
    two: bool = False
    signatures: bool = False

    @property
    def page(self) -> Page:
        """The page that one sheet is planned for."""
        return (half_page if self.two else page)(self.paper, self.orientation)


@dataclass(frozen=True, slots=True)
class Signature:
    """A line to sign on, with a name below it: where it stands, in millimetres.

    ``above``: how far the top of its place is above the foot.
    """

    name: str
    left: float
    above: float
    wide: float
    type: Fitted


@dataclass(frozen=True, slots=True)
class PlannedPage:
    """One page: its blocks of boxes, and results ``results_top`` millimetres below the head."""

    tables: tuple[PrintedTable, ...] = ()
    results: tuple[ResultTable, ...] = ()
    results_top: float = 0


@dataclass(frozen=True, slots=True)
class PlannedSheet:
    """All pages of one sheet, under one head and above one foot.

    ``rules``: the rules in force, sentence by sentence, ``rules_high`` millimetres of them ·
    ``cards``: what the dice of the headings show instead of pips, from face 1 on.
    """

    title: str
    language: str
    look: Look
    head: Head
    rules: tuple[str, ...]
    rules_high: float
    type: Type
    pages: tuple[PlannedPage, ...]
    signatures: tuple[Signature, ...] = ()
    cards: tuple[str, ...] = ()


def planned(report: SheetReport, look: Look) -> PlannedSheet:
    """The pages of ``report``; call it under the report's language.

    Players that do not fit go on further pages, the headings repeated. Raises ValueError for a
    game that has no sheet.
    """
    if report.rules.rank_only:
        raise ValueError(f"“{report.rules.key}” has no sheet: print its hands.")
    sheet = look.page
    top = head(report, sheet.inner_width)
    bottom = foot(report, sheet.inner_width)
    boxes = grid(report)
    names = [line.name for line in boxes.lines]
    signed = signatures(names, sheet.inner_width) if look.signatures else ()
    high = sheet.inner_height - top.high - bottom.high - ABOVE_FOOT
    high -= max((each.above for each in signed), default=0)
    below = result_tables(report, sheet.inner_width)
    spare = max((table.high for table in below), default=0) + (ABOVE if below else 0)
    layout = plan(boxes, sheet, high, look.direction, blank=report.game is None, spare=spare)
    drawn = [PlannedPage(tuple(tables(boxes, layout, players))) for players in layout.pages]
    if below and layout.table_height + spare <= high:
        top_of_results = layout.table_height + ABOVE
        below = with_readable_names(report, below, sheet.inner_width, high - top_of_results)
        drawn[-1] = replace(drawn[-1], results=tuple(below), results_top=top_of_results)
    else:
        below = with_readable_names(report, below, sheet.inner_width, high)
        drawn += [PlannedPage(results=tuple(each)) for each in pages_of(below, high)]
    return PlannedSheet(
        title_of(report),
        report.language,
        look,
        top,
        bottom.said,
        bottom.high,
        type_of(boxes, layout),
        tuple(drawn),
        signed,
        tuple(_("9 10 J Q K A").split()) if look.faces == "cards" else (),
    )


def title_of(report: SheetReport | HandsReport) -> str:
    """What the document is called in a reader's window."""
    named = " · ".join(filter(None, (report.club, report.title)))
    return named or report.rules.name.in_language(report.language)


def signatures(players: Sequence[str], wide: float) -> tuple[Signature, ...]:
    """A line for each player and one for the host, row below row."""
    names = [*players, _("Host")]
    rows = ceil(len(names) / (wide // (_SIGNATURE_WIDE + _SIGNATURE_GAP)))
    across = ceil(len(names) / rows)
    return tuple(
        Signature(
            name,
            at % across * (_SIGNATURE_WIDE + _SIGNATURE_GAP),
            (rows - at // across) * SIGNATURE_HIGH,
            _SIGNATURE_WIDE,
            fitted(name, Face.NARROW, _SIGNATURE_WIDE, 4.5, largest=7),
        )
        for at, name in enumerate(names)
    )
