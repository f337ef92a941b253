"""Seasons: setting one up, planning its evenings, declaring one void, keeping it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from scorekeeper.models import Account, Club
from scorekeeper.names import checked_name, clean_name
from tournaments.actions.writing import Unchanged
from tournaments.models import PlannedEvening, Season, VoidEvening
from tournaments.seasons import USUAL_LIST, league_rule

SEASON_RULE = (
    "counts_tournaments",
    "counts_evenings",
    "rule_set",
    "points",
    "lists",
    "together",
    "best",
    "drop",
    "bonus",
    "minimum_games",
    "chain",
    "shown",
)
"""The columns that make up the rule of a season."""
MOST_EVENINGS = 400
"""Evenings that one season may plan: one a day for a year, and some."""


class SeasonArchived(Exception):
    """The season is kept as it is: take it out of the archive to change it."""


@contextmanager
def _writing(season: Season) -> Iterator[Season]:
    """The season, locked, its version raised; SeasonArchived. Nothing of it with Unchanged."""
    with suppress(Unchanged), transaction.atomic():
        found = Season.objects.select_for_update(of=("self",)).select_related("club")
        record = found.get(pk=season.pk)
        if record.archived_at is not None:
            raise SeasonArchived
        yield record
        Season.objects.filter(pk=record.pk).update(version=F("version") + 1)


def create_season(
    *,
    club: Club,
    name: str,
    first_day: date,
    last_day: date,
    by: Account,
    now: datetime,
    start_key: UUID,
    **rule: object,
) -> Season:
    """A season with any columns of ``SEASON_RULE`` and teams.

    A repeated ``start_key`` gives the same one.
    ValueError for a name in which nothing is visible, days in the wrong order, or a rule that
    cannot count.
    """
    try:
        with transaction.atomic():
            known = Season.objects.filter(start_key=start_key, club=club).first()
            if known:
                return known
            record = Season(
                club=club,
                name=checked_name(name),
                first_day=first_day,
                last_day=last_day,
                start_key=start_key,
                created_by=by,
                created_at=now,
                **{"lists": {"2": list(USUAL_LIST)}, **rule},
            )
            _check(record)
            record.save()
            return record
    except IntegrityError:
        # The form was sent twice in the same instant: the first of the two has made it.
        return Season.objects.get(start_key=start_key, club=club)


def _check(record: Season) -> None:
    if record.last_day < record.first_day:
        raise ValueError("a season ends after it begins")
    league_rule(record)


def change_season(
    *, season: Season, name: str, first_day: date, last_day: date, **rule: object
) -> None:
    """Its name, its days, its rule: the table is counted anew. ValueError as for a new one."""
    with _writing(season) as record:
        record.name, record.first_day, record.last_day = checked_name(name), first_day, last_day
        for column in SEASON_RULE:
            if column in rule:
                setattr(record, column, rule[column])
        _check(record)
        record.save()


def copy_season(
    *, season: Season, name: str, first_day: date, by: Account, now: datetime, start_key: UUID
) -> Season:
    """A season of the same length, rule and teams from another day on; without any evening."""
    rule = {column: getattr(season, column) for column in SEASON_RULE}
    return create_season(
        club=season.club,
        name=name,
        first_day=first_day,
        last_day=first_day + (season.last_day - season.first_day),
        by=by,
        now=now,
        start_key=start_key,
        teams=dict(season.teams),
        **rule,
    )


@transaction.atomic
def archive_season(*, season: Season, now: datetime) -> None:
    """The season is over: it is listed below, and nothing of its rule is changed any more."""
    Season.objects.filter(pk=season.pk, archived_at=None).update(
        archived_at=now, version=F("version") + 1
    )


@transaction.atomic
def unarchive_season(*, season: Season) -> None:
    """The season may be changed again."""
    Season.objects.filter(pk=season.pk, archived_at__isnull=False).update(
        archived_at=None, version=F("version") + 1
    )


def set_teams(*, season: Season, teams: Mapping[str, str]) -> None:
    """Which player (number, as text) plays for which team, "" for none; the others stay."""
    with _writing(season) as record:
        changed = {key: clean_name(team) for key, team in teams.items()}
        merged = {key: team for key, team in {**record.teams, **changed}.items() if team}
        if merged == record.teams:
            raise Unchanged
        record.teams = merged
        record.save(update_fields=["teams"])


def plan_evenings(*, season: Season, days: Sequence[date], at: time, note: str = "") -> int:
    """Evenings that are to be, at that hour by the clock of the club; how many are new.

    Days that are planned already, or lie outside the season, are passed over. ValueError for more
    than ``MOST_EVENINGS``.
    """
    new: set[date] = set()
    with _writing(season) as record:
        known = set(record.planned.values_list("day", flat=True))
        new = {day for day in days if record.first_day <= day <= record.last_day} - known
        if len(new) + len(known) > MOST_EVENINGS:
            raise ValueError("too many evenings")
        if not new:
            raise Unchanged
        PlannedEvening.objects.bulk_create(
            PlannedEvening(season=record, day=day, at=at, note=clean_name(note)[:200])
            for day in sorted(new)
        )
    return len(new)


def weekly(first_day: date, last_day: date, weekday: int, every: int = 1) -> list[date]:
    """Each ``every``-th such weekday (0 is Monday) from the first day to the last."""
    day = first_day + timedelta(days=(weekday - first_day.weekday()) % 7)
    found = []
    while day <= last_day:
        found.append(day)
        day += timedelta(weeks=every)
    return found


def cancel_evening(*, season: Season, day: date) -> None:
    """A planned evening is planned no more; what was played on it counts all the same."""
    with _writing(season) as record:
        deleted, _each = record.planned.filter(day=day).delete()
        if not deleted:
            raise Unchanged


def cancel_evenings(*, season: Season, since: date) -> None:
    """No evening from that day on is planned any more; what was played counts all the same."""
    with _writing(season) as record:
        deleted, _each = record.planned.filter(day__gte=since).delete()
        if not deleted:
            raise Unchanged


def void_evening(*, season: Season, day: date, reason: str, by: Account, now: datetime) -> None:
    """What was played on that day counts for nobody; ValueError without a reason."""
    cleaned = clean_name(reason)
    if not cleaned:
        raise ValueError("an evening is void for a reason")
    with _writing(season) as record:
        _found, made = VoidEvening.objects.get_or_create(
            season=record,
            day=day,
            undone_at=None,
            defaults={"reason": cleaned[:200], "made_by": by, "made_at": now},
        )
        if not made:
            raise Unchanged


def restore_evening(*, season: Season, day: date, by: Account, now: datetime) -> None:
    """A void evening counts again."""
    with _writing(season) as record:
        void = record.voided.filter(day=day, undone_at=None)
        if not void.update(undone_at=now, undone_by=by):
            raise Unchanged
