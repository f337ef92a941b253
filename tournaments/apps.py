"""How Django knows the tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events of many tables, built upon the score keeper."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Listens to what the score keeper says of players, and says what hangs on a game."""
        from scorekeeper import consequences as scorekeeper
        from tournaments.receivers import connect
        from tournaments.reports import consequences

        connect()
        scorekeeper.CHANGES.append(consequences.of_sheet)
        scorekeeper.BELONGS.append(consequences.belonging)
