"""Lots are drawn at entry and stay, whatever becomes of the name (docs/decisions/0013)."""

import json
from importlib import import_module

import pytest
from django.apps import apps

from scorekeeper import actions as people
from scorekeeper import archive
from scorekeeper.models import Account, Club, Player
from tests.factories import NOW
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.engine.lots import drawn_lot
from tournaments.models import Entrant, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.django_db

EVERYBODY = 8


@pytest.fixture
def record(club: Club) -> Tournament:
    """Nobody has played, and lots alone put them in order."""
    return organising.tournament(club, StagePlan(chain=("lots",)), players=EVERYBODY)


def order(record: Tournament) -> list[int]:
    """The entrants from the first place to the last, each alone on theirs."""
    rows = whole(record).standing().rows
    assert [row.place for row in rows] == list(range(1, len(rows) + 1))
    return [int(row.entrant) for row in rows]


def player(record: Tournament, at: int) -> Player:
    """Of the entrant at this place of the order, from 0."""
    return record.entrants.get(pk=order(record)[at]).player


def renamed(player: Player, name: str) -> None:
    by = player.club.memberships.get(role="owner").account
    people.rename_player(player=player, name=name, by=by, now=NOW)


@pytest.mark.parametrize("at", [0, 3, EVERYBODY - 1])
def test_a_new_name_moves_nobody(record: Tournament, at: int) -> None:
    before = order(record)
    for name in ("Яков", "Аглая"):
        renamed(player(record, at), name)
        assert order(record) == before


def test_nor_does_a_merge_or_its_undoing(record: Tournament, host: Account, club: Club) -> None:
    before = order(record)
    kept = people.add_player(club=club, name="Аа")
    merge = people.merge_players(kept=kept, gone=player(record, 3), by=host, now=NOW)
    assert order(record) == before
    people.undo_merge(merge=merge, by=host, now=NOW)
    assert order(record) == before


@pytest.mark.parametrize("at", [0, 3, EVERYBODY - 1])
def test_nor_does_forgetting(record: Tournament, host: Account, at: int) -> None:
    before = order(record)
    gone = player(record, at)
    tried = drawn_lot(record.seed, gone.name_key)
    people.forget_player(player=gone, by=host, now=NOW)
    assert order(record) == before
    lot = record.entrants.get(player=gone).lot
    assert lot != tried, "a name could be tried against it"


def test_who_enters_under_a_name_that_was_free_again_draws_another(
    record: Tournament, host: Account
) -> None:
    renamed(organising.entrant(record, "Анна").player, "Яна")
    actions.enter(tournament=record, name="Анна", by=host, now=NOW)
    assert len(order(record)) == EVERYBODY + 1


def test_the_order_of_entry_is_nothing(record: Tournament, host: Account) -> None:
    other = organising.tournament(record.club, StagePlan(chain=("lots",)), players=0, name="Снова")
    Tournament.objects.filter(pk=other.pk).update(seed=record.seed)
    other.refresh_from_db()
    for at in reversed(range(EVERYBODY)):
        actions.enter(tournament=other, name=organising.name_of(at), by=host, now=NOW)
    named = [[whole(one).names[key] for key in order(one)] for one in (record, other)]
    assert named[0] == named[1]


def test_those_entered_before_keep_the_order_they_had(record: Tournament) -> None:
    before = order(record)
    Entrant.objects.update(lot=0)
    migration = import_module("tournaments.migrations.0005_lots")
    migration.draw(apps, None)
    assert order(record) == before


@pytest.mark.parametrize("version", [archive.VERSION, 3])
def test_the_file_of_a_club_takes_them_along(
    record: Tournament, second_host: Account, other_club: Club, version: int
) -> None:
    if version == archive.VERSION:
        renamed(player(record, 0), "Яков")
    found = json.loads(archive.club_json(record.club))
    if version < archive.VERSION:
        found["version"] = version
        for each in found["tournaments"][0]["entrants"]:
            del each["lot"]
    archive.read_club(account=second_host, club=other_club, content=json.dumps(found).encode())
    other = other_club.tournaments.get()
    named = [[whole(one).names[key] for key in order(one)] for one in (record, other)]
    assert named[0] == named[1]


@pytest.mark.parametrize("method", ["balanced", "lottery", "standings", "snake"])
def test_a_draw_is_repeated_exactly_whatever_became_of_a_name(
    record: Tournament, host: Account, method: str
) -> None:
    begun = organising.publish(record)
    for table in begun.tables.all():
        organising.play_table(table)  # everybody is level
    organising.close(begun)

    def drawn() -> list[object]:
        draw = actions.draft_round(tournament=record, by=host, now=NOW, seed=7, method=method)
        return [draw.tables, draw.byes]

    before = drawn()
    renamed(player(record, 0), "Яков")
    renamed(player(record, EVERYBODY - 1), "Аглая")
    assert drawn() == before
