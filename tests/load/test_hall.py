"""A hall that types at once, and a server that dies in the middle of it."""

import http.client
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TypeVar
from uuid import uuid4

import pytest

from tests.load.host import BOXES, Host, thrown
from tests.load.server import Server, serving

pytestmark = pytest.mark.server

CREATED, TAKEN = 200, 409
Answer = TypeVar("Answer")


def _types_tables(port: int, players: int, turns: int, tables: list[int]) -> dict[int, int]:
    """A host at some tables: turn about, ``turns`` at each; how many were stored at each."""
    chance, stored = Random(tables[0]), dict.fromkeys(tables, 0)
    with closing(Host(port)) as host:
        for number in range(turns):
            for table in tables:
                status = host.post_turn(table, number, players, thrown(chance))
                assert status == CREATED, status
                stored[table] += 1
    return stored


def _types_one_table(port: int, players: int, seed: int) -> list[int]:
    """A host who writes at a table where others do too; the numbers that were theirs."""
    chance, mine = Random(seed), []
    with closing(Host(port)) as host:
        while (number := host.next_number(1)) is not None:
            status = host.post_turn(1, number, players, thrown(chance))
            assert status in (CREATED, TAKEN), status
            if status == CREATED:
                mine.append(number)
    return mine


def _together(jobs: Sequence[Callable[[], Answer]]) -> list[Answer]:
    with ProcessPoolExecutor(len(jobs), mp_context=get_context("spawn")) as pool:
        return [running.result() for running in [pool.submit(job) for job in jobs]]


def _turns(server: Server, *games: int) -> list[list[int]]:
    """The numbers of the turns that are stored of each of these games."""
    code = (
        "from scorekeeper.models import Turn\n"
        f"for game in {games}:\n"
        "    print(*Turn.objects.filter(game_id=game, withdrawn_at=None)"
        ".order_by('number').values_list('number', flat=True))"
    )
    lines = server.manage("shell", "--no-imports", "-c", code).splitlines()
    return [[int(number) for number in line.split()] for line in lines]


def hall(folder: Path, processes: int, tables: int, turns: int) -> None:
    """``processes`` hosts share ``tables`` tables of 8 and type ``turns`` at each."""
    with serving(folder, tables, 8) as server:
        shares = [list(range(1 + at, tables + 1, processes)) for at in range(processes)]
        jobs = [partial(_types_tables, server.port, 8, turns, share) for share in shares]
        stored = {table: many for share in _together(jobs) for table, many in share.items()}
        assert stored == dict.fromkeys(range(1, tables + 1), turns)
        assert _turns(server, *stored) == [list(range(turns))] * tables
        assert "every receipt is right" in server.manage("prove_receipts")


def one_table(folder: Path, processes: int, players: int) -> None:
    """``processes`` hosts type into one game until it is full; each turn is somebody's, once."""
    with serving(folder, 1, players) as server:
        jobs = [partial(_types_one_table, server.port, players, seed) for seed in range(processes)]
        shares = _together(jobs)
        whole = list(range(players * len(BOXES)))
        assert sorted(number for share in shares for number in share) == whole
        assert _turns(server, 1) == [whole]


def sudden_death(folder: Path, deaths: int, seed: int) -> None:
    """The server is killed ``deaths`` times while a host types; what was answered is there.

    A turn whose answer was lost is sent again with the same key, as the page does.
    """
    chance = Random(seed)
    with serving(folder, 1, 12) as server, closing(Host(server.port)) as host:
        answered = 0
        for life in range(deaths):
            lives = chance.randrange(3, 12)
            for number in islice(range(answered, 12 * len(BOXES)), lives):
                assert host.post_turn(1, number, 12, thrown(chance)) == CREATED
                answered = number + 1
            key, dice = str(uuid4()), thrown(chance)
            _dies_while_typing(server, host, answered, key, dice)
            server.start()
            (there,) = _turns(server, 1)
            assert there[:answered] == list(range(answered)), f"seed {seed} life {life}"
            assert host.post_turn(1, answered, 12, dice, key) == CREATED
            answered += 1
        assert _turns(server, 1) == [list(range(answered))]
        assert "every receipt is right" in server.manage("prove_receipts")


def _dies_while_typing(server: Server, host: Host, number: int, key: str, dice: str) -> None:
    """Sends a turn and kills the server before its answer is read."""
    assert host.connection is not None
    form = f"number={number}&client_key={key}&player={number % 12}&box={BOXES[number // 12]}"
    headers = {
        "Cookie": "; ".join(f"{name}={value}" for name, value in host.cookies.items()),
        "X-CSRFToken": host.cookies["csrftoken"],
        "Content-Type": "application/x-www-form-urlencoded",
        "HX-Request": "true",
    }
    host.connection.request("POST", "/games/1/turn/", f"{form}&dice={dice}&throws=3", headers)
    server.kill()
    with suppress(OSError, http.client.HTTPException):
        host.connection.getresponse().read()
    host.close()


def test_hosts_at_several_tables_lose_nothing(tmp_path: Path) -> None:
    hall(tmp_path, processes=2, tables=4, turns=8)


def test_hosts_at_one_table_write_each_turn_once(tmp_path: Path) -> None:
    one_table(tmp_path, processes=3, players=2)


def test_a_turn_that_was_answered_outlives_the_server(tmp_path: Path) -> None:
    sudden_death(tmp_path, deaths=2, seed=7)


@pytest.mark.soak
def test_1600_turns_of_8_hosts_over_16_tables(tmp_path: Path) -> None:
    hall(tmp_path, processes=8, tables=16, turns=100)


@pytest.mark.soak
def test_8_hosts_fill_one_sheet_of_12(tmp_path: Path) -> None:
    one_table(tmp_path, processes=8, players=12)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_many_sudden_deaths(tmp_path: Path, seed: int) -> None:
    sudden_death(tmp_path, deaths=10, seed=seed)
