"""The log of a tournament: everything that is written has words, and no name stays in it."""

import ast
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from scorekeeper import actions as people
from scorekeeper.models import Account, Club
from tests.factories import NOW
from tests.scorekeeper.pages import text
from tests.tournaments import organising
from tournaments import actions
from tournaments.models import Tournament
from tournaments.reports.log import COLUMNS, KINDS

pytestmark = pytest.mark.thorough

SOURCES = Path(actions.__file__).parent.glob("*.py")


def kinds_written() -> set[str]:
    """The second argument of each call of ``writing``."""
    found = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "writing":
                kind = node.args[1]
                assert isinstance(kind, ast.Constant)
                found.add(str(kind.value))
    return found


def page(client: Client, record: Tournament) -> str:
    return text(client.get(reverse("tournament_log", args=[record.public_key])))


def test_every_kind_has_words() -> None:
    assert kinds_written() == set(KINDS)
    assert set(actions.setup.CHANGED) == set(COLUMNS)


def test_names_are_those_of_now(host_client: Client, club: Club, host: Account) -> None:
    record = organising.tournament(club, players=8)
    organising.publish(record)
    one = organising.entrant(record, "Анна")
    actions.drop(entrant=one, by=host, now=NOW)
    said = page(host_client, record)
    assert "dropped an entrant: Анна" in said
    assert "entered several: Анна, Борис, Вера" in said
    people.forget_player(player=one.player, by=host, now=NOW)
    assert "Анна" not in page(host_client, record)


def test_who_was_here_is_one_line(host_client: Client, club: Club, host: Account) -> None:
    record = organising.tournament(club, players=8)
    for name, away in (("Анна", True), ("Борис", False), ("Вера", False)):
        key = organising.entrant(record, name).pk
        actions.check_in(
            tournament=record,
            round_number=1,
            away={key: ""} if away else {},
            only=[key],
            by=host,
            now=NOW,
        )
    said = page(host_client, record)
    assert said.count("looked who is here") == 1
    assert "round 1, here: Борис, Вера, not here: Анна" in said


def test_what_was_done_at_a_table(host_client: Client, club: Club, host: Account) -> None:
    record = organising.tournament(club, players=8)
    one = organising.publish(record)
    organising.play(one, Random(1))
    organising.close(one)
    table = one.tables.get(number=2)
    actions.void_table(table=table, reason="не те кости", by=host, now=NOW)
    stage = record.stages.get()
    boris = organising.entrant(record, "Борис")
    actions.adjust(stage=stage, entrant=boris, points=-10, reason="опоздал", by=host, now=NOW)
    said = page(host_client, record)
    assert "typed totals: round 1, table 2" in said
    assert "declared a table void: round 1, table 2" in said
    assert "changed points: Борис, −10" in said
    assert "closed a round: round 1" in said
    assert "drew a round: round 1, seed 1" in said


def test_the_settings_that_were_changed(host_client: Client, club: Club, host: Account) -> None:
    record = organising.tournament(club, players=0)
    actions.change_tournament(
        tournament=record, name="Кубок", place="Клуб", minutes=50, by=host, now=NOW
    )
    assert "changed the settings: minutes of a round, place" in page(host_client, record)


def test_how_often_the_page_asks(
    host_client: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    record = organising.tournament(club, players=12)
    organising.play_stage(record, Random(1))
    with django_assert_max_num_queries(12):
        page(host_client, record)
