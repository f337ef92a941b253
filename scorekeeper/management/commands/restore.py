"""Puts a backup back in place of what is in the database, which is backed up first."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scorekeeper import backups


class Command(BaseCommand):
    """``manage.py restore FILE``; run ``manage.py migrate`` after it when the file is old."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The backup."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Keeps what is there, puts the backup back; CommandError leaves everything as it was."""
        try:
            before = backups.back_up(settings.BACKUP_FOLDER, timezone.now())
            self.stdout.write(f"What was there is kept in {before.path}")
        except backups.BackupFailed as error:
            self.stdout.write(f"What was there cannot be kept ({error})")
        try:
            backups.put_back(options["file"])
        except backups.BackupFailed as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']} is in force.")
