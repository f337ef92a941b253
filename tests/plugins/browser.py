"""A real browser: the system's Chromium, driven by Playwright."""

import os
import shutil
from typing import Any

import pytest

CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def browser_path() -> str:
    """Return the path of the first Chromium found; BROWSER_PATH, if set, goes before.

    Raises `pytest.UsageError` when there is none: a browser test never passes by being skipped.
    """
    names = (os.environ.get("BROWSER_PATH"), *CANDIDATES)
    for name in filter(None, names):
        if found := shutil.which(name):
            return found
    raise pytest.UsageError("No Chromium found: run .ci/packages test, or set BROWSER_PATH.")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Arguments of Playwright's launch: the system's browser, and nothing that calls home.

    Playwright itself turns the sandbox off, which a browser run by root needs.
    """
    return {**browser_type_launch_args, "executable_path": browser_path(), "args": list(FLAGS)}
