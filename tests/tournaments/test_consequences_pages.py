"""Before a correction is stored, the page lists what would change in the tournament."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import rules
from scorekeeper.models import Club, Game
from tests import factories
from tests.scorekeeper.pages import forms, text
from tests.tournaments import organising
from tests.tournaments.test_ties_pages import at
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Round, Stage, Table, Tournament
from tournaments.queries import open_ties, whole
from tournaments.reports.consequences import of_void

pytestmark = pytest.mark.thorough


@pytest.fixture
def record(club: Club) -> Tournament:
    """Eight play a round, of whom four go on to a final."""
    return organising.tournament(
        club,
        StagePlan(rounds_planned=1, method="lottery", cut=Stage.Cut.FINAL_TABLE, cut_count=4),
        StagePlan(rounds_planned=1, method="lottery"),
        players=8,
    )


def on_sheet(table: Table) -> Game:
    """The game of a table with one turn on its sheet, finished."""
    factories.write(table.game, factories.entry(0, 0, "sixes", "66632"))
    factories.finish(table.game)
    table.game.refresh_from_db()
    return table.game


@pytest.fixture
def one(record: Tournament) -> Round:
    """Table 1 was played on its sheet, table 2 was typed from paper; the round is closed."""
    one = organising.publish(record)
    first, second = one.tables.order_by("number")
    on_sheet(first)
    entrants = second.seats.order_by("position").values_list("entrant", flat=True)
    organising.type_totals(second, dict(zip(entrants, (60, 30, 20, 10), strict=True)))
    organising.close(one)
    return one


def looked_at(client: Client, game: Game, dice: str) -> str:
    """What the page of a correction says of the first turn of a game with other dice."""
    where = reverse("correction", args=[game.pk, 0])
    (sent,) = [each for each in forms(client.get(where)) if "version" in each.data]
    data = sent.sent(**{"0-dice": dice, "reason": "Не так прочитали", "look": "yes"})
    return text(client.post(where, data))


def stored(client: Client, game: Game, dice: str) -> None:
    where = reverse("correction", args=[game.pk, 0])
    (sent,) = [each for each in forms(client.get(where)) if "version" in each.data]
    data = sent.sent(**{"0-dice": dice, "reason": "Не так прочитали", "store": "yes"})
    assert client.post(where, data).status_code == 302


def name_at(table: Table, position: int) -> str:
    return table.seats.get(position=position).entrant.name


def test_a_turn_changes_totals_points_and_places(host_client: Client, one: Round) -> None:
    first = one.tables.get(number=1)
    name = name_at(first, 0)
    before = first.seats.get(position=0).sheet_seat.total
    said = looked_at(host_client, first.game, "66662")
    assert "What changes in the tournament" in said
    assert f"Round 1, table 1: {name} {rules.signed(before)} → {rules.signed(before + 6)}" in said
    assert "points, place" in said


def test_what_was_listed_is_what_happens(host_client: Client, one: Round) -> None:
    first = one.tables.get(number=1)
    said = looked_at(host_client, first.game, "66666")
    stored(host_client, first.game, "66666")
    stands = whole(one.tournament)
    for row in stands.standing(0).rows:
        if row.entrant == first.seats.get(position=0).entrant_id:
            assert f"→ {row.place}" in said or f"place {row.place} stays" in said


def test_a_cut_that_was_made_is_named(host_client: Client, record: Tournament) -> None:
    one = organising.publish(record)
    first, second = one.tables.order_by("number")
    game = on_sheet(first)
    entrants = second.seats.order_by("position").values_list("entrant", flat=True)
    organising.type_totals(second, dict(zip(entrants, (60, 59, 58, 57), strict=True)))
    organising.close(one)
    decide_all(record)
    organising.close_stage(record)
    winner = name_at(first, 0)
    said = looked_at(host_client, game, "11123")
    assert "The cut:" in said
    assert "would" in said
    assert winner in said
    assert "It was made already: who plays on stays as it is" in said
    members = whole(record).stage.members
    stored(host_client, game, "11123")
    assert whole(record).stage.members == members


def decide_all(record: Tournament) -> None:
    """Those level at the cut stand in the order of their numbers."""
    stands = whole(record)
    by = organising.organiser(record)
    for tie in open_ties(stands, stands.stage):
        order = [[int(key)] for key in sorted(tie.level, key=str)]
        actions.decide(stage=stands.stage, order=order, reason="Жребий", by=by, now=factories.NOW)


def test_a_decision_that_would_hold_no_more_is_named(
    host_client: Client, record: Tournament
) -> None:
    record.stages.filter(number=1).update(cut=Stage.Cut.OVERALL, cut_count=1)
    one = organising.publish(record)
    first, second = one.tables.order_by("number")
    game = on_sheet(first)
    totals = list(first.game.seats.order_by("position").values_list("total", flat=True))
    entrants = second.seats.order_by("position").values_list("entrant", flat=True)
    organising.type_totals(second, dict(zip(entrants, totals, strict=True)))
    organising.close(one)
    decide_all(record)
    said = looked_at(host_client, game, "66666")
    assert "would hold no more: they are not level" in said


def test_totals_typed_again_in_a_closed_round_show_what_follows_first(
    host_client: Client, record: Tournament, one: Round
) -> None:
    second = one.tables.get(number=2)
    where = at(record, "table_totals", second.pk)
    entrants = list(second.seats.order_by("position").values_list("entrant", flat=True))
    typed = {
        f"total-{key}": str(total) for key, total in zip(entrants, (10, 30, 20, 60), strict=True)
    }
    answer = host_client.post(where, typed)
    said = text(answer)
    assert answer.status_code == 200
    assert "The round is closed. This would change:" in said
    assert "Reason optional" not in said, "storing will ask for it"
    assert f"Round 1, table 2: {name_at(second, 0)} 60 → 10" in said
    assert second.seats.get(position=0).total == 60
    answer = host_client.post(where, typed | {"store": "yes"})
    assert answer.status_code == 422
    assert second.seats.get(position=0).total == 60
    stored = typed | {"store": "yes", "reason": "Неразборчиво"}
    assert host_client.post(where, stored).status_code == 302
    assert second.seats.get(position=0).total == 10
    log = text(host_client.get(at(record, "tournament_log")))
    assert f"{name_at(second, 0)} 60 → 10" in log
    assert "reason: Неразборчиво" in log


def test_a_table_of_a_closed_round_is_void_when_what_follows_was_seen(
    host_client: Client, record: Tournament, one: Round
) -> None:
    """The same for letting it count again: each is listed first, and has its reason."""
    second = one.tables.get(number=2)
    name = name_at(second, 0)
    before = whole(record).standing(0).rows
    where = at(record, "table_void", second.pk)
    said = text(host_client.post(where, {"reason": "Два листа перепутаны"}))
    assert "The round is closed. This would change:" in said
    assert f"Round 1, table 2: {name} 60 → —" in said
    assert "The cut: " in said
    assert Table.objects.get(pk=second.pk).voided_at is None
    (again,) = [
        each for each in forms(host_client.post(where, {"reason": "Листы"})) if each.action == where
    ]
    assert ("store", "yes") in again.buttons
    host_client.post(where, again.sent(store="yes"))
    second.refresh_from_db()
    assert second.void_reason == "Листы"
    where = at(record, "table_restore", second.pk)
    said = text(host_client.post(where, {}))
    assert f"Round 1, table 2: {name} — → 60" in said
    assert "The cut: " in said
    assert host_client.post(where, {"store": "yes"}).status_code == 422
    second.refresh_from_db()
    assert second.voided_at is not None
    sent = {"store": "yes", "reason": "Листы нашлись"}
    assert host_client.post(where, sent).status_code == 302
    assert whole(record).standing(0).rows == before
    assert "reason: Листы нашлись" in text(host_client.get(at(record, "tournament_log")))


def test_a_season_speaks_of_a_void_table_too(
    host_client: Client, record: Tournament, one: Round
) -> None:
    days: dict[str, Any] = {"first_day": factories.NOW.date(), "last_day": factories.NOW.date()}
    actions.create_season(
        club=record.club,
        name="Зима",
        by=organising.organiser(record),
        now=factories.NOW,
        start_key=uuid4(),
        **days,
    )
    Tournament.objects.filter(pk=record.pk).update(finished_at=factories.NOW)
    stands = whole(Tournament.objects.get(pk=record.pk))
    said = " ".join(of_void(stands, one.tables.get(number=2).pk))
    assert "Season “Зима”: " in said


def test_totals_of_a_closed_round_are_taken_back_when_what_follows_was_seen(
    host_client: Client, record: Tournament, one: Round
) -> None:
    second = one.tables.get(number=2)
    where = at(record, "table_totals_back", second.pk)
    said = text(host_client.post(where, {}))
    assert f"Round 1, table 2: {name_at(second, 0)} 60 → —" in said
    assert host_client.post(where, {"store": "yes"}).status_code == 422
    second.refresh_from_db()
    assert second.typed_at is not None
    assert host_client.post(where, {"store": "yes", "reason": "Не тот лист"}).status_code == 302
    second.refresh_from_db()
    assert second.typed_at is None


def test_in_an_open_round_a_table_is_void_at_once(host_client: Client, record: Tournament) -> None:
    table = organising.publish(record).tables.get(number=1)
    assert (
        host_client.post(at(record, "table_void", table.pk), {"reason": "Листы"}).status_code == 302
    )
    assert host_client.post(at(record, "table_restore", table.pk)).status_code == 302
    table.refresh_from_db()
    assert table.voided_at is None


def test_a_sheet_behind_typed_totals_changes_nothing(
    host_client: Client, record: Tournament
) -> None:
    one = organising.publish(record)
    table = one.tables.get(number=1)
    factories.write(table.game, factories.entry(0, 0, "sixes", "66632"))
    entrants = table.seats.values_list("entrant", flat=True)
    organising.type_totals(table, dict.fromkeys(entrants, 100))
    factories.finish(table.game)
    said = looked_at(host_client, table.game, "66666")
    assert "The totals typed from paper count: nothing changes in the tournament." in said


def test_a_void_table_changes_nothing(host_client: Client, record: Tournament, one: Round) -> None:
    first = one.tables.get(number=1)
    by = organising.organiser(record)
    actions.void_table(table=first, reason="Перепутаны листы", by=by, now=factories.NOW)
    assert "The table is void: nothing changes" in looked_at(host_client, first.game, "66666")


def test_a_correction_that_moves_nobody_says_so(host_client: Client, one: Round) -> None:
    first = one.tables.get(number=1)
    assert "Nothing changes in the tournament." in looked_at(host_client, first.game, "66623")


def test_a_game_of_its_own_has_no_such_words(host_client: Client, club: Club) -> None:
    game = factories.game(club)
    factories.write(game, factories.entry(0, 0, "sixes", "66632"))
    factories.finish(game)
    assert "What changes in the tournament" not in looked_at(host_client, game, "66662")


def test_a_correction_and_its_reversal_leave_what_was_there(
    host_client: Client, record: Tournament, one: Round
) -> None:
    first = one.tables.get(number=1)
    before = whole(record).standing(0).rows
    stored(host_client, first.game, "66666")
    assert whole(record).standing(0).rows != before
    stored(host_client, first.game, "66632")
    assert whole(record).standing(0).rows == before
