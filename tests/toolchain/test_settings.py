"""What settings read from the environment: each case in an interpreter of its own."""

import os
import subprocess
import sys

import pytest


def read(name: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Return how an interpreter ended that prints one setting under these variables alone."""
    code = f"from scorekeeper import settings; print(settings.{name})"
    clean = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=clean | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_refuses_the_key_that_everybody_can_read() -> None:
    refused = read("SECRET_KEY", PRODUCTION="1")
    assert refused.returncode != 0
    assert "give this installation a SECRET_KEY of its own" in refused.stderr


def test_production_takes_a_key_of_its_own() -> None:
    assert read("SECRET_KEY", PRODUCTION="1", SECRET_KEY="ours").stdout == "ours\n"


@pytest.mark.parametrize("wrong", ["club.example", "ftp://club.example", "https://"])
def test_a_public_address_that_links_could_not_say_is_refused(wrong: str) -> None:
    refused = read("PUBLIC_URL", PUBLIC_URL=wrong)
    assert "PUBLIC_URL must look like https://club.example" in refused.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PUBLIC_URL", "https://club.example"),
        ("ALLOWED_HOSTS", "['localhost', '127.0.0.1', '[::1]', 'club.example']"),
        ("CSRF_TRUSTED_ORIGINS", "['https://club.example']"),
        ("SESSION_COOKIE_SECURE", "True"),
    ],
)
def test_a_public_address_over_tls_is_believed_and_protected(name: str, value: str) -> None:
    assert read(name, PUBLIC_URL="https://club.example/").stdout == f"{value}\n"


def test_errors_are_not_shown_to_visitors_unless_asked_for() -> None:
    assert read("DEBUG").stdout == "False\n"
    assert read("DEBUG", DEBUG="1").stdout == "True\n"


def test_the_database_is_a_file_unless_another_is_named() -> None:
    engine = 'DATABASES["default"]["ENGINE"]'
    assert read(engine).stdout == "django.db.backends.sqlite3\n"
    assert read(engine, DATABASE_URL="").stdout == "django.db.backends.sqlite3\n"
    named = read(engine, DATABASE_URL="postgres://somebody@localhost/club")
    assert named.stdout == "django.db.backends.postgresql\n"
