"""What every write of a tournament begins and ends with: the lock, the version, the log."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime

from django.db import transaction
from django.db.models import F, Model

from scorekeeper.models import Account
from tournaments.models import Tournament, TournamentLogEntry


class TournamentOver(Exception):
    """The tournament is finished or cancelled: it has to be reopened before anything is changed."""


class NotReady(Exception):
    """What is asked does not fit what stands there by now: the page was out of date."""


class Unchanged(Exception):
    """All is as it was to be: the button was pressed twice, or in a window that is out of date.

    Raised inside ``writing``, and goes no further: neither version nor log speak of it.
    """


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
    TournamentOver unless ``even_over``. With Unchanged inside, nothing is written.
    """
    with suppress(Unchanged), transaction.atomic():
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


def set_columns(record: Model, columns: Mapping[str, object]) -> list[str]:
    """Sets columns of a row that is not stored yet; those that were something else before."""
    changed = [name for name, value in columns.items() if getattr(record, name) != value]
    for name in changed:
        setattr(record, name, columns[name])
    return changed
