"""`manage.py draw_sheets`: the process that draws many sheets; the program starts it itself."""

import os
from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.printing import draw_all


class Command(BaseCommand):
    """Draw all print jobs that wait, then end."""

    help = "Draw the sheets that were ordered; started by the program when somebody orders."

    def handle(self, *args: Any, **options: Any) -> None:
        """Behind everybody who waits for a page: with the lowest priority."""
        os.nice(15)
        draw_all()
