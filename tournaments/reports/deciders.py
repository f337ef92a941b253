"""Blitzes and decisions as everybody sees them: who threw what, and who was ahead."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import rules
from tournaments.engine.blitz import Attempt, Blitz, Group, progress
from tournaments.models import Decider, Stage
from tournaments.presence import number_of
from tournaments.queries import Whole, decider


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of an attempt: its place in it, whose it is, its pips; none of who did not throw."""

    place: int
    name: str
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeciderLines:
    """A blitz or a decision: the attempts in order, the order they came to, who throws again.

    ``order``: names by place, those still level in one · ``reason``: of a decision.
    """

    blitz: bool
    attempts: tuple[tuple[Hand, ...], ...]
    order: tuple[tuple[int, tuple[str, ...]], ...]
    again: tuple[str, ...]
    reason: str


def decider_lines(stands: Whole, stage: Stage) -> tuple[DeciderLines, ...]:
    """Those of a stage that hold, in the order they were made."""
    names = stands.names
    held = (one for one in stands.deciders if one.stage_id == stage.pk and one.undone_at is None)
    return tuple(_lines(one, names) for one in held)


def _lines(record: Decider, names: Mapping[int, str]) -> DeciderLines:
    value = decider(record)
    if not isinstance(value, Blitz):
        return DeciderLines(False, (), _ordered(value.order, names), (), value.reason)
    stands = progress(value)
    again = sorted(names[number_of(one)] for group in stands.must_play for one in group)
    return DeciderLines(
        blitz=True,
        attempts=tuple(_hands(each, names) for each in value.attempts),
        order=_ordered(stands.order, names),
        again=tuple(again),
        reason="",
    )


def _ordered(
    order: Sequence[Group], names: Mapping[int, str]
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple(
        (place, tuple(sorted(names[number_of(one)] for one in group)))
        for place, group in _placed(order)
    )


def _hands(attempt: Attempt, names: Mapping[int, str]) -> tuple[Hand, ...]:
    thrown = dict(attempt.hands)
    return tuple(
        Hand(place, names[number_of(key)], _pips(thrown[key]))
        for place, group in _placed(attempt.groups)
        for key in sorted(group, key=lambda one: names[number_of(one)])
    )


def _placed(order: Sequence[Group]) -> Iterator[tuple[int, Group]]:
    place = 1
    for group in order:
        yield place, group
        place += len(group)


def _pips(hand: str | None) -> tuple[int, ...]:
    return tuple(rules.parse_dice(hand)) if hand else ()
