"""Tournaments for the tests, run by the actions alone: what an organiser would do."""

from collections.abc import Mapping
from random import Random
from typing import Any
from uuid import uuid4

from scorekeeper.models import Account, Club
from tests.factories import NOW
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Entrant, Round, Stage, Table, Tournament
from tournaments.queries import whole

NAMES = (
    "Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Захар", "Инна", "Кирилл", "Лидия",
    "Марк", "Нина", "Олег", "Полина", "Роман", "София", "Тимур", "Ульяна", "Фёдор",
)  # fmt: skip


def tournament(
    club: Club, *stages: StagePlan, players: int = 11, name: str = "Кубок", **given: Any
) -> Tournament:
    """A tournament with so many entrants, before its first round; its draws are the same always."""
    by = club.memberships.order_by("pk")[0].account
    record = actions.create_tournament(
        club=club,
        name=name,
        starts_at=NOW,
        by=by,
        now=NOW,
        start_key=uuid4(),
        stages=stages or (StagePlan(),),
        **{"seed": "tests"} | given,
    )
    people = [(name_of(at), "", "") for at in range(players)]
    actions.enter_all(tournament=record, people=people, by=by, now=NOW)
    return record


def name_of(at: int) -> str:
    """The name of the entrant that entered at this place, from 0."""
    return NAMES[at] if at < len(NAMES) else f"{NAMES[at % len(NAMES)]} {at // len(NAMES) + 1}"


def organiser(record: Tournament) -> Account:
    """Who runs it."""
    return record.created_by


def publish(record: Tournament, seed: int = 1, **given: Any) -> Round:
    """The next round, drawn and published."""
    by = organiser(record)
    draw = actions.draft_round(tournament=record, by=by, now=NOW, seed=seed, **given)
    return actions.publish_round(one=draw.round, revision=draw.revision, by=by, now=NOW)


def type_totals(table: Table, totals: Mapping[int, int]) -> None:
    """The totals of a table by number of the entrant, as typed from paper."""
    by = organiser(table.round.tournament)
    actions.type_totals(table=table, totals=totals, by=by, now=NOW, reason="опечатка")


def play(one: Round, draw: Random, step: int = 1) -> None:
    """Totals for each table of a round that has none; multiples of ``step``."""
    for table in one.tables.filter(typed_at=None, voided_at=None):
        seats = table.seats.values_list("entrant", flat=True)
        type_totals(table, {entrant: step * draw.randint(0, 400 // step) for entrant in seats})


def play_table(table: Table) -> None:
    """Everybody at a table has the same total."""
    type_totals(table, dict.fromkeys(table.seats.values_list("entrant", flat=True), 100))


def close(one: Round) -> None:
    """The round closed."""
    actions.close_round(one=one, by=organiser(one.tournament), now=NOW)


def play_stage(record: Tournament, draw: Random, step: int = 1) -> None:
    """All rounds that the stage in play still has, drawn, played and closed."""
    stage = whole(record).stage
    for _ in range(stage.rounds_planned - stage.rounds.filter(closed_at__isnull=False).count()):
        one = publish(record, draw.randint(1, 10_000))
        play(one, draw, step)
        close(one)


def close_stage(record: Tournament, *, shared: bool = False) -> None:
    """The stage in play closed."""
    stage: Stage = whole(record).stage
    actions.close_stage(stage=stage, shared=shared, by=organiser(record), now=NOW)


def entrant(record: Tournament, name: str) -> Entrant:
    """The entrant of that name."""
    return record.entrants.get(player__name=name)
