"""The log of a tournament in words."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.forms import language
from scorekeeper.names import alphabetical
from scorekeeper.reports.log import LogLine
from tournaments.models import Decider, Table, TableSeat, Tournament, TournamentLogEntry
from tournaments.queries import entrants_of

KINDS: dict[str, Promise] = {
    "created": gettext_lazy("set the tournament up"),
    "changed": gettext_lazy("changed the settings"),
    "stages_planned": gettext_lazy("planned the stages"),
    "rules_changed": gettext_lazy("changed the rules"),
    "hidden": gettext_lazy("chose from which round results are hidden"),
    "revealed": gettext_lazy("showed places at the prize-giving"),
    "released": gettext_lazy("released the results"),
    "cancelled": gettext_lazy("cancelled the tournament"),
    "reopened": gettext_lazy("opened the tournament again"),
    "entered": gettext_lazy("entered"),
    "entered_many": gettext_lazy("entered several"),
    "entrant_changed": gettext_lazy("changed an entrant"),
    "dropped": gettext_lazy("dropped an entrant"),
    "returned": gettext_lazy("let an entrant return"),
    "removed": gettext_lazy("removed an entrant"),
    "put_back": gettext_lazy("put a removed entrant back"),
    "checked_in": gettext_lazy("looked who is here"),
    "applied": gettext_lazy("asked to enter by the public page"),
    "admitted": gettext_lazy("admitted an application"),
    "refused": gettext_lazy("refused an application"),
    "drawn": gettext_lazy("drew a round"),
    "edited": gettext_lazy("changed a draft by hand"),
    "published": gettext_lazy("published a round"),
    "withdrawn": gettext_lazy("withdrew a round"),
    "clock_started": gettext_lazy("started the clock"),
    "clock_stopped": gettext_lazy("stopped the clock"),
    "time_given": gettext_lazy("gave a table more time"),
    "round_closed": gettext_lazy("closed a round"),
    "round_reopened": gettext_lazy("opened a round again"),
    "stage_closed": gettext_lazy("closed a stage"),
    "stage_reopened": gettext_lazy("opened a stage again"),
    "totals_typed": gettext_lazy("typed totals"),
    "totals_withdrawn": gettext_lazy("took typed totals back"),
    "copied": gettext_lazy("chose to copy the sheet from paper"),
    "confirmed": gettext_lazy("confirmed a result"),
    "doubted": gettext_lazy("took a confirmation back"),
    "voided": gettext_lazy("declared a table void"),
    "restored": gettext_lazy("let a void table count again"),
    "replayed": gettext_lazy("had a table played again"),
    "struck": gettext_lazy("struck what was open at a table"),
    "photo_kept": gettext_lazy("kept a photo of the paper"),
    "photo_removed": gettext_lazy("took a photo of the paper away"),
    "link_renewed": gettext_lazy("made a new link for a table"),
    "substituted": gettext_lazy("let somebody sit in"),
    "adjusted": gettext_lazy("changed points"),
    "adjustment_undone": gettext_lazy("took a change of points back"),
    "blitz_begun": gettext_lazy("began a blitz"),
    "blitz_played": gettext_lazy("typed hands of a blitz"),
    "blitz_hand": gettext_lazy("typed a hand of a blitz"),
    "blitz_link": gettext_lazy("made a link to a blitz"),
    "blitz_hand_undone": gettext_lazy("took hands of a blitz back"),
    "decided": gettext_lazy("decided a tie"),
    "decider_undone": gettext_lazy("took a blitz or a decision back"),
}
"""Every kind of entry, as the page says it."""

COLUMNS: dict[str, Promise] = {
    "starts_at": gettext_lazy("begins"),
    "zone": gettext_lazy("time zone"),
    "place": gettext_lazy("place"),
    "minutes": gettext_lazy("minutes of a round"),
    "confirms": gettext_lazy("confirmation"),
    "registration": gettext_lazy("registration"),
    "shown": gettext_lazy("shown to"),
    "entry_fee": gettext_lazy("entry fee"),
    "prizes": gettext_lazy("prizes"),
    "currency": gettext_lazy("currency"),
}
"""What settings are called in the log."""

MOST_NAMES = 12


def log_lines(record: Tournament, entries: Iterable[TournamentLogEntry]) -> list[LogLine]:
    """The log in words, entrants by the names they have now.

    Who was here is often written one by one: entries in a row of the same person for the same
    round are one line.
    """
    listed = list(entries)
    resolved = _Resolved(record, [entry.words for entry in listed])
    lines = []
    for _same, run in groupby(listed, key=_together):
        same = list(run)
        first = same[0]
        lines.append(
            LogLine(
                first.done_at,
                str(first.done_by or first.words.get("by") or _nobody(first)),
                str(KINDS.get(first.kind, first.kind)),
                ", ".join(resolved.about([entry.words for entry in same])),
            )
        )
    return lines


def _nobody(entry: TournamentLogEntry) -> str:
    if entry.kind == "blitz_hand":
        return _("by the link of the blitz")
    return _("by the public page") if entry.kind == "applied" else "—"


def _together(entry: TournamentLogEntry) -> object:
    if entry.kind == "checked_in":
        return (entry.kind, entry.done_by_id, entry.words["round"])
    return entry.pk


Words = Mapping[str, object]


def _keys(words: Words, name: str) -> list[int]:
    listed = words.get(name)
    return [key for key in listed if isinstance(key, int)] if isinstance(listed, list) else []


class _Resolved:
    """What numbers in the log stand for; four queries, however many entries."""

    def __init__(self, record: Tournament, words: list[Words]) -> None:
        def wanted(key: str) -> set[int]:
            return {int(str(each[key])) for each in words if key in each}

        self.names = {entrant.pk: entrant.name for entrant in entrants_of(record)}
        tables = Table.objects.filter(pk__in=wanted("table")).select_related("round")
        self.tables = {table.pk: (table.round.number, table.number) for table in tables}
        seats = TableSeat.objects.filter(pk__in=wanted("seat"))
        self.seats = dict(seats.values_list("pk", "entrant"))
        deciders = Decider.objects.filter(pk__in=wanted("blitz") | wanted("decider"))
        self.groups = dict(deciders.values_list("pk", "group"))
        asked = record.applications.filter(pk__in=wanted("application"))
        self.applications = {one.pk: (one.entrant_id, one.name) for one in asked}

    def about(self, same: list[Words]) -> Iterator[str]:
        """The particulars of entries that are said in one line."""
        words = same[0]
        if "round" in words:
            yield _("round %(number)s") % {"number": words["round"]}
        for key, said in (("here", _("here: %(names)s")), ("away", _("not here: %(names)s"))):
            names = ", ".join(self._named([one for each in same for one in _keys(each, key)]))
            if names:
                yield said % {"names": names}
        yield from self._named(self._entrants(words))
        yield from self._asked(words)
        if "table" in words:
            at = self.tables.get(int(str(words["table"])))
            if at is None:
                yield _("a table of a withdrawn round")
            else:
                yield _("round %(round)s, table %(table)s") % {"round": at[0], "table": at[1]}
        if "stage" in words:
            yield _("stage %(number)s") % {"number": words["stage"]}
        yield from self._plain(words)

    def _entrants(self, words: Words) -> list[int]:
        listed = [] if "before" in words else _keys(words, "entrants")
        found: list[object] = [*listed, *_keys(words, "group")]
        found += [words["entrant"]] if "entrant" in words else []
        if "seat" in words:
            found.append(self.seats.get(int(str(words["seat"]))))
        for key in ("blitz", "decider"):
            if key in words and "dice" not in words:
                found += self.groups.get(int(str(words[key])), [])
        return [key for key in found if isinstance(key, int)]

    def _named(self, keys: list[int]) -> Iterator[str]:
        names = sorted({self.names[key] for key in keys if key in self.names}, key=alphabetical)
        yield from names[:MOST_NAMES]
        if len(names) > MOST_NAMES:
            yield _("%(n)s more") % {"n": len(names) - MOST_NAMES}

    def _asked(self, words: Words) -> Iterator[str]:
        if "application" in words:
            entrant, name = self.applications.get(int(str(words["application"])), (None, ""))
            said = self.names.get(entrant, "") if entrant is not None else name
            yield from filter(None, [said])

    def _totals(self, words: Words) -> Iterator[str]:
        """What stood before and what stands since: "Оля 250 → 260"."""
        for key, before, after in zip(
            *(_keys(words, name) for name in ("entrants", "before", "after")), strict=False
        ):
            yield f"{self.names.get(key, '—')} {rules.signed(before)} → {rules.signed(after)}"

    def _plain(self, words: Words) -> Iterator[str]:
        yield from self._totals(words)
        if "points" in words:
            yield str(words["points"]).replace("-", "−")
        if "dice" in words:
            yield str(words["dice"]) or _("did not throw")
        if "seed" in words:
            yield _("seed %(seed)s") % {"seed": words["seed"]}
        if "count" in words:
            yield str(words["count"])
        columns = words.get("columns")
        if isinstance(columns, list):
            yield from (str(COLUMNS[name]) for name in columns if name in COLUMNS)
        if words.get("hidden_from"):
            yield _("from round %(number)s on") % {"number": words["hidden_from"]}
        if "down_to" in words:
            yield _("down to place %(place)s") % {"place": words["down_to"]}
        if "reason" in words:
            yield _("reason: %(reason)s") % {"reason": words["reason"]}
        known = rules.RULE_SETS.get(str(words.get("rule_set", "")))
        if known is not None:
            yield known.name.in_language(language())
