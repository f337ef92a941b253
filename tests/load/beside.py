"""Others go on typing and watching while many sheets are printed: how long they wait for that."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from tests.load.host import Host, thrown
from tests.load.server import Server

PLAYERS = 4

GAMES = """
from datetime import datetime, UTC
from uuid import uuid4
import rules
from scorekeeper import actions
from scorekeeper.models import Account
from tests import factories
host = Account.objects.create_user("host", password="load")
club = actions.found_club(name="Load", owner=host)
for table in range({sheets}):
    names = [f"{{table}}-{{seat}}" for seat in range({players})]
    game = factories.game(club, names=names, title=f"Table {{table}}")
    if table:
        factories.play(game, table, {turns})
print(club.games.order_by("pk")[0].public_key)
"""
"""A club with many games, the first of which nobody has played yet."""


@dataclass
class Figures:
    """Seconds of each answer, before the sheets were ordered and while they were drawn."""

    before: list[float] = field(default_factory=list)
    during: list[float] = field(default_factory=list)
    printing: float = 0
    failed: int = 0


def beside(server: Server, rounds: int) -> Figures:
    """Looks and types at the first table, ``rounds`` times in peace and then until all is drawn."""
    figures, chance = Figures(), Random(1)
    with closing(Host(server.port)) as host, closing(Host(server.port)) as printer:
        number = 0

        def one_round(times: list[float]) -> None:
            nonlocal number
            host.close()  # the server hangs up on whoever is silent for a while
            for work in _works(host, number, chance):
                begun = monotonic()
                figures.failed += work() != 200
                times.append(monotonic() - begun)
            number += 1

        for _ in range(rounds):
            one_round(figures.before)
        begun = monotonic()
        form = {"direction": "rows", "paper": "A4", "orientation": "landscape", "a_page": "1"}
        printer.close()
        status, _page = printer.ask("POST", "/sheets/", form | {"faces": "pips", "as": "pdf"})
        assert status == 302, status
        job = printer.location
        while "/file/" not in (page := printer.ask("GET", job)[1]):
            assert "<progress" in page, page
            printer.close()
            one_round(figures.during)
        figures.printing = monotonic() - begun
    return figures


def _works(host: Host, number: int, chance: Random) -> tuple[Callable[[], int], ...]:
    """A turn, as far as the game goes, the page of the game, and the list of all games."""
    looks: tuple[Callable[[], int], ...] = (
        lambda: host.ask("GET", "/games/1/?view=rows")[0],
        lambda: host.ask("GET", "/games/")[0],
    )
    if number >= PLAYERS * 15:
        return looks
    return (lambda: host.post_turn(1, number, PLAYERS, thrown(chance)), *looks)


def middle(seconds: list[float]) -> float:
    """What half of them stay under, in milliseconds."""
    return sorted(seconds)[len(seconds) // 2] * 1000


def p95(seconds: list[float]) -> float:
    """What 95 of 100 stay under, in milliseconds."""
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000
