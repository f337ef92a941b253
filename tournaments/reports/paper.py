"""The papers of a tournament: seating, cards, standings, the whole event."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

import rules
from scorekeeper.exports.report import HandsReport, Picture, SheetReport
from scorekeeper.exports.wording import date_and_time
from scorekeeper.models import Player
from scorekeeper.names import alphabetical
from tournaments.engine.model import TableState
from tournaments.exports.report import Card, Cards, Document, Head, Section, Table
from tournaments.models import Decider, Draw, Round
from tournaments.queries import BLITZ_RULES, Whole, draft_of, people_of
from tournaments.reports.deciders import DeciderLines
from tournaments.reports.rounds import RoundPage, named, published_in, round_page
from tournaments.reports.standings import Asked, Line, StandingsPage, standings_page
from tournaments.reports.ties import lines_words
from tournaments.reports.wording import stage_title

BLITZ_ATTEMPTS = 4
"""Attempts that a blitz sheet has room for: more are hardly ever thrown."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around every paper: its language, when it is printed, the address of the live
    page, the club's logo."""

    language: str
    now: datetime
    link: str
    logo: Picture | None = None


def _document(
    stands: Whole,
    frame: Frame,
    subtitle: str,
    sections: Sequence[Section],
    *,
    revision: str = "",
    mark: str = "",
) -> Document:
    record = stands.record
    moment = date_and_time(localtime(frame.now, ZoneInfo(record.zone)))
    printed = _("State %(version)s, printed %(moment)s") % {
        "version": record.version,
        "moment": moment,
    }
    return Document(
        language=frame.language,
        club=record.club.name,
        title=record.name,
        subtitle=subtitle,
        revision=" · ".join(filter(None, (revision, printed))),
        link=frame.link,
        sections=tuple(sections),
        mark=mark,
        logo=frame.logo,
    )


# Seating


def seats_drawn(draw: Draw) -> list[tuple[int, int, int]]:
    """Each seat of a draw as (entrant, table, seat), tables and seats from 1."""
    return [
        (entrant, table, seat)
        for table, entrants in enumerate(draw.tables, 1)
        for seat, entrant in enumerate(entrants, 1)
    ]


def seating_document(stands: Whole, one: Round, frame: Frame) -> Document | None:
    """Who sits where in a round, by table and by name; None before its first draw."""
    draw = draft_of(one)
    if draw is None:
        return None
    names = stands.names
    by_table = Table(
        heads=(Head(_("Table"), "right"), Head(_("Seats in order, the first begins"))),
        rows=tuple(
            (str(number), " · ".join(names[entrant] for entrant in entrants))
            for number, entrants in enumerate(draw.tables, 1)
        ),
        strong=frozenset({0}),
    )
    seats = sorted(seats_drawn(draw), key=lambda seat: alphabetical(names[seat[0]]))
    by_name = Table(
        heads=(Head(_("Name")), Head(_("Table"), "right"), Head(_("Seat"), "right")),
        rows=tuple((names[entrant], str(table), str(seat)) for entrant, table, seat in seats),
        strong=frozenset({1}),
    )
    resting = [name for _key, name in named(stands, draw.byes)]
    sections = [Section(_("By table"), tables=(by_table,), large=True)]
    if resting:
        sections.append(Section(_("Bye"), sentences=(", ".join(resting),)))
    sections.append(Section(_("By name"), tables=(by_name,), columns=2, new_page=len(seats) > 24))
    return _document(
        stands,
        frame,
        _("Seating, round %(round)s") % {"round": one.number},
        sections,
        revision=revision_words(draw),
        mark="" if one.published_at else _("Draft"),
    )


def revision_words(draw: Draw) -> str:
    """Which draw a paper shows; every earlier one, if there was one, is void."""
    if draw.revision == 1:
        return _("Draw %(revision)s") % {"revision": draw.revision}
    return _("Draw %(revision)s; earlier prints are void") % {"revision": draw.revision}


def seat_cards(stands: Whole, one: Round, frame: Frame) -> Cards | None:
    """A card for each seat of a round, by name; None before its first draw."""
    draw = draft_of(one)
    if draw is None:
        return None
    names = stands.names
    seats = sorted(seats_drawn(draw), key=lambda seat: alphabetical(names[seat[0]]))
    return Cards(
        language=frame.language,
        title=stands.record.name,
        revision=revision_words(draw),
        link=frame.link,
        cards=tuple(
            Card(
                names[entrant],
                (
                    _("Round %(round)s") % {"round": one.number},
                    _("Table %(table)s, seat %(seat)s") % {"table": table, "seat": seat},
                ),
            )
            for entrant, table, seat in seats
        ),
    )


# Sheets


def table_sheets(
    stands: Whole, one: Round, frame: Frame, links: Mapping[int, str]
) -> list[SheetReport]:
    """A sheet for each table of a round, as it is drawn: names filled in, boxes blank.

    ``links``: what the code on the sheet of a table (its number) leads to; without one, to the live
    page. Once the round is published, whoever sits in for somebody stands on the sheet.
    """
    draw = draft_of(one)
    if draw is None:
        return []
    record = stands.record
    return [
        SheetReport(
            rules=rules.rule_set(record.rule_set, record.options),
            language=frame.language,
            players=names,
            title=_("%(tournament)s, round %(round)s, table %(table)s")
            % {"tournament": record.name, "round": one.number, "table": number},
            club=record.club.name,
            link=links.get(number, frame.link),
            code=_("draw %(revision)s") % {"revision": draw.revision},
            logo=frame.logo,
        )
        for number, names in _names_at_tables(stands, one, draw)
    ]


def _names_at_tables(
    stands: Whole, one: Round, draw: Draw
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The names on the sheet of each table, in order of play."""
    tables = stands.by_round.get(one.number, {}).values() if one.published_at else ()
    if not tables:
        for number, entrants in enumerate(draw.tables, 1):
            yield number, _in_order([stands.entrants[key].people for key in entrants])
        return
    known = people_of(seat for seats in tables for seat in seats)
    for seats in tables:
        if seats[0].state is TableState.VOID:
            continue
        pairs = [
            tuple(known[key] for key in (seat.player, seat.partner) if key is not None)
            for seat in seats
        ]
        yield seats[0].number, _in_order(pairs)


def _in_order(people: Sequence[Sequence[Player]]) -> tuple[str, ...]:
    """First the first of each pair, then the second: partners sit opposite each other."""
    first = [pair[0].name for pair in people]
    return (*first, *(pair[1].name for pair in people if len(pair) > 1))


def blitz_sheet(stands: Whole, record: Decider, frame: Frame) -> HandsReport:
    """A blank list of hands for those level, with room for ``BLITZ_ATTEMPTS``."""
    names = sorted((stands.names[key] for key in record.group), key=alphabetical)
    said = _("One hand each, of up to three throws: a die that was left lying is not thrown again.")
    title = _("%(tournament)s, blitz") % {"tournament": stands.record.name}
    return HandsReport(
        rules=BLITZ_RULES,
        language=frame.language,
        players=tuple(names),
        blank_deals=BLITZ_ATTEMPTS,
        blitz=f"{lines_words(record)} {said}",
        code=_("state %(version)s") % {"version": stands.record.version},
        title=title,
        club=stands.record.club.name,
        link=frame.link,
        logo=frame.logo,
    )


# Standings


def standings_document(stands: Whole, stage: int, frame: Frame) -> Document:
    """The standings of a stage (number from 1), with what parted those level."""
    page, lines = _whole_standings(stands, stage, frame.language)
    return _document(
        stands,
        frame,
        _("Standings: %(stage)s") % {"stage": page.title},
        _standings_sections(page, lines),
        mark=_("Provisional") if page.provisional else "",
    )


def _whole_standings(stands: Whole, stage: int, language: str) -> tuple[StandingsPage, list[Line]]:
    """The page with the lines of all its pages; of what parted whom, each said once."""
    first = standings_page(stands, Asked(stage), language)
    lines = list(first.lines)
    for at, _first, _last in first.pages.pages[1:]:
        lines += standings_page(stands, Asked(stage, at), language).lines
    return first, lines


def _standings_sections(page: StandingsPage, lines: Sequence[Line]) -> list[Section]:
    if not lines:
        waiting = ", ".join(name for _key, name in page.entrants)
        return [Section(page.title, sentences=(_("No results yet."), waiting))]
    heads = [Head(_("Place"), "right"), Head(_("Name")), Head(_("Points"), "right")]
    heads += [Head(column.name, "right") for column in page.columns]
    heads.append(Head(_("Games"), "right"))
    if page.reasons:
        heads.append(Head(_("Parted")))
    rows = []
    for line in lines:
        mark = _("dropped after round %(round)s") % {"round": line.dropped} if line.dropped else ""
        row = [str(line.place), f"{line.name} ({mark})" if mark else line.name, line.points]
        row += [*(figure for _name, figure in line.figures), str(line.games)]
        rows.append((*row, line.reason) if page.reasons else tuple(row))
    table = Table(
        tuple(heads),
        tuple(rows),
        strong=frozenset({0, 2}),
        rules=frozenset(at for at, line in enumerate(lines) if line.line),
    )
    sections = [Section(page.title, sentences=(*page.rules, *page.cut), tables=(table,))]
    if page.partings:
        sections.append(Section(_("What parted those level"), sentences=page.partings))
    sections += [_decider_section(one) for one in page.deciders]
    if page.penalties:
        rows_ = tuple((each.name, each.points, each.reason) for each in page.penalties)
        heads_ = (Head(_("Name")), Head(_("Points"), "right"), Head(_("Reason")))
        sections.append(Section(_("Penalties and corrections"), tables=(Table(heads_, rows_),)))
    criteria = tuple(f"{each.name}: {each.sentence}" for each in page.criteria)
    sections.append(Section(_("How those level are parted, in this order"), sentences=criteria))
    return sections


def _decider_section(one: DeciderLines) -> Section:
    order = ", ".join(f"{place}. {' = '.join(names)}" for place, names in one.order)
    if not one.blitz:
        return Section(_("Decision of the organiser"), sentences=(order, one.reason))
    tables = tuple(
        Table(
            (Head(_("Attempt %(number)s") % {"number": number}), Head(_("Dice"))),
            tuple(
                (f"{hand.place}. {hand.name}", "-".join(map(str, hand.pips)) or _("did not throw"))
                for hand in attempt
            ),
        )
        for number, attempt in enumerate(one.attempts, 1)
    )
    return Section(_("Blitz"), sentences=(order,), tables=tables)


# The whole event


def event_document(stands: Whole, substitutes: Mapping[int, str], frame: Frame) -> Document:
    """The whole event: the standings of each stage, the last first, then every round."""
    sections: list[Section] = []
    for stage in reversed(stands.stages[: len(stands.event.stages)]):
        page, lines = _whole_standings(stands, stage.number, frame.language)
        found = _standings_sections(page, lines)
        sections += found
    for stage in stands.stages[: len(stands.event.stages)]:
        for one in published_in(stands, stage):
            title = f"{stage_title(stage, stands.stages)} · " if len(stands.stages) > 1 else ""
            heading = title + _("Round %(round)s") % {"round": one.number}
            pages = _round_pages(stands, one, substitutes, frame.language)
            sections.append(_round_section(heading, pages))
    return _document(stands, frame, _("The whole event"), sections)


def _round_pages(
    stands: Whole, one: Round, substitutes: Mapping[int, str], language: str
) -> list[RoundPage]:
    first = round_page(stands, one, substitutes, language)
    further = [
        round_page(stands, one, substitutes, language, page=at)
        for at, _first, _last in first.pages[1:]
    ]
    return [first, *further]


def _round_section(heading: str, pages: Sequence[RoundPage]) -> Section:
    rows: list[tuple[str, ...]] = []
    ruled = set()
    for lines in (lines for page in pages for lines in page.tables):
        for seat in lines.seats:
            name = f"{seat.name} ({seat.substitute})" if seat.substitute else seat.name
            if lines.state is TableState.VOID:
                name = f"{name}: {_('void, counts nowhere')}"
            rows.append((str(lines.number), name, seat.total, seat.place, seat.points))
        ruled.add(len(rows) - 1)
    first = pages[0]
    heads = (
        Head(_("Table"), "right"),
        Head(_("Name")),
        Head(_("Total"), "right"),
        Head(_("Place"), "right"),
        Head(_("Settlement") if first.settlement else _("Points"), "right"),
    )
    resting = ", ".join(name for _key, name in first.byes)
    said = [f"{_('Bye')}: {resting}"] if resting else []
    if first.hidden:
        said.append(_("The results wait for their release."))
    table = Table(heads, tuple(rows), strong=frozenset({0}), rules=frozenset(ruled))
    return Section(heading, sentences=tuple(said), tables=(table,))
