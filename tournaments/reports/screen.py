"""What the big screen in the hall shows, one thing at a time, as everybody may see it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.utils.translation import gettext as _

from scorekeeper.names import alphabetical
from tournaments.engine.model import TableState
from tournaments.engine.wording import number
from tournaments.models import Round
from tournaments.presence import number_of
from tournaments.queries import Whole
from tournaments.reports.results import PrizeGiving, place_lines
from tournaments.reports.standings import has_results, newest_stage
from tournaments.reports.wording import stage_title

T = TypeVar("T")

TABLES_A_SLIDE, LONG_TABLES_A_SLIDE = 6, 4
SHORT_NAME = 22
"""Letters that fit into one of three columns; with longer names tables stand in two."""
NAMES_A_SLIDE = 22
LINES_A_SLIDE = 22
"""So many stand on a screen of 16:9 at 1/18 of its height, in columns."""


@dataclass(frozen=True, slots=True)
class Slide:
    """One thing to see.

    ``kind``: "clock", "tables", "names", "standings", "place" or "words" · ``part``: which of how
    many slides of its kind, "" for the only one · ``ends_at``: of a clock · ``tables``: number and
    names · ``names``: name and table, "" for who has none · ``lines``: place, name, points ·
    ``words``: what else it says · ``long``: its names need wide columns.
    """

    kind: str
    heading: str
    part: str = ""
    ends_at: datetime | None = None
    tables: tuple[tuple[int, tuple[str, ...]], ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    lines: tuple[tuple[int, str, str], ...] = ()
    words: tuple[str, ...] = ()
    long: bool = False


def slides(stands: Whole, giving: PrizeGiving | None, language: str) -> tuple[Slide, ...]:
    """The slides in the order they turn over; ``stands`` as everybody may see it.

    While a round is played: its clock, who sits where by table and by name, the standings. Between
    rounds: the standings. At the prize-giving: the place that was shown last, and nothing else.
    """
    record = stands.record
    published = stands.published
    if record.cancelled_at is not None:
        return (Slide("words", _("The tournament is cancelled.")),)
    if not published:
        return _before(stands)
    last = published[-1]
    if last.closed_at is None:
        return (*_clock(last), *_seating(stands, last), *_standings(stands, language))
    if giving is not None and giving.latest is not None:
        latest = giving.latest
        names = tuple(name for _key, name in latest.entrants)
        heading = _("Place %(place)s") % {"place": latest.place}
        return (Slide("place", heading, words=names),)
    if giving is not None:
        wait = Slide("words", _("The results are announced at the prize-giving."))
        return (wait, *_standings(stands, language))
    if record.finished_at is not None:
        return _final(stands, language)
    return _standings(stands, language)


def _before(stands: Whole) -> tuple[Slide, ...]:
    people = [one for one in stands.entrants.values() if not one.removed]
    names = sorted((one.name for one in people), key=alphabetical)
    welcome = Slide(
        "words",
        stands.record.name,
        words=(_("Entrants: %(count)s") % {"count": len(names)},),
    )
    listed = [(name, "") for name in names]
    return (welcome, *_of_names(_("Entrants"), listed))


def _clock(one: Round) -> tuple[Slide, ...]:
    if one.ends_at is None:
        return ()
    return (Slide("clock", _round(one), ends_at=one.ends_at),)


def _round(one: Round) -> str:
    return _("Round %(number)s") % {"number": one.number}


def _seating(stands: Whole, one: Round) -> tuple[Slide, ...]:
    played = [
        seats
        for seats in stands.by_round.get(one.number, {}).values()
        if seats[0].state is not TableState.VOID
    ]
    names = stands.names
    tables = sorted(
        (seats[0].number, tuple(names[seat.entrant] for seat in seats)) for seats in played
    )
    by_name = [(name, str(number)) for number, people in tables for name in people]
    by_name += [(names[key], _("rests")) for key in one.byes]
    by_name.sort(key=lambda one: alphabetical(one[0]))
    long = any(len(name) > SHORT_NAME for _number, people in tables for name in people)
    by_table = _("%(round)s: tables") % {"round": _round(one)}
    alphabet = _("%(round)s: who sits where") % {"round": _round(one)}
    return (
        *(
            Slide("tables", by_table, part, tables=shown, long=long)
            for part, shown in _in_parts(tables, LONG_TABLES_A_SLIDE if long else TABLES_A_SLIDE)
        ),
        *_of_names(alphabet, by_name),
    )


def _standings(stands: Whole, language: str) -> tuple[Slide, ...]:
    chosen = newest_stage(stands)
    ranked = stands.standing(chosen - 1)
    if not has_results(ranked):
        return ()
    names = stands.names
    lines = [
        (row.place, names[number_of(row.entrant)], number(row.points).in_language(language))
        for row in ranked.rows
    ]
    several = len(stands.stages) > 1
    title = stage_title(stands.stages[chosen - 1], stands.stages) if several else ""
    heading = f"{_('Standings')}: {title}" if title else _("Standings")
    if ranked.provisional:
        heading = _("%(heading)s (provisional)") % {"heading": heading}
    return tuple(_of_lines(heading, lines))


def _final(stands: Whole, language: str) -> tuple[Slide, ...]:
    lines = [
        (line.place, name, "")
        for line in place_lines(stands, language)
        for _key, name in line.entrants
    ]
    return tuple(_of_lines(_("Final places"), lines))


def _in_parts(lines: Sequence[T], size: int) -> Iterator[tuple[str, tuple[T, ...]]]:
    """A long list part by part, each with which of how many it is, "" for the only one."""
    starts = range(0, len(lines), size)
    for at, start in enumerate(starts, 1):
        yield f"{at}/{len(starts)}" if len(starts) > 1 else "", tuple(lines[start : start + size])


def _of_names(heading: str, lines: Sequence[tuple[str, str]]) -> Iterator[Slide]:
    for part, names in _in_parts(lines, NAMES_A_SLIDE):
        yield Slide("names", heading, part, names=names)


def _of_lines(heading: str, lines: Sequence[tuple[int, str, str]]) -> Iterator[Slide]:
    for part, shown in _in_parts(lines, LINES_A_SLIDE):
        yield Slide("standings", heading, part, lines=shown)
