"""The games of many tables, begun at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

import rules
from scorekeeper.actions.log import log_all
from scorekeeper.actions.people import hold_players
from scorekeeper.actions.seat_receipts import opening_receipts
from scorekeeper.models import Account, Club, Game, Player, Seat, Shown, TableLink
from scorekeeper.names import checked_name


@dataclass(frozen=True, slots=True)
class TableToOpen:
    """A table before its game: what it is called, ``players`` in order of play, ``teams``: pairs of
    positions among them."""

    title: str
    players: tuple[Player, ...]
    teams: tuple[tuple[int, ...], ...] = ()


@transaction.atomic
def open_tables(
    *,
    account: Account,
    club: Club,
    rule_set: rules.RuleSet,
    tables: Sequence[TableToOpen],
    shown: Shown,
    withheld: bool,
    now: datetime,
) -> list[tuple[Game, list[Seat]]]:
    """A game with its seats for each table, and a link for its host; as start_game and open_table.

    Of known players of the club. The number of queries does not grow with that of the tables.
    RuleError ``bad_input`` for players or teams that do not fit.
    """
    held = iter(hold_players(player for table in tables for player in table.players))
    games = Game.objects.bulk_create(
        Game(
            club=club,
            title=checked_name(table.title),
            rule_set=rule_set.key,
            options=rule_set.house_rules(),
            teams=[list(team) for team in table.teams],
            shown=shown,
            withheld=withheld,
            counts=not withheld,
            created_by=account,
            started_at=now,
        )
        for table in tables
    )
    begun = {}
    seats: list[list[Seat]] = []
    for game, table in zip(games, tables, strict=True):
        alike = (len(table.players), table.teams)
        if alike not in begun:
            begun[alike] = opening_receipts(game, len(table.players))
        seats.append(
            [
                Seat(game=game, player=next(held), position=position, **receipt)
                for position, receipt in enumerate(begun[alike])
            ]
        )
    Seat.objects.bulk_create(seat for one in seats for seat in one)
    links = TableLink.objects.bulk_create(
        TableLink(game=game, helper=game.title, made_by=account, made_at=now) for game in games
    )
    said = [{"game": link.game_id, "link": link.pk} for link in links]
    log_all("table_opened", club=club, by=account, now=now, words=said)
    return list(zip(games, seats, strict=True))
