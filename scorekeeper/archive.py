"""A whole club as JSON, out and in again: the same players, games, histories and totals.

The format is described in docs/formats.md. What is read is folded by the rules before it is kept,
so that no file can bring a game that could not have been played.
"""

import base64
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from scorekeeper import actions, archived_games, archived_money, said
from scorekeeper.consequences import own_games
from scorekeeper.exports import pictures
from scorekeeper.models import Account, Club, Game, Shown
from scorekeeper.queries import logo_of, players_of, who_in
from scorekeeper.rights import Right, may

FORMAT = "pokernakostyah club"
VERSION = 4
READ = frozenset({1, 2, 3, 4})
"""Versions that are understood: the first said neither who typed a turn nor the logo, the second
nothing of tournaments, seasons and money, nor what is withheld, nor to whom the club is shown, the
third nothing of lots."""

MOST_BYTES, MOST_THINGS = 32 * 1024 * 1024, 2_000_000
"""Of a file, and of values in it: an empty one takes two letters there and sixty bytes here."""


class RefusedArchiveError(Exception):
    """The file is no club of this program, or says what cannot be; the message says where."""


# Out


def club_json(club: Club) -> bytes:
    """Everything of a club but its accounts."""
    found = {
        "format": FORMAT,
        "version": VERSION,
        "club": {"name": club.name, "zone": club.zone, "shown": club.shown, "logo": _logo(club)},
        "players": [player.name for player in players_of(club)],
        "house_rules": [
            {"name": each.name, "rule_set": each.rule_set, "options": each.options}
            for each in club.house_rules.order_by("pk")
        ],
        "games": archived_games.write(club),
        **{part.name: part.write(club) for part in said.PARTS},
        "money": archived_money.write(club),
    }
    return json.dumps(found, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def _logo(club: Club) -> str | None:
    logo = logo_of(club)
    return base64.b64encode(bytes(logo.content)).decode() if logo else None


# In


def read_club(*, account: Account, club: Club, content: bytes) -> int:
    """Add the players, house rules, games, tournaments, seasons and money of a file to ``club``,
    all or none.

    What is here already is left as it is; how many games were new. Raises RefusedArchiveError.
    """
    found = _opened(content)
    _check_rights(account, club, found)
    where = _("the club")
    try:
        with transaction.atomic():
            now = timezone.now()
            club = Club.objects.select_for_update().get(pk=club.pk)
            _write_club(account, club, found.get("club", {}), now)
            where = _("the logo")
            _write_logo(account, club, found.get("club", {}).get("logo"))
            where = _("the players")
            for name in _list(found, "players"):
                actions.add_player(club=club, name=said.text(name))
            where = _("the house rules")
            for each in _list(found, "house_rules"):
                actions.save_house_rules(
                    club=club,
                    rule_set=each["rule_set"],
                    name=each["name"],
                    options=each["options"],
                )
            new: list[Game] = []
            for number, each in enumerate(_list(found, "games"), start=1):
                where = _("game %d") % number
                new += archived_games.read(account, club, said.mapping(each))
            actions.count_weeks(new)
            reading = said.Reading(account, club, now, frozenset(game.pk for game in new))
            for part in said.PARTS:
                where = str(part.words) % 1
                read = part.read(reading)
                for number, each in enumerate(_list(found, part.name), start=1):
                    where = str(part.words) % number
                    read(said.mapping(each))
            where = _("what is withheld")
            _check_withheld(reading)
            where = _("the money")
            archived_money.read(reading, _money(found))
            return len(new)
    except archived_money.OtherCurrencyError as error:
        raise RefusedArchiveError(
            _("Nothing was added: the file counts money in another currency than the club.")
        ) from error
    except _IMPOSSIBLE as error:
        words = _("Nothing was added: %(where)s cannot be as the file says.") % {"where": where}
        raise RefusedArchiveError(words) from error


def _check_rights(account: Account, club: Club, found: Mapping[str, Any]) -> None:
    """Whoever may only keep games adds no tournaments, and nobody but the owner money."""
    wanted = {part.right for part in said.PARTS if _list(found, part.name)}
    if found.get("money") and archived_money.is_kept(_money(found)):
        wanted.add(Right.RULE)
    if not all(may(who_in(club, account), right) for right in wanted):
        raise RefusedArchiveError(
            _("Nothing was added: in this club you may not add tournaments, seasons or money.")
        )


def _money(found: Mapping[str, Any]) -> Mapping[str, Any]:
    nothing: dict[str, Any] = {"since": None, "currency": "RUB", "entries": []}
    money = found.get("money", nothing)
    if not isinstance(money, dict) or not nothing.keys() <= money.keys():
        raise RefusedArchiveError(_("This is not a club of this program (JSON)."))
    return money


def _write_club(account: Account, club: Club, found: Mapping[str, Any], now: datetime) -> None:
    """The clock and the publicity of the file, where nothing has been played in the club yet."""
    empty = not club.games.exists() and may(who_in(club, account), Right.RULE)
    if not empty or not found.get("zone") or not found.get("shown"):
        return
    columns = said.columns(Club, ("zone", "shown"), found)
    if columns["zone"] not in available_timezones():
        raise ValueError("the time zone")
    actions.change_club(
        club=club,
        name=club.name,
        zone=columns["zone"],
        shown=Shown(columns["shown"]),
        by=account,
        now=now,
    )


def _check_withheld(reading: said.Reading) -> None:
    """Only a tournament can release what is withheld."""
    withheld = reading.club.games.filter(pk__in=reading.new, withheld=True)
    if own_games(withheld).exists():
        raise ValueError("withheld without a tournament")


_IMPOSSIBLE = (
    rules.RuleError,
    pictures.RefusedPictureError,
    ValidationError,
    DatabaseError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
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


def _write_logo(account: Account, club: Club, found: str | None) -> None:
    """The logo of the file where the club has none yet."""
    if found and logo_of(club) is None:
        logo = pictures.logo(base64.b64decode(found, validate=True))
        actions.set_logo(club=club, logo=logo, by=account, now=timezone.now())
