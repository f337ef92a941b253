"""The blitz: those level throw one hand, those still level throw again (rules.md §2.9).

A blitz is a value: the group and its attempts. It orders, and touches no total. To undo a
hand is to have one attempt fewer. How hands rank is the caller's: `rank(hands)` answers the
groups, best first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tournaments.engine.model import EntrantId

Group: TypeAlias = frozenset[EntrantId]

Rank: TypeAlias = Callable[[Mapping[EntrantId, str]], Sequence[Iterable[EntrantId]]]
"""Hands (dice as text) to groups of entrants, best first, each entrant once."""


class BlitzError(ValueError):
    """The hands do not fit what the blitz waits for."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One hand of each who had to play, None for who did not throw, and how they ranked."""

    hands: tuple[tuple[EntrantId, str | None], ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Blitz:
    """Those level, and the attempts so far.

    `lines`: after how many of the group a line falls, e.g. {1} when one of them goes on;
    None when all of them must be put apart.
    """

    group: Group
    attempts: tuple[Attempt, ...] = ()
    lines: frozenset[int] | None = None

    def undo(self) -> Blitz:
        """Answer the blitz without its last attempt."""
        return replace(self, attempts=self.attempts[:-1])


@dataclass(frozen=True, slots=True)
class Decision:
    """The organiser's word instead of a blitz: the order of a group, with its reason."""

    order: tuple[Group, ...]
    reason: str

    def __post_init__(self) -> None:
        members = [entrant for group in self.order for entrant in group]
        if len(members) != len(set(members)):
            raise ValueError("a decision names somebody twice")
        if not self.reason.strip():
            raise ValueError("a decision needs its reason")


@dataclass(frozen=True, slots=True)
class Parted:
    """What one attempt decided: who was level, and in what order they are since."""

    attempt: int
    level: Group
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a blitz stands.

    `order`: best first; who stands alone stays there, whatever is still thrown.
    `must_play`: those who throw again, each group for itself. `decided`: each attempt that
    counts. `unused`: attempts (from 0) that no longer fit, e.g. after an earlier hand was
    corrected; they are kept and decide nothing.
    """

    order: tuple[Group, ...]
    must_play: tuple[Group, ...]
    decided: tuple[Parted, ...]
    unused: tuple[int, ...]

    @property
    def finished(self) -> bool:
        """Whether nobody has to throw again."""
        return not self.must_play

    def places(self) -> dict[EntrantId, int]:
        """Answer the place of each inside the group: 1, 2, 2, 4."""
        places: dict[EntrantId, int] = {}
        for group in self.order:
            places |= dict.fromkeys(group, len(places) + 1)
        return places


def attempt(hands: Mapping[EntrantId, str | None], rank: Rank) -> Attempt:
    """Rank one hand of each; who did not throw (None) comes last, however many they are.

    Raises BlitzError if `rank` does not answer each entrant once.
    """
    thrown = {entrant: hand for entrant, hand in hands.items() if hand is not None}
    groups = [frozenset(group) for group in rank(thrown)] if thrown else []
    if sorted(map(repr, (e for group in groups for e in group))) != sorted(map(repr, thrown)):
        raise BlitzError("the ranking must name each hand once")
    absent = frozenset(hands) - frozenset(thrown)
    return Attempt(tuple(hands.items()), (*groups, absent) if absent else tuple(groups))


def progress(blitz: Blitz) -> Progress:
    """Follow the attempts of a blitz to the order so far and to who must play again."""
    order: tuple[Group, ...] = (blitz.group,)
    decided: list[Parted] = []
    unused: list[int] = []
    for index, each in enumerate(blitz.attempts):
        players = frozenset(entrant for entrant, _ in each.hands)
        if players not in _waiting(order, blitz.lines):
            unused.append(index)
            continue
        at = order.index(players)
        order = (*order[:at], *each.groups, *order[at + 1 :])
        decided.append(Parted(index, players, each.groups))
    return Progress(order, _waiting(order, blitz.lines), tuple(decided), tuple(unused))


def play(blitz: Blitz, hands: Mapping[EntrantId, str | None], rank: Rank) -> Blitz:
    """Add one attempt. Raises BlitzError unless exactly one group that must play has thrown."""
    if frozenset(hands) not in progress(blitz).must_play:
        raise BlitzError("these are not the ones who must throw now")
    return replace(blitz, attempts=(*blitz.attempts, attempt(hands, rank)))


def _waiting(order: tuple[Group, ...], lines: frozenset[int] | None) -> tuple[Group, ...]:
    waiting = []
    passed = 0
    for group in order:
        inside = range(passed + 1, passed + len(group))
        if len(group) > 1 and (lines is None or any(line in lines for line in inside)):
            waiting.append(group)
        passed += len(group)
    return tuple(waiting)
