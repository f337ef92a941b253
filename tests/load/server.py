"""The program as a club runs it: its own database, two gunicorn processes, a port of its own."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds to wait for a server to answer before giving up."""


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A server that can be killed and started again on the same database.

    ``errors``: an open file for what it complains of; a pipe that nobody reads would fill up.
    """

    database_url: str
    cache_folder: Path
    errors: IO[bytes]
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What the program reads from its environment."""
        kept = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
        return {
            **kept,
            "DATABASE_URL": self.database_url,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "CACHE_FOLDER": str(self.cache_folder),
            "DJANGO_SETTINGS_MODULE": "tests.load.settings",
        }

    def manage(self, *arguments: str) -> str:
        """Runs a management command; what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, check=True, capture_output=True, text=True
        )
        return done.stdout

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=self.errors,
            start_new_session=True,
        )
        until = monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or monotonic() > until:
                self.kill()
                self.errors.seek(0)
                error = self.errors.read().decode()
                raise RuntimeError(f"the server does not answer: {error}")

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == http.HTTPStatus.OK
        except OSError:
            return False
        finally:
            connection.close()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Ends every process of the server at once, by default without a word of warning."""
        if self.process is not None:
            os.killpg(self.process.pid, how)
            self.process.wait()
            self.process = None


@contextmanager
def serving(folder: Path, games: int, players: int) -> Iterator[Server]:
    """A server with ``games`` fresh classic games of ``players`` each, numbered from 1."""
    with prepared(folder, _GAMES.format(games=games, players=players)) as server:
        yield server


@contextmanager
def prepared(folder: Path, code: str) -> Iterator[Server]:
    """A server whose empty database was filled by ``code``.

    On the database of DATABASE_URL where that is PostgreSQL, else on a SQLite file in ``folder``.
    """
    given = os.environ.get("DATABASE_URL", "")
    url = given if given.startswith("postgres") else f"sqlite:///{folder / 'hall.sqlite3'}"
    with TemporaryFile() as errors:
        server = Server(url, folder / "cache", errors)
        server.manage("shell", "--no-imports", "-c", _EMPTY + code)
        server.start()
        try:
            yield server
        finally:
            server.kill()


_EMPTY = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("flush", interactive=False)
"""
"""In the process that fills the database, since starting one takes seconds."""

_GAMES = """
from datetime import datetime, UTC
from uuid import uuid4
import rules
from scorekeeper import actions
from scorekeeper.models import Account
host = Account.objects.create_user("host", password="load")
club = actions.found_club(name="Load", owner=host)
for table in range({games}):
    game = actions.start_game(
        account=host, club=club, rule_set=rules.rule_set("classic"), start_key=uuid4(),
        names=[f"{{table}}-{{seat}}" for seat in range({players})], now=datetime.now(UTC),
        title=f"Table {{table}}",
    )
    print(game.pk, game.public_key)
"""
