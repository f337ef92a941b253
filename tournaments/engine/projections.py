"""What an event would change in a season, and what each player can still reach."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.engine.leagues import season_standing
from tournaments.engine.points import whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.engine.leagues import EventResult, LeagueRule, SeasonRow
    from tournaments.engine.model import EntrantId, Points


@dataclass(frozen=True, slots=True)
class Projection:
    """A player before and after an event: after = before − drops + gains."""

    player: EntrantId
    drops: Points
    gains: Points
    before: SeasonRow
    after: SeasonRow


def project(
    events: Sequence[EventResult],
    event: EventResult,
    rule: LeagueRule,
    players: Mapping[EntrantId, str],
) -> tuple[Projection, ...]:
    """Answer what one more event would change, in the order of the standing after it.

    "drops 61, gains 74": the points of evenings that would no longer count as they do, and of
    those that would newly count. Everybody of the season is answered, also who does not play
    in the event: places move, and a dropped evening can come back.
    """
    before = {row.player: row for row in season_standing(events, rule, players).rows}
    after = season_standing([*events, event], rule, players).rows
    lines = []
    for row in after:
        old = {each.key: each.points for each in before[row.player].counted}
        new = {each.key: each.points for each in row.counted}
        lines.append(
            Projection(
                player=row.player,
                drops=_sum([p for key, p in old.items() if new.get(key) != p]),
                gains=_sum([p for key, p in new.items() if old.get(key) != p]),
                before=before[row.player],
                after=row,
            )
        )
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class Reach:
    """The bounds of a player's season: points, and places if everything went for or against.

    Each place is a bound of its own: not everybody can have the best at once. A place shared
    on points counts as reached, since the tie chain may still go either way.
    """

    player: EntrantId
    lowest: Points
    highest: Points
    best_place: int
    worst_place: int


def reach(
    events: Sequence[EventResult],
    rule: LeagueRule,
    players: Mapping[EntrantId, str],
    *,
    remaining: int,
    best: Points,
    worst: Points = 0,
) -> tuple[Reach, ...]:
    """Answer what each player can still reach in `remaining` more evenings, by sort key.

    `best` and `worst`: what an evening can bring, bonus included (by places, the ends of the
    list). Each evening may also be missed.
    """
    standing = season_standing(events, rule, players)
    limit = rule.counting(standing.held + remaining)
    bounds: dict[EntrantId, tuple[Points, Points]] = {}
    for row in standing.rows:
        own = [evening.points for evening in (*row.counted, *row.dropped)]
        ends = [
            _sum(sorted([*own, *[end] * more], reverse=True)[:limit])
            for end in (best, worst)
            for more in range(remaining + 1)
        ]
        bounds[row.player] = min(ends), max(ends)
    return tuple(
        Reach(
            player=player,
            lowest=bounds[player][0],
            highest=bounds[player][1],
            best_place=1 + sum(low > bounds[player][1] for low, _ in bounds.values()),
            worst_place=sum(high >= bounds[player][0] for _, high in bounds.values()),
        )
        for player in sorted(players, key=lambda player: (players[player], repr(player)))
    )


def _sum(points: Sequence[Points]) -> Points:
    return whole(Fraction(sum(points)))
