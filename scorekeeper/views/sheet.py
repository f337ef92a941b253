"""The sheet at the table: looking at it, writing a turn, taking one back."""

from hashlib import sha256
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import segno
from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_GET, require_POST

import rules
from scorekeeper import actions
from scorekeeper.forms import language, whole_number
from scorekeeper.forms.hand import HandForm, read_hand
from scorekeeper.forms.turn import FIELD_OF_ERROR, TurnForm, errors_of
from scorekeeper.models import Game, Shown
from scorekeeper.queries import Played, played, undone_turn
from scorekeeper.reports.hands import HandPanel, deal_page, hand_panel
from scorekeeper.reports.result import result_page
from scorekeeper.reports.sheet import sheet_page
from scorekeeper.reports.turn import TurnPanel, last_turn, turn_panel, turn_sentence
from scorekeeper.reports.wording import house_rules_lines
from scorekeeper.rights import Right
from scorekeeper.views.access import Request, at_table, own_game, watched_game, writer_of

VIEW_COOKIE = "sheet-view"


def public_link(game: Game) -> str:
    """The address of the public page, as QR codes and links say it."""
    return settings.PUBLIC_URL + reverse("watch", args=[game.public_key])


@require_GET
@at_table
def game(request: Request, pk: int) -> HttpResponse:
    """The sheet, whose turn it is, and what the typed dice would bring."""
    stands = played(own_game(request, pk, Right.WRITE))
    context = _page(request, stands, typed=request.GET.dict())
    template = _template(stands)
    if request.htmx and not request.htmx.boosted:
        template += "#choices" if "dice" in request.GET and not stands.deals else "#table"
    answer = render(request, template, context)
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
    return _written(request, stands)


def _refused(request: Request, pk: int, errors: dict[str, str], status: int) -> HttpResponse:
    """The page again, with what was typed and what is wrong with it."""
    stands = played(own_game(request, pk, Right.WRITE))
    context = _page(request, stands, typed=request.POST.dict(), errors=errors)
    template = _template(stands) + ("#table" if request.htmx else "")
    return render(request, template, context, status=status)


def _thrown_again(request: Request, pk: int, form: HandForm) -> HttpResponse:
    """A throw of a hand that goes on: nothing is stored, the address remembers the dice."""
    asked = {"player": form.cleaned_data["player"], "thrown": form.thrown_so_far()}
    if not request.htmx:
        return redirect(f"{reverse('game', args=[pk])}?{urlencode(asked)}")
    stands = played(own_game(request, pk, Right.WRITE))
    context = _page(request, stands, typed=dict(asked))
    answer = render(request, _template(stands) + "#table", context)
    answer["HX-Replace-Url"] = f"{reverse('game', args=[pk])}?{urlencode(asked)}"
    return answer


def _conflict_words(pk: int, request: Request, conflict: actions.Conflict) -> str:
    if conflict.turn is None:
        return _("The last turn was taken back meanwhile. Look at the sheet and type again.")
    stands = played(own_game(request, pk, Right.WRITE))
    return _("Not stored: %(who)s was first with this turn (%(turn)s). What you typed is kept.") % {
        "who": conflict.turn.typed_by or conflict.turn.through or _("another host"),
        "turn": turn_sentence(stands, conflict.turn, language()),
    }


def _written(request: Request, stands: Played) -> HttpResponse:
    if not request.htmx:
        return redirect("game", stands.record.pk)
    context = _page(request, stands, typed={"by": request.POST.get("by", "")})
    answer = render(request, _template(stands) + "#table", context)
    answer["HX-Replace-Url"] = reverse("game", args=[stands.record.pk])
    return answer


@require_POST
@at_table
def turn_undo(request: Request, pk: int) -> HttpResponse:
    """Takes the last turn back; it stays in the history."""
    own_game(request, pk, Right.WRITE)
    number = whole_number(request.POST.get("number", ""))
    try:
        stands = actions.undo_turn(
            game_id=pk,
            account=writer_of(request),
            number=-1 if number is None else number,
            now=timezone.now(),
        )
    except (actions.Conflict, actions.GameFinished):
        wrong = {"turn": _("Nothing was taken back: the sheet is another one by now.")}
        return _refused(request, pk, wrong, 409)
    return _written(request, stands)


@require_POST
@at_table
def turn_redo(request: Request, pk: int) -> HttpResponse:
    """Brings back the turn that was taken back last."""
    own_game(request, pk, Right.WRITE)
    number = whole_number(request.POST.get("number", ""))
    try:
        stands = actions.redo_turn(
            game_id=pk,
            account=writer_of(request),
            number=-1 if number is None else number,
            now=timezone.now(),
        )
    except (actions.Conflict, actions.GameFinished):
        wrong = {"turn": _("Nothing was brought back: the sheet is another one by now.")}
        return _refused(request, pk, wrong, 409)
    return _written(request, stands)


def _template(stands: Played) -> str:
    return "scorekeeper/hands.html" if stands.deals else "scorekeeper/game.html"


def _page(
    request: Request,
    stands: Played,
    *,
    typed: dict[str, Any],
    errors: dict[str, str] | None = None,
) -> dict[str, Any]:
    """What the page of one game shows, whatever form it takes."""
    errors = dict(errors or {})
    view = request.GET.get("view") or request.COOKIES.get(VIEW_COOKIE, "rows")
    context: dict[str, Any] = {
        "record": stands.record,
        "rule_set": stands.rule_set,
        "language": language(),
        "view": view if view in ("rows", "columns") else "rows",
        "result": result_page(stands, language()),
        "house_rules": house_rules_lines(stands.rule_set, language()),
        "link": public_link(stands.record),
        "helper": getattr(request, "table_link", None),
        "client_key": uuid4(),
        "leave_key": uuid4(),
        "typed": typed,
        "errors": errors,
        "open_players": [seat.player.name for seat in actions.open_seats(stands)],
    }
    context["last_number"], context["last"] = last_turn(stands, language())
    context["undone"] = None if stands.record.finished_at else undone_turn(stands)
    if stands.deals:
        context["deals"] = deal_page(stands, language())
        context["panel"] = None if stands.record.finished_at else _hand(stands, typed, errors)
        return context
    context["sheet"] = sheet_page(stands, language())
    context["over"] = stands.sheet_game.over
    context["in_turn"] = _in_turn(stands)
    context["panel"] = None if stands.record.finished_at else _panel(stands, typed, errors)
    return context


def _in_turn(stands: Played) -> str:
    """The name of the player in turn, "" when nobody has one."""
    player = stands.sheet_game.next
    return stands.name(player) if player is not None and not stands.record.finished_at else ""


def _hand(stands: Played, typed: dict[str, Any], errors: dict[str, str]) -> HandPanel:
    player, thrown = typed.get("player", ""), typed.get("thrown", "")
    try:
        hand = read_hand(thrown)
    except rules.RuleError as error:
        errors.setdefault("dice", error.message.in_language(language()))
        hand = None
    return hand_panel(stands, player, hand, thrown, language())


def _panel(stands: Played, typed: dict[str, Any], errors: dict[str, str]) -> TurnPanel | None:
    dice = typed.get("dice", "")
    by_points = typed.get("by") == "points"
    throws = typed.get("throws", "")
    known = whole_number(throws)
    number = rules.FREE_THROWS if known is None else known
    typed["throws"] = number
    if dice.strip():
        try:
            return turn_panel(stands, language(), dice, number, by_points=by_points)
        except rules.RuleError as error:
            if "turn" not in errors:
                field = FIELD_OF_ERROR.get(error.code, "dice")
                errors.setdefault(field, error.message.in_language(language()))
    return turn_panel(stands, language(), by_points=by_points)


def _watch_version(request: Request, key: str) -> str:
    """A mark that changes with whatever the page shows; the whole page names who is signed in."""
    game = watched_game(request, key)
    shown = [str(game.version), language(), request.GET.get("view", "")]
    cookies = [VIEW_COOKIE]
    if request.htmx:
        shown.append("fragment")
    else:
        cookies += [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME]
    shown += [request.COOKIES.get(name, "") for name in cookies]
    return f'"{sha256(repr(shown).encode(errors="replace")).hexdigest()}"'


@require_GET
@condition(etag_func=_watch_version)
def watch(request: Request, key: str) -> HttpResponse:
    """The game as anybody sees it who has its address: read-only, 304 while nothing changes."""
    stands = played(watched_game(request, key))
    context = _page(request, stands, typed={})
    context |= {"panel": None, "watching": True}
    template = "scorekeeper/watch.html" + ("#table" if request.htmx else "")
    answer = render(request, template, context)
    answer["Cache-Control"] = "private, no-cache"
    if stands.record.club.shown != Shown.PUBLIC or stands.record.shown != Shown.PUBLIC:
        answer["X-Robots-Tag"] = "noindex"
    return answer


@require_GET
@condition(etag_func=_watch_version)
def watch_screen(request: Request, key: str) -> HttpResponse:
    """The game for the hall: large, dark, one thing at a time."""
    stands = played(watched_game(request, key))
    context = _page(request, stands, typed={})
    template = "scorekeeper/watch_screen.html" + ("#slides" if request.htmx else "")
    answer = render(request, template, context)
    answer["Cache-Control"] = "private, no-cache"
    if stands.record.club.shown != Shown.PUBLIC or stands.record.shown != Shown.PUBLIC:
        answer["X-Robots-Tag"] = "noindex"
    return answer


@require_GET
@at_table
def game_qr(request: Request, pk: int) -> HttpResponse:
    """The QR code of the public page, as a picture."""
    link = public_link(own_game(request, pk, Right.WRITE))
    picture = segno.make(link, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff")
    svg = picture.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return HttpResponse(svg, content_type="image/svg+xml")
