"""The sheet as it is drawn: by rows or by columns, each box with its mark and its reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

import rules
from scorekeeper.exports.wording import Sign, decimal, legend
from scorekeeper.queries import Played
from scorekeeper.reports.wording import (
    box_title,
    first_throw_mark,
    is_three_alike,
    mark_text,
    pair_letter,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the sheet: what it says, why, and how it is marked (CSS class names).

    ``key`` tells the cell from every other on the page.
    """

    text: str
    classes: str
    key: str = ""
    why: str = ""
    first: str = ""
    three: bool = False
    poured: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column (of a row, in the transposed view); ``title`` says more of it."""

    short: str
    name: str
    classes: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line of the sheet; ``pair``: the letter of the pair they play in.

    ``is_open``: whether a box can still be filled.
    """

    name: str
    position: int
    is_turn: bool
    gone: bool
    bank: int | None
    cells: tuple[Cell, ...]
    pair: str = ""
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """A group heading over some columns."""

    name: str
    width: int
    classes: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The whole sheet, to be drawn by rows or by columns."""

    spans: tuple[Span, ...]
    headings: tuple[Heading, ...]
    rows: tuple[Row, ...]
    legend: tuple[Sign, ...] = ()

    @property
    def lines(self) -> list[tuple[Heading, list[tuple[Row, Cell]]]]:
        """The transposed sheet: each heading with one cell a player."""
        return [
            (heading, [(row, row.cells[at]) for row in self.rows])
            for at, heading in enumerate(self.headings)
        ]


_GROUPS = {
    rules.Group.SCHOOL: rules.Text("Школа", "School"),
    rules.Group.COMBINATIONS: rules.Text("Вторая серия", "Second series"),
}


def sheet_page(stands: Played, language: str) -> SheetPage:
    """The sheet as it stands: boxes with their marks and reasons, sums, settlement to date."""
    game = stands.sheet_game
    columns = rules.columns(game.rules)
    result = rules.result(game)
    starts = {
        index for index, c in enumerate(columns) if index and c.group != columns[index - 1].group
    }
    headings = [
        Heading(
            column.short.in_language(language),
            column.name.in_language(language),
            _classes(column, index in starts),
            box_title(column.box, language) if column.box else "",
        )
        for index, column in enumerate(columns)
    ]
    aside = _aside_headings(game.rules)
    spans = [
        Span(
            _GROUPS[group].in_language(language) if group in _GROUPS else "",
            len(list(members)),
            "group-start" if index else "",
        )
        for index, (group, members) in enumerate(groupby(columns, key=lambda c: c.group))
    ]
    if aside:
        spans.append(Span("", len(aside), "group-start"))
    fresh = _fresh(stands)
    rows = [
        _row(stands, seat.position, columns, starts, result, fresh, language)
        for seat in stands.seats
    ]
    signs = tuple(legend(game.rules))
    return SheetPage(tuple(spans), (*headings, *aside), tuple(rows), signs)


def _classes(column: rules.Column, starts_group: bool) -> str:
    if column.box:
        names = ["box"]
    else:
        aside = column.figure not in (rules.Figure.SUBTOTAL, rules.Figure.TOTAL)
        names = ["figure", "figure--aside" if aside else f"figure--{column.figure.value}"]
    return " ".join([*names, "group-start"] if starts_group else names)


def _aside_headings(rule_set: rules.RuleSet) -> list[Heading]:
    found = [Heading(_("Place"), _("Place"), "figure figure--aside group-start")]
    if rule_set.options.settlement != "none":
        title = _("Exact; payments stand in the result")
        found.append(Heading(_("Settl."), _("Settlement to date"), "figure figure--aside", title))
    if rule_set.bank:
        found.insert(0, Heading(_("Saved"), _("Saved throws"), "figure figure--aside group-start"))
        found[1] = Heading(found[1].short, found[1].name, "figure figure--aside")
    return found


def _fresh(stands: Played) -> tuple[int, str] | None:
    """The seat and box of the last turn, which settles in on the page."""
    if not stands.turns:
        return None
    last = stands.turns[-1]
    position = next(seat.position for seat in stands.seats if seat.pk == last.seat_id)
    return position, last.box


def _row(
    stands: Played,
    position: int,
    columns: Sequence[rules.Column],
    starts: set[int],
    result: rules.Result,
    fresh: tuple[int, str] | None,
    language: str,
) -> Row:
    game = stands.sheet_game
    player = str(position)
    sheet = game.sheet(player)
    figures = result.figures.get(player)
    cells: list[Cell] = []
    for index, column in enumerate(columns):
        classes = _classes(column, index in starts)
        if column.box:
            is_fresh = fresh == (position, column.box.key)
            cells.append(_box_cell(stands, sheet, column.box, classes, is_fresh, language))
        else:
            cells.append(Cell(_figure_text(column.figure, figures, sheet, game), classes))
    cells.extend(_aside_cells(game, sheet, result, language))
    return Row(
        name=stands.name(player),
        position=position,
        is_turn=game.next == player and not game.over,
        gone=not sheet.plays,
        bank=sheet.bank if game.rules.bank else None,
        cells=tuple(cells),
        pair=pair_letter(game, player, language),
        is_open=sheet.plays and not all(sheet.marks),
    )


def _box_cell(
    stands: Played,
    sheet: rules.Sheet,
    box: rules.Box,
    classes: str,
    is_fresh: bool,
    language: str,
) -> Cell:
    at = stands.rule_set.index(box.key)
    key = f"{sheet.player}-{box.key}"
    mark, pour = sheet.marks[at], sheet.pours[at] if sheet.pours else None
    poured = ""
    if pour:
        poured = f"{pour.points} · {pour.turns_left}"
        classes += " box--poured"
    if mark is None:
        why = ""
        if pour:
            why = _("%(name)s poured %(points)d here; own turns left to answer: %(turns)d") % {
                "name": stands.name(pour.giver),
                "points": pour.points,
                "turns": pour.turns_left,
            }
        return Cell("", classes, key, why, poured=poured)
    names = [classes]
    three = is_three_alike(box, mark)
    first = first_throw_mark(stands.rule_set, box, mark)
    names += ["box--struck"] if mark.struck else []
    names += ["box--three"] if three else []
    names += ["box--first"] if first else []
    names += ["box--fresh"] if is_fresh else []
    return Cell(
        mark_text(stands.rule_set, mark),
        " ".join(names),
        key,
        rules.explain(stands.rule_set, box, mark).in_language(language),
        first,
        three,
        poured,
    )


def _figure_text(
    figure: rules.Figure, figures: rules.Figures | None, sheet: rules.Sheet, game: rules.Game
) -> str:
    if figures is None:
        return ""
    started = any(sheet.marks)
    if figure in (rules.Figure.THROW_POINTS, rules.Figure.UNFINISHED):
        return rules.signed(_value(figure, figures)) if game.over else ""
    if figure is rules.Figure.BONUS and not figures.bonus:
        return ""
    return rules.signed(_value(figure, figures)) if started or game.over else ""


def _value(figure: rules.Figure, figures: rules.Figures) -> int:
    values = {
        rules.Figure.SCHOOL: figures.school,
        rules.Figure.BONUS: figures.bonus,
        rules.Figure.SUBTOTAL: figures.subtotal,
        rules.Figure.THROW_POINTS: figures.throw_points,
        rules.Figure.UNFINISHED: figures.unfinished,
        rules.Figure.TOTAL: figures.total,
    }
    return values[figure]


def _aside_cells(
    game: rules.Game, sheet: rules.Sheet, result: rules.Result, language: str
) -> list[Cell]:
    started = any(any(other.marks) for other in game.sheets)
    place = result.places.get(sheet.player)
    settled = result.settlement
    cells: list[Cell] = []
    if game.rules.bank:
        cells.append(Cell(str(sheet.bank), "figure figure--aside group-start"))
    starts = "" if cells else " group-start"
    shown_place = str(place) if place and started else ""
    cells.append(Cell(shown_place, f"figure figure--aside{starts}"))
    if game.rules.options.settlement != "none":
        known = settled is not None and sheet.player in settled.exact and started
        text = decimal(settled.shown(sheet.player), language) if settled and known else ""
        cells.append(Cell(text, "figure figure--aside"))
    return cells
