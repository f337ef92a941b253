"""A real browser: the system's Chromium, driven by Playwright."""

import subprocess
from typing import Any

import pytest

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


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
