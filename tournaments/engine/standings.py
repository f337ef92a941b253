"""Standings: points, then the chain; for each tie, what parted it (tournaments.md §1.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tournaments.engine.chain import Order, complete, descale, part
from tournaments.engine.model import Text
from tournaments.engine.points import Tally, tally
from tournaments.engine.wording import ordinal

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from tournaments.engine.chain import Parting, Value
    from tournaments.engine.model import EntrantId, Event, Points
    from tournaments.engine.tiebreaks import Chain


class Row(NamedTuple):
    """One line of a standing; a plain tuple, since thousands are made at once.

    `place`: 1, 2, 2, 4; `shared`: how many have it. `points` are exact. `parted_by`: the key
    of the criterion that fixed the place among those level on points, None where none did.
    `provisional`: a table of this entrant is open or unconfirmed.
    """

    entrant: EntrantId
    place: int
    shared: int
    points: Points
    games: int
    byes: int
    parted_by: str | None
    dropped: bool
    provisional: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A stage's standing.

    `rows`: by place, those sharing one by sort key. `chain`: as asked, with the organiser's
    decision. `partings`: what put those level on points apart. `undecided`: see `Order`.
    """

    rows: tuple[Row, ...]
    chain: Chain
    partings: tuple[Parting, ...]
    undecided: tuple[tuple[EntrantId, ...], ...]
    tally: Tally

    @property
    def provisional(self) -> bool:
        """Whether some table is open or waits for its confirmation."""
        return self.tally.provisional

    def places(self) -> dict[EntrantId, int]:
        """Answer everybody's place."""
        return {row.entrant: row.place for row in self.rows}

    def value(self, key: str, entrant: EntrantId) -> Value:
        """Answer an entrant's value for a criterion of the chain, computed when asked for.

        Raises KeyError for a criterion that is not in the chain, or whose value hangs on who
        is level: those stand in the partings.
        """
        for criterion in self.chain:
            if criterion.key == key and not criterion.relative:
                steps = criterion.value(self.tally, entrant, frozenset())
                return descale(steps, self.tally.unit if criterion.scaled else 1)
        raise KeyError(key)

    def groups(self) -> list[list[Row]]:
        """Answer the rows of each place, best first."""
        groups: list[list[Row]] = []
        for row in self.rows:
            if groups and groups[-1][0].place == row.place:
                groups[-1].append(row)
            else:
                groups.append([row])
        return groups

    def reason(self, row: Row) -> Text | None:
        """Say what fixed a place: "3rd by blitz"; None where points alone did."""
        place = ordinal(row.place)
        if row.shared > 1:
            return Text(
                ru=f"{place.ru}, делят {row.shared}: поровну по всем показателям",
                en=f"{place.en}, shared by {row.shared}: level on every criterion",
            )
        criterion = next((each for each in self.chain if each.key == row.parted_by), None)
        if criterion is None:
            return None
        return Text(ru=f"{place.ru} {criterion.by.ru}", en=f"{place.en} {criterion.by.en}")


def standing(event: Event, stage: int = -1, *, provisional: bool = True) -> Standing:
    """Rank a stage of an event.

    In: the event, the index of the stage, whether unconfirmed tables count.
    Nothing hangs on the order in which anything is given, nor on an entrant's id.
    Raises what `tally` raises, and ValueError for a chain that names a criterion twice.
    """
    counted = tally(event, stage, provisional=provisional)
    chain = complete(event.stages[stage].chain)
    level: dict[Points, list[EntrantId]] = {}
    for entrant in counted.members:
        level.setdefault(counted.points[entrant], []).append(entrant)
    order = part(counted, [level[points] for points in sorted(level, reverse=True)], chain)
    return Standing(_rows(counted, order), chain, order.partings, order.undecided, counted)


def _rows(counted: Tally, order: Order) -> tuple[Row, ...]:
    parted_by = {entrant: each.criterion for each in order.partings for entrant in each.level}
    points, played, byes = counted.points, counted.played, counted.byes
    dropped, waiting = counted.dropped, counted.waiting
    rows: list[Row] = []
    for group in order.groups:
        exact = counted.exact(points[group[0]])
        place = len(rows) + 1
        for entrant in group:
            row = Row(
                entrant,
                place,
                len(group),
                exact,
                len(played[entrant]),
                byes[entrant],
                parted_by.get(entrant),
                entrant in dropped,
                entrant in waiting,
            )
            rows.append(row)
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A place in the whole event: the stage (from 0) that gave it, and how many share it.

    `parted_by`: the key of the criterion that fixed it among those level on points, None where
    none did.
    """

    entrant: EntrantId
    place: int
    shared: int
    stage: int
    parted_by: str | None = None


def final_places(event: Event, *, provisional: bool = True) -> tuple[FinalPlace, ...]:
    """Rank the whole event: the last stage's members first, then those left behind before.

    Who did not go on keeps the order of the stage in which they stopped.
    """
    stages = range(len(event.stages))
    return joined([standing(event, stage, provisional=provisional) for stage in stages])


def joined(standings: Sequence[Standing]) -> tuple[FinalPlace, ...]:
    """Rank a whole event from the standings of its stages, in their order."""
    places: list[FinalPlace] = []
    for stage, order in left_behind(standings):
        parted_by = {row.entrant: row.parted_by for row in standings[stage].rows}
        parted_by |= {entrant: each.criterion for each in order.partings for entrant in each.level}
        for group in order.groups:
            place = len(places) + 1
            places += [
                FinalPlace(entrant, place, len(group), stage, parted_by[entrant])
                for entrant in group
            ]
    return tuple(places)


def left_behind(standings: Sequence[Standing]) -> Iterator[tuple[int, Order]]:
    """Answer each stage (from 0), the last first, with the order of those whom it places.

    In: the standings of the stages, in their order. A stage places those who are in none after
    it, in its own order. Where some of those level went on and others did not, the others are
    level among themselves alone: they begin the chain anew, and a blitz or a decision among
    them is enough.
    """
    placed: set[EntrantId] = set()
    for stage, ranked in reversed(list(enumerate(standings))):
        yield stage, _left(ranked, placed)
        placed.update(row.entrant for row in ranked.rows)


def _left(ranked: Standing, placed: Container[EntrantId]) -> Order:
    level = {entrant: group for group in ranked.undecided for entrant in group}
    groups: list[tuple[EntrantId, ...]] = []
    partings: list[Parting] = []
    undecided: list[tuple[EntrantId, ...]] = []
    done: set[tuple[EntrantId, ...]] = set()
    for rows in ranked.groups():
        own = tuple(row.entrant for row in rows)
        together = level.get(own[0], own)
        left = tuple(entrant for entrant in together if entrant not in placed)
        if left == together:
            groups.append(own)
        if together in done:
            continue
        done.add(together)
        if left == together:
            undecided += [together] if len(together) > 1 else []
        elif left:
            order = part(ranked.tally, [left], ranked.chain)
            groups += order.groups
            partings += order.partings
            undecided += order.undecided
    return Order(tuple(groups), tuple(partings), tuple(undecided))
