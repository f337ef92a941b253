"""The papers of a tournament: what they say, that nothing is cut off, who gets them."""

from dataclasses import replace
from io import BytesIO
from random import Random
from uuid import UUID

import openpyxl
import pytest
from django.test import Client
from django.urls import resolve, reverse
from pypdf import PdfReader
from pytest_django import DjangoDbBlocker

from scorekeeper import printing
from scorekeeper.models import Account, Club, PrintJob
from tests import factories
from tests.factories import NOW
from tests.plugins.database import again
from tests.scorekeeper.exports.printed import HOSTILE, only_says, watch_fetching
from tests.scorekeeper.pages import text as text_of_page
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.exports import pdf
from tournaments.exports.report import Card, Document, Head, Section, Table
from tournaments.models import Decider, Stage, Tournament
from tournaments.queries import whole
from tournaments.reports import paper

pytestmark = pytest.mark.thorough

LONG = "Константинопольскогригорьева" * 2 + " Ёлка Қайрат № 1"


@pytest.fixture(scope="module")
def kept(module_db: DjangoDbBlocker) -> Tournament:
    """Two rounds played, eleven entrants, one with a very long name; a third round drawn."""
    with module_db.unblock():
        club = factories.club("Шестёрка", factories.account("olga"))
        record = organising.tournament(club, StagePlan(rounds_planned=3), players=11)
        player = organising.entrant(record, organising.name_of(0)).player
        player.set_name(LONG)
        player.save()
        for seed in (1, 2):
            one = organising.publish(record, seed)
            organising.play(one, Random(seed))
            organising.close(one)
        by = organising.organiser(record)
        actions.draft_round(tournament=record, by=by, now=NOW, seed=3)
        return record


@pytest.fixture
def event(kept: Tournament, db: None) -> Tournament:
    return again(kept)


@pytest.fixture
def club(event: Tournament) -> Club:
    return event.club


@pytest.fixture
def host(club: Club) -> Account:
    return club.memberships.get().account


def words(client: Client, name: str, *args: object) -> tuple[str, int]:
    """The text of a PDF and its pages."""
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(b"".join(answer))).pages
    return "\n".join(page.extract_text() for page in pages), len(pages)


def squeezed(text: str) -> str:
    """Without the breaks that print puts into long names."""
    return "".join(text.split())


def test_the_seating_stands_by_table_and_by_name(host_client: Client, event: Tournament) -> None:
    text, _pages = words(host_client, "seating_pdf", event.public_key, 1)
    for at in range(1, 11):
        assert text.count(organising.name_of(at)) == 2
    assert squeezed(text).count(squeezed(LONG)) == 2
    assert "Draw 1" in text
    assert "Draft" not in text


def test_a_draft_says_that_it_is_one(host_client: Client, event: Tournament) -> None:
    text, _pages = words(host_client, "seating_pdf", event.public_key, 3)
    assert "Draft" in text


def test_earlier_prints_are_void_once_there_was_an_earlier_draw(
    host_client: Client, event: Tournament
) -> None:
    page = reverse("tournament_paper", args=[event.public_key])
    said = text_of_page(host_client.get(page))
    assert "earlier" not in said + words(host_client, "seating_pdf", event.public_key, 3)[0]
    by = organising.organiser(event)
    actions.draft_round(tournament=event, by=by, now=NOW, seed=4)
    assert "Draw 2 is printed; earlier prints are void." in text_of_page(host_client.get(page))
    text, _pages = words(host_client, "seating_pdf", event.public_key, 3)
    assert "Draw 2; earlier prints are void" in text


def test_each_table_has_a_sheet_with_its_names(host_client: Client, event: Tournament) -> None:
    text, pages = words(host_client, "tables_pdf", event.public_key, 1)
    assert pages == 3
    for at in range(1, 11):
        assert organising.name_of(at) in text
    assert "draw 1" in text


def test_the_sheets_of_many_tables_are_drawn_in_the_background(
    host_client: Client, event: Tournament, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as filled ones are, and they say the same as those drawn at once."""
    at_once, pages = words(host_client, "tables_pdf", event.public_key, 1)
    monkeypatch.setattr(printing, "start_worker", lambda: None)
    monkeypatch.setattr(printing, "AT_ONCE", 2)
    where = reverse("tables_pdf", args=[event.public_key, 1])
    job = PrintJob.objects.get(key=_job_of(host_client, where))
    assert _job_of(host_client, where) == job.key
    assert _job_of(host_client, f"{where}?a_page=2") != job.key
    assert (job.total, job.done, job.club) == (3, 0, club)
    there = reverse("print_job", args=[job.key])
    assert "0 of 3 sheets" in text_of_page(host_client.get(there))
    printing.draw_all()
    assert "3 sheets are ready." in text_of_page(host_client.get(there))
    drawn, count = words(host_client, "print_file", job.key)
    assert (drawn, count) == (at_once, pages)


def _job_of(client: Client, where: str) -> UUID:
    answer = client.get(where)
    assert answer.status_code == 302
    found: UUID = resolve(answer.headers["Location"]).kwargs["job"]
    return found


def test_a_substitute_stands_on_the_sheet(host_client: Client, event: Tournament) -> None:
    one = organising.publish(event, 4)
    seat = one.tables.get(number=1).seats.get(position=0)
    by = organising.organiser(event)
    actions.substitute(seat=seat, name="Яна Замена", by=by, now=NOW)
    text, _pages = words(host_client, "tables_pdf", event.public_key, 3)
    assert "Яна Замена" in text


def test_a_card_for_each_seat(host_client: Client, event: Tournament) -> None:
    text, pages = words(host_client, "cards_pdf", event.public_key, 1)
    assert pages == 2
    assert text.count("Round 1") == 11


def test_every_paper_leads_to_the_live_page(event: Tournament) -> None:
    """Of a sheet its code opens the sheet as long as a link does."""
    live, sheet = "https://example.org/live", "https://example.org/sheet"
    frame, stands = paper.Frame("en", NOW, live), whole(event)
    one = event.rounds.get(number=1)
    sheets = paper.table_sheets(stands, one, frame, {2: sheet})
    assert [report.link for report in sheets] == [live, sheet, live]
    documents = (
        paper.seating_document(stands, one, frame),
        paper.seat_cards(stands, one, frame),
        paper.standings_document(stands, 1, frame),
        paper.event_document(stands, {}, frame),
    )
    assert [each.link for each in documents if each] == [live] * 4


def test_the_standings_and_the_whole_event(host_client: Client, event: Tournament) -> None:
    stands = whole(event)
    text, _pages = words(host_client, "standings_pdf", event.public_key, 1)
    for row in stands.standing().rows:
        assert squeezed(stands.names[int(row.entrant)]) in squeezed(text)
    text, _pages = words(host_client, "event_pdf", event.public_key)
    assert "Round 2" in text
    for seat in stands.seats:
        assert str(seat.total) in text


def test_a_blitz_has_a_sheet_of_its_own(second_client: Client, other_club: Club) -> None:
    record = organising.tournament(
        other_club,
        StagePlan(rounds_planned=1, cut=Stage.Cut.OVERALL, cut_count=3),
        StagePlan(rounds_planned=1),
        players=4,
    )
    one = organising.publish(record)
    (table,) = one.tables.all()
    organising.type_totals(table, dict.fromkeys(whole(record).entrants, 100))
    organising.close(one)
    stage = whole(record).stages[0]
    by = organising.organiser(record)
    blitz = actions.start_blitz(stage=stage, group=list(whole(record).entrants), by=by, now=NOW)
    text, _pages = words(second_client, "blitz_sheet", record.public_key, blitz.pk)
    for at in range(4):
        assert organising.name_of(at) in text
    assert Decider.objects.count() == 1
    # It orders, and nothing else: there is no pot, and it says what hangs on it.
    assert "Attempt" in text
    assert "3 of them go on" in " ".join(text.split())
    record.refresh_from_db()
    assert f"state {record.version}" in text
    assert "pot" not in text.lower()
    assert "Balance" not in text


def test_a_void_table_says_so_in_the_whole_event(host_client: Client, club: Club) -> None:
    record = organising.tournament(club, StagePlan(rounds_planned=1), players=4)
    one = organising.publish(record)
    by = organising.organiser(record)
    table = one.tables.get()
    actions.void_table(table=table, reason="mixed up", by=by, now=NOW)
    text, _pages = words(host_client, "event_pdf", record.public_key)
    assert " ".join(text.split()).count("void, counts nowhere") == 4


def test_the_workbook_holds_every_seat_and_sums_them(
    host_client: Client, event: Tournament
) -> None:
    answer = host_client.get(reverse("event_xlsx", args=[event.public_key]))
    book = openpyxl.load_workbook(BytesIO(b"".join(answer)))
    assert book.sheetnames[:3] == ["Entrants", "Tables", "Penalties and corrections"]
    stands = whole(event)
    seats = list(book["Tables"].iter_rows(min_row=4, values_only=True))
    assert [row[5] for row in seats] == [seat.total for seat in stands.seats]
    first = book["Standings"]["D4"].value
    assert isinstance(first, str)
    assert first.startswith("=ROUND(SUMIFS('Tables'!G:G")


def test_strangers_get_what_is_shown_and_nothing_else(
    anonymous: Client, event: Tournament, club: Club
) -> None:
    key = event.public_key
    for name, args in (
        ("seating_pdf", (key, 1)),
        ("tables_pdf", (key, 1)),
        ("cards_pdf", (key, 1)),
        ("tournament_paper", (key,)),
    ):
        assert anonymous.get(reverse(name, args=args)).status_code == 302
    by = organising.organiser(event)
    actions.hide_results(tournament=event, hidden_from=2, by=by, now=NOW)
    Club.objects.filter(pk=club.pk).update(shown="public")
    hidden = {seat.total for seat in whole(event).seats if seat.round == 2}
    shown = {seat.total for seat in whole(event).seats if seat.round == 1}
    answer = anonymous.get(reverse("event_xlsx", args=[key]))
    book = openpyxl.load_workbook(BytesIO(b"".join(answer)))
    totals = {row[5] for row in book["Tables"].iter_rows(min_row=4, values_only=True)}
    assert totals - {None} == shown - (hidden - shown)
    text, _pages = words(anonymous, "standings_pdf", key, 1)
    assert "Games" in text


def test_the_page_of_papers_teaches_and_lists(second_client: Client, other_club: Club) -> None:
    empty = organising.tournament(other_club)
    page = second_client.get(reverse("tournament_paper", args=[empty.public_key]))
    assert "Nothing is drawn yet" in page.content.decode()
    organising.publish(empty)
    page = second_client.get(reverse("tournament_paper", args=[empty.public_key]))
    assert "Seat cards" in page.content.decode()


def test_every_sheet_played_is_ordered_once(
    host_client: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed totals have no sheet; the same state of things is the same order."""
    monkeypatch.setattr("scorekeeper.printing.start_worker", lambda: None)
    where = reverse("event_sheets", args=[event.public_key])
    host_client.post(where)
    assert not PrintJob.objects.exists()
    one = organising.publish(event, 4)
    table = one.tables.get(number=1)
    by = organising.organiser(event)
    actions.strike_open_boxes(table=table, by=by, now=NOW)
    for _ in range(2):
        assert host_client.post(where).status_code == 302
    assert PrintJob.objects.get().games == [table.game_id]


def test_hostile_names_and_reasons_are_text_and_nothing_is_fetched(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = watch_fetching(monkeypatch)
    heads = tuple(Head(text) for text in HOSTILE)
    table = Table(heads, (HOSTILE, HOSTILE), strong=frozenset({0}))
    section = Section(HOSTILE[0], sentences=HOSTILE, tables=(table,), columns=2)
    document = Document(
        language="ru",
        club=HOSTILE[1],
        title=HOSTILE[2],
        subtitle=HOSTILE[3],
        revision=HOSTILE[1],
        link="https://club.example/",
        sections=(section,),
        mark=HOSTILE[0],
    )
    frame = paper.Frame("ru", NOW, "https://club.example/")
    drawn = paper.seat_cards(whole(event), event.rounds.earliest("number"), frame)
    assert drawn is not None
    named = tuple(Card(name, HOSTILE) for name in HOSTILE)
    cards = replace(drawn, title=HOSTILE[0], revision=HOSTILE[1], cards=named)
    for printed in (pdf.document_pdf(document), pdf.cards_pdf(cards)):
        only_says(printed)
    assert [url for url in asked if not url.startswith("font:")] == []
