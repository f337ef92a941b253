"""Each criterion decides alone, and does without its value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.tournaments.events import event, rank, rounds, table
from tournaments.engine.blitz import Attempt, Blitz, Decision, attempt
from tournaments.engine.chain import BLITZ, LOTS, complete
from tournaments.engine.model import Adjustment, Entrant, Seat, Table
from tournaments.engine.points import Total, tally
from tournaments.engine.standings import Standing, standing
from tournaments.engine.tiebreaks import (
    BEST_GAME,
    CRITERIA,
    FIRST_PLACES,
    HEAD_TO_HEAD,
    OPPONENTS,
    POKERS,
    SETTLEMENT,
    STRUCK,
    TOTAL,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.engine.model import Event, Round
    from tournaments.engine.tiebreaks import Chain

OLYA, LEV, ASYA = "Оля", "Лев", "Ася"


def level(played: Iterable[Round], chain: Chain, who: Sequence[str] = (OLYA, LEV, ASYA)) -> Event:
    """The event, with those named levelled on 0 points by adjustments."""
    given = event(played, chain=chain, entrants=[Entrant(key, key) for key in who])
    counted = tally(given)
    adjustments = tuple(
        Adjustment(key, -counted.exact(counted.points[key]), "levelled") for key in who
    )
    return replace(given, stages=(replace(given.stages[0], adjustments=adjustments),))


def ordered(ranked: Standing, *who: str) -> list[tuple[object, int, str | None]]:
    """Entrant, place among those named, and what parted it."""
    rows = [row for row in ranked.rows if row.entrant in who]
    return [(row.entrant, row.place - rows[0].place + 1, row.parted_by) for row in rows]


def decides(key: str) -> list[tuple[object, int, str | None]]:
    """Оля, Лев, Ася, by this criterion alone; Ася is the one who has no value."""
    return [(OLYA, 1, key), (LEV, 2, key), (ASYA, 3, key)]


def test_settlement_decides_and_who_has_not_played_is_last() -> None:
    played = rounds([table({OLYA: 110, "x": 90}), table({LEV: 100, "y": 120}, number=2)])
    ranked = standing(level(played, (SETTLEMENT,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("settlement")
    assert ranked.value("settlement", OLYA) == 10
    assert ranked.value("settlement", LEV) == -10
    assert ranked.value("settlement", ASYA) is None


def test_total_decides_and_who_has_not_played_is_last() -> None:
    played = rounds([table({OLYA: -5, "x": 90}), table({LEV: -7, "y": 0}, number=2)])
    ranked = standing(level(played, (TOTAL,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("total")


def test_first_places_decide_and_a_shared_one_counts() -> None:
    played = rounds([table({OLYA: 90, "x": 90, "z": 60}), table({LEV: 200, "y": 201}, number=2)])
    ranked = standing(level(played, (FIRST_PLACES,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("first_places")
    assert [ranked.value("first_places", who) for who in (OLYA, LEV, ASYA)] == [1, 0, None]


def test_best_game_decides_and_who_has_not_played_is_last() -> None:
    played = rounds(
        [table({OLYA: 100, LEV: 150})], [table({OLYA: 200, "x": 0}), table({LEV: 150, "y": 0})]
    )
    ranked = standing(level(played, (BEST_GAME,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("best_game")


def test_pokers_decide_and_one_unknown_game_makes_the_value_missing() -> None:
    one = Table(1, (Seat(OLYA, 100, pokers=1), Seat(LEV, 100, pokers=0), Seat(ASYA, 100, pokers=5)))
    two = Table(1, (Seat(OLYA, 100, pokers=1), Seat(LEV, 100, pokers=1), Seat(ASYA, 100)))
    ranked = standing(level(rounds([one], [two]), (POKERS,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("pokers")
    assert ranked.value("pokers", ASYA) is None


def test_fewer_struck_boxes_decide_and_the_unknown_is_never_best() -> None:
    one = Table(1, (Seat(OLYA, 100, struck=2), Seat(LEV, 100, struck=3), Seat(ASYA, 100)))
    ranked = standing(level(rounds([one]), (STRUCK,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("struck")


def test_head_to_head_decides_by_the_tables_where_all_met() -> None:
    played = rounds(
        [table({OLYA: 120, LEV: 100, ASYA: 80})],
        [table({OLYA: 0, "x": 300}), table({LEV: 300, "y": 0}), table({ASYA: 300, "z": 0})],
    )
    ranked = standing(level(played, (HEAD_TO_HEAD,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("head_to_head")
    assert ranked.partings[0].values == (20, 0, -20)
    with pytest.raises(KeyError):
        ranked.value("head_to_head", OLYA)


def test_head_to_head_parts_nobody_where_they_never_all_met() -> None:
    played = rounds(
        [table({OLYA: 120, LEV: 100})], [table({LEV: 120, ASYA: 100})], [table({ASYA: 1, OLYA: 0})]
    )
    ranked = standing(level(played, (HEAD_TO_HEAD,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == [(who, 1, None) for who in (ASYA, LEV, OLYA)]
    assert not ranked.partings


def test_those_still_level_begin_the_chain_anew() -> None:
    # All three met once: Ася is behind. Оля and Лев met once more: now that table counts.
    played = rounds([table({OLYA: 110, LEV: 110, ASYA: 80})], [table({OLYA: 120, LEV: 100})])
    ranked = standing(level(played, (HEAD_TO_HEAD,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("head_to_head")
    assert [parting.groups for parting in ranked.partings] == [
        ((LEV, OLYA), (ASYA,)),
        ((OLYA,), (LEV,)),
    ]


def test_strength_of_opponents_decides_and_who_met_nobody_is_last() -> None:
    played = rounds(
        [table({OLYA: 100, "x": 100}), table({LEV: 100, "y": 100}, number=2)],
        [table({"x": 150, "z": 100}), table({"y": 110, "v": 100}, number=2)],
    )
    ranked = standing(level(played, (OPPONENTS,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("opponents")
    assert ranked.value("opponents", OLYA) == 25
    assert ranked.value("opponents", LEV) == 5


def test_an_opponent_met_twice_counts_twice() -> None:
    played = rounds(
        [table({OLYA: 0, "x": 6})], [table({OLYA: 0, "x": 6})], [table({OLYA: 0, "y": 0})]
    )
    ranked = standing(event(played, chain=(OPPONENTS,)))
    assert ranked.value("opponents", OLYA) == 4


def test_lots_are_repeatable_and_know_neither_id_nor_order() -> None:
    names = [f"игрок {n}" for n in range(30)]

    def drawn(ids: list[int], seed: str) -> list[str]:
        people = [Entrant(key, name) for key, name in zip(ids, names, strict=True)]
        given = event([], chain=(LOTS,), entrants=people[::-1] if ids[0] else people, seed=seed)
        by_id = {entrant.id: entrant.sort_key for entrant in people}
        ranked = standing(given)
        return [by_id[row.entrant] for row in ranked.rows]

    first = drawn(list(range(30)), "осень")
    assert drawn(list(range(30, 0, -1)), "осень") == first
    assert drawn(list(range(30)), "весна") != first
    assert first != sorted(first)


def test_lots_leave_namesakes_level() -> None:
    people = [Entrant(1, "Лена"), Entrant(2, "Лена"), Entrant(3, "Ира")]
    places = standing(event([], chain=(LOTS,), entrants=people)).places()
    assert places[1] == places[2] != places[3]


def blitzed(*deciders: Blitz | Decision, dropped: str = "") -> Standing:
    """Оля, Лев and Ася level on everything, with these blitzes and decisions."""
    given = event(rounds([table({OLYA: 180, LEV: 180, ASYA: 180})]), chain=(TOTAL, BLITZ))
    entrants = tuple(
        replace(each, last_round=1) if each.id == dropped else each for each in given.entrants
    )
    stage = replace(given.stages[0], deciders=deciders)
    return standing(replace(given, entrants=entrants, stages=(stage,)))


ALL = frozenset({OLYA, LEV, ASYA})


def test_a_blitz_decides_and_who_did_not_throw_is_last() -> None:
    one = attempt({ASYA: None, OLYA: "44441", LEV: "55123"}, rank)
    ranked = blitzed(Blitz(ALL, (one,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("blitz")
    assert {row.points for row in ranked.rows} == {0}
    assert {ranked.value("total", who) for who in (OLYA, LEV, ASYA)} == {180}


def test_without_its_blitz_the_tie_is_back() -> None:
    assert set(blitzed().places().values()) == {1}


def test_a_blitz_does_not_speak_for_who_was_not_asked_to_throw() -> None:
    two = frozenset({OLYA, LEV})
    played = Blitz(
        two, (Attempt(((OLYA, "1"), (LEV, "2")), (frozenset({OLYA}), frozenset({LEV}))),)
    )
    assert set(blitzed(played).places().values()) == {1}
    # But who has dropped cannot be asked: they come last.
    assert ordered(blitzed(played, dropped=ASYA), OLYA, LEV, ASYA) == decides("blitz")


def test_the_latest_blitz_that_parts_anybody_counts() -> None:
    early = attempt({OLYA: "1", LEV: "3", ASYA: "2"}, rank)
    late = attempt({OLYA: "3", LEV: "2", ASYA: "1"}, rank)
    level_again = attempt({OLYA: "1", LEV: "1", ASYA: "1"}, rank)
    blitzes = [Blitz(ALL, (each,)) for each in (early, late, level_again)]
    assert ordered(blitzed(*blitzes), OLYA, LEV, ASYA) == decides("blitz")


def test_the_organisers_decision_stands_in_for_a_blitz() -> None:
    order = (frozenset({OLYA}), frozenset({LEV}), frozenset({ASYA}))
    ranked = blitzed(Decision(order, "Лев ушёл на поезд"))
    assert ordered(ranked, OLYA, LEV, ASYA) == decides("decision")
    partial = blitzed(Decision((frozenset({OLYA}), frozenset({LEV})), "только двое"))
    assert set(partial.places().values()) == {1}


def test_from_a_blitz_nobody_goes_back_to_the_chain() -> None:
    played = rounds(
        [table({OLYA: 100, LEV: 80})], [table({LEV: 120, ASYA: 90})], [table({ASYA: 110, OLYA: 80})]
    )
    given = level(played, (HEAD_TO_HEAD, BLITZ))
    one = attempt({OLYA: "55", LEV: "55", ASYA: "1"}, rank)
    stage = replace(given.stages[0], deciders=(Blitz(ALL, (one,)),))
    ranked = standing(replace(given, stages=(stage,)))
    assert ordered(ranked, OLYA, LEV, ASYA) == [
        (LEV, 1, "blitz"),
        (OLYA, 1, "blitz"),
        (ASYA, 3, "blitz"),
    ]


def test_lots_behind_a_blitz_order_the_list_but_leave_the_tie_named() -> None:
    given = event(rounds([table({OLYA: 180, LEV: 180})]), chain=(BLITZ, LOTS))
    ranked = standing(given)
    assert sorted(ranked.places().values()) == [1, 2]
    assert {row.parted_by for row in ranked.rows} == {"lots"}
    assert ranked.undecided == ((LEV, OLYA),)


def test_the_decision_always_follows_the_blitz() -> None:
    nothing: Chain = ()
    assert [each.key for each in complete(nothing)] == ["blitz", "decision"]
    assert [each.key for each in complete((BLITZ, LOTS))] == ["blitz", "decision", "lots"]
    with pytest.raises(ValueError, match="twice"):
        complete((TOTAL, TOTAL))


def test_every_criterion_is_named_in_both_languages() -> None:
    for key, criterion in CRITERIA.items():
        assert key == criterion.key
        for text in (criterion.name, criterion.by, criterion.sentence):
            assert text.ru
            assert text.en
        assert criterion.sentence.ru.endswith(".")
        assert criterion.sentence.en.endswith(".")


def test_a_parting_says_itself() -> None:
    played = rounds([table({OLYA: 110, "x": 91}), table({LEV: 100, "y": 120}, number=2)])
    ranked = standing(level(played, (SETTLEMENT,)))
    said = ranked.partings[0].sentence({OLYA: "Оля", LEV: "Лев", ASYA: "Ася"})
    assert said.ru == "Сумма расчётов: Оля 9,50, Лев −10, Ася нет"
    assert said.en == "Settlement sum: Оля 9.50, Лев −10, Ася none"


def test_the_same_chain_ranks_other_points() -> None:
    ranked = standing(event(rounds([table({OLYA: 3, LEV: 2})]), points=Total(), chain=(TOTAL,)))
    assert [row.parted_by for row in ranked.rows] == [None, None]
