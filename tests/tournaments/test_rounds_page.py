"""The public rounds: tables, seats, results, substitutes, byes; drafts are not shown."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Game
from tests import factories
from tests.factories import NOW
from tests.scorekeeper.pages import html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.models import Tournament

pytestmark = pytest.mark.thorough


def rounds(client: Client, record: Tournament) -> str:
    return text(client.get(reverse("tournament_rounds", args=[record.public_key])))


def address(record: Tournament, number: int = 1) -> str:
    return reverse("tournament_round", args=[record.public_key, number])


def test_a_draft_is_not_shown(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club)
    assert "The first round is not drawn yet." in rounds(anonymous, record)
    by = organising.organiser(record)
    actions.draft_round(tournament=record, by=by, now=NOW, seed=1)
    assert "The first round is not drawn yet." in rounds(anonymous, record)
    assert anonymous.get(address(record)).status_code == 404
    assert "Анна" not in text(anonymous.get(reverse("tournament_rounds", args=[record.public_key])))


def test_a_round_shows_who_sits_where_and_what_came_of_it(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    table = one.tables.get()
    page = anonymous.get(address(record))
    assert "Table 1 playing" in text(page)
    assert reverse("watch", args=[table.game.public_key]) in html(page)
    assert "0 of 1 tables" in rounds(anonymous, record)
    seats = list(table.seats.order_by("position"))
    totals = (210, 198, 198, 150)
    keys = [seat.entrant_id for seat in seats]
    organising.type_totals(table, dict(zip(keys, totals, strict=True)))
    page = anonymous.get(address(record))
    first, last = seats[0].entrant.name, seats[3].entrant.name
    assert f"1 {first} 210 1 21" in text(page)
    assert f"4 {last} 150 4 −39" in text(page)
    assert "the totals were typed" in text(page)
    assert "/watch/" not in html(page)
    assert "1 of 1 tables" in rounds(anonymous, record)


def test_a_sheet_that_is_finished_counts(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    game = Game.objects.get(tournament_table__round=one)
    factories.play(game, most=9)
    factories.finish(game)
    page = text(anonymous.get(address(record)))
    assert "playing" not in page
    assert "The sheet" in page


def test_who_plays_for_another_is_named_and_the_entrant_has_the_points(
    anonymous: Client, club: Club
) -> None:
    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    seat = one.tables.get().seats.order_by("position")[1]
    by = organising.organiser(record)
    actions.substitute(seat=seat, name="Яна", by=by, now=NOW)
    page = text(anonymous.get(address(record)))
    assert f"{seat.entrant.name} played by Яна" in page
    entrant = reverse("entrant", args=[record.public_key, seat.entrant_id])
    assert "played by Яна" in text(anonymous.get(entrant))


def test_byes_are_named(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=4)
    organising.play(one := organising.publish(record), Random(1))
    organising.close(one)
    one = organising.publish(record)
    resting = record.entrants.order_by("pk")[0]
    one.byes = [resting.pk]
    one.save()
    page = text(anonymous.get(address(record, 2)))
    assert f"Byes {resting.name}" in page


def test_a_void_table_counts_nowhere_and_its_replay_does(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    table = one.tables.get()
    by = organising.organiser(record)
    actions.void_table(table=table, reason="не тот лист", by=by, now=NOW)
    page = text(anonymous.get(address(record)))
    assert "void, counts nowhere" in page
    assert "0 of 0 tables" in rounds(anonymous, record)
    table.refresh_from_db()
    again = actions.replay_table(table=table, by=by, now=NOW)
    organising.type_totals(again, dict.fromkeys(again.seats.values_list("entrant", flat=True), 7))
    page = text(anonymous.get(address(record)))
    assert page.count("Table 1") == 2
    assert "1 of 1 tables" in rounds(anonymous, record)


def test_one_finds_ones_table(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=20)
    organising.publish(record)
    page = html(anonymous.get(address(record), {"q": "ФЕДОР"}))
    assert page.count('class="table-card') == 1
    assert "Фёдор" in page
    nobody = anonymous.get(address(record), {"q": "никто"})
    assert "Nobody’s name contains “никто”." in text(nobody)


def test_many_tables_stand_on_pages(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=108)
    organising.publish(record)
    first = html(anonymous.get(address(record)))
    assert first.count('class="table-card') == 25
    assert "26–27" in first
    second = html(anonymous.get(address(record), {"page": "2"}))
    assert second.count('class="table-card') == 2


def test_the_clock_is_said_in_the_zone_of_the_tournament(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    by = organising.organiser(record)
    actions.start_clock(one=one, minutes=45, by=by, now=NOW)
    assert "the clock ends at 20:15" in text(anonymous.get(address(record)))


def test_rounds_beside_it_are_a_press_away(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=4)
    for seed in (1, 2):
        one = organising.publish(record, seed)
        organising.play(one, Random(seed))
        organising.close(one)
    page = html(anonymous.get(address(record, 1)))
    assert address(record, 2) in page
    assert address(record, 1) in html(anonymous.get(address(record, 2)))
    assert anonymous.get(address(record, 3)).status_code == 404
