"""The chain: how criteria part those who are level, and the ways out that any chain has.

Each criterion is one object with one function. The chain is asked from its beginning; the
first criterion that parts a group is the one that counts, a missing value ranks last, and
those still level begin the chain anew among themselves, or, once they have come to the blitz,
play again (docs/decisions/0006-standings.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from tournaments.engine.blitz import Blitz, Decision, progress
from tournaments.engine.model import EntrantId, Points, Text
from tournaments.engine.points import whole
from tournaments.engine.wording import number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Level: TypeAlias = frozenset[EntrantId]
Value: TypeAlias = Points | None


class Record(Protocol):
    """What ordering needs to know, of an event as of a season."""

    @property
    def unit(self) -> int: ...
    @property
    def deciders(self) -> tuple[Blitz | Decision, ...]: ...
    @property
    def dropped(self) -> Level: ...
    def sort_key(self, entrant: EntrantId) -> str: ...
    def lot(self, entrant: EntrantId) -> int: ...


R_contra = TypeVar("R_contra", bound=Record, contravariant=True)


@dataclass(frozen=True, slots=True)
class Criterion(Generic[R_contra]):
    """One way to part those who are level.

    `value(record, entrant, level)` answers the entrant's figure, None where there is none.
    The highest is best, with `fewest` the lowest. `relative`: the figure hangs on who else is
    level. `scaled`: it is in steps of 1/unit of the record. `by` completes a place: "3rd" + "by
    blitz".
    """

    key: str
    name: Text
    by: Text
    sentence: Text
    value: Callable[[R_contra, EntrantId, Level], Value]
    fewest: bool = False
    relative: bool = False
    scaled: bool = False


@dataclass(frozen=True, slots=True)
class Parting:
    """A group that was level (best first), what parted it, and the groups since.

    `steps` are the values times `unit`, exact; `values` are what people read.
    """

    criterion: str
    name: Text
    level: tuple[EntrantId, ...]
    steps: tuple[Value, ...]
    unit: int
    groups: tuple[tuple[EntrantId, ...], ...]

    @property
    def values(self) -> tuple[Value, ...]:
        """Answer the value of each of the level group, in the same order."""
        return tuple(descale(step, self.unit) for step in self.steps)

    def sentence(self, names: Mapping[EntrantId, str]) -> Text:
        """Say it: "Best game: Оля 312, Лев 290"."""
        said = [(names[e], number(value)) for e, value in zip(self.level, self.values, strict=True)]
        return Text(
            ru=f"{self.name.ru}: " + ", ".join(f"{name} {value.ru}" for name, value in said),
            en=f"{self.name.en}: " + ", ".join(f"{name} {value.en}" for name, value in said),
        )


def descale(step: Value, unit: int) -> Value:
    """Answer a value from its steps of 1/unit."""
    return step if step is None or unit == 1 else whole(Fraction(step) / unit)


@dataclass(frozen=True, slots=True)
class Order:
    """Level groups after the chain.

    `groups`: best first, inside a group by sort key. `partings`: outer before inner.
    `undecided`: those whom neither the criteria before the blitz nor a blitz nor a decision
    put apart, even if lots after it did: they play where the place matters.
    """

    groups: tuple[tuple[EntrantId, ...], ...]
    partings: tuple[Parting, ...]
    undecided: tuple[tuple[EntrantId, ...], ...]


R = TypeVar("R", bound=Record)


def part(record: R, levels: Iterable[Sequence[EntrantId]], chain: Sequence[Criterion[R]]) -> Order:
    """Put groups in order, each level in itself, the best group first.

    In: what the criteria read, the groups, the chain as `complete` answers it.
    """
    parter = _Parter(record, chain)
    for level in levels:
        parter.part(_listed(record, level), 0)
    return Order(tuple(parter.groups), tuple(parter.partings), tuple(parter.undecided))


def _listed(record: Record, level: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    if len(level) == 1:
        return tuple(level)
    return tuple(sorted(level, key=lambda entrant: (record.sort_key(entrant), repr(entrant))))


class _Parter(Generic[R]):
    """The running answer of `part`, alive only inside it."""

    def __init__(self, record: R, chain: Sequence[Criterion[R]]) -> None:
        self.record = record
        self.chain = chain
        self.anew = _anew(chain)
        self.groups: list[tuple[EntrantId, ...]] = []
        self.partings: list[Parting] = []
        self.undecided: list[tuple[EntrantId, ...]] = []

    def part(self, level: tuple[EntrantId, ...], start: int, *, named: bool = False) -> None:
        """Part one group from a criterion on; `named`: it is in `undecided` already."""
        if len(level) > 1:
            record, together = self.record, frozenset(level)
            for index in range(start, len(self.chain)):
                criterion = self.chain[index]
                value = criterion.value
                values = [value(record, entrant, together) for entrant in level]
                if len(set(values)) > 1:
                    self._parted(index, level, values, named=named)
                    return
                if criterion is DECISION and not named:
                    self.undecided.append(level)
                    named = True
        self.groups.append(level)

    def _parted(
        self, index: int, level: tuple[EntrantId, ...], values: list[Value], *, named: bool
    ) -> None:
        criterion = self.chain[index]
        groups = _best_first(level, values, fewest=criterion.fewest)
        self.partings.append(
            Parting(
                criterion=criterion.key,
                name=criterion.name,
                level=tuple(entrant for _, group in groups for entrant in group),
                steps=tuple(value for value, group in groups for _ in group),
                unit=self.record.unit if criterion.scaled else 1,
                groups=tuple(group for _, group in groups),
            )
        )
        for _, group in groups:
            self.part(group, self.anew[index], named=named)


def _anew(chain: Sequence[Criterion[R]]) -> list[int]:
    """Answer, for each criterion, where those go on who are still level after it.

    They begin anew, which changes nothing for criteria that do not look at who is level.
    But from a blitz nobody goes back: those still level play again (rules.md §2.9).
    """
    answer = []
    back = None
    for index, criterion in enumerate(chain):
        if criterion is BLITZ or (criterion.relative and back is None):
            back = index
        answer.append(index + 1 if back is None else back)
    return answer


def _best_first(
    level: tuple[EntrantId, ...], values: list[Value], *, fewest: bool
) -> list[tuple[Value, tuple[EntrantId, ...]]]:
    groups: dict[Value, list[EntrantId]] = {}
    for entrant, value in zip(level, values, strict=True):
        groups.setdefault(value, []).append(entrant)
    known = sorted((value for value in groups if value is not None), reverse=not fewest)
    ordered: list[Value] = [*known, None] if None in groups else [*known]
    return [(value, tuple(groups[value])) for value in ordered]


def _lot(record: Record, entrant: EntrantId, _: Level) -> Value:
    return record.lot(entrant)


def _blitz(record: Record, entrant: EntrantId, level: Level) -> Value:
    orders = [progress(each).order for each in record.deciders if isinstance(each, Blitz)]
    return _last_word(record, orders, entrant, level)


def _decision(record: Record, entrant: EntrantId, level: Level) -> Value:
    orders = [each.order for each in record.deciders if isinstance(each, Decision)]
    return _last_word(record, orders, entrant, level)


def _last_word(
    record: Record, orders: list[tuple[Level, ...]], entrant: EntrantId, level: Level
) -> Value:
    """Answer the place among those level by the last order that puts any of them apart.

    An order speaks only where it names all those level who still play: after a correction
    that brings one more into the tie, it must not rank last who was never asked to throw.
    """
    for order in reversed(orders):
        groups = [group & level for group in order if group & level]
        if len(groups) > 1 and level - record.dropped <= frozenset().union(*groups):
            own = next((i for i, group in enumerate(groups) if entrant in group), None)
            return None if own is None else 1 + sum(len(group) for group in groups[:own])
    return None


LOTS: Criterion[Record] = Criterion(
    key="lots",
    name=Text(ru="Жребий", en="Lots"),
    by=Text(ru="по жребию", en="by lot"),
    sentence=Text(
        ru="Жребий из числа, записанного у турнира, и имени, под которым записались: повторяется, "
        "не зависит от порядка записи и не меняется с именем; меньший номер выше.",
        en="A lot from the event's seed and the name at entry: repeatable, whatever the order of "
        "entry, and kept when the name changes; the lower number ranks higher.",
    ),
    value=_lot,
    fewest=True,
)
BLITZ: Criterion[Record] = Criterion(
    key="blitz",
    name=Text(ru="Блиц", en="Blitz"),
    by=Text(ru="по блицу", en="by blitz"),
    sentence=Text(
        ru="Те, кто вровень, бросают одну руку; кто остался вровень, бросает ещё раз.",
        en="Those level throw one hand each; those still level throw again.",
    ),
    value=_blitz,
    fewest=True,
    relative=True,
)
DECISION: Criterion[Record] = Criterion(
    key="decision",
    name=Text(ru="Решение организатора", en="Organiser's decision"),
    by=Text(ru="по решению организатора", en="by the organiser's decision"),
    sentence=Text(
        ru="Организатор решил сам и записал причину.",
        en="The organiser decided, with a recorded reason.",
    ),
    value=_decision,
    fewest=True,
    relative=True,
)


def complete(chain: Sequence[Criterion[R]]) -> tuple[Criterion[R], ...]:
    """Answer the chain with the organiser's decision right behind the blitz.

    A chain without a blitz gets both at its end: they are the way out wherever a line falls
    inside a tie (tournaments.md §1.7). Raises ValueError if a criterion stands twice.
    """
    keys = [criterion.key for criterion in chain]
    if len(keys) != len(set(keys)):
        raise ValueError("a criterion stands twice in the chain")
    at = keys.index(BLITZ.key) if BLITZ.key in keys else len(keys)
    return (*chain[:at], BLITZ, DECISION, *chain[at + 1 :])
