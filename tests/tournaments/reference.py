"""A second, slow and direct way to rank events and seasons, to check the engine against."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from statistics import median
from typing import TYPE_CHECKING

from tournaments.engine.blitz import Blitz
from tournaments.engine.leagues import Placement, Together
from tournaments.engine.model import TableState
from tournaments.engine.points import Places, Settlement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.engine.leagues import EventResult, LeagueRule
    from tournaments.engine.model import EntrantId, Event, Seat, Stage

    Key = Callable[[EntrantId, set[EntrantId]], Fraction | None]


@dataclass
class Game:
    seats: dict[EntrantId, Seat]
    points: dict[EntrantId, Fraction]

    def total(self, who: EntrantId) -> int:
        total = self.seats[who].total
        assert total is not None
        return total


def spread(totals: list[int], amounts: Sequence[Fraction]) -> list[Fraction]:
    """Each total's share of the amounts, by counting who is above and who is level."""
    shares = []
    for own in totals:
        above = sum(other > own for other in totals)
        level = sum(other == own for other in totals)
        shares.append(sum(amounts[above : above + level], Fraction(0)) / level)
    return shares


def table_points(stage: Stage, totals: list[int]) -> list[Fraction]:
    match stage.points:
        case Settlement():
            return [Fraction(own) - Fraction(sum(totals), len(totals)) for own in totals]
        case Places() as places:
            if len(totals) == 1:
                return [middle(places)]
            return spread(totals, [Fraction(each) for each in places.lists[len(totals)]])
        case _:
            return [Fraction(own) for own in totals]


def middle(places: Places) -> Fraction:
    return Fraction(median(map(Fraction, places.lists[places.usual_size])))


class Reference:
    """One stage of an event, ranked."""

    def __init__(self, event: Event, index: int, *, provisional: bool) -> None:
        self.event, self.stage = event, event.stages[index]
        self.alive = {e.id: e for e in event.entrants if not e.removed}
        self.points = dict.fromkeys(self.alive, Fraction(0))
        self.games: list[Game] = []
        counted = {TableState.CONFIRMED} | ({TableState.PROVISIONAL} if provisional else set())
        first = index
        while first and event.stages[first].carries:
            first -= 1
        for stage in event.stages[first : index + 1]:
            self.add(stage, counted)

    def add(self, stage: Stage, counted: set[TableState]) -> None:
        games = []
        byes: list[EntrantId] = []
        for each in stage.rounds:
            seated = {seat.entrant for table in each.tables for seat in table.seats}
            for table in each.tables:
                seats = {s.entrant: s for s in table.seats if s.entrant in self.alive}
                if table.state in counted and seats:
                    points = table_points(stage, [s.total or 0 for s in seats.values()])
                    games.append(Game(seats, dict(zip(seats, points, strict=True))))
            byes += [
                key
                for key, e in self.alive.items()
                if key in each.byes or (e.first_round > each.number and key not in seated)
            ]
        for game in games:
            for who, won in game.points.items():
                self.points[who] += won
        for who in byes:
            self.points[who] += self.bye(stage, games, who)
        for adjustment in stage.adjustments:
            if adjustment.entrant in self.alive:
                self.points[adjustment.entrant] += adjustment.points
        self.games += games

    def bye(self, stage: Stage, games: list[Game], who: EntrantId) -> Fraction:
        match stage.points:
            case Settlement():
                return Fraction(0)
            case Places() as places:
                return middle(places)
            case _:
                own = [game.total(who) for game in games if who in game.seats]
                return Fraction(sum(own), len(own)) if own else Fraction(0)

    def own(self, who: EntrantId) -> list[Game]:
        return [game for game in self.games if who in game.seats]

    def value(self, key: str, who: EntrantId, level: set[EntrantId]) -> Fraction | None:
        """The higher the better, None for missing."""
        games = self.own(who)
        match key:
            case "settlement":
                values = [
                    game.total(who) - Fraction(sum(map(game.total, game.seats)), len(game.seats))
                    for game in games
                ]
            case "total" | "best_game":
                values = [Fraction(game.total(who)) for game in games]
                if key == "best_game":
                    return max(values, default=None)
            case "first_places":
                values = [
                    Fraction(game.total(who) >= max(map(game.total, game.seats))) for game in games
                ]
            case "pokers" | "struck":
                known = [getattr(game.seats[who], key) for game in games]
                if None in known:
                    return None
                values = [Fraction(each if key == "pokers" else -each) for each in known]
            case "head_to_head":
                values = [game.points[who] for game in games if level <= set(game.seats)]
            case "opponents":
                values = [
                    self.points[other] for game in games for other in game.seats if other != who
                ]
                return sum(values, Fraction(0)) / len(values) if values else None
            case "blitz":
                return self.blitz(who, level)
            case _:
                raise AssertionError(key)
        return sum(values, Fraction(0)) if values else None

    def blitz(self, who: EntrantId, level: set[EntrantId]) -> Fraction | None:
        end = max(each.number for each in self.stage.rounds)
        left = {key: self.alive[key].last_round for key in level}
        playing = {key for key, last in left.items() if last is None or last > end}
        for each in reversed(self.stage.deciders):
            assert isinstance(each, Blitz)
            fell = {
                key: [
                    next(at for at, group in enumerate(attempt.groups) if key in group)
                    for attempt in each.attempts
                    if key in dict(attempt.hands)
                ]
                for key in each.group & level
            }
            if playing <= set(fell) and len({tuple(path) for path in fell.values()}) > 1:
                if who not in fell:
                    return None
                return -Fraction(sum(other < fell[who] for other in fell.values()))
        return None

    def ranked(self) -> list[set[EntrantId]]:
        members = set(self.alive)
        if self.stage.members is not None:
            members &= self.stage.members
        keys = [criterion.key for criterion in self.stage.chain]
        if "blitz" not in keys:
            keys.append("blitz")
        groups = []
        for points in sorted({self.points[who] for who in members}, reverse=True):
            level = {who for who in members if self.points[who] == points}
            groups += order(level, [(key, partial(self.value, key)) for key in keys])
        return groups


def order(level: set[EntrantId], chain: list[tuple[str, Key]]) -> list[set[EntrantId]]:
    """Part a level group, every time from the chain's beginning, but not back from a blitz."""
    blitz = [name for name, _ in chain].index("blitz")
    for at, (_, value) in enumerate(chain):
        values = {who: value(who, level) for who in level}
        if len(set(values.values())) > 1:
            again = chain[blitz:] if at >= blitz else chain
            known = sorted({v for v in values.values() if v is not None}, reverse=True)
            return [
                group
                for each in (*known, *[None] * (None in values.values()))
                for group in order({who for who in level if values[who] == each}, again)
            ]
    return [level]


def places(groups: Sequence[set[EntrantId]]) -> dict[EntrantId, int]:
    """1, 2, 2, 4."""
    answer: dict[EntrantId, int] = {}
    for group in groups:
        answer |= dict.fromkeys(group, len(answer) + 1)
    return answer


def season_points(
    events: Sequence[EventResult], rule: LeagueRule, players: Sequence[EntrantId]
) -> dict[EntrantId, Fraction]:
    """League points, evening by evening."""
    held = sorted({event.evening for event in events if not event.void})
    totals = {}
    for player in players:
        evenings = []
        for evening in held:
            scores = []
            for event in events:
                own = [result for result in event.results if result.player == player]
                if event.void or event.evening != evening or not own:
                    continue
                if isinstance(rule.points, Placement):
                    sizes = sorted(rule.points.lists)
                    fitting = [size for size in sizes if size <= len(event.results)]
                    size = fitting[-1] if fitting else sizes[0]
                    amounts = [Fraction(each) for each in rule.points.lists[size]]
                    taken = [-result.place for result in event.results]
                    scores.append(spread(taken, amounts)[taken.index(-own[0].place)])
                else:
                    scores.append(Fraction(own[0].settlement))
            if scores:
                together = {
                    Together.SUM: sum(scores, Fraction(0)),
                    Together.BEST: max(scores),
                    Together.AVERAGE: sum(scores, Fraction(0)) / len(scores),
                }
                evenings.append(together[rule.together] + rule.bonus)
        count = rule.best if rule.best is not None else max(1, len(held) - rule.drop)
        totals[player] = sum(sorted(evenings, reverse=True)[:count], Fraction(0))
    return totals
