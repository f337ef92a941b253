"""The sheet at the table: looking at it, writing a turn, taking one back."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

import rules
from scorekeeper import actions
from scorekeeper.forms import language, whole_number
from scorekeeper.forms.hand import HandForm
from scorekeeper.forms.turn import FIELD_OF_ERROR, TurnForm, errors_of
from scorekeeper.queries import Played, played
from scorekeeper.reports.turn import turn_sentence
from scorekeeper.rights import Right
from scorekeeper.views.access import Request, at_table, own_game, writer_of
from scorekeeper.views.page import VIEW_COOKIE, drawn_code, game_page, public_link, template_of
from scorekeeper.views.presence import HEADER, others_at, written


@require_GET
@at_table
def game(request: Request, pk: int) -> HttpResponse:
    """The sheet, whose turn it is, and what the typed dice would bring; 204 to a page that has
    the ``version`` it asks about. Whoever asks so is told who else has the sheet open."""
    record = own_game(request, pk, Right.WRITE)
    asks_again = "version" in request.GET
    others = others_at(request, record, timezone.now()) if asks_again else []
    if request.GET.get("version") == str(record.version):
        return HttpResponse(status=204, headers={HEADER: written(others)})
    stands = played(record)
    context = game_page(request, stands, typed=request.GET.dict())
    template = template_of(stands)
    if request.htmx and not request.htmx.boosted:
        # A part answers only for its own place: elsewhere in the page it would wipe out the rest.
        choices = request.htmx.target == "choices" and not stands.deals
        template += "#choices" if choices else "#table"
    answer = render(request, template, context)
    answer[HEADER] = written(others)
    if request.GET.get("view") in ("rows", "columns"):
        answer.set_cookie(VIEW_COOKIE, request.GET["view"], samesite="Lax", httponly=True)
    return answer


@require_POST
@at_table
def turn(request: Request, pk: int) -> HttpResponse:
    """Writes one turn. What is wrong stands at its field, and nothing is stored."""
    own_game(request, pk, Right.WRITE)
    form = HandForm(request.POST) if "hand" in request.POST else TurnForm(request.POST)
    if not form.is_valid():
        return _refused(request, pk, errors_of(form), 422)
    try:
        if isinstance(form, HandForm) and form.throws_on:
            return _thrown_again(request, pk, form)
        stands = actions.record_turn(
            game_id=pk, account=writer_of(request), entry=form.entry(), now=timezone.now()
        )
    except rules.RuleError as error:
        field = FIELD_OF_ERROR.get(error.code, "turn")
        return _refused(request, pk, {field: error.message.in_language(language())}, 422)
    except actions.Conflict as conflict:
        return _refused(request, pk, {"turn": _conflict_words(pk, request, conflict)}, 409)
    except actions.GameFinished:
        wrong = {"turn": _("The game is closed. Reopen it to write.")}
        return _refused(request, pk, wrong, 409)
    return _written(request, stands, stored=True)


def _refused(request: Request, pk: int, errors: dict[str, str], status: int) -> HttpResponse:
    """The page again, with what was typed and what is wrong with it."""
    stands = played(own_game(request, pk, Right.WRITE))
    typed = request.POST.dict()
    if stands.game and stands.game.next != typed.get("player"):
        # The turn has moved on: in the field these dice would be the next player's.
        typed = {"by": typed.get("by", "")}
    context = game_page(request, stands, typed=typed, errors=errors)
    template = template_of(stands) + ("#table" if request.htmx else "")
    return render(request, template, context, status=status)


def _thrown_again(request: Request, pk: int, form: HandForm) -> HttpResponse:
    """A throw of a hand that goes on: nothing is stored, the address remembers the dice."""
    asked = {"player": form.cleaned_data["player"], "thrown": form.thrown_so_far()}
    if not request.htmx:
        return redirect(f"{reverse('game', args=[pk])}?{urlencode(asked)}")
    stands = played(own_game(request, pk, Right.WRITE))
    context = game_page(request, stands, typed=dict(asked))
    answer = render(request, template_of(stands) + "#table", context)
    answer["HX-Replace-Url"] = f"{reverse('game', args=[pk])}?{urlencode(asked)}"
    return answer


def _conflict_words(pk: int, request: Request, conflict: actions.Conflict) -> str:
    if conflict.turn is None:
        return _("The last turn was taken back meanwhile. Look at the sheet and type again.")
    stands = played(own_game(request, pk, Right.WRITE))
    return _("Not stored: %(who)s was first with this turn (%(turn)s). You typed: %(typed)s.") % {
        "who": conflict.turn.typed_by or _("another host"),
        "turn": turn_sentence(stands, conflict.turn, language()),
        "typed": _typed_words(request, stands),
    }


def _typed_words(request: Request, stands: Played) -> str:
    """The turn as it was typed, for whoever has to look at it again: "Шестёрки, 66612"."""
    key, _equals, points = request.POST.get("box", "").partition("=")
    names = {box.key: box.name.in_language(language()) for box in stands.rule_set.boxes}
    parts = [names.get(key.partition(">")[0], ""), request.POST.get("dice", "")[:40], points[:8]]
    return ", ".join(part for part in parts if part) or "—"


def _written(request: Request, stands: Played, *, stored: bool = False) -> HttpResponse:
    """The table as it stands now; ``stored``: it says that the last turn has been stored.

    A table that types points goes on with points, also when the page is opened anew.
    """
    by = request.POST.get("by", "")
    address = reverse("game", args=[stands.record.pk])
    address += "?by=points" if by == "points" else ""
    if not request.htmx:
        return redirect(address)
    context = game_page(request, stands, typed={"by": by})
    if stored:
        context["stored"] = _("Stored — %(turn)s") % {"turn": context["last"]}
    answer = render(request, template_of(stands) + "#table", context)
    answer["HX-Replace-Url"] = address
    return answer


@require_POST
@at_table
def turn_undo(request: Request, pk: int) -> HttpResponse:
    """Takes the last turn back; it stays in the history."""
    wrong = _("Nothing was taken back: the sheet is another one by now.")
    return _stepped(request, pk, actions.undo_turn, wrong)


@require_POST
@at_table
def turn_redo(request: Request, pk: int) -> HttpResponse:
    """Brings back the turn that was taken back last."""
    wrong = _("Nothing was brought back: the sheet is another one by now.")
    return _stepped(request, pk, actions.redo_turn, wrong)


def _stepped(request: Request, pk: int, step: Callable[..., Played], wrong: str) -> HttpResponse:
    """The table a step back or forward, from the turn that the page says is last."""
    own_game(request, pk, Right.WRITE)
    number = whole_number(request.POST.get("number", ""))
    try:
        stands = step(
            game_id=pk,
            account=writer_of(request),
            number=-1 if number is None else number,
            now=timezone.now(),
        )
    except (actions.Conflict, actions.GameFinished, rules.RuleError):
        return _refused(request, pk, {"turn": wrong}, 409)
    return _written(request, stands)


@require_GET
@at_table
def game_qr(request: Request, pk: int) -> HttpResponse:
    """The QR code of the public page, as a picture."""
    link = public_link(own_game(request, pk, Right.WRITE))
    return HttpResponse(drawn_code(link), content_type="image/svg+xml")
