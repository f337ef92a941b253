"""The nouns of an event: entrants, tables, rounds, stages. All are frozen values.

Units: totals and points are points of the score sheet, exact (`int` or `Fraction`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tournaments.engine.blitz import Blitz, Decision
    from tournaments.engine.cuts import Cut
    from tournaments.engine.points import PointsRule
    from tournaments.engine.tiebreaks import Chain

EntrantId: TypeAlias = int | str
"""Only tells entrants apart: no order, place or lot is ever taken from it."""

Points: TypeAlias = int | Fraction


@dataclass(frozen=True, slots=True)
class Text:
    """One thing said in both languages."""

    ru: str
    en: str

    def in_language(self, language: str) -> str:
        """Say it in "ru" or "en"."""
        return self.ru if language == "ru" else self.en


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a pair, in an event.

    `sort_key` is what the caller lists level entrants by: the normalised name, made distinct
    where two share it. `lot` is the one drawn when they entered, which a new name leaves as it
    is; None: drawn from the seed and the sort key (equal ones stay level even by lot).
    `first_round` is the first round of the event this entrant could play, from 1: earlier
    ones are counted by the bye rule. `last_round` is the last one they stayed for, None while
    they stay: the results stay too (a drop), and a cut made before it is not touched.
    `removed`: as if they had never played (rules.md §5, "removed").
    """

    id: EntrantId
    sort_key: str
    first_round: int = 1
    last_round: int | None = None
    removed: bool = False
    lot: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """One entrant's result at a table.

    Whoever sat there for the entrant, the result is the entrant's (tournaments.md §1.5).
    `total` is the final total, None while the table plays. `pokers` (pokers thrown) and
    `struck` (struck boxes) are None where only totals are known.
    """

    entrant: EntrantId
    total: int | None
    pokers: int | None = None
    struck: int | None = None


class TableState(Enum):
    """How far a table's result can be trusted."""

    OPEN = "open"
    PROVISIONAL = "provisional"
    CONFIRMED = "confirmed"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Table:
    """One game. A void one counts nowhere: its replay is another table of the round."""

    number: int
    seats: tuple[Seat, ...]
    state: TableState = TableState.CONFIRMED


@dataclass(frozen=True, slots=True)
class Round:
    """A round, numbered from 1 through the whole event.

    `byes` are those who rest in it. Who neither sits nor rests gets nothing for the round,
    unless they entered later (`Entrant.first_round`).
    """

    number: int
    tables: tuple[Table, ...]
    byes: frozenset[EntrantId] = frozenset()

    def unfinished(self) -> tuple[Table, ...]:
        """Answer the tables that keep the round from being closed, in the order given."""
        waiting = (TableState.OPEN, TableState.PROVISIONAL)
        return tuple(table for table in self.tables if table.state in waiting)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty (below 0) or a correction, with its reason. Undone by leaving it out."""

    entrant: EntrantId
    points: Points
    reason: str


@dataclass(frozen=True, slots=True)
class Stage:
    """Some rounds counted in one way.

    `carries`: the points and games of the stage before count on; else it begins at zero.
    `members`: who is in it, None for every entrant. `cut`: who goes on from here.
    `deciders`: the blitzes and decisions of this stage, in the order they were made.
    """

    rounds: tuple[Round, ...]
    points: PointsRule
    chain: Chain
    carries: bool = False
    members: frozenset[EntrantId] | None = None
    adjustments: tuple[Adjustment, ...] = ()
    deciders: tuple[Blitz | Decision, ...] = ()
    cut: Cut | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A whole event: its entrants, its stages so far, the seed its lots are drawn with."""

    entrants: tuple[Entrant, ...]
    stages: tuple[Stage, ...]
    seed: str = ""
