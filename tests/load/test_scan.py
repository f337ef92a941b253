"""A scan of the running site, as a visitor with a bad mind would do it: headers, redirects, leaks.

Every address that a page names is followed. What only members may know is written in between, and
not one page of anybody else may change by it.
"""

import re
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode, urljoin, urlsplit

import pytest

from tests.load.server import Server, prepared

pytestmark = pytest.mark.server

SECRET = ("Тайный", "Скрытн", "Закрыт")
"""What begins every name that is not for everybody."""

_BEGIN = """
from datetime import datetime, timedelta, UTC
from random import Random
from uuid import uuid4
import rules
from scorekeeper import actions
from scorekeeper.models import Account, Club, Shown
from tests import factories
from tests.tournaments import organising
from tournaments import actions as events
from tournaments.models import Season, Tournament

def season(club, name, shown):
    day = factories.NOW.date()
    days = {"first_day": day - timedelta(days=30), "last_day": day + timedelta(days=30)}
    events.create_season(club=club, name=name, by=host, now=factories.NOW, start_key=uuid4(),
        shown=shown, **days)
"""
OPEN_CLUB = (
    _BEGIN
    + """
host = Account.objects.create_user("host", password="load")
Account.objects.create_user("stranger", password="load")
club = actions.found_club(name="Открытый клуб", owner=host)
actions.change_club(club=club, name=club.name, zone="Europe/Moscow", shown=Shown.PUBLIC, by=host,
    now=factories.NOW)
for seed, names in enumerate((("Оля", "Лев"), ("Оля", "Семён"))):
    game = factories.game(club, names=names, title=f"Вечер {seed}")
    factories.play(game, seed)
    factories.finish(game)
season(club, "Сезон", Shown.PUBLIC)
"""
)
HIDDEN = (
    _BEGIN
    + """
host = Account.objects.get(username="host")
club = Club.objects.get(name="Открытый клуб")
for shown in (Shown.UNLISTED, Shown.MEMBERS):
    for seed in (3, 4):
        game = factories.game(club, names=("Тайный Гость", "Оля", "Лев"), title="Скрытный вечер")
        actions.show_game(game=game, shown=shown, by=host, now=factories.NOW)
        factories.play(game, seed)
        factories.finish(game)
for shown in (Shown.UNLISTED, Shown.MEMBERS):
    event = organising.tournament(club, players=7, name="Скрытный кубок")
    words = {"name": event.name, "shown": shown}
    events.change_tournament(tournament=event, by=host, now=factories.NOW, **words)
    people = [("Тайный Участник", "", "")]
    events.enter_all(tournament=event, people=people, by=host, now=factories.NOW)
    organising.play(organising.publish(event), Random(1))
    season(club, "Скрытный сезон", shown)
actions.add_player(club=club, name="Тайный Игрок")
closed = actions.found_club(name="Закрытый клуб", owner=host)
actions.change_club(club=closed, name=closed.name, zone="Europe/Moscow", shown=Shown.MEMBERS,
    by=host, now=factories.NOW)
unlisted = actions.found_club(name="Скрытный клуб", owner=host)
for hidden in (closed, unlisted):
    game = factories.game(hidden, names=("Тайный Хозяин", "Тайный Гость"))
    factories.play(game, 5)
    factories.finish(game)
actions.set_logo(club=closed, logo=factories.logo(), by=host, now=factories.NOW)
for model in (Tournament, Season):
    print(*model.objects.filter(shown=Shown.MEMBERS).values_list("public_key", flat=True))
print(closed.slug, unlisted.slug)
print(*(game.public_key for game in closed.games.all()))
print(*(game.pk for game in club.games.filter(title="Скрытный вечер")))
print(*club.players.filter(name__startswith="Тайный").values_list("pk", flat=True))
"""
)


@dataclass(frozen=True)
class Page:
    """What an address answers."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


@dataclass
class Visitor:
    """Somebody without scripts, who keeps cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self,
        path: str,
        body: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Page:
        """One request; a body is posted, with the token of a form."""
        sent = {"Accept-Language": "ru", "Host": f"127.0.0.1:{self.port}", **(headers or {})}
        sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        content = None
        if body is not None:
            token = {"csrfmiddlewaretoken": self.cookies.get("csrftoken", "")}
            content = urlencode(token | body)
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            method = "GET" if body is None else "POST"
            connection.request(method, path, content, sent)
            answer = connection.getresponse()
            page = Page(answer.status, tuple(answer.getheaders()), answer.read())
        for name, value in page.headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return page

    def sign_in(self, name: str) -> None:
        self.ask("/sign-in/")
        answer = self.ask("/sign-in/", {"login": name, "password": "load"})
        assert answer.status == 302, answer.text


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        names = ["href", "src", "hx-get"]
        if tag == "form" and (given.get("method") or "get").lower() == "get":
            names.append("action")
        self.found += [given[name] or "" for name in names if given.get(name)]


START: tuple[str, ...] = (
    "/",
    "/clubs/",
    "/sitemap.xml",
    "/robots.txt",
    "/rules/",
    "/blank/",
    "/sign-in/",
    "/rights/",
)
START += tuple(f"/api/1/{things}/" for things in ("clubs", "games", "tournaments", "seasons"))
EVENT_PAGES = ("", "rounds/", "rounds/1/", "screen/", "standings-1.pdf", "event.pdf", "event.xlsx")
MOST_PAGES = 600


def links_of(page: Page, path: str, port: int) -> Iterator[str]:
    """The addresses of this site that a page names."""
    kind = page.header("Content-Type")
    found: list[str] = []
    if kind.startswith("text/html"):
        reader = _Links()
        reader.feed(page.text)
        found = reader.found
    elif "xml" in kind or kind.startswith("text/plain"):
        found = re.findall(r"https?://[^\s<]+", page.text)
    if page.header("Location"):
        found.append(page.header("Location"))
    for link in found:
        whole = urlsplit(urljoin(f"http://127.0.0.1:{port}{path}", link))
        if whole.netloc == f"127.0.0.1:{port}" and not whole.path.startswith("/static/"):
            yield whole.path + (f"?{whole.query}" if whole.query else "")


def walk(visitor: Visitor) -> dict[str, Page]:
    """Every page that can be reached by looking alone."""
    seen: dict[str, Page] = {}
    waiting = [*START]
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen[path] = visitor.ask(path)
        waiting += links_of(seen[path], path, visitor.port)
    assert len(seen) < MOST_PAGES, "there is no end to the addresses"
    return seen


def plain(page: Page) -> object:
    """A page without what differs at every look: tokens and keys of forms, times of making."""
    if page.body.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(page.body)) as workbook:
            names = [name for name in workbook.namelist() if name != "docProps/core.xml"]
            return [workbook.read(name) for name in names]
    if page.body.startswith(b"%PDF"):
        return page.body
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page.text)
    text = re.sub(r'"X-CSRFToken": *"[^"]*"|X-CSRFToken[^}]*', "", text)
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", text)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with prepared(tmp_path_factory.mktemp("site"), OPEN_CLUB) as server:
        yield server


def stranger(port: int) -> Visitor:
    visitor = Visitor(port)
    visitor.sign_in("stranger")
    visitor.ask("/clubs/")  # the greeting is said once
    return visitor


def test_what_only_members_may_know_changes_no_page_of_others(site: Server) -> None:
    """Neither a name, nor a title, nor a sum, a place, a count, an entry of the sitemap."""
    visitors = {"nobody": Visitor(site.port), "stranger": stranger(site.port)}
    before = {who: walk(visitor) for who, visitor in visitors.items()}
    printed = site.manage("shell", "--no-imports", "-c", HIDDEN).splitlines()
    events, seasons, slugs, keys, games, players = (line.split() for line in printed[-6:])
    for who, visitor in visitors.items():
        after = walk(visitor)
        assert sorted(after) == sorted(before[who]), who
        changed = [path for path in after if plain(after[path]) != plain(before[who][path])]
        assert changed == [], who
        leaking = [path for path, page in after.items() if any(s in page.text for s in SECRET)]
        assert leaking == [], who
        guessed = [f"/clubs/{slug}/{page}" for slug in slugs for page in ("", "logo.png")]
        guessed += [f"/watch/{key}/{page}" for key in keys for page in ("", "screen/", "sheet.pdf")]
        guessed += [f"/tournaments/{key}/{page}" for key in events for page in EVENT_PAGES]
        guessed += [f"/seasons/{key}/" for key in seasons]
        guessed += [f"/games/{game}/{page}" for game in games for page in ("", "sheet.xlsx")]
        guessed += [f"/players/{player}/" for player in players]
        guessed += [f"/players/?q={word}" for word in ("%D0%A2%D0%B0%D0%B9%D0%BD%D1%8B%D0%B9",)]
        for path in guessed:
            answer = visitor.ask(path)
            assert answer.status in {302, 404}, path
            assert not any(secret in answer.text for secret in SECRET), path
    assert len(before["nobody"]) > 20


def test_every_answer_carries_its_headers(site: Server) -> None:
    pages = walk(Visitor(site.port)) | {"/nothing": Visitor(site.port).ask("/nothing")}
    for path, page in pages.items():
        assert page.status in {200, 302, 404}, path
        assert page.header("X-Content-Type-Options") == "nosniff", path
        assert page.header("Referrer-Policy") == "same-origin", path
        assert page.header("Cross-Origin-Opener-Policy") == "same-origin", path
        assert not re.search(r"\d", page.header("Server")), path
        assert not page.header("X-Powered-By"), path
        assert page.header("X-Frame-Options") == "DENY", path
        if "html" in page.header("Content-Type"):
            policy = page.header("Content-Security-Policy")
            assert "default-src 'none'" in policy, path
            assert "frame-ancestors 'none'" in policy, path
            assert "form-action 'self'" in policy, path
            assert "unsafe" not in policy, path
            assert not re.search(r"<[^>]+\son\w+=|<[^>]+\sstyle=|javascript:", page.text), path
            assert not re.search(r"<script(?![^>]*\ssrc=)", page.text), path
        for name, value in page.headers:
            if name.lower() == "set-cookie" and not value.startswith("sheet-view"):
                assert "SameSite=Lax" in value, (path, value)
                assert "HttpOnly" in value, (path, value)


ELSEWHERE = (
    "https://evil.test/",
    "//evil.test/",
    "///evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "https:evil.test",
    "http://127.0.0.1@evil.test/",
    " //evil.test",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
)


def leads_here(location: str, port: int) -> bool:
    """Whether a browser that follows ``location`` stays on this site."""
    if re.match(r"^[\s\\/]{2}|^\s", location):
        return False
    whole = urlsplit(urljoin(f"http://127.0.0.1:{port}/", location.replace("\\", "/")))
    return whole.netloc == f"127.0.0.1:{port}" and whole.scheme == "http"


@pytest.mark.parametrize("away", ELSEWHERE)
def test_redirects_stay_on_the_site(site: Server, away: str) -> None:
    asked = urlencode({"next": away})
    nobody, known = Visitor(site.port), stranger(site.port)
    answers = [known.ask(f"/sign-in/?{asked}"), known.ask(f"/account/new/?{asked}")]
    nobody.ask("/sign-in/")
    named = {"login": "stranger", "password": "load", "next": away}
    answers.append(nobody.ask(f"/sign-in/?{asked}", named))
    answers.append(known.ask("/language/", {"language": "ru", "next": away}))
    answers.append(known.ask("/language/", {"language": "ru"}, {"Referer": away.strip()}))
    answers.append(known.ask(f"/sign-out/?{asked}", {"next": away}))
    for answer in answers:
        if answer.header("Location"):
            assert leads_here(answer.header("Location"), site.port), answer.header("Location")
        assert "evil.test" not in answer.header("Refresh")


@pytest.mark.parametrize("path", ["//evil.test/games", "//evil.test/%2e%2e", "/\\evil.test/games"])
def test_a_missing_slash_leads_nowhere_else(site: Server, path: str) -> None:
    answer = Visitor(site.port).ask(path)
    location = answer.header("Location")
    assert not location or leads_here(location, site.port), location


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.test"}, {"X-Forwarded-Host": "evil.test"}, {"X-Host": "evil.test"}],
)
def test_another_host_name_is_not_believed(site: Server, headers: dict[str, str]) -> None:
    for path in ("/", "/sitemap.xml", "/clubs/", "/sign-in/"):
        answer = Visitor(site.port).ask(path, headers=headers)
        assert answer.status == (400 if "Host" in headers else 200)
        assert "evil.test" not in answer.text


def test_wrong_passphrases_are_counted_by_all_processes_together(site: Server) -> None:
    """Two processes answer by turns; after five attempts at one account both refuse."""
    visitor = Visitor(site.port)
    visitor.ask("/sign-in/")
    refused = [
        _is_throttled(visitor.ask("/sign-in/", {"login": "host", "password": f"wrong {n}"}))
        for n in range(12)
    ]
    assert refused == [False] * 5 + [True] * 7
    assert _is_throttled(visitor.ask("/sign-in/", {"login": "host", "password": "load"}))


def _is_throttled(page: Page) -> bool:
    return page.status == 429 or "Слишком много неудачных попыток" in page.text


def test_behind_tls_cookies_are_secure_and_browsers_keep_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://club.example")
    monkeypatch.setenv("PRODUCTION", "1")
    monkeypatch.setenv(
        "SECRET_KEY", "a key of this test alone, as long as such a key has to be, 64"
    )
    with prepared(tmp_path, "") as server:
        visitor = Visitor(server.port)
        through = {"Host": "club.example", "X-Forwarded-Proto": "https"}
        page = visitor.ask("/sign-in/", headers=through)
        assert page.status == 200
        assert page.header("Strict-Transport-Security") == "max-age=31536000"
        cookies = [value for name, value in page.headers if name.lower() == "set-cookie"]
        assert cookies
        assert all("Secure" in value and "HttpOnly" in value for value in cookies)
        plain_answer = visitor.ask("/sign-in/", headers={"Host": "club.example"})
        assert plain_answer.status == 301
        assert plain_answer.header("Location") == "https://club.example/sign-in/"
        assert visitor.ask("/health", headers={"Host": "club.example"}).status == 200
