"""What a correction would change is listed before it is saved (tournaments.md §1.8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.tournaments.events import event, rank, rounds, table
from tournaments.engine.blitz import Blitz, Decision, attempt
from tournaments.engine.corrections import (
    CutChange,
    DeciderChange,
    FigureChange,
    RowChange,
    TotalChange,
    changes,
)
from tournaments.engine.cuts import FirstOverall
from tournaments.engine.leagues import LeagueRule, Placement, event_result, season_standing
from tournaments.engine.model import TableState
from tournaments.engine.standings import standing
from tournaments.engine.tiebreaks import TOTAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.engine.model import EntrantId, Event, Points


def made(third: int, *, state: TableState = TableState.CONFIRMED, blitz: bool = False) -> Event:
    """a, b and c at one table, the first goes on; `third` is c's total."""
    given = event(
        rounds([table({"a": 60, "b": 60, "c": third}, state=state)]),
        chain=(TOTAL,),
        cut=FirstOverall(1),
    )
    if not blitz:
        return given
    played = Blitz(frozenset({"a", "b"}), (attempt({"a": "22", "b": "1"}, rank),), frozenset({1}))
    return replace(given, stages=(replace(given.stages[0], deciders=(played,)),))


def league(given: Event) -> Mapping[EntrantId, Points]:
    result = event_result(given, key="e", evening="e")
    players = {each.id: each.sort_key for each in given.entrants}
    ranked = season_standing([result], LeagueRule(Placement({1: (10, 6, 4)})), players)
    return {row.player: row.points for row in ranked.rows}


def test_a_correction_lists_totals_places_cuts_blitzes_and_league_points() -> None:
    listed = changes(made(30, blitz=True), made(90, blitz=True), league=league)
    assert listed.totals == (TotalChange(1, 1, "c", 30, 90),)
    assert set(listed.rows) == {
        RowChange(0, "a", (10, -10), (1, 2)),
        RowChange(0, "b", (10, -10), (2, 3)),
        RowChange(0, "c", (-20, 20), (3, 1)),
    }
    assert set(listed.cuts) == {
        CutChange(0, "a", "through", "out"),
        CutChange(0, "c", "out", "through"),
    }
    assert set(listed.final_places) == {
        FigureChange("a", 1, 2),
        FigureChange("b", 2, 3),
        FigureChange("c", 3, 1),
    }
    assert set(listed.league_points) == {
        FigureChange("a", 10, 6),
        FigureChange("b", 6, 4),
        FigureChange("c", 4, 10),
    }
    # Still level, still parted by the blitz.
    assert listed.deciders == ()


def test_a_blitz_whose_tie_is_gone_or_grown_is_named() -> None:
    before = made(30, blitz=True)
    three_level = made(60, blitz=True)
    listed = changes(before, three_level)
    assert listed.deciders == (
        DeciderChange(0, 0, frozenset({"a", "b"}), before=True, after=False),
    )
    assert CutChange(0, "a", "through", "tied") in listed.cuts
    assert changes(three_level, before).deciders[0].after


def test_a_decision_whose_tie_is_gone_is_named() -> None:
    word = Decision((frozenset({"a"}), frozenset({"b"})), "b left")
    before, after = (
        replace(given, stages=(replace(given.stages[0], deciders=(word,)),))
        for given in (made(30), made(60))
    )
    assert changes(before, after).deciders[0].before


def test_a_correction_and_its_reversal_leave_the_same() -> None:
    assert not changes(made(30), made(30))
    assert changes(made(30), made(31))
    assert standing(made(30)) == standing(made(30))


def test_a_game_made_void_loses_its_totals() -> None:
    listed = changes(made(30), made(30, state=TableState.VOID))
    assert [(each.entrant, each.before, each.after) for each in listed.totals] == [
        ("a", 60, None),
        ("b", 60, None),
        ("c", 30, None),
    ]


def test_both_states_have_the_same_stages() -> None:
    given = made(30)
    with pytest.raises(ValueError, match="shorter"):
        changes(replace(given, stages=(*given.stages, given.stages[0])), given)


def test_who_is_new_or_gone_is_listed() -> None:
    given = made(30)
    fewer = replace(
        given,
        entrants=tuple(replace(each, removed=each.id == "c") for each in given.entrants),
    )
    gone = next(each for each in changes(given, fewer).rows if each.entrant == "c")
    assert (gone.place, gone.points) == ((3, None), (-20, None))
