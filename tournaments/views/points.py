"""Points taken off or added by the organiser, with the reason, and undone."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.forms import language
from scorekeeper.views.access import Request, account_of, signed_in
from tournaments import actions
from tournaments.forms.deciding import AdjustmentForm
from tournaments.models import Adjustment, Tournament
from tournaments.presence import in_stage
from tournaments.queries import Whole, whole
from tournaments.reports.adjustments import adjustment_lines
from tournaments.views.access import entrant_at, own_tournament
from tournaments.views.refusals import carried_out


@require_http_methods(["GET", "POST"])
@signed_in
def adjustments(request: Request, key: str) -> HttpResponse:
    """Penalties and corrections of the stage in play, and all that were ever made."""
    record = own_tournament(request, key)
    stands = whole(record)
    data = request.POST if request.method == "POST" else None
    form = AdjustmentForm(_entrants(stands), data)
    if data is not None and form.is_valid():
        asked = form.cleaned_data
        adjust = partial(
            actions.adjust,
            stage=stands.stage,
            entrant=entrant_at(record, asked["entrant"]),
            points=asked["points"],
            reason=asked["reason"],
            client_key=asked["client_key"],
            by=account_of(request),
            now=timezone.now(),
        )
        carried_out(request, record, adjust, _("Stored; it can be undone below."))
        return redirect("adjustments", key)
    return _page(request, record, stands, form)


def _entrants(stands: Whole) -> list[tuple[int, str]]:
    names = stands.names
    return [(key, names[key]) for key in in_stage(stands, stands.stage)]


def _page(
    request: Request, record: Tournament, stands: Whole, form: AdjustmentForm
) -> HttpResponse:
    context: dict[str, Any] = {
        "record": record,
        "may_organise": True,
        "stage": stands.stage,
        "form": form,
        "lines": adjustment_lines(stands, language()),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/adjustments.html", context, status=status)


@require_POST
@signed_in
def adjustment_undo(request: Request, key: str, pk: int) -> HttpResponse:
    """The points are as they were before."""
    record = own_tournament(request, key)
    found = Adjustment.objects.filter(stage__tournament=record).select_related("stage")
    one = get_object_or_404(found, pk=pk)
    undo = partial(
        actions.undo_adjustment, adjustment=one, by=account_of(request), now=timezone.now()
    )
    carried_out(request, record, undo, _("Undone."))
    return redirect("adjustments", key)
