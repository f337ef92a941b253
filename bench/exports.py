"""Print and workbooks: how long one sheet takes, and how much memory many of them keep.

Run: python bench/exports.py. Prints seconds, the median of several runs, and megabytes.
"""

import os
import resource
import statistics
from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter

import django

RUNS = 7
SHEETS = 20
PLAYERS = ("Оля", "Лев Николаевич", "Семён Королёв", "Жанна", "Ёлка", "Вера")


def main() -> None:
    """Print the table."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    django.setup()

    import rules
    from scorekeeper.exports.excel import sheet_workbook
    from scorekeeper.exports.pdf import sheet_pdf
    from scorekeeper.exports.report import SheetReport
    from tests.games import random_game

    ruleset = rules.rule_set("classic")
    game = random_game(ruleset, [str(seat) for seat in range(len(PLAYERS))], 1)
    started = datetime(2025, 6, 1, 19, 30, tzinfo=UTC)
    link = "https://club.example/g/Q2k8sVd0pL4x"
    filled = SheetReport(ruleset, "ru", PLAYERS, game, "Стол 2", "Клуб", started, "UTC", link)
    blank = SheetReport(ruleset, "ru", ("",) * len(PLAYERS), link=link)

    print(f"one sheet of {len(PLAYERS)} players, median of {RUNS} runs")
    print(f"  {'first page of the process':<32}{_seconds(lambda: sheet_pdf(blank), 1):8.3f} s")
    works: tuple[tuple[str, Callable[[], bytes]], ...] = (
        ("blank sheet, PDF", lambda: sheet_pdf(blank)),
        ("filled sheet, PDF", lambda: sheet_pdf(filled)),
        ("filled sheet by columns, PDF", lambda: sheet_pdf(filled, direction="columns")),
        ("blank workbook", lambda: sheet_workbook(blank)),
        ("filled workbook", lambda: sheet_workbook(filled)),
    )
    for name, work in works:
        print(f"  {name:<32}{_seconds(work):8.3f} s   {len(work()) / 1024:6.0f} KB")
    before = _megabytes()
    for _ in range(SHEETS):
        sheet_pdf(filled)
    kept = _megabytes() - before
    print(
        f"  memory at its highest: {_megabytes():.0f} MB, {kept:.1f} of them for {SHEETS} more PDFs"
    )


def _seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return statistics.median(times)


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
