"""What a correction would change in a tournament, in words, before it is stored."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from scorekeeper.consequences import Belonging, EventOfGame
from scorekeeper.forms import language
from scorekeeper.models import Game
from tournaments.engine.corrections import Changes, CutChange, RowChange, changes
from tournaments.engine.leagues import event_result
from tournaments.engine.model import EntrantId, Event, TableState
from tournaments.engine.wording import number
from tournaments.models import Decider, Season, Stage, Table, TableSeat, Tournament
from tournaments.presence import number_of
from tournaments.queries import Whole, table_of, whole
from tournaments.queries.seats import table_state
from tournaments.reports.wording import stage_title
from tournaments.seasons import league_rule, seasons_counting


def of_sheet(game: Game, totals: Mapping[int, int]) -> Sequence[str]:
    """What follows if the seats of a game had these totals (position → points)."""
    table = table_of(game)
    if table is None:
        return ()
    if table.voided_at is not None:
        return (_("The table is void: nothing changes in the tournament."),)
    if table.typed_at is not None:
        return (_("The totals typed from paper count: nothing changes in the tournament."),)
    seats = table.seats.select_related("sheet_seat", "partner_seat")
    of_entrants = {
        seat.entrant_id: sum(
            totals.get(chair.position, 0)
            for chair in (seat.sheet_seat, seat.partner_seat)
            if chair is not None
        )
        for seat in seats
    }
    return of_totals(whole(table.round.tournament), table.pk, of_entrants)


def of_totals(stands: Whole, table: int, totals: Mapping[int, int]) -> list[str]:
    """What follows if the entrants of a table (its primary key) had these totals."""
    return _following(stands, stands.with_totals(table, totals).event)


def of_void(stands: Whole, table: int) -> list[str]:
    """What follows if a table (its primary key) counted nowhere."""
    return _following(stands, stands.with_state(table, TableState.VOID).event)


def of_restored(stands: Whole, table: Table) -> list[str]:
    """What follows if a void table counted again, by its sheet or by the totals typed of it."""
    typed, confirmed = table.typed_at is not None, table.confirmed_at is not None
    state = _state(stands, table, typed=typed, confirmed=confirmed)
    return _following(stands, stands.with_state(table.pk, state).event)


def of_sheet_again(stands: Whole, table: Table) -> list[str]:
    """What follows if typed totals counted no more: only a finished sheet would then."""
    finished = table.game.finished_at is not None
    totals = {
        seat.entrant_id: _sheet_total(seat) if finished else None
        for seat in table.seats.select_related("sheet_seat", "partner_seat")
    }
    state = _state(stands, table, typed=False, confirmed=False)
    return _following(stands, stands.with_state(table.pk, state, totals).event)


def _sheet_total(seat: TableSeat) -> int:
    return seat.sheet_seat.total + (seat.partner_seat.total if seat.partner_seat else 0)


def _state(stands: Whole, table: Table, *, typed: bool, confirmed: bool) -> TableState:
    """How far the result of a table could be trusted, were it not void."""
    return table_state(
        finished=table.game.finished_at is not None,
        typed=typed,
        confirmed=confirmed,
        voided=False,
        confirms=stands.record.confirms,
    )


def _following(stands: Whole, after: Event) -> list[str]:
    found = sentences(stands, changes(stands.event, after))
    for season in seasons_counting(stands.record):
        found += _in_season(stands, season, after)
    return found


def _in_season(stands: Whole, season: Season, after: Event) -> list[str]:
    """What the event would give in a season from then on, where that is something else."""
    rule = league_rule(season).points
    old, new = (
        rule.of_event(event_result(event, key="", evening="")) for event in (stands.event, after)
    )
    names = _Names(stands)
    return [
        _("Season “%(season)s”: %(name)s %(before)s → %(after)s points")
        % {
            "season": season.name,
            "name": names.of(entrant),
            "before": number(old.get(entrant)).in_language(language()),
            "after": number(new.get(entrant)).in_language(language()),
        }
        for entrant in dict.fromkeys((*old, *new))
        if old.get(entrant) != new.get(entrant)
    ]


def on_sheet(games: QuerySet[Game]) -> QuerySet[Game]:
    """Without games whose totals were typed from paper, and unfinished ones of void tables."""
    return games.exclude(tournament_table__typed_at__isnull=False).exclude(
        tournament_table__voided_at__isnull=False, finished_at__isnull=True
    )


def belonging(game: Game) -> Belonging | None:
    """Round and table of a tournament's game, and where they are run and watched."""
    table = table_of(game)
    if table is None:
        return None
    record = table.round.tournament
    words = {"name": record.name, "round": table.round.number, "table": table.number}
    return Belonging(
        _("%(name)s: round %(round)d, table %(table)d") % words,
        reverse("tournament_table", args=[record.public_key, table.pk]),
        reverse("tournament_round", args=[record.public_key, table.round.number]),
        _aside(table),
        _has_stakes(record),
    )


def events(games: Collection[int]) -> dict[int, EventOfGame]:
    """Primary key → the tournament, for those of these games that are a table of one."""
    tables = Table.objects.filter(game__in=games).select_related("round__tournament")
    records = {table.game_id: table.round.tournament for table in tables}
    return {pk: EventOfGame(record.name, _has_stakes(record)) for pk, record in records.items()}


def _has_stakes(record: Tournament) -> bool:
    """Whether the organiser has set a stake: else one plays for places and prizes, and no table
    settles anything (docs/decisions/0013)."""
    usual = rules.RULE_SETS[record.rule_set].options.stake
    return str(record.options.get("stake", usual)) != usual


def _aside(table: Table) -> str:
    if table.voided_at is not None:
        return _("This table is void: what is written here counts nowhere.")
    if table.typed_at is not None:
        return _("The totals of this table were typed from paper, and they count: not this sheet.")
    return ""


def sentences(stands: Whole, found: Changes) -> list[str]:
    """All that differs: totals, points and places, cuts, blitzes, places of the whole."""
    if not found:
        return [_("Nothing changes in the tournament.")]
    names = _Names(stands)
    lines = [
        _("Round %(round)d, table %(table)d: %(name)s %(before)s → %(after)s")
        % {
            "round": one.round,
            "table": one.table,
            "name": names.of(one.entrant),
            "before": "—" if one.before is None else rules.signed(one.before),
            "after": "—" if one.after is None else rules.signed(one.after),
        }
        for one in found.totals
    ]
    for index, stage in enumerate(stands.stages):
        lines += _of_stage(names, stage, [row for row in found.rows if row.stage == index])
        lines += _of_cut(names, stage, [cut for cut in found.cuts if cut.stage == index])
        lines += _of_deciders(stands, names, stage, found, index)
    return lines + _of_whole(stands, names, found)


class _Names:
    """The names of entrants as the engine calls them."""

    def __init__(self, stands: Whole) -> None:
        self.names = stands.names
        self.stages = stands.stages

    def of(self, entrant: EntrantId) -> str:
        return self.names[number_of(entrant)]

    def all(self, entrants: Iterable[EntrantId]) -> str:
        return ", ".join(sorted(map(self.of, entrants)))

    def stage(self, stage: Stage) -> str:
        """ "Semi-final: ", "" where there is one stage only."""
        if len(self.stages) == 1:
            return ""
        return stage_title(stage, self.stages) + ": "


def _of_stage(names: _Names, stage: Stage, rows: Sequence[RowChange]) -> list[str]:
    """Points and places; whoever only moves by others' points is named after those."""
    own = [row for row in rows if row.points[0] != row.points[1]]
    moved = [row for row in rows if row.points[0] == row.points[1]]
    lines = []
    for row in own:
        words = {
            "name": names.of(row.entrant),
            "before": getattr(number(row.points[0]), language()),
            "after": getattr(number(row.points[1]), language()),
            "place": row.place[0],
            "then": row.place[1],
        }
        if row.place[0] == row.place[1]:
            said = _("%(name)s: %(before)s → %(after)s points, place %(place)s stays") % words
        else:
            said = _("%(name)s: %(before)s → %(after)s points, place %(place)s → %(then)s") % words
        lines.append(names.stage(stage) + said)
    if moved:
        places = [f"{names.of(row.entrant)} {row.place[0]} → {row.place[1]}" for row in moved]
        said = _("Places of others: %(places)s") % {"places": ", ".join(places)}
        lines.append(names.stage(stage) + said)
    return lines


def _of_cut(names: _Names, stage: Stage, found: Sequence[CutChange]) -> list[str]:
    groups = {
        "through": _("would go on: %(names)s"),
        "out": _("would not go on: %(names)s"),
        "tied": _("would be level across the line: %(names)s"),
    }
    parts = [
        words % {"names": names.all(one.entrant for one in found if one.after == fate)}
        for fate, words in groups.items()
        if any(one.after == fate for one in found)
    ]
    if not parts:
        return []
    line = _("The cut: %(parts)s.") % {"parts": "; ".join(parts)}
    if stage.closed_at is not None:
        line += " " + _(
            "It was made already: who plays on stays as it is, unless you reopen the stage."
        )
    return [names.stage(stage) + line]


def _of_deciders(
    stands: Whole, names: _Names, stage: Stage, found: Changes, index: int
) -> list[str]:
    live = [one for one in stands.deciders if one.stage_id == stage.pk and one.undone_at is None]
    lines = []
    for change in (one for one in found.deciders if one.stage == index):
        blitz = live[change.index].kind == Decider.Kind.BLITZ
        words = {"names": names.all(change.group)}
        if change.after:
            line = (
                _("The blitz of %(names)s would decide again.")
                if blitz
                else _("The decision on %(names)s would hold again.")
            )
        else:
            line = (
                _("The blitz of %(names)s would decide nothing: they are no longer level.")
                if blitz
                else _("The decision on %(names)s would hold no more: they are not level.")
            )
        lines.append(names.stage(stage) + line % words)
    return lines


def _of_whole(stands: Whole, names: _Names, found: Changes) -> list[str]:
    """Places of the whole event, where several stages make them another thing."""
    if len(stands.stages) == 1 or not found.final_places:
        return []
    places = [
        f"{names.of(one.entrant)} {one.before or '—'} → {one.after or '—'}"
        for one in found.final_places
    ]
    return [_("Places of the whole tournament: %(places)s") % {"places": ", ".join(places)}]
