"""Many sheets in one file: ordered, drawn in the background, watched, and not drawn twice."""

import subprocess
from datetime import UTC, datetime, timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from scorekeeper import printing
from scorekeeper.exports.planned import Look
from scorekeeper.exports.sheets import PrintedSheet, printed_sheet
from scorekeeper.models import Club, DrawnSheet, Game, PrintJob
from tests import factories
from tests.scorekeeper.exports.printed import pages_of, text_of

from .pages import html

pytestmark = pytest.mark.thorough

USUAL = {
    "direction": "rows",
    "paper": "A4",
    "orientation": "landscape",
    "a_page": "1",
    "faces": "pips",
}
State = PrintJob.State


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Notes each start of the process, and starts none."""
    starts: list[bool] = []
    monkeypatch.setattr(printing, "start_worker", lambda: starts.append(True))
    return starts


@pytest.fixture
def games(club: Club) -> list[Game]:
    found = [
        factories.game(club, title=f"Стол {n}", names=(f"Оля {n}", f"Лев {n}")) for n in (1, 2, 3)
    ]
    for seed, game in enumerate(found):
        factories.play(game, seed, 12)
    return found


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the sheets that are drawn."""
    titles: list[str] = []

    def noted(report: object, look: object) -> PrintedSheet:
        titles.append(getattr(report, "title", ""))
        return printed_sheet(report, look)  # type: ignore[arg-type]

    monkeypatch.setattr(printing, "printed_sheet", noted)
    return titles


def order(client: Client, **typed: str) -> PrintJob:
    answer = client.post(reverse("sheets"), {**USUAL, "key": str(uuid4()), **typed})
    assert answer.status_code == 302
    job = PrintJob.objects.order_by("-pk").first()
    assert job is not None
    assert answer.headers["Location"] == reverse("print_job", args=[job.key])
    return job


def test_sheets_are_ordered_drawn_and_fetched(
    host_client: Client, games: list[Game], started: list[bool]
) -> None:
    job = order(host_client)
    assert (job.state, started) == (State.WAITING, [True])
    page = reverse("print_job", args=[job.key])
    assert "0 of 3 sheets" in html(host_client.get(page))
    printing.draw_all()
    assert "3 sheets are ready" in html(host_client.get(page))
    answer = host_client.get(reverse("print_file", args=[job.key]))
    assert answer.headers["Content-Type"] == "application/pdf"
    assert pages_of(answer.content) == 3
    text = text_of(answer.content)
    assert [text.index(f"Стол {n}") for n in (1, 2, 3)] == sorted(
        text.index(f"Стол {n}") for n in (1, 2, 3)
    )


def test_an_order_sent_twice_is_one(
    host_client: Client, games: list[Game], started: list[bool]
) -> None:
    key = str(uuid4())
    assert order(host_client, key=key) == order(host_client, key=key)
    assert PrintJob.objects.count() == 1


def test_a_sheet_that_has_not_changed_is_not_drawn_twice(
    host_client: Client, games: list[Game], started: list[bool], drawn: list[str]
) -> None:
    order(host_client)
    printing.draw_all()
    assert drawn == ["Стол 1", "Стол 2", "Стол 3"]
    player = games[1].seats.get(position=0).player
    player.name = "Другое имя"
    player.save()
    factories.play(games[2], 9, 1)
    drawn.clear()
    job = order(host_client)
    printing.draw_all()
    assert drawn == ["Стол 2", "Стол 3"]
    drawn.clear()
    order(host_client)
    printing.draw_all()
    assert drawn == []
    job.refresh_from_db()
    assert "Другое имя" in text_of(bytes(job.content))


def test_only_the_days_asked_for(
    host_client: Client, club: Club, games: list[Game], started: list[bool]
) -> None:
    """The days are the club's: 30 November begins at 21:00 UTC of the 29th in Moscow."""
    late = factories.game(club, now=datetime(2026, 11, 29, 21, 30, tzinfo=UTC))
    assert order(host_client, first="2026-11-30").games == [late.pk]
    assert order(host_client, last="2026-11-29").games == [game.pk for game in games]
    wrong = {"first": "2026-11-30", "last": "2026-11-29"}
    assert "before the first" in html(host_client.post(reverse("sheets"), {**USUAL, **wrong}))
    none = host_client.post(reverse("sheets"), {**USUAL, "first": "2030-01-01"})
    assert "No game was played" in html(none)


def test_a_cancelled_job_stops(
    host_client: Client,
    games: list[Game],
    started: list[bool],
    drawn: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(printing, "A_STEP", 1)
    job = order(host_client)

    def cancelling(report: object, look: object) -> PrintedSheet:
        host_client.post(reverse("print_cancel", args=[job.key]))
        drawn.append("one")
        return printed_sheet(report, look)  # type: ignore[arg-type]

    monkeypatch.setattr(printing, "printed_sheet", cancelling)
    printing.draw_all()
    job.refresh_from_db()
    assert (job.state, drawn) == (State.CANCELLED, ["one"])
    assert not job.content
    assert "Cancelled" in html(host_client.get(reverse("print_job", args=[job.key])))
    there = host_client.get(reverse("print_file", args=[job.key]))
    assert there.headers["Location"] == reverse("print_job", args=[job.key])


def test_one_process_draws_and_the_others_wait(
    host_client: Client, games: list[Game], started: list[bool], drawn: list[str]
) -> None:
    first, second = order(host_client), order(host_client)
    PrintJob.objects.filter(pk=first.pk).update(state=State.RUNNING, seen_at=timezone.now())
    printing.draw_all()
    assert drawn == []
    started.clear()
    host_client.get(reverse("print_job", args=[second.key]))
    assert started == []
    silent = timezone.now() - timedelta(minutes=1)
    PrintJob.objects.filter(pk=first.pk).update(seen_at=silent)
    host_client.get(reverse("print_job", args=[first.key]))
    assert started == [True]
    printing.draw_all()
    assert set(PrintJob.objects.values_list("state", flat=True)) == {State.FINISHED}


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are already too many for a page to wait for."""
    monkeypatch.setattr(printing, "AT_ONCE", 2)
    monkeypatch.setattr(printing, "A_STEP", 1)


def test_a_large_workbook_is_made_in_the_background(
    host_client: Client, games: list[Game], started: list[bool], few: None
) -> None:
    """The same file as a page that waits for it would give."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "AT_ONCE", 3)
        at_once = host_client.post(reverse("sheets"), {**USUAL, "as": "xlsx"}).content
    job = order(host_client, **{"as": "xlsx"})
    assert (job.state, job.form, started) == (State.WAITING, "xlsx", [True])
    page = reverse("print_job", args=[job.key])
    assert "0 of 3 games" in html(host_client.get(page))
    printing.draw_all()
    assert "The workbook with 3 games is ready." in html(host_client.get(page))
    job.refresh_from_db()
    assert job.done == 3
    answer = host_client.get(reverse("print_file", args=[job.key]))
    assert answer.headers["Content-Type"].endswith("spreadsheetml.sheet")
    assert ".xlsx" in answer.headers["Content-Disposition"]
    assert texts_of(answer.content) == texts_of(at_once)
    assert len(texts_of(at_once)) == 5


def texts_of(workbook: bytes) -> dict[str, list[object]]:
    """What stands in each worksheet."""
    book = load_workbook(BytesIO(workbook))
    return {sheet.title: [cell.value for row in sheet for cell in row] for sheet in book}


def test_a_workbook_that_is_cancelled_stops(
    host_client: Client,
    games: list[Game],
    started: list[bool],
    few: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = order(host_client, **{"as": "xlsx"})
    read: list[object] = []
    from scorekeeper.reports.export import game_report as report_of

    def cancelling(*given: object) -> object:
        host_client.post(reverse("print_cancel", args=[job.key]))
        read.append(given)
        return report_of(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(printing, "game_report", cancelling)
    printing.draw_all()
    job.refresh_from_db()
    assert (job.state, bytes(job.content), len(read)) == (State.CANCELLED, b"", 1)
    assert "Cancelled" in html(host_client.get(reverse("print_job", args=[job.key])))


def test_a_workbook_that_takes_long_is_not_taken_for_dead(
    host_client: Client, games: list[Game], started: list[bool], few: None
) -> None:
    """Writing the file says that somebody is there, and hears that it is not wanted any more."""
    job = order(host_client, **{"as": "xlsx"})
    long_ago = timezone.now() - timedelta(minutes=1)
    PrintJob.objects.filter(pk=job.pk).update(state=State.RUNNING, seen_at=long_ago)
    job.refresh_from_db()
    assert printing.is_forgotten(job)
    file = printing._Watched(job)
    file.said_at = long_ago
    file.write(b"PK")
    job.refresh_from_db()
    assert not printing.is_forgotten(job)
    printing.cancel(job)
    file.said_at = long_ago
    with pytest.raises(printing.Cancelled):
        file.write(b"PK")


def test_a_workbook_that_cannot_be_made_says_so(
    host_client: Client,
    games: list[Game],
    started: list[bool],
    few: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = order(host_client, **{"as": "xlsx"})
    monkeypatch.setattr(printing, "game_report", lambda *_given: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        printing.draw_all()
    page = html(host_client.get(reverse("print_job", args=[job.key])))
    assert "The workbook could not be made." in page


def test_a_job_that_cannot_be_drawn_says_so(
    host_client: Client,
    games: list[Game],
    started: list[bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = order(host_client)

    def broken(report: object, look: object) -> PrintedSheet:
        raise RuntimeError("no ink")

    monkeypatch.setattr(printing, "printed_sheet", broken)
    with pytest.raises(RuntimeError, match="no ink"):
        printing.draw_all()
    answer = html(host_client.get(reverse("print_job", args=[job.key])))
    assert "could not be drawn" in answer


def test_jobs_of_others_and_old_ones_are_gone(
    host_client: Client, second_client: Client, games: list[Game], started: list[bool]
) -> None:
    job = order(host_client)
    for name in ("print_job", "print_file"):
        assert second_client.get(reverse(name, args=[job.key])).status_code == 404
    assert second_client.post(reverse("print_cancel", args=[job.key])).status_code == 404
    PrintJob.objects.update(created_at=timezone.now() - timedelta(days=2))
    order(host_client)
    assert PrintJob.objects.count() == 1


def test_a_showdown_is_among_the_sheets(
    host_client: Client, club: Club, games: list[Game], started: list[bool]
) -> None:
    hands = factories.game(club, "showdown")
    factories.play(hands, 1, 6)
    job = order(host_client)
    printing.draw_all()
    job.refresh_from_db()
    assert pages_of(bytes(job.content)) == 4


@pytest.mark.django_db(transaction=True)
def test_the_process_itself_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begun as the program begins it, in a process of its own, on the same database."""
    account = factories.account("olga")
    club = factories.club("Шестёрка", account)
    game = factories.play(factories.game(club), 1, 5).record
    look = Look()
    job = printing.order(
        account=account, club=club, games=[game], look=look, language="ru", key=uuid4()
    )
    processes: list[subprocess.Popen[bytes]] = []
    begin = subprocess.Popen

    def kept(*words: object, **named: object) -> subprocess.Popen[bytes]:
        processes.append(begin(*words, **named))  # type: ignore[call-overload]
        return processes[-1]

    monkeypatch.setenv("DATABASE_URL", _url())
    monkeypatch.setattr(subprocess, "Popen", kept)
    printing.start_worker()
    assert processes[0].wait(timeout=60) == 0
    job.refresh_from_db()
    assert job.state == State.FINISHED
    assert pages_of(bytes(job.content)) == 1


def _url() -> str:
    """The address of the tests' database, as a process of its own would be told."""
    about = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{about['NAME']}"
    return f"postgres://{about['USER']}@/{about['NAME']}?host={about['HOST'].replace('/', '%2F')}"


def test_the_command_ends_when_nothing_waits(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.nice", lambda _by: 0)
    call_command("draw_sheets")
    assert not DrawnSheet.objects.exists()
