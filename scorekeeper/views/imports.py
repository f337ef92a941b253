"""Bringing in a filled workbook or a table of players: first a preview, then all or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

import rules
from scorekeeper import actions, archive, imports
from scorekeeper.forms import language
from scorekeeper.forms.alike import doubts, is_open, persons
from scorekeeper.forms.uploads import ArchiveForm, TableForm, UploadForm, sealed, unsealed
from scorekeeper.models import Club
from scorekeeper.reports.lists import player_rows
from scorekeeper.views.access import Request, account_of, own_club, signed_in
from scorekeeper.views.files import CSV, download


@require_http_methods(["GET", "POST"])
@signed_in
def game_import(request: Request) -> HttpResponse:
    """A filled workbook becomes a game marked as copied."""
    club = own_club(request)
    kept = unsealed(request.POST.get("kept", ""))
    form = UploadForm()
    shown: dict[str, Any] = {}
    if isinstance(kept, dict):
        shown = kept | {"sealed": request.POST["kept"]}
    elif request.method == "POST":
        form = UploadForm(request.POST, request.FILES)
        shown = _preview_of_game(form) if form.is_valid() else {}
    game = _game_of(shown["game"]) if "game" in shown else None
    asked = doubts(club, game.names, request.POST) if game else []
    if game and isinstance(kept, dict) and not is_open(asked):
        try:
            return _write_game(request, club, game, persons(game.names, asked))
        except rules.RuleError as error:
            shown |= {"refused": error.message.in_language(language())}
    known = imports.known_game(club, game) if game else None
    context = {"form": form, "club": club, **shown, "doubts": asked, "known": known}
    wrong = request.method == "POST" and (bool(kept) or "sealed" not in shown)
    return render(request, "scorekeeper/game_import.html", context, status=422 if wrong else 200)


def _write_game(
    request: Request, club: Club, game: imports.CopiedGame, names: Sequence[str]
) -> HttpResponse:
    stands = imports.write_game(
        account=account_of(request), club=club, game=game, names=names, now=timezone.now()
    )
    return redirect("game", stands.record.pk)


def _preview_of_game(form: UploadForm) -> dict[str, Any]:
    """What the page shows of a workbook; ``game`` and ``sealed`` when nothing is wrong in it."""
    from scorekeeper.exports.reading import RefusedFileError, read_game

    try:
        found = read_game(form.cleaned_data["file"])
    except RefusedFileError as refused:
        form.add_error("file", str(refused))
        return {}
    game, problems = imports.copied_game(found)
    lines = [
        {
            "name": line.name,
            "boxes": [
                (
                    box.name.in_language(language()),
                    rules.signed(line.points[box.key]),
                    line.poured.get(box.key),
                )
                for box in found.rule_set.boxes
                if box.key in line.points
            ],
            "bank": line.bank,
        }
        for line in found.lines
    ]
    shown: dict[str, Any] = {"name": found.rule_set.name.in_language(language()), "lines": lines}
    if problems or not lines:
        return shown | {"problems": problems}
    shown["game"] = asdict(game)
    return shown | {"sealed": sealed(shown)}


def _game_of(kept: Mapping[str, object]) -> imports.CopiedGame:
    """What asdict has made of a game and the page has carried as JSON."""

    def as_tuples(value: object) -> object:
        return tuple(map(as_tuples, value)) if isinstance(value, list | tuple) else value

    return imports.CopiedGame(**{name: as_tuples(each) for name, each in kept.items()})  # type: ignore[arg-type]


@require_http_methods(["GET", "POST"])
@signed_in
def players_import(request: Request) -> HttpResponse:
    """A table of players, XLSX or CSV."""
    club = own_club(request)
    kept = unsealed(request.POST.get("kept", ""))
    form = TableForm()
    shown: dict[str, Any] = {}
    if isinstance(kept, dict):
        shown = {"roster": imports.kept_roster(kept), "sealed": request.POST["kept"]}
    elif request.method == "POST":
        form = TableForm(request.POST, request.FILES)
        shown = _preview_of_players(club, form) if form.is_valid() else {}
    names = shown["roster"].new if shown else []
    asked = doubts(club, names, request.POST)
    if shown and isinstance(kept, dict) and not is_open(asked):
        left_out = set(request.POST.getlist("same"))
        added = imports.write_roster(
            club=club, names=persons([name for name in names if name not in left_out], asked)
        )
        said = ngettext("%d player was added.", "%d players were added.", added) % added
        messages.success(request, said)
        return redirect("players")
    doubtful = {doubt.typed for doubt in asked}
    context = {"form": form, "club": club, **shown, "doubts": asked, "doubtful": doubtful}
    wrong = request.method == "POST" and (bool(kept) or "sealed" not in shown)
    return render(request, "scorekeeper/players_import.html", context, status=422 if wrong else 200)


def _preview_of_players(club: Club, form: TableForm) -> dict[str, Any]:
    found = imports.roster(club, form.cleaned_data["file"])
    if not found.lines:
        form.add_error("file", _("There is nobody in this file."))
        return {}
    shown: dict[str, Any] = {"roster": found}
    return shown if found.wrong else shown | {"sealed": sealed(asdict(found))}


@require_GET
@signed_in
def players_csv(request: Request) -> HttpResponse:
    """The players of the club as a table."""
    from scorekeeper.exports.delimited import csv_file
    from scorekeeper.exports.names import safe_name

    club = own_club(request)
    actions.log("exported", club=club, by=account_of(request), now=timezone.now(), form="csv")
    name = safe_name(club.name, _("players"), "csv")
    return download(csv_file(player_rows(club)), name, CSV)


@require_GET
@signed_in
def club_json(request: Request) -> HttpResponse:
    """Everything of the club, to be read elsewhere."""
    from scorekeeper.exports.names import safe_name

    club = own_club(request)
    actions.log("exported", club=club, by=account_of(request), now=timezone.now(), form="json")
    return download(archive.club_json(club), safe_name(club.name, "", "json"), "application/json")


@require_http_methods(["GET", "POST"])
@signed_in
def club_import(request: Request) -> HttpResponse:
    """A club that was taken along elsewhere, added to one's own."""
    club = own_club(request)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    if request.method == "POST" and form.is_valid():
        try:
            new = archive.read_club(
                account=account_of(request), club=club, content=form.cleaned_data["file"]
            )
        except archive.RefusedArchiveError as refused:
            form.add_error("file", str(refused))
        else:
            messages.success(
                request, ngettext("%d game was added.", "%d games were added.", new) % new
            )
            return redirect("games")
    status = 422 if request.method == "POST" else 200
    return render(
        request, "scorekeeper/club_import.html", {"form": form, "club": club}, status=status
    )
