"""Games of some days at once: sheets in one file, or a workbook, made in the background."""

from uuid import UUID, uuid4, uuid5

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scorekeeper import actions
from scorekeeper.forms import language
from scorekeeper.forms.files import FilesForm
from scorekeeper.models import Game, PrintJob
from scorekeeper.queries import games_between, print_jobs_of
from scorekeeper.reports.lists import game_rows
from scorekeeper.views.access import Request, account_of, own_club, signed_in
from scorekeeper.views.files import CSV, PDF, XLSX, download, look_of, report_of


@require_http_methods(["GET", "POST"])
@signed_in
def sheets(request: Request) -> HttpResponse:
    """Choosing the days and the look; posted, an order for the sheets in one file."""
    club = own_club(request)
    form = FilesForm(request.POST if request.method == "POST" else None, club.zone)
    if request.method == "POST" and form.is_valid():
        games = games_between(club, *form.period())
        wanted = request.POST.get("as", "pdf")
        if games.exists():
            return _taken_along(request, form, games, wanted)
        form.add_error(None, _("No game was played on these days."))
    status = 422 if request.method == "POST" else 200
    return render(request, "scorekeeper/sheets.html", {"form": form, "club": club}, status=status)


def _taken_along(
    request: Request, form: FilesForm, games: QuerySet[Game], wanted: str
) -> HttpResponse:
    """A few games as a workbook, any number as a table; or the order for the file."""
    from scorekeeper import printing  # slow to load
    from scorekeeper.exports.delimited import csv_file
    from scorekeeper.exports.names import safe_name

    club = own_club(request)
    name, by = club.name, account_of(request)
    actions.log("exported", club=club, by=by, now=timezone.now(), form=wanted[:8])
    if wanted == "csv":
        rows = game_rows(games.prefetch_related("seats__player"), language())
        return download(csv_file(rows), safe_name(name, _("games"), "csv"), CSV)
    if wanted == "xlsx" and games.count() <= printing.AT_ONCE:
        from scorekeeper.exports.excel import games_workbook

        content = games_workbook((report_of(game) for game in games), language())
        return download(content, safe_name(name, _("games"), "xlsx"), XLSX)
    file = PrintJob.Form.XLSX if wanted == "xlsx" else PrintJob.Form.PDF
    return _ordered(request, form, list(games), file)


def _ordered(
    request: Request, form: FilesForm, games: list[Game], file: PrintJob.Form
) -> HttpResponse:
    from scorekeeper import printing

    asked, club = form.cleaned_data, own_club(request)
    job = printing.order(
        account=account_of(request),
        club=club,
        games=games,
        look=look_of({name: str(each) for name, each in asked.items()}),
        language=language(),
        # A key that another club has used is another key, and so is one for another file.
        key=uuid5(asked["key"] or uuid4(), f"{club.pk} {file.value}"),
        form=file,
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
    context = {
        "job": found,
        "total": found.total,
        "states": PrintJob.State,
        "workbook": found.form == PrintJob.Form.XLSX,
    }
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
    workbook = found.form == PrintJob.Form.XLSX
    what, kind = (_("games"), XLSX) if workbook else (_("sheets"), PDF)
    name = safe_name(found.club.name, f"{what} {found.created_at:%Y-%m-%d}", found.form)
    return download(bytes(found.content), name, kind)
