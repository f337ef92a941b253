"""Makes a backup of the database, whole while people write, and removes what is too old."""

from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scorekeeper import backups, jobs


class Command(BaseCommand):
    """``manage.py backup [--folder FOLDER] [--if-older HOURS]``."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to, and for a schedule that starts often: only when it is time."""
        parser.add_argument("--folder", type=Path, help="elsewhere than BACKUP_FOLDER")
        parser.add_argument("--if-older", type=float, default=0, metavar="HOURS")

    def handle(self, *args: Any, **options: Any) -> None:
        """Makes the copy and says where it is; CommandError when there is none."""
        folder = options["folder"]
        copies = backups.stored(folder or settings.BACKUP_FOLDER)
        if copies and timezone.now() - copies[-1].made_at < timedelta(hours=options["if_older"]):
            return
        try:
            copy = backups.back_up(folder, timezone.now()) if folder else jobs.backup()
        except backups.BackupFailed as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{copy.path} ({copy.size / 1e6:.1f} MB)")
