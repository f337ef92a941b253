"""Stages: penalties, the cut, going on, and the end of the tournament."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid4

from django.db import IntegrityError

from scorekeeper.models import Account
from scorekeeper.names import clean_name
from tournaments.actions.rounds import Unfinished
from tournaments.actions.setup import AlreadyStarted
from tournaments.actions.writing import NotReady, Unchanged, writing
from tournaments.engine.cuts import OpenTie, closing
from tournaments.engine.model import Points
from tournaments.models import Adjustment, Entrant, Stage, Tournament
from tournaments.presence import number_of
from tournaments.queries import Whole, final_ties, open_ties, whole


class OpenTies(Exception):
    """A line falls inside a tie that nothing has parted: a blitz or a decision is needed."""

    def __init__(self, ties: Sequence[OpenTie]) -> None:
        super().__init__(ties)
        self.ties = tuple(ties)


def adjust(
    *,
    stage: Stage,
    entrant: Entrant,
    points: Points,
    reason: str,
    by: Account,
    now: datetime,
    client_key: UUID | None = None,
) -> Adjustment:
    """A penalty (below 0) or a correction, in points; ValueError without points or a reason.

    A repeated ``client_key`` gives the one stored before.
    """
    cleaned = clean_name(reason)
    if not cleaned or not points:
        raise ValueError("an adjustment has points and a reason")
    known = stage.adjustments.filter(client_key=client_key or uuid4())
    if before := known.first():
        return before
    record, words, why = stage.tournament_id, str(points), cleaned[:200]
    said = {"entrant": entrant.pk, "points": words, "reason": why}
    try:
        with writing(record, "adjusted", by=by, now=now, noted=dict(said)):
            return Adjustment.objects.create(
                stage=stage,
                entrant=entrant,
                points=words,
                reason=why,
                made_by=by,
                made_at=now,
                client_key=client_key,
            )
    except IntegrityError:
        # The form was sent twice in the same instant: the first of the two has stored it.
        return known.get()


def undo_adjustment(*, adjustment: Adjustment, by: Account, now: datetime) -> None:
    """The points are as they were before; the adjustment stays in the log."""
    with writing(
        adjustment.stage.tournament_id,
        "adjustment_undone",
        by=by,
        now=now,
        entrant=adjustment.entrant_id,
    ):
        adjustment.refresh_from_db(fields=("undone_at",))
        if adjustment.undone_at is not None:
            raise Unchanged
        adjustment.undone_at, adjustment.undone_by = now, by
        adjustment.save(update_fields=["undone_at", "undone_by"])


def close_stage(*, stage: Stage, shared: bool, by: Account, now: datetime) -> None:
    """Who goes on is known, and the next stage can be drawn; after the last, the tournament ends.

    Unfinished names tables without a confirmed result, NotReady a stage without a round or with a
    round that is not closed, OpenTies what a blitz or a decision has to part. ``shared``: in the
    last stage prize places may stay shared.
    """
    with writing(stage.tournament_id, "stage_closed", by=by, now=now, stage=stage.number) as record:
        stands = whole(record)
        current = next(one for one in stands.stages if one.pk == stage.pk)
        following = next((one for one in stands.stages if one.number == current.number + 1), None)
        # Of a tournament that was opened again only the end is to be written anew.
        if current.closed_at is not None and following is not None:
            raise Unchanged
        if current.number != stands.stage.number:
            raise NotReady
        _check_closing(stands, current)
        ties = open_ties(stands, current)
        if ties and not (shared and following is None):
            raise OpenTies(ties)
        current.closed_at = now
        current.save(update_fields=["closed_at"])
        if following is None:
            record.finished_at = now
            record.save(update_fields=["finished_at"])
            return
        line = stands.cut(current.number - 1)
        assert line is not None
        following.members = sorted(map(number_of, line.through))
        following.save(update_fields=["members"])


def _check_closing(stands: Whole, stage: Stage) -> None:
    event = stands.event
    tables = closing(event, stage.number - 1).tables
    if tables:
        raise Unfinished(tables)
    own = [one for one in stands.rounds if one.stage_id == stage.pk]
    published = [one for one in own if one.published_at is not None]
    if not published or any(one.closed_at is None for one in published):
        raise NotReady


def reopen_stage(*, stage: Stage, by: Account, now: datetime) -> None:
    """A closed stage is open again; AlreadyStarted where a round of the next one is published."""
    with writing(
        stage.tournament_id,
        "stage_reopened",
        by=by,
        now=now,
        even_over=True,
        stage=stage.number,
    ) as record:
        stage.refresh_from_db(fields=("closed_at",))
        if stage.closed_at is None and record.finished_at is None:
            raise Unchanged
        following = record.stages.filter(number=stage.number + 1).first()
        if following is not None:
            if following.rounds.filter(published_at__isnull=False).exists():
                raise AlreadyStarted
            following.rounds.all().delete()
            following.members = None
            following.save(update_fields=["members"])
        stage.closed_at = None
        stage.save(update_fields=["closed_at"])
        record.finished_at = None
        record.save(update_fields=["finished_at"])


def reveal_places(
    *, tournament: Tournament, down_to: int, seen: int | None, by: Account, now: datetime
) -> None:
    """At the prize-giving: places from the last up to ``down_to`` are shown to everybody.

    ``seen``: down to which they were shown on the page that was looked at; NotReady where another
    place has been reached by now: what the hall has seen must not vanish by a late press. OpenTies
    where one of these places brings a prize and is shared, unless the tournament was ended so.
    """
    with writing(
        tournament.pk, "revealed", by=by, now=now, even_over=True, down_to=down_to
    ) as record:
        if record.revealed_to == down_to:
            raise Unchanged
        if record.revealed_to != seen:
            raise NotReady
        ties = [tie for tie in final_ties(whole(record)) if tie.first + len(tie.level) > down_to]
        if ties and record.finished_at is None:
            raise OpenTies(ties)
        record.revealed_to = down_to
        record.save(update_fields=["revealed_to"])
