"""The public pages of a tournament of 500 entrants and 12 rounds: what a first look costs.

Run: python -m bench.tournament_pages [entrants] [rounds]. Writes a database of its own that is
thrown away. Prints milliseconds of the processor (the database is in the same process, so that
what else the machine does shows less), the median of several cold looks: nothing kept; the queries;
and what an unchanged page costs.
"""

import os
import statistics
import sys
import tempfile
from datetime import UTC, datetime
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import django

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Tournament

ENTRANTS, ROUNDS, RUNS = 500, 12, 7
ASKED_FOR = 300
"""Milliseconds that a first look at the standings may take."""
NOW = datetime(2026, 11, 29, 16, 30, tzinfo=UTC)


def main() -> None:
    """Prints the table."""
    entrants, rounds = (*map(int, sys.argv[1:3]), ENTRANTS, ROUNDS)[:2]
    with tempfile.TemporaryDirectory() as folder:
        _set_up(folder)
        record = event(entrants, rounds)
        print(f"{entrants} entrants, {rounds} rounds; asked for: under {ASKED_FOR} ms, 8 queries")
        print(f"{'page':<28}{'cold, ms':>10}{'queries':>10}{'304, ms':>10}{'queries':>10}{'KB':>8}")
        for name, path in paths(record):
            print(line(name, path))


def _set_up(folder: str) -> None:
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def event(entrants: int, rounds: int) -> "Tournament":
    """A tournament whose rounds are all played at tables of four, written in bulk."""
    from scorekeeper.actions import found_club
    from scorekeeper.models import Account, Game, Player, Seat, Shown
    from tournaments import actions
    from tournaments.models import Entrant, Round, Table, TableSeat

    draw = Random(entrants)
    owner = Account.objects.create_user("owner")
    club = found_club(name="Клуб", owner=owner)
    club.shown = Shown.PUBLIC
    club.save()
    record = actions.create_tournament(
        club=club,
        name="Открытый кубок",
        starts_at=NOW,
        by=owner,
        now=NOW,
        start_key=uuid4(),
        stages=[actions.StagePlan(rounds_planned=rounds)],
    )
    people = []
    for at in range(entrants):
        player = Player(club=club)
        player.set_name(f"Александра Воскресенская {at + 1}")
        people.append(player)
    Player.objects.bulk_create(people)
    entered = Entrant.objects.bulk_create(
        Entrant(tournament=record, player=player, lot=lot, entered_at=NOW)
        for lot, player in enumerate(people)
    )
    stage = record.stages.get()
    for number in range(1, rounds + 1):
        one = Round.objects.create(
            stage=stage, tournament=record, number=number, published_at=NOW, closed_at=NOW
        )
        draw.shuffle(entered)
        groups = [entered[start : start + 4] for start in range(0, entrants, 4)]
        games = Game.objects.bulk_create(
            Game(
                club=club,
                rule_set="classic",
                created_by=owner,
                started_at=NOW,
                finished_at=NOW,
                shown=Shown.PUBLIC,
            )
            for _ in groups
        )
        tables = Table.objects.bulk_create(
            Table(round=one, number=at, game=game) for at, game in enumerate(games, 1)
        )
        seats = Seat.objects.bulk_create(
            Seat(game=game, player=entrant.player, position=at, total=round(draw.gauss(200, 45)))
            for game, group in zip(games, groups, strict=True)
            for at, entrant in enumerate(group)
        )
        chairs = iter(seats)
        TableSeat.objects.bulk_create(
            TableSeat(table=table, entrant=entrant, position=at, sheet_seat=next(chairs))
            for table, group in zip(tables, groups, strict=True)
            for at, entrant in enumerate(group)
        )
    return record


def paths(record: "Tournament") -> list[tuple[str, str]]:
    """What each page is called, and its address."""
    from django.urls import reverse

    def at(name: str, *more: object) -> str:
        return reverse(name, args=[record.public_key, *more])

    return [
        ("standings", at("tournament")),
        ("standings, one name", at("tournament") + "?q=воскресенская 17"),
        ("rounds", at("tournament_rounds")),
        ("last round", at("tournament_round", record.rounds.count())),
        ("an entrant", at("entrant", record.entrants.order_by("pk")[0].pk)),
        ("big screen", at("tournament_screen")),
    ]


def line(name: str, path: str) -> str:
    """The figures of one page."""
    from django.core.cache import caches
    from django.db import connection, reset_queries
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.get(path)
    mark = client.get(path).headers["ETag"]

    def measured(look: "Callable[[], Any]") -> tuple[float, int, int]:
        times, answer = [], look()
        for _ in range(RUNS):
            caches["pages"].clear()
            begun = process_time()
            answer = look()
            times.append(1000 * (process_time() - begun))
        connection.force_debug_cursor = True
        caches["pages"].clear()
        reset_queries()
        look()
        asked = len(connection.queries)
        connection.force_debug_cursor = False
        return statistics.median(times), asked, len(answer.content)

    cold, asked, size = measured(lambda: client.get(path))
    known, once, _nothing = measured(lambda: client.get(path, headers={"if-none-match": mark}))
    return f"{name:<28}{cold:10.0f}{asked:10}{known:10.1f}{once:10}{size / 1024:8.0f}"


if __name__ == "__main__":
    main()
