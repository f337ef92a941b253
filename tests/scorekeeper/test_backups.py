"""Backups: whole while people write, kept by age, put back."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from pytest_django.fixtures import Settings

from scorekeeper import actions, backups, jobs
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Club, Game, Job, Turn
from tests import factories

pytestmark = pytest.mark.thorough

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
TURNS = 24


def copy_at(age: timedelta) -> backups.Copy:
    return backups.Copy(Path(f"{age}.sqlite3"), NOW - age, 1)


def ages(copies: list[backups.Copy]) -> list[timedelta]:
    return [NOW - copy.made_at for copy in copies]


def test_all_of_two_days_one_a_day_one_a_month() -> None:
    hours = [timedelta(hours=number) for number in range(24 * 400, -1, -6)]
    copies = [copy_at(age) for age in hours]
    outdated = backups.outdated(copies, NOW)
    kept = [copy for copy in copies if copy not in outdated]
    recent = [age for age in ages(kept) if age <= backups.KEEP_ALL]
    assert len(recent) == 9
    days = [copy.made_at.date() for copy in kept if NOW - copy.made_at > backups.KEEP_ALL]
    assert len(set(days)) == len(days)
    old = [copy for copy in kept if NOW - copy.made_at > backups.KEEP_DAILY]
    assert len({f"{copy.made_at:%Y-%m}" for copy in old}) == len(old)
    assert max(ages(kept)) <= backups.KEEP_MONTHLY


def test_the_only_copy_is_never_too_old() -> None:
    assert backups.outdated([copy_at(timedelta(days=3000))], NOW) == []


@pytest.mark.django_db(transaction=True)
def test_every_turn_confirmed_before_the_backup_began_is_there(
    club: Club, settings: Settings, tmp_path: Path
) -> None:
    """Another thread writes all the time; the copy, put back, holds what it had to hold."""
    settings.BACKUP_FOLDER = tmp_path
    game = factories.game(club)
    under_way, enough = threading.Event(), threading.Event()
    confirmed: list[int] = []

    def write() -> None:
        try:
            for number, turn in enumerate(factories.some_turns(game, seed=1, most=TURNS)):
                entry = Entry(number, uuid4(), turn)
                actions.record_turn(game_id=game.pk, account=None, entry=entry, now=factories.NOW)
                confirmed.append(number)
                if number == 3:
                    under_way.set()
        finally:
            under_way.set()
            connection.close()
            enough.set()

    writer = threading.Thread(target=write)
    writer.start()
    under_way.wait()
    before = len(confirmed)
    call_command("backup", verbosity=0)
    writer.join()
    assert before >= 4
    assert Turn.objects.count() == TURNS
    (copy,) = backups.stored(tmp_path)
    call_command("restore", str(copy.path))
    assert before <= Turn.objects.count() <= TURNS
    numbers = list(Turn.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    assert Game.objects.get().version == len(numbers)
    assert len(backups.stored(tmp_path)) == 2, "what was there before is kept"


def somebody_waits() -> bool:
    """Whether some connection of PostgreSQL's waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_restore_gives_way_to_whoever_reads_one_table_after_the_other(
    club: Club, tmp_path: Path
) -> None:
    """Neither the reader nor the restore is ended for waiting for each other.

    SQLite has one lock for all tables.
    """
    copy = backups.back_up(tmp_path, NOW)
    Club.objects.update(name="Другой")
    failed: list[backups.BackupFailed] = []

    def restore() -> None:
        try:
            backups.put_back(copy.path)
        except backups.BackupFailed as error:
            failed.append(error)
        finally:
            connection.close()

    restoring = threading.Thread(target=restore)
    with transaction.atomic():
        Turn.objects.count()
        restoring.start()
        while restoring.is_alive() and not somebody_waits():
            pass
        for model in apps.get_models():
            model._base_manager.count()
    restoring.join()
    assert not failed
    assert Club.objects.get().name == club.name


@pytest.mark.django_db(transaction=True)
def test_a_table_that_came_after_the_backup_is_gone_after_it(club: Club, tmp_path: Path) -> None:
    """As when the copy of an older version is put back: its migrations make the table anew."""
    copy = backups.back_up(tmp_path, NOW)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE newer (club bigint REFERENCES scorekeeper_club (id))")
    backups.put_back(copy.path)
    assert "newer" not in connection.introspection.table_names()
    assert Club.objects.get() == club


@pytest.mark.django_db(transaction=True)
def test_a_damaged_backup_changes_nothing(club: Club, tmp_path: Path) -> None:
    copy = backups.back_up(tmp_path, NOW)
    copy.path.write_bytes(copy.path.read_bytes()[: copy.size // 2])
    with pytest.raises(backups.BackupFailed):
        backups.put_back(copy.path)
    assert Club.objects.get() == club


@pytest.mark.django_db(transaction=True)
def test_what_is_no_backup_changes_nothing(club: Club, settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = tmp_path / "kept"
    wrong = tmp_path / "letter.sqlite3"
    wrong.write_text("Dear club")
    for path in (wrong, tmp_path / "missing.sqlite3"):
        with pytest.raises(CommandError):
            call_command("restore", str(path))
    assert Club.objects.get() == club


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_noted_for_whoever_runs_it(
    db: None, settings: Settings, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    settings.BACKUP_FOLDER = blocked / "backups"
    with pytest.raises(CommandError):
        call_command("backup")
    assert Job.objects.get().failure


@pytest.mark.django_db(transaction=True)
def test_a_finished_game_is_backed_up(host: Account, club: Club, settings: Settings) -> None:
    settings.BACKUP_AFTER_GAME = True
    begun: list[bool] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "_due", lambda: begun.append(True))
        factories.finish(factories.game(club))
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join(5)
    assert begun == [True]


@pytest.mark.django_db(transaction=True)
def test_only_when_it_is_time(db: None, settings: Settings, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = tmp_path
    for _ in range(2):
        call_command("backup", "--if-older", "20")
    assert len(backups.stored(tmp_path)) == 1
