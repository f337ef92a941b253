"""What was done in a tournament."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorekeeper.views.access import Request, signed_in
from tournaments.reports.log import log_lines
from tournaments.views.access import own_tournament

LINES_A_PAGE = 100


@require_GET
@signed_in
def tournament_log(request: Request, key: str) -> HttpResponse:
    """Everything that was done, newest first."""
    record = own_tournament(request, key)
    entries = record.log.select_related("done_by").order_by("-done_at", "-pk")
    page = Paginator(entries, LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "record": record,
        "may_organise": True,
        "lines": log_lines(record, page),
        "page": page,
    }
    return render(request, "tournaments/log.html", context)
