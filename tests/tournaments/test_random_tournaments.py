"""Random whole tournaments through the database keep every line of tournaments.md §4."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import QuerySet
from pytest_django.fixtures import Settings

from scorekeeper import backups
from scorekeeper.actions import receipts_differ, statistics_differ
from scorekeeper.models import Game, Seat, Turn
from scorekeeper.queries import played
from tests import factories
from tests.rules.games import check_sums
from tests.tournaments import test_events as laws
from tests.tournaments.copying import copied, opened_again
from tests.tournaments.wild import WildTournament
from tournaments.actions import rounds
from tournaments.engine import seating
from tournaments.engine.blitz import Decision
from tournaments.engine.model import Event
from tournaments.engine.points import Settlement
from tournaments.models import (
    Adjustment,
    Decider,
    Table,
    TableSeat,
    Tournament,
    TournamentLogEntry,
)
from tournaments.presence import number_of, request_for
from tournaments.queries import Whole, whole

EVENTS = 30
BATCH = 15
SOAK = 300

EVERYTHING = {
    "adjusted",
    "adjustment_undone",
    "blitz_begun",
    "blitz_played",
    "checked_in",
    "confirmed",
    "decided",
    "decider_undone",
    "drawn",
    "dropped",
    "edited",
    "entered",
    "published",
    "removed",
    "reopened",
    "replayed",
    "restored",
    "returned",
    "round_closed",
    "round_reopened",
    "stage_closed",
    "stage_reopened",
    "struck",
    "substituted",
    "totals_typed",
    "voided",
}
"""What fifteen tournaments together do at least once, by the kinds of the log."""


@pytest.fixture(autouse=True)
def _quick_seating(monkeypatch: pytest.MonkeyPatch) -> None:
    """How few meetings repeat is shown elsewhere: here a short search for good seats is enough."""
    monkeypatch.setattr(rounds, "request_for", request_quickly)


def request_quickly(*given: Any) -> seating.Request:
    """What the engine is asked, to be answered after few tries."""
    return replace(request_for(*given), iterations=300)


@pytest.mark.thorough
def test_thirty_whole_tournaments(db: None) -> None:
    for seed in range(EVENTS):
        play_and_check(seed)
    assert set(TournamentLogEntry.objects.values_list("kind", flat=True)) >= EVERYTHING


@pytest.mark.soak
@pytest.mark.parametrize("first", range(EVENTS, EVENTS + SOAK, BATCH))
def test_hundreds_of_whole_tournaments(db: None, first: int) -> None:
    for seed in range(first, first + BATCH):
        play_and_check(seed)


def play_and_check(seed: int) -> WildTournament:
    """A whole tournament, checked after every round; the seed of one that fails is said."""
    try:
        host = factories.account(f"host {seed}")
        club = factories.club(f"Клуб {seed}", host)
        wild = WildTournament(club, factories.account(f"second {seed}"), seed, check)
        the_order_of_entry_draws_the_same_seats(wild)
        wild.play()
        check(wild)
        the_order_of_entry_is_nothing(wild)
    except Exception as error:
        raise AssertionError(f"seed {seed}: {error!r}") from error
    return wild


def check(wild: WildTournament) -> None:
    """What must hold at any moment."""
    stands = wild.stands
    every_total_is_there(wild, stands)
    each_sheet_is_the_sum_of_its_boxes(stands)
    settlements_add_to_nothing(stands)
    settlements_are_those_of_the_tables(wild, stands)
    points_and_places_are_the_reference(stands.event)
    blitz_and_lots_order_only(stands)
    laws.an_unfinished_table_keeps_the_stage_open(stands.event)
    if all(not stage.adjustments for stage in stands.event.stages):
        laws.league_points_are_the_counted_events(stands.event)
    cuts_go_through_no_tie(stands)
    nobody_was_forgotten(wild, stands)


def every_total_is_there(wild: WildTournament, stands: Whole) -> None:
    """Nothing deletes a result, and every counted total is what was typed or played."""
    tables = {table.pk: table for table in Table.objects.filter(round__tournament=stands.record)}
    assert set(wild.results) <= set(tables), "a table with a result is gone"
    for table, totals in wild.results.items():
        stored = {one.entrant: one.total for one in stands.seats if one.table == table}
        assert stored == totals
    turns = Turn.objects.filter(game__club=wild.club).count()
    assert turns >= wild.turns, "a turn is gone"
    wild.turns = turns


def each_sheet_is_the_sum_of_its_boxes(stands: Whole) -> None:
    for game in Game.objects.filter(
        tournament_table__round__tournament=stands.record, finished_at__isnull=False
    ):
        sheet = played(game)
        check_sums(sheet.sheet_game)
        assert not receipts_differ(sheet)
        assert not statistics_differ(sheet)


def settlements_add_to_nothing(stands: Whole) -> None:
    for index, stage in enumerate(stands.event.stages):
        fair = isinstance(stage.points, Settlement) and not stage.carries
        if fair and not stage.adjustments:
            tally = stands.standing(index).tally
            assert sum(tally.points.values()) == 0


def settlements_are_those_of_the_tables(wild: WildTournament, stands: Whole) -> None:
    """Points by settlement, summed from what was typed at the tables that are not void."""
    counting = dict(
        Table.objects.filter(round__tournament=stands.record, voided_at=None).values_list(
            "pk", "round__stage__number"
        )
    )
    for index, stage in enumerate(stands.event.stages):
        if not isinstance(stage.points, Settlement) or stage.carries:
            continue
        expected = dict.fromkeys(stands.entrants, Fraction(0))
        for table, totals in wild.results.items():
            if counting.get(table) == index + 1:
                mean = Fraction(sum(totals.values()), len(totals))
                for entrant, total in totals.items():
                    expected[entrant] += total - mean
        for one in Adjustment.objects.filter(stage=stands.stages[index], undone_at=None):
            expected[one.entrant_id] += Fraction(one.points)
        found = {row.entrant: row.points for row in stands.standing(index).rows}
        assert found == {key: expected[number_of(key)] for key in found}


def points_and_places_are_the_reference(event: Event) -> None:
    """A second, slow way to count comes to the same; it knows neither lots nor decisions."""
    laws.points_are_the_sum_of_the_tables(event)
    simple = replace(
        event,
        stages=tuple(
            replace(
                stage,
                chain=tuple(each for each in stage.chain if each.key != "lots"),
                deciders=tuple(one for one in stage.deciders if not isinstance(one, Decision)),
            )
            for stage in event.stages
        ),
    )
    if all(stage.rounds for stage in simple.stages):
        laws.places_are_the_reference(simple)


def blitz_and_lots_order_only(stands: Whole) -> None:
    """Without them everybody has the same points, and no place outside the tie they were in."""
    laws.a_blitz_only_orders(stands.event)


def cuts_go_through_no_tie(stands: Whole) -> None:
    """Of a closed stage: as many as there are places, none of them dropped, no tie across."""
    for stage in stands.stages:
        following = next((one for one in stands.stages if one.number == stage.number + 1), None)
        if stage.closed_at is None or following is None:
            continue
        line = stands.cut(stage.number - 1)
        assert line is not None
        members = set(following.members or ())
        assert set(stands.event.stages[stage.number].members or ()) == members
        dropped = {row.entrant for row in stands.standing(stage.number - 1).rows if row.dropped}
        still_in = {key for key in members if stands.entrants[key].last_round is None}
        assert not dropped & still_in


def nobody_was_forgotten(wild: WildTournament, stands: Whole) -> None:
    """Who sat in a round sits there still, and nobody else does."""
    for number, present in wild.present.items():
        seated = {seat.entrant for seat in stands.seats if seat.round == number}
        one = next(each for each in stands.rounds if each.number == number)
        assert seated | set(one.byes) == present


def the_order_of_entry_draws_the_same_seats(wild: WildTournament) -> None:
    other = opened_again(wild, Random(1))
    drawn = []
    for record in (wild.record, other):
        names = {one.pk: one.sort_key for one in record.entrants.select_related("player")}
        drawn.append(drawn_by_name(record, names))
    assert drawn[0] == drawn[1]


def drawn_by_name(record: Tournament, names: Mapping[Any, str]) -> object:
    """The first round of a tournament as it would be drawn, and nothing of it kept."""
    stands = whole(record)
    try:
        plan = seating.plan(request_quickly(stands, stands.stage, 1, seating.Method.BALANCED, 5))
    except seating.SeatingError as error:
        return str(error)
    return [
        (
            [[names[key] for key in table.seats] for table in one.tables],
            [names[k] for k in one.byes],
        )
        for one in plan.rounds
    ]


def the_order_of_entry_is_nothing(wild: WildTournament) -> None:
    """The same event, written anew in another order, has the same standings by names."""
    stands = wild.stands
    other = whole(copied(wild, Random(2)))
    assert len(other.event.stages) == len(stands.event.stages)
    for index in range(len(stands.event.stages)):
        assert laws.by_name(stands.standing(index)) == laws.by_name(other.standing(index))


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_backup_and_restore_leave_everything(settings: Settings, tmp_path: Path) -> None:
    """Every row of the tournaments, and every standing, after more was played since."""
    settings.BACKUP_FOLDER = tmp_path
    wild = play_and_check(3)
    rows, standings = everything(), wild.snapshot()
    call_command("backup", verbosity=0)
    (copy,) = backups.stored(tmp_path)
    TableSeat.objects.update(total=0)
    Decider.objects.all().delete()
    assert everything() != rows
    call_command("restore", str(copy.path))
    assert everything() == rows
    assert wild.snapshot() == standings


def everything() -> list[object]:
    """All rows of the tournaments and of the games played in them."""
    tables: list[Any] = [*apps.get_app_config("tournaments").get_models(), Game, Seat, Turn]
    return [list(QuerySet(table).order_by("pk").values()) for table in tables]
