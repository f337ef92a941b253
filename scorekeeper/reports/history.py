"""The history of a game: what was typed, by whom and when, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

import rules
from scorekeeper.exports.wording import decimal
from scorekeeper.models import Account, TableLink, Turn
from scorekeeper.queries import Played, is_correctable


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One row of the history, and whether it can be corrected."""

    number: int
    player: str
    turn: str
    typed_by: str
    typed_at: datetime
    state: str
    correctable: bool


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """What a correction changes for one player: totals, places, settlement, before and after."""

    player: str
    total: tuple[str, str]
    place: tuple[str, str]
    settlement: tuple[str, str]
    changed: bool


def history_lines(stands: Played, rows: Iterable[Turn], language: str) -> list[HistoryLine]:
    """The rows of the history in words, newest first."""
    typed = list(rows)
    corrected = {row.replaces_id for row in typed if row.reason}
    return [
        HistoryLine(
            row.number,
            row.seat.player.name,
            turn_words(stands.rule_set, row, language),
            _writer(row.typed_by, row.through, row.typed_as),
            row.typed_at,
            _state(row, row.pk in corrected),
            is_correctable(row),
        )
        for row in reversed(typed)
    ]


def _writer(account: Account | None, link: TableLink | None, words: str) -> str:
    """Who typed: an account, a helper whom one had opened the table to, or whom a file named."""
    if link:
        said = {"helper": link.helper, "host": link.made_by}
        return _("%(helper)s, by the table link of %(host)s") % said
    if account is None and words:
        return _("%(who)s, as the club's file says") % {"who": words}
    return str(account or "—")


def _state(row: Turn, corrected: bool) -> str:
    """What became of a row; ``corrected``: another one stands in its place, with a reason."""
    parts: list[str] = []
    if row.replaces and row.reason:
        parts.append(_("correction: %(reason)s") % {"reason": row.reason})
    elif row.replaces:
        parts.append(_("brought back"))
    if row.withdrawn_at:
        who = {"who": _writer(row.withdrawn_by, row.withdrawn_through, row.withdrawn_as)}
        parts.append((_("corrected: %(who)s") if corrected else _("taken back: %(who)s")) % who)
    return "; ".join(parts)


def turn_words(rule_set: rules.RuleSet, turn: Turn, language: str) -> str:
    """What was typed: "Пара: 3 3 6 6 1, 1" or "Пара: 12"."""
    words = {
        "failed": _("lost turn"),
        "skip": _("skipped"),
        "leaves": _("has left"),
        "removed": _("was removed"),
        "strike": _("struck"),
        "bank": _("throws saved at the end"),
        "poured": _("poured in"),
    }
    parts = [rule_set.box(turn.box).name.in_language(language)] if turn.box else []
    if turn.kind in words:
        parts.append(words[turn.kind])
    if turn.points is not None:
        parts.append(rules.signed(turn.points))
    if turn.dice:
        parts.append(" ".join(turn.dice))
    if turn.throws is not None:
        parts.append(_("throws: %d") % turn.throws)
    if turn.pour_to:
        parts.append(_("poured to %s") % turn.pour_to.player.name)
    if turn.thrown:
        parts.append("(" + " / ".join(turn.thrown) + ")")
    return ", ".join(parts)


def change_lines(before: Played, after: Played, language: str) -> list[ChangeLine]:
    """What changes for each player, by seat."""
    old, new = _standing(before, language), _standing(after, language)
    return [
        ChangeLine(
            before.name(player),
            (old[player][0], new[player][0]),
            (old[player][1], new[player][1]),
            (old[player][2], new[player][2]),
            old[player] != new[player],
        )
        for player in old
    ]


def _standing(stands: Played, language: str) -> dict[str, tuple[str, str, str]]:
    if stands.deals is not None:
        return {
            player: ("", "", decimal(f"{money:f}", language))
            for player, money in stands.deals.balance.items()
        }
    result = rules.result(stands.sheet_game)
    settled = result.settlement
    return {
        player: (
            rules.signed(figures.total),
            str(result.places[player]),
            decimal(settled.shown(player), language) if settled else "",
        )
        for player, figures in result.figures.items()
    }
