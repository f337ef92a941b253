"""A blitz by its pages: begun, typed, thrown again among those still level, undone."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.scorekeeper.pages import form, forms, html, text
from tests.tournaments import organising
from tests.tournaments.test_ties_pages import at, play
from tournaments.actions import StagePlan
from tournaments.models import Decider, Stage, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough


@pytest.fixture
def record(club: Club) -> Tournament:
    """Four level at one table, of whom two go on."""
    record = organising.tournament(
        club,
        StagePlan(rounds_planned=1, method="lottery", cut=Stage.Cut.OVERALL, cut_count=2),
        StagePlan(rounds_planned=1, method="lottery"),
        players=4,
    )
    Tournament.objects.filter(pk=record.pk).update(sizes=[4, 3, 2])
    play(record, 100, 100, 100, 100)
    return record


@pytest.fixture
def blitz(host_client: Client, record: Tournament) -> str:
    """The address of the blitz of the four, begun from the page of ties."""
    begin = form(host_client.get(at(record)), at(record, "blitz_new"))
    answer = host_client.post(begin.action, begin.sent())
    again = host_client.post(begin.action, begin.sent())
    assert answer.headers["Location"] == again.headers["Location"]
    assert Decider.objects.count() == 1
    return str(answer.headers["Location"])


def number(record: Tournament, name: str) -> int:
    return organising.entrant(record, name).pk


def throw(client: Client, record: Tournament, where: str, **hands: str) -> None:
    """The hands of the only group that throws, by the names of its entrants."""
    page = client.get(where)
    (form,) = [one for one in forms(page) if "attempt" in one.data and not one.action]
    typed = {f"hand-{number(record, name)}": hand for name, hand in hands.items()}
    answer = client.post(where, form.sent(**typed))
    assert answer.status_code == 302, text(answer)


def test_those_still_level_throw_again_until_the_line_is_clear(
    host_client: Client, record: Tournament, blitz: str
) -> None:
    assert "2 of them go on" in text(host_client.get(blitz))
    throw(host_client, record, blitz, Анна="KKKQQ", Борис="55544", Вера="ТТТКК", Глеб="11234")
    page = text(host_client.get(blitz))
    assert "Level again: these throw once more" in page
    throw(host_client, record, blitz, Борис="66666", Анна="11112")
    page = text(host_client.get(blitz))
    assert "Decided:" in page
    assert "Attempt 1" in page
    assert "Attempt 2" in page
    host_client.post(at(record, "stage_close", 1))
    through = {number(record, "Борис"), number(record, "Вера")}
    assert set(whole(record).stage.members or []) == through


def test_a_hand_that_cannot_be_is_said_at_its_field(
    host_client: Client, record: Tournament, blitz: str
) -> None:
    page = host_client.get(blitz)
    (sent,) = [one for one in forms(page) if not one.action and "attempt" in one.data]
    names = [name for name in sent.data if name.startswith("hand-")]
    typed = dict(zip(names, ("66677", "666", "", "11234"), strict=True))
    answer = host_client.post(blitz, sent.sent(**typed))
    assert answer.status_code == 422
    said = text(answer)
    assert "5 dice are needed, 3 were typed." in said
    assert "Type 5 dice." in said
    assert 'value="11234"' in html(answer)
    assert Decider.objects.get().attempts == []


def test_who_does_not_throw_is_last(host_client: Client, record: Tournament, blitz: str) -> None:
    page = host_client.get(blitz)
    (sent,) = [one for one in forms(page) if not one.action and "attempt" in one.data]
    typed = {
        f"hand-{number(record, name)}": hand
        for name, hand in (("Анна", "66665"), ("Борис", "66655"), ("Вера", "11234"))
    }
    typed[f"absent-{number(record, 'Глеб')}"] = "on"
    answer = host_client.post(blitz, sent.sent(**typed), follow=True)
    assert "did not throw" in text(answer)
    assert "Decided:" in text(answer)


def test_a_doubled_click_throws_once(host_client: Client, record: Tournament, blitz: str) -> None:
    page = host_client.get(blitz)
    (sent,) = [one for one in forms(page) if not one.action and "attempt" in one.data]
    names = [name for name in sent.data if name.startswith("hand-")]
    typed = sent.sent(**dict(zip(names, ("66666", "55555", "11234", "11235"), strict=True)))
    for _ in range(2):
        host_client.post(blitz, typed)
    assert len(Decider.objects.get().attempts) == 1


def test_the_last_attempt_is_taken_back_and_stays_to_be_seen(
    host_client: Client, record: Tournament, blitz: str
) -> None:
    throw(host_client, record, blitz, Анна="66666", Борис="55555", Вера="11234", Глеб="11235")
    page = host_client.get(blitz)
    undo = form(page, f"{blitz}undo/")
    answer = host_client.post(undo.action, undo.sent(), follow=True)
    said = text(answer)
    assert "One hand each" in said
    assert "Taken back" in said
    doubled = host_client.post(undo.action, undo.sent(), follow=True)
    assert "look at what stands here" in text(doubled)


def test_the_whole_blitz_is_undone(host_client: Client, record: Tournament, blitz: str) -> None:
    throw(host_client, record, blitz, Анна="66666", Борис="55555", Вера="11234", Глеб="11235")
    made = Decider.objects.get()
    answer = host_client.post(at(record, "decider_undo", made.pk), follow=True)
    assert "they are level again" in text(answer)
    assert "This blitz was undone" in text(host_client.get(blitz))


def test_no_total_is_touched(host_client: Client, record: Tournament, blitz: str) -> None:
    before = [(row.entrant, row.points) for row in sorted(whole(record).standing().rows)]
    throw(host_client, record, blitz, Анна="66666", Борис="55555", Вера="11234", Глеб="11235")
    after = [(row.entrant, row.points) for row in sorted(whole(record).standing().rows)]
    assert before == after
    assert [row.place for row in whole(record).standing().rows][:2] == [1, 2]


def test_a_blitz_of_those_who_are_not_level_is_none(
    host_client: Client, record: Tournament
) -> None:
    group = [number(record, "Анна"), number(record, "Борис")]
    answer = host_client.post(at(record, "blitz_new"), {"group": group}, follow=True)
    assert "no longer level where a place matters" in text(answer)
    assert not Decider.objects.exists()


def test_the_address_of_a_decision_is_no_blitz(host_client: Client, record: Tournament) -> None:
    assert host_client.get(reverse("blitz", args=[record.public_key, 404])).status_code == 404
