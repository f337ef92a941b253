"""The tournaments of a club in its file: stages, entrants, rounds, tables, deciders, the log.

In a file entrants, tables, their seats, deciders and applications are numbered from 1 in their
tournament, in the order in which they came; whatever names one of them says that number. Of a table
the file names the game, by its key. Who did something is words, since it is nobody's account
elsewhere. Standings are not in the file: they are counted from the tables.
"""

import base64
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.db.models import Model, Prefetch, QuerySet, Sum
from django.db.models.functions import Length

from scorekeeper.models import Account, Club
from scorekeeper.said import written
from tournaments.models import (
    Adjustment,
    Application,
    Decider,
    Entrant,
    Photo,
    Round,
    Stage,
    Table,
    TableSeat,
    Tournament,
    TournamentLogEntry,
)

TOURNAMENT = (
    "name",
    "starts_at",
    "zone",
    "place",
    "rule_set",
    "pairs",
    "minutes",
    "confirms",
    "registration",
    "shown",
    "hidden_from",
    "revealed_to",
    "released_at",
    "entry_fee",
    "currency",
    "version",
    "created_at",
    "started_at",
    "finished_at",
    "cancelled_at",
)
STAGE = ("name", "rounds_planned", "method", "points", "carries", "cut", "cut_count", "closed_at")
ENTRANT = (
    "group",
    "fixed_table",
    "first_round",
    "last_round",
    "removed",
    "paid",
    "lot",
    "entered_at",
)
APPLICATION = ("name", "partner", "group", "made_at", "decided_at")
ROUND = ("published_at", "started_at", "ends_at", "closed_at")
DRAW = ("method", "seed", "edited", "made_at")
TABLE = ("number", "typed_at", "confirmed_at", "voided_at", "void_reason", "extra_minutes")
ADJUSTMENT = ("reason", "made_at", "undone_at")
DECIDER = ("kind", "reason", "made_at", "undone_at")
LOG = ("done_at", "kind")

ENTRANTS = frozenset({"entrants", "group", "here", "away", "without"})
"""Words of the log that are lists of entrants."""

MOST_PHOTO_BYTES = 16 * 1024 * 1024
"""Of all photos of a club that its file takes along: in base64 they are a third more, and the file
is to be read elsewhere (scorekeeper.archive.MOST_BYTES)."""

_Row = TypeVar("_Row", bound=Model)


def write(club: Club) -> list[dict[str, Any]]:
    """All tournaments of a club, in the order in which they were set up."""
    photos = Photo.objects.filter(table__round__tournament__club=club)
    size = photos.aggregate(size=Sum(Length("content")))["size"] or 0
    with_photos = size <= MOST_PHOTO_BYTES
    return [_Written(record, with_photos).said() for record in club.tournaments.order_by("pk")]


class _Numbers:
    """Primary keys in, numbers of the file out: from 1, 0 for what is gone."""

    def __init__(self, keys: Iterable[int]) -> None:
        self.of = {key: number for number, key in enumerate(keys, start=1)}

    def __call__(self, key: object) -> int:
        return self.of.get(key, 0) if isinstance(key, int) else 0

    def all(self, keys: Iterable[int]) -> list[int]:
        """Several at once, in their order."""
        return [self(key) for key in keys]


def numbered(found: QuerySet[_Row]) -> list[_Row]:
    """Rows in the order of their numbers."""
    return list(found.order_by("pk"))


class _Written:
    """One tournament as its file says it."""

    def __init__(self, record: Tournament, with_photos: bool) -> None:
        self.record, self.with_photos = record, with_photos
        people = record.entrants.select_related("player__merged_into", "partner__merged_into")
        self.entrants = numbered(people)
        seats = TableSeat.objects.filter(table__round__tournament=record)
        tables = Table.objects.filter(round__tournament=record)
        self.tables = numbered(
            tables.select_related("game", "round").prefetch_related(
                Prefetch("seats", seats.select_related("sheet_seat", "partner_seat")), "photos"
            )
        )
        self.deciders = numbered(Decider.objects.filter(stage__tournament=record))
        self.applications = numbered(record.applications.all())
        self.number = _entrant_numbers(self.entrants)
        self.table_number = _Numbers(table.pk for table in self.tables)
        self.seat_number = _Numbers(
            seats.order_by("table__pk", "position").values_list("pk", flat=True)
        )
        self.decider_number = _Numbers(one.pk for one in self.deciders)
        self.application_number = _Numbers(one.pk for one in self.applications)
        made = {one["by"] for one in self._attempts() if isinstance(one["by"], int)}
        self.accounts = {key: str(who) for key, who in Account.objects.in_bulk(made).items()}

    def _attempts(self) -> Iterable[dict[str, Any]]:
        return (attempt for one in self.deciders for attempt in one.attempts)

    def said(self) -> dict[str, Any]:
        record = self.record
        return {
            "key": str(record.start_key),
            "public_key": record.public_key,
            "seed": record.seed,
            **written(record, TOURNAMENT),
            "options": record.options,
            "sizes": record.sizes,
            "prizes": record.prizes,
            "entrants": [self._entrant(one) for one in self._kept()],
            "applications": [self._application(one) for one in self.applications],
            "stages": [self._stage(one) for one in record.stages.order_by("number")],
            "rounds": [self._round(one) for one in self._rounds()],
            "tables": [self._table(one) for one in self.tables],
            "log": [
                self._entry(one) for one in record.log.select_related("done_by").order_by("pk")
            ],
        }

    def _rounds(self) -> Iterable[Round]:
        return (
            self.record.rounds.select_related("stage").prefetch_related("draws").order_by("number")
        )

    def _kept(self) -> list[Entrant]:
        """The entrants without those who are another one's second entry."""
        first: dict[int, Entrant] = {}
        for entrant in self.entrants:
            first.setdefault(self.number(entrant.pk), entrant)
            if not entrant.removed:
                first[self.number(entrant.pk)] = entrant
        return [first[number] for number in sorted(first)]

    def _entrant(self, entrant: Entrant) -> dict[str, Any]:
        people = [person.name for person in entrant.people]
        return {"players": people, **written(entrant, ENTRANT), "away": entrant.away}

    def _application(self, one: Application) -> dict[str, Any]:
        entrant = self.number(one.entrant_id) if one.entrant_id else None
        return {"key": str(one.key), **written(one, APPLICATION), "entrant": entrant}

    def _stage(self, stage: Stage) -> dict[str, Any]:
        adjustments = stage.adjustments.select_related("made_by").order_by("made_at", "pk")
        deciders = [one for one in self.deciders if one.stage_id == stage.pk]
        return {
            **written(stage, STAGE),
            "lists": stage.lists,
            "chain": stage.chain,
            "members": None if stage.members is None else self.number.all(stage.members),
            "adjustments": [self._adjustment(one) for one in adjustments],
            "deciders": [self._decider(one) for one in deciders],
        }

    def _adjustment(self, one: Adjustment) -> dict[str, Any]:
        return {
            "entrant": self.number(one.entrant_id),
            "points": one.points,
            **written(one, ADJUSTMENT),
        }

    def _decider(self, one: Decider) -> dict[str, Any]:
        return {
            "number": self.decider_number(one.pk),
            **written(one, DECIDER),
            "group": self.number.all(one.group),
            "lines": one.lines,
            "order": [self.number.all(level) for level in one.order],
            "begun": [[self.number(key), hand] for key, hand in one.begun],
            "attempts": [
                {
                    "hands": [[self.number(key), hand] for key, hand in attempt["hands"]],
                    "by": self.accounts.get(attempt["by"], attempt["by"]),
                    "at": attempt["at"],
                    "undone": attempt["undone"],
                }
                for attempt in one.attempts
            ],
        }

    def _round(self, one: Round) -> dict[str, Any]:
        return {
            "stage": one.stage.number,
            **written(one, ROUND),
            "byes": self.number.all(one.byes),
            "draws": [
                {
                    **written(draw, DRAW),
                    **self._seated(draw.tables, draw.byes),
                    "ahead": [self._seated(later["tables"], later["byes"]) for later in draw.ahead],
                    "report": draw.report,
                }
                for draw in sorted(one.draws.all(), key=lambda draw: draw.revision)
            ],
        }

    def _seated(self, tables: Iterable[list[int]], byes: Iterable[int]) -> dict[str, Any]:
        seats = [self.number.all(table) for table in tables]
        return {"tables": seats, "byes": self.number.all(byes)}

    def _table(self, table: Table) -> dict[str, Any]:
        return {
            "round": table.round.number,
            **written(table, TABLE),
            "game": str(table.game.start_key),
            "replays": self.table_number(table.replays_id) if table.replays_id else None,
            "seats": [
                {
                    "entrant": self.number(seat.entrant_id),
                    "seat": seat.sheet_seat.position,
                    "partner": seat.partner_seat.position if seat.partner_seat else None,
                    "total": seat.total,
                }
                for seat in sorted(table.seats.all(), key=lambda seat: seat.position)
            ],
            "photos": [
                {
                    "content": base64.b64encode(bytes(photo.content)).decode(),
                    "taken_at": photo.taken_at.isoformat(),
                }
                for photo in sorted(table.photos.all(), key=lambda photo: photo.pk)
                if self.with_photos
            ],
        }

    def _entry(self, entry: TournamentLogEntry) -> dict[str, Any]:
        by = str(entry.done_by) if entry.done_by else entry.words.get("by", "")
        return {**written(entry, LOG), "by": by, "words": renumbered(entry.words, self._renumber())}

    def _renumber(self) -> Mapping[str, Callable[[Any], int]]:
        return {
            "entrant": self.number,
            "seat": self.seat_number,
            "table": self.table_number,
            "application": self.application_number,
            "blitz": self.decider_number,
            "decider": self.decider_number,
        }


def renumbered(
    words: Mapping[str, Any], numbers: Mapping[str, Callable[[Any], int]]
) -> dict[str, Any]:
    """The words of an entry of the log, whatever they name called by another number."""
    found: dict[str, Any] = {}
    for name, value in words.items():
        if name in ENTRANTS:
            found[name] = [numbers["entrant"](one) for one in value]
        elif name in numbers:
            found[name] = numbers[name](value)
        elif name != "by":
            found[name] = value
    return found


def _entrant_numbers(entrants: Iterable[Entrant]) -> _Numbers:
    """Of one person who was removed and entered again under a merged name both are one."""
    found = _Numbers(())
    person: dict[int, int] = {}
    for entrant in entrants:
        found.of[entrant.pk] = person.setdefault(entrant.people[0].pk, len(person) + 1)
    return found
