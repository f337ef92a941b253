"""From a request to a plan: the way a stage is seated, start to end."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.engine.seating import balanced, measure, seats, standing
from tournaments.engine.seating.bounds import club_bound, lower_bound
from tournaments.engine.seating.chance import Chance
from tournaments.engine.seating.constructions import Tables, meetings
from tournaments.engine.seating.event import Event, draw_byes, fit, in_words, read
from tournaments.engine.seating.model import Method, Plan, Report, Request

if TYPE_CHECKING:
    from collections.abc import Sequence

STANDING_TRIES, STANDING_TRIES_MANY = 500_000, 150_000
"""Exchanges tried for a round by standing, unless the request says how many: with so many
players that most of them meet strangers anyhow, fewer do."""
MANY = 500


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The coming rounds before anybody has a seat, and who has byes; the standing used, if any."""

    rounds: list[Tables]
    byes: list[frozenset[int]]
    order: list[int]


def plan(request: Request) -> Plan:
    """Return the published rounds, unchanged, and seat those after them (tournaments.md §1.3).

    There is always an answer: nobody twice in a round, nobody seated who is away, everyone
    present at a table or with a bye, nobody with a second bye before all present had one. The
    same request gives the same plan, on any machine. Raises `SeatingError` if the request
    contradicts itself, `CannotSeatError` where byes would be needed and are not allowed.
    """
    event = read(request)
    chance = Chance(request.seed)
    if request.method is Method.BALANCED:
        rounds, byes = balanced.rounds(event, request, chance)
        drawn = _Drawn(rounds, byes, [])
    elif request.method is Method.LOTTERY:
        drawn = _lottery(event, chance)
    else:
        drawn = _by_standing(event, request, chance)
    taken = measure.seat_counts(event.published, event.players)
    seated = seats.seat(event.players, drawn.rounds, taken, chance)
    words = [
        in_words(event, tables, byes, chance)
        for tables, byes in zip(seated, drawn.byes, strict=True)
    ]
    rounds_ = (*request.published, *words)
    return Plan(rounds_, _report(event, request, [*event.published, *seated], drawn), request.seed)


def _lottery(event: Event, chance: Chance) -> _Drawn:
    """Draw all coming rounds by lot; only whose turn it is for a small table is no chance."""
    counts = list(event.bye_counts)
    small = measure.small_counts(event.published, event.players)
    drawn = _Drawn([], [], [])
    for seating in event.coming:
        byes = draw_byes(event, counts, seating, (), chance)
        sit = chance.shuffled([player for player in seating.present if player not in byes])
        sit.sort(key=small.__getitem__)
        largest = max(seating.sizes, default=0)
        narrow = sum(size for size in seating.sizes if size < largest)
        # Sizes come largest first.
        order = [*chance.shuffled(sit[narrow:]), *chance.shuffled(sit[:narrow])]
        drawn.rounds.append(fit(event, balanced.cut(order, seating.sizes), sit, seating, chance))
        drawn.byes.append(byes)
        for player, more in enumerate(measure.small_counts(drawn.rounds[-1:], event.players)):
            small[player] += more
    return drawn


def _by_standing(event: Event, request: Request, chance: Chance) -> _Drawn:
    """Seat the next round by the standing; those level with one another are drawn."""
    if not event.coming:
        return _Drawn([], [], [])
    seating = event.coming[0]
    present = set(seating.present)
    order: list[int] = []
    for group in request.standing:
        known = [event.index[entrant] for entrant in group if entrant in event.index]
        order += [player for player in chance.shuffled(known) if player in present]
    order = list(dict.fromkeys(order))
    ranked = set(order)
    order += chance.shuffled([player for player in seating.present if player not in ranked])
    byes = draw_byes(event, list(event.bye_counts), seating, order[::-1], chance)
    sit = [player for player in order if player not in byes]
    past = standing.Past(
        met=standing.past_meetings(event.players, event.published),
        clubs=event.clubs,
        small=measure.small_counts(event.published, event.players),
        fixed=event.fixed,
    )
    if request.method is Method.SNAKE:
        tables = standing.snake(sit, seating.sizes, past)
    else:
        tries = STANDING_TRIES if len(sit) < MANY else STANDING_TRIES_MANY
        if request.iterations is not None:
            tries = request.iterations
        tables = standing.neighbours(sit, seating.sizes, past, tries, chance)
    return _Drawn([tables], [byes], sit)


def _report(event: Event, request: Request, rounds: Sequence[Tables], drawn: _Drawn) -> Report:
    met = meetings(rounds)
    repeats, c2, most = measure.repeats_and_c2(met.values())
    early, clubs = measure.club_meetings(rounds, event.clubs, request.apart_rounds)
    byes = list(event.bye_counts)
    for absent in drawn.byes:
        for player in absent:
            byes[player] += 1
    always = balanced.throughout(event)
    small = measure.small_counts(rounds, event.players)
    spread = None
    if drawn.order:
        tables = drawn.rounds[0]
        spread = Fraction(standing.rank_spread_sum(drawn.order, tables), len(tables))
    return Report(
        repeats=repeats,
        c2=c2,
        bound=lower_bound(rounds, len(event.published)),
        most_meetings=most if met else 0,
        club_meetings=clubs,
        club_bound=club_bound(rounds, event.clubs),
        early_club_meetings=early,
        seat_spread=measure.seat_spread(rounds, event.players),
        small_spread=measure.spread([small[player] for player in always]),
        bye_spread=measure.spread([byes[player] for player in always]),
        rank_spread=spread,
    )
