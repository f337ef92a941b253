"""How Django knows the tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events of many tables, built upon the score keeper."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Listens to what is said of players, says what hangs on a game, and what is to be."""
        from scorekeeper import consequences as scorekeeper
        from scorekeeper.happenings import CALENDAR, NEWS
        from tournaments import happenings
        from tournaments.receivers import connect
        from tournaments.reports import consequences

        connect()
        scorekeeper.CHANGES.append(consequences.of_sheet)
        scorekeeper.BELONGS.append(consequences.belonging)
        scorekeeper.OWN.append(happenings.outside_tournaments)
        CALENDAR.extend((happenings.planned, happenings.tournaments))
        NEWS.append(happenings.announced)
