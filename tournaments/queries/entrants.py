"""Who takes part, who asked to, and whether anybody still may."""

from collections.abc import Iterable, Sequence

from django.db.models import Count, Q, QuerySet

from scorekeeper.models import Player
from scorekeeper.queries import Viewer
from tournaments.models import Application, Entrant, Tournament
from tournaments.queries.shown import tournaments_shown


def entrants_of(record: Tournament) -> QuerySet[Entrant]:
    """The entrants with their players, in no order that means anything."""
    return record.entrants.select_related("player__merged_into", "partner__merged_into")


def entered_in(found: Iterable[Tournament]) -> dict[int, int]:
    """How many take part in each of these tournaments, by primary key; one query."""
    entrants = Entrant.objects.filter(tournament__in=list(found), removed=False).order_by()
    return dict(entrants.values_list("tournament").annotate(entered=Count("pk")))


def known_as(players: Sequence[int]) -> QuerySet[Player]:
    """These players, by number, and the names that are merged into them."""
    return Player.objects.filter(Q(pk__in=players) | Q(merged_into__in=players))


def entered_as(players: Sequence[int]) -> QuerySet[Entrant]:
    """Each entrant that one of these players is, alone or in a pair; the removed too."""
    same = known_as(players).values("pk")
    return Entrant.objects.filter(Q(player__in=same) | Q(partner__in=same))


def entries_of(player: Player, viewer: Viewer) -> QuerySet[Entrant]:
    """Where a player is an entrant, of tournaments that somebody may find; the last begun first."""
    seen = tournaments_shown(viewer, listed=True).order_by().values("pk")
    found = entered_as([player.pk]).filter(removed=False, tournament__in=seen)
    return found.select_related("tournament").order_by("-tournament__starts_at", "-tournament__pk")


def takes_entrants(record: Tournament) -> bool:
    """Whether whoever enters now could be seated: no cut is made, and a round is left to draw."""
    stage = record.stages.order_by("number")[0]
    published = stage.rounds.filter(published_at__isnull=False).count()
    return stage.closed_at is None and published < stage.rounds_planned


def is_open_to_enter(record: Tournament) -> bool:
    """Whether people may enter by the public page now, or ask to: while they could be seated."""
    closed = record.registration == Tournament.Registration.CLOSED
    over = record.finished_at is not None or record.cancelled_at is not None
    return not closed and not over and takes_entrants(record)


def waiting_applications(record: Tournament) -> QuerySet[Application]:
    """Those who asked to enter and wait for an answer, the first first."""
    return record.applications.filter(decided_at__isnull=True).order_by("made_at", "pk")


def checked_in(record: Tournament, number: int) -> bool:
    """Whether somebody has looked who is here for a round."""
    return record.log.filter(kind="checked_in", words__round=number).exists()
