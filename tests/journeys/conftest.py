"""The host who sits down at the browser, windows to open, and what no page may ever do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    Route,
)
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Account, Club
from tests.plugins.browser import PATIENCE, becomes

REMARKS = (
    "Failed to load resource",
    "Response Status Error Code",
    "Service Worker registration blocked by Playwright",
)
"""What the browser itself remarks: on every answer of 400 and above, which is judged where it
comes, and where a journey does without the service worker."""


@dataclass  # without slots: Playwright hangs attributes of its own on listeners
class Faults:
    """What went wrong in any window of a test: each fault in a line.

    ``expected``: answers (HTTP status) that the journey provokes on purpose.
    """

    lines: list[str] = field(default_factory=list)
    expected: set[int] = field(default_factory=set)

    def follow(self, context: BrowserContext) -> None:
        context.on("console", self._said)
        context.on("weberror", lambda error: self.lines.append(f"script: {error.error}"))
        context.on("response", self._answered)
        context.on("requestfailed", self._failed)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(REMARKS):
            self.lines.append(f"console: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.lines.append(f"{response.status}: {response.request.method} {response.url}")

    def _failed(self, request: Request) -> None:
        # A page that is left, a download and a look that a newer one replaces are aborted.
        if request.failure != "net::ERR_ABORTED":
            self.lines.append(f"{request.failure}: {request.method} {request.url}")


@pytest.fixture(scope="session")
def browser_context_args(
    browser_context_args: dict[str, Any], live_server: LiveServer
) -> dict[str, Any]:
    """An English desk, unless a journey says otherwise; nothing moves, so nothing is waited for."""
    return {
        **browser_context_args,
        "base_url": live_server.url,
        "locale": "en-GB",
        "reduced_motion": "reduce",
        "viewport": {"width": 1280, "height": 900},
    }


@pytest.fixture
def faults() -> Iterator[Faults]:
    """Fails the test whose pages complained: an error, a failed request, a page that is missing."""
    found = Faults()
    yield found
    assert not found.lines, "\n".join(found.lines)


@pytest.fixture
def context(context: BrowserContext, faults: Faults) -> BrowserContext:
    """The first window's context, followed."""
    context.set_default_timeout(PATIENCE)
    faults.follow(context)
    return context


OpenWindow = Callable[..., Page]


@pytest.fixture
def open_window(
    browser: Browser, browser_context_args: dict[str, Any], faults: Faults
) -> Iterator[OpenWindow]:
    """Opens another window of somebody else (arguments as of Playwright's ``new_context``).

    With ``account`` it is signed in.
    """
    contexts: list[BrowserContext] = []

    def opened(account: Account | None = None, **arguments: Any) -> Page:
        context = browser.new_context(**{**browser_context_args, **arguments})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        faults.follow(context)
        if account:
            sign_in(context, account)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def sign_in(context: BrowserContext, account: Account) -> None:
    """Signs ``account`` in by its cookie, without the form."""
    client = Client()
    client.force_login(account)
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    context.add_cookies([{"name": name, "value": value, "domain": "localhost", "path": "/"}])


@pytest.fixture
def desk(page: Page, club: Club, host: Account) -> Page:
    """The host's window at the desk, signed in."""
    sign_in(page.context, host)
    return page


@dataclass
class Held:
    """A request that a test keeps back."""

    page: Page
    routes: list[Route] = field(default_factory=list)

    def keep(self, addresses: str) -> "Held":
        """Keeps the next request back whose address fits."""

        def kept(route: Route) -> None:
            self.routes.append(route)

        self.page.route(addresses, kept, times=1)
        return self

    def has_come(self) -> None:
        """Waits until the page has asked."""

        def count() -> int:
            self.page.evaluate("() => null")  # lets the browser's events in
            return len(self.routes)

        becomes(count, 1)

    def let_go(self) -> None:
        self.has_come()
        self.routes[0].continue_()
