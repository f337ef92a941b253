"""The seasons of a club in its file: the rule, the teams, planned evenings and void ones.

The table of a season is not in the file: it is counted from tournaments and games.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import rules
from scorekeeper import said
from scorekeeper.models import Club
from scorekeeper.names import checked_name
from tournaments.actions.seasons import MOST_EVENINGS
from tournaments.archive_reading import points_by_size
from tournaments.models import PlannedEvening, Season, VoidEvening
from tournaments.seasons import WITHOUT_TOTALS, counted

_SEASON = (
    "name",
    "first_day",
    "last_day",
    "counts_tournaments",
    "counts_evenings",
    "rule_set",
    "points",
    "together",
    "best",
    "drop",
    "minimum_games",
    "shown",
    "seed",
    "version",
    "created_at",
    "archived_at",
)
_PLANNED = ("day", "at", "note")
_VOID = ("day", "reason", "made_at", "undone_at")


def write(club: Club) -> list[dict[str, Any]]:
    """All seasons of a club, in the order in which they were made."""
    found = club.seasons.prefetch_related("planned", "voided").order_by("pk")
    names = dict(club.players.filter(merged_into=None).values_list("pk", "name"))
    return [_season(record, names) for record in found]


def _season(record: Season, names: Mapping[int, str]) -> dict[str, Any]:
    teams = {int(key): team for key, team in record.teams.items() if int(key) in names}
    return {
        "key": str(record.start_key),
        "public_key": record.public_key,
        **said.written(record, _SEASON),
        "lists": record.lists,
        "bonus": record.bonus,
        "chain": record.chain,
        "teams": [{"player": names[key], "team": team} for key, team in teams.items()],
        "planned": [said.written(one, _PLANNED) for one in record.planned.all()],
        "voided": [
            said.written(one, _VOID) for one in sorted(record.voided.all(), key=lambda one: one.pk)
        ],
    }


def reader(reading: said.Reading) -> Callable[[Mapping[str, Any]], None]:
    """What reads each season of a file; those that are here already are left as they are."""
    person = reading.people()

    def read(found: Mapping[str, Any]) -> None:
        key = UUID(said.text(found["key"]))
        if reading.club.seasons.filter(start_key=key).exists():
            return
        teams = said.each(found["teams"], said.mapping)
        record = Season(
            club=reading.club,
            start_key=key,
            created_by=reading.account,
            lists=points_by_size(found["lists"]),
            bonus=said.exact(found["bonus"]),
            chain=said.each(found["chain"], said.text, 100),
            teams={str(person(one["player"]).pk): _team(one["team"]) for one in teams},
            **said.columns(Season, _SEASON, found),
        )
        address = said.address(
            found["public_key"], lambda key: Season.objects.filter(public_key=key).exists()
        )
        record.public_key = address or record.public_key
        countable = set(rules.RULE_SETS) - set(WITHOUT_TOTALS)
        if record.rule_set and record.rule_set not in countable:
            raise ValueError("no season counts this game")
        record.save()
        _evenings(reading, record, found)
        # Raises where the rule cannot count what there is to count.
        assert counted(record).standing is not None

    return read


def _evenings(reading: said.Reading, record: Season, found: Mapping[str, Any]) -> None:
    PlannedEvening.objects.bulk_create(
        PlannedEvening(season=record, **said.columns(PlannedEvening, _PLANNED, one))
        for one in said.each(found["planned"], said.mapping, MOST_EVENINGS)
    )
    VoidEvening.objects.bulk_create(
        VoidEvening(
            season=record,
            made_by=reading.account,
            **said.columns(VoidEvening, _VOID, one),
        )
        for one in said.each(found["voided"], said.mapping)
    )


def _team(found: object) -> str:
    return checked_name(said.text(found))
