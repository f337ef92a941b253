"""The games of a club in its file: with every turn that was ever typed, and who typed it.

What is read is folded by the rules before it is kept, so that no file can bring a game that could
not have been played.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import ForeignKey, Prefetch

import rules
from scorekeeper import actions, said
from scorekeeper.models import MOST_WRITER_LETTERS, Account, Club, Game, Seat, TableLink, Turn
from scorekeeper.names import clean_name, name_key
from scorekeeper.queries import played

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
    "withheld",
)
_TURN = ("number", "kind", "box", "dice", "throws", "points", "thrown", "reason")


# Out


def write(club: Club) -> list[dict[str, Any]]:
    """All games of a club, in the order in which they began."""
    turns = Turn.objects.select_related(
        "typed_by", "withdrawn_by", "through__made_by", "withdrawn_through__made_by"
    )
    games = club.games.order_by("started_at", "pk").prefetch_related(
        "seats__player", Prefetch("turns", turns)
    )
    return [_game(game) for game in games]


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


def read(account: Account, club: Club, found: Mapping[str, Any]) -> list[Game]:
    """One game with its whole history; nothing where it is here already.

    The sums of its week and the ratings are left to ``actions.count_weeks``.
    Any of the errors that scorekeeper.archive takes for a refusal.
    """
    key = UUID(found["key"])
    if club.games.filter(start_key=key).exists():
        return []
    rule_set = rules.rule_set(found["rule_set"], found["options"])
    record = actions.start_game(
        account=account,
        club=club,
        rule_set=rule_set,
        names=[str(name) for name in found["seats"]],
        start_key=key,
        now=said.moment(found["started_at"]),
        title=str(found["title"]),
        copied=bool(found["copied"]),
        hints=bool(found["hints"]),
        each_throw=bool(found["each_throw"]),
        teams=found["teams"],
    )
    seats = list(record.seats.select_related("player").order_by("position"))
    wanted = [name_key(str(name)) for name in found["seats"]]
    if [seat.player.name_key for seat in seats] != wanted:
        raise ValueError("seats")
    _write_turns(record, seats, found["turns"])
    stands = played(record)
    if actions.receipts_differ(stands):
        Seat.objects.bulk_update(stands.seats, actions.RECEIPT)
    record.finished_at = _read_moment(found["finished_at"])
    record.version = int(found["version"])
    record.counts = bool(found.get("counts", True))
    record.withheld = bool(found.get("withheld", False))
    record.shown = found.get("shown", record.shown)
    address = said.address(
        found["public_key"], lambda key: Game.objects.filter(public_key=key).exists()
    )
    record.public_key = address or record.public_key
    record.clean_fields(exclude=_unasked(record))
    record.save()
    actions.write_statistics(stands, summed=False)
    return [record]


def _write_turns(record: Game, seats: Sequence[Seat], turns: Sequence[Mapping[str, Any]]) -> None:
    written: dict[str, Turn] = {}
    replacing: dict[str, str] = {}
    for found in turns:
        turn = Turn(
            game=record,
            seat=seats[said.integer(found["seat"])],
            pour_to=None if found["pour_to"] is None else seats[said.integer(found["pour_to"])],
            client_key=UUID(found["key"]),
            typed_at=said.moment(found["typed_at"]),
            typed_as=_words(found.get("typed_by")),
            withdrawn_at=_read_moment(found["withdrawn_at"]),
            withdrawn_as=_words(found.get("withdrawn_by")),
            **{name: found[name] for name in _TURN},
        )
        turn.clean_fields(exclude=_unasked(turn))
        if found["replaces"]:
            if found["replaces"] not in written:
                raise ValueError("a turn replaces an earlier one")
            replacing[found["key"]] = found["replaces"]
        written[found["key"]] = turn
    if len(written) != len(turns):
        raise ValueError("a key of a turn stands twice")
    Turn.objects.bulk_create(written.values())
    for later, earlier in replacing.items():
        written[later].replaces = written[earlier]
    Turn.objects.bulk_update([written[key] for key in replacing], ["replaces"])


def _unasked(row: Game | Turn) -> set[str]:
    """The columns that need no check: empty ones, which no form has asked for, and other rows."""
    fields = row._meta.fields  # noqa: SLF001 - Django's documented interface
    return {
        field.name
        for field in fields
        if isinstance(field, ForeignKey) or not getattr(row, field.attname)
    }


def _words(found: object) -> str:
    """Who wrote, as a file says it."""
    if not isinstance(found, str | None):
        raise TypeError("who wrote")
    return clean_name(found or "")[:MOST_WRITER_LETTERS]


def _read_moment(found: str | None) -> datetime | None:
    return said.moment(found) if found else None
