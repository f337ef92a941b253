"""The columns of a sheet, once for the page, the print, the workbook and the big screen."""

from dataclasses import dataclass
from enum import StrEnum

from rules.model import Box, RuleSet, Series
from rules.text import Text


class Group(StrEnum):
    """The parts of a sheet that are set apart by space and a heavier rule."""

    SCHOOL = "school"
    SUBTOTAL = "subtotal"
    COMBINATIONS = "combinations"
    TOTAL = "total"


class Figure(StrEnum):
    """What a column shows: a box, or one of the sums of totals.Figures."""

    BOX = "box"
    SCHOOL = "school"
    BONUS = "bonus"
    SUBTOTAL = "subtotal"
    THROW_POINTS = "throw_points"
    UNFINISHED = "unfinished"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a player's row (or row of a player's column, transposed).

    ``box`` is set for boxes only · ``printed``: it is a column of the paper sheet; the others are
    shown beside it on the page, as figures of their own.
    """

    figure: Figure
    group: Group
    name: Text
    short: Text
    box: Box | None = None
    printed: bool = True

    @property
    def key(self) -> str:
        return self.box.key if self.box else self.figure.value


_SCHOOL = Column(
    Figure.SCHOOL,
    Group.SUBTOTAL,
    Text("Сумма школы", "School sum"),
    Text("Школа", "School"),
    printed=False,
)
_BONUS = Column(
    Figure.BONUS,
    Group.SUBTOTAL,
    Text("Премия за школу", "School bonus"),
    Text("Премия", "Bonus"),
    printed=False,
)
_SUBTOTAL = Column(
    Figure.SUBTOTAL,
    Group.SUBTOTAL,
    Text("Промежуточный итог", "Subtotal"),
    Text("Промеж. итог", "Subtotal"),
)
_THROW_POINTS = Column(
    Figure.THROW_POINTS,
    Group.TOTAL,
    Text("Сбережённые броски", "Saved throws"),
    Text("Броски", "Throws"),
)
_UNFINISHED = Column(
    Figure.UNFINISHED,
    Group.TOTAL,
    Text("Незакрытые клетки", "Unfinished boxes"),
    Text("Незакр.", "Unfin."),
)
_TOTAL = Column(
    Figure.TOTAL, Group.TOTAL, Text("Окончательный итог", "Final total"), Text("Итог", "Total")
)


def columns(rules: RuleSet) -> tuple[Column, ...]:
    """The columns of the sheet of ``rules``, left to right; empty where there is no sheet.

    Classic: six boxes, subtotal, nine boxes, total — 17 printed columns — and the school's sum and
    bonus as figures of their own. A race has no subtotal and an end count instead.
    """
    if rules.rank_only:
        return ()
    school = [_box_column(box, Group.SCHOOL) for box in rules.boxes if _in_school(box)]
    rest = [_box_column(box, Group.COMBINATIONS) for box in rules.boxes if not _in_school(box)]
    return (*school, *_school_sums(rules), *rest, *_end_count(rules), _TOTAL)


def _in_school(box: Box) -> bool:
    return box.series is Series.SCHOOL


def _box_column(box: Box, group: Group) -> Column:
    return Column(Figure.BOX, group, box.name, box.short, box)


def has_school_bonus(rules: RuleSet) -> bool:
    """Whether the house rules give or take anything for a full school."""
    return bool(rules.options.school_bonus or rules.options.negative_school)


def _school_sums(rules: RuleSet) -> tuple[Column, ...]:
    if rules.race:
        return ()
    return (_SCHOOL, _BONUS, _SUBTOTAL) if has_school_bonus(rules) else (_SUBTOTAL,)


def _end_count(rules: RuleSet) -> tuple[Column, ...]:
    if rules.race:
        return (_THROW_POINTS, _UNFINISHED)
    return (_THROW_POINTS,) if rules.bank and rules.options.saved_throw_points else ()
