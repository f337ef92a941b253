"""Rounds that came to nothing, tables played anew, tables of every size."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.models import Club, TableLink
from tests.factories import NOW
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.engine import seating
from tournaments.models import Draw, Stage, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough

SHORT = (
    StagePlan(rounds_planned=2, cut=Stage.Cut.OVERALL, cut_count=4),
    StagePlan(rounds_planned=1),
)


def draft(record: Tournament, seed: int = 1) -> Draw:
    by = organising.organiser(record)
    return actions.draft_round(tournament=record, by=by, now=NOW, seed=seed)


def test_a_draft_of_a_closed_stage_is_not_published(club: Club) -> None:
    record = organising.tournament(club, *SHORT)
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    by = organising.organiser(record)
    late = draft(record)
    organising.close_stage(record)
    with pytest.raises(actions.NotReady):
        actions.publish_round(one=late.round, revision=late.revision, by=by, now=NOW)
    two = organising.publish(record)
    assert two.stage.number == 2
    assert two.tables.get().seats.count() == 4


def test_a_later_draft_has_to_be_drawn_again_when_a_round_is_withdrawn(club: Club) -> None:
    """It was drawn for other byes and meetings than there will have been."""
    record = organising.tournament(club, rule_set="six-dice", players=5)
    by = organising.organiser(record)
    one = organising.publish(record, seed=1)
    later = draft(record, seed=2)
    actions.withdraw_round(one=one, by=by, now=NOW)
    with pytest.raises(actions.NotReady):
        actions.publish_round(one=later.round, revision=later.revision, by=by, now=NOW)
    organising.play(organising.publish(record, seed=3), Random(1))
    with pytest.raises(actions.NotReady):
        actions.publish_round(one=later.round, revision=later.revision, by=by, now=NOW)
    with pytest.raises(actions.StaleDraw):
        actions.publish_round(one=later.round, revision=later.revision + 1, by=by, now=NOW)
    assert draft(record).revision == later.revision + 2


def test_a_table_counts_once_however_often_it_was_void(club: Club) -> None:
    record = organising.tournament(club, players=4)
    by = organising.organiser(record)
    first = organising.publish(record).tables.get()
    with pytest.raises(actions.NotReady):
        actions.replay_table(table=first, by=by, now=NOW)
    actions.void_table(table=first, reason="чужие кости", by=by, now=NOW)
    second = actions.replay_table(table=first, by=by, now=NOW)
    assert actions.replay_table(table=first, by=by, now=NOW) == second
    actions.void_table(table=second, reason="и снова", by=by, now=NOW)
    third = actions.replay_table(table=second, by=by, now=NOW)
    for void in (first, second):
        with pytest.raises(actions.NoResult):
            actions.restore_table(table=void, by=by, now=NOW)
    with pytest.raises(actions.NotReady):
        actions.replay_table(table=first, by=by, now=NOW)
    actions.void_table(table=third, reason="хватит", by=by, now=NOW)
    actions.restore_table(table=first, by=by, now=NOW)
    organising.play(first.round, Random(1))
    assert [seat.table for seat in whole(record).seats if seat.total is not None] == [first.pk] * 4


@pytest.mark.parametrize(
    ("rule_set", "players", "sizes"),
    [
        ("classic", 2, [2]),
        ("classic", 3, [3]),
        ("classic", 5, [5]),
        ("classic", 6, [3, 3]),
        ("classic", 7, [4, 3]),
        ("duel", 5, [2, 2]),
        ("six-dice", 5, [4]),
    ],
)
def test_tables_of_few(club: Club, rule_set: str, players: int, sizes: list[int]) -> None:
    record = organising.tournament(club, rule_set=rule_set, players=players)
    one = organising.publish(record)
    seated = sorted((table.seats.count() for table in one.tables.all()), reverse=True)
    assert seated == sizes
    assert len(one.byes) == players - sum(sizes)


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 1), ("classic", 0), ("six-dice", 2)])
def test_too_few_for_a_table(club: Club, rule_set: str, players: int) -> None:
    record = organising.tournament(club, rule_set=rule_set, players=players)
    with pytest.raises(seating.SeatingError):
        draft(record)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_final_of_any_size_and_without_who_left(club: Club, seats: int) -> None:
    plans = (
        StagePlan(rounds_planned=1, cut=Stage.Cut.FINAL_TABLE, cut_count=seats),
        StagePlan(rounds_planned=2),
    )
    record = organising.tournament(club, *plans)
    organising.play_stage(record, Random(3))
    organising.close_stage(record)
    final = organising.publish(record)
    assert final.tables.get().seats.count() == seats
    organising.play(final, Random(1))
    last = final.tables.get().seats.order_by("position")[0].entrant
    actions.drop(entrant=last, by=organising.organiser(record), now=NOW)
    if seats == 2:
        with pytest.raises(seating.SeatingError):
            draft(record)
    else:
        assert organising.publish(record).tables.get().seats.count() == seats - 1


def test_a_removal_on_an_unfinished_sheet_leaves_the_typed_total(club: Club) -> None:
    record = organising.tournament(club, players=4)
    table = organising.publish(record).tables.get()
    seat = table.seats.order_by("position")[0]
    seat.sheet_seat.presence = "removed"
    seat.sheet_seat.save(update_fields=["presence"])
    organising.play(table.round, Random(1))
    assert len(whole(record).event.stages[0].rounds[0].tables[0].seats) == 4


def test_a_backup_follows_each_closed_round(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr("tournaments.actions.rounds.backup_after_game", lambda: asked.append(True))
    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    with pytest.raises(actions.Unfinished):
        organising.close(one)
    assert not asked
    organising.play(one, Random(1))
    organising.close(one)
    assert asked == [True]


def test_only_a_round_that_is_played_has_a_clock(club: Club) -> None:
    record = organising.tournament(club, players=4)
    by = organising.organiser(record)
    one = draft(record).round
    with pytest.raises(actions.NotReady):
        actions.start_clock(one=one, minutes=50, by=by, now=NOW)
    organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    with pytest.raises(actions.NotReady):
        actions.start_clock(one=one, minutes=50, by=by, now=NOW)
    one.refresh_from_db()
    assert (one.started_at, one.ends_at) == (None, None)


def test_a_withdrawn_round_is_not_closed(club: Club) -> None:
    """Closed with totals that were taken back then, so that nothing is written any more."""
    record = organising.tournament(club, players=4)
    by = organising.organiser(record)
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    actions.take_totals_back(table=one.tables.get(), reason="не тот лист", by=by, now=NOW)
    actions.withdraw_round(one=one, by=by, now=NOW)
    one.refresh_from_db()
    assert (one.published_at, one.closed_at) == (None, None)


def test_a_round_is_published_by_as_many_queries_for_forty_as_for_eight(club: Club) -> None:
    asked = []
    for players in (8, 40):
        name = f"{players} игроков"
        record = organising.tournament(club, players=players, name=name)
        draw = draft(record)
        by = organising.organiser(record)
        with CaptureQueriesContext(connection) as queries:
            one = actions.publish_round(one=draw.round, revision=1, by=by, now=NOW)
        asked.append(len(queries))
        links = TableLink.objects.filter(game__tournament_table__round=one, ended_at=None)
        assert links.count() == one.tables.count() == -(-players // 4)
    assert len(set(asked)) == 1, asked
