"""Setting a tournament up: what it is called, what is played, its stages."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

import rules
from scorekeeper import actions as sheets
from scorekeeper.models import Account, Club, Game, Shown, public_key
from scorekeeper.names import MOST_LETTERS, checked_name, clean_name
from tournaments.actions.writing import Unchanged, set_columns, writing
from tournaments.engine.chain import complete
from tournaments.engine.cuts import FinalTable
from tournaments.engine.seating import Sizes
from tournaments.engine.tiebreaks import CRITERIA
from tournaments.models import Stage, Tournament
from tournaments.plans import StagePlan
from tournaments.presence import seats_of
from tournaments.queries import cut_of, points_rule


class AlreadyStarted(Exception):
    """The rules and the stages played so far are frozen once a round is published."""


def usual_sizes(rule_set: rules.RuleSet, *, pairs: bool = False) -> list[int]:
    """The seats of a table, the wanted number first (tournaments.md §1.1)."""
    if pairs:
        return [2]
    if rule_set.most == 2:
        return [2]
    allowed = [size for size in (4, 3, 5) if size <= (rule_set.most or 6)]
    return [size for size in allowed if size >= rule_set.fewest]


def create_tournament(
    *,
    club: Club,
    name: str,
    starts_at: datetime,
    by: Account,
    now: datetime,
    start_key: UUID,
    rule_set: str = "classic",
    options: dict[str, object] | None = None,
    pairs: bool = False,
    stages: Sequence[StagePlan] = (StagePlan(),),
    seed: str | None = None,
) -> Tournament:
    """A tournament before its first round; a repeated ``start_key`` gives the same one.

    ``seed``: of its lots, where an event is to be repeated; else nobody can guess it.

    It is shown to whom the club is: an unlisted club does not mean to be found by its events.

    ValueError for a name in which nothing is visible, for a game without a sheet or pairs it does
    not know, and for stages that cannot be played; RuleError for options the rule set does not
    have.
    """
    chosen = rules.rule_set(rule_set, options or {})
    if chosen.rank_only:
        raise ValueError("a showdown has no totals to count")
    if pairs and not chosen.pairs_of_players:
        raise ValueError("this game is not played in pairs")
    try:
        with transaction.atomic():
            existing = Tournament.objects.filter(start_key=start_key, club=club).first()
            if existing:
                return existing
            record = Tournament.objects.create(
                club=club,
                name=checked_name(name),
                starts_at=starts_at,
                zone=club.zone,
                shown=club.shown,
                rule_set=chosen.key,
                options=chosen.house_rules(),
                sizes=usual_sizes(chosen, pairs=pairs),
                pairs=pairs,
                start_key=start_key,
                created_by=by,
                created_at=now,
                seed=seed or public_key(),
            )
            _plan(record, stages)
            with writing(record.pk, "created", by=by, now=now):
                pass
            return Tournament.objects.select_related("club").get(pk=record.pk)
    except IntegrityError:
        # The form was sent twice in the same instant: the first of the two has made it.
        return Tournament.objects.get(start_key=start_key, club=club)


def plan_stages(
    *, tournament: Tournament, stages: Sequence[StagePlan], by: Account, now: datetime
) -> None:
    """Sets the stages up anew; those begun keep what they were played under.

    ``stages``: all of the tournament. ValueError without any, or for one that cannot be played;
    AlreadyStarted where a stage with a published round would count in another way, where a cut
    that is made would be another one, or where a stage that somebody has reached would be gone.
    """
    with writing(tournament.pk, "stages_planned", by=by, now=now) as record:
        known = list(record.stages.order_by("number"))
        if len(known) == len(stages) and all(map(_is_planned, known, _columns(stages))):
            raise Unchanged
        for stage in known:
            planned = stages[stage.number - 1] if stage.number <= len(stages) else None
            if not _may_become(stage, planned):
                raise AlreadyStarted
        record.stages.filter(number__gt=len(stages)).delete()
        _plan(record, stages)


def _may_become(stage: Stage, planned: StagePlan | None) -> bool:
    """Whether nothing that was played, counted or decided in a stage would be another by its plan;
    ``planned``: None where it goes."""
    published = stage.rounds.filter(published_at__isnull=False).count()
    if planned is None:
        kept = published or stage.members is not None
        return not (kept or stage.adjustments.exists() or stage.deciders.exists())
    if published and (planned.rounds_planned < published or _counting(planned) != _counting(stage)):
        return False
    cut = (planned.cut, planned.cut_count)
    return stage.closed_at is None or cut == (stage.cut, stage.cut_count)


def _counting(stage: StagePlan | Stage) -> tuple[object, ...]:
    return (stage.points, stage.lists, list(stage.chain), stage.carries)


def _plan(record: Tournament, stages: Sequence[StagePlan]) -> None:
    """Writes the stages over those there are, whose members stay."""
    if not stages:
        raise ValueError("a tournament has a stage")
    there = {stage.number: stage for stage in record.stages.all()}
    for number, columns in enumerate(_columns(stages), 1):
        complete([CRITERIA[key] for key in columns["chain"]])
        if number < len(stages) and columns["cut"] == Stage.Cut.NONE:
            raise ValueError("a stage before the last says who goes on")
        stage = there.get(number) or Stage(number=number)
        stage.tournament = record
        for name, value in columns.items():
            setattr(stage, name, value)
        _check(stage)
        stage.save()


def _columns(stages: Sequence[StagePlan]) -> list[dict[str, Any]]:
    """What is stored of each stage as planned; the last has no cut."""
    found = [asdict(planned) | {"chain": list(planned.chain)} for planned in stages]
    if found:
        found[-1] |= {"cut": Stage.Cut.NONE, "cut_count": None}
    return found


def _is_planned(stage: Stage, columns: Mapping[str, object]) -> bool:
    return all(getattr(stage, name) == value for name, value in columns.items())


def _check(stage: Stage) -> None:
    """ValueError for a stage that cannot be played: its rounds, lists of points, cut, final."""
    points_rule(stage)
    cut = cut_of(stage)
    if stage.rounds_planned < 1 or (cut is not None and stage.cut_count is None):
        raise ValueError("a stage has a round, and its cut says how many go on")
    if isinstance(cut, FinalTable):
        record = stage.tournament
        fewest, most = seats_of(rules.RULE_SETS[record.rule_set], pairs=record.pairs)
        if not fewest <= cut.seats <= most:
            raise ValueError(f"a table of this game has {fewest} to {most} seats")


CHANGED = (
    "starts_at",
    "zone",
    "place",
    "minutes",
    "confirms",
    "registration",
    "shown",
    "entry_fee",
    "prizes",
    "currency",
)
"""The columns that may be changed at any time."""


def change_tournament(
    *, tournament: Tournament, name: str, by: Account, now: datetime, **columns: object
) -> None:
    """Its name and any of ``CHANGED``; ValueError for a name in which nothing is visible.

    What is not named stays as somebody else may have set it meanwhile.
    """
    unknown = set(columns) - set(CHANGED)
    if unknown:
        raise ValueError(f"not to be changed: {sorted(unknown)}")
    if "place" in columns:
        columns["place"] = clean_name(str(columns["place"]))[:MOST_LETTERS]
    noted: dict[str, object] = {}
    with writing(tournament.pk, "changed", by=by, now=now, noted=noted) as record:
        changed = set_columns(record, {"name": checked_name(name), **columns})
        if not changed:
            raise Unchanged
        noted["columns"] = sorted(set(changed) - {"name"})
        record.save(update_fields=changed)
        if "shown" in changed:
            show_tables(record)


def change_rules(
    *,
    tournament: Tournament,
    rule_set: str,
    options: dict[str, object],
    sizes: Sequence[int],
    pairs: bool,
    by: Account,
    now: datetime,
) -> None:
    """What is played and at tables of which sizes, the wanted one first.

    AlreadyStarted once a round is published (tournaments.md §1.1). RuleError for options the rule
    set does not have, ValueError (SeatingError) for sizes it cannot have, or with which the final
    as it is planned could not be seated.
    """
    chosen = rules.rule_set(rule_set, options)
    Sizes(tuple(sizes), sizes[0] if sizes else 0)
    seats = [size * 2 for size in sizes] if pairs else list(sizes)
    fit = all(chosen.fewest <= size <= (chosen.most or 6) for size in seats)
    if chosen.rank_only or not fit or (pairs and not chosen.pairs_of_players):
        raise ValueError("this game is not played at such tables")
    with writing(tournament.pk, "rules_changed", by=by, now=now, rule_set=rule_set) as record:
        if record.started_at:
            raise AlreadyStarted
        columns = {
            "rule_set": chosen.key,
            "options": chosen.house_rules(),
            "sizes": list(sizes),
            "pairs": pairs,
        }
        if not set_columns(record, columns):
            raise Unchanged
        record.save(update_fields=list(columns))
        for stage in record.stages.order_by("number"):
            stage.tournament = record
            _check(stage)


def show_tables(record: Tournament) -> None:
    """To whom the games are shown: as the tournament; those of hidden rounds are withheld."""
    # All of them before the first is counted: a table that is being finished holds its own game,
    # and waits for the club whose figures are counted here.
    games = Game.objects.filter(tournament_table__round__tournament=record).order_by("pk")
    list(games.select_for_update())
    for one in record.rounds.filter(published_at__isnull=False):
        for table in one.tables.select_related("game__club"):
            show_game(table.game, record, one.number, void=table.voided_at is not None)


def is_withheld(record: Tournament, number: int) -> bool:
    """Whether the results of round ``number`` wait for their release."""
    waits = record.hidden_from is not None and record.released_at is None
    return waits and number >= (record.hidden_from or 0)


def show_game(game: Game, record: Tournament, number: int, *, void: bool = False) -> None:
    """To whom the game of a table of round ``number`` is shown, and whether it counts elsewhere:
    neither statistics nor ratings know of what is withheld or void."""
    withheld = is_withheld(record, number)
    if (game.shown, game.withheld) != (record.shown, withheld):
        game.shown, game.withheld = Shown(record.shown), withheld
        game.save(update_fields=["shown", "withheld"])
    sheets.count_game(game=game, counts=not (withheld or void))


def hide_results(
    *, tournament: Tournament, hidden_from: int | None, by: Account, now: datetime
) -> None:
    """The results of rounds from this number on wait for their release; None hides nothing."""
    with writing(
        tournament.pk, "hidden", by=by, now=now, even_over=True, hidden_from=hidden_from
    ) as record:
        if record.released_at is None and record.hidden_from == hidden_from:
            raise Unchanged
        record.hidden_from, record.released_at, record.revealed_to = hidden_from, None, None
        record.save(update_fields=["hidden_from", "released_at", "revealed_to"])
        show_tables(record)


def release_results(*, tournament: Tournament, by: Account, now: datetime) -> None:
    """Everything that was hidden is shown."""
    with writing(tournament.pk, "released", by=by, now=now, even_over=True) as record:
        if record.released_at is not None:
            raise Unchanged
        record.released_at = now
        record.save(update_fields=["released_at"])
        show_tables(record)


def cancel_tournament(*, tournament: Tournament, by: Account, now: datetime) -> None:
    """It does not take place; nothing of it is deleted, and it counts nowhere."""
    with writing(tournament.pk, "cancelled", by=by, now=now) as record:
        record.cancelled_at = now
        record.save(update_fields=["cancelled_at"])


def reopen_tournament(*, tournament: Tournament, by: Account, now: datetime) -> None:
    """A finished or cancelled tournament may be written into again, and so may its last stage."""
    with writing(tournament.pk, "reopened", by=by, now=now, even_over=True) as record:
        if record.finished_at is None and record.cancelled_at is None:
            raise Unchanged
        if record.finished_at is not None:
            record.stages.filter(pk=record.stages.order_by("-number")[0].pk).update(closed_at=None)
        record.finished_at = record.cancelled_at = None
        record.save(update_fields=["finished_at", "cancelled_at"])
