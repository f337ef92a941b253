"""How strong players are, by the places of their games: OpenSkill, the Plackett–Luce model.

The figures are the library's own floats, with its standard start of 25 ± 25/3; nothing is paid or
placed by them. They are always counted from the games: what is stored only spares the way.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Q, QuerySet
from django.db.models.fields.json import KT
from openskill.models import PlackettLuce, PlackettLuceRating

import rules
from scorekeeper.figures import finished_games, sees_listed_only
from scorekeeper.models import Club, Game, Player, RatingReceipt, Seat, Shown
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


def last_receipt(
    club: Club, *, listed: bool, until: datetime | None = None
) -> RatingReceipt | None:
    """The latest stored ratings of games that began before ``until``."""
    found = rating_receipts(club, listed=listed)
    return (found.filter(started_at__lt=until) if until else found).last()


def known(receipt: RatingReceipt | None) -> dict[int, Rating]:
    """Player, by number → stored rating."""
    rows = receipt.ratings if receipt else {}
    return {int(number): Rating(*row) for number, row in rows.items()}


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
    later = Q(started_at__gt=last.started_at) | Q(pk__gt=last.game_id)
    return games.filter(later, started_at__gte=last.started_at)  # so that the index is of use


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
    rating: Rating


def _rated_after(
    club: Club, last: RatingReceipt | None, until: datetime | None, *, listed: bool
) -> Iterator[tuple[datetime, Placed, dict[int, Rating]]]:
    games = placed(games_after(club, last, listed=listed, until=until))
    began = {game.game: at for at, game in games}
    for game, after in rated((one for _at, one in games), known(last)):
        yield began[game.game], game, after


def ratings(club: Club, viewer: Viewer, until: datetime | None = None) -> dict[int, Rating]:
    """Player, by number → rating after the games that began before ``until``, or all."""
    listed = sees_listed_only(club, viewer)
    last = last_receipt(club, listed=listed, until=until)
    found = known(last)
    for _at, _game, after in _rated_after(club, last, until, listed=listed):
        found |= after
    return found


def rating_curve(player: Player, viewer: Viewer) -> list[RatingPoint]:
    """A player's ratings in order of time; the last one stands.

    Games of long ago come in the steps of the stored receipts, the latest one by one.
    """
    listed = sees_listed_only(player.club, viewer)
    receipts = rating_receipts(player.club, listed=listed)
    rows = receipts.annotate(own=KT(f"ratings__{player.pk}")).values_list("started_at", "own")
    stored = [(at, Rating(*json.loads(own))) for at, own in rows if own]
    steps = [
        RatingPoint(at, rating)
        for number, (at, rating) in enumerate(stored)
        if number == 0 or rating.games != stored[number - 1][1].games
    ]
    last = last_receipt(player.club, listed=listed)
    return steps + [
        RatingPoint(at, after[player.pk])
        for at, _game, after in _rated_after(player.club, last, None, listed=listed)
        if player.pk in after
    ]


GAMES_A_RECEIPT = 100
"""After so many games the ratings are stored: that many are counted in some milliseconds."""
MOST_GAMES_AT_ONCE = 1000
"""More games than these are not counted while somebody waits for a page."""


def games_to_rate(club: Club, *, listed: bool) -> int:
    """How many finished games no stored rating takes in yet."""
    last = last_receipt(club, listed=listed)
    return games_after(club, last, listed=listed).count()
