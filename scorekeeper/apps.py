"""How Django knows the score keeper."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db import connection
from django.db.models.signals import pre_migrate
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ScorekeeperConfig(AppConfig):
    """Games at one table, and the accounts of those who keep them."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "scorekeeper"
    verbose_name = _("Score keeper")

    def ready(self) -> None:
        """A migration is preceded by a backup."""
        pre_migrate.connect(_before_migration, sender=self)


def _before_migration(plan: list[Any], **_: object) -> None:
    """A backup, where something is stored and is to be migrated; BackupFailed stops it."""
    if not plan or not settings.BACKUP_BEFORE_MIGRATION:
        return
    if "scorekeeper_turn" in connection.introspection.table_names():
        from scorekeeper import backups

        backups.back_up(settings.BACKUP_FOLDER, timezone.now())
