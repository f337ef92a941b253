"""Leagues: the points of a season from the results of its events (tournaments.md §2).

An event is a tournament or one table of a club evening; what happens on one evening is put
together first, then the evenings are counted. A void event counts for nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from tournaments.engine.chain import (
    BLITZ,
    LOTS,
    Criterion,
    Level,
    Parting,
    Value,
    complete,
    part,
)
from tournaments.engine.lots import drawn_lot
from tournaments.engine.model import EntrantId, Points, Text
from tournaments.engine.points import share_by_place, tally, whole
from tournaments.engine.standings import final_places
from tournaments.engine.tiebreaks import SETTLEMENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.engine.blitz import Blitz, Decision
    from tournaments.engine.model import Event


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player in one event: place, the sum of the settlements (exact points), games played."""

    player: EntrantId
    place: int
    settlement: Points = 0
    games: int = 1


@dataclass(frozen=True, slots=True)
class EventResult:
    """One event of a season. `evening` is the key of what is put together, e.g. the date."""

    key: str
    evening: str
    results: tuple[PlayerResult, ...]
    void: bool = False


def event_result(event: Event, *, key: str, evening: str) -> EventResult:
    """Answer a tournament's result: its final places, settlements and games of all stages.

    Only confirmed tables count; who has played no game has not taken part, and the places are
    those among the others.
    """
    joined = tuple(replace(stage, carries=True, members=None) for stage in event.stages)
    counted = tally(replace(event, stages=joined), provisional=False)
    finals = [
        final for final in final_places(event, provisional=False) if counted.played[final.entrant]
    ]
    taken = [final.place for final in finals]
    results = []
    for final in finals:
        settlement = SETTLEMENT.value(counted, final.entrant, frozenset())
        results.append(
            PlayerResult(
                player=final.entrant,
                place=1 + taken.index(final.place),
                settlement=counted.exact(settlement or 0),
                games=len(counted.played[final.entrant]),
            )
        )
    return EventResult(key, evening, tuple(results))


@dataclass(frozen=True, slots=True)
class Placement:
    """Points for the place, by a list per number of players (of a table or of a field).

    A number without a list of its own takes the next smaller one's, below the smallest the
    smallest's. Places behind the end of a list take 0; those sharing a place share the mean.
    """

    lists: Mapping[int, tuple[Points, ...]]

    def __post_init__(self) -> None:
        if not self.lists:
            raise ValueError("a league by places needs a list of points")

    def of_event(self, event: EventResult) -> dict[EntrantId, Points]:
        """Answer the points of each player."""
        players = len(event.results)
        size = max((size for size in self.lists if size <= players), default=min(self.lists))
        shares = share_by_place([-result.place for result in event.results], self.lists[size])
        return {result.player: shares[-result.place] for result in event.results}


@dataclass(frozen=True, slots=True)
class BySettlement:
    """The sum of the settlements of the event."""

    def of_event(self, event: EventResult) -> dict[EntrantId, Points]:
        """Answer the points of each player."""
        return {result.player: result.settlement for result in event.results}


class Together(Enum):
    """How several results of one evening become one."""

    SUM = "sum"
    BEST = "best"
    AVERAGE = "average"

    def of(self, points: Sequence[Points]) -> Points:
        """Put the points of an evening together."""
        match self:
            case Together.SUM:
                return whole(Fraction(sum(points)))
            case Together.BEST:
                return max(points)
            case Together.AVERAGE:
                return whole(Fraction(sum(points)) / len(points))


@dataclass(frozen=True, slots=True)
class Evening:
    """A player's evening. `points` hold the bonus for taking part; `events` their keys."""

    key: str
    points: Points
    games: int
    wins: int
    settlement: Points


@dataclass(frozen=True, slots=True)
class Season:
    """What counts for each player, before anybody is ranked. `evenings`: best first."""

    evenings: Mapping[EntrantId, tuple[Evening, ...]]
    counted: Mapping[EntrantId, int]
    sort_keys: Mapping[EntrantId, str]
    seed: str
    deciders: tuple[Blitz | Decision, ...]
    unit: int = 1
    dropped: frozenset[EntrantId] = frozenset()

    def sort_key(self, entrant: EntrantId) -> str:
        """Answer what the caller lists this player by."""
        return self.sort_keys[entrant]

    def lot(self, entrant: EntrantId) -> int:
        """Answer the lot of seed and sort key."""
        return drawn_lot(self.seed, self.sort_keys[entrant])


SeasonChain: TypeAlias = tuple[Criterion[Season], ...]


def _wins(season: Season, player: EntrantId, _: Level) -> Value:
    evenings = season.evenings[player]
    return sum(evening.wins for evening in evenings) if evenings else None


def _best_evening(season: Season, player: EntrantId, _: Level) -> Value:
    return max((evening.points for evening in season.evenings[player]), default=None)


def _settlements(season: Season, player: EntrantId, _: Level) -> Value:
    evenings = season.evenings[player]
    return whole(Fraction(sum(each.settlement for each in evenings))) if evenings else None


def _attendance(season: Season, player: EntrantId, _: Level) -> Value:
    return len(season.evenings[player]) or None


def _together(season: Season, player: EntrantId, level: Level) -> Value:
    common = frozenset.intersection(
        *(frozenset(evening.key for evening in season.evenings[other]) for other in level)
    )
    points = [evening.points for evening in season.evenings[player] if evening.key in common]
    return whole(Fraction(sum(points))) if points else None


WINS: Criterion[Season] = Criterion(
    key="wins",
    name=Text(ru="Победы", en="Wins"),
    by=Text(ru="по числу побед", en="by wins"),
    sentence=Text(
        ru="Сколько турниров и столов сезона выиграно; делёж первого места считается.",
        en="How many events of the season were won; a shared first place counts.",
    ),
    value=_wins,
)
BEST_EVENING: Criterion[Season] = Criterion(
    key="best_evening",
    name=Text(ru="Лучший вечер", en="Best evening"),
    by=Text(ru="по лучшему вечеру", en="by best evening"),
    sentence=Text(ru="Больше всего очков за один вечер.", en="The most points of one evening."),
    value=_best_evening,
)
SETTLEMENTS: Criterion[Season] = Criterion(
    key="settlements",
    name=Text(ru="Сумма расчётов", en="Settlement sum"),
    by=Text(ru="по сумме расчётов", en="by settlement sum"),
    sentence=Text(
        ru="Сумма расчётов всех игр сезона, и незачтённых вечеров тоже.",
        en="The sum of all settlements of the season, dropped evenings too.",
    ),
    value=_settlements,
)
ATTENDANCE: Criterion[Season] = Criterion(
    key="attendance",
    name=Text(ru="Посещения", en="Attendance"),
    by=Text(ru="по числу вечеров", en="by attendance"),
    sentence=Text(ru="Кто был на большем числе вечеров.", en="Who came on more evenings."),
    value=_attendance,
)
COMMON_EVENINGS: Criterion[Season] = Criterion(
    key="common_evenings",
    name=Text(ru="Общие вечера", en="Common evenings"),
    by=Text(ru="по общим вечерам", en="by common evenings"),
    sentence=Text(
        ru="Очки за вечера, на которых были все, кто стоит вровень.",
        en="The points of the evenings on which all those level played.",
    ),
    value=_together,
    relative=True,
)

SEASON_CRITERIA: SeasonChain = (
    WINS,
    BEST_EVENING,
    SETTLEMENTS,
    ATTENDANCE,
    COMMON_EVENINGS,
    LOTS,
    BLITZ,
)
"""Every criterion a season can choose, in the order offered."""


@dataclass(frozen=True, slots=True)
class LeagueRule:
    """How a season counts.

    `best`: so many best evenings count, None for all. `drop`: the worst so many of all
    evenings held are dropped, an evening missed being dropped first; not both. `bonus`: for
    each evening of taking part, counted and dropped with it. `minimum_games`: who has fewer
    has no place yet.
    """

    points: Placement | BySettlement
    together: Together = Together.SUM
    best: int | None = None
    drop: int = 0
    bonus: Points = 0
    minimum_games: int = 1
    chain: SeasonChain = field(default=())

    def __post_init__(self) -> None:
        if self.best is not None and self.best < 1:
            raise ValueError("at least one evening counts")
        if self.drop < 0 or (self.drop and self.best is not None):
            raise ValueError("either the best evenings count or the worst are dropped")

    def counting(self, held: int) -> int:
        """Answer how many evenings count at most, of so many held."""
        return self.best if self.best is not None else max(1, held - self.drop)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One line of a season. `place` is None below the minimum of games.

    `counted` and `dropped`: evenings, best first; `points` are the sum of the counted ones.
    """

    player: EntrantId
    place: int | None
    shared: int
    points: Points
    games: int
    counted: tuple[Evening, ...]
    dropped: tuple[Evening, ...]
    parted_by: str | None


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A season's standing: those with a place first, then those below the minimum of games."""

    rows: tuple[SeasonRow, ...]
    partings: tuple[Parting, ...]
    undecided: tuple[tuple[EntrantId, ...], ...]
    held: int

    def row(self, player: EntrantId) -> SeasonRow:
        """Answer a player's line; raises KeyError for who is not in the season."""
        try:
            return next(row for row in self.rows if row.player == player)
        except StopIteration:
            raise KeyError(player) from None


def season_standing(
    events: Iterable[EventResult],
    rule: LeagueRule,
    players: Mapping[EntrantId, str],
    *,
    seed: str = "",
    deciders: tuple[Blitz | Decision, ...] = (),
) -> SeasonStanding:
    """Rank a season.

    In: the events in any order, the rule, everybody in the season with their sort key, the
    seed of the lots, the blitzes and decisions. Raises KeyError for a player who is not in it.
    """
    counting = [event for event in events if not event.void]
    held = len({event.evening for event in counting})
    evenings = _evenings(counting, rule, players)
    limit = rule.counting(held)
    season = Season(
        evenings=evenings,
        counted={player: min(limit, len(own)) for player, own in evenings.items()},
        sort_keys=players,
        seed=seed,
        deciders=deciders,
    )
    chain = complete(rule.chain)
    level: dict[Points, list[EntrantId]] = {}
    below: list[EntrantId] = []
    for player, own in evenings.items():
        if sum(evening.games for evening in own) < rule.minimum_games:
            below.append(player)
        else:
            level.setdefault(_points(own[:limit]), []).append(player)
    order = part(season, [level[points] for points in sorted(level, reverse=True)], chain)
    parted_by = {player: each.criterion for each in order.partings for player in each.level}
    rows: list[SeasonRow] = []
    for group in order.groups:
        place = len(rows) + 1
        rows += [_row(season, p, place, len(group), parted_by.get(p)) for p in group]
    below.sort(key=lambda p: (-_points(evenings[p][:limit]), players[p], repr(p)))
    rows += [_row(season, player, None, 0, None) for player in below]
    return SeasonStanding(tuple(rows), order.partings, order.undecided, held)


def _evenings(
    events: Iterable[EventResult], rule: LeagueRule, players: Mapping[EntrantId, str]
) -> dict[EntrantId, tuple[Evening, ...]]:
    played: dict[EntrantId, dict[str, list[tuple[Points, PlayerResult]]]] = {
        player: {} for player in players
    }
    for event in events:
        points = rule.points.of_event(event)
        for result in event.results:
            own = played[result.player].setdefault(event.evening, [])
            own.append((points[result.player], result))
    return {
        player: tuple(
            sorted(
                (
                    Evening(
                        key=key,
                        points=rule.together.of([points for points, _ in results]) + rule.bonus,
                        games=sum(result.games for _, result in results),
                        wins=sum(result.place == 1 for _, result in results),
                        settlement=sum(result.settlement for _, result in results),
                    )
                    for key, results in own.items()
                ),
                key=lambda evening: (-evening.points, evening.key),
            )
        )
        for player, own in played.items()
    }


def _points(evenings: Sequence[Evening]) -> Points:
    return whole(Fraction(sum(evening.points for evening in evenings)))


def _row(
    season: Season, player: EntrantId, place: int | None, shared: int, parted_by: str | None
) -> SeasonRow:
    own = season.evenings[player]
    limit = season.counted[player]
    return SeasonRow(
        player=player,
        place=place,
        shared=shared,
        points=_points(own[:limit]),
        games=sum(evening.games for evening in own),
        counted=own[:limit],
        dropped=own[limit:],
        parted_by=parted_by,
    )
