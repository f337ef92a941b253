"""Writes the receipts of statistics for finished games that have none: those of older versions."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from scorekeeper.actions import store_ratings, write_statistics
from scorekeeper.figures import games_without_receipts
from scorekeeper.models import Club, Game
from scorekeeper.queries import played


class Command(BaseCommand):
    """Says how many games were written; run again, it finds nothing to do."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes game by game, each in a transaction of its own, then the ratings."""
        written = 0
        for pk in games_without_receipts():
            with transaction.atomic():
                game = Game.objects.select_for_update(of=("self",)).select_related("club")
                write_statistics(played(game.get(pk=pk)))
            written += 1
        for club in Club.objects.order_by("pk"):
            store_ratings(club)
        self.stdout.write(f"Receipts written for {written} games.")
