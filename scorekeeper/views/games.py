"""The list of games, starting one, closing and reopening it."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import rules
from scorekeeper import actions
from scorekeeper.consequences import events, games_on_sheet
from scorekeeper.forms import language
from scorekeeper.forms.game import GameForm
from scorekeeper.models import Game
from scorekeeper.queries import (
    games_of,
    games_shown,
    house_rules_of,
    players_of,
    who_in,
    with_seats,
)
from scorekeeper.reports.result import game_lines
from scorekeeper.rights import Right, may
from scorekeeper.views.access import (
    Request,
    account_of,
    at_table,
    own_club,
    own_game,
    signed_in,
    writer_of,
)

GAMES_A_PAGE = 50


@require_GET
def home(request: Request) -> HttpResponse:
    """Where one lands: the games of whoever is signed in, what this is to anybody else."""
    if request.user.is_authenticated:
        return redirect("games")
    return render(request, "scorekeeper/home.html")


@require_GET
@signed_in
def games(request: Request) -> HttpResponse:
    """The games of one's clubs, running ones first."""
    club = own_club(request, Right.SEE)
    found = with_seats(games_of(request.user).filter(club=club))
    running = games_on_sheet(found.filter(finished_at__isnull=True))
    page = Paginator(found.filter(finished_at__isnull=False), GAMES_A_PAGE).get_page(
        request.GET.get("page")
    )
    named = events([*running, *page])
    context = {
        "running": game_lines(running, language(), named),
        "finished": game_lines(page, language(), named),
        "page": page,
        "club": club,
        "may_keep": may(who_in(club, request.user), Right.KEEP),
    }
    return render(request, "scorekeeper/games.html", context)


@require_http_methods(["GET", "POST"])
@signed_in
def game_new(request: Request) -> HttpResponse:
    """A new game: the game and its players, then the sheet."""
    club = own_club(request)
    posted = request.method == "POST"
    chosen = (request.POST if posted else request.GET).get("rule_set", "classic")
    rule_set = rules.RULE_SETS.get(chosen, rules.RULE_SETS["classic"])
    saved = house_rules_of(club, rule_set.key)
    asked = request.GET.get("house_rules", "")
    base = next((h for h in saved if str(h.pk) == asked), None)
    under = rule_set.under(base.options) if base else rule_set
    typed = request.POST if posted else request.GET
    judged = "start" in typed
    form = GameForm(under, typed if judged else None, club=club, kept=None if judged else typed)
    if posted and "start" in request.POST and form.is_valid():
        return _started(request, form.cleaned_data)
    context = {
        "form": form,
        "chosen": rule_set,
        "saved": saved,
        "base": base,
        "players": players_of(club),
        "rule_sets": rules.RULE_SETS.values(),
        "language": language(),
    }
    wrong = posted and "start" in request.POST
    template = "scorekeeper/game_new.html"
    if request.htmx and request.method == "GET":
        template += "#setup"
    return render(request, template, context, status=422 if wrong else 200)


def _started(request: Request, cleaned: dict[str, Any]) -> HttpResponse:
    club = own_club(request)
    game = actions.start_game(
        account=account_of(request),
        club=club,
        rule_set=cleaned["rule_set"],
        names=cleaned["order"],
        start_key=cleaned["start_key"],
        now=timezone.now(),
        title=cleaned["title"],
        copied=cleaned.get("copied", False),
        hints=cleaned.get("hints", True),
        each_throw=cleaned.get("each_throw", False),
        teams=cleaned["teams"],
    )
    name = cleaned["save_as"]
    if name:
        actions.save_house_rules(club=club, rule_set=game.rule_set, name=name, options=game.options)
    return redirect("paper_row", game.pk, 0) if game.copied else redirect("game", game.pk)


@require_POST
@at_table
def game_finish(request: Request, pk: int) -> HttpResponse:
    """Closes a game; with open boxes only when the host says so."""
    game = own_game(request, pk, Right.WRITE)
    strike_open = request.POST.get("strike_open") == "yes"
    try:
        actions.finish_game(
            game_id=game.pk,
            account=writer_of(request),
            strike_open=strike_open,
            now=timezone.now(),
        )
    except actions.OpenBoxes as waiting:
        names = ", ".join(waiting.players)
        messages.error(
            request,
            _("Not finished yet, boxes are still open: %(names)s.") % {"names": names},
        )
        return redirect("game", game.pk)
    return _left_table(request, game) if request.table_link else redirect("game", game.pk)


def _left_table(request: Request, game: Game) -> HttpResponse:
    """A helper whose link has ended with the sheet: to what they may see, if anything.

    Results may be hidden until a prize-giving, or shown to members only.
    """
    if games_shown(request.user, listed=False).filter(pk=game.pk).exists():
        return redirect("watch", game.public_key)
    messages.success(
        request,
        _("The sheet is finished and stored. The link of the table has ended with it; thank you."),
    )
    return redirect("home")


@require_POST
@signed_in
def game_reopen(request: Request, pk: int) -> HttpResponse:
    """Opens a closed game again."""
    game = own_game(request, pk)
    try:
        actions.reopen_game(game_id=game.pk, account=account_of(request), now=timezone.now())
        messages.success(request, _("The game is open again."))
    except actions.StaysClosed as closed:
        messages.error(request, str(closed))
    return redirect("game", game.pk)
