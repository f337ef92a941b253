"""How Django knows the tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events of many tables, built upon the score keeper."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Listens to what is said of players, says what hangs on a game, what is to be, and
        what of a club's file is theirs."""
        from scorekeeper import consequences as scorekeeper
        from scorekeeper.happenings import CALENDAR, NEWS
        from scorekeeper.rights import Right
        from scorekeeper.said import PARTS, Part
        from tournaments import archive, archive_reading, archive_seasons, happenings
        from tournaments.receivers import connect
        from tournaments.reports import consequences

        connect()
        scorekeeper.CHANGES.append(consequences.of_sheet)
        scorekeeper.BELONGS.append(consequences.belonging)
        scorekeeper.EVENTS.append(consequences.events)
        scorekeeper.OWN.append(happenings.outside_tournaments)
        scorekeeper.ON_SHEET.append(consequences.on_sheet)
        CALENDAR.extend((happenings.planned, happenings.tournaments))
        NEWS.append(happenings.announced)
        organise = Right.ORGANISE
        words = (_("tournament %d"), _("season %d"))
        PARTS.extend(
            (
                Part("tournaments", words[0], organise, archive.write, archive_reading.reader),
                Part("seasons", words[1], organise, archive_seasons.write, archive_seasons.reader),
            )
        )
