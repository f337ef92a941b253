"""The blitz as a value: who plays again, what each hand decided, undoing (rules.md §2.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import rules
from tests.tournaments.events import rank
from tournaments.engine.blitz import (
    Attempt,
    Blitz,
    BlitzError,
    Decision,
    Parted,
    attempt,
    play,
    progress,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.engine.model import EntrantId

A, B, C, D, E = "Ася", "Борис", "Вера", "Глеб", "Дина"


def test_three_on_180_play_until_all_are_apart() -> None:
    """field-cases.md, "Tie-break blitz"."""
    blitz = Blitz(frozenset({A, B, C}))
    assert progress(blitz).must_play == (blitz.group,)

    blitz = play(blitz, {A: "44466", B: "44466", C: "55123"}, rank)
    one = progress(blitz)
    assert one.places() == {A: 1, B: 1, C: 3}
    assert one.must_play == (frozenset({A, B}),)
    assert not one.finished

    blitz = play(blitz, {A: "55123", B: "55432"}, rank)
    assert progress(blitz).places() == {A: 1, B: 1, C: 3}

    blitz = play(blitz, {A: "66554", B: "22222"}, rank)
    done = progress(blitz)
    assert done.finished
    assert done.places() == {B: 1, A: 2, C: 3}
    assert done.decided == (
        Parted(0, frozenset({A, B, C}), (frozenset({A, B}), frozenset({C}))),
        Parted(1, frozenset({A, B}), (frozenset({A, B}),)),
        Parted(2, frozenset({A, B}), (frozenset({B}), frozenset({A}))),
    )
    assert len(blitz.attempts) == 3


def test_undoing_is_one_attempt_fewer() -> None:
    start = Blitz(frozenset({A, B}))
    once = play(start, {A: "11", B: "11"}, rank)
    twice = play(once, {A: "22", B: "11"}, rank)
    assert progress(twice).finished
    assert twice.undo() == once
    assert once.undo() == start
    assert progress(start).places() == {A: 1, B: 1}


def test_two_groups_level_play_again_each_for_itself() -> None:
    blitz = play(Blitz(frozenset({A, B, C, D})), {A: "66", B: "66", C: "11", D: "11"}, rank)
    assert progress(blitz).must_play == (frozenset({A, B}), frozenset({C, D}))
    blitz = play(blitz, {D: "22", C: "11"}, rank)
    assert progress(blitz).must_play == (frozenset({A, B}),)
    blitz = play(blitz, {A: "1", B: "2"}, rank)
    assert progress(blitz).places() == {B: 1, A: 2, D: 3, C: 4}


def test_only_those_across_the_line_play_again() -> None:
    blitz = Blitz(frozenset({A, B, C, D, E}), (), frozenset({2}))
    blitz = play(blitz, {A: "66", B: "55", C: "55", D: "11", E: "11"}, rank)
    assert progress(blitz).must_play == (frozenset({B, C}),)
    blitz = play(blitz, {B: "1", C: "2"}, rank)
    assert progress(blitz).finished
    assert progress(blitz).places() == {A: 1, C: 2, B: 3, D: 4, E: 4}


def test_who_does_not_throw_is_last() -> None:
    blitz = play(Blitz(frozenset({A, B, C})), {A: None, B: "1", C: None}, rank)
    assert progress(blitz).places() == {B: 1, A: 2, C: 2}
    nobody = play(Blitz(frozenset({A, B})), {A: None, B: None}, rank)
    assert progress(nobody).must_play == (frozenset({A, B}),)


@pytest.mark.parametrize("hands", [{A: "1"}, {A: "1", B: "2", C: "3"}, {A: "1", C: "2"}, {}])
def test_exactly_those_who_are_level_throw(hands: dict[int | str, str | None]) -> None:
    with pytest.raises(BlitzError):
        play(Blitz(frozenset({A, B})), hands, rank)


def test_a_finished_blitz_takes_no_hand() -> None:
    done = play(Blitz(frozenset({A, B})), {A: "1", B: "2"}, rank)
    with pytest.raises(BlitzError):
        play(done, {A: "1", B: "2"}, rank)


def test_a_ranking_that_forgets_a_hand_is_refused() -> None:
    with pytest.raises(BlitzError):
        attempt({A: "1", B: "2"}, lambda _: [[A]])


def test_an_attempt_that_no_longer_fits_decides_nothing_but_is_kept() -> None:
    blitz = play(Blitz(frozenset({A, B})), {A: "11", B: "11"}, rank)
    blitz = play(blitz, {A: "1", B: "2"}, rank)
    corrected = attempt({A: "22", B: "11"}, rank)
    blitz = Blitz(blitz.group, (corrected, blitz.attempts[1]))
    assert progress(blitz).places() == {A: 1, B: 2}
    assert progress(blitz).unused == (1,)


def test_attempts_keep_their_hands() -> None:
    kept = attempt({A: "44441", B: None}, rank)
    assert kept == Attempt(((A, "44441"), (B, None)), (frozenset({A}), frozenset({B})))


def test_a_decision_needs_a_reason_and_names_each_once() -> None:
    with pytest.raises(ValueError, match="reason"):
        Decision((frozenset({A}), frozenset({B})), " ")
    with pytest.raises(ValueError, match="twice"):
        Decision((frozenset({A}), frozenset({A, B})), "because")


def test_the_rules_rank_the_hands_of_a_blitz() -> None:
    def by_the_rules(hands: Mapping[EntrantId, str]) -> list[list[EntrantId]]:
        thrown = {str(who): rules.parse_dice(hand) for who, hand in hands.items()}
        groups = rules.rank(thrown, rules.rule_set("showdown").options)
        return [[*group] for group in groups]

    blitz = play(Blitz(frozenset({A, B, C})), {A: "KKA9J", B: "QQQQ9", C: None}, by_the_rules)
    assert progress(blitz).places() == {B: 1, A: 2, C: 3}
