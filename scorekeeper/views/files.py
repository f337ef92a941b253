"""Downloads: a game or a blank sheet, as PDF and as a workbook."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

import rules
from scorekeeper import actions
from scorekeeper.exports.report import HandsReport, SheetReport
from scorekeeper.forms import language
from scorekeeper.forms.blank import BlankForm
from scorekeeper.models import Club, Game
from scorekeeper.queries import clubs_of, played
from scorekeeper.reports.export import club_logo, game_report
from scorekeeper.rights import Right
from scorekeeper.views.access import (
    CHOSEN_CLUB,
    Request,
    account_of,
    own_game,
    signed_in,
    watched_game,
)
from scorekeeper.views.page import VIEW_COOKIE, public_link

if TYPE_CHECKING:
    from scorekeeper.exports.planned import Look

BLANK_DEALS = 10
PAPERS: Mapping[str, Literal["A4", "A5", "Letter"]] = {"A4": "A4", "A5": "A5", "Letter": "Letter"}
CSV = "text/csv; charset=utf-8"
PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def download(content: bytes, name: str, content_type: str) -> HttpResponse:
    """A file to keep, under a name in any script."""
    answer = HttpResponse(content, content_type=content_type)
    disposition = content_disposition_header(as_attachment=True, filename=name)
    answer["Content-Disposition"] = disposition or "attachment"
    return answer


def report_of(game: Game) -> SheetReport | HandsReport:
    """A stored game in the language of the page."""
    return game_report(played(game), language(), public_link(game))


def _pdf(report: SheetReport | HandsReport, asked: Mapping[str, str]) -> HttpResponse:
    """``asked``: what the address says of the print, each word optional."""
    # The printing libraries take half a second to load: no other page should wait for them.
    from scorekeeper.exports.names import download_name
    from scorekeeper.exports.sheets import sheet_pdf

    usual = {"orientation": "portrait"} if isinstance(report, HandsReport) else {}
    content = sheet_pdf(report, look_of({**usual, **asked}))
    return download(content, download_name(report, "pdf"), PDF)


def look_of(asked: Mapping[str, str]) -> "Look":
    """How an address or a form wants a sheet printed; what it does not say is as usual."""
    from scorekeeper.exports.planned import Look

    columns = asked.get("direction") == "columns"
    two = asked.get("a_page") == "2" and asked.get("paper") != "A5"
    usual = "portrait" if columns else "landscape"
    return Look(
        direction="columns" if columns else "rows",
        paper=PAPERS.get(asked.get("paper", ""), "A4"),
        orientation="portrait" if asked.get("orientation", usual) == "portrait" else "landscape",
        faces="cards" if asked.get("faces") == "cards" else "pips",
        two=two,
        signatures=asked.get("signatures") in {"on", "True"},
    )


def _xlsx(report: SheetReport | HandsReport) -> HttpResponse:
    from scorekeeper.exports.excel import hands_workbook, sheet_workbook
    from scorekeeper.exports.names import download_name

    if isinstance(report, HandsReport):
        return download(hands_workbook(report), download_name(report, "xlsx"), XLSX)
    content = sheet_workbook(report)
    return download(content, download_name(report, "xlsx"), XLSX)


def _asked(request: HttpRequest) -> dict[str, str]:
    """What the address says of the print; else the direction in which the page shows the sheet."""
    shown = request.COOKIES.get(VIEW_COOKIE, "rows")
    return {"direction": shown, **{name: str(text) for name, text in request.GET.items()}}


def _logged(request: Request, game: Game, form: str) -> None:
    account = account_of(request)
    actions.log("exported", club=game.club, by=account, now=timezone.now(), game=game.pk, form=form)


@require_GET
@signed_in
def game_pdf(request: Request, pk: int) -> HttpResponse:
    """A game of one's own, printed."""
    game = own_game(request, pk, Right.SEE)
    _logged(request, game, "pdf")
    return _pdf(report_of(game), _asked(request))


@require_GET
@signed_in
def game_xlsx(request: Request, pk: int) -> HttpResponse:
    """A game of one's own, as a workbook."""
    game = own_game(request, pk, Right.SEE)
    _logged(request, game, "xlsx")
    return _xlsx(report_of(game))


@require_GET
def watch_pdf(request: Request, key: str) -> HttpResponse:
    """A game under its public address, printed."""
    return _pdf(report_of(watched_game(request, key)), _asked(request))


@require_GET
def watch_xlsx(request: Request, key: str) -> HttpResponse:
    """A game under its public address, as a workbook."""
    return _xlsx(report_of(watched_game(request, key)))


@require_GET
def blank(request: Request) -> HttpResponse:
    """Choosing a blank sheet, and getting it; nobody has to sign in."""
    wanted = request.GET.get("as", "")
    typed = {name: str(text) for name, text in request.GET.items()}
    own = _clubs_chosen_first(request)
    named = [(club.slug, club.name) for club in own]
    form = BlankForm({**BlankForm.USUAL, **typed} if wanted else None, named)
    if wanted not in ("pdf", "xlsx") or not form.is_valid():
        wrong = bool(wanted) and not form.is_valid()
        return render(
            request, "scorekeeper/blank.html", {"form": form}, status=422 if wrong else 200
        )
    asked = form.cleaned_data
    club = next((one for one in own if one.slug == asked.get("club")), None)
    report = _blank_report(rules.RULE_SETS[asked["rule_set"]], asked["players"], club)
    return (
        _pdf(report, {name: str(each) for name, each in asked.items()})
        if wanted == "pdf"
        else _xlsx(report)
    )


def _clubs_chosen_first(request: Request) -> list[Club]:
    """One's own clubs, the one that one works in first; none of whoever is not signed in."""
    chosen = request.session.get(CHOSEN_CLUB, 0)
    return sorted(clubs_of(request.user), key=lambda club: club.pk != chosen)


def _blank_report(
    rule_set: rules.RuleSet, players: int, club: Club | None
) -> SheetReport | HandsReport:
    names = ("",) * players
    name, logo = (club.name, club_logo(club)) if club else ("", None)
    if rule_set.rank_only:
        deals = BLANK_DEALS
        return HandsReport(rule_set, language(), names, blank_deals=deals, club=name, logo=logo)
    return SheetReport(rule_set, language(), names, club=name, logo=logo)
