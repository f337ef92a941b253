"""Seasons: what counts, what is dropped, ties, projection, and what can still be reached."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.tournaments import reference
from tests.tournaments.events import event, rank, rounds, table
from tournaments.engine.blitz import Blitz, attempt
from tournaments.engine.chain import LOTS
from tournaments.engine.leagues import (
    ATTENDANCE,
    BEST_EVENING,
    COMMON_EVENINGS,
    SEASON_CRITERIA,
    SETTLEMENTS,
    WINS,
    BySettlement,
    EventResult,
    LeagueRule,
    Placement,
    PlayerResult,
    SeasonChain,
    SeasonStanding,
    Together,
    event_result,
    season_standing,
)
from tournaments.engine.model import Points, TableState
from tournaments.engine.projections import project, reach

OLYA, LEV, ASYA = "Оля", "Лев", "Ася"
PLAYERS: dict[int | str, str] = {OLYA: OLYA, LEV: LEV, ASYA: ASYA}
LIST = Placement({1: (100, 61, 30)})


def scored(key: str, *, evening: str = "", void: bool = False, **points: Points) -> EventResult:
    """An event whose settlements are these; places follow from them."""
    names = {"olya": OLYA, "lev": LEV, "asya": ASYA}
    results = tuple(
        PlayerResult(names[who], 1 + sum(other > own for other in points.values()), own)
        for who, own in points.items()
    )
    return EventResult(key, evening or key, results, void)


def season(*events: EventResult, rule: LeagueRule | None = None) -> SeasonStanding:
    return season_standing(events, rule or LeagueRule(BySettlement()), PLAYERS)


def points(ranked: SeasonStanding) -> dict[object, Points]:
    return {row.player: row.points for row in ranked.rows}


def test_placement_points_by_the_list_of_the_field() -> None:
    lists = Placement({3: (7, 4, 1), 4: (7, 5, 3, 1), 10: (20, 10)})
    three = EventResult("t", "t", tuple(PlayerResult(n, n) for n in (1, 2, 3)))
    assert lists.of_event(three) == {1: 7, 2: 4, 3: 1}
    five = EventResult("t", "t", tuple(PlayerResult(n, n) for n in (1, 2, 3, 4, 5)))
    assert lists.of_event(five) == {1: 7, 2: 5, 3: 3, 4: 1, 5: 0}
    two = EventResult("t", "t", (PlayerResult(1, 1), PlayerResult(2, 1)))
    assert lists.of_event(two) == {1: Fraction(11, 2), 2: Fraction(11, 2)}
    many = EventResult("t", "t", tuple(PlayerResult(n, n) for n in range(1, 13)))
    assert lists.of_event(many)[2] == 10
    assert lists.of_event(many)[3] == 0


def test_those_sharing_a_place_share_its_points() -> None:
    ranked = season(scored("one", olya=5, lev=5, asya=-10), rule=LeagueRule(LIST))
    assert points(ranked) == {OLYA: Fraction(161, 2), LEV: Fraction(161, 2), ASYA: 30}
    assert [(row.place, row.shared) for row in ranked.rows] == [(1, 2), (1, 2), (3, 1)]


@pytest.mark.parametrize(
    ("together", "expected"), [(Together.SUM, 150), (Together.BEST, 80), (Together.AVERAGE, 75)]
)
def test_two_tables_on_one_evening(together: Together, expected: int) -> None:
    """field-cases.md, "League": 70 and 80, as set; games played counts 2."""
    rule = LeagueRule(BySettlement(), together=together)
    evening = [
        scored("table 1", evening="06-12", olya=70),
        scored("table 4", evening="06-12", olya=80),
    ]
    row = season(*evening, rule=rule).row(OLYA)
    assert row.points == expected
    assert row.games == 2
    assert len(row.counted) == 1


def test_the_best_evenings_count_and_the_rest_are_shown_as_dropped() -> None:
    rule = LeagueRule(BySettlement(), best=2)
    row = season(
        scored("1", olya=10),
        scored("2", olya=-5),
        scored("3", olya=30),
        scored("4", olya=20),
        rule=rule,
    ).row(OLYA)
    assert row.points == 50
    assert [evening.key for evening in row.counted] == ["3", "4"]
    assert [evening.key for evening in row.dropped] == ["1", "2"]


def test_the_worst_of_the_evenings_held_is_dropped_a_missed_one_first() -> None:
    rule = LeagueRule(BySettlement(), drop=1)
    ranked = season(
        scored("1", olya=10, lev=10), scored("2", olya=4, lev=4), scored("3", olya=1), rule=rule
    )
    assert points(ranked)[OLYA] == points(ranked)[LEV] == 14
    assert [evening.key for evening in ranked.row(OLYA).dropped] == ["3"]
    assert ranked.row(LEV).dropped == ()
    assert season(scored("1", olya=10), rule=rule).row(OLYA).points == 10


def test_the_bonus_comes_with_the_evening_and_falls_with_it() -> None:
    rule = LeagueRule(LIST, best=1, bonus=5)
    ranked = season(scored("1", olya=2, lev=1), scored("2", olya=1, lev=2), rule=rule)
    assert points(ranked)[OLYA] == 105
    for row in ranked.rows:
        assert row.points == sum(evening.points for evening in row.counted)


def test_below_the_minimum_of_games_there_is_no_place() -> None:
    rule = LeagueRule(BySettlement(), minimum_games=2)
    ranked = season(scored("1", olya=1, lev=50), scored("2", olya=1), rule=rule)
    assert [(row.player, row.place) for row in ranked.rows] == [
        (OLYA, 1),
        (LEV, None),
        (ASYA, None),
    ]
    assert ranked.row(LEV).points == 50
    with pytest.raises(KeyError):
        ranked.row("nobody")


def test_a_void_event_counts_for_nobody() -> None:
    held = [scored("1", olya=1, lev=2), scored("2", olya=3, lev=1)]
    void = scored("3", void=True, olya=99, asya=99)
    rule = LeagueRule(BySettlement(), drop=1)
    assert season(*held, void, rule=rule) == season(*held, rule=rule)


def test_a_season_without_events_or_players_is_empty() -> None:
    assert [row.place for row in season().rows] == [None, None, None]
    assert season_standing([], LeagueRule(LIST), {}).rows == ()


def level(chain: SeasonChain, *events: EventResult, best: int | None = None) -> SeasonStanding:
    ranked = season(
        *events, rule=LeagueRule(BySettlement(), chain=chain, best=best, minimum_games=0)
    )
    assert len(set(points(ranked).values())) == 1
    return ranked


def order(ranked: SeasonStanding) -> list[tuple[object, int | None, str | None]]:
    return [(row.player, row.place, row.parted_by) for row in ranked.rows]


def decides(key: str) -> list[tuple[object, int | None, str | None]]:
    return [(OLYA, 1, key), (LEV, 2, key), (ASYA, 3, key)]


def test_wins_decide() -> None:
    # Оля wins 1 and shares 2, Лев shares 2; Ася has never played.
    lost = EventResult("3", "3", (PlayerResult(OLYA, 2, -5),))
    events = scored("1", olya=5, lev=0), scored("2", olya=0, lev=0), lost
    assert order(level((WINS,), *events)) == decides("wins")


def test_the_best_evening_decides() -> None:
    events = scored("1", olya=5, lev=2), scored("2", olya=-5, lev=-2)
    assert order(level((BEST_EVENING,), *events)) == decides("best_evening")


def test_the_settlement_sum_decides_with_the_dropped_evenings() -> None:
    events = scored("1", olya=0, lev=0), scored("2", olya=-1, lev=-2)
    assert order(level((SETTLEMENTS,), *events, best=1)) == decides("settlements")


def test_attendance_decides() -> None:
    events = scored("1", olya=0, lev=0), scored("2", olya=0)
    assert order(level((ATTENDANCE,), *events)) == decides("attendance")


def test_common_evenings_decide_where_all_those_level_came() -> None:
    events = scored("1", olya=5, lev=3, asya=-1), scored("2", olya=-5), scored("3", lev=-3)
    assert order(level((COMMON_EVENINGS,), *events, scored("4", asya=1))) == decides(
        "common_evenings"
    )
    apart = level((COMMON_EVENINGS,), scored("1", olya=5), scored("2", olya=-5), scored("3", lev=0))
    assert {row.place for row in apart.rows} == {1}


def test_lots_and_blitz_decide() -> None:
    drawn = level((LOTS,), scored("1", olya=0, lev=0, asya=0))
    assert sorted(row.place or 0 for row in drawn.rows) == [1, 2, 3]
    blitz = Blitz(frozenset(PLAYERS), (attempt({OLYA: "3", LEV: "2", ASYA: "1"}, rank),))
    ranked = season_standing(
        [scored("1", olya=0, lev=0, asya=0)], LeagueRule(BySettlement()), PLAYERS, deciders=(blitz,)
    )
    assert order(ranked) == decides("blitz")
    assert season(scored("1", olya=0, lev=0)).undecided == ((LEV, OLYA),)


def test_every_season_criterion_is_named_once_in_both_languages() -> None:
    keys = [criterion.key for criterion in SEASON_CRITERIA]
    assert len(keys) == len(set(keys))
    for criterion in SEASON_CRITERIA:
        assert all(
            (each.ru, each.en) for each in (criterion.name, criterion.by, criterion.sentence)
        )


def test_a_projection_says_what_drops_and_what_is_gained() -> None:
    rule = LeagueRule(BySettlement(), best=2)
    held = [scored("1", olya=61, lev=90), scored("2", olya=80, lev=20)]
    lines = project(held, scored("3", olya=74, lev=10), rule, PLAYERS)
    told = {
        line.player: (line.drops, line.gains, line.before.place, line.after.place) for line in lines
    }
    assert told == {OLYA: (61, 74, 1, 1), LEV: (0, 0, 2, 2), ASYA: (0, 0, None, None)}
    for line in lines:
        assert line.after.points == line.before.points - line.drops + line.gains


def test_a_projection_on_the_same_evening_replaces_it() -> None:
    held = [scored("1", evening="x", olya=70)]
    lines = project(held, scored("2", evening="x", olya=80), LeagueRule(BySettlement()), PLAYERS)
    assert [(line.drops, line.gains) for line in lines if line.player == OLYA] == [(70, 150)]


def test_a_void_event_projects_nothing() -> None:
    held = [scored("1", olya=70)]
    lines = project(held, scored("2", void=True, olya=80), LeagueRule(BySettlement()), PLAYERS)
    assert all(line.before == line.after for line in lines)


def test_what_each_can_still_reach() -> None:
    rule = LeagueRule(LIST, best=2)
    held = [scored("1", olya=2, lev=1, asya=0), scored("2", olya=2, lev=1, asya=0)]
    told = {
        each.player: (each.lowest, each.highest, each.best_place, each.worst_place)
        for each in reach(held, rule, PLAYERS, remaining=1, best=100)
    }
    assert told == {
        OLYA: (200, 200, 1, 1),
        LEV: (122, 161, 2, 3),
        ASYA: (60, 130, 2, 3),
    }
    done = reach(held, rule, PLAYERS, remaining=0, best=100)
    assert {each.player: each.lowest == each.highest for each in done} == dict.fromkeys(
        PLAYERS, True
    )


def test_reach_knows_that_an_evening_can_cost_points() -> None:
    held = [scored("1", olya=10, lev=-10)]
    bounds = reach(held, LeagueRule(BySettlement()), PLAYERS, remaining=2, best=50, worst=-40)
    olya = next(each for each in bounds if each.player == OLYA)
    assert (olya.lowest, olya.highest, olya.best_place, olya.worst_place) == (-70, 110, 1, 3)


def test_a_tournament_becomes_a_result_of_its_confirmed_tables() -> None:
    played = rounds(
        [table({"a": 30, "b": 10})],
        [table({"a": 5, "b": 15}), table({"c": 9, "d": 1}, number=2, state=TableState.PROVISIONAL)],
    )
    result = event_result(event(played), key="cup", evening="06-12")
    assert result == EventResult(
        "cup", "06-12", (PlayerResult("a", 1, 5, 2), PlayerResult("b", 2, -5, 2))
    )


@pytest.mark.parametrize(
    "wrong",
    [{"best": 0}, {"drop": -1}, {"best": 2, "drop": 1}],
    ids=str,
)
def test_rules_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"evening|dropped"):
        LeagueRule(LIST, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="list"):
        Placement({})


@pytest.mark.parametrize("seed", range(200))
def test_random_seasons_are_the_reference_in_any_order(seed: int) -> None:
    draw = Random(seed)
    players: dict[int | str, str] = {n: f"name {n}" for n in range(draw.randint(1, 9))}
    events = []
    for number in range(draw.randint(0, 8)):
        present = draw.sample(list(players), draw.randint(1, len(players)))
        won = {who: draw.choice((-20, 0, 10, Fraction(1, 3))) for who in present}
        results = tuple(
            PlayerResult(
                who, 1 + sum(other > own for other in won.values()), own, draw.randint(1, 3)
            )
            for who, own in won.items()
        )
        events.append(EventResult(str(number), str(number // 2), results, void=draw.random() < 0.1))
    best = draw.choice((None, 1, 2, 3))
    rule = LeagueRule(
        draw.choice((BySettlement(), Placement({2: (5, 2), 5: (9, 6, 4, 3, 1)}))),
        together=draw.choice(list(Together)),
        best=best,
        drop=draw.choice((0, 1, 2)) if best is None else 0,
        bonus=draw.choice((0, 1)),
        chain=tuple(draw.sample(SEASON_CRITERIA, draw.randint(0, 5))),
    )
    ranked = season_standing(events, rule, players, seed=str(seed))
    expected = reference.season_points(events, rule, list(players))
    assert points(ranked) == expected
    placed = [row for row in ranked.rows if row.place is not None]
    assert [row.points for row in placed] == sorted((row.points for row in placed), reverse=True)
    shuffled = draw.sample(events, len(events))
    people = dict(draw.sample(list(players.items()), len(players)))
    assert season_standing(shuffled, rule, people, seed=str(seed)) == ranked
