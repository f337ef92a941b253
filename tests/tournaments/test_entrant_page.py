"""An entrant's way through the event; and the engine's path, whose sum is the standing."""

from fractions import Fraction
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Game
from tests import factories
from tests.factories import NOW
from tests.scorekeeper.pages import html, text
from tests.tournaments import organising
from tests.tournaments.events import RandomEvent
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.engine.paths import path
from tournaments.engine.standings import standing
from tournaments.models import Entrant, Stage, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough


def look(client: Client, record: Tournament, entrant: Entrant) -> str:
    return text(client.get(reverse("entrant", args=[record.public_key, entrant.pk])))


@pytest.mark.parametrize("seed", range(40))
def test_the_rounds_of_an_entrant_sum_up_to_the_standing(seed: int) -> None:
    """Whatever happens in an event: seats, byes, late entries, voids, penalties, carried points."""
    event = RandomEvent(Random(seed), 4 + seed % 20).play()
    before: dict[object, Fraction] = {}
    for index, stage in enumerate(event.stages):
        ranked = standing(event, index)
        for row in ranked.rows:
            steps = path(event, index, row.entrant)
            own = [step.points for step in steps if step.points is not None]
            given = [one.points for one in stage.adjustments if one.entrant == row.entrant]
            carried = before.get(row.entrant, Fraction(0)) if stage.carries else Fraction(0)
            assert sum(own) + sum(given) + carried == row.points, f"seed {seed}"
            assert [step.round for step in steps] == sorted(step.round for step in steps)
        tally = ranked.tally
        before = {key: Fraction(tally.exact(points)) for key, points in tally.points.items()}


def test_before_the_first_round(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=4)
    page = look(anonymous, record, organising.entrant(record, "Анна"))
    assert "Анна" in page
    assert "The first round is still to come." in page


@pytest.mark.parametrize("shown", ["public", "members"])
def test_the_page_of_the_player_leads_there_for_whoever_may_see_it(
    host_client: Client, anonymous: Client, club: Club, shown: str
) -> None:
    Club.objects.filter(pk=club.pk).update(shown="public")
    record = organising.tournament(club, players=4)
    Tournament.objects.filter(pk=record.pk).update(shown=shown)
    entrant = organising.entrant(record, "Анна")
    played = factories.game(club, names=("Анна", "Оля"))
    Game.objects.filter(pk=played.pk).update(shown="public")
    where = reverse("player", args=[entrant.player_id])
    there = reverse("entrant", args=[record.public_key, entrant.pk])
    host_page = host_client.get(where)
    assert there in html(host_page)
    assert "No games yet" not in text(host_page)
    assert (there in html(anonymous.get(where))) == (shown == "public")


def test_the_way_through_the_event(anonymous: Client, club: Club) -> None:
    plans = (
        StagePlan(rounds_planned=2, cut=Stage.Cut.FINAL_TABLE, cut_count=4),
        StagePlan(rounds_planned=1, carries=True),
    )
    record = organising.tournament(club, *plans, players=8)
    organising.play_stage(record, Random(6))
    organising.close_stage(record)
    organising.play_stage(record, Random(7))
    stage = record.stages.get(number=2)
    stands = whole(record)
    best = stands.entrants[int(stands.standing(1).rows[0].entrant)]
    by = organising.organiser(record)
    actions.adjust(stage=stage, entrant=best, points=-1, reason="телефон", by=by, now=NOW)
    organising.close_stage(record, shared=True)
    page = look(anonymous, record, best)
    assert page.count("Round 1, table") == page.count("Round 3, table") == 1
    assert "Carried from the stage before" in page
    assert "телефон" in page
    assert "of the whole event" in page
    assert "Who was met" in page
    others = {
        stands.names[seat.entrant]
        for seats in stands.by_round[3].values()
        for seat in seats
        if seat.entrant != best.pk
    }
    assert all(name in page for name in others)
    out = next(one for one in stands.entrants.values() if one.pk not in (stage.members or []))
    assert "Final Round" not in look(anonymous, record, out)


def test_who_came_late_and_who_dropped(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=7)
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    by = organising.organiser(record)
    late = actions.enter(tournament=record, name="Яна", by=by, now=NOW)
    gone = organising.entrant(record, "Анна")
    actions.drop(entrant=gone, by=by, now=NOW)
    organising.play(organising.publish(record), Random(2))
    page = look(anonymous, record, late)
    assert "came for round 2" in page
    assert "Round 1 bye" in page
    page = look(anonymous, record, gone)
    assert "dropped after round 1" in page
    assert "Round 2" not in page


def test_who_was_away_did_not_play(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=8)
    away = organising.entrant(record, "Анна")
    by = organising.organiser(record)
    actions.check_in(tournament=record, round_number=1, away={away.pk: "болеет"}, by=by, now=NOW)
    organising.publish(record)
    page = look(anonymous, record, away)
    assert "Round 1 did not play" in page
    assert "болеет" not in page  # why is between the entrant and the organiser


def test_who_was_removed_is_not_there(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=5)
    one = organising.entrant(record, "Анна")
    actions.remove(entrant=one, by=organising.organiser(record), now=NOW)
    where = reverse("entrant", args=[record.public_key, one.pk])
    assert anonymous.get(where).status_code == 404
    other = organising.tournament(club, players=5, name="Другой")
    foreign = reverse("entrant", args=[record.public_key, other.entrants.all()[0].pk])
    assert anonymous.get(foreign).status_code == 404


def test_it_is_for_people_not_for_search_engines(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=5)
    where = reverse("entrant", args=[record.public_key, record.entrants.all()[0].pk])
    assert anonymous.get(where).headers["X-Robots-Tag"] == "noindex"
