"""Reads the tournaments of a club's file: checked column by column, written, and then counted.

A tournament is kept only if its standings, cuts and ties can be counted from it; whatever raises on
the way refuses the whole file.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar
from uuid import UUID
from zoneinfo import available_timezones

from django.db.models import Model

import rules
from scorekeeper import actions as sheets
from scorekeeper import said
from scorekeeper.exports.pictures import photo
from scorekeeper.models import Game, Player
from scorekeeper.models import Seat as SheetSeat
from scorekeeper.names import clean_name
from tournaments import archive
from tournaments.actions.entrants import MOST_ENTERED, MOST_WAITING
from tournaments.actions.setup import show_tables
from tournaments.engine import seating
from tournaments.engine.chain import complete
from tournaments.engine.lots import drawn_lot
from tournaments.engine.tiebreaks import CRITERIA
from tournaments.models import (
    Adjustment,
    Application,
    Decider,
    Draw,
    Entrant,
    Photo,
    Round,
    Stage,
    Table,
    TableSeat,
    Tournament,
    TournamentLogEntry,
)
from tournaments.queries import cut_of, decider, open_ties, points_rule, whole

MOST_STAGES, MOST_ROUNDS, MOST_MINUTES, MOST_SEATS, MOST_PRIZES = 20, 100, 1000, 6, 1000

_Row = TypeVar("_Row")
_REPORT = frozenset(seating.Report.__dataclass_fields__)
_TEXTS = frozenset({"dice", "points", "seed", "rule_set", "reason"})
_TOTALS = frozenset({"before", "after"})


def reader(reading: said.Reading) -> Callable[[Mapping[str, Any]], None]:
    """What reads each tournament of a file; those that are here already are left as they are."""
    games, person = reading.games(), reading.people()

    def read(found: Mapping[str, Any]) -> None:
        if not reading.club.tournaments.filter(start_key=UUID(said.text(found["key"]))).exists():
            _Read(reading, games, person, found).run()

    return read


class _Read:
    """One tournament on its way from the file."""

    def __init__(
        self,
        reading: said.Reading,
        games: Mapping[UUID, Game],
        person: Callable[[object], Player],
        found: Mapping[str, Any],
    ) -> None:
        self.reading, self.games, self.person, self.found = reading, games, person, found
        self.deciders: dict[int, Decider] = {}

    def run(self) -> None:
        """Everything of it, in the order in which one thing names another."""
        self.record = self._tournament()
        self.entrants = self._entrants()
        self.applications = self._applications()
        self.stages = self._stages()
        self.rounds = self._rounds()
        self.tables = self._tables()
        self.seats = self._seats()
        for stage, found in zip(self.stages, self._listed("stages"), strict=True):
            self._adjustments(stage, found["adjustments"])
            self._deciders(stage, found["deciders"])
        self._log()
        self._check()

    def _listed(self, name: str, most: int = 100_000) -> list[dict[str, Any]]:
        return said.each(self.found[name], said.mapping, most)

    def _tournament(self) -> Tournament:
        found = self.found
        chosen = rules.rule_set(said.text(found["rule_set"]), said.mapping(found["options"]))
        sizes = said.each(found["sizes"], lambda size: said.integer(size, most=MOST_SEATS), 10)
        seating.Sizes(tuple(sizes), sizes[0])
        record = Tournament(
            club=self.reading.club,
            **said.columns(Tournament, archive.TOURNAMENT, found),
            options=chosen.house_rules(),
            sizes=sizes,
            prizes=said.each(found["prizes"], said.exact, MOST_PRIZES),
            seed=said.columns(Tournament, ("seed",), found)["seed"],
            start_key=UUID(found["key"]),
            created_by=self.reading.account,
        )
        record.public_key = (
            said.address(
                found["public_key"],
                lambda key: Tournament.objects.filter(public_key=key).exists(),
            )
            or record.public_key
        )
        if record.entry_fee:
            said.exact(record.entry_fee)
        if chosen.rank_only or (record.pairs and not chosen.pairs_of_players):
            raise ValueError("this game has no such tournament")
        if record.zone not in available_timezones() or (record.minutes or 1) > MOST_MINUTES:
            raise ValueError("its clock")
        record.save()
        return record

    def _entrants(self) -> list[Entrant]:
        rows = []
        seen: set[int] = set()
        for found in self._listed("entrants", MOST_ENTERED):
            people = said.each(found["players"], self.person, 2)
            if len(people) != (2 if self.record.pairs else 1):
                raise ValueError("an entrant is a player, or a pair")
            row = Entrant(
                tournament=self.record,
                player=people[0],
                partner=people[1] if self.record.pairs else None,
                away=_away(found["away"]),
                **said.columns(Entrant, archive.ENTRANT, {"lot": 0} | found),
            )
            if "lot" not in found:
                row.lot = drawn_lot(self.record.seed, row.sort_key)
            keys = {one.pk for one in people}
            if len(keys) != len(people) or (not row.removed and seen & keys):
                raise ValueError("somebody is entered twice")
            seen |= set() if row.removed else keys
            rows.append(row)
        return Entrant.objects.bulk_create(rows)

    def _entrant(self, number: object) -> Entrant:
        return _of(self.entrants, number)

    def _key(self, number: object) -> int:
        return self._entrant(number).pk

    def _keys(self, numbers: object) -> list[int]:
        """Entrants by number, each once."""
        found = said.each(numbers, self._key, MOST_ENTERED)
        if len(set(found)) != len(found):
            raise ValueError("an entrant stands twice")
        return found

    def _applications(self) -> list[Application]:
        rows = []
        for found in self._listed("applications", MOST_ENTERED + MOST_WAITING):
            admitted = found["entrant"]
            # The name of who was admitted is the entrant's.
            names = ("group", "made_at", "decided_at")
            columns = said.columns(Application, names, found)
            rows.append(
                Application(
                    tournament=self.record,
                    name="" if admitted else said.columns(Application, ("name",), found)["name"],
                    partner=said.columns(Application, ("partner",), found)["partner"],
                    entrant=self._entrant(admitted) if admitted is not None else None,
                    key=UUID(said.text(found["key"])),
                    **columns,
                )
            )
        return Application.objects.bulk_create(rows)

    def _stages(self) -> list[Stage]:
        rows = []
        for number, found in enumerate(self._listed("stages", MOST_STAGES), start=1):
            stage = Stage(
                tournament=self.record,
                number=number,
                lists=points_by_size(found["lists"]),
                chain=said.each(found["chain"], said.text, len(CRITERIA)),
                members=None if found["members"] is None else self._keys(found["members"]),
                **said.columns(Stage, archive.STAGE, found),
            )
            complete([CRITERIA[key] for key in stage.chain])
            points_rule(stage)
            if cut_of(stage) is not None and stage.cut_count is None:
                raise ValueError("a cut says how many go on")
            if not 1 <= stage.rounds_planned <= MOST_ROUNDS:
                raise ValueError("so many rounds are not played")
            rows.append(stage)
        _check_stages(rows)
        return Stage.objects.bulk_create(rows)

    def _rounds(self) -> list[Round]:
        rows, draws = [], []
        for number, found in enumerate(self._listed("rounds", MOST_ROUNDS), start=1):
            row = Round(
                tournament=self.record,
                stage=_of(self.stages, found["stage"]),
                number=number,
                byes=self._keys(found["byes"]),
                **said.columns(Round, archive.ROUND, found),
            )
            if row.stage.number > 1 and row.stage.members is None:
                raise ValueError("nobody is in the stage of this round")
            rows.append(row)
            drawn = enumerate(said.each(found["draws"], said.mapping), start=1)
            draws += [self._draw(row, revision, each) for revision, each in drawn]
        for before, row in pairwise(rows):
            if before.published_at is None or before.stage.number > row.stage.number:
                raise ValueError("rounds are played in their order")
        made = Round.objects.bulk_create(rows)
        Draw.objects.bulk_create(draws)
        return made

    def _draw(self, one: Round, revision: int, found: Mapping[str, Any]) -> Draw:
        return Draw(
            round=one,
            revision=revision,
            **self._seated(found),
            ahead=said.each(
                found["ahead"], lambda later: self._seated(said.mapping(later)), MOST_ROUNDS
            ),
            report=_report(found["report"]),
            made_by=self.reading.account,
            **said.columns(Draw, archive.DRAW, found),
        )

    def _seated(self, found: Mapping[str, Any]) -> dict[str, Any]:
        tables = said.each(found["tables"], self._keys, MOST_ENTERED)
        byes = self._keys(found["byes"])
        everybody = [key for table in tables for key in table] + byes
        if len(set(everybody)) != len(everybody) or not all(tables):
            raise ValueError("somebody sits twice, or nobody at a table")
        return {"tables": tables, "byes": byes}

    def _tables(self) -> list[Table]:
        rows, replays = [], []
        for number, found in enumerate(self._listed("tables"), start=1):
            row = Table(
                round=_of(self.rounds, found["round"]),
                game=self.games[UUID(said.text(found["game"]))],
                **said.columns(Table, archive.TABLE, found),
            )
            if row.round.published_at is None or row.game.rule_set != self.record.rule_set:
                raise ValueError("no such game is played at a table of this round")
            if found["replays"] is not None:
                replays.append((number, said.integer(found["replays"], most=number - 1)))
            rows.append(row)
        made = Table.objects.bulk_create(rows)
        for number, earlier in replays:
            later, void = made[number - 1], _of(made, earlier)
            if void.voided_at is None or void.round_id != later.round_id:
                raise ValueError("only a void table is played anew")
            later.replays = void
        Table.objects.bulk_update([made[number - 1] for number, _void in replays], ["replays"])
        return made

    def _seats(self) -> list[TableSeat]:
        rows: list[TableSeat] = []
        photos: list[Photo] = []
        for table, found in zip(self.tables, self._listed("tables"), strict=True):
            chairs = {chair.position: chair for chair in table.game.seats.all()}
            seats = said.each(found["seats"], said.mapping, MOST_SEATS)
            here = [self._seat(table, chairs, *each) for each in enumerate(seats)]
            taken = [key for seat in here for key in (seat.sheet_seat_id, seat.partner_seat_id)]
            if len(here) < 2 or len(set(taken) - {None}) != len(chairs):
                raise ValueError("each chair of a table is an entrant's")
            if (table.typed_at is None) != all(seat.total is None for seat in here) or (
                table.typed_at is not None and any(seat.total is None for seat in here)
            ):
                raise ValueError("totals are typed for everybody, or for nobody")
            rows += here
            for each in said.each(found["photos"], said.mapping, 100):
                content = photo(base64.b64decode(said.text(each["content"]), validate=True))
                taken_at = said.moment(each["taken_at"])
                photos.append(
                    Photo(table=table, content=content, media_type="image/jpeg", taken_at=taken_at)
                )
        Photo.objects.bulk_create(photos)
        return TableSeat.objects.bulk_create(rows)

    def _seat(
        self,
        table: Table,
        chairs: Mapping[int, SheetSeat],
        position: int,
        found: Mapping[str, Any],
    ) -> TableSeat:
        partner = found["partner"]
        if (partner is not None) != self.record.pairs:
            raise ValueError("a pair has two chairs, anybody else one")
        return TableSeat(
            table=table,
            entrant=self._entrant(found["entrant"]),
            position=position,
            sheet_seat=chairs[said.integer(found["seat"])],
            partner_seat=None if partner is None else chairs[said.integer(partner)],
            **said.columns(TableSeat, ("total",), found),
        )

    def _adjustments(self, stage: Stage, entries: object) -> None:
        Adjustment.objects.bulk_create(
            Adjustment(
                stage=stage,
                entrant=self._entrant(found["entrant"]),
                points=said.exact(found["points"]),
                made_by=self.reading.account,
                **said.columns(Adjustment, archive.ADJUSTMENT, found),
            )
            for found in said.each(entries, said.mapping)
        )

    def _deciders(self, stage: Stage, entries: object) -> None:
        listed = said.each(entries, said.mapping)
        rows = []
        for at, found in enumerate(listed, start=1):
            row = Decider(
                stage=stage,
                number=at,
                group=self._keys(found["group"]),
                lines=None if found["lines"] is None else said.each(found["lines"], said.integer),
                order=said.each(found["order"], self._keys, MOST_ENTERED),
                begun=[list(self._hand(one)) for one in said.each(found.get("begun", []), list)],
                attempts=[self._attempt(one) for one in said.each(found["attempts"], said.mapping)],
                made_by=self.reading.account,
                **said.columns(Decider, archive.DECIDER, found),
            )
            ordered = sorted(key for level in row.order for key in level)
            if row.kind == Decider.Kind.DECISION and ordered != sorted(row.group):
                raise ValueError("a decision orders its group")
            decider(row)
            rows.append(row)
        for row, found in zip(Decider.objects.bulk_create(rows), listed, strict=True):
            self.deciders[said.integer(found["number"])] = row

    def _attempt(self, found: Mapping[str, Any]) -> dict[str, Any]:
        hands = [self._hand(hand) for hand in said.each(found["hands"], list, MOST_ENTERED)]
        if len({key for key, _hand in hands}) != len(hands):
            raise ValueError("somebody throws twice")
        undone = found["undone"]
        return {
            "hands": [list(hand) for hand in hands],
            "by": clean_name(str(found["by"]))[:300],
            "at": said.moment(found["at"]).isoformat(),
            "undone": None if undone is None else said.moment(undone).isoformat(),
        }

    def _hand(self, found: Sequence[object]) -> tuple[int, str | None]:
        key, dice = found
        if dice is not None:
            rules.parse_dice(said.text(dice))
        return self._key(key), None if dice is None else said.text(dice)

    def _log(self) -> None:
        numbers = {
            "entrant": self._or_gone(self.entrants),
            "seat": self._or_gone(self.seats),
            "table": self._or_gone(self.tables),
            "application": self._or_gone(self.applications),
        }
        numbers["blitz"] = numbers["decider"] = self._decider_or_gone
        TournamentLogEntry.objects.bulk_create(
            TournamentLogEntry(
                tournament=self.record,
                words=archive.renumbered(checked_words(found), numbers)
                | {"by": clean_name(said.text(found["by"]))[:300]},
                **said.columns(TournamentLogEntry, archive.LOG, found),
            )
            for found in self._listed("log")
        )

    def _or_gone(self, rows: Sequence[Model]) -> Callable[[object], int]:
        """The primary key of a number; 0, which is nobody's, for what was taken away."""
        return lambda number: 0 if number == 0 else int(_of(rows, number).pk)

    def _decider_or_gone(self, number: object) -> int:
        return 0 if number == 0 else self.deciders[said.integer(number)].pk

    def _check(self) -> None:
        """Counts it, withholds what is hidden, and opens tables that are still played."""
        record = Tournament.objects.select_related("club").get(pk=self.record.pk)
        stands = whole(record)
        for index in range(len(stands.event.stages)):
            stands.standing(index)
            stands.cut(index)
        for stage in stands.stages:
            open_ties(stands, stage)
        show_tables(record)
        now = self.reading.now
        for table in self.tables:
            over = table.voided_at or table.typed_at or table.game.finished_at
            if not over and table.round.closed_at is None:
                game = table.game
                sheets.open_table(game=game, helper=game.title, by=self.reading.account, now=now)


def _of(rows: Sequence[_Row], number: object) -> _Row:
    return rows[said.integer(number, fewest=1, most=len(rows)) - 1]


def _check_stages(stages: Sequence[Stage]) -> None:
    if not stages or stages[0].members is not None or stages[-1].cut != Stage.Cut.NONE:
        raise ValueError("the first stage has everybody, the last no cut")
    for before, following in pairwise(stages):
        begun = before.number == 1 or before.members is not None
        if before.cut == Stage.Cut.NONE or (following.members is not None and not begun):
            raise ValueError("a stage before the last says who goes on")


def points_by_size(found: object) -> dict[str, list[str]]:
    """Lists of points, by how many play."""
    return {
        str(said.integer(int(size), fewest=2, most=MOST_PRIZES)): said.each(
            figures, said.exact, MOST_PRIZES
        )
        for size, figures in said.mapping(found).items()
    }


def _away(found: object) -> dict[str, str]:
    return {
        str(said.integer(int(number), fewest=1, most=MOST_ROUNDS)): clean_name(said.text(why))[:200]
        for number, why in said.mapping(found).items()
    }


def _report(found: object) -> dict[str, object]:
    """What a draw reached, as the seating engine says it; empty for one that was made by hand."""
    report = said.mapping(found)
    if not report:
        return {}
    if set(report) != _REPORT:
        raise ValueError("this is no report of a draw")
    return {
        name: (value if value is None else said.exact(value))
        if name == "rank_spread"
        else said.integer(value)
        for name, value in report.items()
    }


def checked_words(found: Mapping[str, Any]) -> dict[str, Any]:
    """The particulars of an entry of the log ({"kind", "words"}), each of the kind its name has;
    TypeError or ValueError for others."""
    words = said.mapping(found["words"])
    if found["kind"] == "checked_in":
        said.integer(words["round"])
    for name, value in words.items():
        if name in archive.ENTRANTS or name == "columns":
            said.each(value, said.text if name == "columns" else said.integer)
        elif name in _TEXTS:
            said.text(value)
        elif name in _TOTALS:
            said.each(value, partial(said.integer, fewest=-said.MOST_INTEGER))
        elif name != "hidden_from" or value is not None:
            said.integer(value)
    return dict(words)
