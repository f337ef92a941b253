"""The standings as everybody sees them: columns, what parted whom, the line of the cut."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.names import alphabetical, search_key
from tournaments.engine.chain import Criterion, Parting
from tournaments.engine.cuts import OpenTie
from tournaments.engine.model import Points
from tournaments.engine.points import Tally
from tournaments.engine.standings import Row, Standing
from tournaments.engine.wording import number
from tournaments.models import Adjustment, Stage
from tournaments.presence import number_of
from tournaments.queries import Whole
from tournaments.reports.counting import cut_words, points_words
from tournaments.reports.deciders import DeciderLines, decider_lines
from tournaments.reports.wording import stage_title

LINES_A_PAGE = 100
MOST_NAMED = 8
"""A sentence names so many of those level, and only counts more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to see: a stage (None: the newest with results), a page, part of a name.

    ``stage`` and ``page`` are numbers from 1, whatever was typed into the address.
    """

    stage: int | None = None
    page: int = 1
    wanted: str = ""


@dataclass(frozen=True, slots=True)
class Tab:
    """A stage to choose: its number, its title, whether it is the one shown."""

    number: int
    title: str
    shown: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A criterion of the chain: its name, and in one sentence what it is."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant's line.

    ``figures``: name and figure of each column · ``reason``: what fixed the place, "" where
    points alone did · ``through``: goes on to the next stage · ``dropped``: after which round ·
    ``line``: what is said of the cut where it is drawn below this line.
    """

    place: int
    entrant: int
    name: str
    points: str
    figures: tuple[tuple[str, str], ...]
    games: int
    byes: int
    reason: str
    through: bool
    dropped: int | None
    provisional: bool
    line: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that were given or taken away, and why."""

    name: str
    points: str
    reason: str


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a long table, each (number, first and last line); none for a short one."""

    pages: tuple[tuple[int, int, int], ...]
    page: int

    @property
    def lines(self) -> slice:
        """Which lines the page shows."""
        return slice((self.page - 1) * LINES_A_PAGE, self.page * LINES_A_PAGE)


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """A stage's standings; without ``lines`` nothing is played yet, and ``entrants`` names who is
    in it: (number, name)."""

    stage: int
    title: str
    rules: tuple[str, ...]
    columns: tuple[Column, ...]
    criteria: tuple[Column, ...]
    lines: tuple[Line, ...]
    entrants: tuple[tuple[int, str], ...]
    pages: Pages
    count: int
    found: int
    byes: bool
    reasons: bool
    cut: tuple[str, ...]
    partings: tuple[str, ...]
    deciders: tuple[DeciderLines, ...]
    penalties: tuple[Penalty, ...]
    provisional: bool

    @property
    def width(self) -> int:
        """How many columns the table has."""
        return 4 + len(self.columns) + self.byes + self.reasons


def newest_stage(stands: Whole) -> int:
    """The number of the last stage in which something counts already, else of the first."""
    for index in reversed(range(len(stands.event.stages))):
        if has_results(stands.standing(index)):
            return index + 1
    return 1


def has_results(ranked: Standing) -> bool:
    """Whether any table counts."""
    return bool(ranked.tally.scores.totals)


def standings_page(stands: Whole, asked: Asked, language: str) -> StandingsPage:
    """The standings of the stage asked for, of ``stands`` as the viewer may see it.

    A stage that is not begun, or whose results wait for their release, is as if not asked for.
    """
    begun = len(stands.event.stages)
    chosen = asked.stage if asked.stage and asked.stage <= begun else newest_stage(stands)
    stage, ranked = stands.stages[chosen - 1], stands.standing(chosen - 1)
    names = stands.names
    columns = _columns(stage, ranked)
    rows = _wanted(ranked.rows, names, asked.wanted) if has_results(ranked) else []
    pages = paged(len(rows), asked.page)
    shown = rows[pages.lines]
    drawn = _Drawing(stands, stage, ranked, language)
    here = {row.entrant for row in shown}
    return StandingsPage(
        stage=chosen,
        title=stage_title(stage, stands.stages),
        rules=points_words(stage, language),
        columns=tuple(_column(each, language) for each in columns),
        criteria=tuple(_column(each, language) for each in ranked.chain),
        lines=tuple(drawn.line(row, columns) for row in shown),
        entrants=() if has_results(ranked) else _entrants(ranked, names),
        pages=pages,
        count=len(ranked.rows),
        found=len(rows),
        byes=any(row.byes for row in ranked.rows),
        reasons=any(row.parted_by or row.shared > 1 for row in ranked.rows),
        cut=drawn.cut_words() if has_results(ranked) else (),
        partings=tuple(
            parting_words(each, names, language)
            for each in ranked.partings
            if has_results(ranked) and here.intersection(each.level)
        ),
        deciders=decider_lines(stands, stage),
        penalties=penalties_of(stands.adjustments, stage, names, language),
        provisional=ranked.provisional,
    )


def paged(lines: int, page: int) -> Pages:
    """Which page of so many lines is shown, and what stands on each; the last, asked for more."""
    starts = range(0, max(lines, 1), LINES_A_PAGE)
    pages = tuple(
        (at, start + 1, min(start + LINES_A_PAGE, lines)) for at, start in enumerate(starts, 1)
    )
    return Pages(pages if len(pages) > 1 else (), min(max(page, 1), len(pages)))


def tabs(stands: Whole, chosen: int) -> tuple[Tab, ...]:
    """The stages begun so far, to choose from; none in a tournament of one stage."""
    if len(stands.stages) == 1:
        return ()
    return tuple(
        Tab(stage.number, stage_title(stage, stands.stages), stage.number == chosen)
        for stage in stands.stages[: len(stands.event.stages)]
    )


def _columns(stage: Stage, ranked: Standing) -> list[Criterion[Tally]]:
    """The criteria whose figures say something: known, and not the points once more."""
    same = {Stage.PointsRule.SETTLEMENT: "settlement", Stage.PointsRule.TOTAL: "total"}
    found = []
    for criterion in ranked.chain:
        if criterion.relative or criterion.key == "lots":
            continue
        values = [ranked.value(criterion.key, row.entrant) for row in ranked.rows]
        points = [row.points if row.games else None for row in ranked.rows]
        repeats = criterion.key == same.get(Stage.PointsRule(stage.points)) and values == points
        if not repeats and any(value is not None for value in values):
            found.append(criterion)
    return found


def _column(criterion: Criterion[Tally], language: str) -> Column:
    said = (criterion.name, criterion.sentence)
    return Column(*(text.in_language(language) for text in said))


def _wanted(rows: Sequence[Row], names: Mapping[int, str], wanted: str) -> list[Row]:
    key = search_key(wanted)
    return [row for row in rows if not key or key in search_key(names[number_of(row.entrant)])]


def _entrants(ranked: Standing, names: Mapping[int, str]) -> tuple[tuple[int, str], ...]:
    found = [(number_of(row.entrant), names[number_of(row.entrant)]) for row in ranked.rows]
    return tuple(sorted(found, key=lambda one: alphabetical(one[1])))


class _Drawing:
    """Draws the lines of one standing; knows where the line of its cut falls."""

    def __init__(self, stands: Whole, stage: Stage, ranked: Standing, language: str) -> None:
        self.stands = stands
        self.stage = stage
        self.ranked = ranked
        self.language = language
        self.names = stands.names
        self.cut = stands.cut(stage.number - 1)
        following = [one for one in stands.stages if one.number == stage.number + 1]
        members = following[0].members if following else None
        self.through = None if members is None else frozenset(members)
        self.last = self._last_through()

    def _last_through(self) -> int | None:
        """Below whom the line is drawn; None where none is, as for a cut table by table."""
        if self.cut is None or self.stage.cut == Stage.Cut.OF_TABLE:
            return None
        through = set(self.cut.through)
        return max(
            (at for at, row in enumerate(self.ranked.rows) if row.entrant in through), default=None
        )

    def line(self, row: Row, columns: Sequence[Criterion[Tally]]) -> Line:
        key = number_of(row.entrant)
        below = self.last is not None and self.ranked.rows[self.last].entrant == row.entrant
        left = self.stands.entrants[key].last_round
        return Line(
            place=row.place,
            entrant=key,
            name=self.names[key],
            points=self._said(row.points),
            figures=tuple(
                (each.name.in_language(self.language), self._figure(each, row)) for each in columns
            ),
            games=row.games,
            byes=row.byes,
            reason=self._reason(row),
            through=self.through is not None and key in self.through,
            dropped=left if row.dropped else None,
            provisional=row.provisional,
            line=self._cut_words() if below else "",
        )

    def _figure(self, criterion: Criterion[Tally], row: Row) -> str:
        value = self.ranked.value(criterion.key, row.entrant)
        return "" if value is None else self._said(value)

    def _said(self, value: Points) -> str:
        return number(value).in_language(self.language)

    def _reason(self, row: Row) -> str:
        if row.shared > 1:
            return _("shared by %(count)s") % {"count": row.shared}
        by = next((each.by for each in self.ranked.chain if each.key == row.parted_by), None)
        return by.in_language(self.language) if by else ""

    def cut_words(self) -> tuple[str, ...]:
        """Who goes on where no line is drawn, and once all is played each tie it falls in."""
        if self.cut is None:
            return ()
        words = () if self.last is not None else (self._cut_words(),)
        return (*words, *(self._tie(tie) for tie in self.cut.ties if self._played_out()))

    def _cut_words(self) -> str:
        """Who goes on, in a sentence: for certain, or as it stands."""
        words = cut_words(self.stage)
        if self.through is not None:
            return words
        return _("As it stands now: %(words)s") % {"words": words[:1].lower() + words[1:]}

    def _played_out(self) -> bool:
        rounds = self.stands.event.stages[self.stage.number - 1].rounds
        played = len(rounds) >= self.stage.rounds_planned and not self.ranked.provisional
        return played and self.through is None

    def _tie(self, tie: OpenTie) -> str:
        places = min(tie.lines)
        return ngettext(
            "%(names)s are level where the line falls: %(n)s of them goes on. A blitz or the "
            "organiser will decide.",
            "%(names)s are level where the line falls: %(n)s of them go on. A blitz or the "
            "organiser will decide.",
            places,
        ) % {"names": listed([self.names[number_of(one)] for one in tie.level]), "n": places}


def listed(names: Sequence[str]) -> str:
    """Names one after another; of many, only how many they are."""
    if len(names) > MOST_NAMED:
        return ngettext("%(n)s entrant", "%(n)s entrants", len(names)) % {"n": len(names)}
    return ", ".join(names)


def parting_words(parting: Parting, names: Mapping[int, str], language: str) -> str:
    """What put those level on points apart: "Best game: Оля 312, Лев 290"."""
    if len(parting.level) > MOST_NAMED:
        many = listed([names[number_of(one)] for one in parting.level])
        return f"{parting.name.in_language(language)}: {many}"
    return parting.sentence({key: names[number_of(key)] for key in parting.level}).in_language(
        language
    )


def penalties_of(
    adjustments: Iterable[Adjustment], stage: Stage, names: Mapping[int, str], language: str
) -> tuple[Penalty, ...]:
    """The penalties and corrections of a stage that hold, in the order they were made."""
    return tuple(
        Penalty(
            names[one.entrant_id],
            number(Fraction(one.points)).in_language(language),
            one.reason,
        )
        for one in adjustments
        if one.stage_id == stage.pk and one.undone_at is None
    )
