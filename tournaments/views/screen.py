"""The big screen of a tournament: one thing at a time, for the hall."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from scorekeeper.forms import language
from scorekeeper.views.access import Request
from tournaments.queries import whole
from tournaments.reports.results import prize_giving, public_part
from tournaments.reports.screen import slides
from tournaments.views.access import watched_tournament
from tournaments.views.showing import live_page


@require_GET
def tournament_screen(request: Request, key: str) -> HttpResponse:
    """Seating, clock and standings in turn, as everybody may see them."""
    record = watched_tournament(request, key)

    def context() -> dict[str, Any]:
        stands = whole(record)
        giving = prize_giving(stands, language())
        return {"record": record, "slides": slides(public_part(stands), giving, language())}

    return live_page(request, record, "screen", (), context)
