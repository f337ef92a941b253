"""What an app built upon the score keeper says of a game: where it belongs, what hangs on it.

The score keeper knows nobody above it: whoever builds upon it adds to these lists when loaded.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.db.models import QuerySet

import rules
from scorekeeper.models import Game
from scorekeeper.queries import Played


@dataclass(frozen=True, slots=True)
class Belonging:
    """Where a game belongs: words such as "Cup: round 2, table 3".

    ``address``: of the page where hosts run it · ``watched``: of the page that anybody may see ·
    ``aside``: why what is written on the sheet does not count there, "" where it does · ``pays``:
    whether those at the table pay each other what they won and lost.
    """

    words: str
    address: str
    watched: str
    aside: str = ""
    pays: bool = True


Changes: TypeAlias = Callable[[Game, Mapping[int, int]], Sequence[str]]
"""A game, and the total each seat would have (position → points) → sentences."""

Belongs: TypeAlias = Callable[[Game], Belonging | None]

Own: TypeAlias = Callable[[QuerySet[Game]], QuerySet[Game]]
"""Games → those of them that belong nowhere else; or that are played on their sheet."""


@dataclass(frozen=True, slots=True)
class EventOfGame:
    """The event that a game is a table of: its name, and whether its tables settle, as in
    `Belonging`."""

    name: str
    pays: bool


Events: TypeAlias = Callable[[Collection[int]], Mapping[int, EventOfGame]]
"""Primary keys of games → the event that each is a table of; by one query."""

CHANGES: list[Changes] = []
BELONGS: list[Belongs] = []
EVENTS: list[Events] = []
OWN: list[Own] = []
ON_SHEET: list[Own] = []


def changes(after: Played) -> list[str]:
    """All that would change beyond the game itself, were it as in ``after``; in sentences."""
    if after.deals is not None:
        return []
    figures = rules.result(after.sheet_game).figures
    totals = {int(player): found.total for player, found in figures.items()}
    return [sentence for ask in CHANGES for sentence in ask(after.record, totals)]


def belonging(record: Game) -> Belonging | None:
    """Where the game belongs, None for one of its own."""
    return next((found for ask in BELONGS if (found := ask(record))), None)


def settles(record: Game) -> bool:
    """Whether those at the table pay each other what they won and lost."""
    found = events([record]).get(record.pk)
    return found is None or found.pays


def events(games: Iterable[Game]) -> dict[int, EventOfGame]:
    """Primary key → the event, for those of these games that are a table of one."""
    keys = [record.pk for record in games]
    return {pk: event for ask in EVENTS for pk, event in ask(keys).items()}


def own_games(games: QuerySet[Game]) -> QuerySet[Game]:
    """Of these games those of a club's evenings: what belongs to a tournament is left out."""
    for narrowed in OWN:
        games = narrowed(games)
    return games


def games_on_sheet(games: QuerySet[Game]) -> QuerySet[Game]:
    """Of these games those that lists show: not an empty sheet whose result was typed elsewhere."""
    for narrowed in ON_SHEET:
        games = narrowed(games)
    return games
