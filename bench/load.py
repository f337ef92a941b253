"""500 viewers over 25 tables, each asking every 5 s, while 10 turns a second are posted.

Prints the p95 of a poll and of a post, what was lost, and how stale the stalest viewer was. Times
are of this machine at this moment; the server, the viewers and the hosts share its cores.
"""

import asyncio
import http.client
import re
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic
from uuid import uuid4

from tests.load.host import Host, thrown
from tests.load.server import Server, serving

TABLES, PLAYERS, VIEWERS = 25, 4, 500
EVERY, SECONDS, TURNS_A_SECOND = 5.0, 60.0, 10
KEYS = """
from scorekeeper.models import Game
print(*Game.objects.order_by("pk").values_list("public_key", flat=True))
"""


@dataclass
class Figures:
    """Seconds of each poll and post, and when each turn was answered and first seen."""

    polls: list[float] = field(default_factory=list)
    posts: list[float] = field(default_factory=list)
    unchanged: int = 0
    failed: int = 0
    broken: int = 0
    answered: dict[tuple[int, int], float] = field(default_factory=dict)
    stale: list[float] = field(default_factory=list)


async def ask(port: int, path: str, mark: str) -> tuple[int, str, bytes]:
    """One conditional request on a connection of its own: status, entity tag, page."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nHX-Request: true\r\n"
    writer.write((head + (f"If-None-Match: {mark}\r\n" if mark else "") + "\r\n").encode())
    await writer.drain()
    answer = await reader.read()
    writer.close()
    top, _blank, page = answer.partition(b"\r\n\r\n")
    tag = re.search(rb"(?i)etag: (\S+)", top)
    return int(answer[9:12]), tag[1].decode() if tag else mark, page


async def watch(port: int, table: int, key: str, begins: float, figures: Figures) -> None:
    """One viewer: asks, waits five seconds, asks again; knows which turn the page last named."""
    mark, until = "", monotonic() + SECONDS
    await asyncio.sleep(begins)
    while (asked := monotonic()) < until:
        try:
            status, mark, page = await ask(port, f"/watch/{key}/", mark)
        except OSError:
            figures.failed += 1
            continue
        figures.polls.append(monotonic() - asked)
        figures.unchanged += status == 304
        shown = page.count(b'class="why"') if status == 200 else None
        if shown is not None:
            late = [at for (t, n), at in figures.answered.items() if t == table and n > shown]
            figures.stale += [asked - at for at in late if at < asked]
        await asyncio.sleep(max(0.0, asked + EVERY - monotonic()))


def post(server: Server, tables: list[int], figures: Figures, until: float) -> None:
    """One host at some tables: a turn at each in turn, spaced to its share of the whole pace."""
    chance, pace = Random(tables[0]), len(tables) / TABLES * TURNS_A_SECOND
    with closing(Host(server.port)) as host:
        due, number = monotonic(), 0
        while monotonic() < until and number < PLAYERS * 15:
            for table in tables:
                begun = monotonic()
                status = answered(host, table, number, thrown(chance), figures)
                figures.posts.append(monotonic() - begun)
                figures.failed += status != 200
                figures.answered[table, number + 1] = monotonic()
                due += 1 / pace
                wait(due)
            number += 1


def answered(host: Host, table: int, number: int, dice: str, figures: Figures) -> int:
    """The status of a turn, sent again with its key where the connection broke, as a page does."""
    key = str(uuid4())
    while True:
        try:
            return host.post_turn(table, number, PLAYERS, dice, key)
        except (OSError, http.client.HTTPException):
            figures.broken += 1


def wait(due: float) -> None:
    """Until the moment of the next turn; a pace is what this measures, not a state."""
    asyncio.run(asyncio.sleep(max(0.0, due - monotonic())))


def p95(seconds: list[float]) -> float:
    """The time that 95 of 100 stay under, in milliseconds."""
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000 if seconds else 0.0


async def crowd(server: Server, keys: list[str], figures: Figures) -> None:
    """All viewers, spread over the tables and over the five seconds."""
    await asyncio.gather(
        *(
            watch(
                server.port,
                1 + at % TABLES,
                keys[at % TABLES],
                EVERY * at / VIEWERS,
                figures,
            )
            for at in range(VIEWERS)
        )
    )


def main() -> None:
    """Serves a hall, lets it type and watch for a minute, and prints what was seen."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), TABLES, PLAYERS) as server,
    ):
        keys = server.manage("shell", "--no-imports", "-c", KEYS).split()
        figures, until = Figures(), monotonic() + SECONDS
        shares = [list(range(1 + at, TABLES + 1, 5)) for at in range(5)]
        hosts = [Thread(target=post, args=(server, share, figures, until)) for share in shares]
        for host in hosts:
            host.start()
        asyncio.run(crowd(server, keys, figures))
        for host in hosts:
            host.join()
        count = "from scorekeeper.models import Turn\nprint(Turn.objects.count())"
        stored = int(server.manage("shell", "--no-imports", "-c", count))
    print(f"viewers {VIEWERS}, tables {TABLES}, polls {len(figures.polls)}")
    print(f"polls answered 304: {figures.unchanged}")
    print(f"poll p95 {p95(figures.polls):7.0f} ms   target 100")
    print(f"post p95 {p95(figures.posts):7.0f} ms   target 250   posts {len(figures.posts)}")
    print(f"connections of hosts that broke, turn sent again: {figures.broken}")
    print(f"failed {figures.failed}, turns lost {len(figures.posts) - stored}")
    stalest = max(figures.stale, default=0.0)
    print(f"stalest answer {stalest:.1f} s behind the turns answered before it was asked for")


if __name__ == "__main__":
    main()
