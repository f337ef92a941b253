"""How Django knows the tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events of many tables, built upon the score keeper."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Listens to what the score keeper says of players."""
        from tournaments.receivers import connect

        connect()
