"""What the page of a game shows, to its hosts and to those who watch."""

from functools import partial
from typing import Any
from uuid import uuid4

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

import rules
from scorekeeper import actions
from scorekeeper.consequences import belonging
from scorekeeper.forms import language, whole_number
from scorekeeper.forms.hand import read_hand
from scorekeeper.forms.turn import FIELD_OF_ERROR
from scorekeeper.models import Game
from scorekeeper.queries import Played, undone_turn
from scorekeeper.reports.ahead import turns_ahead
from scorekeeper.reports.hands import HandPanel, deal_page, hand_panel
from scorekeeper.reports.result import result_page
from scorekeeper.reports.sheet import sheet_page
from scorekeeper.reports.turn import TurnPanel, last_turn, turn_panel
from scorekeeper.reports.wording import house_rules_lines
from scorekeeper.views.access import Request

VIEW_COOKIE = "sheet-view"


def absolute(address: str) -> str:
    """An address of this site as QR codes and links say it."""
    return settings.PUBLIC_URL + address


def public_link(game: Game) -> str:
    """The address of the public page of a game."""
    return absolute(reverse("watch", args=[game.public_key]))


def drawn_code(link: str) -> str:
    """The QR code of a link, as a drawing."""
    picture = segno.make(link, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff")
    return picture.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)


def template_of(stands: Played) -> str:
    return "scorekeeper/hands.html" if stands.deals else "scorekeeper/game.html"


def game_page(
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
        "belongs": SimpleLazyObject(partial(belonging, stands.record)),
        "client_key": uuid4(),
        "leave_key": uuid4(),
        "typed": typed,
        "errors": errors,
        "ahead": partial(turns_ahead, stands),
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
