"""Tournaments and seasons, as the API says them."""

from typing import Any, Literal

from django.urls import reverse

import rules
from scorekeeper.views.page import absolute
from tournaments import models
from tournaments.engine.leagues import Evening
from tournaments.presence import number_of
from tournaments.queries import Whole
from tournaments.reports.standings import has_results
from tournaments.reports.wording import stage_title
from tournaments.seasons import Counted

from . import shapes


def _state(record: models.Tournament) -> Literal["planned", "running", "finished", "cancelled"]:
    if record.cancelled_at:
        return "cancelled"
    if record.finished_at:
        return "finished"
    return "running" if record.started_at else "planned"


def _tournament(record: models.Tournament, entrants: int) -> dict[str, Any]:
    return {
        "key": record.public_key,
        "club": record.club.slug,
        "name": record.name,
        "starts_at": record.starts_at,
        "zone": record.zone,
        "place": record.place,
        "rule_set": record.rule_set,
        "state": _state(record),
        "entrants": entrants,
        "page": absolute(reverse("tournament", args=[record.public_key])),
    }


def tournament(record: models.Tournament, entrants: int) -> shapes.Tournament:
    """A tournament in a list."""
    return shapes.Tournament(**_tournament(record, entrants))


def whole_tournament(stands: Whole) -> shapes.WholeTournament:
    """A tournament with its stages."""
    record = stands.record
    entered = sum(not entrant.removed for entrant in stands.entrants.values())
    return shapes.WholeTournament(
        **_tournament(record, entered),
        house_rules=rules.rule_set(record.rule_set, record.options).house_rules(),
        stages=[_stage(stage, stands) for stage in stands.stages],
    )


def _stage(stage: models.Stage, stands: Whole) -> shapes.Stage:
    published = [one for one in stands.rounds if one.stage_id == stage.pk and one.published_at]
    return shapes.Stage(
        number=stage.number,
        title=stage_title(stage, stands.stages),
        method=stage.method,  # type: ignore[arg-type]  # the choices of the column
        points=stage.points,  # type: ignore[arg-type]  # likewise
        tie_breaks=list(stage.chain),
        rounds_planned=stage.rounds_planned,
        rounds_published=len(published),
        cut=stage.cut,  # type: ignore[arg-type]  # likewise
        cut_count=stage.cut_count,
    )


def standings(stands: Whole, stage: int) -> shapes.Standings:
    """The standings of a stage (from 1) of ``stands``, which is as whoever asks may see it."""
    ranked = stands.standing(stage - 1)
    lines = [
        shapes.StandingLine(
            place=row.place,
            entrant=number_of(row.entrant),
            name=stands.names[number_of(row.entrant)],
            players=[one.pk for one in stands.entrants[number_of(row.entrant)].people],
            points=str(row.points),
            games=row.games,
            byes=row.byes,
            parted_by=row.parted_by,
            dropped=row.dropped,
            provisional=row.provisional,
        )
        for row in ranked.rows
    ]
    return shapes.Standings(
        stage=stage,
        provisional=ranked.provisional,
        withheld=stands.until is not None,
        lines=lines if has_results(ranked) else [],
    )


def _season(record: models.Season) -> dict[str, Any]:
    return {
        "key": record.public_key,
        "club": record.club.slug,
        "name": record.name,
        "first_day": record.first_day,
        "last_day": record.last_day,
        "archived": record.archived_at is not None,
        "page": absolute(reverse("season", args=[record.public_key])),
    }


def season(record: models.Season) -> shapes.Season:
    """A season in a list."""
    return shapes.Season(**_season(record))


def whole_season(stands: Counted) -> shapes.WholeSeason:
    """A season with its table."""
    held = {event.day for event in stands.events if event.over}
    return shapes.WholeSeason(
        **_season(stands.record),
        lines=[
            shapes.SeasonLine(
                place=row.place,
                player=number_of(row.player),
                name=stands.players[number_of(row.player)].name,
                points=str(row.points),
                games=row.games,
                counted=[_evening(each) for each in row.counted],
                dropped=[_evening(each) for each in row.dropped],
                parted_by=row.parted_by,
            )
            for row in stands.standing.rows
        ],
        teams=[
            shapes.Team(name=name, points=str(points), players=players)
            for name, points, players in stands.teams()
        ],
        planned=[day for day in stands.planned if day >= stands.today and day not in held],
        void=sorted(stands.voided),
    )


def _evening(found: Evening) -> shapes.Evening:
    return shapes.Evening(day=found.key, points=str(found.points))  # type: ignore[arg-type]  # ISO
