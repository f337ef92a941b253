"""What counts in a season: rows in, the engine's values out (tournaments.md §2).

An event counts if it is shown at least as widely as the season: so everybody sees the same table,
and it tells nobody of a game they may not see.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

import rules
from scorekeeper.models import Player, Seat, Shown
from scorekeeper.queries import Viewer, clubs_of
from scorekeeper.rights import Right
from tournaments.engine.chain import Criterion
from tournaments.engine.leagues import (
    SEASON_CRITERIA,
    BySettlement,
    EventResult,
    LeagueRule,
    Placement,
    PlayerResult,
    SeasonStanding,
    Together,
    event_result,
    season_standing,
)
from tournaments.engine.leagues import Season as Counting
from tournaments.engine.points import whole as whole_number
from tournaments.engine.projections import Projection, Reach, project, reach
from tournaments.models import Season, Tournament, VoidEvening
from tournaments.queries import mark, whole, with_mark

USUAL_LIST = ("10", "7", "5", "4", "3", "2", "1")
"""What the places of an event give where nobody has chosen a list."""
WITHOUT_TOTALS = tuple(key for key, one in rules.RULE_SETS.items() if one.rank_only)
"""Games that no season can count: hands are ranked in them, and nothing is summed."""
CRITERIA: Mapping[str, Criterion[Counting]] = {one.key: one for one in SEASON_CRITERIA}
_WIDTH = {Shown.MEMBERS: 0, Shown.UNLISTED: 1, Shown.PUBLIC: 2}
_KEPT = 24 * 60 * 60
"""Seconds that the result of a tournament is kept; its key changes with every write."""


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """An event of a season: a tournament, or one table of an evening.

    ``tournament``: None for a table · ``game``: the game's primary key, None for a tournament ·
    ``day``: in the club's zone · ``over``: its result is final.
    """

    result: EventResult
    day: date
    name: str
    tournament: Tournament | None
    game: int | None
    over: bool


@dataclass(frozen=True)
class Counted:
    """A season, counted. ``today``: in the club's zone; planned evenings before it are past."""

    record: Season
    events: tuple[SeasonEvent, ...]
    players: Mapping[int, Player]
    voided: Mapping[date, VoidEvening]
    planned: tuple[date, ...]
    left_out: int
    today: date

    @cached_property
    def rule(self) -> LeagueRule:
        """How the season counts."""
        return league_rule(self.record)

    @cached_property
    def sort_keys(self) -> dict[int | str, str]:
        """What level players are listed and lots drawn by."""
        return {key: player.name_key for key, player in self.players.items()}

    @property
    def results(self) -> list[EventResult]:
        """The results that are final."""
        return [event.result for event in self.events if event.over]

    @cached_property
    def standing(self) -> SeasonStanding:
        """The table, of the events that are over."""
        return season_standing(self.results, self.rule, self.sort_keys, seed=self.record.seed)

    def projection(self, event: SeasonEvent) -> tuple[Projection, ...]:
        """What a running event would change if it ended now."""
        return project(self.results, event.result, self.rule, self.sort_keys)

    @property
    def remaining(self) -> int:
        """How many planned evenings are still to come."""
        held = {event.day for event in self.events if event.over}
        return sum(day >= self.today and day not in {*held, *self.voided} for day in self.planned)

    @cached_property
    def results_an_evening(self) -> int:
        """The most results that anybody brought together on one evening so far, at least 1; always
        1 where only one of them counts."""
        if self.rule.together is not Together.SUM:
            return 1
        brought = Counter(
            (result.player, event.day)
            for event in self.events
            if event.over and not event.result.void
            for result in event.result.results
        )
        return max(brought.values(), default=1)

    def reach(self) -> tuple[Reach, ...]:
        """What each player can still reach, if an evening brings at most ``results_an_evening``;
        nothing where an evening has no best result."""
        if isinstance(self.rule.points, BySettlement) or not self.remaining:
            return ()
        best = max(max(points) for points in self.rule.points.lists.values())
        return reach(
            self.results,
            self.rule,
            self.sort_keys,
            remaining=self.remaining,
            best=whole_number(best * self.results_an_evening + self.rule.bonus),
            worst=self.rule.bonus,
        )

    def teams(self) -> list[tuple[str, int | Fraction, int]]:
        """The team table: (team, points, players), the most points first, then by name."""
        points: dict[str, int | Fraction] = defaultdict(int)
        players: dict[str, int] = defaultdict(int)
        for row in self.standing.rows:
            team = self.record.teams.get(str(row.player), "")
            if team:
                points[team] = whole_number(points[team] + row.points)
                players[team] += 1
        return sorted(
            ((team, points[team], players[team]) for team in points),
            key=lambda line: (-line[1], line[0].casefold()),
        )


def league_rule(record: Season) -> LeagueRule:
    """The rule of a season as the engine takes it."""
    points: Placement | BySettlement = BySettlement()
    if record.points == Season.PointsRule.PLACES:
        lists = record.lists or {"2": list(USUAL_LIST)}
        points = Placement(
            {
                int(size): tuple(whole_number(Fraction(figure)) for figure in figures)
                for size, figures in lists.items()
            }
        )
    return LeagueRule(
        points=points,
        together=Together(record.together),
        best=record.best,
        drop=record.drop,
        bonus=whole_number(Fraction(record.bonus)),
        minimum_games=record.minimum_games,
        chain=tuple(CRITERIA[key] for key in record.chain),
    )


def counted(record: Season, *, today: date | None = None) -> Counted:
    """A season with everything that counts in it.

    ``today``: in the club's zone, that of the clock unless given.
    """
    zone = ZoneInfo(record.club.zone)
    voided = {one.day: one for one in record.voided.filter(undone_at__isnull=True)}
    events: list[SeasonEvent] = []
    left_out = 0
    if record.counts_tournaments:
        found, narrow = _tournaments(record)
        events += found
        left_out += narrow
    if record.counts_evenings:
        found, narrow = _evenings(record, zone)
        events += found
        left_out += narrow
    events = [
        replace(event, result=replace(event.result, void=event.day in voided)) for event in events
    ]
    events.sort(key=lambda event: (event.day, event.result.key))
    return Counted(
        record=record,
        events=tuple(events),
        players=_players(events),
        voided=voided,
        planned=tuple(record.planned.values_list("day", flat=True)),
        left_out=left_out,
        today=today or timezone.localdate(timezone=zone),
    )


def _players(events: Iterable[SeasonEvent]) -> dict[int, Player]:
    keys = {result.player for event in events for result in event.result.results}
    return {player.pk: player for player in Player.objects.filter(pk__in=keys)}


def _wide_enough(record: Season, club: str, own: str) -> bool:
    wanted = min(_WIDTH[Shown(record.club.shown)], _WIDTH[Shown(record.shown)])
    return min(_WIDTH[Shown(club)], _WIDTH[Shown(own)]) >= wanted


def _span(record: Season, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The first moment of the first day and the first one after the last, by the clock there."""
    first = datetime.combine(record.first_day, time.min, zone)
    end = datetime.combine(record.last_day + timedelta(days=1), time.min, zone)
    return first, end


def _tournaments(record: Season) -> tuple[list[SeasonEvent], int]:
    """The tournaments that have begun, and how many are shown too narrowly to count."""
    first, end = _span(record, ZoneInfo(record.club.zone))
    found = record.club.tournaments.filter(
        starts_at__gte=first, starts_at__lt=end, started_at__isnull=False, cancelled_at=None
    )
    if record.rule_set:
        found = found.filter(rule_set=record.rule_set)
    events, narrow = [], 0
    for tournament in with_mark(found.select_related("club")).order_by("starts_at", "pk"):
        if not _wide_enough(record, record.club.shown, tournament.shown):
            narrow += 1
            continue
        hidden = tournament.hidden_from is not None and tournament.released_at is None
        if hidden:
            continue
        day = timezone.localdate(tournament.starts_at, ZoneInfo(record.club.zone))
        events.append(
            SeasonEvent(
                result=_result(tournament, day),
                day=day,
                name=tournament.name,
                tournament=tournament,
                game=None,
                over=tournament.finished_at is not None,
            )
        )
    return events, narrow


def _result(tournament: Tournament, day: date) -> EventResult:
    """The result of a tournament by players: both of a pair have what the pair has."""
    kept_as = f"season-event:{tournament.pk}:{mark(tournament)}"
    known = cache.get(kept_as)
    if known is None:
        stands = whole(tournament)
        found = event_result(stands.event, key=f"tournament:{tournament.pk}", evening="")
        people = {key: entrant.people for key, entrant in stands.entrants.items()}
        known = replace(
            found,
            results=tuple(
                replace(result, player=person.pk)
                for result in found.results
                for person in people[int(result.player)]
            ),
        )
        cache.set(kept_as, known, _KEPT)
    assert isinstance(known, EventResult)
    return replace(known, evening=day.isoformat())


class _SeatLine(NamedTuple):
    """One seat of a finished table outside tournaments."""

    game: int
    started_at: datetime
    title: str
    shown: str
    teams: list[list[int]]
    position: int
    player: int
    total: int
    place: int | None
    presence: str


def _evenings(record: Season, zone: ZoneInfo) -> tuple[list[SeasonEvent], int]:
    """The finished tables outside tournaments, and how many are shown too narrowly to count."""
    tables: dict[int, list[_SeatLine]] = defaultdict(list)
    for line in _seats(record, zone):
        tables[line.game].append(line)
    events, narrow = [], 0
    for game, lines in tables.items():
        first = lines[0]
        if not _wide_enough(record, record.club.shown, first.shown):
            narrow += 1
            continue
        day = timezone.localdate(first.started_at, zone)
        result = EventResult(f"game:{game}", day.isoformat(), _settled(lines))
        events.append(SeasonEvent(result, day, first.title, None, game, over=True))
    return events, narrow


def _seats(record: Season, zone: ZoneInfo) -> Iterable[_SeatLine]:
    first, end = _span(record, zone)
    seats = Seat.objects.filter(
        game__club=record.club,
        game__finished_at__isnull=False,
        game__started_at__gte=first,
        game__started_at__lt=end,
        game__tournament_table__isnull=True,
    ).exclude(game__rule_set__in=WITHOUT_TOTALS)
    if record.rule_set:
        seats = seats.filter(game__rule_set=record.rule_set)
    columns = ("game", "game__started_at", "game__title", "game__shown", "game__teams")
    own = ("position", "player", "total", "place", "presence")
    ordered = seats.order_by("game", "position")
    return (_SeatLine(*row) for row in ordered.values_list(*columns, *own))


def _settled(lines: Iterable[_SeatLine]) -> tuple[PlayerResult, ...]:
    """The results of one table: a pair counts as one, and both have what it has."""
    here = [line for line in lines if line.presence != rules.Presence.REMOVED.value]
    totals: dict[int, int] = defaultdict(int)
    for line in here:
        totals[_side(line)] += line.total
    mean = Fraction(sum(totals.values()), len(totals) or 1)
    return tuple(
        PlayerResult(line.player, line.place, whole_number(totals[_side(line)] - mean))
        for line in here
        if line.place is not None
    )


def _side(line: _SeatLine) -> int:
    """What is counted as one: the pair of a seat, or the seat itself."""
    for index, team in enumerate(line.teams):
        if line.position in team:
            return index
    return line.position


def seasons_counting(tournament: Tournament) -> list[Season]:
    """The seasons in whose table a finished tournament counts, by name."""
    if tournament.finished_at is None or tournament.cancelled_at is not None:
        return []
    day = timezone.localdate(tournament.starts_at, ZoneInfo(tournament.club.zone))
    found = tournament.club.seasons.filter(
        counts_tournaments=True, first_day__lte=day, last_day__gte=day
    ).select_related("club")
    return [
        season
        for season in found.order_by("name", "pk")
        if season.rule_set in ("", tournament.rule_set)
        and _wide_enough(season, tournament.club.shown, tournament.shown)
        and not season.voided.filter(day=day, undone_at__isnull=True).exists()
    ]


# Who may see what


def seasons_of(viewer: Viewer, right: Right = Right.SEE) -> QuerySet[Season]:
    """The seasons of the clubs in which somebody has a right, newest first."""
    own = Season.objects.filter(club__in=clubs_of(viewer, right))
    return own.select_related("club").order_by("-first_day", "-pk")


def seasons_shown(viewer: Viewer, *, listed: bool) -> QuerySet[Season]:
    """The seasons that somebody may see; as scorekeeper.queries.games_shown."""
    wide = [Shown.PUBLIC] if listed else [Shown.PUBLIC, Shown.UNLISTED]
    own = Season.objects.filter(club__in=clubs_of(viewer))
    found = own | Season.objects.filter(club__shown__in=wide, shown__in=wide)
    return found.select_related("club").order_by("-first_day", "-pk")
