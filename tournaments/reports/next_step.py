"""What an organiser does next, and what is missing for it: one page for the whole event."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scorekeeper.names import alphabetical
from tournaments.engine.model import TableState
from tournaments.engine.seating.sizes import seats_and_byes
from tournaments.models import Draw, Round, Tournament
from tournaments.presence import (
    away_in,
    fixed_beyond,
    in_stage,
    next_draft,
    seats_of,
    still_playing,
    table_sizes,
    tables_to_come,
)
from tournaments.queries import (
    Whole,
    checked_in,
    draft_of,
    open_ties,
    ties_of,
    waiting_applications,
)
from tournaments.reports.course import StageLine, Way, course, round_page
from tournaments.reports.wording import stage_title


class Step(Enum):
    """How far a tournament has come, in the order in which it goes."""

    NOBODY = "nobody"
    FEW = "few"
    CHECK_IN = "check_in"
    DRAW = "draw"
    PUBLISH = "publish"
    PLAYING = "playing"
    CONFIRM = "confirm"
    CLOSE_ROUND = "close_round"
    TIE = "tie"
    CLOSE_STAGE = "close_stage"
    PRIZES = "prizes"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is not as it should be, and where it is mended."""

    words: str
    way: Way


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table without a result that counts. ``playing``: else it waits for its confirmation."""

    table: int
    round: int
    number: int
    names: tuple[str, ...]
    since: datetime | None
    playing: bool


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do, other ways on, what is missing, the tables waited for, the course."""

    step: Step
    title: str
    words: str
    primary: Way
    others: tuple[Way, ...] = ()
    missing: tuple[Missing, ...] = ()
    tables: tuple[WaitingTable, ...] = ()
    course: tuple[StageLine, ...] = ()


def next_step(stands: Whole) -> NextStep:
    """The report of the page "What next"; three queries."""
    found = _Steps(stands, _known(stands))
    step, title, words, primary, others = found.step()
    return NextStep(
        step,
        title,
        words,
        primary,
        others,
        tuple(found.missing(step)),
        found.tables,
        tuple(course(stands)),
    )


def ways_after(record: Tournament) -> tuple[Way, ...]:
    """Where one goes on when the tournament is over, the first thing first."""
    giving = Way(_("Prize-giving"), "tournament_results")
    standings = Way(_("Look at the standings"), "tournament")
    papers = (Way(_("Paper"), "tournament_paper"), Way(_("Workbook"), "event_xlsx"))
    if record.prizes or _hides(record):
        return giving, standings, *papers
    return standings, giving, *papers


def _hides(record: Tournament) -> bool:
    return record.hidden_from is not None and record.released_at is None


_Found = tuple[Step, str, str, Way, tuple[Way, ...]]


@dataclass(frozen=True, slots=True)
class _Known:
    """What the step hangs on beside the whole: each a number or a draw.

    ``applications``: who asks to enter · ``draft``: the draw of the round that is not published ·
    ``checked_in``: whether somebody has looked who is here for the next round.
    """

    applications: int
    draft: Draw | None
    checked_in: bool


def _known(stands: Whole) -> _Known:
    drafted = next_draft(stands)
    return _Known(
        applications=waiting_applications(stands.record).count(),
        draft=draft_of(drafted) if drafted else None,
        checked_in=checked_in(stands.record, stands.next_number),
    )


class _Steps:
    """The step of one tournament; used once."""

    def __init__(self, stands: Whole, known: _Known) -> None:
        self.stands, self.known = stands, known
        self.record = stands.record
        self.stage = stands.stage
        self.number = stands.next_number
        self.tables = tuple(_waiting_tables(stands))
        self.inside = in_stage(stands, self.stage)
        self.here = [key for key in self.inside if not away_in(stands, key, self.number)]

    @property
    def is_cut(self) -> bool:
        """Whether only those play on who came through a cut: whoever is entered now does not."""
        return self.stage.members is not None

    @property
    def over(self) -> bool:
        return self.record.finished_at is not None or self.record.cancelled_at is not None

    def step(self) -> _Found:
        if self.record.cancelled_at is not None:
            settings = Way(_("Settings"), "tournament_settings")
            return (
                Step.CANCELLED,
                _("The tournament is cancelled"),
                _("Nothing of it is deleted, and it counts nowhere. It can be opened again."),
                settings,
                (),
            )
        if self.record.finished_at is not None:
            return self._finished()
        unclosed = [one for one in self.stands.published if one.closed_at is None]
        if self.tables or unclosed:
            return self._running(unclosed)
        if self.stands.is_played(self.stage) or self.stage.closed_at is not None:
            return self._ending()
        return self._before_a_round()

    def _finished(self) -> _Found:
        primary, *others = ways_after(self.record)
        if primary.route == "tournament_results":
            words = (
                _("The last results are hidden: show them from the last place up.")
                if _hides(self.record)
                else _("Who gets which prize stands on the page of the results.")
            )
            title = _("The tournament is over: give the prizes")
            return Step.PRIZES, title, words, primary, tuple(others)
        words = _("The standings stay where they are. Corrections are still possible.")
        return Step.FINISHED, _("The tournament is over"), words, primary, tuple(others)

    def _running(self, unclosed: list[Round]) -> _Found:
        others = self._ways_ahead()
        playing = [table for table in self.tables if table.playing]
        if playing:
            number = playing[0].round
            words = ngettext(
                "%(n)s table still plays.", "%(n)s tables still play.", len(playing)
            ) % {"n": len(playing)}
            way = Way(
                _("To the tables of round %(round)s") % {"round": number}, *round_page(number)
            )
            title = _("Round %(round)s is being played") % {"round": number}
            return Step.PLAYING, title, words, way, others
        if self.tables:
            number = self.tables[0].round
            way = Way(
                _("To the tables of round %(round)s") % {"round": number}, *round_page(number)
            )
            title = _("Confirm the results of round %(round)s") % {"round": number}
            words = _("A second person compares each result with the paper.")
            return Step.CONFIRM, title, words, way, others
        number = unclosed[0].number
        title = _("Close round %(round)s") % {"round": number}
        words = _("All results are in. Corrections stay possible after it.")
        return Step.CLOSE_ROUND, title, words, Way(title, *round_page(number)), others

    def _ways_ahead(self) -> tuple[Way, ...]:
        """The next round can be prepared while tables still play."""
        if self.stands.is_played(self.stage):
            return ()
        words = {"round": self.number}
        return (
            Way(_("Draw round %(round)s") % words, "round_draw", self.number),
            Way(_("Who is here for round %(round)s") % words, "check_in", self.number),
        )

    def _ending(self) -> _Found:
        title = stage_title(self.stage, self.stands.stages)
        last = self.stage.number == len(self.stands.stages)
        ties = open_ties(self.stands, self.stage)
        if ties:
            names = "; ".join(
                _joined(self.stands.names[int(key)] for key in tie.level) for tie in ties
            )
            words = (
                _("Level where a prize or the first place hangs on it: %(names)s.")
                if last
                else _("Level where it is decided who goes on: %(names)s.")
            ) % {"names": names}
            way = Way(_("Part the tie"), "ties")
            return Step.TIE, _("Part a tie"), words, way, self._one_more_round()
        if last:
            words = _("All rounds are played and closed, and every place that matters is decided.")
            way = Way(_("Finish the tournament"), "ties")
            return Step.CLOSE_STAGE, _("Finish the tournament"), words, way, self._one_more_round()
        line = self.stands.cut(self.stage.number - 1)
        count = len(line.through) if line else 0
        words = ngettext(
            "All its rounds are played; %(n)s goes on.",
            "All its rounds are played; %(n)s go on.",
            count,
        ) % {"n": count}
        way = Way(_("See who goes on"), "ties")
        return (
            Step.CLOSE_STAGE,
            _("Close “%(stage)s”") % {"stage": title},
            words,
            way,
            self._one_more_round(),
        )

    def _one_more_round(self) -> tuple[Way, ...]:
        if self.stage.closed_at is not None:
            return ()
        return (Way(_("Plan another round"), "tournament_stages"),)

    def _before_a_round(self) -> _Found:
        words = {"round": self.number}
        entering = Way(_("Enter players"), "entrants")
        checking = Way(_("Who is here for round %(round)s") % words, "check_in", self.number)
        drawing = Way(_("Draw round %(round)s") % words, "round_draw", self.number)
        fewest, _most = self._seats()
        if not self.inside:
            said = _(
                "Type their names, take them from the club or from a file, or let them enter by "
                "the public page."
            )
            return Step.NOBODY, _("Enter the players"), said, entering, self._registration()
        if len(self.here) < fewest:
            said = _("%(here)s of %(all)s can be seated, and a table needs %(fewest)s.") % {
                "here": len(self.here),
                "all": len(self.inside),
                "fewest": fewest,
            }
            ways = (checking,) if self.is_cut else (entering, checking)
            return Step.FEW, _("More players are needed"), said, ways[0], ways[1:]
        if next_draft(self.stands) is not None and self.known.draft is not None:
            return self._drafted(self.known.draft, checking)
        if self.number == 1 and not self.known.checked_in:
            said = _("Whoever is not here when it is drawn gets no seat. All here? Then draw.")
            return Step.CHECK_IN, _("See who is here"), said, checking, (drawing, entering)
        said = self._tables_to_come()
        ways = (checking,) if self.is_cut else (checking, entering)
        return Step.DRAW, drawing.words, said, drawing, ways

    def _drafted(self, draft: Draw, checking: Way) -> _Found:
        words = {"round": self.number}
        if _changed(draft, self.here):
            title = _("Draw round %(round)s again") % words
            said = _("Who comes has changed since it was drawn.")
            return Step.DRAW, title, said, Way(title, "round_draw", self.number), (checking,)
        title = _("Publish round %(round)s") % words
        said = _("It is drawn. Look at it, change it or draw again; publishing opens the tables.")
        way = Way(_("Look at the draft"), "round_draw", self.number)
        return Step.PUBLISH, title, said, way, (checking,)

    def _registration(self) -> tuple[Way, ...]:
        return (
            Way(_("From a file"), "entrants_import"),
            Way(_("Public registration"), "tournament_settings"),
        )

    def _seats(self) -> tuple[int, int]:
        return seats_of(rules.RULE_SETS[self.record.rule_set], pairs=self.record.pairs)

    def _tables_to_come(self) -> str:
        sizes, byes = seats_and_byes(
            len(self.here), table_sizes(self.stands, self.stage, self.number)
        )
        tables = ngettext("%(n)s table", "%(n)s tables", len(sizes)) % {"n": len(sizes)}
        seats = ", ".join(f"{len(list(run))} × {size}" for size, run in groupby(sizes))
        words = {"here": len(self.here), "tables": tables, "seats": seats, "byes": byes}
        if byes:
            return _("%(here)s are here: %(tables)s (%(seats)s), %(byes)s rest.") % words
        return _("%(here)s are here: %(tables)s (%(seats)s).") % words

    def missing(self, step: Step) -> Iterator[Missing]:
        entrants = Way(_("Entrants"), "entrants")
        if self.known.applications and not self.over:
            yield Missing(
                ngettext(
                    "%(n)s application waits for an answer.",
                    "%(n)s applications wait for an answer.",
                    self.known.applications,
                )
                % {"n": self.known.applications},
                entrants,
            )
        present = [one for one in self.stands.entrants.values() if not one.removed]
        unpaid = [one.name for one in present if not one.paid]
        if self.record.entry_fee and unpaid and self.record.cancelled_at is None:
            yield Missing(
                _("The fee is not paid by: %(names)s.") % {"names": _shortened(unpaid)}, entrants
            )
        if step in (Step.PUBLISH, Step.DRAW, Step.CHECK_IN):
            yield from self._missing_for_a_draw()
        if step is not Step.TIE and not self.over:
            yield from self._level_below_a_cut()
        if _hides(self.record) and self.record.finished_at is not None:
            yield Missing(
                _("The results from round %(round)s on are still hidden.")
                % {"round": self.record.hidden_from},
                Way(_("Results"), "tournament_results"),
            )

    def _level_below_a_cut(self) -> Iterator[Missing]:
        """Those left behind who are level for a prize go home: they can play at once."""
        for stage in self.stands.stages[: self.stage.number - 1]:
            for tie in ties_of(self.stands, stage):
                names = _joined(self.stands.names[int(key)] for key in tie.level)
                said = _("Level for the prize of place %(place)s: %(names)s.") % {
                    "place": tie.first,
                    "names": names,
                }
                yield Missing(said, Way(_("Part the tie"), "ties"))

    def _missing_for_a_draw(self) -> Iterator[Missing]:
        checking = Way(_("Check-in"), "check_in", self.number)
        away = [
            self.stands.names[key]
            for key in self.inside
            if str(self.number) in self.stands.entrants[key].away
        ]
        if away:
            absent = {"round": self.number, "names": _shortened(away)}
            said = _("Not here for round %(round)s: %(names)s.") % absent
            yield Missing(said, checking)
        for key in fixed_beyond(self.stands, self.stage, self.number):
            entrant = self.stands.entrants[key]
            tables = tables_to_come(self.stands, self.stage, self.number)
            said = _(
                "%(name)s cannot leave table %(table)s, and the last of round %(round)s is table "
                "%(count)s: they get one of the last. Choose a table that there is."
            ) % {
                "name": entrant.name,
                "table": entrant.fixed_table,
                "round": self.number,
                "count": tables,
            }
            yield Missing(said, Way(_("Change"), "entrant_change", key))
        drawn = self.known.draft
        playing = still_playing(self.stands)
        seated = (
            set(self.here) if drawn is None else {key for table in drawn.tables for key in table}
        )
        for key in sorted(
            seated & set(playing), key=lambda key: alphabetical(self.stands.names[key])
        ):
            number, table = playing[key]
            words = {"name": self.stands.names[key], "table": table, "round": number}
            said = _("%(name)s still plays at table %(table)s of round %(round)s.") % words
            yield Missing(said, Way(_("To the table"), *round_page(number)))


def _changed(draft: Draw, here: Iterable[int]) -> bool:
    return {key for table in draft.tables for key in table} | set(draft.byes) != set(here)


def _joined(names: Iterable[str]) -> str:
    return ", ".join(sorted(names, key=alphabetical))


SHOWN_NAMES = 8


def _shortened(names: Iterable[str]) -> str:
    """The first names by the alphabet, and how many more."""
    ordered = sorted(names, key=alphabetical)
    said = ", ".join(ordered[:SHOWN_NAMES])
    rest = len(ordered) - SHOWN_NAMES
    return said if rest <= 0 else _("%(names)s and %(n)s more") % {"names": said, "n": rest}


def _waiting_tables(stands: Whole) -> Iterator[WaitingTable]:
    rounds = {one.number: one for one in stands.rounds}
    for number, tables in sorted(stands.by_round.items()):
        for key, seats in tables.items():
            state = seats[0].state
            if state not in (TableState.OPEN, TableState.PROVISIONAL):
                continue
            yield WaitingTable(
                table=key,
                round=number,
                number=seats[0].number,
                names=tuple(stands.names[seat.entrant] for seat in seats),
                since=rounds[number].started_at or rounds[number].published_at,
                playing=state is TableState.OPEN,
            )
