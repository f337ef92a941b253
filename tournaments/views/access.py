"""Who may see what of a tournament: each view asks here, on its first line.

What is not yours is 404, as if it were not there.
"""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from scorekeeper.queries import who_in
from scorekeeper.rights import Right, may
from tournaments.models import Entrant, Round, Stage, Table, Tournament
from tournaments.queries import tournaments_of, tournaments_shown, with_mark


def own_tournament(request: HttpRequest, key: str, right: Right = Right.ORGANISE) -> Tournament:
    """A tournament in whose club one has ``right``, or 404."""
    return get_object_or_404(tournaments_of(request.user, right), public_key=key)


def watched_tournament(request: HttpRequest, key: str) -> Tournament:
    """The tournament under an unguessable address, if it is shown to whoever looks; else 404.

    Its ``queries.mark`` can be read.
    """
    shown = with_mark(tournaments_shown(request.user, listed=False))
    return get_object_or_404(shown.order_by(), public_key=key)


def may_organise(request: HttpRequest, record: Tournament) -> bool:
    """Whether whoever looks runs the tournament."""
    return may(who_in(record.club, request.user), Right.ORGANISE)


def round_at(record: Tournament, number: int) -> Round:
    """A round by its number, or 404."""
    return get_object_or_404(record.rounds.select_related("stage"), number=number)


def stage_at(record: Tournament, number: int) -> Stage:
    """A stage by its number, or 404."""
    return get_object_or_404(record.stages, number=number)


def entrant_at(record: Tournament, pk: int) -> Entrant:
    """An entrant by its number, removed ones too, or 404."""
    found = record.entrants.select_related("player__merged_into", "partner__merged_into")
    return get_object_or_404(found, pk=pk)


def table_at(record: Tournament, pk: int) -> Table:
    """A table of a published round, or 404."""
    found = Table.objects.filter(round__tournament=record)
    return get_object_or_404(found.select_related("round__stage", "game__club"), pk=pk)
