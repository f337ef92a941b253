"""When results are shown: hidden rounds, the prize-giving from the last place up, the release."""

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.forms import language
from scorekeeper.views.access import Request, account_of, signed_in
from tournaments import actions
from tournaments.forms.results import HIDE, RELEASE, REVEAL, ResultsForm
from tournaments.models import Tournament
from tournaments.queries import whole
from tournaments.reports.results import place_lines, prize_giving
from tournaments.reports.ties import shared_prizes
from tournaments.views.access import own_tournament
from tournaments.views.refusals import carried_out


@require_http_methods(["GET", "POST"])
@signed_in
def tournament_results(request: Request, key: str) -> HttpResponse:
    """What is hidden from everybody, and the places as only the organiser sees them."""
    record = own_tournament(request, key)
    form = ResultsForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        _carry_out(request, record, form)
        return redirect("tournament_results", key)
    stands = whole(record)
    planned = sum(stage.rounds_planned for stage in stands.stages)
    context = {
        "record": record,
        "may_organise": True,
        "form": form,
        "giving": prize_giving(stands, language()),
        "places": place_lines(stands, language()),
        "rounds": range(1, max(planned, len(stands.rounds)) + 1),
        "last": planned,
        "provisional": stands.standing().provisional,
        "open_now": record.finished_at is None,
        "shared": shared_prizes(stands),
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/results.html", context, status=status)


def _carry_out(request: Request, record: Tournament, form: ResultsForm) -> None:
    do, number = form.cleaned_data["do"], form.cleaned_data["number"]
    by, now = account_of(request), timezone.now()
    if do == REVEAL:
        seen = form.cleaned_data["seen"]
        reveal = partial(actions.reveal_places, tournament=record, down_to=number, seen=seen)
        carried_out(request, record, partial(reveal, by=by, now=now))
    elif do == RELEASE:
        actions.release_results(tournament=record, by=by, now=now)
        messages.success(request, _("All results are shown to everybody."))
    else:
        hidden = number if do == HIDE else None
        actions.hide_results(tournament=record, hidden_from=hidden, by=by, now=now)
        messages.success(
            request,
            _("Results from round %(number)s on are hidden.") % {"number": number}
            if do == HIDE
            else _("Nothing is hidden."),
        )
