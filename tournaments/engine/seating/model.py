"""The nouns of seating: who comes, what is asked, what comes back. All are frozen values.

Entrants are opaque: they are told apart by their id and stand in the order the caller gives
(a name, a number drawn beforehand). Order and seed alone decide, never an id's value.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from fractions import Fraction

EntrantId: TypeAlias = Hashable


class SeatingError(ValueError):
    """A request that has no legal answer, or contradicts itself; the text is one line."""


class CannotSeatError(SeatingError):
    """So many `players` cannot be seated at tables of the `sizes` asked for."""

    def __init__(self, players: int, sizes: tuple[int, ...]) -> None:
        self.players = players
        self.sizes = tuple(sorted(sizes))
        wanted = ", ".join(str(size) for size in self.sizes)
        super().__init__(
            f"{players} players cannot be seated at tables of {wanted} with nobody left over"
        )


class Method(Enum):
    """The four ways of seating a stage (tournaments.md §1.3)."""

    BALANCED = "balanced"
    LOTTERY = "lottery"
    STANDINGS = "standings"
    SNAKE = "snake"


@dataclass(frozen=True, slots=True)
class Sizes:
    """Which numbers of seats a table may have, and which is the wanted one.

    Tables larger than `preferred` are used only where nothing else seats everyone: with the
    default, a five exists only for exactly five people (tournaments.md §1.1).
    Raises `SeatingError` if `preferred` is not among `allowed` or a size is below two.
    """

    allowed: tuple[int, ...] = (3, 4, 5)
    preferred: int = 4

    def __post_init__(self) -> None:
        if not self.allowed or min(self.allowed) < 2:
            raise SeatingError("a table has two seats or more")
        if self.preferred not in self.allowed:
            raise SeatingError(f"tables of {self.preferred} are not among the sizes allowed")


@dataclass(frozen=True, slots=True)
class Attendee:
    """An entrant as seating sees them.

    `club`: entrants with the same label are kept apart. `table`: the number of the table that
    this entrant cannot leave. `away`: the numbers of the rounds, from 1, they are not seated in:
    before a late entry, after a drop, or simply absent.
    """

    id: EntrantId
    club: Hashable | None = None
    table: int | None = None
    away: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """A table of one round: its number in the hall, and who sits there in order of seats."""

    number: int
    seats: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its tables in order of number, and who has a bye."""

    tables: tuple[Table, ...]
    byes: tuple[EntrantId, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """What the organiser asks for.

    `rounds` counts all rounds of the event, the published ones included; those are kept as they
    are, and only the ones after them are seated. `BALANCED` and `LOTTERY` seat all of them,
    `STANDINGS` and `SNAKE` the next one by `standing`: groups of entrants level with one
    another, best first (level ones are drawn by the seed, those named nowhere come last).
    `draft`: rounds planned before for the places after the published ones; a balanced plan stays
    near them, so that a drop-out does not upset everything. `apart_rounds`: in the first so many
    rounds club-mates are kept apart above all else but repeated meetings.
    `byes`: may entrants be left out where the sizes cannot seat all who are present?
    `iterations`: how many exchanges the search may try; None is a sensible number.
    """

    attendees: tuple[Attendee, ...]
    rounds: int
    published: tuple[Round, ...] = ()
    sizes: Sizes = field(default_factory=Sizes)
    method: Method = Method.BALANCED
    standing: tuple[tuple[EntrantId, ...], ...] = ()
    draft: tuple[Round, ...] = ()
    seed: int = 0
    iterations: int | None = None
    apart_rounds: int = 3
    byes: bool = True


@dataclass(frozen=True, slots=True)
class Report:
    """What a schedule reaches, all rounds counted, beside what cannot be beaten (seating.md).

    `repeats`: meetings of a pair beyond its first. `c2`: the sum of m(m−1)/2 over pairs that met
    m times. `bound`: no schedule with these players and table sizes has a smaller `c2`.
    `most_meetings`: of one pair. `club_meetings`: pairs of club-mates at one table, every time
    counted; `club_bound`: so many at least. `early_club_meetings`: those in the rounds that
    should have none. `seat_spread`: the largest difference between how often somebody had one
    seat and another. `small_spread`, `bye_spread`: the difference between who sat most and least
    often at a table smaller than the largest of its round, and between who had most and fewest
    byes, among those present in every round. `rank_spread`: the mean difference between first and
    last place in the standing at one table of the round just seated, where a standing was given.
    """

    repeats: int
    c2: int
    bound: int
    most_meetings: int
    club_meetings: int
    club_bound: int
    early_club_meetings: int
    seat_spread: int
    small_spread: int
    bye_spread: int
    rank_spread: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds, the published ones first and unchanged, with the seed that repeats them."""

    rounds: tuple[Round, ...]
    report: Report
    seed: int
