"""The log of a club in words, and the table of rights as the help shows it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Account, Club, LogEntry, Membership, Shown
from scorekeeper.rights import RIGHT_WORDS, RIGHTS, WHO_WORDS, Who

KINDS: dict[str, Promise] = {
    "club_founded": _("founded the club"),
    "club_shown": _("changed who sees the club"),
    "logo_set": _("changed the logo"),
    "logo_removed": _("took the logo away"),
    "invited": _("made an invitation"),
    "invitation_withdrawn": _("withdrew an invitation"),
    "joined": _("joined the club"),
    "left": _("left the club"),
    "removed": _("removed a member"),
    "role_changed": _("changed a role"),
    "renamed": _("renamed a player"),
    "merged": _("merged two players"),
    "merge_undone": _("took a merge of players back"),
    "forgotten": _("made a player forgotten"),
    "claimed": _("claimed the history of a player"),
    "claim_confirmed": _("confirmed whose history it is"),
    "claim_refused": _("refused a claim"),
    "table_opened": _("opened a table by a link"),
    "table_closed": _("ended a table link"),
    "game_shown": _("changed who sees a game"),
    "money_kept": _("changed since when money is kept"),
    "token_made": _("made a token for a program"),
    "token_revoked": _("revoked a token"),
    "exported": _("took games or people along in a file"),
}
"""Every kind of entry, as the page says it."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry: when, who, what, and the particulars."""

    at: datetime
    who: str
    what: str
    about: str


@dataclass(frozen=True, slots=True)
class RightsTable:
    """The table of rights: its columns, and for each row a sentence and, column by column, who it
    is and whether they have that right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]


def rights_table() -> RightsTable:
    """The table in code, as the help shows it."""
    rows = [
        (str(RIGHT_WORDS[right]), tuple((str(WHO_WORDS[who]), who in able) for who in Who))
        for right, able in RIGHTS.items()
    ]
    return RightsTable(tuple(str(WHO_WORDS[who]) for who in Who), tuple(rows))


def log_lines(club: Club, entries: Iterable[LogEntry]) -> list[LogLine]:
    """The log in words; players by the names they have now."""
    entries = list(entries)
    names = dict(club.players.values_list("pk", "name"))
    wanted = {entry.words.get("account") for entry in entries}
    accounts = {one.pk: str(one) for one in Account.objects.filter(pk__in=wanted - {None})}
    return [
        LogLine(
            entry.done_at,
            str(entry.done_by or "—"),
            str(KINDS.get(entry.kind, entry.kind)),
            _about(entry.words, names, accounts),
        )
        for entry in entries
    ]


def _about(words: dict[str, object], names: dict[int, str], accounts: dict[int, str]) -> str:
    parts: list[str] = []
    if "kept" in words:
        parts.append(f"{_named(names, words['gone'])} → {_named(names, words['kept'])}")
    if "player" in words:
        parts.append(_named(names, words["player"]))
    if "account" in words:
        parts.append(_named(accounts, words["account"]))
    if "game" in words:
        parts.append(f"№ {words['game']}")
    parts += [str(words["form"])] if "form" in words else []
    labels = {key: str(name) for key, name in (*Membership.Role.choices, *Shown.choices)}
    if "before" in words:
        parts.append(f"{_named(labels, words['before'])} → {_named(labels, words['after'])}")
    elif "role" in words:
        parts.append(_named(labels, words["role"]))
    return ", ".join(parts)


def _named(names: Mapping[Any, str], key: object) -> str:
    return str(names.get(key, key))
