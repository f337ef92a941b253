"""Folds every stored game and compares the receipts of its seats with what the turns say."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.actions import ratings_differ, receipts_differ, statistics_differ
from scorekeeper.models import Club, Game
from scorekeeper.queries import played


class Command(BaseCommand):
    """Exit status 0 when every receipt is right, 1 and the games named where one is not."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Proves all games, oldest first."""
        wrong: list[str] = []
        proved = 0
        for game in Game.objects.select_related("club").order_by("started_at", "pk").iterator():
            proved += 1
            stands = played(game)
            if receipts_differ(stands) or statistics_differ(stands):
                wrong.append(f"{game.pk} ({game})")
        if wrong:
            raise CommandError(f"Receipts differ from the turns in games: {', '.join(wrong)}")
        rated = [str(club) for club in Club.objects.order_by("pk") if ratings_differ(club)]
        if rated:
            raise CommandError(f"Stored ratings differ from the games in clubs: {', '.join(rated)}")
        self.stdout.write(f"{proved} games, every receipt is right.")
