"""The whole event as worksheets: who entered, every seat, the standings over them, live."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.exports.excel import FIRST, Cell, Formula, Page
from scorekeeper.names import alphabetical
from tournaments.engine.model import TableState
from tournaments.models import Stage
from tournaments.presence import number_of
from tournaments.queries import Whole
from tournaments.reports.deciders import decider_lines
from tournaments.reports.rounds import published_in
from tournaments.reports.standings import has_results
from tournaments.reports.wording import stage_title

LIVE = (Stage.PointsRule.SETTLEMENT, Stage.PointsRule.TOTAL)
"""What a spreadsheet can sum by itself; points for places stand as figures."""
_LONGEST = 31


def event_pages(stands: Whole, substitutes: Mapping[int, str], language: str) -> list[Page]:
    """The worksheets: entrants, tables, adjustments, a standing a stage, blitzes and decisions."""
    book = _Book(stands, substitutes, language)
    begun = stands.stages[: len(stands.event.stages)]
    return [
        book.entrants(),
        book.tables(),
        book.adjustments(),
        *(book.standing(stage) for stage in begun),
        book.deciders(),
    ]


class _Book:
    """Knows by which number an entrant is called in every worksheet: their place by name."""

    def __init__(self, stands: Whole, substitutes: Mapping[int, str], language: str) -> None:
        self.stands = stands
        self.language = language
        self.substitutes = substitutes
        self.names = stands.names
        ordered = sorted(stands.entrants, key=lambda key: alphabetical(self.names[key]))
        self.number = {key: at for at, key in enumerate(ordered, 1)}
        self.seats = [seat for seat in stands.seats if seat.state is not TableState.VOID]
        self.tables_title, self.adjustments_title = _("Tables"), _("Penalties and corrections")

    def _page(
        self, title: str, heads: list[tuple[str, int]], rows: list[list[Cell]], about: str = ""
    ) -> Page:
        record = self.stands.record
        day = localtime(record.starts_at, ZoneInfo(record.zone))
        said = (record.name, about, f"{day:%Y-%m-%d}", record.club.name)
        return Page(title[:_LONGEST], ", ".join(filter(None, said)), tuple(heads), rows)

    def entrants(self) -> Page:
        rows: list[list[Cell]] = [
            [
                self.number[key],
                self.names[key],
                entrant.group,
                entrant.first_round,
                entrant.last_round,
                _("removed") if entrant.removed else "",
            ]
            for key, entrant in sorted(
                self.stands.entrants.items(), key=lambda each: self.number[each[0]]
            )
        ]
        heads = [(_("No."), 6), (_("Name"), 36), (_("Group"), 24)]
        heads += [(_("From round"), 12), (_("Until round"), 12), (_("State"), 14)]
        return self._page(_("Entrants"), heads, rows)

    def tables(self) -> Page:
        """One row a seat; the settlement is its total minus the mean of its table."""
        rows: list[list[Cell]] = []
        for row, seat in enumerate(self.seats, FIRST):
            own = f'IF(F{row}="","",F{row}-AVERAGEIFS(F:F,A:A,A{row},B:B,B{row}))'
            rows.append(
                [
                    seat.round,
                    seat.number,
                    seat.position + 1,
                    self.number[seat.entrant],
                    self.names[seat.entrant],
                    None if seat.removed else seat.total,
                    Formula(own),
                    self.substitutes.get(seat.player, ""),
                    "" if seat.state is TableState.CONFIRMED else _("provisional"),
                ]
            )
        heads = [(_("Round"), 8), (_("Table"), 8), (_("Seat"), 8), (_("No."), 6), (_("Name"), 36)]
        heads += [(_("Total"), 10), (_("Settlement"), 12), (_("Substitute"), 30), (_("State"), 14)]
        return self._page(self.tables_title, heads, rows)

    def adjustments(self) -> Page:
        rows: list[list[Cell]] = [
            [
                one.stage.number,
                self.number[one.entrant_id],
                self.names[one.entrant_id],
                Fraction(one.points),
                one.reason,
            ]
            for one in self.stands.adjustments
            if one.undone_at is None
        ]
        heads = [(_("Stage"), 8), (_("No."), 6), (_("Name"), 36), (_("Points"), 10)]
        return self._page(self.adjustments_title, [*heads, (_("Reason"), 50)], rows)

    def standing(self, stage: Stage) -> Page:
        """The points are sums over the tables and adjustments, where a spreadsheet can sum them."""
        index = stage.number - 1
        ranked = self.stands.standing(index)
        columns = [one for one in ranked.chain if not one.relative and one.key != "lots"]
        rows: list[list[Cell]] = []
        known = ranked.rows if has_results(ranked) else ()
        for at, row in enumerate(known, FIRST):
            key = number_of(row.entrant)
            figures: list[Cell] = [ranked.value(one.key, key) for one in columns]
            points: Cell = self._points(stage, at) if self._sums(index) else row.points
            rows.append(
                [
                    row.place,
                    self.number[key],
                    self.names[key],
                    points,
                    row.games,
                    row.byes,
                    *figures,
                ]
            )
        heads = [(_("Place"), 8), (_("No."), 6), (_("Name"), 36), (_("Points"), 12)]
        heads += [(_("Games"), 8), (_("Byes"), 8)]
        heads += [(one.name.in_language(self.language), 14) for one in columns]
        alone = len(self.stands.stages) == 1
        title = _("Standings") if alone else f"{_('Standings')} {stage.number}"
        return self._page(title, heads, rows, stage_title(stage, self.stands.stages))

    def _sums(self, index: int) -> bool:
        """Whether the points of a stage are sums of its own tables and adjustments alone."""
        stage = self.stands.stages[index]
        ranked = self.stands.standing(index)
        by_total = stage.points == Stage.PointsRule.TOTAL
        rests = by_total and any(row.byes for row in ranked.rows)
        return stage.points in LIVE and not stage.carries and not rests

    def _points(self, stage: Stage, row: int) -> Formula:
        numbers = [one.number for one in published_in(self.stands, stage)]
        column = "G" if stage.points == Stage.PointsRule.SETTLEMENT else "F"
        tables, extra = _quoted(self.tables_title), _quoted(self.adjustments_title)
        within = f'{tables}!A:A,">={min(numbers)}",{tables}!A:A,"<={max(numbers)}"'
        own = f"SUMIFS({tables}!{column}:{column},{tables}!D:D,B{row},{within})"
        added = f"SUMIFS({extra}!D:D,{extra}!B:B,B{row},{extra}!A:A,{stage.number})"
        return Formula(f"ROUND({own}+{added},6)")

    def deciders(self) -> Page:
        rows = [row for stage in self.stands.stages for row in self._decided(stage)]
        heads = [(_("Stage"), 20), (_("Blitz"), 8), (_("Attempt"), 10), (_("Place"), 8)]
        heads += [(_("Name"), 36), (_("Dice"), 14), (_("Reason"), 40)]
        return self._page(_("Blitz and decisions"), heads, rows)

    def _decided(self, stage: Stage) -> Iterator[list[Cell]]:
        title = stage_title(stage, self.stands.stages)
        for at, one in enumerate(decider_lines(self.stands, stage), 1):
            for number, attempt in enumerate(one.attempts, 1):
                for hand in attempt:
                    dice = "-".join(map(str, hand.pips))
                    yield [title, at, number, hand.place, hand.name, dice, ""]
            if not one.blitz:
                for place, names in one.order:
                    yield [title, at, None, place, ", ".join(names), "", one.reason]


def _quoted(title: str) -> str:
    return "'" + title[:_LONGEST].replace("'", "''") + "'"
