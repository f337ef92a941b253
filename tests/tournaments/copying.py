"""A stored tournament written anew, in another order of entry and so with other keys."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar
from uuid import uuid4

from django.db.models import Model

from scorekeeper.models import Club, Game, Player, Seat, SheetReceipt, public_key
from tests import factories
from tests.tournaments.wild import WildTournament
from tournaments.models import (
    Adjustment,
    Decider,
    Entrant,
    Round,
    Table,
    Tournament,
)

Row = TypeVar("Row", bound=Model)


def opened_again(wild: WildTournament, draw: Random) -> Tournament:
    """The tournament in another club, with its stages and entrants, entered in another order."""
    return _Copy(wild, draw).record


def copied(wild: WildTournament, draw: Random) -> Tournament:
    """The same with all that was played and decided in it."""
    made = _Copy(wild, draw)
    made.copy_rounds()
    made.copy_rest()
    return made.record


class _Copy:
    """A copy in the making: ``entrants``: old number → new row."""

    def __init__(self, wild: WildTournament, draw: Random) -> None:
        self.draw, self.source = draw, wild.record
        self.club: Club = factories.club(f"{wild.club.name} заново {uuid4()}", wild.by)
        self.record = self.again(wild.record, club=self.club, public_key=public_key())
        self.stages = {
            stage.pk: self.again(stage, tournament=self.record)
            for stage in wild.record.stages.all()
        }
        self.people: dict[int, Player] = {}
        self.entrants: dict[int, Entrant] = {}
        for entrant in self.mixed(wild.record.entrants.select_related("player", "partner")):
            self.entrants[entrant.pk] = self.again(
                entrant,
                tournament=self.record,
                player=self.person(entrant.player),
                partner=entrant.partner and self.person(entrant.partner),
            )
        for stage in self.stages.values():
            if stage.members is not None:
                stage.members = sorted(map(self.number, stage.members))
                stage.save()

    def number(self, old: int) -> int:
        return self.entrants[old].pk

    def mixed(self, rows: Iterable[Row]) -> list[Row]:
        """The rows in another order than they were written in."""
        found = sorted(rows, key=lambda row: int(row.pk))
        self.draw.shuffle(found)
        return found

    def person(self, player: Player) -> Player:
        if player.pk not in self.people:
            self.people[player.pk] = self.again(player, club=self.club)
        return self.people[player.pk]

    def again(self, row: Row, **changed: object) -> Row:
        """The same row once more, with other columns."""
        fields = row._meta.concrete_fields
        columns = {one.name: getattr(row, one.name) for one in fields if not one.primary_key}
        if "start_key" in columns:
            columns["start_key"] = uuid4()
        return type(row)._default_manager.create(**columns | changed)

    def copy_rounds(self) -> None:
        for one in self.mixed(self.source.rounds.all()):
            made = self.again(
                one,
                tournament=self.record,
                stage=self.stages[one.stage_id],
                byes=[self.number(key) for key in one.byes],
            )
            tables: dict[int, Table] = {}
            for table in self.mixed(one.tables.select_related("game")):
                tables[table.pk] = self.copy_table(table, made)

    def copy_table(self, table: Table, one: Round) -> Table:
        game: Game = self.again(table.game, club=self.club, public_key=public_key())
        chairs: dict[int, Seat] = {}
        for chair in self.mixed(table.game.seats.select_related("player")):
            chairs[chair.pk] = self.again(chair, game=game, player=self.person(chair.player))
            for receipt in SheetReceipt.objects.filter(seat=chair):
                self.again(receipt, seat=chairs[chair.pk])
        made: Table = self.again(table, round=one, game=game, replays=None)
        for seat in self.mixed(table.seats.all()):
            self.again(
                seat,
                table=made,
                entrant=self.entrants[seat.entrant_id],
                sheet_seat=chairs[seat.sheet_seat_id],
                partner_seat=chairs[seat.partner_seat_id] if seat.partner_seat_id else None,
            )
        return made

    def copy_rest(self) -> None:
        """Penalties in another order; blitzes and decisions in theirs, which means something."""
        given = Adjustment.objects.filter(stage__tournament=self.source)
        for one in self.mixed(given.select_related("entrant")):
            self.again(one, stage=self.stages[one.stage_id], entrant=self.entrants[one.entrant_id])
        for decider in Decider.objects.filter(stage__tournament=self.source).order_by("number"):
            self.again(
                decider,
                stage=self.stages[decider.stage_id],
                group=sorted(map(self.number, decider.group)),
                order=[sorted(map(self.number, level)) for level in decider.order],
                attempts=[
                    attempt
                    | {"hands": [[self.number(key), hand] for key, hand in attempt["hands"]]}
                    for attempt in decider.attempts
                ],
            )
