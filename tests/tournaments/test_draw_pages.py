"""Drawing a round by its page: draft, draw again, change by hand, publish, withdraw."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.factories import NOW
from tests.scorekeeper.pages import form, forms, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Draw, Round, Tournament

pytestmark = pytest.mark.thorough


@pytest.fixture
def record(club: Club) -> Tournament:
    return organising.tournament(club, StagePlan(rounds_planned=3))


def at(record: Tournament, name: str, number: int = 1) -> str:
    return reverse(name, args=[record.public_key, number])


def draw(client: Client, record: Tournament, number: int = 1, **typed: object) -> None:
    page = client.get(at(record, "round_draw", number))
    sent = form(page, "").sent(**{"seed": "1", **typed})
    answer = client.post(at(record, "round_draw", number), sent)
    assert answer.status_code == 302, text(answer)


def last(record: Tournament) -> Draw:
    return Draw.objects.filter(round__tournament=record).latest("round__number", "revision")


def test_a_round_is_drawn_drawn_again_and_published(
    host_client: Client, record: Tournament
) -> None:
    assert "Not drawn yet." in text(host_client.get(at(record, "round_draw")))
    draw(host_client, record)
    draw(host_client, record, method="lottery", seed="77")
    page = host_client.get(at(record, "round_draw"))
    assert "Draw 2" in text(page)
    assert "seed 77" in text(page)
    assert "Earlier draws, void" in text(page)
    assert "What was reached" in text(page)
    publish = form(page, at(record, "round_publish"))
    answer = host_client.post(publish.action, publish.sent(), follow=True)
    assert "Results: 0 of 3 tables" in text(answer)
    assert Round.objects.get(tournament=record).tables.count() == 3


def test_the_same_seed_typed_again_draws_the_same_seats(
    host_client: Client, record: Tournament
) -> None:
    draw(host_client, record, method="lottery", seed="5")
    first = last(record).tables
    draw(host_client, record, method="lottery", seed="6")
    other = last(record).tables
    draw(host_client, record, method="lottery", seed="5")
    assert last(record).tables == first != other


def test_a_doubled_click_draws_once(host_client: Client, record: Tournament) -> None:
    sent = form(host_client.get(at(record, "round_draw")), "").sent()
    for _ in range(2):
        assert host_client.post(at(record, "round_draw"), sent).status_code == 302
    assert last(record).revision == 1


def test_a_seed_that_is_none_is_refused_at_its_field(
    host_client: Client, record: Tournament
) -> None:
    answer = host_client.post(
        at(record, "round_draw"), {"method": "balanced", "seed": "ten", "revision": "0"}
    )
    assert answer.status_code == 422
    assert "Enter a whole number." in text(answer)
    assert not Draw.objects.exists()


def test_two_change_places(host_client: Client, record: Tournament) -> None:
    draw(host_client, record)
    before = last(record)
    one, other = before.tables[0][0], before.tables[1][1]
    answer = host_client.post(
        at(record, "round_edit"), {"one": one, "other": other, "revision": "1"}, follow=True
    )
    after = last(record)
    assert after.edited
    assert (after.tables[0][0], after.tables[1][1]) == (other, one)
    assert "changed by hand" in text(answer)


def test_nobody_changes_places_with_themselves(host_client: Client, record: Tournament) -> None:
    draw(host_client, record)
    one = last(record).tables[0][0]
    answer = host_client.post(at(record, "round_edit"), {"one": one, "other": one, "revision": "1"})
    assert answer.status_code == 422
    assert "nobody changes with themselves" in text(answer)


def typed_seats(draw: Draw) -> dict[str, object]:
    """What the form of tables and seats sends as it stands."""
    found: dict[str, object] = {"revision": draw.revision}
    for table, seats in enumerate(draw.tables, 1):
        for seat, key in enumerate(seats, 1):
            found |= {f"table-{key}": table, f"seat-{key}": seat}
    return found


def test_tables_and_seats_are_typed(host_client: Client, record: Tournament) -> None:
    draw(host_client, record)
    before = last(record)
    sent = typed_seats(before)
    first = before.tables[0]
    sent |= {f"seat-{key}": len(first) - place for place, key in enumerate(first)}
    assert host_client.post(at(record, "round_edit"), sent).status_code == 302
    assert last(record).tables == [first[::-1], *before.tables[1:]]


def test_a_seating_that_cannot_be_played_is_refused_and_kept_in_the_form(
    host_client: Client, record: Tournament
) -> None:
    draw(host_client, record)
    before = last(record)
    small = min(before.tables, key=len)
    other = 1 + next(at for at, table in enumerate(before.tables) if table is not small)
    field = f"table-{small[0]}"
    answer = host_client.post(at(record, "round_edit"), typed_seats(before) | {field: other})
    assert answer.status_code == 422
    assert "which the settings do not allow" in text(answer)
    kept = [one.data[field] for one in forms(answer) if field in one.data]
    assert kept == [[str(other)]]
    assert last(record).revision == 1


def test_broken_wishes_of_a_draft_are_listed(host_client: Client, record: Tournament) -> None:
    one = organising.publish(record)
    organising.play(one, Random(1))
    draw(host_client, record, 2)
    fresh = last(record)
    seats = list(one.tables.get(number=1).seats.values_list("entrant", flat=True))
    apart = next(table for table in fresh.tables if seats[0] in table)
    mate = next(key for key in seats if key not in apart)
    stranger = next(key for key in apart if key not in seats)
    answer = host_client.post(
        at(record, "round_edit", 2),
        {"one": stranger, "other": mate, "revision": "1"},
        follow=True,
    )
    said = text(answer)
    assert "meet at table" in said
    assert "with this round 2 times" in said
    assert "repeated meeting" in said


def test_who_came_since_is_named_and_the_draft_is_not_published(
    host_client: Client, record: Tournament
) -> None:
    draw(host_client, record)
    by = organising.organiser(record)
    actions.enter(tournament=record, name="Яна", by=by, now=NOW)
    page = host_client.get(at(record, "round_draw"))
    assert "Яна has come and has no seat" in text(page)
    answer = host_client.post(at(record, "round_publish"), {"revision": "1"}, follow=True)
    assert "Who comes has changed since the draw: Яна" in text(answer)
    assert Round.objects.get(tournament=record).published_at is None


def test_a_stale_page_publishes_nothing(host_client: Client, record: Tournament) -> None:
    draw(host_client, record)
    draw(host_client, record)
    answer = host_client.post(at(record, "round_publish"), {"revision": "1"}, follow=True)
    assert "This page was out of date" in text(answer)
    assert Round.objects.get(tournament=record).published_at is None


def test_the_next_round_is_published_without_those_who_still_play(
    host_client: Client, record: Tournament
) -> None:
    one = organising.publish(record)
    first, *others = one.tables.order_by("number")
    for table in others:
        organising.type_totals(
            table, dict.fromkeys(table.seats.values_list("entrant", flat=True), 100)
        )
    draw(host_client, record, 2)
    page = text(host_client.get(at(record, "round_draw", 2)))
    assert "Still playing in an earlier round" in page
    answer = host_client.post(at(record, "round_publish", 2), {"revision": "1"}, follow=True)
    assert "draw again without them" in text(answer)
    draw(host_client, record, 2, without="yes")
    answer = host_client.post(at(record, "round_publish", 2), {"revision": "2"}, follow=True)
    assert "Published" in text(answer)
    seated = {key for table in last(record).tables for key in table}
    assert not seated & set(first.seats.values_list("entrant", flat=True))


def test_a_published_round_is_withdrawn_until_something_is_written(
    host_client: Client, record: Tournament
) -> None:
    one = organising.publish(record)
    answer = host_client.post(at(record, "round_withdraw"), follow=True)
    assert "The round is a draft again" in text(answer)
    one.refresh_from_db()
    assert one.published_at is None
    again = organising.publish(record)
    organising.play(again, Random(1))
    answer = host_client.post(at(record, "round_withdraw"), follow=True)
    assert "Something is written at a table" in text(answer)


def test_after_the_planned_rounds_the_page_leads_to_closing_the_stage(
    host_client: Client, club: Club
) -> None:
    record = organising.tournament(club, StagePlan(rounds_planned=1))
    organising.publish(record)
    page = host_client.get(at(record, "round_draw", 2))
    assert "All planned rounds of this stage are published" in text(page)
    assert reverse("ties", args=[record.public_key]) in page.content.decode()


def test_only_the_next_round_is_drawn(host_client: Client, record: Tournament) -> None:
    assert host_client.get(at(record, "round_draw", 2)).status_code == 404
    organising.publish(record)
    assert host_client.get(at(record, "round_draw", 1)).status_code == 302


def test_one_table_for_everybody_has_no_wishes_to_break(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, StagePlan(rounds_planned=2), players=4)
    organising.play(organising.publish(record), Random(1))
    draw(host_client, record, 2)

    said = text(host_client.get(at(record, "round_draw", 2)))

    assert "One table seats everybody" in said
    assert "meet at table" not in said
    assert "not fulfilled" not in said
