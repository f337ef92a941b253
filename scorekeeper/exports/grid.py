"""A sheet as a grid of texts: its columns, and what stands in each player's boxes.

Rows or columns, screen or paper: which way the grid is turned is for whoever draws it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

import rules

from .report import SheetReport


class Sign(StrEnum):
    """A small mark drawn at the corner of a box."""

    NONE = ""
    CHECK = "check"
    STAR = "star"


class Part(StrEnum):
    """The groups of columns that print sets apart."""

    SCHOOL = "school"
    SUBTOTAL = "subtotal"
    COMBINATIONS = "combinations"
    BANK = "bank"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Strip:
    """One column of the paper sheet (one row of the transposed one).

    ``share``: its width, a box being 1 · ``tinted``: subtotal and total · ``is_box``: a turn
    fills it.
    """

    key: str
    part: Part
    name: str
    short: str
    face: int | None = None
    share: float = 1
    tinted: bool = False
    is_box: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a box: its figure ("" is an empty box), a word and a sign at its corner."""

    text: str = ""
    corner: str = ""
    sign: Sign = Sign.NONE


EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class Line:
    """One player's part of the sheet: a cell a strip, and the right-hand column of a pour game."""

    name: str
    note: str
    cells: tuple[Cell, ...]
    poured: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """The whole sheet: strips in order, players in seat order."""

    strips: tuple[Strip, ...]
    lines: tuple[Line, ...]

    @property
    def pours(self) -> bool:
        """Whether every player has a right-hand column."""
        return bool(self.lines and self.lines[0].poured)

    def parts(self) -> list[tuple[int, ...]]:
        """The indices of the strips, group by group."""
        found: list[list[int]] = []
        for at, strip in enumerate(self.strips):
            if at and strip.part is self.strips[at - 1].part:
                found[-1].append(at)
            else:
                found.append([at])
        return [tuple(group) for group in found]


def grid(report: SheetReport) -> Grid:
    """The sheet of ``report``; call it under the report's language."""
    strips = _strips(report)
    if report.game is None:
        empty = (EMPTY,) * len(strips)
        pours = empty if report.rules.pouring else ()
        return Grid(strips, tuple(Line(name, "", empty, pours) for name in report.players))
    result = rules.result(report.game)
    present = [
        sheet for sheet in report.game.sheets if sheet.presence is not rules.Presence.REMOVED
    ]
    lines = tuple(_line(report, strips, sheet, result) for sheet in present)
    return Grid(strips, lines)


def has_pair_totals(report: SheetReport) -> bool:
    """Whether two players share a total, or may: a blank sheet for four of a game for pairs."""
    if report.game is not None:
        return bool(report.game.teams)
    return report.rules.pairs_of_players and len(report.players) == 4


def _strips(report: SheetReport) -> tuple[Strip, ...]:
    found: list[Strip] = []
    language = report.language
    for column in rules.columns(report.rules):
        if not column.printed:
            continue
        if column.group is rules.Group.TOTAL and report.rules.bank and not _has(found, "bank"):
            found.append(Strip("bank", Part.BANK, _("Saved throws"), _("Saved"), share=1.5))
        sums = column.figure in {rules.Figure.SUBTOTAL, rules.Figure.TOTAL}
        found.append(
            Strip(
                column.key,
                Part(column.group.value),
                column.name.in_language(language),
                column.short.in_language(language),
                column.box.face if column.box else None,
                share=1.3 if sums else 1,
                tinted=sums,
                is_box=column.box is not None,
            )
        )
    found = [_renamed(strip) for strip in found]
    if has_pair_totals(report):
        name = _("Pair's total")
        found.append(Strip("team", Part.TOTAL, name, _("Pair"), share=1.3, tinted=True))
    return tuple(found)


def _renamed(strip: Strip) -> Strip:
    """The end count is told apart from the saved throws themselves."""
    if strip.key != "throw_points":
        return strip
    return Strip(strip.key, strip.part, _("Points for throws"), _("Points"), share=strip.share)


def _has(strips: Sequence[Strip], key: str) -> bool:
    return any(strip.key == key for strip in strips)


def _line(
    report: SheetReport, strips: Sequence[Strip], sheet: rules.Sheet, result: rules.Result
) -> Line:
    boxes = {
        box.key: (_box(report.rules, box, sheet.marks[at]), _poured(sheet, at))
        for at, box in enumerate(report.rules.boxes)
    }
    sums = _sums(sheet, result, report.game is not None and report.game.over)
    return Line(
        report.players[int(sheet.player)],
        _("left the game") if sheet.presence is rules.Presence.LEFT else "",
        tuple(boxes[s.key][0] if s.key in boxes else sums[s.key] for s in strips),
        tuple(boxes[s.key][1] if s.key in boxes else EMPTY for s in strips)
        if report.rules.pouring
        else (),
    )


def _sums(sheet: rules.Sheet, result: rules.Result, over: bool) -> dict[str, Cell]:
    figures = result.figures[sheet.player]
    pair = next((t.total for t in result.teams if sheet.player in t.players), 0)
    bonus = f"{figures.bonus:+d}".replace("-", "−") if figures.bonus else ""
    return {
        "subtotal": Cell(rules.signed(figures.subtotal), bonus),
        "bank": Cell(str(sheet.bank)),
        "throw_points": Cell(rules.signed(figures.throw_points)) if over else EMPTY,
        "unfinished": Cell(rules.signed(figures.unfinished)) if over else EMPTY,
        "total": Cell(rules.signed(figures.total)),
        "team": Cell(rules.signed(pair)),
    }


def _box(ruleset: rules.RuleSet, box: rules.Box, mark: rules.Mark | None) -> Cell:
    if mark is None:
        return EMPTY
    if mark.struck:
        return Cell("0" if ruleset.options.failed_mark == "zero" else "—")
    three_alike = mark.made and mark.points == 0 and box.series is rules.Series.SCHOOL
    if three_alike and mark.poured is None:
        return Cell("0", sign=Sign.CHECK)
    corner, sign = _first_throw(ruleset, box, mark)
    return Cell(rules.signed(mark.points), corner, sign)


def _first_throw(ruleset: rules.RuleSet, box: rules.Box, mark: rules.Mark) -> tuple[str, Sign]:
    if mark.throws != 1 or mark.dice is None or not mark.made:
        return "", Sign.NONE
    if ruleset.pouring:
        return "", Sign.STAR
    times = rules.score(ruleset, box, mark.dice, 1).multiplier
    return (f"×{times}" if times > 1 else ""), Sign.NONE


def _poured(sheet: rules.Sheet, at: int) -> Cell:
    """The right-hand column: what was poured, and in an open pour the turns left at its corner."""
    mark, pour = sheet.marks[at], sheet.pours[at]
    if pour is not None:
        return Cell(str(pour.points), str(pour.turns_left))
    if mark is not None and mark.poured is not None:
        return Cell(str(mark.poured))
    return EMPTY
