"""The log of a club: who did what to rights, people and files."""

import logging
from datetime import datetime

from scorekeeper.models import Account, Club, LogEntry

_stream = logging.getLogger("scorekeeper.log")


def log(
    kind: str, *, club: Club | None, by: Account | None, now: datetime, **words: object
) -> None:
    """One entry, in the table and in the stream of the server; players are named by number.

    ``kind`` is a key of reports.log.KINDS.
    """
    LogEntry.objects.create(club=club, done_by=by, done_at=now, kind=kind, words=words)
    known = {"club": club.pk if club else None, "by": by.pk if by else None, **words}
    _stream.info(kind, extra={"particulars": known})
