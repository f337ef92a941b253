"""What every write of a tournament begins and ends with: the lock, the version, the log."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import F

from scorekeeper.models import Account
from tournaments.models import Tournament, TournamentLogEntry


class TournamentOver(Exception):
    """The tournament is finished or cancelled: it has to be reopened before anything is changed."""


@contextmanager
def writing(
    tournament_id: int,
    kind: str,
    *,
    by: Account | None,
    now: datetime,
    even_over: bool = False,
    noted: dict[str, object] | None = None,
    **words: object,
) -> Iterator[Tournament]:
    """The tournament, locked; its version raised and an entry of the log written at the end.

    ``kind`` is a key of reports.log.KINDS; ``words``: entrants by number, never by name; ``noted``:
    words that are known only when it is done.
    TournamentOver unless ``even_over``.
    """
    with transaction.atomic():
        found = Tournament.objects.select_for_update(of=("self",)).select_related("club")
        record = found.get(pk=tournament_id)
        if not even_over and (record.finished_at or record.cancelled_at):
            raise TournamentOver
        yield record
        raise_version(record)
        TournamentLogEntry.objects.create(
            tournament=record, done_by=by, done_at=now, kind=kind, words=words | (noted or {})
        )


def raise_version(record: Tournament) -> None:
    """Whoever looks at the tournament must not be told that nothing has changed."""
    Tournament.objects.filter(pk=record.pk).update(version=F("version") + 1)
    record.version += 1
