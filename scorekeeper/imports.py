"""What people send back: filled workbooks become games copied from paper, tables become players.

Everything is judged before anything is written, and written all or nothing. What was written once
is recognised by its content and not written again.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import rules
from scorekeeper import actions
from scorekeeper.exports.reading import Problem, ReadGame, ReadLine
from scorekeeper.models import Account, Club, Game
from scorekeeper.names import checked_name, clean_name, is_too_long, name_key, search_key
from scorekeeper.queries import Played, played

_CONTENT = UUID("6d1b2c2e-7c1e-4c39-9f5a-0d0a4b1f6f11")


# Games


@dataclass(frozen=True, slots=True)
class CopiedGame:
    """A game read from a file, in its own words: what is kept between the preview and the writing.

    ``turns``: of each player in order, as rules.Turn without the player · ``pairs``: of positions.
    """

    rule_set: str
    options: Mapping[str, object]
    names: tuple[str, ...]
    pairs: tuple[tuple[int, ...], ...]
    started: str
    turns: tuple[tuple[tuple[str, str, int], ...], ...]

    @property
    def key(self) -> UUID:
        """The same content, the same key."""
        said = [self.rule_set, self.options, self.names, self.pairs, self.started, self.turns]
        return uuid5(_CONTENT, json.dumps(said, sort_keys=True, ensure_ascii=False))


def copied_game(found: ReadGame) -> tuple[CopiedGame, list[Problem]]:
    """The game that a workbook says, and all that is impossible in it; nothing is written."""
    problems = list(found.problems)
    problems += _problems_of_names(found)
    pairs = _pairs(found.lines)
    game = CopiedGame(
        found.rule_set.key,
        found.rule_set.house_rules(),
        tuple(clean_name(line.name) for line in found.lines),
        pairs,
        found.started.isoformat() if found.started else "",
        tuple(tuple(_turns(line)) for line in found.lines),
    )
    if found.lines and not problems:
        problems += _problems_of_rules(game, found)
    return game, problems


def _problems_of_names(found: ReadGame) -> Iterator[Problem]:
    seen: set[str] = set()
    for line in found.lines:
        if not line.name:  # said already
            continue
        where, wrong = found.cell("player", line), _wrong_name(line.name)
        if wrong:
            yield Problem(where, f"{line.name}: {wrong}")
        elif name_key(line.name) in seen:
            yield Problem(where, _("%s is named twice.") % clean_name(line.name))
        seen.add(name_key(line.name))


def _wrong_name(name: str) -> str:
    if not clean_name(name):
        return _("A name needs a letter or a figure.")
    return _("A name has at most 80 characters.") if is_too_long(clean_name(name)) else ""


def _pairs(lines: Sequence[ReadLine]) -> tuple[tuple[int, ...], ...]:
    numbers = sorted({line.pair for line in lines if line.pair is not None})
    return tuple(
        tuple(seat for seat, line in enumerate(lines) if line.pair == number) for number in numbers
    )


def _turns(line: ReadLine) -> Iterator[tuple[str, str, int]]:
    """(kind, box, points) of a line: boxes, what was poured into them, throws saved at the end."""
    for box, points in line.points.items():
        if points == 0 and box in line.poured:
            continue  # the box was not made in time: only what was poured in stands there
        if box == "miser":
            yield from ((rules.Kind.POINTS.value, box, 50) for _each in range(points // 50))
        else:
            yield rules.Kind.POINTS.value, box, points
    for box, points in line.poured.items():
        if box in line.points:
            yield rules.Kind.POURED.value, box, points
    if line.bank:
        yield rules.Kind.BANK.value, "", line.bank


def _problems_of_rules(game: CopiedGame, found: ReadGame) -> list[Problem]:
    """What the rules refuse: players or pairs that do not fit, boxes that cannot be so."""
    rule_set = rules.rule_set(game.rule_set, game.options)
    language = (get_language() or "en").split("-")[0]
    seats = [str(seat) for seat in range(len(game.names))]
    pairs = [[str(seat) for seat in pair] for pair in game.pairs]
    column = "player"
    try:
        fold = rules.begin(rule_set, seats, copied=True)
        column = "team"
        fold = rules.begin(rule_set, seats, pairs, copied=True)
    except rules.RuleError as error:
        return [Problem(found.cells(column), error.message.in_language(language))]
    problems = []
    for seat, line in enumerate(found.lines):
        for turn in _of_rules(game, seat):
            try:
                fold = rules.apply(fold, turn)
            except rules.RuleError as error:
                where = found.cell(turn.box or "bank", line, turn.kind is rules.Kind.POURED)
                problems.append(Problem(where, error.message.in_language(language)))
    return problems


def _of_rules(game: CopiedGame, seat: int) -> list[rules.Turn]:
    return [
        rules.Turn(str(seat), rules.Kind(kind), box or None, points=points)
        for kind, box, points in game.turns[seat]
    ]


def _rows(turns: Sequence[rules.Turn]) -> Iterator[list[rules.Turn]]:
    """The turns in order, parted so that no box is twice in a row: a row is known by its boxes."""
    row: list[rules.Turn] = []
    for turn in turns:
        if any(turn.box == other.box for other in row):
            yield row
            row = []
        row.append(turn)
    if row:
        yield row


def known_game(club: Club, game: CopiedGame) -> Game | None:
    """The game that this content was written into before."""
    return club.games.filter(start_key=game.key).first()


@transaction.atomic
def write_game(
    *, account: Account, club: Club, game: CopiedGame, names: Sequence[str], now: datetime
) -> Played:
    """The game of a workbook, written whole; the same content again writes nothing.

    ``names``: under which its players are known here, in the order of ``game.names``. RuleError
    where two of them are one person.
    """
    before = known_game(club, game)
    if before is not None:
        return played(before)
    started = datetime.fromisoformat(game.started) if game.started else now
    record = actions.start_game(
        account=account,
        club=club,
        rule_set=rules.rule_set(game.rule_set, game.options),
        names=names,
        start_key=game.key,
        now=started if started.tzinfo else started.replace(tzinfo=ZoneInfo(club.zone)),
        copied=True,
        teams=game.pairs,
    )
    for seat in range(len(game.names)):
        for number, turns in enumerate(_rows(_of_rules(game, seat))):
            row_key = uuid5(game.key, f"{seat} {number}")
            actions.copy_row(
                game_id=record.pk, account=account, turns=turns, row_key=row_key, now=now
            )
    return played(record)


# Players


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line of a table: its number in the file, the name, what is wrong.

    ``known``: the club has this person · ``like``: the line above whose name only looks like this.
    """

    number: int
    name: str
    wrong: str = ""
    known: bool = False
    like: int | None = None


@dataclass(frozen=True, slots=True)
class Roster:
    """The people of a file; ``unused``: headings of columns that were not read."""

    lines: tuple[RosterLine, ...]
    unused: tuple[str, ...]

    @property
    def new(self) -> list[str]:
        return [line.name for line in self.lines if not (line.wrong or line.known)]

    @property
    def wrong(self) -> bool:
        return any(line.wrong for line in self.lines)


_NAMES = frozenset({"имя", "игрок", "игроки", "фио", "участник", "name", "player", "full name"})
_SURNAMES = frozenset({"фамилия", "surname", "last name"})


def roster(club: Club, rows: Sequence[Sequence[str]]) -> Roster:
    """Who stands in a table, line by line; nothing is written."""
    filled = [(number, row) for number, row in enumerate(rows, 1) if any(map(clean_name, row))]
    if not filled:
        return Roster((), ())
    heading = [clean_name(cell).casefold() for cell in filled[0][1]]
    columns = [at for at, cell in enumerate(heading) if cell in _SURNAMES]
    columns = [at for at, cell in enumerate(heading) if cell in _NAMES] + columns
    unused: list[str] = []
    if columns:
        unused = [cell for at, cell in enumerate(filled.pop(0)[1]) if at not in columns and cell]
    found = [
        (number, clean_name(" ".join(row[at] for at in columns or [0] if at < len(row))))
        for number, row in filled
    ]
    return Roster(tuple(_roster_lines(club, found)), tuple(unused))


def _roster_lines(club: Club, found: Sequence[tuple[int, str]]) -> Iterator[RosterLine]:
    here = set(club.players.values_list("name_key", flat=True))
    seen: dict[str, int] = {}
    alike: dict[str, int] = {}
    for number, name in found:
        key = name_key(name)
        wrong = _wrong_name(name)
        if not wrong and key in seen:
            wrong = _("The same person as in line %d.") % seen[key]
        seen.setdefault(key, number)
        like = alike.setdefault(search_key(name), number)
        doubtful = like != number and not wrong and key not in here
        yield RosterLine(number, name, wrong, key in here, like if doubtful else None)


def kept_roster(kept: Mapping[str, Any]) -> Roster:
    """What asdict has made of a roster and the page has carried as JSON."""
    return Roster(tuple(RosterLine(**line) for line in kept["lines"]), tuple(kept["unused"]))


@transaction.atomic
def write_roster(*, club: Club, names: Sequence[str]) -> int:
    """Add the people of these names, all or none; how many were new."""
    before = club.players.count()
    for name in names:
        actions.add_player(club=club, name=checked_name(name))
    return club.players.count() - before
