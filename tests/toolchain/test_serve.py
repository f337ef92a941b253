"""`manage.py serve` up to the moment it becomes the server."""

import os
import socket
import stat
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from scorekeeper.management.commands import serve

pytestmark = pytest.mark.thorough


class Became(Exception):
    """Raised in place of the server: carries the command and the environment it would get."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        super().__init__(command)
        self.command = command
        self.environment = environment


@pytest.fixture(autouse=True)
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def execve(_path: str, command: list[str], environment: dict[str, str]) -> None:
        raise Became(command, environment)

    monkeypatch.setattr(os, "execve", execve)
    monkeypatch.delenv("PUBLIC_URL", raising=False)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_it_says_that_the_port_is_taken(settings: Settings) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        settings.HOST, settings.PORT = other.getsockname()
        with pytest.raises(CommandError, match=f"Port {settings.PORT} is taken"):
            call_command("serve")


def test_it_says_that_the_address_is_not_ours(settings: Settings) -> None:
    settings.HOST, settings.PORT = "192.0.2.1", free_port()
    with pytest.raises(CommandError, match=r"Cannot listen on 192\.0\.2\.1"):
        call_command("serve")


def test_it_listens_at_home_and_says_where(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.HOST, settings.PORT = "127.0.0.1", free_port()
    with pytest.raises(Became) as became:
        call_command("serve")
    assert f"127.0.0.1:{settings.PORT}" in became.value.command
    assert f"Open http://127.0.0.1:{settings.PORT}\n" in capsys.readouterr().out


def test_it_answers_with_as_many_processes_as_it_is_told(settings: Settings) -> None:
    settings.HOST, settings.PORT, settings.WORKERS = "127.0.0.1", free_port(), 7
    with pytest.raises(Became) as became:
        call_command("serve")
    command = became.value.command
    assert command[command.index("--workers") + 1] == "7"


def test_in_the_hall_it_names_an_address_for_phones_and_answers_to_it(
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.0.2.7", "198.51.100.7"])
    settings.HOST, settings.PORT = "0.0.0.0", free_port()  # noqa: S104
    with pytest.raises(Became) as became:
        call_command("serve")
    said = capsys.readouterr().out
    assert f"Phones in the same network: http://192.0.2.7:{settings.PORT}\n" in said
    assert f"Phones in the same network: http://198.51.100.7:{settings.PORT}\n" in said
    assert {"192.0.2.7", "198.51.100.7"} <= set(
        became.value.environment["ALLOWED_HOSTS"].split(",")
    )
    assert became.value.environment["PUBLIC_URL"] == f"http://192.0.2.7:{settings.PORT}"


def test_it_makes_itself_a_key_instead_of_the_public_one(
    settings: Settings, tmp_path: Path
) -> None:
    settings.SECRET_KEY = settings.DEMONSTRATION_KEY
    settings.DATA_DIR = tmp_path / "var"
    settings.HOST, settings.PORT = "127.0.0.1", free_port()
    keys = set()
    for _ in range(2):
        with pytest.raises(Became) as became:
            call_command("serve")
        keys.add(became.value.environment["SECRET_KEY"])
    (key,) = keys
    assert len(key) >= 50
    assert stat.S_IMODE((tmp_path / "var" / "secret-key").stat().st_mode) == 0o600


def test_the_addresses_of_this_machine_are_addresses() -> None:
    for address in serve.lan_addresses():
        assert not IPv4Address(address).is_loopback


@pytest.mark.parametrize(
    ("host", "address"), [("127.0.0.1", "http://127.0.0.1:80"), ("::1", "http://[::1]:80")]
)
def test_an_address_is_written_as_browsers_want_it(host: str, address: str) -> None:
    assert serve.url(host, 80) == address
