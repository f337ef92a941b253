"""What is stored, as the API says it."""

from typing import Any

from django.urls import reverse

import rules
from scorekeeper import models
from scorekeeper.queries import Played
from scorekeeper.views.page import absolute, public_link

from . import shapes


def club(found: models.Club, role: str | None) -> shapes.Club:
    """A club as somebody sees it who has ``role`` there, None for no member."""
    return shapes.Club(
        slug=found.slug,
        name=found.name,
        zone=found.zone,
        shown=found.shown,  # type: ignore[arg-type]  # the choices of the column
        role=role,  # type: ignore[arg-type]  # likewise
        page=absolute(reverse("club", args=[found.slug])),
    )


def player(found: models.Player) -> shapes.Player:
    """A person, with the club selected."""
    return shapes.Player(
        id=found.pk,
        name=found.name,
        club=found.club.slug,
        page=absolute(reverse("player", args=[found.pk])),
    )


def _line(record: models.Game, seats: list[models.Seat]) -> dict[str, Any]:
    name = rules.RULE_SETS[record.rule_set].name
    return {
        "key": record.public_key,
        "club": record.club.slug,
        "title": record.title,
        "rule_set": record.rule_set,
        "rule_set_name": shapes.Named(ru=name.ru, en=name.en),
        "copied": record.copied,
        "started_at": record.started_at,
        "finished_at": record.finished_at,
        "version": record.version,
        "page": public_link(record),
        "places": [_place(seat) for seat in sorted(seats, key=lambda seat: seat.position)],
    }


def _place(seat: models.Seat) -> shapes.Place:
    return shapes.Place(
        seat=seat.position + 1,
        player=seat.player_id,
        name=seat.player.name,
        presence=seat.presence,  # type: ignore[arg-type]  # a rules.Presence
        total=seat.total,
        place=seat.place,
        settlement=seat.exact,
        pays=seat.pays,
    )


def game_line(record: models.Game) -> shapes.GameLine:
    """A game from its receipts; club, seats and players are read already."""
    return shapes.GameLine(**_line(record, list(record.seats.all())))


def game(stands: Played) -> shapes.Game:
    """A whole game, as it stands after its last turn."""
    return shapes.Game(
        **_line(stands.record, list(stands.seats)),
        house_rules=stands.rule_set.house_rules(),
        sheets=[_sheet(stands.sheet_game, seat) for seat in stands.seats] if stands.game else [],
        deals=[_deal(deal) for deal in stands.deals.deals] if stands.deals else [],
    )


def _sheet(game: rules.Game, seat: models.Seat) -> shapes.Sheet:
    sheet = game.sheet(str(seat.position))
    return shapes.Sheet(
        seat=seat.position + 1,
        school=seat.school,
        bonus=seat.bonus,
        saved_throws=sheet.bank,
        boxes=[_box(box, mark) for box, mark in zip(game.rules.boxes, sheet.marks, strict=True)],
    )


def _box(box: rules.Box, mark: rules.Mark | None) -> shapes.Box:
    return shapes.Box(
        box=box.key,
        points=mark.points if mark else None,
        struck=mark.struck if mark else False,
        dice=list(mark.dice) if mark and mark.dice else None,
        throws=mark.throws if mark else None,
    )


def _deal(deal: rules.Deal) -> shapes.Deal:
    hands = [
        shapes.Hand(seat=int(hand.player) + 1, dice=list(hand.dice), throws=hand.throws)
        for attempt in deal.attempts
        for hand in attempt.hands.values()
    ]
    winner = None if deal.winner is None else int(deal.winner) + 1
    return shapes.Deal(hands=hands, winner=winner)
