"""Planning stages, before the first round and while the event runs."""

from random import Random

import pytest

from scorekeeper.models import Club
from tests.factories import NOW
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Stage, Tournament
from tournaments.queries import whole

CUT = StagePlan(rounds_planned=1, cut=Stage.Cut.OVERALL, cut_count=4)
LAST = StagePlan(rounds_planned=1)


def plan(record: Tournament, *stages: StagePlan) -> None:
    by = organising.organiser(record)
    actions.plan_stages(tournament=record, stages=stages, by=by, now=NOW)


def test_who_is_through_stays_through_when_the_final_is_planned_anew(club: Club) -> None:
    record = organising.tournament(club, CUT, LAST)
    organising.play_stage(record, Random(1))
    organising.close_stage(record)
    through = whole(record).stage.members
    plan(record, CUT, StagePlan(rounds_planned=3))
    assert whole(record).stage.members == through
    assert whole(record).stage.rounds_planned == 3


def test_a_cut_that_is_made_stays(club: Club) -> None:
    record = organising.tournament(club, CUT, LAST)
    organising.play_stage(record, Random(1))
    organising.close_stage(record)
    other = StagePlan(rounds_planned=1, cut=Stage.Cut.OVERALL, cut_count=5)
    for stages in ((other, LAST), (LAST,)):
        with pytest.raises(actions.AlreadyStarted):
            plan(record, *stages)


def test_a_stage_with_a_penalty_in_it_does_not_go(club: Club) -> None:
    record = organising.tournament(club, CUT, LAST)
    actions.adjust(
        stage=record.stages.get(number=2),
        entrant=organising.entrant(record, "Анна"),
        points=-10,
        reason="опоздание",
        by=organising.organiser(record),
        now=NOW,
    )
    with pytest.raises(actions.AlreadyStarted):
        plan(record, LAST)


@pytest.mark.parametrize(
    "impossible",
    [
        StagePlan(rounds_planned=0, cut=Stage.Cut.OVERALL, cut_count=4),
        StagePlan(cut=Stage.Cut.OVERALL),
        StagePlan(cut=Stage.Cut.OVERALL, cut_count=0),
        StagePlan(cut=Stage.Cut.OF_TABLE),
        StagePlan(cut=Stage.Cut.FINAL_TABLE),
        StagePlan(cut=Stage.Cut.FINAL_TABLE, cut_count=7),
        StagePlan(cut=Stage.Cut.FINAL_TABLE, cut_count=1),
        StagePlan(points=Stage.PointsRule.PLACES, lists={"4": ["7", "5"]}, cut="overall"),
        StagePlan(points=Stage.PointsRule.PLACES, lists={"2": ["7", "one"]}, cut="overall"),
    ],
)
def test_a_stage_that_could_not_be_counted_is_refused(club: Club, impossible: StagePlan) -> None:
    """It would make every page of the tournament fail."""
    record = organising.tournament(club, CUT, LAST)
    with pytest.raises(ValueError, match=r"."):
        plan(record, impossible, LAST)


def test_a_final_fits_the_game(club: Club) -> None:
    final = StagePlan(cut=Stage.Cut.FINAL_TABLE, cut_count=4)
    with pytest.raises(ValueError, match="2 to 2"):
        organising.tournament(club, final, LAST, rule_set="duel")
    record = organising.tournament(club, final, LAST)
    with pytest.raises(ValueError, match="2 to 2"):
        actions.change_rules(
            tournament=record,
            rule_set="duel",
            options={},
            sizes=[2],
            pairs=False,
            by=organising.organiser(record),
            now=NOW,
        )


def test_a_tournament_opened_again_can_be_ended_again(club: Club) -> None:
    record = organising.tournament(club, LAST)
    organising.play_stage(record, Random(1))
    organising.close_stage(record)
    by = organising.organiser(record)
    with pytest.raises(actions.TournamentOver):
        organising.close_stage(record)
    actions.reopen_tournament(tournament=record, by=by, now=NOW)
    organising.close_stage(record)
    record.refresh_from_db()
    assert record.finished_at == NOW


def test_a_final_is_shown_when_its_rounds_are_though_the_stage_before_ended_early(
    club: Club,
) -> None:
    early = StagePlan(rounds_planned=4, cut=Stage.Cut.OVERALL, cut_count=4)
    record = organising.tournament(club, early, LAST)
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    organising.close_stage(record)
    assert len(whole(record, until=1).event.stages) == 1
    organising.publish(record)
    assert len(whole(record, until=2).event.stages) == 2
