"""What is slow to store is stored once: the migrated database, what a module's tests begin with.

SQLite's database is migrated once and copied: migrating would take each process three seconds.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection, connections, transaction
from django.db.models import Model
from pytest_django import DjangoDbBlocker

Row = TypeVar("Row", bound=Model)


@pytest.fixture(scope="session")
def migrated(pytestconfig: pytest.Config) -> Path | None:
    """Where the migrated database is kept, there or not yet; None where nothing is kept.

    Its name changes with whatever could change it: a migration, or a version of a package.
    """
    if connection.vendor != "sqlite" or not hasattr(pytestconfig, "cache"):
        return None
    root = pytestconfig.rootpath
    key = sha256()
    for source in (root / "requirements" / "app.txt", *sorted(root.glob("*/migrations/*.py"))):
        key.update(f"{source.relative_to(root)}\n".encode() + source.read_bytes())
    assert pytestconfig.cache is not None
    return pytestconfig.cache.mkdir("migrated") / f"{key.hexdigest()[:32]}.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(
    django_db_keepdb: bool, django_db_modify_db_settings: None, migrated: Path | None
) -> bool:
    """Whether pytest-django finds a database: yes where a migrated one could be copied."""
    if migrated is None or not migrated.exists():
        return django_db_keepdb
    shutil.copyfile(migrated, connection.settings_dict["TEST"]["NAME"])
    return True


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, migrated: Path | None
) -> Iterator[None]:
    """The database of this process; whoever migrated it keeps a copy for the next."""
    if migrated is not None and not migrated.exists():
        part = migrated.with_suffix(f".{os.getpid()}")
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(part)])
        part.replace(migrated)
    yield
    connections.close_all()


@pytest.fixture(autouse=True)
def nothing_drawn() -> None:
    """What a test has stored is taken back, and the next one's rows may have the same numbers."""
    for name in settings.CACHES:
        caches[name].clear()


@pytest.fixture(scope="module")
def module_db(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[DjangoDbBlocker]:
    """A transaction around a module's tests: what is played in it is played once for all of them.

    A fixture of the module stores inside ``with module_db.unblock():``; each test begins with just
    that, since its own transaction is taken back inside this one. What a fixture has stored is
    read anew for each test (`again`): a test may change the object, never the row of another test.
    """
    with ExitStack() as stack:
        with django_db_blocker.unblock():
            around = transaction.atomic()
            # As Django's own TestCase says: a block that must be durable may be inside.
            around._from_testcase = True  # type: ignore[attr-defined]
            stack.enter_context(around)
        yield django_db_blocker
        with django_db_blocker.unblock():
            transaction.set_rollback(True)
            stack.close()


def again(stored: Row) -> Row:
    """A row that a fixture of the module has stored, as a test finds it."""
    return type(stored)._default_manager.get(pk=stored.pk)
