"""Pictures of the main pages, so that a change of look is seen in review: `make pictures`.

Serves a demonstration club of its own from a database that is thrown away, and writes
docs/pictures/<page>-<size>-<theme>-<language>.png. BROWSER_PATH: the Chromium to use.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Literal
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.plugins.browser import FLAGS

PICTURES = Path(__file__).parent / "pictures"
SIZES = {"phone": (390, 844), "desk": (1280, 800), "hall": (1920, 1080)}
GUESTS = {  # pages as they are seen without signing in
    "home",
    "watch",
    "screen",
    "standings",
    "final-places",
    "rounds",
    "round",
    "entrant",
    "hall",
}
SHOW_ONLY = """kind => {
    const wanted = document.querySelector(kind);
    const slides = document.querySelectorAll(".screen-slide");
    slides.forEach(slide => { slide.hidden = slide !== wanted; });
    document.getElementById("heard").textContent = "";
}"""
COLOURS = 256  # of a picture: enough for a flat page, and the files stay small


@dataclass(frozen=True, slots=True)
class Picture:
    """One page as one reader sees it.

    ``dice``: what is typed before the picture is taken · ``slide``: which thing a hall's screen
    is to show, by its kind.
    """

    page: str
    size: Literal["phone", "desk", "hall"]
    theme: Literal["light", "dark"]
    language: Literal["ru", "en"]
    dice: str = ""
    slide: str = ""

    @property
    def name(self) -> str:
        page = f"{self.page}-{self.slide}" if self.slide else self.page
        return f"{page}-{self.size}-{self.theme}-{self.language}.png"


TAKEN = (
    Picture("home", "desk", "light", "ru"),
    Picture("games", "desk", "light", "ru"),
    Picture("games", "phone", "dark", "en"),
    Picture("new", "phone", "light", "ru"),
    Picture("new", "desk", "dark", "en"),
    Picture("game", "desk", "light", "ru", "66534"),
    Picture("game", "desk", "dark", "en", "66534"),
    Picture("game", "phone", "light", "ru", "66534"),
    Picture("game", "phone", "dark", "en", "66534"),
    Picture("columns", "desk", "light", "en", "66534"),
    Picture("columns", "phone", "dark", "ru"),
    Picture("result", "desk", "light", "ru"),
    Picture("watch", "phone", "dark", "ru"),
    Picture("screen", "desk", "dark", "en"),
    Picture("standings", "desk", "light", "ru"),
    Picture("standings", "phone", "dark", "ru"),
    Picture("standings", "phone", "light", "en"),
    Picture("final-places", "desk", "dark", "en"),
    Picture("rounds", "desk", "light", "en"),
    Picture("round", "phone", "light", "ru"),
    Picture("round", "desk", "dark", "en"),
    Picture("entrant", "phone", "dark", "en"),
    Picture("entrant", "desk", "light", "ru"),
    Picture("prize-giving", "desk", "light", "ru"),
    Picture("hall", "hall", "dark", "ru", slide="tables"),
    Picture("hall", "hall", "dark", "ru", slide="names"),
    Picture("hall", "hall", "dark", "en", slide="standings"),
    Picture("season", "desk", "light", "ru"),
    Picture("season", "phone", "dark", "en"),
    Picture("player", "desk", "dark", "en"),
    Picture("player", "phone", "light", "ru"),
    Picture("organise", "desk", "light", "ru"),
    Picture("organise", "phone", "dark", "en"),
)


class Handler(WSGIRequestHandler):
    """Answers without writing a line about each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


class Server(ThreadingMixIn, WSGIServer):
    """A browser asks for many files at once."""

    daemon_threads = True


@contextmanager
def demonstration() -> Iterator[str]:
    """Serves the demonstration club on a free port while inside; yields the address."""
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    call_command("migrate", verbosity=0)
    call_command("load_demonstration", stdout=StringIO())
    application = get_wsgi_application()
    with make_server("127.0.0.1", 0, application, Server, Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def signed_in() -> str:
    """The session key of the demonstration's host."""
    from django.test import Client

    from scorekeeper.models import Account

    client = Client()
    client.force_login(Account.objects.earliest("pk"))
    return client.cookies["sessionid"].value


def addresses() -> dict[str, str]:
    """Page → its path in the demonstration club."""
    from django.urls import reverse

    from scorekeeper.models import Game

    classic = Game.objects.filter(rule_set="classic")
    running = classic.filter(finished_at=None).latest("started_at")
    finished = classic.exclude(finished_at=None).latest("started_at")
    return {
        "home": reverse("home"),
        "games": reverse("games"),
        "new": reverse("game_new"),
        "game": reverse("game", args=[running.pk]) + "?view=rows",
        "columns": reverse("game", args=[running.pk]) + "?view=columns",
        "result": reverse("game", args=[finished.pk]) + "?view=rows",
        "watch": reverse("watch", args=[running.public_key]),
        "screen": reverse("watch_screen", args=[running.public_key]),
        **of_tournaments(),
    }


def of_tournaments() -> dict[str, str]:
    """Pages of the tournaments of the demonstration club, of their season, and of a player."""
    from django.urls import reverse

    from tournaments.models import Tournament

    over = Tournament.objects.exclude(finished_at=None).latest("starts_at")
    running = Tournament.objects.filter(finished_at=None, cancelled_at=None).latest("starts_at")
    last = running.rounds.exclude(published_at=None).latest("number")
    seat = over.rounds.latest("number").tables.order_by("number")[0].seats.order_by("position")[0]

    def at(name: str, record: Tournament, *more: int) -> str:
        return reverse(name, args=[record.public_key, *more])

    return {
        "standings": at("tournament", over) + "?stage=1",
        "final-places": at("tournament", over),
        "rounds": at("tournament_rounds", over),
        "round": at("tournament_round", running, last.number),
        "entrant": at("entrant", over, seat.entrant_id),
        "prize-giving": at("tournament_results", over),
        "hall": at("tournament_screen", running),
        "organise": at("organise", running),
        "season": reverse("season", args=[over.club.seasons.get().public_key]),
        "player": reverse("player", args=[seat.entrant.player_id]),
    }


def take(browser: Browser, picture: Picture, address: str, session: str) -> bytes:
    """The whole page as PNG; only a phone in mid-turn shows no more than its screen."""
    width, height = SIZES[picture.size]
    phone = picture.size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=picture.theme,
        locale=picture.language,
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
    )
    if picture.page not in GUESTS:
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    page = context.new_page()
    answer = page.goto(address, wait_until="networkidle")
    if answer is None or not answer.ok:
        raise RuntimeError(f"No picture of {picture.name}: {address} did not answer well.")
    if picture.dice:
        page.locator(".dice-input").fill(picture.dice)
        page.locator(".chip--best").wait_for()
    if picture.slide:
        page.evaluate(SHOW_ONLY, f".screen-slide--{picture.slide}")
    full = not (phone and picture.dice) and picture.size != "hall"
    taken = page.screenshot(full_page=full)
    context.close()
    return taken


def save(picture: bytes, path: Path) -> None:
    """Writes a PNG of few colours."""
    with Image.open(BytesIO(picture)) as full:
        few = full.convert("RGB").quantize(
            COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        )
        few.save(path, optimize=True)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    with demonstration() as address, sync_playwright() as playwright:
        session, pages = signed_in(), addresses()
        browser = playwright.chromium.launch(
            executable_path=os.environ["BROWSER_PATH"], args=list(FLAGS)
        )
        for picture in TAKEN:
            taken = take(browser, picture, address + pages[picture.page], session)
            save(taken, PICTURES / picture.name)
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{directory}/pictures.sqlite3",
            "DEBUG": "1",  # style sheets are served from where they are written
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
        }
        django.setup()
        main()
