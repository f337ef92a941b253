"""A real browser: the system's Chromium, driven by Playwright."""

import subprocess
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Error, Page, expect

Read = TypeVar("Read")

PATIENCE = 30_000
"""Milliseconds after which a state that does not come is a fault, on a machine that is busy with
other work too; nothing waits that long. A time that is promised is measured by the page's clock."""
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def pytest_configure() -> None:
    """Whatever is expected of a page has as long to come as an action; else it would be 5 s."""
    expect.set_options(timeout=PATIENCE)


def becomes(read: Callable[[], Read], expected: Read) -> None:
    """Waits until ``read`` finds ``expected`` in a page; shows how they differ where it does not.

    For what `expect` cannot say. A page that is just being left, or half read, is read again.
    """
    ends = monotonic() + PATIENCE / 1000
    while monotonic() < ends:
        with suppress(Error):
            if read() == expected:
                return
    assert read() == expected


def stands_at(page: Page, now: datetime) -> None:
    """The page that is opened next finds this time, which goes on only where a test lets it."""
    page.clock.install(time=now - timedelta(minutes=1))
    page.clock.pause_at(now)


def is_laid_out(page: Page) -> None:
    """Waits until a page stands in its own letters: what is measured stays as it is."""
    page.evaluate("async () => { document.body.getClientRects(); await document.fonts.ready; }")


@pytest.fixture(scope="session")
def browser_path(pytestconfig: pytest.Config) -> str:
    """Return the path of the browser that .ci/browser chooses.

    Raises `CalledProcessError` when there is none: a browser test never passes by being skipped.
    """
    command = [str(pytestconfig.rootpath / ".ci" / "browser")]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_path: str
) -> dict[str, Any]:
    """Arguments of Playwright's launch: the system's browser, and nothing that calls home.

    Playwright itself turns the sandbox off, which a browser run by root needs.
    """
    return {**browser_type_launch_args, "executable_path": browser_path, "args": list(FLAGS)}
