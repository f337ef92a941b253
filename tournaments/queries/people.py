"""Who sat at the tables, and for whom."""

from collections.abc import Iterable, Mapping

from scorekeeper.models import Player
from tournaments.queries.seats import TableSeatLine
from tournaments.queries.tournament import Whole


def sat_for(stands: Whole, seat: TableSeatLine) -> list[int]:
    """The players at a seat who are not the entrant's own, by number."""
    entrant = stands.entrants[seat.entrant]
    people = [person for person in (entrant.player, entrant.partner) if person is not None]
    own = {person.pk for person in people} | {person.merged_into_id for person in people}
    return [one for one in (seat.player, seat.partner) if one is not None and one not in own]


def substitutes(stands: Whole, seats: Iterable[TableSeatLine]) -> Mapping[int, str]:
    """Who sat at these seats for somebody else: number of the player → name.

    One query, and none where everybody sat for themselves.
    """
    others = {player for seat in seats for player in sat_for(stands, seat)}
    if not others:
        return {}
    found = Player.objects.filter(pk__in=others).select_related("merged_into")
    return {player.pk: (player.merged_into or player).name for player in found}


def people_of(seats: Iterable[TableSeatLine]) -> Mapping[int, Player]:
    """Who sat at these seats, substitutes too: number of the player → player; one query."""
    keys = {key for seat in seats for key in (seat.player, seat.partner) if key is not None}
    return Player.objects.in_bulk(keys)
