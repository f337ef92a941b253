"""Where a balanced schedule begins: formulas, starters, the circle for pairs, the plan before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.engine.seating import constructions
from tournaments.engine.seating.event import Event, in_numbers
from tournaments.engine.seating.labels import settle_clubs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.engine.seating.chance import Chance
    from tournaments.engine.seating.constructions import Tables
    from tournaments.engine.seating.model import Request

NOBODY = -1


def pairs(
    event: Event, request: Request, chance: Chance
) -> tuple[list[Tables], list[frozenset[int]]] | None:
    """Return the rounds of an event at tables of two, by the circle; None if it is not one.

    With an odd number, whoever would meet the one too many has a bye: each has one before
    anybody has a second.
    """
    first = event.coming[0]
    simple = (
        set(first.sizes) == {2}
        and not event.published
        and not any(event.fixed)
        and all(seating.present == first.present for seating in event.coming)
    )
    if not simple:
        return None
    players = chance.shuffled(first.present)
    if first.byes:
        players.append(NOBODY)
    count = len(event.coming)
    circle = [
        [[players[point] for point in table] for table in tables]
        for tables in chance.shuffled(constructions.circle(len(players)))
    ][:count]
    if any(club >= 0 for club in event.clubs):
        circle = settle_clubs(circle, [*event.clubs, NOBODY], request.apart_rounds, chance)
    # Round after round of the circle, so that nobody has a second bye before all had one.
    drawn = [circle[number % len(circle)] for number in range(count)]
    byes = [
        frozenset(p for table in tables if NOBODY in table for p in table if p != NOBODY)
        for tables in drawn
    ]
    return [[table for table in tables if NOBODY not in table] for tables in drawn], byes


def beginnings(
    event: Event, request: Request, sit: Sequence[Sequence[int]], chance: Chance
) -> Iterator[tuple[list[Tables], int]]:
    """Yield rounds to begin with, and how many of the first of them are to be kept at first.

    `sit`: who is at a table in each coming round. The rounds may be fewer than those, and may
    hold others than those who sit: they are fitted afterwards.
    """
    everyone = sorted({player for players in sit for player in players})
    if request.draft:
        yield _redraft(event, request, everyone, chance), 0
    constructed = False
    if not event.published:
        for begun in _constructed(event, request, everyone, chance):
            constructed = True
            yield begun
    if not constructed:
        yield [], 0


def _redraft(
    event: Event, request: Request, everyone: Sequence[int], chance: Chance
) -> list[Tables]:
    """Return the rounds planned before, newcomers in the places of those who have left."""
    draft = [in_numbers(round_, event.index) for round_ in request.draft]
    draft = draft[: len(event.coming)]
    planned = {player for tables in draft for table in tables for player in table}
    wanted = set(everyone)
    new = sorted(wanted - planned)
    place = dict(zip(sorted(planned - wanted), chance.shuffled(new), strict=False))
    return [[[place.get(p, p) for p in table] for table in tables] for tables in draft]


def _constructed(
    event: Event, request: Request, everyone: Sequence[int], chance: Chance
) -> Iterator[tuple[list[Tables], int]]:
    """Yield schedules by formula or starter for all who ever sit."""
    size = max(size for seating in event.coming for size in (*seating.sizes, 0))
    count = len(event.coming)
    if size < 2 or len(everyone) < size:
        return
    tables = -(-len(everyone) // size)
    phantoms = tables * size - len(everyone)
    clubbed = any(club >= 0 for club in event.clubs)
    if clubbed and phantoms <= tables:
        apart = constructions.by_club(everyone, event.clubs, size, count, chance)
        yield apart, len(apart) % count
    if phantoms >= size:
        return
    # Points of the first class never meet in the formula: a place for those who cannot move.
    order = chance.shuffled(everyone)
    order.sort(key=lambda player: not event.fixed[player])
    for schedule in constructions.known(len(everyone), count):
        yield constructions.without_phantoms(schedule, (), order), 0
    frame = constructions.frame(tables, size, count)
    chosen, gone = constructions.choose(frame, count, phantoms, chance)
    if not chosen:
        return
    begun = constructions.without_phantoms(chosen, gone, order)
    if clubbed:
        begun = settle_clubs(begun, event.clubs, request.apart_rounds, chance)
    if len(chosen) < count and _everyone_met(begun, len(everyone)):
        begun = [begun[number % len(begun)] for number in range(count)]
    yield begun, len(begun) % count


def _everyone_met(begun: Sequence[Tables], players: int) -> bool:
    return len(constructions.meetings(begun)) == players * (players - 1) // 2
