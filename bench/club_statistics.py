"""The pages of statistics of a club with 10,000 games: milliseconds and queries.

Run: python bench/club_statistics.py [games]. The games stand in a database of its own, written in
bulk as the actions would have left them: three to five players a table, evenings over some years,
sheets that were played by the rules. Prints the first look of a process and the median of five, in
time of the processor, so that what else the machine does is not counted.
"""

import os
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

import django

if TYPE_CHECKING:
    from django.test import Client

    from scorekeeper.models import Club

GAMES, PLAYERS, SHEETS, TABLES_AN_EVENING = 10_000, 80, 400, 8
BEGAN = datetime(2023, 9, 1, 16, tzinfo=UTC)
RUNS = 5


class Played(NamedTuple):
    """A sheet played by the rules: what its seat and its receipt say."""

    school: int
    bonus: int
    total: int
    boxes: dict[str, int]
    turns: int
    first_throws: int
    pokers: int


def main() -> None:
    """Fills a database, asks each page, and prints what it took."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'club.sqlite3'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.load.settings"
        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connection

        settings.ALLOWED_HOSTS = ["*"]
        settings.DEBUG = False  # as in life: no query is kept
        call_command("migrate", verbosity=0)
        begun = perf_counter()
        club = _filled(games, Random(1))
        took = perf_counter() - begun
        print(f"{games} games of {PLAYERS} players, written in {took:.0f} s")
        _count(club)
        _look(club)
        connection.close()


def _filled(games: int, chance: Random) -> "Club":
    """A public club with its finished games; the first players play the most."""
    from scorekeeper import actions
    from scorekeeper.models import Account, Game, Player, Seat, SheetReceipt, Shown

    host = Account.objects.create_user("host", password="host")  # noqa: S106 - of a bench
    club = actions.found_club(name="Клуб", owner=host)
    club.shown = Shown.PUBLIC
    club.save()
    players = [actions.add_player(club=club, name=f"Игрок {at + 1}") for at in range(PLAYERS)]
    weights = [1 / (at + 3) for at in range(PLAYERS)]
    sheets = [sheet for seed in range(SHEETS // 4) for sheet in _sheets(seed)]
    records = Game.objects.bulk_create(
        Game(
            club=club,
            title=f"Стол {at % TABLES_AN_EVENING + 1}",
            rule_set="classic",
            created_by=host,
            started_at=(began := BEGAN + timedelta(days=at // TABLES_AN_EVENING, seconds=at)),
            finished_at=began + timedelta(hours=1),
            shown=Shown.PUBLIC if at % 10 else Shown.MEMBERS,
        )
        for at in range(games)
    )
    seats: list[Seat] = []
    receipts: list[SheetReceipt] = []
    for record in records:
        table: dict[int, Player] = {}
        while len(table) < 3 + record.pk % 3:
            chosen = chance.choices(players, weights)[0]
            table[chosen.pk] = chosen
        brought = [chance.choice(sheets) for _ in table]
        for position, (player, sheet) in enumerate(zip(table.values(), brought, strict=True)):
            place = 1 + sum(other.total > sheet.total for other in brought)
            columns = {"school": sheet.school, "bonus": sheet.bonus, "total": sheet.total}
            seat = Seat(game=record, player=player, position=position, place=place, **columns)
            seats.append(seat)
    Seat.objects.bulk_create(seats, batch_size=1000)
    by_total = {sheet.total: sheet for sheet in sheets}
    for seat in seats:
        sheet = by_total[seat.total]
        receipts.append(
            SheetReceipt(
                seat=seat,
                whole=True,
                boxes=sheet.boxes,
                turns=sheet.turns,
                first_throws=sheet.first_throws,
                pokers=sheet.pokers,
            )
        )
    SheetReceipt.objects.bulk_create(receipts, batch_size=1000)
    return club


def _sheets(seed: int) -> list[Played]:
    """Four sheets of a game that was played by the rules."""
    import rules
    from tests.games import random_game

    game = random_game(rules.rule_set("classic"), ["a", "b", "c", "d"], seed)
    figures = rules.result(game).figures
    found: list[Played] = []
    for sheet in game.sheets:
        own = figures[sheet.player]
        marks = [(b.key, m) for b, m in zip(game.rules.boxes, sheet.marks, strict=True) if m]
        boxes = {key: mark.points for key, mark in marks}
        first = sum(mark.throws == 1 for _key, mark in marks)
        pokers = sum(len(set(mark.dice or (1, 2))) == 1 for _key, mark in marks)
        found.append(Played(own.school, own.bonus, own.total, boxes, len(marks), first, pokers))
    return found


def _count(club: "Club") -> None:
    """What the actions do when a game is finished, and when all ratings count anew."""
    from django.db import transaction

    from scorekeeper.actions import store_ratings
    from scorekeeper.actions.receipts import count_week
    from scorekeeper.models import Game

    games = list(Game.objects.filter(club=club)[::TABLES_AN_EVENING])
    begun = perf_counter()
    with transaction.atomic():
        for game in games:
            count_week(game)
    took = (perf_counter() - begun) / len(games)
    print(f"  {'the sums of a week, at each finish':<52}{took * 1000:8.1f} ms")
    begun = perf_counter()
    store_ratings(club)
    took = perf_counter() - begun
    print(f"  {'all ratings anew, beside the pages':<52}{took * 1000:8.0f} ms")


def _look(club: "Club") -> None:
    """Each page for a member and for a stranger."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    member, stranger = Client(), Client()
    member.force_login(club.memberships.get().account)
    player = club.players.order_by("pk")[0]
    took = _asked(member, reverse("games"))
    print(f"  {'the list of games, the first page of the process':<52}{took:8.0f} ms")
    pages = {
        f"the player of {player.seats.count()} games": reverse("player", args=[player.pk]),
        "ratings": reverse("ratings", args=[club.slug]),
        "ratings as of a day long ago": reverse("ratings", args=[club.slug]) + "?as_of=2024-10-10",
        "records": reverse("records", args=[club.slug]),
        "dice": reverse("dice", args=[club.slug]),
        "the club": reverse("club", args=[club.slug]),
    }
    for who, client in {"member": member, "stranger": stranger}.items():
        for name, address in pages.items():
            with CaptureQueriesContext(
                connection,
            ) as queries:
                first = _asked(client, address)
            asked = len(queries)
            took = median(_asked(client, address) for _ in range(RUNS))
            said = f"{who}: {name}"
            print(f"  {said:<52}{took:8.0f} ms   first {first:5.0f} ms  {asked:3} queries")


def _asked(client: "Client", address: str) -> float:
    """Milliseconds that the processor works for an answer, whatever else it does meanwhile."""
    begun = process_time()
    answer = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    return (process_time() - begun) * 1000


if __name__ == "__main__":
    main()
