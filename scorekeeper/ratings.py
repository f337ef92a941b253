"""How strong players are, by the places of their games: OpenSkill, the Plackett–Luce model.

The figures are the library's own floats, with its standard start of 25 ± 25/3; nothing is paid or
placed by them. They are always counted from the games: what is stored only spares the way.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Q, QuerySet
from openskill.models import PlackettLuce, PlackettLuceRating

import rules
from scorekeeper.figures import finished_games, sees_listed_only
from scorekeeper.models import Club, Game, RatingReceipt, Seat, Shown
from scorekeeper.queries import Viewer

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength after ``games`` games: ``mean`` ± ``deviation``."""

    mean: float
    deviation: float
    games: int

    @property
    def cautious(self) -> float:
        """Three deviations below the mean: lists are in its order, so that few games lead none."""
        return float(_MODEL.create_rating([self.mean, self.deviation]).ordinal())


@dataclass(frozen=True, slots=True)
class Placed:
    """A finished game: ``sides``: each a player or a pair, by number · ``places``: one a side."""

    game: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


def rated(
    games: Iterable[Placed], before: Mapping[int, Rating]
) -> Iterator[tuple[Placed, dict[int, Rating]]]:
    """Each game, in order, with the ratings of its players after it.

    ``before``: the ratings at the start; whoever has none begins at the library's. A game in which
    nobody met anybody changes nothing and is left out.
    """
    known = dict(before)
    for game in games:
        if len(game.sides) < 2:
            continue
        sides = [[_of_library(known.get(player)) for player in side] for side in game.sides]
        after: dict[int, Rating] = {}
        rows = _MODEL.rate(sides, ranks=[float(place) for place in game.places])
        for players, row in zip(game.sides, rows, strict=True):
            for player, found in zip(players, row, strict=True):
                games_before = known[player].games if player in known else 0
                after[player] = Rating(found.mu, found.sigma, games_before + 1)
        known |= after
        yield game, after


def _of_library(rating: Rating | None) -> PlackettLuceRating:
    if rating is None:
        return _MODEL.rating()
    return _MODEL.create_rating([rating.mean, rating.deviation])


# From the games of a club


def rating_receipts(club: Club, *, listed: bool) -> QuerySet[RatingReceipt]:
    """The stored ratings of a club in order of time."""
    found = RatingReceipt.objects.filter(club=club, listed=listed)
    return found.filter(club__shown=Shown.PUBLIC) if listed else found


def stored_ratings(club: Club, *, listed: bool) -> dict[int, Rating]:
    """Player, by number → rating after the games that the stored ratings take in."""
    found: dict[int, Rating] = {}
    for receipt in rating_receipts(club, listed=listed):
        found |= {int(number): Rating(*row) for number, row in receipt.ratings.items()}
    return found


def games_after(
    club: Club, last: RatingReceipt | None, *, listed: bool, until: datetime | None = None
) -> QuerySet[Game]:
    """The finished games of a club in order of time, after those of a stored rating.

    ``until``: only those that began before it.
    """
    games = finished_games(club, listed=listed).order_by("started_at", "pk")
    if listed:
        games = games.filter(club__shown=Shown.PUBLIC)
    if until:
        games = games.filter(started_at__lt=until)
    if last is None:
        return games
    later = Q(started_at__gt=last.started_at)
    return games.filter(later | Q(started_at=last.started_at, pk__gt=last.game_id))


def placed(games: QuerySet[Game]) -> list[tuple[datetime, Placed]]:
    """The games with who was placed where, and when each began; nobody who was removed."""
    found = list(games.values_list("pk", "started_at", "rule_set", "teams"))
    seats: dict[int, list[tuple[int, int, int | None, str]]] = defaultdict(list)
    rows = Seat.objects.filter(game__in=games if games.query.is_sliced else games.order_by())
    rows = rows.exclude(presence=rules.Presence.REMOVED).order_by("game", "position")
    columns = ("game", "position", "player", "place", "pays")
    for game, position, player, place, pays in rows.values_list(*columns):
        seats[game].append((position, player, place, pays))
    return [
        (started_at, _placed(game, rules.RULE_SETS[rule_set].rank_only, teams, seats[game]))
        for game, started_at, rule_set, teams in found
    ]


def _placed(
    game: int,
    by_money: bool,
    teams: list[list[int]],
    seats: list[tuple[int, int, int | None, str]],
) -> Placed:
    places = {position: place for position, _player, place, _pays in seats if place}
    if by_money:  # a showdown has no sheet: who won most is first
        won = {position: Decimal(pays or 0) for position, _player, _place, pays in seats}
        places = {at: 1 + sum(other > own for other in won.values()) for at, own in won.items()}
    players = {position: player for position, player, _place, _pays in seats}
    sides = [list(team) for team in teams] or [[position] for position in sorted(places)]
    whole = [side for side in sides if all(position in places for position in side)]
    return Placed(
        game,
        tuple(tuple(players[position] for position in side) for side in whole),
        tuple(places[side[0]] for side in whole),
    )


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A player's rating after a game, and when that began."""

    at: datetime
    game: int
    rating: Rating


def rating_points(
    club: Club, *, listed: bool, until: datetime | None = None
) -> Iterator[tuple[int, RatingPoint]]:
    """Player, by number, and a rating they had, in order of time; the last one stands.

    Games of long ago come in one step of the stored receipts, the latest one by one.
    """
    receipts = rating_receipts(club, listed=listed)
    if until:
        receipts = receipts.filter(started_at__lt=until)
    known: dict[int, Rating] = {}
    last: RatingReceipt | None = None
    for last in receipts:
        for number, row in last.ratings.items():
            known[int(number)] = Rating(*row)
            point = RatingPoint(last.started_at, last.game_id, known[int(number)])
            yield int(number), point
    games = placed(games_after(club, last, listed=listed, until=until))
    began = {game.game: at for at, game in games}
    for game, after in rated((one for _at, one in games), known):
        for player, rating in after.items():
            yield player, RatingPoint(began[game.game], game.game, rating)


def ratings(club: Club, viewer: Viewer, until: datetime | None = None) -> dict[int, Rating]:
    """Player, by number → rating after the games that began before ``until``, or all."""
    listed = sees_listed_only(club, viewer)
    points = rating_points(club, listed=listed, until=until)
    return {player: point.rating for player, point in points}


GAMES_A_RECEIPT = 100
"""After so many games the ratings are stored: that many are counted in some milliseconds."""
MOST_GAMES_AT_ONCE = 1000
"""More games than these are not counted while somebody waits for a page."""


def games_to_rate(club: Club, *, listed: bool) -> int:
    """How many finished games no stored rating takes in yet."""
    last = rating_receipts(club, listed=listed).last()
    return games_after(club, last, listed=listed).count()
