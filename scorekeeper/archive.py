"""A whole club as JSON, out and in again: the same players, games, histories and totals.

The format is described in docs/formats.md. What is read is folded by the rules before it is kept,
so that no file can bring a game that could not have been played.
"""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from scorekeeper import actions
from scorekeeper.exports.logos import RefusedPictureError, picture
from scorekeeper.models import MOST_WRITER_LETTERS, Account, Club, Game, Seat, TableLink, Turn
from scorekeeper.names import clean_name, name_key
from scorekeeper.queries import logo_of, played, players_of

FORMAT = "pokernakostyah club"
VERSION = 2
READ = frozenset({1, 2})
"""Versions that are understood: the first said neither who typed a turn nor the logo."""

MOST_BYTES, MOST_THINGS = 32 * 1024 * 1024, 2_000_000
"""Of a file, and of values in it: an empty one takes two letters there and sixty bytes here."""


_GAME = (
    "title",
    "rule_set",
    "options",
    "teams",
    "copied",
    "hints",
    "each_throw",
    "version",
    "counts",
)
_TURN = ("number", "kind", "box", "dice", "throws", "points", "thrown", "reason")


class RefusedArchiveError(Exception):
    """The file is no club of this program, or says what cannot be; the message says where."""


# Out


def club_json(club: Club) -> bytes:
    """Everything of a club but its accounts."""
    turns = Turn.objects.select_related(
        "typed_by", "withdrawn_by", "through__made_by", "withdrawn_through__made_by"
    )
    games = club.games.order_by("started_at", "pk").prefetch_related(
        "seats__player", Prefetch("turns", turns)
    )
    found = {
        "format": FORMAT,
        "version": VERSION,
        "club": {"name": club.name, "zone": club.zone, "logo": _logo(club)},
        "players": [player.name for player in players_of(club)],
        "house_rules": [
            {"name": each.name, "rule_set": each.rule_set, "options": each.options}
            for each in club.house_rules.order_by("pk")
        ],
        "games": [_game(game) for game in games],
    }
    return json.dumps(found, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def _logo(club: Club) -> str | None:
    logo = logo_of(club)
    return base64.b64encode(bytes(logo.content)).decode() if logo else None


_ADDRESS = re.compile("[A-Za-z0-9_-]{20,32}")


def _game(game: Game) -> dict[str, Any]:
    seats = sorted(game.seats.all(), key=lambda seat: seat.position)
    positions = {seat.pk: seat.position for seat in seats}
    turns = sorted(game.turns.all(), key=lambda turn: turn.pk)
    keys = {turn.pk: str(turn.client_key) for turn in turns}
    return {
        **{name: getattr(game, name) for name in _GAME},
        "key": str(game.start_key),
        "public_key": game.public_key,
        "shown": game.shown,
        "started_at": game.started_at.isoformat(),
        "finished_at": _moment(game.finished_at),
        "seats": [seat.player.name for seat in seats],
        "turns": [
            {
                **{name: getattr(turn, name) for name in _TURN},
                "seat": positions[turn.seat_id],
                "pour_to": positions[turn.pour_to_id] if turn.pour_to_id else None,
                "key": keys[turn.pk],
                "replaces": keys[turn.replaces_id] if turn.replaces_id else None,
                "typed_at": turn.typed_at.isoformat(),
                "typed_by": _writer(turn.typed_by, turn.through, turn.typed_as),
                "withdrawn_at": _moment(turn.withdrawn_at),
                "withdrawn_by": _writer(
                    turn.withdrawn_by, turn.withdrawn_through, turn.withdrawn_as
                ),
            }
            for turn in turns
        ],
    }


def _writer(account: Account | None, link: TableLink | None, words: str) -> str:
    """Who wrote, in words: an account's name, a helper's with the host's, or what a file said."""
    if link:
        return f"{link.helper} ({link.made_by})"
    return str(account) if account else words


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


# In


def read_club(*, account: Account, club: Club, content: bytes) -> int:
    """Add the players, house rules and games of a file to ``club``, all or none.

    Games that are here already are left as they are; how many were new. Raises RefusedArchiveError.
    """
    found = _opened(content)
    games = _list(found, "games")
    where = _("the logo")
    try:
        with transaction.atomic():
            _write_logo(account, club, found.get("club", {}).get("logo"))
            where = _("the players")
            for name in _list(found, "players"):
                actions.add_player(club=club, name=str(name))
            where = _("the house rules")
            for each in _list(found, "house_rules"):
                actions.save_house_rules(
                    club=club,
                    rule_set=each["rule_set"],
                    name=each["name"],
                    options=each["options"],
                )
            new = 0
            for number, each in enumerate(games, start=1):
                where = _("game %d") % number
                new += _write_game(account, club, each)
            return new
    except _IMPOSSIBLE as error:
        said = _("Nothing was added: %(where)s cannot be as the file says.") % {"where": where}
        raise RefusedArchiveError(said) from error


_IMPOSSIBLE = (
    rules.RuleError,
    RefusedPictureError,
    ValidationError,
    DatabaseError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    IndexError,
    OverflowError,
)


def _opened(content: bytes) -> dict[str, Any]:
    if len(content) > MOST_BYTES or sum(map(content.count, (b",", b"[", b"{"))) > MOST_THINGS:
        raise RefusedArchiveError(_("The file is too large."))
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise RefusedArchiveError(_("This is not a club of this program (JSON).")) from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RefusedArchiveError(_("This is not a club of this program (JSON)."))
    if found.get("version") not in READ:
        raise RefusedArchiveError(_("This file is of another version of the program."))
    return found


def _list(found: Mapping[str, Any], name: str) -> list[Any]:
    value = found.get(name, [])
    if not isinstance(value, list):
        raise RefusedArchiveError(_("This is not a club of this program (JSON)."))
    return value


def _write_logo(account: Account, club: Club, said: str | None) -> None:
    """The logo of the file where the club has none yet."""
    if said and logo_of(club) is None:
        logo = picture(base64.b64decode(said, validate=True))
        actions.set_logo(club=club, logo=logo, by=account, now=timezone.now())


def _write_game(account: Account, club: Club, said: Mapping[str, Any]) -> bool:
    """One game with its whole history; whether it was new."""
    key = UUID(said["key"])
    if club.games.filter(start_key=key).exists():
        return False
    rule_set = rules.rule_set(said["rule_set"], said["options"])
    record = actions.start_game(
        account=account,
        club=club,
        rule_set=rule_set,
        names=[str(name) for name in said["seats"]],
        start_key=key,
        now=datetime.fromisoformat(said["started_at"]),
        title=str(said["title"]),
        copied=bool(said["copied"]),
        hints=bool(said["hints"]),
        each_throw=bool(said["each_throw"]),
        teams=said["teams"],
    )
    seats = list(record.seats.select_related("player").order_by("position"))
    wanted = [name_key(str(name)) for name in said["seats"]]
    if [seat.player.name_key for seat in seats] != wanted:
        raise ValueError("seats")
    _write_turns(record, seats, said["turns"])
    stands = played(record)
    if actions.receipts_differ(stands):
        Seat.objects.bulk_update(stands.seats, actions.RECEIPT)
    record.finished_at = _read_moment(said["finished_at"])
    record.version = int(said["version"])
    record.counts = bool(said.get("counts", True))
    record.shown = said.get("shown", record.shown)
    address = str(said["public_key"])
    # An address that could be guessed, or is somebody's, is not taken over.
    if _ADDRESS.fullmatch(address) and not Game.objects.filter(public_key=address).exists():
        record.public_key = address
    record.clean_fields(exclude=_without_value(record))
    record.save()
    actions.write_statistics(stands)
    actions.book_game(game=record, by=account, now=timezone.now())
    return True


def _write_turns(record: Game, seats: Sequence[Seat], turns: Sequence[Mapping[str, Any]]) -> None:
    written: dict[str, Turn] = {}
    for said in turns:
        turn = Turn(
            game=record,
            seat=seats[_position(said["seat"])],
            pour_to=None if said["pour_to"] is None else seats[_position(said["pour_to"])],
            client_key=UUID(said["key"]),
            replaces=written[said["replaces"]] if said["replaces"] else None,
            typed_at=datetime.fromisoformat(said["typed_at"]),
            typed_as=_words(said.get("typed_by")),
            withdrawn_at=_read_moment(said["withdrawn_at"]),
            withdrawn_as=_words(said.get("withdrawn_by")),
            **{name: said[name] for name in _TURN},
        )
        turn.clean_fields(exclude=_without_value(turn))
        turn.save()
        written[said["key"]] = turn


def _without_value(row: Game | Turn) -> set[str]:
    """The columns of a row that are empty, which no form has asked for."""
    fields = row._meta.fields  # noqa: SLF001 - Django's documented interface
    return {field.name for field in fields if not getattr(row, field.attname)}


def _words(said: object) -> str:
    """Who wrote, as a file says it."""
    if not isinstance(said, str | None):
        raise TypeError("who wrote")
    return clean_name(said or "")[:MOST_WRITER_LETTERS]


def _position(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError("seat")
    return value


def _read_moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
