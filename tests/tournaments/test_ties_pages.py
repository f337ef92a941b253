"""What keeps a stage from closing, by its page: tables, ties; deciding, closing, finishing."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.scorekeeper.pages import form, forms, html, text
from tests.tournaments import organising
from tournaments.actions import StagePlan
from tournaments.models import Decider, Round, Stage, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough


@pytest.fixture
def record(club: Club) -> Tournament:
    """One round of two tables, from which one goes on with three of the other three."""
    return organising.tournament(
        club,
        StagePlan(rounds_planned=1, method="lottery", cut=Stage.Cut.OVERALL, cut_count=4),
        StagePlan(rounds_planned=1, method="lottery"),
        players=8,
    )


def at(record: Tournament, name: str = "ties", *more: object) -> str:
    return reverse(name, args=[record.public_key, *more])


def play(record: Tournament, *totals: int) -> Round:
    """The next round, each table with these totals in order of seats; closed."""
    one = organising.publish(record)
    for table in one.tables.all():
        seats = table.seats.order_by("position").values_list("entrant", flat=True)
        organising.type_totals(table, dict(zip(seats, totals, strict=True)))
    organising.close(one)
    return one


def test_what_is_missing_is_listed_with_where_to_do_it(
    host_client: Client, record: Tournament
) -> None:
    page = host_client.get(at(record))
    assert "1 planned round is not played yet." in text(page)
    assert at(record, "round_draw", 1) in html(page)
    one = organising.publish(record)
    page = host_client.get(at(record))
    table = one.tables.get(number=2)
    assert at(record, "tournament_table", table.pk) in html(page)
    assert "Round 1 : not closed" in text(page)
    answer = host_client.post(at(record, "stage_close", 1), follow=True)
    assert "Without a confirmed result: round 1, table 1; round 1, table 2" in text(answer)


def test_a_clear_cut_closes_the_stage_and_the_last_one_the_tournament(
    host_client: Client, record: Tournament
) -> None:
    play(record, 200, 180, 100, 90)
    page = host_client.get(at(record))
    assert "nobody is level across the line" in text(page)
    through = {seat.name for seat in record.entrants.filter(table_seats__total__gt=100)}
    listed = text(page).partition("Sure to go on")[2].partition("Who goes on is clear")[0]
    assert set(listed.split()) == through
    answer = host_client.post(form(page, at(record, "stage_close", 1)).action, follow=True)
    assert "The stage is closed." in text(answer)
    assert at(record, "round_draw", 2) in html(answer)
    assert len(whole(record).stage.members or []) == 4
    play(record, 200, 180, 100, 90)
    page = host_client.get(at(record))
    answer = host_client.post(form(page, at(record, "stage_close", 2)).action, follow=True)
    assert "The tournament is over" in text(answer)
    record.refresh_from_db()
    assert record.finished_at is not None
    answer = host_client.post(at(record, "stage_reopen", 2), follow=True)
    assert "The stage is open again." in text(answer)


def test_a_tie_across_the_line_is_named_and_decided_with_a_reason(
    host_client: Client, record: Tournament
) -> None:
    play(record, 100, 100, 100, 100)
    page = host_client.get(at(record))
    assert "Place 1 is shared by 8, and 4 of them go on." in text(page)
    answer = host_client.post(at(record, "stage_close", 1), follow=True)
    assert "Level where the place matters" in text(answer)
    decide = form(page, at(record, "tie_decide"))
    places = [name for name in decide.data if name.startswith("place-")]
    level = dict.fromkeys(places, "1")
    answer = host_client.post(decide.action, decide.sent(reason="Жребий", **level))
    assert answer.status_code == 422
    assert "give them different places" in text(answer)
    parted = {name: str(1 + at // 4) for at, name in enumerate(places)}
    answer = host_client.post(decide.action, decide.sent(reason="Жребий", **parted), follow=True)
    assert "— Жребий" in text(answer)
    host_client.post(at(record, "stage_close", 1))
    through = {int(name.removeprefix("place-")) for name in places[:4]}
    assert set(whole(record).stage.members or []) == through


def test_a_decision_without_a_reason_is_none(host_client: Client, record: Tournament) -> None:
    play(record, 100, 100, 100, 100)
    decide = form(host_client.get(at(record)), at(record, "tie_decide"))
    parted = {
        name: str(number)
        for number, name in enumerate((n for n in decide.data if n.startswith("place-")), 1)
    }
    answer = host_client.post(decide.action, decide.sent(reason=" ", **parted))
    assert answer.status_code == 422
    assert not Decider.objects.exists()


def test_an_undone_decision_leaves_them_level_again(
    host_client: Client, record: Tournament
) -> None:
    play(record, 100, 100, 100, 100)
    decide = form(host_client.get(at(record)), at(record, "tie_decide"))
    places = [name for name in decide.data if name.startswith("place-")]
    parted = {name: str(number) for number, name in enumerate(places, 1)}
    host_client.post(decide.action, decide.sent(reason="Жребий", **parted))
    made = Decider.objects.get()
    answer = host_client.post(at(record, "decider_undo", made.pk), follow=True)
    assert "they are level again" in text(answer)
    assert "Place 1 is shared by 8" in text(answer)


def test_prize_places_may_stay_shared(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, StagePlan(rounds_planned=1, method="lottery"), players=4)
    play(record, 100, 100, 90, 90)
    page = host_client.get(at(record))
    assert "Place 1 is shared by 2, and a prize hangs on it." in text(page)
    finish = form(page, at(record, "stage_close", 1))
    assert ("shared", "yes") in finish.buttons
    host_client.post(finish.action, finish.sent(shared="yes"))
    record.refresh_from_db()
    assert record.finished_at is not None


def test_a_stage_whose_next_one_is_played_is_not_reopened(
    host_client: Client, record: Tournament
) -> None:
    play(record, 200, 180, 100, 90)
    organising.close_stage(record)
    organising.publish(record)
    answer = host_client.post(at(record, "stage_reopen", 1), follow=True)
    assert "What comes after it has begun already" in text(answer)


def test_nobody_is_offered_a_blitz_while_tables_play(
    host_client: Client, record: Tournament
) -> None:
    organising.publish(record)
    actions = [one.action for one in forms(host_client.get(at(record)))]
    assert at(record, "blitz_new") not in actions
