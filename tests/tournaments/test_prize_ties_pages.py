"""Level for a prize below the cut: named at once, parted by a blitz or a decision, explained."""

import pytest
from django.test import Client

from scorekeeper.models import Club
from tests.factories import NOW
from tests.scorekeeper.pages import form, forms, html, text
from tests.tournaments import organising
from tests.tournaments.test_ties_pages import at, play
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Decider, Stage, Tournament
from tournaments.queries import prize_ties, ties_of, whole
from tournaments.reports.results import PlaceLine, place_lines

pytestmark = pytest.mark.thorough


def cut(count: int) -> StagePlan:
    return StagePlan(rounds_planned=1, method="lottery", cut=Stage.Cut.OVERALL, cut_count=count)


FINAL = StagePlan(rounds_planned=1, method="lottery")
PRIZES = ["1000", "500", "300", "200", "100"]


def event(club: Club, *stages: StagePlan) -> Tournament:
    """Eight entrants, five prizes, tables down to two."""
    record = organising.tournament(club, *stages, players=8)
    record.prizes, record.sizes = PRIZES, [4, 3, 2]
    record.save(update_fields=["prizes", "sizes"])
    return record


@pytest.fixture
def record(club: Club) -> Tournament:
    """Two equal tables of four, four in the final, five prizes: two are level for the fifth."""
    record = event(club, cut(4), FINAL)
    play(record, 200, 180, 100, 90)
    organising.close_stage(record)
    return record


def level(record: Tournament) -> list[int]:
    """Those who are level for the fifth prize."""
    (tie,) = [tie for tie in prize_ties(whole(record)) if tie.first == 5]
    return sorted(map(int, tie.level))


def place(record: Tournament, number: int) -> PlaceLine:
    return next(line for line in place_lines(whole(record), "en") if line.place == number)


@pytest.mark.parametrize(("currency", "shown"), [("RUB", "50\u00a0₽"), ("XXX", "50"), ("", "50")])
def test_a_prize_stands_with_the_sign_of_its_currency(
    record: Tournament, currency: str, shown: str
) -> None:
    record.currency = currency
    record.save(update_fields=["currency"])
    assert place(record, 5).prize == shown


def blitz(client: Client, record: Tournament, group: list[int]) -> Decider:
    """Begun on the page of ties."""
    found = [one for one in forms(client.get(at(record))) if one.action == at(record, "blitz_new")]
    begin = next(one for one in found if set(one.data["group"]) == set(map(str, group)))
    client.post(begin.action, begin.sent())
    return Decider.objects.latest("pk")


def throw(record: Tournament, made: Decider, *hands: str) -> None:
    actions.play_blitz(
        blitz=made,
        hands=dict(zip(sorted(made.group), hands, strict=True)),
        attempt=len(made.attempts),
        by=organising.organiser(record),
        now=NOW,
    )


def test_those_level_below_the_cut_are_named_before_they_go_home(
    host_client: Client, record: Tournament
) -> None:
    names = [record.entrants.get(pk=key).name for key in level(record)]
    page = text(host_client.get(at(record, "organise")))
    assert "Level for the prize of place 5:" in page
    assert all(name in page for name in names)
    page = text(host_client.get(at(record)))
    assert "Place 5 is shared by 2, and a prize hangs on it." in page


def test_a_blitz_parts_them_and_the_places_say_so(host_client: Client, record: Tournament) -> None:
    group = level(record)
    made = blitz(host_client, record, group)
    assert (made.stage.number, made.group, made.lines) == (1, group, [1])
    throw(record, made, "11234", "66666")
    assert "Place 5" not in text(host_client.get(at(record)))
    play(record, 200, 180, 100, 90)
    organising.close_stage(record)
    first = place(record, 5)
    assert (first.entrants[0][0], first.prize, first.reason) == (group[1], "100", "by blitz")
    assert (place(record, 6).prize, place(record, 6).reason) == ("", "by blitz")
    shown = text(host_client.get(at(record, "tournament"), {"stage": "final"}))
    assert "by blitz" in shown
    assert "by blitz" in text(host_client.get(at(record, "tournament"), {"stage": "1"}))


def test_the_tournament_does_not_end_before_them(host_client: Client, record: Tournament) -> None:
    play(record, 200, 180, 100, 90)
    page = text(host_client.get(at(record, "organise")))
    assert "Level where a prize or the first place hangs on it" in page
    answer = host_client.post(at(record, "stage_close", 2), follow=True)
    assert "Level where the place matters" in text(answer)
    record.refresh_from_db()
    assert record.finished_at is None
    finish = form(host_client.get(at(record)), at(record, "stage_close", 2))
    assert finish.buttons == [("shared", "yes")]
    answer = host_client.post(finish.action, finish.sent(shared="yes"), follow=True)
    assert "The tournament is over" in text(answer)
    assert "These share a place and its prizes" in text(answer)
    assert place(record, 5).prize == "50"


def test_undone_they_are_level_again(host_client: Client, record: Tournament) -> None:
    group = level(record)
    before = whole(record).standing(0)
    made = blitz(host_client, record, group)
    throw(record, made, "11234", "66666")
    undo = form(host_client.get(at(record)), at(record, "decider_undo", made.pk))
    answer = host_client.post(undo.action, undo.sent(), follow=True)
    assert "they are level again" in text(answer)
    assert level(record) == group
    assert whole(record).standing(0).rows == before.rows


def test_the_organiser_decides_with_a_reason(host_client: Client, record: Tournament) -> None:
    group = level(record)
    page = host_client.get(at(record))
    decide = form(page, at(record, "tie_decide"))
    order = {f"place-{group[0]}": "2", f"place-{group[1]}": "1"}
    answer = host_client.post(decide.action, decide.sent(reason="Жребий", **order), follow=True)
    assert "Decided; it can be undone." in text(answer)
    assert Decider.objects.get().stage.number == 1
    play(record, 200, 180, 100, 90)
    organising.close_stage(record)
    assert place(record, 5).reason == "by the organiser's decision"
    assert place(record, 5).entrants[0][0] == group[1]


def test_who_went_on_is_not_decided_anew(host_client: Client, club: Club) -> None:
    """A blitz at the cut stays as it is once it was made; the one for a prize is undone freely."""
    record = event(club, cut(3), FINAL)
    play(record, 200, 180, 100, 90)
    # One of two goes on by the blitz: the other is fourth, and two more are level for the fifth.
    (tie,) = ties_of(whole(record), record.stages.get(number=1))
    at_cut = blitz(host_client, record, sorted(map(int, tie.level)))
    throw(record, at_cut, "66666", "11234")
    organising.close_stage(record)
    for_prize = blitz(host_client, record, level(record))
    throw(record, for_prize, "66666", "11234")
    offered = [one.action for one in forms(host_client.get(at(record)))]
    assert at(record, "decider_undo", for_prize.pk) in offered
    assert at(record, "decider_undo", at_cut.pk) not in offered
    answer = host_client.post(at(record, "decider_undo", at_cut.pk), follow=True)
    assert "What comes after it has begun already" in text(answer)
    page = f"{at(record, 'blitz', at_cut.pk)}undo/"
    answer = host_client.post(page, {"attempt": "1"}, follow=True)
    assert "What comes after it has begun already" in text(answer)
    assert place(record, 4).entrants[0][0] == at_cut.group[1]


def test_three_stages_part_each_their_own(host_client: Client, club: Club) -> None:
    record = event(club, cut(4), cut(2), FINAL)
    play(record, 200, 180, 100, 90)
    organising.close_stage(record)
    fifth = level(record)
    play(record, 200, 180, 100, 100)
    organising.close_stage(record)
    play(record, 200, 180)
    found = prize_ties(whole(record))
    assert [(tie.first, tie.stage) for tie in found] == [(3, 1), (5, 0)]
    third = sorted(map(int, found[0].level))
    for group, stage in ((third, 2), (fifth, 1)):
        made = blitz(host_client, record, group)
        assert made.stage.number == stage
        throw(record, made, "66666", "11234")
    organising.close_stage(record)
    assert [place(record, number).reason for number in (1, 2, 3, 4, 5, 6)] == [
        "", "", "by blitz", "by blitz", "by blitz", "by blitz",
    ]  # fmt: skip
    assert place(record, 3).entrants[0][0] == third[0]
    assert place(record, 5).entrants[0][0] == fifth[0]


def test_the_prize_giving_stops_at_them(host_client: Client, record: Tournament) -> None:
    play(record, 200, 180, 100, 90)
    organiser = organising.organiser(record)
    actions.hide_results(tournament=record, hidden_from=2, by=organiser, now=NOW)
    page = host_client.get(at(record, "tournament_results"))
    assert "Level for a prize" in text(page)
    assert at(record) in html(page)
    reveal = next(one for one in forms(page) if one.data.get("do") == ["reveal"])
    answer = host_client.post(
        at(record, "tournament_results"), reveal.sent(number="5"), follow=True
    )
    assert "Level where the place matters" in text(answer)
