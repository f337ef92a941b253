"""Print and workbooks: one sheet alone, and many in one file against WeasyPrint on the same HTML.

Run: python bench/exports.py [sheets]. Prints seconds (single ones: the median of several runs) and
the highest memory of a process of its own for each way.
"""

import multiprocessing
import os
import resource
import statistics
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from scorekeeper.exports.report import SheetReport

RUNS = 5
SHEETS = 200
PLAIN_PAGES = 20
"""WeasyPrint's time and memory grow with the page: a tenth of the sheets tells."""

PLAYERS = ("Оля", "Лев Николаевич", "Семён Королёв", "Жанна", "Ёлка", "Вера")
Figures = tuple[float, float, int]


def main() -> None:
    """Print both tables."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else SHEETS
    one_sheet()
    many_sheets(wanted)


def one_sheet() -> None:
    """What one sheet takes in a process that has printed before."""
    _set_up()
    from scorekeeper.exports.excel import sheet_workbook
    from scorekeeper.exports.planned import Look
    from scorekeeper.exports.report import SheetReport
    from scorekeeper.exports.sheets import sheet_pdf

    filled = report(1)
    blank = SheetReport(filled.rules, "ru", ("",) * len(PLAYERS), link=filled.link)
    print(f"one sheet of {len(PLAYERS)} players, median of {RUNS} runs")
    print(f"  {'first page of the process':<32}{_seconds(lambda: sheet_pdf(blank), 1):8.3f} s")
    works: tuple[tuple[str, Callable[[], bytes]], ...] = (
        ("blank sheet, PDF", lambda: sheet_pdf(blank)),
        ("filled sheet, PDF", lambda: sheet_pdf(filled)),
        ("filled sheet by columns, PDF", lambda: sheet_pdf(filled, Look("columns"))),
        ("blank workbook", lambda: sheet_workbook(blank)),
        ("filled workbook", lambda: sheet_workbook(filled)),
    )
    for name, work in works:
        print(f"  {name:<32}{_seconds(work):8.3f} s   {len(work()) / 1024:6.0f} KB")


def many_sheets(wanted: int) -> None:
    """Many different sheets in one file, in ink and by WeasyPrint, each in its own process."""
    spawn = multiprocessing.get_context("spawn")
    ways: tuple[tuple[str, Callable[[int], Figures], int], ...] = (
        ("drawn in ink", in_ink, wanted),
        ("WeasyPrint, the same HTML", plain, PLAIN_PAGES),
        ("drawn in ink again, kept", kept, wanted),
    )
    print(f"\nmany sheets of {len(PLAYERS)} players in one file")
    a_page: list[float] = []
    for name, way, pages in ways:
        with spawn.Pool(1) as pool:
            seconds, megabytes, size = pool.apply(way, (pages,))
        a_page.append(seconds / pages)
        print(
            f"  {name:<28}{pages:4} pages{seconds:8.2f} s{1000 * seconds / pages:8.1f} ms a page"
            f"{megabytes:6.0f} MB{size / 1024 / pages:7.1f} KB a page"
        )
    print(f"  in ink is {a_page[1] / a_page[0]:.0f} times as fast as the plain run")


def in_ink(pages: int) -> Figures:
    """Figures of ``pages`` sheets: seconds, megabytes at the highest, bytes of the file."""
    _set_up()
    from scorekeeper.exports.planned import Look
    from scorekeeper.exports.sheets import joined, printed_sheet

    reports = [report(seed) for seed in range(pages)]
    printed_sheet(reports[0], Look())
    start = perf_counter()
    file = joined([printed_sheet(each, Look()) for each in reports], Look(), "Турнир", "ru")
    return perf_counter() - start, _megabytes(), len(file)


def kept(pages: int) -> Figures:
    """The same, when every sheet was drawn before."""
    _set_up()
    from scorekeeper.exports.planned import Look
    from scorekeeper.exports.sheets import PrintedSheet, joined, printed_sheet

    before = [printed_sheet(report(seed), Look()).kept() for seed in range(pages)]
    start = perf_counter()
    file = joined([PrintedSheet.of(each) for each in before], Look(), "Турнир", "ru")
    return perf_counter() - start, _megabytes(), len(file)


def plain(pages: int) -> Figures:
    """The same by one run of WeasyPrint over the pages' HTML."""
    _set_up()
    from django.utils import translation

    from scorekeeper.exports.pdf import pdf_of, sheet_html
    from scorekeeper.exports.planned import Look, planned

    with translation.override("ru"):
        parts = [sheet_html(planned(report(seed), Look())) for seed in range(pages)]
    start_of, end_of = "<section", "</body>"
    bodies = [part[part.index(start_of) : part.index(end_of)] for part in parts]
    html = parts[0][: parts[0].index(start_of)] + "".join(bodies) + "</body></html>"
    pdf_of(parts[0])
    start = perf_counter()
    file = pdf_of(html)
    return perf_counter() - start, _megabytes(), len(file)


def report(seed: int) -> "SheetReport":
    """A finished game, another for each seed."""
    import rules
    from scorekeeper.exports.report import SheetReport
    from tests.games import random_game

    ruleset = rules.rule_set("classic")
    game = random_game(ruleset, [str(seat) for seat in range(len(PLAYERS))], seed)
    started = datetime(2025, 6, 1, 19, 30, tzinfo=UTC)
    names = tuple(f"{name} {seed}" for name in PLAYERS)
    link = f"https://club.example/g/Q2k8sVd0pL{seed}"
    return SheetReport(ruleset, "ru", names, game, f"Стол {seed}", "Клуб", started, "UTC", link)


def _set_up() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    django.setup()


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
