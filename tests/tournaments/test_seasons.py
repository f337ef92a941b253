"""Seasons from the database: against a reference, after corrections, merges and voids."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.utils import translation

from scorekeeper import actions as sheets
from scorekeeper.models import Club, Game, Player, Seat, Shown
from tests import factories
from tests.factories import NOW
from tests.tournaments import organising, season_reference
from tests.tournaments.season_reference import Table
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Season
from tournaments.queries import whole
from tournaments.reports import consequences
from tournaments.seasons import counted

FIRST, LAST = date(2026, 9, 1), date(2027, 5, 31)
PEOPLE = ("Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна")


def season(club: Club, **rule: Any) -> Season:
    """A season of the club from September to May."""
    given: dict[str, Any] = {"name": "2026/27", "first_day": FIRST, "last_day": LAST, **rule}
    return actions.create_season(
        club=club,
        by=club.memberships.order_by("pk")[0].account,
        now=NOW,
        start_key=uuid4(),
        **given,
    )


def table(club: Club, day: date, totals: Mapping[str, int], **columns: Any) -> Game:
    """A finished game of an evening whose receipts say these totals."""
    at = datetime.combine(day, time(17), UTC)
    game = factories.game(club, names=tuple(totals), now=at, **columns)
    for seat in game.seats.select_related("player"):
        total = totals[seat.player.name]
        place = 1 + sum(other > total for other in totals.values())
        Seat.objects.filter(pk=seat.pk).update(total=total, place=place)
    Game.objects.filter(pk=game.pk).update(finished_at=at)
    return game


def drawn(random: Random) -> tuple[list[Table], dict[str, Any]]:
    """Some evenings with one or two tables each, and a rule to count them by."""
    tables: list[Table] = []
    for number in range(random.randint(1, 6)):
        day = FIRST + timedelta(days=7 * number)
        for _ in range(random.randint(1, 2)):
            names = random.sample(PEOPLE, random.randint(2, 4))
            tables.append((day, {name: random.randrange(0, 60, 10) for name in names}))
    lists = {
        2: [Fraction(n) for n in (3, 1)],
        4: [Fraction(n, 2) for n in sorted(random.sample(range(20), 4), reverse=True)],
    }
    best = random.choice((None, 1, 2, 3))
    rule = {
        "lists": random.choice((None, lists)),
        "together": random.choice(("sum", "best", "average")),
        "best": best,
        "drop": 0 if best else random.choice((0, 1, 2)),
        "bonus": random.choice((Fraction(0), Fraction(1, 2))),
        "minimum_games": random.choice((1, 1, 2, 3)),
    }
    return tables, rule


def stored(club: Club, rule: dict[str, Any]) -> Season:
    """The season of that rule; without a tie chain, so that those level share their place."""
    lists = rule["lists"]
    return season(
        club,
        points=Season.PointsRule.SETTLEMENT if lists is None else Season.PointsRule.PLACES,
        lists={str(n): list(map(str, figures)) for n, figures in (lists or {}).items()},
        together=rule["together"],
        best=rule["best"],
        drop=rule["drop"],
        bonus=str(rule["bonus"]),
        minimum_games=rule["minimum_games"],
        chain=[],
    )


def said(record: Season) -> dict[str, tuple[Fraction, int | None]]:
    """The table as the reference gives it."""
    stands = counted(record, today=FIRST)
    return {
        stands.players[int(row.player)].name: (Fraction(row.points), row.place)
        for row in stands.standing.rows
    }


@pytest.mark.parametrize("seed", range(12))
def test_a_random_season_equals_the_reference(club: Club, seed: int) -> None:
    random = Random(seed)
    tables, rule = drawn(random)
    record = stored(club, rule)
    games = [table(club, day, totals) for day, totals in tables]
    assert said(record) == season_reference.season(tables, **rule)
    # A correction reaches the table.
    at = random.randrange(len(tables))
    day, totals = tables[at]
    changed = {name: random.randrange(0, 60, 10) for name in totals}
    tables[at] = (day, changed)
    for seat in games[at].seats.select_related("player"):
        total = changed[seat.player.name]
        place = 1 + sum(other > total for other in changed.values())
        Seat.objects.filter(pk=seat.pk).update(total=total, place=place)
    assert said(record) == season_reference.season(tables, **rule)
    # A void evening counts for nobody, and counts again.
    by = record.created_by
    actions.void_evening(season=record, day=day, reason="нет света", by=by, now=NOW)
    others = [one for one in tables if one[0] != day]
    left = {name: figures for name, figures in said(record).items() if figures[0]}
    wanted = season_reference.season(others, **rule)
    assert left == {name: figures for name, figures in wanted.items() if figures[0]}
    actions.restore_evening(season=record, day=day, by=by, now=NOW)
    assert said(record) == season_reference.season(tables, **rule)


def test_merged_players_have_the_evenings_of_both(club: Club) -> None:
    record = season(club, chain=[])
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    table(club, FIRST + timedelta(days=7), {"Аня": 30, "Борис": 20})
    kept, gone = (club.players.get(name=name) for name in ("Анна", "Аня"))
    before = said(record)
    merge = sheets.merge_players(kept=kept, gone=gone, by=record.created_by, now=NOW)
    assert set(said(record)) == {"Анна", "Борис"}
    assert said(record)["Анна"][0] == before["Анна"][0] + before["Аня"][0]
    sheets.undo_merge(merge=merge, by=record.created_by, now=NOW)
    assert said(record) == before


def test_an_event_shown_to_fewer_than_the_season_does_not_count(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(shown=Shown.PUBLIC)
    record = season(club, shown=Shown.PUBLIC)
    game = table(club, FIRST, {"Анна": 30, "Борис": 20})
    Game.objects.filter(pk=game.pk).update(shown=Shown.MEMBERS)
    stands = counted(record, today=FIRST)
    assert stands.left_out == 1
    assert not stands.standing.rows


def test_a_game_after_midnight_of_the_zone_is_the_next_days(club: Club) -> None:
    """The club is in Moscow: 21:30 UTC on the last day is already the day after the season."""
    record = season(club, first_day=FIRST, last_day=FIRST)
    game = table(club, FIRST, {"Анна": 30, "Борис": 20})
    Game.objects.filter(pk=game.pk).update(started_at=datetime(2026, 9, 1, 20, 59, tzinfo=UTC))
    assert counted(record, today=FIRST).standing.rows
    Game.objects.filter(pk=game.pk).update(started_at=datetime(2026, 9, 1, 21, 30, tzinfo=UTC))
    assert not counted(record, today=FIRST).standing.rows


def test_summer_time_moves_no_evening(club: Club) -> None:
    """Planned by the clock of the club, whatever the distance from UTC."""
    Club.objects.filter(pk=club.pk).update(zone="Europe/Berlin")
    record = season(club)
    days = actions.weekly(date(2026, 10, 1), date(2026, 11, 30), weekday=4)
    actions.plan_evenings(season=record, days=days, at=time(19))
    assert [one.at for one in record.planned.all()] == [time(19)] * len(days)
    assert {one.day.weekday() for one in record.planned.all()} == {4}


def test_a_running_tournament_says_what_it_would_change(club: Club) -> None:
    record = season(club, lists={"2": ["10", "6", "3"]}, best=1)
    table(club, date(2026, 11, 22), {organising.name_of(0): 30, organising.name_of(1): 20})
    event = organising.tournament(club, players=4)
    one = organising.publish(event)
    (only,) = one.tables.all()
    totals = {
        seat.entrant_id: 400 if seat.entrant.name == organising.name_of(1) else 100
        for seat in only.seats.select_related("entrant__player")
    }
    organising.type_totals(only, totals)
    stands = counted(record, today=FIRST)
    (running,) = [event for event in stands.events if not event.over]
    lines = {stands.players[int(one.player)].name: one for one in stands.projection(running)}
    second = lines[organising.name_of(1)]
    assert (second.drops, second.gains) == (6, 10)
    assert stands.standing.row(second.player).points == 6


def test_what_each_can_still_reach(club: Club) -> None:
    record = season(club, lists={"2": ["10", "6"]}, chain=[])
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    actions.plan_evenings(season=record, days=[FIRST, FIRST + timedelta(days=7)], at=time(19))
    reached = {one.player: one for one in counted(record, today=FIRST).reach()}
    anna = Player.objects.get(name="Анна").pk
    assert (reached[anna].lowest, reached[anna].highest) == (10, 20)


def test_a_copied_season_has_the_rule_and_the_teams(club: Club) -> None:
    record = season(club, best=3, bonus="1/2")
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    anna = Player.objects.get(name="Анна").pk
    actions.set_teams(season=record, teams={str(anna): "Север"})
    made = actions.copy_season(
        season=Season.objects.get(pk=record.pk),
        name="2027/28",
        first_day=date(2027, 9, 1),
        by=record.created_by,
        now=NOW,
        start_key=uuid4(),
    )
    made.refresh_from_db()
    assert (made.best, made.bonus, made.teams) == (3, "1/2", {str(anna): "Север"})
    assert made.last_day - made.first_day == LAST - FIRST


def test_teams_have_the_points_of_their_players(club: Club) -> None:
    record = season(club, lists={"2": ["10", "6"]})
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    keys = {str(player.pk): "Север" for player in club.players.all()}
    actions.set_teams(season=record, teams=keys)
    record.refresh_from_db()
    assert counted(record, today=FIRST).teams() == [("Север", 16, 2)]


def test_an_archived_season_is_not_changed(club: Club) -> None:
    record = season(club)
    actions.archive_season(season=record, now=NOW)
    with pytest.raises(actions.SeasonArchived):
        actions.set_teams(season=record, teams={})
    actions.unarchive_season(season=record)
    actions.set_teams(season=record, teams={})


def test_two_tables_an_evening_raise_what_can_be_reached(club: Club) -> None:
    """Who brought two results on one evening can do so again."""
    record = season(club, lists={"2": ["10", "6"]}, chain=[])
    table(club, FIRST, {"Анна": 30, "Борис": 20})
    table(club, FIRST, {"Анна": 30, "Вера": 20})
    actions.plan_evenings(season=record, days=[FIRST + timedelta(days=7)], at=time(19))
    reached = {one.player: one for one in counted(record, today=FIRST).reach()}
    assert reached[Player.objects.get(name="Вера").pk].highest == 6 + 20


def test_a_correction_says_what_it_changes_in_the_season(club: Club) -> None:
    """League points are among what a correction would change, before it is stored."""
    season(club, name="Осень", lists={"2": ["10", "6", "3", "1"]})
    event = organising.tournament(club, StagePlan(rounds_planned=1), players=4)
    one = organising.publish(event)
    (only,) = one.tables.all()
    entrants = [seat.entrant_id for seat in only.seats.all()]
    organising.type_totals(only, dict(zip(entrants, (400, 300, 200, 100), strict=True)))
    organising.close(one)
    organising.close_stage(event)
    event.refresh_from_db()
    turned = dict(zip(entrants, (300, 400, 200, 100), strict=True))
    with translation.override("en"):
        said = consequences.of_totals(whole(event), only.pk, turned)
    names = whole(event).names
    assert f"Season “Осень”: {names[entrants[0]]} 10 → 6 points" in said
    assert f"Season “Осень”: {names[entrants[1]]} 6 → 10 points" in said
