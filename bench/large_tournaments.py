"""Times of large tournaments in the database: drawing, publishing, reading the standings.

Run: PYTHONPATH=. python bench/large_tournaments.py. Prints seconds and queries; everything stands
in a database of its own. (A script named like the app would be imported in its stead.)
"""

from __future__ import annotations

import os
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING
from uuid import uuid4

import django

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.models import Account, Club
    from tournaments.models import Tournament

ENTRANTS = (100, 500)
ROUNDS = 12


def tournament(club: Club, by: Account, entrants: int, rounds: int) -> Tournament:
    """A tournament with so many entrants, before its first round."""
    from scorekeeper.models import Player
    from tests.factories import NOW
    from tournaments import actions
    from tournaments.models import Entrant
    from tournaments.plans import StagePlan

    record = actions.create_tournament(
        club=club,
        name=f"{entrants} × {rounds}",
        starts_at=NOW,
        by=by,
        now=NOW,
        start_key=uuid4(),
        stages=(StagePlan(rounds_planned=rounds),),
    )
    players = [Player(club=club) for _ in range(entrants)]
    for number, player in enumerate(players):
        player.set_name(f"{record.pk}-{number:04}")
    made = Player.objects.bulk_create(players)
    Entrant.objects.bulk_create(
        Entrant(tournament=record, player=player, lot=lot, entered_at=NOW)
        for lot, player in enumerate(made)
    )
    return record


def fill(record: Tournament, by: Account, rounds: int) -> None:
    """Rounds of tables of four drawn by lot, their totals typed: rows alone, which is quick."""
    from scorekeeper.models import Game, Seat, public_key
    from tests.factories import NOW
    from tournaments.models import Round, Table, TableSeat

    draw = Random(record.pk)
    stage = record.stages.get()
    entrants = list(record.entrants.order_by("pk"))
    for number in range(1, rounds + 1):
        draw.shuffle(entrants)
        one = Round.objects.create(
            tournament=record, stage=stage, number=number, published_at=NOW, closed_at=NOW
        )
        count = len(entrants) // 4
        games = Game.objects.bulk_create(
            Game(
                club=record.club,
                rule_set="classic",
                created_by=by,
                started_at=NOW,
                start_key=uuid4(),
                public_key=public_key(),
            )
            for _ in range(count)
        )
        tables = Table.objects.bulk_create(
            Table(round=one, number=at + 1, game=game, typed_at=NOW, typed_by=by)
            for at, game in enumerate(games)
        )
        chairs = Seat.objects.bulk_create(
            Seat(game=games[at // 4], player_id=entrants[at].player_id, position=at % 4)
            for at in range(4 * count)
        )
        TableSeat.objects.bulk_create(
            TableSeat(
                table=tables[at // 4],
                entrant=entrants[at],
                position=at % 4,
                sheet_seat=chairs[at],
                total=round(draw.gauss(180, 50)),
            )
            for at in range(4 * count)
        )


def timed(what: str, work: Callable[[], object]) -> None:
    """Prints how long a piece of work took, of the processor's time and by the clock."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    start, cpu = perf_counter(), process_time()
    with CaptureQueriesContext(connection) as queries:
        work()
    took, busy = perf_counter() - start, process_time() - cpu
    print(f"  {what:<44}{busy:8.2f} s of the processor {took:8.2f} s {len(queries):6} queries")


def main() -> None:
    """Print the table, of a database that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="pokernakostyah-bench-") as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
        django.setup()
        measure()


def measure() -> None:
    """Draws and publishes a first round of each size, and reads a large event."""
    from django.core.management import call_command

    from scorekeeper import actions as sheets
    from scorekeeper.models import Account
    from tests.factories import NOW
    from tournaments import actions
    from tournaments.queries import whole

    call_command("migrate", verbosity=0)
    by = Account.objects.create_user("bench")
    club = sheets.found_club(name="Bench", owner=by)
    print("tournaments in the database (SQLite)")
    for entrants in ENTRANTS:
        record = tournament(club, by, entrants, 5)
        draft = partial(actions.draft_round, tournament=record, by=by, now=NOW, seed=1)
        timed(f"{entrants} × 5: draft, balanced", draft)
        one = record.rounds.get()
        publish = partial(actions.publish_round, one=one, revision=1, by=by, now=NOW)
        timed(f"{entrants}: publish a round", publish)
    large = tournament(club, by, ENTRANTS[-1], ROUNDS)
    fill(large, by, ROUNDS)
    name = f"{ENTRANTS[-1]} × {ROUNDS}"
    timed(f"{name}: read whole", lambda: whole(large).event)
    timed(f"{name}: read whole, and its standings", lambda: whole(large).standing())


if __name__ == "__main__":
    main()
