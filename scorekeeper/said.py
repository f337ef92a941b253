"""What a file of a club says, column by column: written for it, and read with suspicion.

Moments and days stand as ISO 8601, figures that must stay exact as text. Whatever is not as the
column wants it raises ValueError, TypeError or KeyError, and with it the whole file is refused.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar
from uuid import UUID

from django.db import models
from django.utils.functional import Promise

from scorekeeper.models import Account, Club, Game, Player
from scorekeeper.names import clean_name, name_key
from scorekeeper.rights import Right

_T = TypeVar("_T")

MOST_SMALL, MOST_INTEGER, MOST_LARGE = 2**15 - 1, 2**31 - 1, 2**63 - 1
"""What the smallest of our databases holds in an integer column of each size."""

_YEARS = range(1900, 2201)
"""Of a moment or day; no clock in the world moves these out of the calendar."""

_ADDRESS = re.compile("[A-Za-z0-9_-]{20,32}")
_EXACT = re.compile(r"-?\d{1,20}([./][0-9]{1,20})?", re.ASCII)
_MONEY = re.compile(r"-?\d{1,200}(\.\d{1,90})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one file: into which club, by whom, and when.

    ``new``: primary keys of the games that the file has brought.
    """

    account: Account
    club: Club
    now: datetime
    new: frozenset[int]

    def people(self) -> Callable[[object], Player]:
        """Who a name is, of the club's players as they are now; ValueError for nobody."""
        players = self.club.players.select_related("merged_into")
        known = {player.name_key: player.merged_into or player for player in players}

        def person(name: object) -> Player:
            found = known.get(name_key(text(name)))
            if found is None:
                raise ValueError(f"nobody is called {name!r}")
            return found

        return person

    def games(self) -> Mapping[UUID, Game]:
        """The games of the club by their keys, with seats."""
        return {game.start_key: game for game in self.club.games.prefetch_related("seats")}


@dataclass(frozen=True, slots=True)
class Part:
    """A list of a club's file that an app built upon the score keeper writes and reads.

    ``name``: its key in the file · ``words``: of one entry, with %d for its number · ``right``: who
    reads such into a club · ``write``: all entries of a club · ``read``: each with its number from
    1, and in turn; answers one reader for all of them, which raises what ``said`` raises.
    """

    name: str
    words: str | Promise
    right: Right
    write: Callable[[Club], list[dict[str, Any]]]
    read: Callable[[Reading], Callable[[Mapping[str, Any]], None]]


PARTS: list[Part] = []


def written(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    """These columns of a row as a file says them."""
    return {name: _plain(getattr(row, name)) for name in names}


def _plain(value: object) -> object:
    if isinstance(value, date | time):  # a datetime is a date
        return value.isoformat()
    return value


def columns(
    model: type[models.Model], names: Iterable[str], found: Mapping[str, Any]
) -> dict[str, Any]:
    """These columns of a row from what a file says; JSON columns have readers of their own."""
    return {name: _column(model, name, found[name]) for name in names}


def _column(model: type[models.Model], name: str, value: object) -> object:
    field = model._meta.get_field(name)  # noqa: SLF001 - Django's documented interface
    assert isinstance(field, models.Field)
    if value is None and field.null:
        return None
    match field:
        case models.DateTimeField():
            return moment(value)
        case models.DateField():
            return day(value)
        case models.TimeField():
            return time.fromisoformat(text(value))
        case models.BooleanField():
            return truth(value)
        case models.PositiveSmallIntegerField():
            return integer(value, most=MOST_SMALL)
        case models.PositiveBigIntegerField():
            return integer(value, most=MOST_LARGE)
        case models.IntegerField():
            fewest = 0 if isinstance(field, models.PositiveIntegerField) else -MOST_INTEGER
            return integer(value, fewest=fewest, most=MOST_INTEGER)
        case models.CharField():
            return _letters(field, value)
    raise TypeError(f"{name} is no column that a file says")


def _letters(field: "models.CharField[Any, Any]", value: object) -> str:
    cleaned = clean_name(text(value))
    if field.choices and cleaned not in dict(field.flatchoices):
        raise ValueError(f"{field.name} cannot be {cleaned!r}")
    if len(cleaned) > (field.max_length or 0) or (not cleaned and not field.blank):
        raise ValueError(f"{field.name} is too long, or empty")
    return cleaned


def text(value: object) -> str:
    """``value``, which has to be text."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def truth(value: object) -> bool:
    """``value``, which has to be true or false."""
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def integer(value: object, *, fewest: int = 0, most: int = MOST_INTEGER) -> int:
    """``value``, which has to be a whole number between these."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    if not fewest <= value <= most:
        raise ValueError(f"{value!r} is out of bounds")
    return value


def exact(value: object) -> str:
    """A figure as text ("-5/2", "7", "2.5"), not longer than anybody would type."""
    if not _EXACT.fullmatch(text(value)):
        raise ValueError(f"{value!r} is no figure")
    Fraction(text(value))  # nothing is divided by zero
    return text(value)


def money(value: object) -> Decimal:
    """An amount as text ("-12.50")."""
    if not _MONEY.fullmatch(text(value)):
        raise ValueError(f"{value!r} is no amount")
    return Decimal(text(value))


def moment(value: object) -> datetime:
    """A moment with its distance from Greenwich."""
    found = datetime.fromisoformat(text(value))
    if found.tzinfo is None or found.year not in _YEARS:
        raise ValueError(f"{value!r} is no moment")
    return found


def day(value: object) -> date:
    """A day of the calendar."""
    found = date.fromisoformat(text(value))
    if found.year not in _YEARS:
        raise ValueError(f"{value!r} is no day of ours")
    return found


def each(value: object, read: Callable[[Any], _T], most: int = 100_000) -> list[_T]:
    """A list, each of whose values ``read`` takes; ValueError for more than ``most``."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    if len(value) > most:
        raise ValueError("a list is too long")
    return [read(one) for one in value]


def mapping(value: object) -> dict[str, Any]:
    """``value``, which has to be an object of JSON."""
    if not isinstance(value, dict):
        raise TypeError(f"{value!r} is no object")
    return value


def address(value: object, taken: Callable[[str], bool]) -> str | None:
    """A public key to keep; None for one that could be guessed, or is somebody's here."""
    found = text(value)
    return found if _ADDRESS.fullmatch(found) and not taken(found) else None
