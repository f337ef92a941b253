"""LibreOffice as the judge: the workbook of an event comes to what the pages say."""

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from openpyxl.worksheet.worksheet import Worksheet

from scorekeeper.models import Club
from tests.factories import NOW
from tests.plugins.office import Recalculate
from tests.scorekeeper.pages import html
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.engine.wording import number
from tournaments.models import Stage, Tournament

STANDING = re.compile(
    r'<td class="place">(\d+)</td><th scope="row"><a href="[^"]*">([^<]*)</a>.*?'
    r'<td class="points">([^<]*)</td>'
)
"""Place, name and points of a line of the standings, as the page draws it."""
SEATED = re.compile(
    r'<th scope="row"><a href="[^"]*">([^<]*)</a></th><td class="figure">([^<]*)</td>'
    r'<td class="place">\d+</td><td class="points">([^<]*)</td>'
)
"""Name, total and settlement of a seat, as the page of a round draws it."""


def judged(
    client: Client, record: Tournament, recalculate: Recalculate, folder: Path
) -> openpyxl.Workbook:
    """The workbook with the values that the office program has computed anew."""
    answer = client.get(reverse("event_xlsx", args=[record.public_key]))
    written = folder / "event.xlsx"
    written.write_bytes(b"".join(answer))
    formulas = openpyxl.load_workbook(written)
    assert all(
        cell.data_type == "f" for row in formulas["Tables"].iter_rows(4, None, 7, 7) for cell in row
    )
    found = openpyxl.load_workbook(recalculate(written), data_only=True)
    errors = [
        cell
        for sheet in found
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "e"
    ]
    assert errors == []
    return found


def said(value: object) -> str:
    """A number of a spreadsheet as the pages say it: whole or with two decimals."""
    assert isinstance(value, int | float)
    return number(Fraction(value).limit_denominator(1000)).en


def standing(sheet: Worksheet) -> list[tuple[str, str, str]]:
    """Place, name, points of each line."""
    rows = sheet.iter_rows(min_row=4, values_only=True)
    return [(str(row[0]), str(row[2]), said(row[3])) for row in rows]


def seats(sheet: Worksheet) -> dict[int, dict[str, tuple[str, str]]]:
    """By round: name → total and settlement."""
    found: dict[int, dict[str, tuple[str, str]]] = {}
    for row in sheet.iter_rows(min_row=4, values_only=True):
        found.setdefault(int(str(row[0])), {})[str(row[4])] = (said(row[5]), said(row[6]))
    return found


def compare(
    client: Client, record: Tournament, book: openpyxl.Workbook, titles: Mapping[str, int]
) -> None:
    """Standings by stage and settlements by round, against the pages.

    ``titles``: of the worksheet with the standings of a stage → number of the stage.
    """
    address = reverse("tournament", args=[record.public_key])
    for title, stage in titles.items():
        page = STANDING.findall(html(client.get(address, {"stage": stage})))
        assert page
        assert standing(book[title]) == page
    for one, written in seats(book["Tables"]).items():
        round_page = html(client.get(reverse("tournament_round", args=[record.public_key, one])))
        shown = {name: (total, points) for name, total, points in SEATED.findall(round_page)}
        assert written == shown


@pytest.fixture
def settled(club: Club) -> Tournament:
    """Tables of three and four, a late entry, a penalty, a game played anew, a final."""
    cut = StagePlan(rounds_planned=2, cut=Stage.Cut.FINAL_TABLE, cut_count=4)
    record = organising.tournament(club, cut, StagePlan(rounds_planned=1), players=11)
    by = organising.organiser(record)
    first = organising.publish(record)
    void = first.tables.get(number=1)
    actions.void_table(table=void, reason="Не тот лист", by=by, now=NOW)
    actions.replay_table(table=void, by=by, now=NOW)
    organising.play(first, Random(1))
    organising.close(first)
    late = [("Поздний Гость", "", "")]
    actions.enter_all(tournament=record, people=late, by=by, now=NOW)
    second = organising.publish(record, 2)
    organising.play(second, Random(2))
    organising.close(second)
    for name, points in (("Вера", Fraction(-25, 2)), ("Егор", Fraction(10))):
        actions.adjust(
            stage=second.stage,
            entrant=organising.entrant(record, name),
            points=points,
            reason="Опоздание",
            by=by,
            now=NOW,
        )
    organising.close_stage(record)
    organising.play_stage(record, Random(3))
    return record


def test_settlements_and_standings_come_to_those_of_the_pages(
    host_client: Client, settled: Tournament, recalculate: Recalculate, tmp_path: Path
) -> None:
    book = judged(host_client, settled, recalculate, tmp_path)
    compare(host_client, settled, book, {"Standings 1": 1, "Standings 2": 2})


def test_totals_and_places_come_to_those_of_the_pages(
    host_client: Client, club: Club, recalculate: Recalculate, tmp_path: Path
) -> None:
    """Points that are totals are summed in the workbook; those for places stand as figures."""
    for points in ("total", "places"):
        plan = StagePlan(rounds_planned=2, points=points)
        record = organising.tournament(club, plan, players=8, name=points)
        organising.play_stage(record, Random(4))
        book = judged(host_client, record, recalculate, tmp_path)
        page = STANDING.findall(
            html(host_client.get(reverse("tournament", args=[record.public_key])))
        )
        assert page
        assert standing(book["Standings"]) == page
