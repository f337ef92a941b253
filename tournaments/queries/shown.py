"""Who may see which tournaments, and how far."""

from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorekeeper.models import Shown
from scorekeeper.queries import Viewer, clubs_of
from scorekeeper.rights import Right
from tournaments.models import Tournament


def tournaments_of(viewer: Viewer, right: Right = Right.SEE) -> QuerySet[Tournament]:
    """The tournaments of the clubs in which somebody has a right, newest first."""
    own = Tournament.objects.filter(club__in=clubs_of(viewer, right))
    return own.select_related("club").order_by("-starts_at", "-pk")


def tournaments_shown(viewer: Viewer, *, listed: bool) -> QuerySet[Tournament]:
    """The tournaments that somebody may see; as scorekeeper.queries.games_shown."""
    wide = [Shown.PUBLIC] if listed else [Shown.PUBLIC, Shown.UNLISTED]
    own = Q(club__in=clubs_of(viewer))
    found = Tournament.objects.filter(own | Q(club__shown__in=wide, shown__in=wide))
    return found.select_related("club").order_by("-starts_at", "-pk")


def with_counts(found: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The same tournaments with ``entered`` and ``last_round``: entrants, published rounds."""
    entered = Count("entrants", filter=Q(entrants__removed=False), distinct=True)
    last = Count("rounds", filter=Q(rounds__published_at__isnull=False), distinct=True)
    return found.annotate(entered=entered, last_round=last)


def is_listed(record: Tournament) -> bool:
    """Whether strangers and search engines may find a tournament."""
    return record.shown == record.club.shown == Shown.PUBLIC


def shown_until(record: Tournament) -> int | None:
    """The last round whose results everybody may see, None where all may be seen."""
    if record.hidden_from is None or record.released_at is not None:
        return None
    return record.hidden_from - 1


MARK = ("games_finished", "games_version", "games_last")


def with_mark(found: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The same tournaments with what ``mark`` reads: how many games are finished, and how."""
    done = Q(rounds__tables__game__finished_at__isnull=False)
    game = "rounds__tables__game"
    return found.annotate(
        games_finished=Count(game, filter=done),
        games_version=Coalesce(Sum(F(f"{game}__version"), filter=done), 0),
        games_last=Max(f"{game}__finished_at"),
    )


def mark(record: Tournament) -> str:
    """Changes with every write that a page of the tournament could show; of ``with_mark``.

    Turns of a running game do not count: the pages show results of finished tables. Without
    spaces, so that it may be part of a key of any cache.
    """
    annotated = (record.version, *(getattr(record, name) for name in MARK))
    return "-".join(str(value).replace(" ", "T") for value in annotated)
