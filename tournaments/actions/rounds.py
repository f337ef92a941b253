"""Rounds: drawing one, editing the draft, publishing it, its clock, closing it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils.translation import gettext as _

import rules
from scorekeeper import actions as sheets
from scorekeeper.jobs import backup_after_game
from scorekeeper.models import Account, Game, Shown
from tournaments.actions.entrants import next_round
from tournaments.actions.setup import AlreadyStarted, is_withheld
from tournaments.actions.writing import NotReady, Unchanged, writing
from tournaments.engine import seating
from tournaments.models import Draw, Entrant, Round, Stage, Table, TableSeat, Tournament
from tournaments.presence import (
    away_in,
    in_stage,
    number_of,
    request_for,
    seating_round,
    still_playing,
)
from tournaments.queries import Whole, draft_of, whole


class StageOver(Exception):
    """Every planned round of the stage is published: close it, or plan another round."""


class StaleDraw(Exception):
    """Who comes has changed since the draw: ``entrants`` (numbers) sit wrongly or are missing."""

    def __init__(self, entrants: Sequence[int]) -> None:
        super().__init__(entrants)
        self.entrants = tuple(entrants)


class StillPlaying(Exception):
    """Entrants of the draw still play in an earlier round: number of the entrant → its table."""

    def __init__(self, tables: Mapping[int, tuple[int, int]]) -> None:
        super().__init__(tables)
        self.tables = dict(tables)


class BrokenRules(Exception):
    """A draft edited by hand that cannot be played: ``wishes`` says why."""

    def __init__(self, wishes: Sequence[seating.BrokenWish]) -> None:
        super().__init__(wishes)
        self.wishes = tuple(wishes)


class HasResults(Exception):
    """Something is written at a table already: the round can no longer be withdrawn."""


class Unfinished(Exception):
    """Tables without a confirmed result, each (round, table), keep the round from being closed."""

    def __init__(self, tables: Sequence[tuple[int, int]]) -> None:
        super().__init__(tables)
        self.tables = tuple(tables)


def draft_round(
    *,
    tournament: Tournament,
    by: Account,
    now: datetime,
    seed: int,
    method: str | None = None,
    without_waiting: bool = False,
) -> Draw:
    """Draws the next round, or draws it again: the print of the draw before is void.

    ``method``: of the stage unless given · ``without_waiting``: those who still play in an earlier
    round are left out of this one. The same seed and entrants give the same draw. StageOver,
    NotReady; seating.SeatingError where nobody can be seated.
    """
    noted: dict[str, object] = {}
    with writing(tournament.pk, "drawn", by=by, now=now, noted=noted, seed=str(seed)) as record:
        stands = whole(record)
        stage, number = _next(stands)
        noted["round"] = number
        one, _made = Round.objects.update_or_create(
            tournament=record, number=number, defaults={"stage": stage}
        )
        if without_waiting:
            noted["without"] = _leave_out(stands, number)
            stands = whole(record)
        chosen = seating.Method(method or stage.method)
        ahead = _ahead(stands, number) if chosen is seating.Method.BALANCED else ()
        plan = seating.plan(request_for(stands, stage, number, chosen, seed, ahead))
        drawn = plan.rounds[number - 1 :]
        return Draw.objects.create(
            round=one,
            revision=_next_revision(one),
            method=chosen.value,
            seed=seed,
            tables=_tables(drawn[0]),
            byes=sorted(map(number_of, drawn[0].byes)),
            ahead=[
                {"tables": _tables(later), "byes": sorted(map(number_of, later.byes))}
                for later in drawn[1:]
            ],
            report=_report(plan.report),
            made_by=by,
            made_at=now,
        )


def _next(stands: Whole) -> tuple[Stage, int]:
    """The stage and number of the round that is drawn next."""
    stage = stands.stage
    if stage.closed_at is not None or stands.is_played(stage):
        raise StageOver
    return stage, stands.next_number


def _leave_out(stands: Whole, number: int) -> list[int]:
    """Those who still play are away; their numbers."""
    left_out = []
    for key, (_round, table) in still_playing(stands).items():
        entrant = stands.entrants[key]
        entrant.away[str(number)] = _("still plays at table %(number)s") % {"number": table}
        left_out.append(entrant)
    Entrant.objects.bulk_update(left_out, ["away"], batch_size=200)
    return [entrant.pk for entrant in left_out]


def _ahead(stands: Whole, number: int) -> tuple[seating.Round, ...]:
    """What the balanced draw of the round before planned from this one on, in the same stage."""
    earlier = [one for one in stands.rounds if one.number == number - 1]
    before = draft_of(earlier[0]) if earlier and earlier[0].stage_id == stands.stage.pk else None
    if before is None or before.method != Stage.Method.BALANCED:
        return ()
    return tuple(seating_round(one["tables"], one["byes"]) for one in before.ahead)


def _tables(drawn: seating.Round) -> list[list[int]]:
    """The seats of each table, numbered without a gap from 1. A fixed number beyond gives way: its
    table is one of the last of those that nobody else has fixed."""
    ordered = sorted(drawn.tables, key=lambda table: table.number)
    seats = {table.number: list(map(number_of, table.seats)) for table in ordered}
    numbers = range(1, len(ordered) + 1)
    beyond = [seats[table.number] for table in ordered if table.number not in numbers]
    free = [number for number in numbers if number not in seats]
    seats |= dict(zip(free, beyond, strict=True))
    return [seats[number] for number in numbers]


def _next_revision(one: Round) -> int:
    last = draft_of(one)
    return last.revision + 1 if last else 1


def _report(reached: seating.Report) -> dict[str, object]:
    found = asdict(reached)
    spread = found["rank_spread"]
    found["rank_spread"] = None if spread is None else str(Fraction(spread))
    return found


def edit_draft(
    *,
    one: Round,
    tables: Sequence[Sequence[int]],
    byes: Sequence[int],
    revision: int,
    by: Account,
    now: datetime,
) -> tuple[Draw, tuple[seating.BrokenWish, ...]]:
    """Seats the draft by hand; the draw, and the wishes it breaks though it may be played.

    ``revision``: of the draw that was looked at. NotReady when another one counts by now or the
    round is published; BrokenRules for a draft that cannot be played.
    """
    with writing(one.tournament_id, "edited", by=by, now=now, round=one.number) as record:
        stands = whole(record)
        last = draft_of(one)
        if last is None or last.revision != revision or _published(stands, one.number):
            raise NotReady
        stage = next(stage for stage in stands.stages if stage.pk == one.stage_id)
        method = seating.Method(last.method)
        request = request_for(stands, stage, one.number, method, last.seed, ())
        wishes = seating.broken_wishes(request, seating_round(tables, byes))
        forbidden = [wish for wish in wishes if wish.wish in seating.ILLEGAL]
        if forbidden:
            raise BrokenRules(forbidden)
        made = Draw.objects.create(
            round=one,
            revision=last.revision + 1,
            method=last.method,
            seed=last.seed,
            tables=[list(seats) for seats in tables if seats],
            byes=list(byes),
            ahead=last.ahead,
            edited=True,
            made_by=by,
            made_at=now,
        )
        return made, wishes


def _published(stands: Whole, number: int) -> bool:
    return any(one.number == number and one.published_at for one in stands.rounds)


def publish_round(*, one: Round, revision: int, by: Account, now: datetime) -> Round:
    """The tables of the draw are opened: a game on the sheet each, with a link for its host.

    ``revision``: of the draw that was looked at; NotReady when another one counts by now, or
    another round is next. StageOver when its stage has ended since. StaleDraw where who comes has
    changed since, StillPlaying for those who sit at an open table of an earlier round: draw without
    them. A round published twice stays as it is.
    """
    with writing(one.tournament_id, "published", by=by, now=now, round=one.number) as record:
        stands = whole(record)
        current = Round.objects.select_for_update().get(pk=one.pk)
        if current.published_at is not None:
            raise Unchanged
        draw = draft_of(current)
        stage, number = _next(stands)
        due = (number, stage.pk) == (current.number, current.stage_id)
        if draw is None or draw.revision != revision or not due:
            raise NotReady
        _check_fresh(stands, current, draw)
        if record.started_at is None:
            record.started_at = now
            record.save(update_fields=["started_at"])
        seated = [
            (number, [stands.entrants[key] for key in seats])
            for number, seats in enumerate(draw.tables, 1)
        ]
        _open_tables(record, current, seated, by, now)
        current.byes, current.published_at = draw.byes, now
        current.save(update_fields=["byes", "published_at"])
        _keep_away(record, stands.entrants.values(), current.number)
    return current


def _keep_away(record: Tournament, entrants: Iterable[Entrant], number: int) -> None:
    """Who was not here in a round is not here in the next one, until they are seen at the check-in
    or let return: an empty chair spoils a table for three, a late seat is one press. Those who
    only played on at their table are here."""
    drawn = record.log.filter(kind="drawn", words__round=number).values_list("words", flat=True)
    playing_on = {key for words in drawn for key in words.get("without", ())}
    this, following = str(number), str(number + 1)
    kept = [
        entrant
        for entrant in entrants
        if this in entrant.away and following not in entrant.away and entrant.pk not in playing_on
    ]
    for entrant in kept:
        entrant.away[following] = entrant.away[this]
    Entrant.objects.bulk_update(kept, ["away"], batch_size=200)


def _forget_away(record: Tournament, number: int) -> None:
    """Of a round that is a draft again nobody knows who will have been away in it."""
    this, following = str(number), str(number + 1)
    kept = [
        entrant
        for entrant in record.entrants.all()
        if this in entrant.away and entrant.away.get(following) == entrant.away[this]
    ]
    for entrant in kept:
        del entrant.away[following]
    Entrant.objects.bulk_update(kept, ["away"], batch_size=200)


def _check_fresh(stands: Whole, one: Round, draw: Draw) -> None:
    stage = next(stage for stage in stands.stages if stage.pk == one.stage_id)
    drawn = {key for seats in draw.tables for key in seats} | set(draw.byes)
    here = {key for key in in_stage(stands, stage) if not away_in(stands, key, one.number)}
    if drawn != here:
        raise StaleDraw(sorted(drawn ^ here))
    playing = {key: at for key, at in still_playing(stands).items() if key in drawn}
    if playing:
        raise StillPlaying(playing)


def _open_tables(
    record: Tournament,
    one: Round,
    seated: Sequence[tuple[int, Sequence[Entrant]]],
    by: Account,
    now: datetime,
    replays: Table | None = None,
) -> list[Table]:
    """A table of each number, with its game and the link for its host; a few queries for all."""
    opened = sheets.open_tables(
        account=by,
        club=record.club,
        rule_set=rules.rule_set(record.rule_set, record.options),
        tables=[_to_open(one, number, entrants) for number, entrants in seated],
        shown=Shown(record.shown),
        withheld=is_withheld(record, one.number),
        now=now,
    )
    tables = Table.objects.bulk_create(
        Table(round=one, number=number, game=game, replays=replays)
        for (number, _entrants), (game, _chairs) in zip(seated, opened, strict=True)
    )
    TableSeat.objects.bulk_create(
        TableSeat(
            table=table,
            entrant=entrant,
            position=at,
            sheet_seat=chairs[at],
            partner_seat=chairs[at + len(entrants)] if record.pairs else None,
        )
        for table, (_number, entrants), (_game, chairs) in zip(tables, seated, opened, strict=True)
        for at, entrant in enumerate(entrants)
    )
    return tables


def _to_open(one: Round, number: int, entrants: Sequence[Entrant]) -> sheets.TableToOpen:
    """The table as the score keeper opens it: the partners of pairs play after all the others."""
    people = [entrant.people for entrant in entrants]
    partners = [pair[1] for pair in people if len(pair) > 1]
    count = len(entrants)
    return sheets.TableToOpen(
        title=_("Round %(round)s, table %(table)s") % {"round": one.number, "table": number},
        players=(*(each[0] for each in people), *partners),
        teams=tuple((at, at + count) for at in range(count)) if partners else (),
    )


def replay_table(*, table: Table, by: Account, now: datetime) -> Table:
    """A void table is played anew: another game for the same entrants, at the same table.

    A repeat gives the same table; NotReady where this one counts, or another one in its stead.
    """
    one = table.round
    with writing(one.tournament_id, "replayed", by=by, now=now, table=table.pk) as record:
        known = one.tables.filter(number=table.number, voided_at=None).first()
        if known and known.replays_id == table.pk:
            raise Unchanged
        table.refresh_from_db(fields=("voided_at",))
        if known or table.voided_at is None:
            raise NotReady
        seats = table.seats.select_related("entrant__player", "entrant__partner")
        entrants = [seat.entrant for seat in seats.order_by("position")]
        (known,) = _open_tables(record, one, [(table.number, entrants)], by, now, replays=table)
    assert known is not None
    return known


def withdraw_round(*, one: Round, by: Account, now: datetime) -> None:
    """The last published round is a draft again, as long as nothing is written at its tables.

    HasResults otherwise; its links and prints open nothing any more.
    """
    with writing(one.tournament_id, "withdrawn", by=by, now=now, round=one.number) as record:
        current = Round.objects.select_for_update().get(pk=one.pk)
        if current.published_at is None:
            raise Unchanged
        if one.number != next_round(record) - 1:
            raise HasResults
        # A turn that is being written holds its game: it is seen here, or finds no game any more.
        games = Game.objects.filter(tournament_table__round=current).order_by("pk")
        list(games.select_for_update())
        tables = list(current.tables.select_related("game"))
        if any(_is_written(table) for table in tables):
            raise HasResults
        TableSeat.objects.filter(table__in=tables).delete()
        current.tables.all().delete()
        for table in tables:
            table.game.delete()
        _void_drafts(record, after=current.number)
        _forget_away(record, current.number)
        current.byes, current.published_at, current.started_at = [], None, None
        current.ends_at = current.closed_at = None
        current.save(update_fields=["byes", "published_at", "started_at", "ends_at", "closed_at"])


def _void_drafts(record: Tournament, *, after: int) -> None:
    """The drafts of later rounds were drawn for another past: each has to be drawn again."""
    for later in record.rounds.filter(number__gt=after):
        last = draft_of(later)
        if last is not None:
            last.pk, last.revision = None, last.revision + 1
            last.tables, last.byes, last.ahead, last.report = [], [], [], {}
            last.save(force_insert=True)


def _is_written(table: Table) -> bool:
    typed = table.typed_at or table.voided_at or table.photos.exists()
    return bool(typed or table.game.finished_at or table.game.turns.exists())


def start_clock(
    *, one: Round, minutes: int, by: Account, now: datetime, seen: datetime | None = None
) -> None:
    """The clock of a published round runs from now, or anew from now.

    ``seen``: when the clock that was looked at runs out, None where there was none; NotReady where
    it is another one by now, and for a round that is a draft or closed.
    """
    with writing(one.tournament_id, "clock_started", by=by, now=now, round=one.number):
        _check_clock(one, seen)
        one.started_at, one.ends_at = now, now + timedelta(minutes=minutes)
        one.save(update_fields=["started_at", "ends_at"])


def _check_clock(one: Round, seen: datetime | None) -> None:
    one.refresh_from_db(fields=("published_at", "closed_at", "ends_at"))
    if one.published_at is None or one.closed_at is not None or one.ends_at != seen:
        raise NotReady


def stop_clock(*, one: Round, by: Account, now: datetime, seen: datetime | None) -> None:
    """The round has no clock any more; ``seen`` as for ``start_clock``, NotReady."""
    with writing(one.tournament_id, "clock_stopped", by=by, now=now, round=one.number):
        _check_clock(one, seen)
        if one.ends_at is None:
            raise Unchanged
        one.started_at = one.ends_at = None
        one.save(update_fields=["started_at", "ends_at"])


def give_time(*, table: Table, minutes: int, by: Account, now: datetime) -> None:
    """A table may play so many minutes beyond the clock of its round."""
    with writing(table.round.tournament_id, "time_given", by=by, now=now, table=table.pk):
        table.refresh_from_db(fields=("extra_minutes",))
        if table.extra_minutes == minutes:
            raise Unchanged
        table.extra_minutes = minutes
        table.save(update_fields=["extra_minutes"])


def close_round(*, one: Round, by: Account, now: datetime) -> None:
    """All results of the round are in; Unfinished names the tables whose are not.

    Corrections stay possible.
    """
    with writing(one.tournament_id, "round_closed", by=by, now=now, round=one.number) as record:
        one.refresh_from_db(fields=("published_at", "closed_at"))
        if one.closed_at is not None:
            raise Unchanged
        event = whole(record).event
        waiting = [
            (each.number, table.number)
            for stage in event.stages
            for each in stage.rounds
            if each.number == one.number
            for table in each.unfinished()
        ]
        if waiting:
            raise Unfinished(waiting)
        if one.published_at is None:
            raise NotReady
        one.closed_at = now
        one.save(update_fields=["closed_at"])
        backup_after_game()


def reopen_round(*, one: Round, by: Account, now: datetime) -> None:
    """A closed round is open again; AlreadyStarted when its stage is closed."""
    with writing(one.tournament_id, "round_reopened", by=by, now=now, round=one.number):
        one.refresh_from_db(fields=("closed_at",))
        if one.closed_at is None:
            raise Unchanged
        if Stage.objects.filter(pk=one.stage_id, closed_at__isnull=False).exists():
            raise AlreadyStarted
        one.closed_at = None
        one.save(update_fields=["closed_at"])
