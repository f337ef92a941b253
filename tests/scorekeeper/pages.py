"""Pages as a browser without scripts reads them: forms, what they would send, and their text."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

Answer: TypeAlias = "_MonkeyPatchedWSGIResponse"
"""What the client of the tests gets."""


@dataclass(slots=True)
class PageForm:
    """A form: where it posts to, and what it would send as it stands (name → values).

    ``buttons``: value of each submit button by name, for the test to press one.
    """

    action: str
    method: str
    data: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def sent(self, **typed: Any) -> dict[str, Any]:
        """What it sends with ``typed`` in its fields; None leaves a field out."""
        found: dict[str, Any] = {**self.data, **typed}
        return {name: value for name, value in found.items() if value is not None}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[PageForm] = []
        self.words: list[str] = []
        self.inside: PageForm | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = PageForm(given.get("action", ""), given.get("method", "get"))
            self.forms.append(self.inside)
        elif tag == "select":
            self.select = given.get("name", "")
        elif self.inside is None or "disabled" in given:
            return
        elif tag == "button" and "name" in given:
            self.inside.buttons.append((given["name"], given.get("value", "")))
        elif tag == "input" and "name" in given:
            self._input(self.inside, given)
        elif tag == "option":
            self._option(self.inside, given)

    def _option(self, form: PageForm, given: dict[str, str]) -> None:
        values = form.data.setdefault(self.select, []) if self.select else []
        if "selected" in given:
            values[:] = [given.get("value", "")]
        elif not values:
            values.append(given.get("value", ""))

    def _input(self, form: PageForm, given: dict[str, str]) -> None:
        tickable = given.get("type") in {"radio", "checkbox"}
        if tickable and "checked" not in given:
            return
        form.data.setdefault(given["name"], []).append(given.get("value", "on" if tickable else ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        if tag == "select":
            self.select = ""

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def forms(answer: Answer) -> list[PageForm]:
    """Every form of a page, in order."""
    reader = _Reader()
    reader.feed(answer.content.decode())
    return reader.forms


def form(answer: Answer, action: str) -> PageForm:
    """The form of a page that goes to ``action``; the page must have exactly one."""
    (found,) = [one for one in forms(answer) if one.action == action]
    return found


def text(answer: Answer) -> str:
    """What a page says, single spaces between words."""
    reader = _Reader()
    reader.feed(answer.content.decode())
    return " ".join(" ".join(reader.words).split())


def html(answer: Answer) -> str:
    return answer.content.decode()
