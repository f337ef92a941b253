"""What was typed into a game, and correcting it."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

import rules
from scorekeeper import actions, consequences
from scorekeeper.forms import language, whole_number
from scorekeeper.forms.correction import CorrectionForm, ReasonForm, correction_forms
from scorekeeper.queries import Played, corrected, history, played
from scorekeeper.reports.history import change_lines, history_lines, turn_words
from scorekeeper.tables import HistoryTable
from scorekeeper.views.access import Request, account_of, own_game, signed_in


@require_GET
@signed_in
def game_history(request: Request, pk: int) -> HttpResponse:
    """Everything that was typed, newest first; nothing is ever deleted."""
    record = own_game(request, pk)
    lines = history_lines(played(record), history(record), language())
    table = HistoryTable(lines, record=record)
    return render(request, "scorekeeper/history.html", {"record": record, "table": table})


@require_http_methods(["GET", "POST"])
@signed_in
def correction(request: Request, pk: int, number: int) -> HttpResponse:
    """Looks at what a correction would change, then stores it, with its reason."""
    stands = played(own_game(request, pk))
    asked = request.POST if request.method == "POST" else request.GET
    also = [found for text in asked.getlist("also") if (found := whole_number(text)) is not None]
    data = request.POST if request.method == "POST" else None
    forms = correction_forms(stands, [number, *also], data)
    if not forms:
        raise Http404
    reason = ReasonForm(data, initial={"version": stands.record.version})
    context = {"record": stands.record, "forms": _named(stands, forms), "reason": reason}
    context |= {"also": also, "language": language()}
    status = 200
    if data is not None:
        status = 422
        if reason.is_valid() and all(form.is_valid() for form in forms):
            corrections = {form.turn.number: form.corrected() for form in forms}
            if "store" in data:
                return _stored(request, stands, corrections, reason, context)
            status = _looked_at(stands, corrections, context)
    return render(request, "scorekeeper/correction.html", context, status=status)


def _named(stands: Played, forms: list[CorrectionForm]) -> list[dict[str, object]]:
    return [
        {
            "form": form,
            "player": stands.name(form.player),
            "turn": turn_words(stands.rule_set, form.turn, language()),
        }
        for form in forms
    ]


def _looked_at(
    stands: Played, corrections: dict[int, rules.Turn], context: dict[str, object]
) -> int:
    """Puts into the context what would change, or which turns would become impossible."""
    try:
        after = corrected(stands, corrections)
    except rules.CorrectionRefused as refused:
        context["refusals"] = [
            {
                "number": refusal.turn,
                "player": stands.turns[refusal.turn].seat.player.name,
                "turn": turn_words(stands.rule_set, stands.turns[refusal.turn], language()),
                "message": refusal.message.in_language(language()),
                "named": refusal.turn in corrections,
            }
            for refusal in refused.refusals
        ]
        return 422
    context["changes"] = change_lines(stands, after, language())
    if stands.record.finished_at:
        context["beyond"] = consequences.changes(after)
    return 200


def _stored(
    request: Request,
    stands: Played,
    corrections: dict[int, rules.Turn],
    reason: ReasonForm,
    context: dict[str, object],
) -> HttpResponse:
    game = stands.record
    try:
        actions.correct_turns(
            game_id=game.pk,
            account=account_of(request),
            corrections=corrections,
            version=reason.cleaned_data["version"],
            reason=reason.cleaned_data["reason"],
            now=timezone.now(),
        )
    except rules.CorrectionRefused:
        status = _looked_at(stands, corrections, context)
        return render(request, "scorekeeper/correction.html", context, status=status)
    except actions.Conflict:
        messages.error(request, _("Not stored: the game has changed meanwhile. Look again."))
        return redirect(request.path)
    messages.success(request, _("Corrected; the old figure stays in the history."))
    return redirect("game", game.pk)
