"""The event worked by hand in docs/standings.md, figure by figure."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.tournaments.events import rank
from tournaments.engine.blitz import Blitz, attempt, progress
from tournaments.engine.chain import BLITZ
from tournaments.engine.cuts import FirstOverall, closing, cut_result
from tournaments.engine.model import Adjustment, Entrant, Event, Round, Seat, Stage, Table
from tournaments.engine.points import Settlement, tally
from tournaments.engine.standings import standing
from tournaments.engine.tiebreaks import FIRST_PLACES, HEAD_TO_HEAD, TOTAL

PAGE = Path(__file__).parents[2] / "docs" / "standings.md"


def rows(heading: str) -> list[list[str]]:
    """The cells of the page's table with this heading row."""
    _, _, after = PAGE.read_text(encoding="utf-8").partition(heading + "\n")
    lines = after.split("\n\n", 1)[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def signed(text: str) -> list[int]:
    return [int(each.replace("−", "-")) for each in re.findall(r"[+−]?\d+", text)]


TABLES = rows("| round | table | totals | mean | settlements |")
PLACES = rows("| place | player | points | total | first places | parted by |")
HANDS = rows("| attempt | hands | order |")


def worked() -> Event:
    """The event as the page tells it, without its blitz."""
    played: dict[int, list[Table]] = {}
    for number, at, totals, _, _ in TABLES:
        seats = [Seat(name, int(total)) for name, total in re.findall(r"(\w+) (\d+)", totals)]
        played.setdefault(int(number), []).append(Table(int(at), tuple(seats)))
    names = {seat.entrant for tables in played.values() for each in tables for seat in each.seats}
    people = [Entrant(name, str(name)) for name in names]
    people = [replace(each, first_round=2) if each.id == "Лев" else each for each in people]
    people = [replace(each, last_round=3) if each.id == "Мария" else each for each in people]
    stage = Stage(
        rounds=tuple(Round(number, tuple(tables)) for number, tables in played.items()),
        points=Settlement(),
        chain=(TOTAL, FIRST_PLACES, HEAD_TO_HEAD, BLITZ),
        adjustments=(Adjustment("Глеб", -10, "late start"),),
        cut=FirstOverall(4),
    )
    return Event(tuple(people), (stage,))


def blitz() -> Blitz:
    hands = [dict(re.findall(r"(\w+) (\d+)", thrown)) for _, thrown, _ in HANDS]
    attempts = tuple(attempt(each, rank) for each in hands)
    return Blitz(frozenset(hands[0]), attempts, frozenset({1}))


def with_blitz(event: Event, played: Blitz) -> Event:
    return replace(event, stages=(replace(event.stages[0], deciders=(played,)),))


def test_the_page_has_the_event() -> None:
    assert len(TABLES) == 12
    assert len(PLACES) == 12
    assert len(HANDS) == 3


@pytest.mark.parametrize("line", TABLES, ids=lambda line: f"round {line[0]} table {line[1]}")
def test_each_table_adds_up(line: list[str]) -> None:
    totals = [int(total) for total in re.findall(r"\d+", line[2])]
    total, count, mean = signed(line[3])
    assert (total, count) == (sum(totals), len(totals))
    assert mean == Fraction(total, count)
    settlements = signed(line[4])
    assert settlements == [each - mean for each in totals]
    assert sum(settlements) == 0


def test_the_engine_finds_each_settlement() -> None:
    counted = tally(worked())
    found = {
        (name, counted.exact(counted.scores.points[at]), counted.scores.totals[at])
        for name, own in counted.played.items()
        for at in own
    }
    written = {
        (name, settlement, int(total))
        for line in TABLES
        for (name, total), settlement in zip(
            re.findall(r"(\w+) (\d+)", line[2]), signed(line[4]), strict=True
        )
    }
    assert found == written


def test_the_engine_finds_the_standing_of_the_page() -> None:
    ranked = standing(with_blitz(worked(), blitz()))
    assert len(ranked.rows) == len(PLACES)
    for row, (place, name, points, total, firsts, parted_by) in zip(
        ranked.rows, PLACES, strict=True
    ):
        *summands, result = signed(points)
        assert sum(summands) == result == row.points
        *games, sheet = signed(total)
        assert sum(games) == sheet == ranked.value("total", row.entrant)
        assert row.games == len(games)
        assert int(firsts) == ranked.value("first_places", row.entrant)
        assert (str(row.place), row.entrant) == (place, name)
        assert (row.parted_by or "–") == parted_by


def test_the_reasons_can_be_read() -> None:
    ranked = standing(with_blitz(worked(), blitz()))
    said = {row.entrant: ranked.reason(row) for row in ranked.rows}
    assert said["Анна"] is None
    assert (text := said["Дина"]) is not None
    assert text.ru == "5-е место по блицу"
    assert text.en == "5th by blitz"
    names = {row.entrant: str(row.entrant) for row in ranked.rows}
    parting = next(each for each in ranked.partings if each.criterion == "head_to_head")
    assert parting.sentence(names).ru == "Личные встречи: Егор 26, Глеб −30"


def test_the_line_waits_for_the_blitz_of_the_page() -> None:
    event = worked()
    result = cut_result(event)
    assert result is not None
    assert [tie.level for tie in result.ties] == [("Борис", "Дина", "Ира")]
    assert result.ties[0].blitz() == replace(blitz(), attempts=())
    assert not closing(event).possible
    ranked = standing(event)
    shared = next(row for row in ranked.rows if row.entrant == "Ира")
    assert (shared.place, shared.shared) == (4, 3)
    text = ranked.reason(shared)
    assert text is not None
    assert text.ru == "4-е место, делят 3: поровну по всем показателям"

    for count, waiting in ((1, {"Дина", "Ира"}), (2, {"Дина", "Ира"}), (3, set())):
        so_far = replace(blitz(), attempts=blitz().attempts[:count])
        assert set().union(*progress(so_far).must_play) == waiting
    decided = cut_result(with_blitz(event, blitz()))
    assert decided is not None
    assert decided.through == ("Анна", "Захар", "Вера", "Ира")
