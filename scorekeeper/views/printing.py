"""Games of some days at once: their sheets in one file, drawn in the background."""

from uuid import UUID, uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scorekeeper.forms import language
from scorekeeper.forms.files import FilesForm
from scorekeeper.models import Game, PrintJob
from scorekeeper.queries import games_between, print_jobs_of
from scorekeeper.views.access import Request, account_of, own_club, signed_in
from scorekeeper.views.files import PDF, download, look_of


@require_http_methods(["GET", "POST"])
@signed_in
def sheets(request: Request) -> HttpResponse:
    """Choosing the days and the look; posted, an order for the sheets in one file."""
    club = own_club(request)
    form = FilesForm(request.POST if request.method == "POST" else None, club.zone)
    if request.method == "POST" and form.is_valid():
        games = list(games_between(club, *form.period()))
        if games:
            return _ordered(request, form, games)
        form.add_error(None, _("No game was played on these days."))
    status = 422 if request.method == "POST" else 200
    return render(request, "scorekeeper/sheets.html", {"form": form, "club": club}, status=status)


def _ordered(request: Request, form: FilesForm, games: list[Game]) -> HttpResponse:
    from scorekeeper import printing

    asked = form.cleaned_data
    job = printing.order_sheets(
        account=account_of(request),
        club=own_club(request),
        games=games,
        look=look_of({name: str(each) for name, each in asked.items()}),
        language=language(),
        key=asked["key"] or uuid4(),
    )
    if printing.is_forgotten(job):
        printing.start_worker()
    return redirect("print_job", job.key)


def _job(request: Request, key: UUID) -> PrintJob:
    return get_object_or_404(print_jobs_of(account_of(request)), key=key)


@require_GET
@signed_in
def print_job(request: Request, job: UUID) -> HttpResponse:
    """How far a job is; the page asks again by itself."""
    from scorekeeper import printing

    found = _job(request, job)
    if printing.is_forgotten(found):
        printing.start_worker()
    context = {"job": found, "total": len(found.games), "states": PrintJob.State}
    template = "scorekeeper/print_job.html"
    return render(request, f"{template}#progress" if request.htmx else template, context)


@require_http_methods(["GET", "POST"])
@signed_in
def print_cancel(request: Request, job: UUID) -> HttpResponse:
    """Stops a job; looked at, as after signing in again, it only leads back."""
    from scorekeeper import printing

    found = _job(request, job)
    if request.method == "POST":
        printing.cancel(found)
    return redirect("print_job", job)


@require_GET
@signed_in
def print_file(request: Request, job: UUID) -> HttpResponse:
    """The file of a finished job."""
    from scorekeeper.exports.names import safe_name

    found = _job(request, job)
    if found.state != PrintJob.State.FINISHED:
        return redirect("print_job", job)
    name = safe_name(f"{found.club.name}, {_('sheets')} {found.created_at:%Y-%m-%d}", "pdf")
    return download(bytes(found.content), name, PDF)
