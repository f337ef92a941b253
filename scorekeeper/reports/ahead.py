"""What a page needs to go on without the server: whose turns come next, and their open boxes."""

import json
from dataclasses import replace
from typing import Any

import rules
from scorekeeper.queries import Played
from scorekeeper.reports.turn import offered_throws


def turns_ahead(stands: Played) -> str:
    """The next turns as JSON, for a page whose connection may go; what is sent later is judged.

    ``number`` of the turn to come · ``seats`` from whoever has it, in turn order: ``player``,
    ``name``, boxes ``due`` now and ``free`` in all, ``throws`` offered, ``pours``: to whom each box
    could be poured once it is made · ``once``: each has a single turn left · ``always``: who is
    full keeps having turns · ``extras``: boxes that need no dice · ``usual``: throws marked at
    first.
    """
    ahead = _hands(stands) if stands.deals else _boxes(stands)
    return json.dumps({"number": len(stands.turns), **ahead})


def _hands(stands: Played) -> dict[str, Any]:
    deals = stands.deals
    assert deals is not None
    waiting = deals.deals[-1].waiting
    most = stands.rule_set.options.blitz_throws
    throws = list(range(1, most + 1))
    seats = [
        {"player": player, "name": stands.name(player), "throws": throws} for player in waiting
    ]
    return {"seats": seats, "once": True, "always": True, "extras": [], "usual": most}


def _boxes(stands: Played) -> dict[str, Any]:
    game = stands.sheet_game
    first = game.cursor or 0
    order = [*range(first, len(game.sheets)), *range(first)]
    once = game.last_turns is not None and not game.copied
    return {
        "seats": [
            _seat(stands, replace(game, cursor=seat))
            for seat in order
            if game.sheets[seat].plays and (not once or seat in (game.last_turns or ()))
        ],
        "once": once,
        "always": game.rules.pouring is not None and not game.copied,
        "extras": [box.key for box in game.rules.boxes if box.series is rules.Series.EXTRA],
        "usual": rules.FREE_THROWS,
    }


def _seat(stands: Played, game: rules.Game) -> dict[str, Any]:
    """The player in turn of ``game`` as if it were that player's turn."""
    choices = rules.choices(game)
    assert choices is not None
    marks = game.sheet(choices.player).marks
    return {
        "player": choices.player,
        "name": stands.name(choices.player),
        "due": [choice.box.key for choice in choices.boxes if choice.open],
        "free": [
            choice.box.key
            for choice, mark in zip(choices.boxes, marks, strict=True)
            if mark is None
        ],
        "throws": offered_throws(choices),
        "pours": _pours(game, game.sheet(choices.player)),
    }


def _pours(game: rules.Game, sheet: rules.Sheet) -> dict[str, list[str]]:
    """Whom ``sheet`` could pour each box to, had it made all of them."""
    if game.rules.pouring is None or game.copied:
        return {}
    made = replace(sheet, marks=tuple(mark or rules.Mark(0, made=True) for mark in sheet.marks))
    pours = {
        box.key: [
            other.player
            for other in game.sheets
            if not rules.why_not_pour(game, made, box, other.player)
        ]
        for box in game.rules.boxes
    }
    return {box: others for box, others in pours.items() if others}
