"""Tasks of the installation that run by themselves; each leaves a line for whoever runs it."""

import logging
import threading
from datetime import timedelta

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from scorekeeper import backups
from scorekeeper.models import Club, Job
from scorekeeper.ratings import GAMES_A_RECEIPT, MOST_GAMES_AT_ONCE, games_to_rate

AFTER_A_GAME = timedelta(minutes=1)
"""A hall closes its tables all at once: one backup a minute is enough for them."""

_log = logging.getLogger("scorekeeper.jobs")


def backup() -> backups.Copy:
    """Makes a backup in the folder of the settings and notes how it ended; BackupFailed."""
    started = timezone.now()
    failure = ""
    try:
        return backups.back_up(settings.BACKUP_FOLDER, started)
    except backups.BackupFailed as error:
        failure = str(error)[:200]
        _log.error("backup failed", extra={"particulars": {"failure": failure}})
        raise
    finally:
        Job.objects.create(
            kind="backup", started_at=started, ended_at=timezone.now(), failure=failure
        )


def backup_after_game() -> None:
    """Once the game is stored as finished, a backup, beside the answer and not before it."""
    if settings.BACKUP_AFTER_GAME:
        transaction.on_commit(lambda: threading.Thread(target=_due, daemon=False).start())


_one_at_a_time = threading.Lock()


def _due() -> None:
    try:
        with _one_at_a_time:
            copies = backups.stored(settings.BACKUP_FOLDER)
            if not copies or timezone.now() - copies[-1].made_at >= AFTER_A_GAME:
                backup()
    except Exception:
        _log.exception("backup after a game failed")
    finally:
        connection.close()


_rating: set[int] = set()
"""The clubs whose ratings are being counted by this process."""


def ratings_ready(club: Club, *, listed: bool) -> bool:
    """Whether the ratings can be read at once; what is not stored yet is ordered."""
    waiting = games_to_rate(club, listed=listed)
    if waiting >= GAMES_A_RECEIPT and settings.RATE_IN_BACKGROUND and club.pk not in _rating:
        _rating.add(club.pk)
        threading.Thread(target=_rate, args=(club,), daemon=False).start()
    return waiting <= MOST_GAMES_AT_ONCE


def _rate(club: Club) -> None:
    from scorekeeper.actions import store_ratings

    try:
        store_ratings(club)
    except Exception:
        _log.exception("ratings were not stored")
    finally:
        _rating.discard(club.pk)
        connection.close()
