"""A host's browser, as far as the server can tell: signs in, posts turns, reads the next number."""

import http.client
import re
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode
from uuid import uuid4

import rules

BOXES = [box.key for box in rules.rule_set("classic").boxes]


@dataclass
class Host:
    """One signed-in connection to the server; ``location``: where its last answer leads."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    connection: http.client.HTTPConnection | None = None
    location: str = ""

    def __post_init__(self) -> None:
        self.ask("GET", "/sign-in/")
        self.ask("POST", "/sign-in/", {"login": "host", "password": "load"})

    def close(self) -> None:
        """Hangs up."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """One request; the status and the page. OSError or HTTPException when nobody answers."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        if path != "/sign-in/":
            headers["HX-Request"] = "true"
        try:
            self.connection.request(method, path, urlencode(form or {}), headers)
            answer = self.connection.getresponse()
            page = answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        for value in answer.headers.get_all("Set-Cookie") or []:
            name, _equals, rest = value.partition("=")
            self.cookies[name] = rest.split(";")[0]
        self.location = answer.headers.get("Location", "")
        return answer.status, page

    def post_turn(
        self, game: int, number: int, players: int, dice: str, client_key: str | None = None
    ) -> int:
        """Posts the turn that has ``number`` in a game filled in sheet order; the status."""
        form = {
            "number": str(number),
            "client_key": client_key or str(uuid4()),
            "player": str(number % players),
            "box": BOXES[number // players],
            "dice": dice,
            "throws": "3",
        }
        status, _page = self.ask("POST", f"/games/{game}/turn/", form)
        return status

    def next_number(self, game: int) -> int | None:
        """The number the page would give the next turn; None when the game is over."""
        _status, page = self.ask("GET", f"/games/{game}/?view=rows")
        found = re.search(
            r'name="number" value="(\d+)"[^>]*><input type="hidden" name="client', page
        )
        return int(found[1]) if found else None


def thrown(chance: Random) -> str:
    """Five dice as a table might have thrown them."""
    return "".join(str(chance.randrange(1, 7)) for _ in range(5))
