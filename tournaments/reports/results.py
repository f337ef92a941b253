"""The places of the whole event, and the prize-giving that shows them from the last one up."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from scorekeeper.currencies import currency_sign
from scorekeeper.names import search_key
from tournaments.engine.cuts import shares
from tournaments.engine.model import Points
from tournaments.engine.standings import FinalPlace, Standing, joined
from tournaments.engine.wording import number
from tournaments.presence import number_of
from tournaments.queries import Whole, shown_until, without_later
from tournaments.reports.standings import has_results
from tournaments.reports.wording import stage_title

NONE_SHOWN = 10_000
"""A place below any: shown down to it, nobody is."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """Those who have a place: (number, name) each; ``stage``: where they got it.

    ``prize``: what each of them gets, "" for nothing · ``reason``: what parted them from those
    level on points, "" where nothing had to.
    """

    place: int
    entrants: tuple[tuple[int, str], ...]
    stage: str
    prize: str
    reason: str


@dataclass(frozen=True, slots=True)
class PrizeGiving:
    """``shown``: places everybody sees, the best first · ``waiting``: those they do not, likewise.

    ``upcoming``: the next place to show, counted from the last one up.
    """

    shown: tuple[PlaceLine, ...]
    waiting: tuple[PlaceLine, ...]

    @property
    def upcoming(self) -> PlaceLine | None:
        """What is shown next."""
        return self.waiting[-1] if self.waiting else None

    @property
    def back(self) -> int:
        """Down to which place is shown once the last one shown is taken back."""
        return self.shown[1].place if len(self.shown) > 1 else NONE_SHOWN

    @property
    def latest(self) -> PlaceLine | None:
        """What was shown last."""
        return self.shown[0] if self.shown else None


def public_part(stands: Whole) -> Whole:
    """A tournament as everybody may see it."""
    until = shown_until(stands.record)
    return stands if until is None else without_later(stands, until)


def has_final(stands: Whole) -> bool:
    """Whether the places of the whole event say more than the standings, and are known."""
    more = len(stands.stages) > 1 or bool(stands.record.prizes)
    begun = len(stands.event.stages) == len(stands.stages)
    return more and stands.until is None and begun and has_results(stands.standing())


def place_lines(stands: Whole, language: str) -> tuple[PlaceLine, ...]:
    """The places of the whole event, the best first; none while nothing counts."""
    if not has_results(stands.standing(0)):
        return ()
    ranked = [stands.standing(stage) for stage in range(len(stands.event.stages))]
    places = joined(ranked)
    groups = [tuple(group) for _place, group in groupby(places, lambda one: one.place)]
    names = stands.names
    prizes = [Fraction(amount) for amount in stands.record.prizes]
    won = shares([[one.entrant for one in group] for group in groups], prizes)
    several = len(stands.stages) > 1
    return tuple(
        PlaceLine(
            place=group[0].place,
            entrants=tuple(
                (number_of(one.entrant), names[number_of(one.entrant)]) for one in group
            ),
            stage=stage_title(stands.stages[group[0].stage], stands.stages) if several else "",
            prize=_money(won.get(group[0].entrant), stands.record.currency, language),
            reason=_reason(group, ranked[group[0].stage], language),
        )
        for group in groups
    )


def _reason(group: Sequence[FinalPlace], ranked: Standing, language: str) -> str:
    if len(group) > 1:
        return ""
    parted_by = group[0].parted_by
    by = next((each.by for each in ranked.chain if each.key == parted_by), None)
    return by.in_language(language) if by else ""


def found_in(lines: Sequence[PlaceLine], wanted: str) -> tuple[PlaceLine, ...]:
    """The lines of those whose names contain ``wanted``, ё as е."""
    key = search_key(wanted)
    if not key:
        return tuple(lines)
    kept = (
        replace(line, entrants=tuple(one for one in line.entrants if key in search_key(one[1])))
        for line in lines
    )
    return tuple(line for line in kept if line.entrants)


def _money(amount: Points | None, currency: str, language: str) -> str:
    if amount is None:
        return ""
    said = number(amount).in_language(language)
    sign = currency_sign(currency, language) if currency else ""
    return f"{said}\u00a0{sign}" if sign else said


def prize_giving(stands: Whole, language: str) -> PrizeGiving | None:
    """How far the prize-giving is; None where nothing is hidden. ``stands``: with all that is."""
    if shown_until(stands.record) is None:
        return None
    lines = place_lines(stands, language)
    revealed = stands.record.revealed_to
    count = 0 if revealed is None else sum(line.place >= revealed for line in lines)
    return PrizeGiving(lines[len(lines) - count :], lines[: len(lines) - count])
