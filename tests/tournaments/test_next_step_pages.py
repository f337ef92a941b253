"""What next: the one thing to do at every point of a tournament, and what is missing for it."""

from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django.fixtures import DjangoAssertNumQueries

from scorekeeper.models import Club
from tests import factories
from tests.factories import NOW
from tests.scorekeeper.pages import html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Round, Stage, Tournament
from tournaments.plans import usual_course
from tournaments.queries import whole
from tournaments.reports.next_step import NextStep, Step, next_step

pytestmark = pytest.mark.thorough

FINAL = (
    StagePlan(rounds_planned=1, cut=Stage.Cut.FINAL_TABLE, cut_count=4),
    StagePlan(rounds_planned=1),
)


def found(record: Tournament) -> NextStep:
    """The report as the page asks for it."""
    record.refresh_from_db()
    with translation.override("en"):
        return next_step(whole(record))


def leads(step: NextStep) -> tuple[Step, str, int | None]:
    return step.step, step.primary.route, step.primary.number


def look_who_is_here(record: Tournament, number: int, **away: str) -> None:
    keys = {organising.entrant(record, name).pk: reason for name, reason in away.items()}
    by = organising.organiser(record)
    actions.check_in(tournament=record, round_number=number, away=keys, by=by, now=NOW)


def draw(record: Tournament) -> Round:
    by = organising.organiser(record)
    return actions.draft_round(tournament=record, by=by, now=NOW, seed=1).round


def test_nobody_is_entered_for_a_final_that_others_have_come_into(club: Club) -> None:
    """Whoever is entered now plays no more: the page does not lead there."""
    record = organising.tournament(club, *FINAL, players=8)
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    organising.close_stage(record)
    step = found(record)
    assert leads(step) == (Step.DRAW, "round_draw", 2)
    assert [way.route for way in step.others] == ["check_in"]
    members = whole(record).stage.members
    assert members is not None
    names = [one.name for one in record.entrants.filter(pk__in=members)]
    look_who_is_here(record, 2, **dict.fromkeys(names[1:], "ill"))
    step = found(record)
    assert leads(step) == (Step.FEW, "check_in", 2)
    assert step.others == ()


def test_a_whole_tournament_is_led_from_step_to_step(club: Club) -> None:
    """Eight, a round, a cut whose tie is decided, a final, the end: each step leads to the next."""
    record = organising.tournament(club, *FINAL, players=0)
    by = organising.organiser(record)
    assert leads(found(record)) == (Step.NOBODY, "entrants", None)

    actions.enter(tournament=record, name="Анна", by=by, now=NOW)
    assert leads(found(record)) == (Step.FEW, "entrants", None)

    people = [(organising.name_of(at), "", "") for at in range(8)]
    actions.enter_all(tournament=record, people=people, by=by, now=NOW)
    assert leads(found(record)) == (Step.CHECK_IN, "check_in", 1)

    look_who_is_here(record, 1)
    step = found(record)
    assert leads(step) == (Step.DRAW, "round_draw", 1)
    assert step.words == "8 are here: 2 tables (2 × 4)."

    one = draw(record)
    assert leads(found(record)) == (Step.PUBLISH, "round_draw", 1)

    one = actions.publish_round(one=one, revision=1, by=by, now=NOW)
    step = found(record)
    assert leads(step) == (Step.PLAYING, "round_organise", 1)
    assert [table.number for table in step.tables] == [1, 2]
    assert step.tables[0].since == NOW

    first, second = one.tables.order_by("number")
    organising.type_totals(first, dict.fromkeys(first.seats.values_list("entrant", flat=True), 90))
    step = found(record)
    assert step.words == "1 table still plays."
    assert [table.table for table in step.tables] == [second.pk]

    organising.type_totals(
        second, dict.fromkeys(second.seats.values_list("entrant", flat=True), 90)
    )
    assert leads(found(record)) == (Step.CLOSE_ROUND, "round_organise", 1)

    organising.close(one)
    step = found(record)
    assert leads(step) == (Step.TIE, "ties", None)
    assert "Анна, Борис, Вера, Глеб, Дарья" in step.words

    keys = sorted(record.entrants.values_list("pk", flat=True))
    stage = record.stages.get(number=1)
    order = [[key] for key in keys]
    actions.decide(stage=stage, order=order, reason="по жребию", by=by, now=NOW)
    step = found(record)
    assert leads(step) == (Step.CLOSE_STAGE, "ties", None)
    assert step.words == "All its rounds are played; 4 go on."

    organising.close_stage(record)
    assert leads(found(record)) == (Step.DRAW, "round_draw", 2)

    final = organising.publish(record)
    organising.play(final, Random(3))
    organising.close(final)
    step = found(record)
    assert leads(step) == (Step.CLOSE_STAGE, "ties", None)
    assert step.title == "Finish the tournament"

    organising.close_stage(record, shared=True)
    assert leads(found(record)) == (Step.FINISHED, "tournament", None)

    actions.reopen_tournament(tournament=record, by=by, now=NOW)
    assert found(record).title == "Finish the tournament"


@pytest.fixture
def record(club: Club) -> Tournament:
    """Eight entrants, looked who is here."""
    made = organising.tournament(club, players=8)
    look_who_is_here(made, 1)
    return made


def change(record: Tournament, **columns: object) -> None:
    by = organising.organiser(record)
    actions.change_tournament(tournament=record, name=record.name, by=by, now=NOW, **columns)


def test_who_comes_after_the_draw_asks_for_another(record: Tournament) -> None:
    draw(record)
    by = organising.organiser(record)
    actions.enter(tournament=record, name="Яна", by=by, now=NOW)
    step = found(record)
    assert leads(step) == (Step.DRAW, "round_draw", 1)
    assert step.title == "Draw round 1 again"


def test_nobody_is_here(record: Tournament) -> None:
    keys = dict.fromkeys(record.entrants.values_list("pk", flat=True), "")
    by = organising.organiser(record)
    actions.check_in(tournament=record, round_number=1, away=keys, by=by, now=NOW)
    step = found(record)
    assert step.step is Step.FEW
    assert step.words == "0 of 8 can be seated, and a table needs 2."
    assert "check_in" in [way.route for way in step.others]


def test_what_is_missing_is_listed_with_the_way_to_it(record: Tournament) -> None:
    change(record, entry_fee="500", registration="moderated")
    look_who_is_here(record, 1, Анна="опаздывает")
    actions.apply(tournament=record, name="Яна", key=uuid4(), account=None, now=NOW)
    for name in ("Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна"):
        entrant = organising.entrant(record, name)
        actions.change_entrant(
            entrant=entrant,
            group="",
            fixed_table=None,
            paid=True,
            by=organising.organiser(record),
            now=NOW,
        )
    assert [(one.words, one.way.route) for one in found(record).missing] == [
        ("1 application waits for an answer.", "entrants"),
        ("The fee is not paid by: Анна, Захар.", "entrants"),
        ("Not here for round 1: Анна.", "check_in"),
    ]


def test_those_who_still_play_are_named_before_the_next_round(club: Club) -> None:
    record = organising.tournament(club, players=8)
    one = organising.publish(record)
    first, second = one.tables.order_by("number")
    organising.type_totals(first, dict.fromkeys(first.seats.values_list("entrant", flat=True), 90))
    step = found(record)
    assert step.step is Step.PLAYING
    assert [(way.route, way.number) for way in step.others] == [("round_draw", 2), ("check_in", 2)]
    assert set(step.tables[0].names) == {
        seat.entrant.name for seat in second.seats.select_related("entrant__player")
    }


def test_results_wait_for_their_confirmation(record: Tournament) -> None:
    change(record, confirms=True)
    one = organising.publish(record)
    organising.play(one, Random(1))
    step = found(record)
    assert leads(step) == (Step.CONFIRM, "round_organise", 1)
    assert [table.playing for table in step.tables] == [False, False]
    second = factories.account("second")
    for table in one.tables.all():
        actions.confirm_table(table=table, by=second, now=NOW)
    assert found(record).step is Step.CLOSE_ROUND


def test_a_game_that_is_open_again_in_a_closed_round_is_seen(record: Tournament) -> None:
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    by = organising.organiser(record)
    actions.take_totals_back(table=one.tables.get(number=1), reason="не тот лист", by=by, now=NOW)
    assert leads(found(record)) == (Step.PLAYING, "round_organise", 1)


@pytest.mark.parametrize(
    ("columns", "hidden"), [({"prizes": ["1000"]}, None), ({}, 1), ({"prizes": ["1000"]}, 1)]
)
def test_prizes_are_given_at_the_end(
    club: Club, columns: dict[str, object], hidden: int | None
) -> None:
    record = organising.tournament(club, StagePlan(rounds_planned=1), players=4)
    change(record, **columns)
    by = organising.organiser(record)
    actions.hide_results(tournament=record, hidden_from=hidden, by=by, now=NOW)
    organising.play_stage(record, Random(1))
    organising.close_stage(record, shared=True)
    step = found(record)
    assert leads(step) == (Step.PRIZES, "tournament_results", None)
    said = "The results from round 1 on are still hidden."
    assert (said in [one.words for one in step.missing]) == (hidden is not None)
    if not columns:
        actions.release_results(tournament=record, by=by, now=NOW)
        assert found(record).step is Step.FINISHED


def test_a_cancelled_tournament_asks_for_nothing(record: Tournament) -> None:
    change(record, entry_fee="500")
    actions.cancel_tournament(tournament=record, by=organising.organiser(record), now=NOW)
    step = found(record)
    assert (step.step, step.missing) == (Step.CANCELLED, ())


def test_the_course_shows_every_round(club: Club) -> None:
    record = organising.tournament(club, *FINAL, players=8)
    one = organising.publish(record)
    first, second = found(record).course
    assert [(mark.number, mark.state) for mark in first.rounds] == [(1, "being played")]
    assert [(mark.number, mark.state, mark.way) for mark in second.rounds] == [(2, "to come", None)]
    assert (first.title, second.title) == ("Stage 1", "Final")
    assert (first.current, second.current) == (True, False)
    organising.play(one, Random(1))
    organising.close(one)
    assert found(record).course[0].rounds[0].state == "closed"


def test_a_usual_course_calls_its_stages_what_they_are(club: Club) -> None:
    record = organising.tournament(club, *usual_course("semi_final", 4), players=12)
    titles = [stage.title for stage in found(record).course]
    assert titles == ["Stage 1", "Semi-final", "Final"]


# The page


def test_the_page_leads_to_points_and_to_the_prize_giving(
    host_client: Client, record: Tournament
) -> None:
    page = html(host_client.get(reverse("organise", args=[record.public_key])))
    for name in ("adjustments", "tournament_results"):
        assert reverse(name, args=[record.public_key]) in page


def test_the_page_has_one_primary_action(host_client: Client, record: Tournament) -> None:
    change(record, registration="open")
    page = host_client.get(reverse("organise", args=[record.public_key]))
    assert html(page).count("button--primary") == 1
    assert reverse("round_draw", args=[record.public_key, 1]) in html(page)
    said = text(page)
    assert "What is missing" not in said
    assert reverse("tournament_enter", args=[record.public_key]) in said


def test_who_may_enter_is_invited_as_long_as_they_could_be_seated(
    host_client: Client, anonymous: Client, record: Tournament
) -> None:
    change(record, registration="open")
    enter = reverse("tournament_enter", args=[record.public_key])
    page = reverse("organise", args=[record.public_key])
    assert enter in text(host_client.get(page))
    for over in ("finished_at", "cancelled_at"):
        Tournament.objects.update(finished_at=None, cancelled_at=None)
        Tournament.objects.update(**{over: NOW})
        assert enter not in text(host_client.get(page))
    Tournament.objects.update(finished_at=None, cancelled_at=None)
    assert "Your name" in text(anonymous.get(enter))
    for _ in range(record.stages.earliest("number").rounds_planned):
        one = organising.publish(record)
        organising.play(one, Random(1))
        organising.close(one)
    assert enter not in text(host_client.get(page))
    assert "Registration is closed" in text(anonymous.get(enter))


def test_the_page_names_the_tables_that_play(host_client: Client, record: Tournament) -> None:
    one = organising.publish(record)
    page = host_client.get(reverse("organise", args=[record.public_key]))
    for table in one.tables.all():
        assert reverse("tournament_table", args=[record.public_key, table.pk]) in html(page)
    assert "plays since 19:30" in text(page)  # by the clock of the club


@pytest.mark.parametrize("players", [8, 40])
def test_how_often_the_page_asks(
    host_client: Client,
    club: Club,
    players: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """The session and the account, the tournament, the whole, what is known beside, the frame."""
    record = organising.tournament(club, players=players)
    organising.play_stage(record, Random(1))
    with django_assert_num_queries(2 + 1 + 6 + 2 + 1):
        assert host_client.get(reverse("organise", args=[record.public_key])).status_code == 200
