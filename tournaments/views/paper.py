"""The papers of a tournament: a page to choose from, and the files."""

from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.forms import language
from scorekeeper.reports.export import club_logo
from scorekeeper.rights import Right
from scorekeeper.views.access import Request, account_of, signed_in
from scorekeeper.views.files import PDF, XLSX, download, look_of
from scorekeeper.views.page import absolute
from tournaments.models import Decider, Tournament
from tournaments.queries import (
    Whole,
    draft_of,
    mark,
    sheets_played,
    substitutes,
    table_links_of,
    tournaments_of,
    whole,
    with_mark,
)
from tournaments.reports import paper
from tournaments.reports.results import public_part
from tournaments.views.access import may_organise, own_tournament, round_at, watched_tournament

if TYPE_CHECKING:
    from scorekeeper.exports.planned import Look
    from scorekeeper.exports.report import SheetReport


def _frame(record: Tournament, link: str) -> paper.Frame:
    return paper.Frame(language(), timezone.now(), absolute(link), club_logo(record.club))


def _file(record: Tournament, what: str, content: bytes) -> HttpResponse:
    from scorekeeper.exports.names import safe_name

    return download(content, safe_name(record.name, what, "pdf"), PDF)


@require_GET
@signed_in
def tournament_paper(request: Request, key: str) -> HttpResponse:
    """What can be printed, for each round and for the whole event."""
    record = own_tournament(request, key, Right.KEEP)
    stands = whole(record)
    context = {
        "record": record,
        "may_organise": may_organise(request, record),
        "rounds": [(one, draft_of(one)) for one in reversed(stands.rounds)],
        "stages": stands.stages[: len(stands.event.stages)],
        "blitzes": [one for one in stands.deciders if one.kind == Decider.Kind.BLITZ],
    }
    return render(request, "tournaments/paper.html", context)


@require_GET
@signed_in
def seating_pdf(request: Request, key: str, number: int) -> HttpResponse:
    """Who sits where in a round, by table and by name."""
    from tournaments.exports.pdf import document_pdf

    record = own_tournament(request, key, Right.KEEP)
    one = round_at(record, number)
    link = reverse("tournament_round", args=[key, number])
    document = paper.seating_document(whole(record), one, _frame(record, link))
    if document is None:
        raise Http404
    return _file(record, document.subtitle, document_pdf(document))


@require_GET
@signed_in
def cards_pdf(request: Request, key: str, number: int) -> HttpResponse:
    """A card for each seat of a round."""
    from tournaments.exports import pdf

    record = own_tournament(request, key, Right.KEEP)
    one = round_at(record, number)
    link = reverse("tournament_round", args=[key, number])
    cards = paper.seat_cards(whole(record), one, _frame(record, link))
    if cards is None:
        raise Http404
    what = _("seat cards, round %(round)s") % {"round": number}
    return _file(record, what, pdf.cards_pdf(cards))


@require_GET
@signed_in
def tables_pdf(request: Request, key: str, number: int) -> HttpResponse:
    """The sheets of a round's tables: names filled in, boxes blank; the code opens the sheet.

    Those of many tables are drawn in the background, with progress.
    """
    from scorekeeper import printing
    from scorekeeper.exports.planned import Look
    from scorekeeper.exports.sheets import joined, printed_sheet

    record = own_tournament(request, key, Right.KEEP)
    one = round_at(record, number)
    look = Look(two=request.GET.get("a_page") == "2", signatures=True)
    frame = _frame(record, reverse("tournament_round", args=[key, number]))
    found = paper.table_sheets(whole(record), one, frame, _links(record, number))
    if not found:
        raise Http404
    if len(found) > printing.AT_ONCE:
        return _ordered(request, record, found, look)
    printed = [printed_sheet(report, look) for report in found]
    content = joined(printed, look, record.name, language(), found[0].logo)
    return _file(record, _("table sheets, round %(round)s") % {"round": number}, content)


def _ordered(
    request: Request, record: Tournament, sheets: "list[SheetReport]", look: "Look"
) -> HttpResponse:
    from scorekeeper import printing

    said = [(sheet.title, sheet.players, sheet.code, sheet.link) for sheet in sheets]
    job = printing.order(
        account=account_of(request),
        club=record.club,
        blanks=sheets,
        look=look,
        language=language(),
        # The same sheets are the same job: looking at the address again draws nothing anew.
        key=uuid5(NAMESPACE_URL, f"{record.pk} {request.user.pk} {language()} {look} {said}"),
    )
    if printing.is_forgotten(job):
        printing.start_worker()
    return redirect("print_job", job.key)


def _links(record: Tournament, number: int) -> dict[int, str]:
    """The address that opens the sheet of each table (its number) without an account."""
    return {
        table: absolute(reverse("table", args=[link]))
        for table, link in table_links_of(record, number).items()
    }


@require_GET
def standings_pdf(request: Request, key: str, stage: int) -> HttpResponse:
    """The standings of a stage, as whoever looks may see them."""
    from tournaments.exports.pdf import document_pdf

    record, stands = _shown(request, key)
    if not 1 <= stage <= len(stands.event.stages):
        raise Http404
    link = f"{reverse('tournament', args=[key])}?stage={stage}"
    document = paper.standings_document(stands, stage, _frame(record, link))
    return _file(record, document.subtitle, document_pdf(document))


@require_GET
def event_pdf(request: Request, key: str) -> HttpResponse:
    """The whole event on paper, as whoever looks may see it."""
    from tournaments.exports.pdf import document_pdf

    record, stands = _shown(request, key)
    link = reverse("tournament", args=[key])
    names = substitutes(stands, stands.seats)
    document = paper.event_document(stands, names, _frame(record, link))
    return _file(record, document.subtitle, document_pdf(document))


@require_GET
def event_xlsx(request: Request, key: str) -> HttpResponse:
    """The whole event as a workbook, as whoever looks may see it."""
    from scorekeeper.exports.excel import plain_workbook
    from scorekeeper.exports.names import safe_name
    from tournaments.reports.workbook import event_pages

    record, stands = _shown(request, key)
    pages = event_pages(stands, substitutes(stands, stands.seats), language())
    return download(plain_workbook(pages, language()), safe_name(record.name, "", "xlsx"), XLSX)


def _shown(request: Request, key: str) -> tuple[Tournament, Whole]:
    record = watched_tournament(request, key)
    stands = whole(record)
    return record, stands if may_organise(request, record) else public_part(stands)


@require_POST
@signed_in
def event_sheets(request: Request, key: str) -> HttpResponse:
    """Every sheet that was played, filled, in one file: made in the background, with progress."""
    from scorekeeper import printing

    found = with_mark(tournaments_of(request.user, Right.KEEP)).order_by()
    record = get_object_or_404(found, public_key=key)
    games = sheets_played(record)
    if not games:
        messages.error(request, _("No table has been played on its sheet yet."))
        return redirect("tournament_paper", key)
    job = printing.order(
        account=account_of(request),
        club=record.club,
        games=games,
        look=look_of({}),
        language=language(),
        # Nothing is drawn twice while nothing has changed.
        key=uuid5(NAMESPACE_URL, f"{key} {mark(record)} {request.user.pk} {language()}"),
    )
    if printing.is_forgotten(job):
        printing.start_worker()
    return redirect("print_job", job.key)


@require_GET
@signed_in
def blitz_sheet(request: Request, key: str, pk: int) -> HttpResponse:
    """A sheet for a blitz: a line for each of those level, room for further attempts."""
    from scorekeeper.exports.pdf import hands_pdf

    record = own_tournament(request, key, Right.KEEP)
    found = Decider.objects.filter(stage__tournament=record, kind=Decider.Kind.BLITZ)
    blitz = get_object_or_404(found, pk=pk)
    frame = _frame(record, reverse("tournament", args=[key]))
    report = paper.blitz_sheet(whole(record), blitz, frame)
    return _file(record, _("blitz"), hands_pdf(report))
