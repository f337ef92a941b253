"""Copies of the database: made whole while people write, kept by age, put back.

SQLite is copied by its own backup interface, PostgreSQL by pg_dump. A copy gets its name only when
it is complete and has been opened and checked.
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic, sleep

from django.db import connection

STAMP = "%Y%m%d-%H%M%S-%f"
NAME = "pokernakostyah-"
KEEP_ALL = timedelta(days=2)
KEEP_DAILY = timedelta(days=30)
KEEP_MONTHLY = timedelta(days=366)
"""All copies of two days, then one a day for a month, then one a month for a year."""
PATIENCE = 30.0
"""Seconds that a restore waits for whoever is writing."""
GIVES_WAY = 500
"""Milliseconds that a restore waits for PostgreSQL's locks before it lets everybody through and
tries again: less than the second after which the server ends one of those who wait in a circle."""
IN_THE_WAY = "57014"
"""PostgreSQL's code for a statement that took longer than it may."""


class BackupFailed(Exception):
    """No copy was made, or none put back; the message says why, in a line."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One backup: where it is, when it was begun (UTC), and its size in bytes."""

    path: Path
    made_at: datetime
    size: int


def stored(folder: Path) -> list[Copy]:
    """The copies in a folder, the oldest first; files of other names are none."""
    found = []
    for path in folder.glob(f"{NAME}*.*") if folder.is_dir() else ():
        try:
            at = datetime.strptime(path.stem.removeprefix(NAME), STAMP).replace(tzinfo=UTC)
        except ValueError:
            continue
        if path.suffix in {".sqlite3", ".dump"}:
            found.append(Copy(path, at, path.stat().st_size))
    return sorted(found, key=lambda copy: copy.made_at)


def back_up(folder: Path, now: datetime) -> Copy:
    """A copy of everything that was committed before the call, in ``folder``; old ones go.

    Raises BackupFailed, and leaves no half copy.
    """
    suffix = "sqlite3" if connection.vendor == "sqlite" else "dump"
    path = folder / f"{NAME}{now.astimezone(UTC):{STAMP}}.{suffix}"
    part = path.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        if connection.vendor == "sqlite":
            _copy_file(part)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", f"--file={part}")
        part.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"{type(error).__name__}: {error}") from error
    finally:
        if folder.is_dir():
            part.unlink(missing_ok=True)
    for old in outdated(stored(folder), now):
        old.path.unlink(missing_ok=True)
    return Copy(path, now, path.stat().st_size)


def outdated(copies: Sequence[Copy], now: datetime) -> list[Copy]:
    """The copies that are not kept: see KEEP_ALL, KEEP_DAILY, KEEP_MONTHLY. The newest stays."""
    goes: list[Copy] = []
    seen: set[str] = set()
    for copy in reversed(copies):
        age = now - copy.made_at
        if age <= KEEP_ALL:
            continue
        stretch = f"{copy.made_at:%Y-%m-%d}" if age <= KEEP_DAILY else f"{copy.made_at:%Y-%m}"
        if (age > KEEP_MONTHLY or stretch in seen) and copy is not copies[-1]:
            goes.append(copy)
        # A month that has a daily copy needs no other: one of those will be its last.
        seen |= {stretch, f"{copy.made_at:%Y-%m}"}
    return goes


def put_back(path: Path) -> None:
    """The database as it was in the copy; whoever is connected goes on with it.

    Raises BackupFailed and changes nothing when the file is no sound copy of this kind.
    """
    if not path.is_file():
        raise BackupFailed(f"There is no file {path}.")
    if connection.vendor == "sqlite":
        _check(path)
        with closing(sqlite3.connect(path)) as source:
            source.backup(_raw())
    else:
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "restore.sql"
            # Written out first, so that a damaged copy is known before anything changes.
            _run(
                "pg_restore", "--clean", "--if-exists", "--no-owner", f"--file={script}", str(path)
            )
            _replay(script)


def _copy_file(part: Path) -> None:
    with closing(sqlite3.connect(part)) as target:
        _raw().backup(target)
        # One file, to be carried about: no journal beside it.
        target.execute("PRAGMA journal_mode = DELETE")
    _check(part)


def _raw() -> sqlite3.Connection:
    connection.ensure_connection()
    raw = connection.connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _check(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            (verdict,) = opened.execute("PRAGMA integrity_check").fetchone()
            opened.execute("SELECT count(*) FROM scorekeeper_turn").fetchone()
    except sqlite3.Error as error:
        raise BackupFailed(f"{path.name} is no backup of this program: {error}.") from error
    if verdict != "ok":
        raise BackupFailed(f"{path.name} is damaged: {verdict}.")


def _replay(script: Path) -> None:
    """Runs what pg_restore wrote in place of every table, in one transaction.

    All tables are locked before the first goes: pg_restore by itself locks one after the other, and
    waits in a circle with whoever has read one and wants another. Tables that came after the copy
    go too; ``migrate`` makes them anew.
    """
    with connection.cursor() as cursor:
        names = sorted(connection.introspection.table_names(cursor))
    tables = ", ".join(map(connection.ops.quote_name, names))
    cleared = (
        f"SET statement_timeout = {GIVES_WAY}",
        f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE",
        "SET statement_timeout = 0",
        f"DROP TABLE {tables} CASCADE",
    )
    once = ("--no-psqlrc", "--quiet", "--single-transaction")
    told = ("--set=ON_ERROR_STOP=1", "--set=VERBOSITY=verbose")
    steps = [f"--command={statement}" for statement in cleared if tables]
    until = monotonic() + PATIENCE
    while True:
        try:
            return _run("psql", *once, *told, *steps, f"--file={script}")
        except BackupFailed as error:
            if IN_THE_WAY not in str(error) or monotonic() > until:
                raise
        sleep(0.1)  # whoever was kept waiting goes first


def _settings() -> dict[str, str]:
    found: dict[str, str] = connection.settings_dict
    return found


def _run(program: str, *arguments: str) -> None:
    """A program of PostgreSQL's on our database; the password goes by the environment alone."""
    path = shutil.which(program)
    if path is None:
        raise BackupFailed(f"{program} is not installed: it comes with postgresql-client.")
    settings = _settings()
    named = {
        "PGDATABASE": settings["NAME"],
        "PGHOST": settings["HOST"],
        "PGPORT": str(settings["PORT"]),
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
    }
    environment = os.environ | {name: value for name, value in named.items() if value}
    done = subprocess.run(  # noqa: S603 - a program of the system, no shell
        [path, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["failed"]
        line = next((line for line in lines if "error:" in line.lower()), lines[-1])
        raise BackupFailed(line if line.startswith(program) else f"{program}: {line}")
