"""Who is in a tournament, who is here for a round, and whom a file or a list would enter."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper import imports
from scorekeeper.names import alphabetical, clean_name, is_too_long, name_key, search_key
from scorekeeper.queries import players_of
from tournaments.models import Entrant, Tournament
from tournaments.queries import entrants_of
from tournaments.reports.wording import not_seated


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant in the list. ``state``: why not seated in the next round, "" for who can be ·
    ``dropped``: can return · ``played``: sat at a table, so drops instead of being removed."""

    record: Entrant
    name: str
    state: str
    dropped: bool
    played: bool


@dataclass(frozen=True, slots=True)
class EntrantList:
    """The entrants by name, those removed apart; how many of them can be seated and have paid."""

    lines: tuple[EntrantLine, ...]
    removed: tuple[EntrantLine, ...]

    @property
    def seated(self) -> int:
        return sum(not line.state for line in self.lines)

    @property
    def paid(self) -> int:
        return sum(line.record.paid for line in self.lines)


def entrant_list(record: Tournament, number: int) -> EntrantList:
    """The list as it stands before round ``number``; two queries."""
    played = set(record.entrants.filter(table_seats__isnull=False).values_list("pk", flat=True))
    lines = [
        EntrantLine(
            record=entrant,
            name=entrant.name,
            state=not_seated(entrant, number),
            dropped=entrant.last_round is not None,
            played=entrant.pk in played,
        )
        for entrant in entrants_of(record)
    ]
    lines.sort(key=lambda line: alphabetical(line.name))
    return EntrantList(
        tuple(line for line in lines if not line.record.removed),
        tuple(line for line in lines if line.record.removed),
    )


@dataclass(frozen=True, slots=True)
class CheckLine:
    """An entrant at the check-in: here or not, why not, and what the door cannot change.

    ``before``: not here in the round before, so not in this one either until they are seen.
    """

    entrant: int
    name: str
    here: bool
    reason: str
    fixed: str
    playing: str
    before: str


def check_lines(
    record: Tournament, inside: Sequence[int], number: int, playing: Mapping[int, tuple[int, int]]
) -> list[CheckLine]:
    """Who could be seated in round ``number``, by name.

    ``inside``: the entrants of the stage · ``playing``: who still sits in an earlier round.
    """
    wanted = set(inside)
    found = []
    for entrant in entrants_of(record):
        if entrant.pk not in wanted:
            continue
        away = str(number) in entrant.away
        why = not_seated(entrant, number)
        at = playing.get(entrant.pk)
        words = {"round": at[0], "table": at[1]} if at else {}
        earlier = away and str(number - 1) in entrant.away
        found.append(
            CheckLine(
                entrant=entrant.pk,
                name=entrant.name,
                here=not why,
                reason=str(entrant.away.get(str(number), "")),
                fixed=why if why and not away else "",
                playing=_("still plays: round %(round)s, table %(table)s") % words if at else "",
                before=_("not here in round %(round)s") % {"round": number - 1} if earlier else "",
            )
        )
    return sorted(found, key=lambda line: alphabetical(line.name))


# Whom a list would enter


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A line of a list of people: what stands there, and what would happen.

    ``number`` of the line · ``wrong``: what keeps it from being entered · ``entered``: is in it
    already · ``known``: the club has this person · ``like``: the club has somebody who looks so.
    """

    number: int
    name: str
    partner: str = ""
    group: str = ""
    wrong: str = ""
    entered: bool = False
    known: bool = False
    like: str = ""


Person = tuple[str, str, str]
"""Name, partner, group: what actions.enter_all takes."""


def to_enter(found: Iterable[Newcomer], same: Iterable[int] = ()) -> list[Person]:
    """The people to be entered. ``same``: lines whose look-alike is meant."""
    meant = set(same)
    return [
        (one.like if one.like and one.number in meant else one.name, one.partner, one.group)
        for one in found
        if not one.entered and not one.wrong
    ]


def typed_people(record: Tournament, text: str) -> list[Newcomer]:
    """People as they are typed: one a line, "name" or "name, group"; a pair "name + name"."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not clean_name(line):
            continue
        names, _comma, group = line.replace(";", ",").replace("\t", ",").partition(",")
        name, _plus, partner = names.partition("+") if record.pairs else (names, "", "")
        found.append(Newcomer(number, clean_name(name), clean_name(partner), clean_name(group)))
    return judged(record, found)


_GROUPS = frozenset({"клуб", "группа", "город", "команда", "club", "group", "city", "team"})
_PARTNERS = frozenset({"партнёр", "партнер", "напарник", "пара", "partner"})


def people_of_table(
    record: Tournament, rows: Sequence[Sequence[str]]
) -> tuple[list[Newcomer], tuple[str, ...]]:
    """The people of a table as imports.roster reads it, with columns for partner and group.

    Also the headings of the columns that were not read.
    """
    heading = next((row for row in rows if any(map(clean_name, row))), ())
    words = [clean_name(cell).casefold() for cell in heading]
    groups = next((at for at, word in enumerate(words) if word in _GROUPS), None)
    partners = next((at for at, word in enumerate(words) if word in _PARTNERS), None)
    names = [[cell for at, cell in enumerate(row) if at not in (groups, partners)] for row in rows]
    found = imports.roster(record.club, names)
    people = [
        Newcomer(
            number=line.number,
            name=line.name,
            partner=_cell(rows[line.number - 1], partners),
            group=_cell(rows[line.number - 1], groups),
            wrong=line.wrong,
        )
        for line in found.lines
    ]
    return judged(record, people), found.unused


def _cell(row: Sequence[str], at: int | None) -> str:
    return clean_name(row[at]) if at is not None and at < len(row) else ""


def judged(record: Tournament, found: Sequence[Newcomer]) -> list[Newcomer]:
    """The same people, each with what would happen; three queries."""
    players = players_of(record.club)
    known = {player.name_key for player in players}
    alike = {player.search_key: player.name for player in players}
    inside = set(_names_inside(record))
    seen: dict[str, int] = {}
    lines = []
    for one in found:
        key = name_key(one.name)
        wrong = one.wrong or _wrong(record, one)
        if not wrong and key in seen:
            wrong = _("The same person as in line %d.") % seen[key]
        seen.setdefault(key, one.number)
        lines.append(
            replace(
                one,
                wrong=wrong,
                entered=key in inside,
                known=key in known,
                like="" if key in known else alike.get(search_key(one.name), ""),
            )
        )
    return lines


def _names_inside(record: Tournament) -> Iterator[str]:
    for entrant in entrants_of(record):
        if entrant.removed:
            continue
        for person in (entrant.player, entrant.partner):
            if person is not None:
                yield (person.merged_into or person).name_key


def _wrong(record: Tournament, one: Newcomer) -> str:
    for name in (one.name, one.partner) if record.pairs else (one.name,):
        if not name:
            return (
                _("The partner is missing: Anna + Boris.")
                if one.name
                else _("A name needs a letter or a figure.")
            )
        if is_too_long(name):
            return _("A name has at most 80 characters.")
    if is_too_long(one.group):
        return _("A name has at most 80 characters.")
    return ""
