"""One table by its page: link, totals, paper, photo, confirmation, void, replay, substitutes."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from PIL import Image
from pytest_django import DjangoAssertNumQueries

from scorekeeper.exports.delimited import read_csv
from scorekeeper.models import Club, Game, Membership
from scorekeeper.reports.lists import game_rows
from tests import factories
from tests.conftest import ENGLISH, signed_in
from tests.scorekeeper.exports.printed import text_of
from tests.scorekeeper.pages import form, html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.engine.model import TableState
from tournaments.models import Round, Table, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough


@pytest.fixture
def one(club: Club) -> Round:
    """A published round of two tables, where a second person confirms."""
    record = organising.tournament(club, StagePlan(rounds_planned=2, method="lottery"), players=8)
    Tournament.objects.filter(pk=record.pk).update(confirms=True)
    return organising.publish(record)


@pytest.fixture
def table(one: Round) -> Table:
    return one.tables.get(number=1)


@pytest.fixture
def second_person(club: Club) -> Client:
    """Another host of the club."""
    account = factories.account("nina")
    Membership.objects.create(club=club, account=account, role="host")
    return signed_in(account)


def at(table: Table, name: str = "tournament_table", *more: int) -> str:
    return reverse(name, args=[table.round.tournament.public_key, table.pk, *more])


def totals(table: Table, *points: int) -> dict[str, object]:
    """What the form of totals sends."""
    entrants = table.seats.order_by("position").values_list("entrant", flat=True)
    return {f"total-{key}": str(total) for key, total in zip(entrants, points, strict=True)}


def state(table: Table) -> TableState:
    stands = whole(table.round.tournament)
    return stands.by_round[table.round.number][table.pk][0].state


def test_the_table_has_a_link_with_its_code_and_a_new_one_ends_it(
    host_client: Client, table: Table
) -> None:
    link = table.game.table_links.get()
    page = host_client.get(at(table))
    assert reverse("table", args=[link.key]) in html(page)
    assert reverse("table_qr", args=[table.game_id, link.pk]) in html(page)
    visitor = Client(headers=ENGLISH)
    assert visitor.get(reverse("table", args=[link.key])).status_code == 302
    assert visitor.get(reverse("game", args=[table.game_id])).status_code == 200
    renew = form(page, at(table, "table_link_new"))
    host_client.post(renew.action, renew.sent())
    assert visitor.get(reverse("game", args=[table.game_id])).status_code == 302
    again = table.game.table_links.get(ended_at=None)
    answer = host_client.post(renew.action, renew.sent(), follow=True)
    assert "This page was out of date" in text(answer)
    assert table.game.table_links.get(ended_at=None) == again


def test_typing_one_table_leads_to_the_next_without_a_result(
    host_client: Client, one: Round
) -> None:
    first, second = one.tables.order_by("number")
    back = reverse("round_organise", args=[one.tournament.public_key, one.number])
    assert "Next without a result" not in text(host_client.get(at(second)))
    store = at(second, "table_totals")
    answer = host_client.post(store, totals(second, 200, 150, 120, 90), follow=True)
    assert "Next without a result: table 1" in text(answer)
    assert f'href="{at(first)}"' in html(answer)
    store = at(first, "table_totals")
    answer = host_client.post(store, totals(first, 200, 150, 120, 90), follow=True)
    assert f'href="{back}">Back to round 1</a>' in html(answer)


def test_totals_are_typed_and_a_second_person_confirms(
    host_client: Client, second_person: Client, table: Table
) -> None:
    page = host_client.get(at(table))
    typed = form(page, at(table, "table_totals"))
    answer = host_client.post(typed.action, typed.sent(**totals(table, 210, -12, 180, 95)))
    assert answer.status_code == 302
    assert state(table) is TableState.PROVISIONAL
    answer = host_client.post(at(table, "table_confirm"), follow=True)
    assert "Whoever typed the result cannot confirm it" in text(answer)
    answer = second_person.post(at(table, "table_confirm"), follow=True)
    assert "Confirmed." in text(answer)
    assert "confirmed by nina" in text(answer)
    assert "−12" in text(answer)
    assert state(table) is TableState.CONFIRMED
    second_person.post(at(table, "table_confirm"), {"doubt": "yes"})
    assert state(table) is TableState.PROVISIONAL


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("", "This field is required."),
        ("many", "Enter a whole number."),
        ("511", "No sheet of this game ends above 510"),
        ("-64", "No sheet of this game ends below −63"),
    ],
)
def test_a_total_that_cannot_be_is_said_at_its_field_and_the_others_are_kept(
    host_client: Client, table: Table, wrong: str, words: str
) -> None:
    sent = totals(table, 210, 200, 180, 95)
    first = next(iter(sent))
    answer = host_client.post(at(table, "table_totals"), sent | {first: wrong})
    assert answer.status_code == 422
    assert words in text(answer)
    assert form(answer, at(table, "table_totals")).data[list(sent)[1]] == ["200"]
    assert not table.seats.exclude(total=None).exists()


def test_typed_totals_are_taken_back(host_client: Client, table: Table) -> None:
    host_client.post(at(table, "table_totals"), totals(table, 1, 2, 3, 4))
    host_client.post(at(table, "table_totals_back"))
    assert state(table) is TableState.OPEN


def test_the_whole_sheet_is_copied_from_paper(host_client: Client, table: Table) -> None:
    answer = host_client.post(at(table, "table_copy"))
    assert answer.headers["Location"] == reverse("game", args=[table.game_id])
    table.game.refresh_from_db()
    assert table.game.copied


def test_a_sheet_with_turns_is_not_copied_any_more(host_client: Client, table: Table) -> None:
    factories.write(table.game, factories.entry(0, 0, "sixes", "66631"))
    answer = host_client.post(at(table, "table_copy"), follow=True)
    assert "Turns are written on the sheet of this table" in text(answer)


def photo_file(content: bytes, name: str = "sheet.jpg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, "image/jpeg")


def picture(size: tuple[int, int], form: str = "JPEG") -> bytes:
    written = BytesIO()
    Image.new("RGB", size, "white").save(written, form, exif=b"Exif\0\0secret place")
    return written.getvalue()


def test_a_photo_is_made_smaller_kept_shown_and_taken_away(
    host_client: Client, table: Table
) -> None:
    sent = picture((4000, 3000))
    host_client.post(at(table, "table_photo"), {"file": photo_file(sent)})
    kept = table.photos.get()
    shown = host_client.get(at(table, "table_photo_file", kept.pk))
    assert shown.headers["Content-Type"] == "image/jpeg"
    with Image.open(BytesIO(shown.content)) as opened:
        assert max(opened.size) == 2000
    assert b"secret" in sent
    assert b"secret" not in shown.content
    host_client.post(at(table, "table_photo_remove", kept.pk))
    assert not table.photos.exists()


@pytest.mark.parametrize("content", [b"<svg onload=alert(1)>", b"\xff\xd8\xff broken"])
def test_what_is_no_photo_is_refused(host_client: Client, table: Table, content: bytes) -> None:
    answer = host_client.post(at(table, "table_photo"), {"file": photo_file(content)})
    assert answer.status_code == 422
    assert "This is no PNG or JPEG picture." in text(answer)
    assert not table.photos.exists()


def test_photos_are_for_hosts(host_client: Client, table: Table, stranger_client: Client) -> None:
    host_client.post(at(table, "table_photo"), {"file": photo_file(picture((30, 40)))})
    where = at(table, "table_photo_file", table.photos.get().pk)
    assert stranger_client.get(where).status_code == 404


def test_a_void_table_is_played_anew_and_may_count_again(host_client: Client, table: Table) -> None:
    assert host_client.post(at(table, "table_void"), {"reason": " "}).status_code == 422
    answer = host_client.post(at(table, "table_void"), {"reason": "Перепутаны листы"}, follow=True)
    assert "void: Перепутаны листы" in text(answer)
    answer = host_client.post(at(table, "table_replay"), follow=True)
    assert "A new sheet is open for this table." in text(answer)
    again = table.replayed_by.get()
    assert at(again) == answer.redirect_chain[-1][0]
    answer = host_client.post(at(table, "table_restore"), follow=True)
    assert "or was replayed" in text(answer)
    host_client.post(at(again, "table_void"), {"reason": "Лишняя"})
    host_client.post(at(table, "table_restore"))
    assert state(table) is TableState.OPEN


def test_a_substitute_sits_in_and_the_entrant_keeps_the_points(
    host_client: Client, table: Table
) -> None:
    seat = table.seats.order_by("position")[0]
    name = seat.entrant.name
    answer = host_client.post(
        at(table, "table_substitute"), {"seat": str(seat.pk), "name": "Юлия"}, follow=True
    )
    assert "Юлия sits in" in text(answer)
    assert name in text(answer)
    taken = one_of_other_table(table)
    answer = host_client.post(
        at(table, "table_substitute"), {"seat": str(seat.pk), "name": taken}, follow=True
    )
    assert f"{taken} sits in this round already" in text(answer)


def one_of_other_table(table: Table) -> str:
    other = table.round.tables.exclude(pk=table.pk)[0]
    return other.seats.all()[0].entrant.name


def test_a_table_gets_more_time(host_client: Client, table: Table) -> None:
    by = organising.organiser(table.round.tournament)
    actions.start_clock(one=table.round, minutes=1, by=by, now=factories.NOW - timedelta(hours=1))
    host_client.post(at(table, "table_time"), {"minutes": "15"})
    table.refresh_from_db()
    assert table.extra_minutes == 15


def test_what_is_open_is_struck(host_client: Client, table: Table) -> None:
    factories.write(table.game, factories.entry(0, 0, "sixes", "66631"))
    answer = host_client.post(at(table, "table_strike"), follow=True)
    assert "Open boxes are struck" in text(answer)
    assert state(table) is TableState.PROVISIONAL
    table.game.refresh_from_db()
    assert table.game.finished_at is not None
    assert 'id="totals"' not in html(answer)


def test_hosts_type_and_only_organisers_judge(second_person: Client, table: Table) -> None:
    page = second_person.get(at(table))
    assert at(table, "table_totals") in html(page)
    for name in ("table_void", "table_restore", "table_replay", "table_substitute", "table_time"):
        assert at(table, name) not in html(page)
        assert second_person.post(at(table, name)).status_code == 404


def test_the_sheet_says_of_which_tournament_it_is(host_client: Client, table: Table) -> None:
    page = host_client.get(reverse("game", args=[table.game_id]))
    assert "Кубок: round 1, table 1" in text(page)
    assert at(table) in html(page)


def test_lists_of_games_say_of_which_tournament_a_table_is(
    host_client: Client, table: Table
) -> None:
    player = table.seats.earliest("position").entrant.player_id
    lists = [
        reverse("games"),
        reverse("club", args=[table.game.club.slug]),
        reverse("player", args=[player]),
    ]
    for page in lists:
        assert "Кубок" in text(host_client.get(page)), page


def test_a_sheet_beside_typed_totals_is_no_running_game_and_says_so(
    host_client: Client, table: Table
) -> None:
    said = "The totals of this table were typed from paper"
    sheet = reverse("game", args=[table.game_id])
    lists = [reverse("games"), reverse("club", args=[table.game.club.slug])]
    assert said not in text(host_client.get(sheet))
    assert all(sheet in html(host_client.get(page)) for page in lists)

    host_client.post(at(table, "table_totals"), totals(table, 100, 90, 80, 70))

    assert said in text(host_client.get(sheet))
    assert not any(sheet in html(host_client.get(page)) for page in lists)


@pytest.mark.parametrize("stake", ["1", "5"])
def test_nobody_pays_at_a_table_unless_there_is_a_stake(
    host_client: Client, anonymous: Client, table: Table, stake: str
) -> None:
    record = table.round.tournament
    record.options["stake"] = stake
    record.save(update_fields=["options"])
    factories.play(table.game)
    factories.finish(Game.objects.get(pk=table.game_id))
    watched = reverse("watch", args=[table.game.public_key])
    own = reverse("game", args=[table.game_id])
    for page in (host_client.get(own), anonymous.get(watched)):
        assert "Settlement" in text(page)
        assert ("Who pays whom" in text(page)) == (stake == "5")
        assert ("Pays or gets" in text(page)) == (stake == "5")
        assert ("Payments are in whole units" in text(page)) == (stake == "5")


@pytest.mark.parametrize("stake", ["1", "5"])
def test_nor_do_the_files_of_such_a_table_say_so(
    host_client: Client, table: Table, stake: str
) -> None:
    record = table.round.tournament
    record.options["stake"] = stake
    record.save(update_fields=["options"])
    factories.play(table.game)
    printed = text_of(host_client.get(reverse("game_pdf", args=[table.game_id])).content)
    workbook = host_client.get(reverse("game_xlsx", args=[table.game_id])).content
    heads = {cell.value for cell in load_workbook(BytesIO(workbook)).worksheets[0][7]}
    usual = {"direction": "rows", "paper": "A4", "orientation": "landscape", "a_page": "1"}
    asked = {**usual, "faces": "pips", "as": "csv"}
    listed = read_csv(host_client.post(reverse("sheets"), asked).content)
    assert "Settlement" in printed
    assert "Settlement" in heads
    assert ("Who pays" in printed) == (stake == "5")
    assert ("Pays or gets" in printed) == (stake == "5")
    assert ("Pays or gets" in heads) == (stake == "5")
    assert any(line[-1] for line in listed[1:]) == (stake == "5")


def test_a_table_of_games_asks_once_where_all_of_them_belong(
    one: Round, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = Game.objects.filter(tournament_table__round=one).prefetch_related("seats__player")
    games = list(found.select_related("club"))
    with django_assert_num_queries(1):
        lines = list(game_rows(games, "en"))
    assert len(games) == 2
    assert len(lines) == 1 + 8
