"""`manage.py seat`: a whole schedule for so many players, or the judgement of one from a file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.engine.seating import (
    Attendee,
    Judgement,
    Plan,
    Request,
    SeatingError,
    Sizes,
    check,
    plan,
    read_schedule,
)

if TYPE_CHECKING:
    from argparse import ArgumentParser

MOST_PLAYERS, MOST_ROUNDS, MOST_SEATS = 20_000, 1_000, 12


class Command(BaseCommand):
    """Prints a schedule as tournaments.md §3 says; nothing is stored."""

    help = "Seat N players over R rounds with the fewest repeated meetings, or check a schedule."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options of tournaments.md §3."""
        parser.add_argument("--players", type=int, metavar="N")
        parser.add_argument("--rounds", type=int, metavar="R")
        parser.add_argument("--table-size", type=int, metavar="SEATS", help="the wanted size (4)")
        parser.add_argument("--sizes", metavar="3,4", help="all sizes a table may have")
        parser.add_argument("--seed", type=int, default=0, metavar="S")
        parser.add_argument("--iterations", type=int, metavar="I", help="exchanges tried at most")
        parser.add_argument("--check", metavar="FILE", help="judge the schedule in this JSON file")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *_args: str, **options: Any) -> None:
        """Seat or check. Exit status 2, one line: it cannot be done; 1: the schedule is wrong."""
        try:
            sizes = read_sizes(options["sizes"], options["table_size"])
            if options["check"] is not None:
                self._check(options, sizes)
            else:
                self._seat(options, sizes)
        except SeatingError as error:
            raise CommandError(str(error), returncode=2) from error

    def _seat(self, options: dict[str, Any], sizes: Sizes) -> None:
        players = _within("--players", options["players"], 1, MOST_PLAYERS)
        rounds = _within("--rounds", options["rounds"], 1, MOST_ROUNDS)
        iterations = options["iterations"]
        if iterations is not None:
            _within("--iterations", iterations, 0, 10**12)
        attendees = tuple(Attendee(number) for number in range(1, players + 1))
        started = perf_counter()
        found = plan(
            Request(
                attendees,
                rounds,
                sizes=sizes,
                seed=options["seed"],
                iterations=iterations,
                byes=False,
            )
        )
        seconds = perf_counter() - started
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(found, seconds)))
        else:
            self.stdout.write("\n".join(_as_text(found, seconds)))

    def _check(self, options: dict[str, Any], sizes: Sizes) -> None:
        started = perf_counter()
        rounds, players, clubs = read_schedule(_load(options["check"]))
        if options["players"] is not None:
            players = _within("--players", options["players"], 1, MOST_PLAYERS)
        judgement = check(rounds, players, clubs, sizes)
        if options["json"]:
            payload = {
                "rounds": rounds,
                "repeats": judgement.repeats,
                "c2": judgement.c2,
                "bound": judgement.bound,
                "seconds": round(perf_counter() - started, 4),
                "most_meetings": judgement.most_meetings,
                "seat_spread": judgement.seat_spread,
                "seats": judgement.seats,
                "club_meetings": judgement.club_meetings,
                "errors": judgement.errors,
            }
            self.stdout.write(json.dumps(payload))
        else:
            self.stdout.write("\n".join(_judged(judgement)))
        if judgement.errors:
            sys.exit(1)


def read_sizes(sizes: str | None, wanted: int | None) -> Sizes:
    """Return the table sizes asked for.

    `--table-size T` alone: tables of T with as few of T−1 as need be, of 2 nothing else, and of
    4 a five for exactly five people. `--sizes` alone: fours wanted if allowed, else the largest.
    Raises `SeatingError` with one line if they are no sizes.
    """
    if wanted is not None:
        _within("--table-size", wanted, 2, MOST_SEATS)
    if sizes is None:
        if wanted in (None, 4):
            return Sizes()
        seats = _within("--table-size", wanted, 2, MOST_SEATS)
        return Sizes((seats,) if seats == 2 else (seats - 1, seats), seats)
    parts = [part.strip() for part in sizes.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise SeatingError(f"--sizes: {sizes!r} is not a list of numbers such as 3,4")
    allowed = tuple(sorted({_within("--sizes", int(part), 2, MOST_SEATS) for part in parts}))
    return Sizes(allowed, wanted or (4 if 4 in allowed else allowed[-1]))


def _within(name: str, value: int | None, least: int, most: int) -> int:
    if value is None:
        raise SeatingError(f"{name} is missing")
    if not least <= value <= most:
        raise SeatingError(f"{name}: {value} is not between {least} and {most}")
    return value


def _load(name: str) -> object:
    try:
        return json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise SeatingError(f"the file cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:120]
        raise SeatingError(f"the file is not JSON: {reason}") from error


def _as_json(found: Plan, seconds: float) -> dict[str, object]:
    return {
        "rounds": [[table.seats for table in round_.tables] for round_ in found.rounds],
        "repeats": found.report.repeats,
        "c2": found.report.c2,
        "bound": found.report.bound,
        "seconds": round(seconds, 4),
    }


def _as_text(found: Plan, seconds: float) -> list[str]:
    lines = []
    for number, round_ in enumerate(found.rounds, 1):
        lines.append(f"Round {number}")
        lines += [
            f"  table {table.number}: " + " ".join(f"{entrant!s:>3}" for entrant in table.seats)
            for table in round_.tables
        ]
    report = found.report
    lines.append(
        f"Repeats {report.repeats}, C2 {report.c2} (at least {report.bound}),"
        f" seats within {report.seat_spread}, small tables within {report.small_spread},"
        f" seed {found.seed}, {seconds:.2f} s"
    )
    return lines


def _judged(judgement: Judgement) -> list[str]:
    return [
        (
            f"Repeats {judgement.repeats}, C2 {judgement.c2} (at least {judgement.bound}),"
            f" a pair met {judgement.most_meetings} times at most"
        ),
        (
            f"Seats within {judgement.seat_spread}, club-mates at one table:"
            f" {judgement.club_meetings} times"
        ),
        *judgement.errors,
        "No errors" if not judgement.errors else f"{len(judgement.errors)} errors",
    ]
