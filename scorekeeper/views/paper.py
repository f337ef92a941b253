"""Copying a game from paper, a whole row at a time."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import rules
from scorekeeper import actions
from scorekeeper.forms import language
from scorekeeper.forms.paper import PaperRowForm
from scorekeeper.queries import Played, played
from scorekeeper.reports.sheet import sheet_page
from scorekeeper.rights import Right
from scorekeeper.views.access import Request, at_table, own_game, writer_of


@require_http_methods(["GET", "POST"])
@at_table
def paper_row(request: Request, pk: int, position: int) -> HttpResponse:
    """The boxes of one player, points or dice, in sheet order; all are stored or none."""
    record = own_game(request, pk, Right.WRITE)
    stands = played(record)
    if stands.game is None or not record.copied or position >= len(stands.seats):
        raise Http404
    if request.method == "GET":
        form = PaperRowForm(stands.game, str(position), request.GET)
        return _page(request, stands, position, form, 200)
    form = PaperRowForm(stands.game, str(position), request.POST)
    turns = form.turns()
    if not turns:
        messages.error(request, _("Nothing was typed in this row, so nothing is stored."))
        return _page(request, stands, position, form, 422)
    try:
        actions.copy_row(
            game_id=pk,
            account=writer_of(request),
            turns=turns,
            row_key=form.row_key,
            now=timezone.now(),
        )
    except rules.RuleError as error:
        box = turns[error.turn or 0].box or ""
        form.add_error(box, error.message.in_language(language()))
        form.judge()
        return _page(request, stands, position, form, 422)
    except (actions.Conflict, actions.GameFinished):
        messages.error(request, _("Not stored: the game has been closed or changed meanwhile."))
        return redirect("game", pk)
    return (
        redirect("paper_row", pk, position + 1)
        if _has_next(stands, position)
        else redirect("game", pk)
    )


def _has_next(stands: Played, position: int) -> bool:
    return position + 1 < len(stands.seats)


def _page(
    request: Request, stands: Played, position: int, form: PaperRowForm, status: int
) -> HttpResponse:
    context = {
        "record": stands.record,
        "rule_set": stands.rule_set,
        "language": language(),
        "form": form,
        "position": position,
        "name": stands.name(str(position)),
        "seats": stands.seats,
        "sheet": sheet_page(stands, language()),
        "view": "rows",
    }
    return render(request, "scorekeeper/paper_row.html", context, status=status)
