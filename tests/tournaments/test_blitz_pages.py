"""A blitz by its pages: begun, typed, thrown again among those still level, undone."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper import archive
from scorekeeper.models import Account, Club
from tests.factories import NOW
from tests.plugins.browser import stands_at
from tests.scorekeeper.pages import PageForm, form, forms, html, text
from tests.tournaments import organising
from tests.tournaments.test_ties_pages import at, play
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Decider, Stage, Tournament
from tournaments.queries import begun_hands, whole

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


def hand_form(client: Client, where: str) -> PageForm:
    (found,) = [one for one in forms(client.get(where)) if "attempt" in one.data and not one.action]
    return found


def throw(client: Client, record: Tournament, where: str, **hands: str) -> None:
    """One hand after another, by the names of who throws; "-" for who does not."""
    for name, hand in hands.items():
        absent = "on" if hand == "-" else None
        sent = hand_form(client, where).sent(
            entrant=number(record, name), dice="" if absent else hand, absent=absent
        )
        answer = client.post(where, sent)
        assert answer.status_code == 302, text(answer)


def begun(record: Tournament) -> dict[int, str | None]:
    return begun_hands(Decider.objects.get(stage__tournament=record))


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


def test_each_hand_is_kept_at_once_and_the_best_stands_first(
    host_client: Client, record: Tournament, blitz: str
) -> None:
    throw(host_client, record, blitz, Вера="11234")
    assert begun(record) == {number(record, "Вера"): "11234"}
    throw(host_client, record, blitz, Борис="66655")
    throw(host_client, record, blitz, Глеб="-")
    page = host_client.get(blitz)
    said = text(page).partition("One hand each")[2].partition("Whose hand")[0]
    places = [said.index(name) for name in ("Борис", "Вера", "Глеб", "Анна")]
    assert places == sorted(places)
    assert "1 Борис" in said
    assert "Full house" in said.title() or "full house" in said.lower()
    assert "still to throw" in said
    # Whose turn it is, is chosen already.
    assert hand_form(host_client, blitz).data["entrant"] == [str(number(record, "Анна"))]
    assert Decider.objects.get().attempts == []
    throw(host_client, record, blitz, Анна="55555")
    assert (begun(record), len(Decider.objects.get().attempts)) == ({}, 1)


def test_a_hand_is_typed_anew_while_others_still_throw(
    host_client: Client, record: Tournament, blitz: str
) -> None:
    throw(host_client, record, blitz, Анна="66666")
    throw(host_client, record, blitz, Анна="11234")
    assert begun(record) == {number(record, "Анна"): "11234"}


def test_two_hosts_do_not_overwrite_each_other(
    host_client: Client, record: Tournament, blitz: str
) -> None:
    anna = number(record, "Анна")
    late = hand_form(host_client, blitz)
    host_client.post(blitz, late.sent(entrant=anna, dice="66666"))
    host_client.post(blitz, late.sent(entrant=anna, dice="66666"))
    answer = host_client.post(blitz, late.sent(entrant=anna, dice="11234"), follow=True)
    assert "look at what stands here" in text(answer)
    assert begun(record) == {anna: "66666"}
    # Of another player nobody has said anything: that hand is taken.
    host_client.post(blitz, late.sent(entrant=number(record, "Борис"), dice="11234"))
    assert len(begun(record)) == 2


def test_a_hand_that_cannot_be_is_said_at_its_field(
    host_client: Client, record: Tournament, blitz: str
) -> None:
    sent = hand_form(host_client, blitz)
    answer = host_client.post(blitz, sent.sent(entrant=number(record, "Вера"), dice="666"))
    assert answer.status_code == 422
    assert "5 dice are needed, 3 were typed." in text(answer)
    assert 'value="666"' in html(answer)
    (again,) = [one for one in forms(answer) if "attempt" in one.data and not one.action]
    assert again.data["entrant"] == [str(number(record, "Вера"))]
    answer = host_client.post(blitz, sent.sent(entrant="404", dice="66666"))
    assert answer.status_code == 422
    assert begun(record) == {}


def test_who_does_not_throw_is_last(host_client: Client, record: Tournament, blitz: str) -> None:
    throw(host_client, record, blitz, Анна="66665", Борис="66655", Вера="11234", Глеб="-")
    answer = host_client.get(blitz)
    assert "did not throw" in text(answer)
    assert "Decided:" in text(answer)


def test_a_doubled_click_throws_once(host_client: Client, record: Tournament, blitz: str) -> None:
    throw(host_client, record, blitz, Анна="66666", Борис="55555", Вера="11234")
    last = hand_form(host_client, blitz).sent(entrant=number(record, "Глеб"), dice="11235")
    for _ in range(2):
        answer = host_client.post(blitz, last, follow=True)
        assert "look at what stands here" not in text(answer)
    assert len(Decider.objects.get().attempts) == 1


def test_a_hand_stays_whatever_becomes_of_the_others(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, StagePlan(rounds_planned=1, method="lottery"), players=4)
    Tournament.objects.filter(pk=record.pk).update(prizes=["4", "3", "2"], sizes=[4, 3, 2])
    record.refresh_from_db()
    play(record, 100, 100, 100, 100)
    group = list(record.entrants.values_list("pk", flat=True))
    by = organising.organiser(record)
    made = actions.start_blitz(stage=record.stages.get(), group=group, by=by, now=NOW)
    blitz = at(record, "blitz", made.pk)
    throw(host_client, record, blitz, Анна="66666", Борис="66666", Вера="55555", Глеб="55555")
    # Two throw again for the best places, two for the others; each pair has a host of its own.
    anna = number(record, "Анна")
    late = hand_form(host_client, blitz)
    throw(host_client, record, blitz, Вера="11234", Глеб="66666")
    answer = host_client.post(blitz, late.sent(entrant=anna, dice="66655"), follow=True)
    assert "look at what stands here" not in text(answer)
    assert begun(record) == {anna: "66655"}
    for hand, moved in (("11234", False), ("22222", True)):
        again = late.sent(entrant=number(record, "Вера"), dice=hand)
        said = text(host_client.post(blitz, again, follow=True))
        assert ("look at what stands here" in said) is moved
    undo = form(host_client.get(blitz), f"{blitz}undo/")
    host_client.post(undo.action, undo.sent())
    assert begun(record) == {anna: "66655"}
    undo = form(host_client.get(blitz), f"{blitz}undo/")
    host_client.post(undo.action, undo.sent())
    assert begun(record) == {}


def link_of(client: Client, record: Tournament, blitz: str) -> str:
    """The address that opens the blitz without an account, made anew."""
    renew = form(client.get(blitz), f"{blitz}link/")
    for _ in range(2):
        client.post(renew.action, renew.sent())
    link = reverse("blitz_table", args=[Decider.objects.get().link])
    assert link in html(client.get(blitz))
    return link


def test_its_host_needs_no_account(
    host_client: Client, anonymous: Client, record: Tournament, blitz: str
) -> None:
    link = link_of(host_client, record, blitz)
    assert host_client.get(f"{blitz}link.svg").headers["Content-Type"] == "image/svg+xml"
    throw(anonymous, record, link, Анна="66666", Борис="55555", Вера="11234")
    assert "by the link of the blitz" in text(host_client.get(at(record, "tournament_log")))
    page = html(anonymous.get(link))
    assert "Blitz: Анна, Борис, Вера, Глеб</h1>" in page
    assert "2 of them go on" in page
    assert at(record, "ties") not in page
    assert at(record, "tournament") not in page  # which may be shown to members only
    assert "undo/" not in page
    throw(anonymous, record, link, Глеб="11235")
    assert "Decided:" in text(anonymous.get(link))


def test_a_page_that_asks_again_gets_what_was_thrown_elsewhere(
    host_client: Client, anonymous: Client, record: Tournament, blitz: str
) -> None:
    link = link_of(host_client, record, blitz)

    def asked() -> tuple[str, str]:
        answer = anonymous.get(link, headers={"HX-Request": "true"})
        assert "<html" not in html(answer)
        return answer.headers["ETag"], text(answer)

    mark, said = asked()
    assert "still to throw" in said
    assert asked()[0] == mark, "nothing was thrown: the page is left alone"
    throw(host_client, record, blitz, Анна="66666")
    changed, said = asked()
    assert changed != mark
    assert "five of a kind" in said.lower() or "poker" in said.lower()


@pytest.mark.browser
def test_two_phones_at_one_blitz_see_each_other_and_keep_what_is_typed(
    page: Page,
    live_server: LiveServer,
    host_client: Client,
    record: Tournament,
    blitz: str,
) -> None:
    """Who was chosen has thrown elsewhere: nobody is chosen, and no dice become another's hand."""
    link = link_of(host_client, record, blitz)
    stands_at(page, NOW)
    page.goto(live_server.url + link)
    chosen = page.locator("input[name=entrant]:checked")
    anna, boris = (f"{number(record, name)}" for name in ("Анна", "Борис"))
    expect(chosen).to_have_value(anna)
    throw(host_client, record, blitz, Борис="55555")
    page.clock.run_for(6_000)
    expect(page.locator(".blitz-best")).to_contain_text("Борис")
    expect(chosen).to_have_value(anna)
    throw(host_client, record, blitz, Анна="66666")
    page.clock.run_for(6_000)
    expect(page.locator(".blitz-best")).to_contain_text("Анна")
    expect(chosen).to_have_count(0)
    expect(page.locator(".pad")).to_be_visible()
    page.locator(".throws-choices label", has_text="Вера").click()
    page.locator("#dice").fill("123")
    throw(host_client, record, blitz, Глеб="11234")
    with page.expect_request_finished(lambda asked: asked.url.endswith(link)):
        page.clock.run_for(6_000)
    expect(page.locator("#dice")).to_have_value("123")
    page.locator("#dice").fill("12344")
    page.get_by_role("button", name="Store the hand").click()
    expect(page.get_by_role("heading", name="Decided:")).to_be_visible()
    assert boris in {
        f"{key}" for attempt in Decider.objects.get().attempts for key, _hand in attempt["hands"]
    }


def test_a_link_ends_with_the_next_one_with_the_blitz_and_with_the_tournament(
    host_client: Client, anonymous: Client, record: Tournament, blitz: str
) -> None:
    first = link_of(host_client, record, blitz)
    second = link_of(host_client, record, blitz)
    assert [anonymous.get(link).status_code for link in (first, second)] == [404, 200]
    Tournament.objects.filter(pk=record.pk).update(finished_at=NOW)
    assert anonymous.get(second).status_code == 404
    Tournament.objects.filter(pk=record.pk).update(finished_at=None)
    host_client.post(at(record, "decider_undo", Decider.objects.get().pk))
    assert anonymous.get(second).status_code == 404
    assert anonymous.post(second, {"entrant": "1", "dice": "66666"}).status_code == 404


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


def test_a_hand_begun_goes_along_in_the_file_of_the_club_and_its_link_does_not(
    host_client: Client, record: Tournament, blitz: str, second_host: Account, other_club: Club
) -> None:
    link_of(host_client, record, blitz)
    throw(host_client, record, blitz, Вера="11234", Глеб="-")
    content = archive.club_json(record.club)
    archive.read_club(account=second_host, club=other_club, content=content)
    there = other_club.tournaments.get()
    assert begun(there) == {number(there, "Вера"): "11234", number(there, "Глеб"): None}
    assert Decider.objects.get(stage__tournament=there).link is None
