"""A turn on its way from the form to the store."""

from dataclasses import dataclass
from uuid import UUID

import rules


@dataclass(frozen=True, slots=True)
class Entry:
    """A turn as it was typed.

    ``number``: which turn of the game it is meant to be, from 0 · ``client_key`` makes a repeat
    harmless · ``turn``: its player is the seat's number · ``thrown``: the dice of each throw.
    """

    number: int
    client_key: UUID
    turn: rules.Turn
    thrown: tuple[str, ...] = ()
