"""Penalties and corrections of points by their page."""

from fractions import Fraction
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.scorekeeper.pages import form, text
from tests.tournaments import organising
from tournaments.actions import StagePlan
from tournaments.engine.model import Points
from tournaments.models import Adjustment, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough


@pytest.fixture
def record(club: Club) -> Tournament:
    """A tournament after its first round."""
    record = organising.tournament(club, StagePlan(rounds_planned=2, method="lottery"), players=8)
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    return record


def points(record: Tournament, name: str) -> Points:
    entrant = organising.entrant(record, name).pk
    (row,) = [row for row in whole(record).standing().rows if row.entrant == entrant]
    return row.points


@pytest.mark.parametrize(
    ("typed", "taken"), [("-10", -10), ("−2,5", Fraction(-5, 2)), ("7/3", Fraction(7, 3))]
)
def test_points_are_taken_off_with_a_reason_and_given_back(
    host_client: Client, record: Tournament, typed: str, taken: Points
) -> None:
    where = reverse("adjustments", args=[record.public_key])
    before = points(record, "Анна")
    sent = form(host_client.get(where), "").sent(
        entrant=str(organising.entrant(record, "Анна").pk), points=typed, reason="Опоздание"
    )
    answer = host_client.post(where, sent, follow=True)
    assert "Опоздание" in text(answer)
    assert points(record, "Анна") == before + taken
    one = Adjustment.objects.get()
    undo = reverse("adjustment_undo", args=[record.public_key, one.pk])
    answer = host_client.post(form(answer, undo).action, follow=True)
    assert points(record, "Анна") == before
    assert "undone" in text(answer)


@pytest.mark.parametrize("typed", ["", "0", "ten", "1/0", "٣", "1e9", "9999999"])
def test_points_that_are_none_are_refused(
    host_client: Client, record: Tournament, typed: str
) -> None:
    where = reverse("adjustments", args=[record.public_key])
    anna = str(organising.entrant(record, "Анна").pk)
    answer = host_client.post(where, {"entrant": anna, "points": typed, "reason": "Опоздание"})
    assert answer.status_code == 422
    assert not Adjustment.objects.exists()


def test_a_penalty_needs_a_reason(host_client: Client, record: Tournament) -> None:
    where = reverse("adjustments", args=[record.public_key])
    anna = str(organising.entrant(record, "Анна").pk)
    answer = host_client.post(where, {"entrant": anna, "points": "-5", "reason": "  "})
    assert answer.status_code == 422
    assert not Adjustment.objects.exists()


def test_the_page_of_no_penalties_says_so(host_client: Client, record: Tournament) -> None:
    page = text(host_client.get(reverse("adjustments", args=[record.public_key])))
    assert "None so far." in page
