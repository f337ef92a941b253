"""What happens in a club: its calendar and its news are made of this.

The score keeper knows its evenings; an app built upon it adds what it knows when loaded.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from scorekeeper.models import Club
from scorekeeper.queries import Viewer


@dataclass(frozen=True, slots=True)
class Happening:
    """Something with a date.

    ``key``: the same for ever, and what two sources share that speak of one thing · ``address``:
    a path of this site · ``starts``, ``ends``: by the club's clock · ``changed``: when it became
    what it is.
    """

    key: str
    title: str
    words: str
    address: str
    starts: datetime
    ends: datetime | None
    changed: datetime
    cancelled: bool = False


Source: TypeAlias = Callable[[Club, Viewer, str], Iterable[Happening]]
"""A club, whoever looks, and the language → what they may know of."""

CALENDAR: list[Source] = []
NEWS: list[Source] = []
