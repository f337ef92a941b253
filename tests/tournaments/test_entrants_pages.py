"""Who plays: typed, ticked, from a file; who is here; dropping, returning, removing, undone."""

import re
from io import BytesIO
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook
from pytest_django.fixtures import DjangoAssertNumQueries

from scorekeeper import archive
from scorekeeper.actions import add_player
from scorekeeper.models import Account, Club
from tests.factories import NOW
from tests.scorekeeper.pages import Answer, form, forms, html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.models import Entrant, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough


@pytest.fixture
def record(club: Club) -> Tournament:
    return organising.tournament(club, players=0)


def where(name: str, record: Tournament, *more: object) -> str:
    return reverse(name, args=[record.public_key, *more])


def enter(client: Client, record: Tournament, people: str, **more: object) -> Answer:
    return client.post(where("entrants", record), {"people": people, **more})


def named(record: Tournament) -> set[str]:
    return {one.name for one in record.entrants.filter(removed=False)}


# Entering


def test_several_are_typed_at_once(host_client: Client, record: Tournament) -> None:
    answer = enter(host_client, record, "Анна, Тверь\n\n  Борис  \nВера; Тверь\r\n")
    assert answer.status_code == 302
    assert named(record) == {"Анна", "Борис", "Вера"}
    assert organising.entrant(record, "Вера").group == "Тверь"
    page = text(host_client.get(where("entrants", record)))
    assert "3 entrants were added." in page
    assert "3 entrants" in page


def test_nobody_is_entered_twice(host_client: Client, record: Tournament) -> None:
    enter(host_client, record, "Анна\nБорис")
    enter(host_client, record, "анна\nВера")
    assert len(named(record)) == 3
    assert "1 entrant was added." in text(host_client.get(where("entrants", record)))


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ("", "Type at least one name."),
        ("Анна\nАННА", "The same person as in line 1."),
        ("А" * 81, "A name has at most 80 characters."),
        (", Тверь", "A name needs a letter or a figure."),
    ],
)
def test_what_is_wrong_is_said_and_nobody_entered(
    host_client: Client, record: Tournament, people: str, said: str
) -> None:
    answer = enter(host_client, record, people)
    assert answer.status_code == 422
    assert said in text(answer)
    assert named(record) == set()


def test_who_only_looks_like_somebody_is_asked_about(
    host_client: Client, record: Tournament
) -> None:
    add_player(club=record.club, name="Фёдор Ёлкин")
    answer = enter(host_client, record, "Анна\nФедор Елкин")
    assert answer.status_code == 422
    assert "is Фёдор Ёлкин, who is here already" in text(answer)
    enter(host_client, record, "Анна\nФедор Елкин", judged="yes", same="2")
    assert named(record) == {"Анна", "Фёдор Ёлкин"}


def test_and_may_be_another_person(host_client: Client, record: Tournament) -> None:
    add_player(club=record.club, name="Фёдор Ёлкин")
    enter(host_client, record, "Федор Елкин", judged="yes")
    assert named(record) == {"Федор Елкин"}


def test_players_of_the_club_are_ticked(host_client: Client, record: Tournament) -> None:
    one, other, _third = (
        add_player(club=record.club, name=name) for name in ("Анна", "Борис", "Вера")
    )
    host_client.post(where("entrants", record), {"player": [one.pk, other.pk, "x", "999999"]})
    assert named(record) == {"Анна", "Борис"}
    page = html(host_client.get(where("entrants", record)))
    assert f'name="player" value="{one.pk}"' not in page


def test_pairs_are_typed_with_a_plus(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, players=0, rule_set="six-dice", pairs=True)
    assert enter(host_client, record, "Анна + Борис, Тверь\nВера+Глеб").status_code == 302
    assert organising.entrant(record, "Анна").name == "Анна and Борис"
    answer = enter(host_client, record, "Дарья")
    assert "The partner is missing: Anna + Boris." in text(answer)


def test_who_comes_late_plays_from_the_next_round(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, players=8)
    organising.publish(record)
    assert "They play from round 2." in text(host_client.get(where("entrants", record)))
    enter(host_client, record, "Яна")
    assert organising.entrant(record, "Яна").first_round == 2


def test_nobody_enters_when_no_round_is_left(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, actions.StagePlan(rounds_planned=1), players=8)
    organising.publish(record)
    enter(host_client, record, "Яна")
    page = text(host_client.get(where("entrants", record)))
    assert "Plan one more round, then enter them." in page
    assert "Яна" not in named(record)


# From a file


def upload(client: Client, record: Tournament, content: bytes, name: str = "list.csv") -> Answer:
    sent = {"file": SimpleUploadedFile(name, content)}
    return client.post(where("entrants_import", record), sent)


def test_a_table_is_looked_at_first(host_client: Client, record: Tournament) -> None:
    add_player(club=record.club, name="Фёдор")
    enter(host_client, record, "Анна")
    content = "Фамилия;Имя;Клуб;Телефон\nПетрова;Ольга;Тверь;1\n;Анна;;2\n;Федор;Омск;3\n"
    page = upload(host_client, record, content.encode())
    said = text(page)
    assert "is added to the club and entered" in said
    assert "is in it already" in said
    assert "is Фёдор, who is here already" in said
    assert "Телефон" in said
    assert named(record) == {"Анна"}
    host_client.post(where("entrants_import", record), _sealed(page) | {"same": "4"})
    assert named(record) == {"Анна", "Ольга Петрова", "Фёдор"}
    assert organising.entrant(record, "Фёдор").group == "Омск"


def _sealed(page: Answer) -> dict[str, str]:
    found = re.search(r'name="kept" value="([^"]+)"', html(page))
    assert found is not None
    return {"kept": found[1]}


def test_a_workbook_with_pairs(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, players=0, rule_set="six-dice", pairs=True)
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("Имя", "Партнёр"), ("Анна", "Борис"), ("Вера", "Глеб")):
        sheet.append(row)
    file = BytesIO()
    book.save(file)
    page = upload(host_client, record, file.getvalue(), "list.xlsx")
    host_client.post(where("entrants_import", record), _sealed(page))
    assert named(record) == {"Анна and Борис", "Вера and Глеб"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Имя\nАнна\nАнна\n".encode(), "The same person as in line 2."),
        (b"\n\n", "There is nobody in this file."),
        (b"%PDF-1.7", "This is not a table of text (CSV)."),
        (b"PK\x03\x04", "The workbook is damaged and cannot be read."),
    ],
)
def test_a_file_that_cannot_be_entered(
    host_client: Client, record: Tournament, content: bytes, said: str
) -> None:
    answer = upload(host_client, record, content)
    assert answer.status_code == 422
    assert said in text(answer)
    assert 'name="kept"' not in html(answer)


def test_what_was_not_sealed_here_is_not_entered(host_client: Client, record: Tournament) -> None:
    host_client.post(where("entrants_import", record), {"kept": '[[1, "Анна", "", ""]]'})
    assert named(record) == set()


# One entrant


@pytest.fixture
def running(club: Club) -> Tournament:
    """A tournament of eight with one published round."""
    record = organising.tournament(club, players=8)
    organising.publish(record)
    return record


def test_a_drop_keeps_the_results_and_is_undone(host_client: Client, running: Tournament) -> None:
    one = organising.entrant(running, "Анна")
    host_client.post(where("entrant_drop", running, one.pk))
    one.refresh_from_db()
    assert one.last_round == 1
    assert "dropped after round 1" in text(host_client.get(where("entrants", running)))
    host_client.post(where("entrant_return", running, one.pk))
    one.refresh_from_db()
    assert one.last_round is None


def test_who_sat_at_a_table_is_not_removed(host_client: Client, running: Tournament) -> None:
    one = organising.entrant(running, "Анна")
    page = html(host_client.get(where("entrant_change", running, one.pk)))
    assert where("entrant_remove", running, one.pk) not in page
    host_client.post(where("entrant_remove", running, one.pk))
    one.refresh_from_db()
    assert not one.removed
    said = text(host_client.get(where("entrants", running)))
    assert "whoever sat at a table drops" in said


def test_a_removal_is_undone(host_client: Client, record: Tournament) -> None:
    enter(host_client, record, "Анна, Тверь\nБорис")
    one = organising.entrant(record, "Анна")
    host_client.post(where("entrant_remove", record, one.pk))
    assert named(record) == {"Борис"}
    page = host_client.get(where("entrants", record))
    assert "Put back" in text(page)
    host_client.post(where("entrant_return", record, one.pk))
    one.refresh_from_db()
    assert (one.removed, one.group, one.first_round) == (False, "Тверь", 1)


def test_what_is_kept_of_an_entrant(host_client: Client, record: Tournament) -> None:
    enter(host_client, record, "Анна")
    one = organising.entrant(record, "Анна")
    page = host_client.get(where("entrant_change", record, one.pk))
    assert "The fee is paid" not in text(page)
    sent = form(page, "").sent(group=" Тверь ", fixed_table="3")
    host_client.post(where("entrant_change", record, one.pk), sent)
    one.refresh_from_db()
    assert (one.group, one.fixed_table) == ("Тверь", 3)
    for wrong in ("0", "x", "1_0"):
        answer = host_client.post(
            where("entrant_change", record, one.pk), sent | {"fixed_table": wrong}
        )
        assert answer.status_code == 422


def test_the_fee_is_ticked_in_the_list(host_client: Client, record: Tournament) -> None:
    Tournament.objects.update(entry_fee="500")
    enter(host_client, record, "Анна\nБорис")
    one = organising.entrant(record, "Анна")
    host_client.post(where("entrant_paid", record, one.pk), {"paid": "yes"})
    one.refresh_from_db()
    assert one.paid
    assert "paid: 1" in text(host_client.get(where("entrants", record)))
    host_client.post(where("entrant_paid", record, one.pk), {"paid": "no"})
    one.refresh_from_db()
    assert not one.paid


@pytest.mark.parametrize("name", ["entrant_change", "entrant_drop", "entrant_return"])
def test_entrants_of_another_tournament_are_not_there(
    host_client: Client, record: Tournament, running: Tournament, name: str
) -> None:
    one = organising.entrant(running, "Анна")
    assert host_client.post(where(name, record, one.pk)).status_code == 404


def test_nothing_changes_in_a_finished_tournament(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, actions.StagePlan(rounds_planned=1), players=4)
    organising.play_stage(record, Random(1))
    organising.close_stage(record, shared=True)
    one = organising.entrant(record, "Анна")
    before = list(Entrant.objects.values())
    for name in ("entrant_drop", "entrant_return", "entrant_remove", "entrant_paid"):
        host_client.post(where(name, record, one.pk))
    enter(host_client, record, "Яна")
    host_client.post(where("check_in", record, 2), {"away": "all"})
    assert list(Entrant.objects.values()) == before
    assert "the tournament is over" in text(host_client.get(where("entrants", record)))


# Who is here


@pytest.fixture
def eight(club: Club) -> Tournament:
    return organising.tournament(club, players=8)


def away(record: Tournament, number: int = 1) -> dict[str, str]:
    return {
        one.name: one.away[str(number)] for one in record.entrants.all() if str(number) in one.away
    }


def press(client: Client, record: Tournament, typed: dict[str, object]) -> Answer:
    """A press at the check-in of the first round."""
    return client.post(where("check_in", record, 1), typed)


def test_one_press_a_person(host_client: Client, eight: Tournament) -> None:
    assert "Everybody counts as here until you say otherwise." in text(
        host_client.get(where("check_in", eight, 1))
    )
    press(host_client, eight, {"away": "all"})
    assert len(away(eight)) == 8
    for name in ("Анна", "Борис"):
        press(host_client, eight, {"here": organising.entrant(eight, name).pk})
    assert len(away(eight)) == 6
    page = text(host_client.get(where("check_in", eight, 1)))
    assert "2 of 8 are here" in page
    press(host_client, eight, {"here": "all"})
    assert away(eight) == {}


def test_the_reason_is_shown_and_kept(host_client: Client, eight: Tournament) -> None:
    anna, boris = (organising.entrant(eight, name) for name in ("Анна", "Борис"))
    press(host_client, eight, {"away": anna.pk})
    press(host_client, eight, {"away": boris.pk, f"reason-{anna.pk}": "опаздывает"})
    assert away(eight) == {"Анна": "опаздывает", "Борис": ""}
    # Enter in the field of a reason stores the reasons and nothing else.
    press(host_client, eight, {f"reason-{boris.pk}": "болен", f"reason-{anna.pk}": "опаздывает"})
    assert away(eight) == {"Анна": "опаздывает", "Борис": "болен"}
    assert "опаздывает" in text(host_client.get(where("entrants", eight)))


def test_two_at_the_door_do_not_undo_one_another(host_client: Client, eight: Tournament) -> None:
    """Each press says only what it is about, whatever the page showed."""
    anna, boris = (organising.entrant(eight, name) for name in ("Анна", "Борис"))
    press(host_client, eight, {"away": "all"})
    press(host_client, eight, {"here": anna.pk, f"reason-{boris.pk}": ""})
    press(host_client, eight, {"here": boris.pk, f"reason-{anna.pk}": ""})
    assert {"Анна", "Борис"}.isdisjoint(away(eight))


def test_a_press_without_the_whole_page(host_client: Client, eight: Tournament) -> None:
    answer = host_client.post(
        where("check_in", eight, 1),
        {"away": organising.entrant(eight, "Анна").pk},
        headers={"hx-request": "true"},
    )
    assert answer.status_code == 200
    assert "7 of 8 are here" in text(answer)
    assert "<html" not in html(answer)


def test_the_first_button_of_the_form_marks_nobody(host_client: Client, eight: Tournament) -> None:
    """It is the one that Enter presses."""
    page = html(host_client.get(where("check_in", eight, 1)))
    first = re.search(r'<form class="check-in".*?<button ([^>]*)>', page, re.DOTALL)
    assert first is not None
    assert "name=" not in first[1]


def test_who_is_away_gets_no_seat(host_client: Client, eight: Tournament) -> None:
    press(host_client, eight, {"away": organising.entrant(eight, "Анна").pk})
    one = organising.publish(eight)
    seated = {key for table in one.tables.all() for key in table.seats.values_list("entrant")}
    assert len(seated) == 7
    press(host_client, eight, {"here": "all"})
    assert list(away(eight)) == ["Анна"]
    page = text(host_client.get(where("check_in", eight, 1)))
    assert "The round is published" in page


def test_why_somebody_cannot_be_seated_is_said(host_client: Client, eight: Tournament) -> None:
    organising.publish(eight)
    by = organising.organiser(eight)
    actions.drop(entrant=organising.entrant(eight, "Анна"), by=by, now=NOW)
    page = text(host_client.get(where("check_in", eight, 2)))
    assert "dropped after round 1" in page
    assert "still plays: round 1, table" in page
    assert "7 of 8 are here" in page


@pytest.mark.parametrize("number", ["0", "99"])
def test_rounds_that_will_never_be(host_client: Client, eight: Tournament, number: str) -> None:
    assert host_client.get(where("check_in", eight, number)).status_code == 404


@pytest.mark.parametrize("players", [8, 40])
def test_how_often_the_pages_ask(
    host_client: Client,
    club: Club,
    players: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    record = organising.tournament(club, players=players)
    for name, more, most in (("entrants", (), 14), ("check_in", (1,), 15)):
        with django_assert_max_num_queries(most):
            assert host_client.get(where(name, record, *more)).status_code == 200
    assert len(whole(record).entrants) == players


def test_a_form_filled_before_writes_only_what_was_changed_in_it(
    host_client: Client, record: Tournament
) -> None:
    """Two windows: in one the table is fixed, in the other, older one the group is typed."""
    Tournament.objects.filter(pk=record.pk).update(entry_fee="300")
    by = organising.organiser(record)
    anna = actions.enter(tournament=record, name="Анна", by=by, now=NOW)
    where = reverse("entrant_change", args=[record.public_key, anna.pk])
    (old,) = [one for one in forms(host_client.get(where)) if "group" in one.data]
    (new,) = [one for one in forms(host_client.get(where)) if "group" in one.data]
    host_client.post(where, new.sent(fixed_table="2", paid="on"))
    host_client.post(where, old.sent(group="Шестёрка"))
    anna.refresh_from_db()
    assert (anna.group, anna.fixed_table, anna.paid) == ("Шестёрка", 2, True)
    (new,) = [one for one in forms(host_client.get(where)) if "group" in one.data]
    host_client.post(where, new.sent(fixed_table="", paid=None))
    anna.refresh_from_db()
    assert (anna.group, anna.fixed_table, anna.paid) == ("Шестёрка", None, False)


def test_who_was_not_here_stays_away_until_they_are_seen(
    host_client: Client, eight: Tournament
) -> None:
    anna, boris, vera = (organising.entrant(eight, name) for name in ("Анна", "Борис", "Вера"))
    for one in (anna, boris, vera):
        host_client.post(where("check_in", eight, 1), {"away": str(one.pk)})
    host_client.post(where("check_in", eight, 1), {f"reason-{anna.pk}": "застряла в лифте"})
    published = organising.publish(eight)
    assert away(eight, 2).keys() == {"Анна", "Борис", "Вера"}
    page = text(host_client.get(where("check_in", eight, 2)))
    assert "Whoever was not here in the last round is not here yet" in page
    assert "Анна застряла в лифте · not here in round 1" in page
    host_client.post(where("check_in", eight, 2), {"here": str(boris.pk)})
    assert away(eight, 2).keys() == {"Анна", "Вера"}
    by = organising.organiser(eight)
    vera.refresh_from_db()
    actions.drop(entrant=vera, by=by, now=NOW)
    actions.come_back(entrant=vera, by=by, now=NOW)
    assert away(eight, 2).keys() == {"Анна"}
    actions.withdraw_round(one=published, by=by, now=NOW)
    assert (len(away(eight, 1)), away(eight, 2)) == (3, {})


def test_who_only_played_on_is_here_in_the_round_after(eight: Tournament) -> None:
    one = organising.publish(eight)
    organising.play_table(one.tables.get(number=1))
    two = organising.publish(eight, without_waiting=True)
    assert len(away(eight, two.number)) == 4
    assert away(eight, two.number + 1) == {}


def test_who_was_left_out_of_a_draw_is_the_same_in_the_file_of_the_club(
    eight: Tournament, second_host: Account, other_club: Club
) -> None:
    organising.play_table(organising.publish(eight).tables.get(number=1))
    organising.publish(eight, without_waiting=True)
    content = archive.club_json(eight.club)
    archive.read_club(account=second_host, club=other_club, content=content)
    found = []
    for each in (eight, other_club.tournaments.get()):
        names = {entrant.pk: entrant.name for entrant in each.entrants.all()}
        words = each.log.get(kind="drawn", words__round=2).words
        found.append([names[key] for key in words["without"]])
    assert (len(found[0]), found[0]) == (4, found[1])


def test_a_fixed_table_that_a_round_will_not_have_is_said(
    host_client: Client, eight: Tournament
) -> None:
    anna = organising.entrant(eight, "Анна")
    boris = organising.entrant(eight, "Борис")
    there = where("entrant_change", eight, boris.pk)
    assert "the last table" not in text(host_client.post(there, {"fixed_table": "1"}, follow=True))
    there = where("entrant_change", eight, anna.pk)
    said = text(host_client.post(there, {"fixed_table": "9"}, follow=True))
    assert (
        "With those who are here the last table of round 1 is 2: Анна gets one of the last" in said
    )
    page = host_client.get(where("organise", eight))
    assert "Анна cannot leave table 9, and the last of round 1 is table 2" in text(page)
    assert there in html(page)
    tables = organising.publish(eight).tables
    assert tables.get(seats__entrant=anna).number == 2
    assert tables.get(seats__entrant=boris).number == 1
