"""A tournament by the actions: rounds, a cut, a final, and what is refused on the way."""

from random import Random

import pytest

from scorekeeper import actions as sheets
from scorekeeper.models import Club, Seat
from tests import factories
from tests.factories import NOW
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.engine.model import TableState
from tournaments.models import Stage, Table, TableSeat
from tournaments.presence import number_of
from tournaments.queries import whole

WITH_FINAL = (
    StagePlan(rounds_planned=3, cut=Stage.Cut.FINAL_TABLE, cut_count=4),
    StagePlan(rounds_planned=1),
)


def test_three_rounds_and_a_final(club: Club) -> None:
    record = organising.tournament(club, *WITH_FINAL, players=11)
    draw = Random(7)
    organising.play_stage(record, draw)
    organising.close_stage(record)
    organising.play_stage(record, draw)
    organising.close_stage(record, shared=True)
    record.refresh_from_db()
    stands = whole(record)
    assert record.finished_at == NOW
    assert len(stands.event.stages) == 2
    assert len(stands.standing().rows) == 4
    assert sum(row.points for row in stands.standing(0).rows) == 0
    assert {seat.state for seat in stands.seats} == {TableState.CONFIRMED}
    for tables in stands.by_round.values():
        sitting = [seat.entrant for seats in tables.values() for seat in seats]
        assert len(sitting) == len(set(sitting))


def test_a_round_with_an_open_table_is_not_closed(club: Club) -> None:
    record = organising.tournament(club)
    one = organising.publish(record)
    with pytest.raises(actions.Unfinished) as refused:
        organising.close(one)
    assert refused.value.tables == ((1, 1), (1, 2), (1, 3))


def test_a_round_is_published_once(club: Club) -> None:
    record = organising.tournament(club)
    one = organising.publish(record)
    by = organising.organiser(record)
    actions.publish_round(one=one, revision=1, by=by, now=NOW)
    assert one.tables.count() == 3


def test_who_comes_late_is_missing_from_the_draft(club: Club) -> None:
    record = organising.tournament(club)
    by = organising.organiser(record)
    draft = actions.draft_round(tournament=record, by=by, now=NOW, seed=1)
    late = actions.enter(tournament=record, name="Яна", by=by, now=NOW)
    with pytest.raises(actions.StaleDraw) as refused:
        actions.publish_round(one=draft.round, revision=1, by=by, now=NOW)
    assert refused.value.entrants == (late.pk,)


def test_the_same_seed_draws_the_same_seats(club: Club) -> None:
    record = organising.tournament(club, players=17)
    by = organising.organiser(record)
    first, second = (
        actions.draft_round(tournament=record, by=by, now=NOW, seed=5) for _ in range(2)
    )
    assert (first.tables, first.ahead) == (second.tables, second.ahead)
    assert second.revision == 2


def test_those_still_playing_wait_for_the_organisers_word(club: Club) -> None:
    record = organising.tournament(club)
    one = organising.publish(record)
    first, *others = one.tables.order_by("number")
    for table in others:
        seats = table.seats.values_list("entrant", flat=True)
        organising.type_totals(table, dict.fromkeys(seats, 100))
    with pytest.raises(actions.StillPlaying) as refused:
        organising.publish(record)
    waiting = set(first.seats.values_list("entrant", flat=True))
    assert set(refused.value.tables) == waiting
    two = organising.publish(record, without_waiting=True)
    seated = {
        key for table in two.tables.all() for key in table.seats.values_list("entrant", flat=True)
    }
    assert not seated & waiting
    assert whole(record).standing().provisional


def test_a_withdrawn_round_is_a_draft_again(club: Club) -> None:
    record = organising.tournament(club)
    one = organising.publish(record)
    by = organising.organiser(record)
    actions.withdraw_round(one=one, by=by, now=NOW)
    assert not one.tables.exists()
    assert not club.games.exists()
    again = organising.publish(record)
    organising.play(again, Random(1))
    with pytest.raises(actions.HasResults):
        actions.withdraw_round(one=again, by=by, now=NOW)


def test_a_tie_at_the_cut_is_parted_by_a_blitz_that_ties_once_more(club: Club) -> None:
    """All level: the line falls inside the tie, and three attempts part as far as it matters."""
    record = organising.tournament(club, *WITH_FINAL, players=8)
    by = organising.organiser(record)
    stage = whole(record).stage
    Stage.objects.filter(pk=stage.pk).update(rounds_planned=1)
    one = organising.publish(record)
    for table in one.tables.all():
        seats = table.seats.values_list("entrant", flat=True)
        organising.type_totals(table, dict.fromkeys(seats, 200))
    organising.close(one)
    with pytest.raises(actions.OpenTies) as refused:
        organising.close_stage(record)
    (tie,) = refused.value.ties
    assert len(tie.level) == 8
    everybody = sorted(map(number_of, tie.level))
    blitz = actions.start_blitz(stage=stage, group=everybody, by=by, now=NOW)
    hands: dict[int, str | None] = dict.fromkeys(everybody, "11234")
    hands |= dict.fromkeys(everybody[:3], "66661") | dict.fromkeys(everybody[3:5], "55512")
    actions.play_blitz(blitz=blitz, hands=hands, attempt=0, by=by, now=NOW)
    actions.play_blitz(blitz=blitz, hands=hands, attempt=0, by=by, now=NOW)
    again: dict[int, str | None] = {everybody[3]: "66112", everybody[4]: "55112"}
    blitz = actions.play_blitz(blitz=blitz, hands=again, attempt=1, by=by, now=NOW)
    assert len(blitz.attempts) == 2
    organising.close_stage(record)
    assert whole(record).stage.members == everybody[:4]
    actions.reopen_stage(stage=stage, by=by, now=NOW)
    actions.undo_attempt(blitz=blitz, attempt=2, by=by, now=NOW)
    with pytest.raises(actions.OpenTies) as refused:
        organising.close_stage(record)
    assert set(refused.value.ties[0].level) == set(everybody[3:5])


def test_pokers_thrown_part_those_level_on_their_sheets(club: Club) -> None:
    """Of typed totals nobody knows how many there were."""
    plan = StagePlan(rounds_planned=1, points=Stage.PointsRule.PLACES, chain=("pokers",))
    record = organising.tournament(club, plan, players=4, rule_set="free-choice")
    table = organising.publish(record).tables.get()
    names = {seat.position: seat.entrant_id for seat in table.seats.all()}
    by = organising.organiser(record)
    poker = factories.entry(0, 0, "poker", "66666")
    factories.write(table.game, poker)
    sheets.finish_game(game_id=table.game_id, account=by, strike_open=True, now=NOW)
    Seat.objects.filter(game=table.game_id).update(total=100)
    rows = whole(record).standing().rows
    assert (rows[0].entrant, rows[0].place, rows[0].parted_by) == (names[0], 1, "pokers")
    assert [row.place for row in rows[1:]] == [2, 2, 2]
    Table.objects.update(typed_at=NOW)
    TableSeat.objects.update(total=100)
    assert {row.place for row in whole(record).standing().rows} == {1}


def test_fewer_struck_boxes_part_those_level_on_their_sheets(club: Club) -> None:
    """Whoever has filled a box has struck one fewer than those who left at once."""
    plan = StagePlan(rounds_planned=1, points=Stage.PointsRule.PLACES, chain=("struck",))
    record = organising.tournament(club, plan, players=4, rule_set="free-choice")
    table = organising.publish(record).tables.get()
    names = {seat.position: seat.entrant_id for seat in table.seats.all()}
    by = organising.organiser(record)
    factories.write(table.game, factories.entry(0, 0, "poker", "66666"))
    sheets.finish_game(game_id=table.game_id, account=by, strike_open=True, now=NOW)
    Seat.objects.filter(game=table.game_id).update(total=100)
    rows = whole(record).standing().rows
    assert (rows[0].entrant, rows[0].place, rows[0].parted_by) == (names[0], 1, "struck")
    assert [row.place for row in rows[1:]] == [2, 2, 2]
