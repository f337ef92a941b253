"""The log of a club: who did what to rights, people and files."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime

from scorekeeper.models import Account, Club, LogEntry

_stream = logging.getLogger("scorekeeper.log")


def log(
    kind: str, *, club: Club | None, by: Account | None, now: datetime, **words: object
) -> None:
    """One entry, in the table and in the stream of the server; players are named by number.

    ``kind`` is a key of reports.log.KINDS.
    """
    log_all(kind, club=club, by=by, now=now, words=[words])


def log_all(
    kind: str,
    *,
    club: Club | None,
    by: Account | None,
    now: datetime,
    words: Sequence[Mapping[str, object]],
) -> None:
    """As ``log``, an entry for each of the words."""
    LogEntry.objects.bulk_create(
        LogEntry(club=club, done_by=by, done_at=now, kind=kind, words=dict(each)) for each in words
    )
    for each in words:
        known = {"club": club.pk if club else None, "by": by.pk if by else None, **each}
        _stream.info(kind, extra={"particulars": known})
