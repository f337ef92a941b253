"""Cuts and prizes: through, out, level across the line, and the smallest blitz."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from tests.tournaments.events import event, rank, rounds, table
from tournaments.engine.blitz import Decision, play
from tournaments.engine.chain import BLITZ, LOTS
from tournaments.engine.cuts import (
    FinalTable,
    FirstOfTable,
    FirstOverall,
    OpenTie,
    closing,
    cut_result,
    prize_ties,
    shares,
)
from tournaments.engine.model import Entrant, Round, TableState
from tournaments.engine.standings import joined, standing
from tournaments.engine.tiebreaks import BEST_GAME, TOTAL

if TYPE_CHECKING:
    from tournaments.engine.blitz import Blitz
    from tournaments.engine.cuts import Cut, CutResult
    from tournaments.engine.model import Event
    from tournaments.engine.standings import Standing
    from tournaments.engine.tiebreaks import Chain

FIVE = table({"a": 230, "b": 220, "c": 200, "d": 180, "e": 180})


def cut(given: Event) -> CutResult:
    result = cut_result(given)
    assert result is not None
    return result


def of_five(rule: Cut, chain: Chain = (TOTAL,)) -> Event:
    return event(rounds([FIVE]), chain=chain, cut=rule)


def with_decider(given: Event, decider: Blitz | Decision) -> Event:
    stage = given.stages[0]
    return replace(given, stages=(replace(stage, deciders=(*stage.deciders, decider)),))


def with_dropped(given: Event, who: str) -> Event:
    entrants = (replace(e, last_round=1) if e.id == who else e for e in given.entrants)
    return replace(given, entrants=tuple(entrants))


def test_the_first_k_go_on() -> None:
    result = cut(of_five(FirstOverall(3)))
    assert result.through == ("a", "b", "c")
    assert result.out == ("d", "e")
    assert result.decided


def test_a_line_inside_a_tie_names_both_and_offers_a_blitz() -> None:
    """field-cases.md: places 4 and 5 equal on every criterion."""
    given = of_five(FinalTable(4))
    result = cut(given)
    assert not result.decided
    assert result.through == ("a", "b", "c")
    assert result.out == ()
    assert result.ties == (OpenTie(("d", "e"), 4, frozenset({1})),)
    assert not closing(given).possible

    blitz = play(result.ties[0].blitz(), {"d": "11", "e": "22"}, rank)
    decided = with_decider(given, blitz)
    assert cut(decided).through == ("a", "b", "c", "e")
    assert cut(decided).out == ("d",)
    assert closing(decided).possible
    undone = with_decider(given, blitz.undo())
    assert cut(undone).ties == result.ties


def test_a_blitz_that_ties_again_leaves_fewer() -> None:
    given = event(
        rounds([table(dict.fromkeys("abcdef", 180))]), chain=(TOTAL,), cut=FirstOverall(3)
    )
    tie = cut(given).ties[0]
    assert tie == OpenTie(tuple("abcdef"), 1, frozenset({3}))
    hands: dict[int | str, str | None] = {
        "a": "66", "b": "66", "c": "55", "d": "55", "e": "11", "f": "11"
    }  # fmt: skip
    blitz = play(tie.blitz(), hands, rank)
    result = cut(with_decider(given, blitz))
    assert result.through == ("a", "b")
    assert result.out == ("e", "f")
    assert result.ties == (OpenTie(("c", "d"), 3, frozenset({1})),)


def test_a_decision_with_a_reason_is_the_other_way_out() -> None:
    given = of_five(FirstOverall(4))
    decided = with_decider(given, Decision((frozenset({"d"}), frozenset({"e"})), "e left"))
    assert cut(decided).through == ("a", "b", "c", "d")
    assert standing(decided).rows[3].parted_by == "decision"


def test_lots_behind_the_blitz_do_not_draw_the_line() -> None:
    result = cut(of_five(FirstOverall(4), (TOTAL, BLITZ, LOTS)))
    assert result.ties == (OpenTie(("d", "e"), 4, frozenset({1})),)
    assert cut(of_five(FirstOverall(4), (TOTAL, LOTS))).decided


def test_who_dropped_is_passed_over() -> None:
    given = with_dropped(of_five(FirstOverall(3)), "b")
    result = cut(given)
    assert result.through == ("a", "c")
    assert result.ties == (OpenTie(("d", "e"), 3, frozenset({1})),)
    assert result.out == ("b",)
    assert cut(with_dropped(given, "d")).through == ("a", "c", "e")


def test_the_first_of_each_table_go_on() -> None:
    last = [table({"a": 90, "b": 80, "c": 70}), table({"d": 20, "e": 20, "f": 10}, number=2)]
    first = [table({"a": 50, "b": 0, "c": 0, "d": 0, "e": 10, "f": 0})]
    given = event(rounds(first, last), chain=(BEST_GAME,), cut=FirstOfTable(1))
    assert cut(given).ties == (OpenTie(("d", "e"), 1, frozenset({1}), table=2),)
    assert cut(given).through == ("a",)
    assert set(cut(given).out) == {"b", "c", "f"}
    two = replace(given, stages=(replace(given.stages[0], cut=FirstOfTable(2)),))
    assert cut(two).through == ("a", "b", "d", "e")


def test_those_level_at_a_table_are_parted_by_the_chain() -> None:
    first = [table({"a": 100, "b": 120, "c": 0})]
    last = [table({"a": 90, "b": 90, "c": 70})]
    given = event(rounds(first, last), chain=(BEST_GAME,), cut=FirstOfTable(1))
    assert cut(given).through == ("b",)


def test_a_cut_by_table_waits_for_the_table() -> None:
    last = [table({"a": 2, "b": 1}), table({"c": 2, "d": 1}, number=2, state=TableState.OPEN)]
    result = cut(event(rounds(last), chain=(), cut=FirstOfTable(1)))
    assert result.through == ("a",)
    assert result.out == ("b",)
    assert result.waiting == (2,)
    assert not result.decided
    assert result.provisional


def test_closing_names_the_unfinished_tables() -> None:
    played = rounds(
        [table({"a": 1, "b": 0})],
        [
            table({"a": 1, "b": 0}, number=1, state=TableState.VOID),
            table({"a": 1, "b": 0}, number=2, state=TableState.OPEN),
            table({"c": 1, "d": 0}, number=3, state=TableState.PROVISIONAL),
        ],
    )
    assert closing(event(played)).tables == ((2, 2), (2, 3))


def test_a_stage_without_a_cut_has_no_line() -> None:
    assert cut_result(event(rounds([FIVE]))) is None
    assert closing(event(rounds([FIVE]))).possible


def test_more_go_on_than_there_are() -> None:
    assert cut(of_five(FirstOverall(9))).through == ("a", "b", "c", "d", "e")


@pytest.mark.parametrize("prizes", [1, 2, 3])
def test_ties_below_the_prizes_do_not_matter(prizes: int) -> None:
    assert prize_ties([standing(of_five(FirstOverall(3)))], prizes) == ()


def test_prizes_ask_for_the_smallest_group() -> None:
    ranked = standing(of_five(FirstOverall(3)))
    assert prize_ties([ranked], 4) == (OpenTie(("d", "e"), 4, frozenset({1}), stage=0),)
    three = event(rounds([table({"a": 9, "b": 9, "c": 9, "d": 9})]), chain=(TOTAL,))
    ranked = standing(three)
    assert prize_ties([ranked], 2) == (OpenTie(tuple("abcd"), 1, frozenset({1, 2}), stage=0),)
    assert prize_ties([ranked], 9) == (OpenTie(tuple("abcd"), 1, frozenset({1, 2, 3}), stage=0),)


def test_those_left_at_their_tables_are_level_among_themselves() -> None:
    """Three are level on points, and one of them went on as the first of a table."""
    tables = [
        table({"a": 110, "b": 100, "c": 90}),
        table({"d": 140, "e": 110, "f": 50}, number=2),
        table({"g": 140, "h": 110, "i": 50}, number=3),
    ]
    first = event(rounds(tables), cut=FirstOfTable(1))
    through = cut(first).through
    assert set(through) == {"a", "d", "g"}
    final = replace(
        first.stages[0],
        rounds=(Round(2, (table({"a": 90, "d": 80, "g": 70}),)),),
        members=frozenset(through),
        cut=None,
    )

    def ranked(*deciders: Blitz | Decision) -> list[Standing]:
        stage = replace(first.stages[0], deciders=deciders)
        whole = replace(first, stages=(stage, final))
        return [standing(whole, 0), standing(whole, 1)]

    tie = OpenTie(("e", "h"), 4, frozenset({1}), stage=0)
    assert prize_ties(ranked(), 3) == ()
    assert prize_ties(ranked(), 4) == (tie,)
    settled = ranked(play(tie.blitz(), {"e": "11234", "h": "66666"}, rank))
    assert prize_ties(settled, 9) == prize_ties(ranked(), 9)[1:]
    assert [(place.entrant, place.parted_by) for place in joined(settled)][3:5] == [
        ("h", "blitz"),
        ("e", "blitz"),
    ]
    # In the stage itself the three are level as before: there nothing hangs on it.
    assert settled[0].rows == ranked()[0].rows


def test_a_prize_list_is_shared_among_those_tied() -> None:
    groups = [["a"], ["b"], ["c"], ["d", "e"]]
    assert shares(groups, [100, 50, 20, 5]) == {
        "a": 100, "b": 50, "c": 20, "d": Fraction(5, 2), "e": Fraction(5, 2)
    }  # fmt: skip
    assert shares(groups, [100]) == {"a": 100}


def test_cuts_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        FirstOverall(0)
    with pytest.raises(ValueError, match="at least one"):
        FirstOfTable(0)
    with pytest.raises(ValueError, match="2 to 6"):
        FinalTable(7)


def test_entrants_without_a_game_can_be_level_across_the_line() -> None:
    people = [Entrant(key, key) for key in "abc"]
    result = cut(event([], entrants=people, cut=FirstOverall(2)))
    assert result.ties == (OpenTie(("a", "b", "c"), 1, frozenset({2})),)
