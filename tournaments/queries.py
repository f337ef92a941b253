"""The only reader of tournaments: rows in, the engine's values out."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from django.db.models import (
    Count,
    ExpressionWrapper,
    F,
    IntegerField,
    Max,
    Q,
    QuerySet,
    Sum,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

import rules
from scorekeeper.models import Game, Player, Shown, TableLink
from scorekeeper.queries import Viewer, clubs_of
from scorekeeper.rights import Right
from tournaments.engine import cuts, points
from tournaments.engine import model as engine
from tournaments.engine.blitz import Attempt, Blitz, Decision, attempt
from tournaments.engine.standings import Standing, standing
from tournaments.engine.tiebreaks import CRITERIA
from tournaments.models import (
    Adjustment,
    Application,
    Decider,
    Draw,
    Entrant,
    Round,
    Stage,
    Table,
    TableSeat,
    Tournament,
)

BLITZ_RULES = rules.RULE_SETS["showdown"]
"""A blitz is one showdown hand (rules.md §2.9)."""


class TableSeatLine(NamedTuple):
    """One seat of a published table, read in one row; a plain tuple, since thousands are read.

    ``seat``, ``table``, ``game``: primary keys · ``player``: who sits on the sheet, perhaps a
    substitute; ``partner``: the second of a pair · ``total``: final total in points, None while
    none is known · ``typed``: it was typed from paper.
    """

    seat: int
    table: int
    round: int
    number: int
    position: int
    entrant: int
    player: int
    partner: int | None
    total: int | None
    removed: bool
    typed: bool
    state: engine.TableState
    game: int
    game_key: str


@dataclass(frozen=True)
class Whole:
    """A tournament, read whole: seven queries, however many entrants.

    ``entrants`` by number, those removed too · ``seats`` of all published tables, void ones too,
    by round, table and position · ``until``: rounds after it are left out, as for those to whom
    they are not yet shown · ``pokers``, ``struck``: TableSeat → pokers thrown and boxes struck on
    its sheets, each read by one query more where a chain asks for them.
    """

    record: Tournament
    stages: tuple[Stage, ...]
    entrants: Mapping[int, Entrant]
    rounds: tuple[Round, ...]
    seats: tuple[TableSeatLine, ...]
    adjustments: tuple[Adjustment, ...]
    deciders: tuple[Decider, ...]
    until: int | None = None
    pokers: Mapping[int, int] = field(default_factory=dict, repr=False)
    struck: Mapping[int, int] = field(default_factory=dict, repr=False)
    _standings: dict[int, Standing] = field(default_factory=dict, repr=False)

    @cached_property
    def event(self) -> engine.Event:
        """The whole as the engine takes it: the stages begun so far, at least the first."""
        begun = [stage for stage in self.stages if stage.number == 1 or self._begun(stage)]
        return engine.Event(
            entrants=tuple(map(_entrant, self.entrants.values())),
            stages=tuple(self._stage(stage) for stage in begun),
            seed=self.record.seed,
        )

    def _begun(self, stage: Stage) -> bool:
        return stage.members is not None and (
            self.until is None or self._first(stage) <= self.until
        )

    def _first(self, stage: Stage) -> int:
        """The number of the first round of a stage, or of the next one where it has none yet."""
        published = [one for one in self.rounds if one.published_at is not None]
        own = [one.number for one in published if one.stage_id == stage.pk]
        return min(own, default=1 + len(published))

    def _stage(self, stage: Stage) -> engine.Stage:
        own = [one for one in self.rounds if one.stage_id == stage.pk and self._shows(one)]
        return engine.Stage(
            rounds=tuple(self._round(one) for one in own),
            points=points_rule(stage),
            chain=tuple(CRITERIA[key] for key in stage.chain),
            carries=stage.carries,
            members=None if stage.members is None else frozenset(stage.members),
            adjustments=tuple(
                engine.Adjustment(one.entrant_id, points.whole(Fraction(one.points)), one.reason)
                for one in self.adjustments
                if one.stage_id == stage.pk and one.undone_at is None
            ),
            deciders=tuple(
                decider(one)
                for one in self.deciders
                if one.stage_id == stage.pk and one.undone_at is None
            ),
            cut=cut_of(stage),
        )

    def _shows(self, one: Round) -> bool:
        return one.published_at is not None and (self.until is None or one.number <= self.until)

    @cached_property
    def by_round(self) -> Mapping[int, Mapping[int, tuple[TableSeatLine, ...]]]:
        """The seats of each table (its primary key) of each round (its number), in order."""
        found: dict[int, dict[int, list[TableSeatLine]]] = {}
        for seat in self.seats:
            found.setdefault(seat.round, {}).setdefault(seat.table, []).append(seat)
        return {
            number: {key: tuple(seats) for key, seats in tables.items()}
            for number, tables in found.items()
        }

    def tables_of(self, one: Round) -> Mapping[int, engine.Table]:
        """The tables of a round as the engine takes them, by primary key; void ones too."""
        return {
            key: engine.Table(
                number=seats[0].number,
                seats=tuple(
                    engine.Seat(
                        seat.entrant,
                        seat.total,
                        self.pokers.get(seat.seat),
                        self.struck.get(seat.seat),
                    )
                    for seat in seats
                    if not seat.removed
                ),
                state=seats[0].state,
            )
            for key, seats in self.by_round.get(one.number, {}).items()
        }

    def _round(self, one: Round) -> engine.Round:
        return engine.Round(
            number=one.number,
            tables=tuple(self.tables_of(one).values()),
            byes=frozenset(one.byes),
        )

    def standing(self, stage: int = -1) -> Standing:
        """The standing of a stage of ``event`` (index from 0), unconfirmed tables counted."""
        index = range(len(self.event.stages))[stage]
        if index not in self._standings:
            self._standings[index] = standing(self.event, index)
        return self._standings[index]

    def cut(self, stage: int = -1) -> cuts.CutResult | None:
        """The line of a stage of ``event``, drawn through its standing."""
        return cuts.drawn(self.event.stages[stage], self.standing(stage))

    def with_totals(self, table: int, totals: Mapping[int, int]) -> "Whole":
        """The same if the entrants of a table (its primary key) had these totals."""
        seats = (
            seat._replace(total=totals.get(seat.entrant, seat.total))
            if seat.table == table
            else seat
            for seat in self.seats
        )
        return replace(self, seats=tuple(seats), _standings={})

    @property
    def stage(self) -> Stage:
        """The stage that is played now: the first not closed, else the last."""
        open_stages = (stage for stage in self.stages if stage.closed_at is None)
        return next(open_stages, self.stages[-1])

    @property
    def names(self) -> Mapping[int, str]:
        """The name of each entrant."""
        return {key: entrant.name for key, entrant in self.entrants.items()}


def decider(record: Decider) -> Blitz | Decision:
    """A stored blitz or decision as the engine takes it; attempts taken back are left out."""
    if record.kind == Decider.Kind.DECISION:
        return Decision(tuple(frozenset(group) for group in record.order), record.reason)
    lines = None if record.lines is None else frozenset(record.lines)
    return Blitz(frozenset(record.group), tuple(map(_attempt, live_attempts(record))), lines)


def live_attempts(record: Decider) -> list[dict[str, object]]:
    """The attempts of a blitz that were not taken back, in order."""
    return [one for one in record.attempts if one["undone"] is None]


def _attempt(stored: dict[str, object]) -> Attempt:
    hands = stored["hands"]
    assert isinstance(hands, list)
    return attempt(dict(map(tuple, hands)), rank_hands)


def rank_hands(hands: Mapping[engine.EntrantId, str]) -> list[list[engine.EntrantId]]:
    """Hands (five dice as text) to groups of entrants, best first; RuleError for other dice."""
    named = {str(number): number for number in hands}
    dice = {str(number): rules.parse_dice(hand) for number, hand in hands.items()}
    groups = rules.rank(dice, BLITZ_RULES.options)
    return [[named[key] for key in group] for group in groups]


def points_rule(stage: Stage) -> points.PointsRule:
    """What a table of the stage gives, as the engine takes it."""
    if stage.points == Stage.PointsRule.TOTAL:
        return points.Total()
    if stage.points == Stage.PointsRule.SETTLEMENT:
        return points.Settlement()
    lists = dict(points.USUAL_LISTS)
    for size, figures in stage.lists.items():
        lists[int(size)] = tuple(points.whole(Fraction(figure)) for figure in figures)
    usual = stage.tournament.sizes[0] if stage.tournament.sizes else 4
    return points.Places(lists, usual if usual in lists else 4)


def cut_of(stage: Stage) -> cuts.Cut | None:
    """Who goes on from the stage, as the engine takes it; ValueError for an impossible count."""
    count = 1 if stage.cut_count is None else stage.cut_count
    match stage.cut:
        case Stage.Cut.OVERALL:
            return cuts.FirstOverall(count)
        case Stage.Cut.OF_TABLE:
            return cuts.FirstOfTable(count)
        case Stage.Cut.FINAL_TABLE:
            return cuts.FinalTable(count)
    return None


def _entrant(record: Entrant) -> engine.Entrant:
    return engine.Entrant(
        id=record.pk,
        sort_key=record.sort_key,
        first_round=record.first_round,
        last_round=record.last_round,
        removed=record.removed,
    )


# The whole


def whole(record: Tournament, *, until: int | None = None) -> Whole:
    """Everything that standings need: six queries beside the one for the record.

    ``until``: what came of later rounds is not even read into the answer.
    """
    stages = tuple(record.stages.order_by("number"))
    for stage in stages:
        stage.tournament = record
    asked = {key for stage in stages for key in stage.chain}
    found = Whole(
        record=record,
        stages=stages,
        entrants={entrant.pk: entrant for entrant in entrants_of(record)},
        rounds=tuple(record.rounds.order_by("number")),
        seats=tuple(_seats(record)),
        adjustments=tuple(
            Adjustment.objects.filter(stage__tournament=record)
            .select_related("made_by")
            .order_by("made_at", "pk")
        ),
        deciders=tuple(
            Decider.objects.filter(stage__tournament=record)
            .select_related("made_by")
            .order_by("stage__number", "number")
        ),
        pokers=_receipts(record, "pokers") if "pokers" in asked else {},
        struck=_receipts(record, "struck") if "struck" in asked else {},
    )
    return found if until is None else without_later(found, until)


def without_later(found: Whole, until: int) -> Whole:
    """The same without totals of rounds after ``until``, and without what followed from them."""
    later = {one.stage_id for one in found.rounds if one.published_at and one.number > until}
    stages = [copy(stage) for stage in found.stages]
    for before, following in pairwise(stages):
        if before.pk in later:
            following.members = None
    return replace(
        found,
        stages=tuple(stages),
        seats=tuple(
            seat if seat.round <= until else seat._replace(total=None) for seat in found.seats
        ),
        deciders=tuple(one for one in found.deciders if one.stage_id not in later),
        until=until,
        _standings={},
    )


def entrants_of(record: Tournament) -> QuerySet[Entrant]:
    """The entrants with their players, in no order that means anything."""
    return record.entrants.select_related("player__merged_into", "partner__merged_into")


_COLUMNS = (
    "pk",
    "table",
    "table__round__number",
    "table__number",
    "position",
    "entrant",
    "sheet_seat__player",
    "partner_seat__player",
    "total",
    "sheet_seat__total",
    "partner_seat__total",
    "sheet_seat__presence",
    "table__game",
    "table__game__public_key",
)


def _receipts(record: Tournament, column: str) -> dict[int, int]:
    """TableSeat → what the receipts of its finished sheets say, of a pair both added up.

    Nothing where totals were typed: they tell neither of pokers nor of struck boxes.
    """
    own: Combinable = F(f"sheet_seat__sheet_receipt__{column}")
    if record.pairs:
        own += F(f"partner_seat__sheet_receipt__{column}")
    seats = TableSeat.objects.filter(table__round__tournament=record, table__typed_at__isnull=True)
    counted = seats.annotate(counted=own).filter(counted__isnull=False)
    return dict(counted.values_list("pk", "counted"))


def _has(moment: str) -> Combinable:
    """Whether something has happened: thousands of times would be read for nothing else."""
    return ExpressionWrapper(Q(**{f"{moment}__isnull": False}), output_field=IntegerField())


def _seats(record: Tournament) -> Iterable[TableSeatLine]:
    rows = (
        TableSeat.objects.filter(table__round__tournament=record)
        .order_by("table__round__number", "table__number", "table", "position")
        .values_list(
            *_COLUMNS,
            _has("table__game__finished_at"),
            _has("table__typed_at"),
            _has("table__confirmed_at"),
            _has("table__voided_at"),
        )
    )
    removed = rules.Presence.REMOVED.value
    for (
        seat, table, number_of_round, number, position, entrant, player, partner,
        typed, own, partners, presence, game, key, finished, is_typed, confirmed, voided,
    ) in rows:  # fmt: skip
        yield TableSeatLine(
            seat,
            table,
            number_of_round,
            number,
            position,
            entrant,
            player,
            partner,
            typed if is_typed else own + (partners or 0) if finished else None,
            presence == removed and not is_typed,
            bool(is_typed),
            table_state(
                finished=finished,
                typed=is_typed,
                confirmed=confirmed,
                voided=voided,
                confirms=record.confirms,
            ),
            game,
            key,
        )


def table_state(
    *,
    finished: bool,
    typed: bool,
    confirmed: bool,
    voided: bool,
    confirms: bool,
) -> engine.TableState:
    """How far a table's result can be trusted, from what has happened to it."""
    if voided:
        return engine.TableState.VOID
    if not (finished or typed):
        return engine.TableState.OPEN
    if confirms and not confirmed:
        return engine.TableState.PROVISIONAL
    return engine.TableState.CONFIRMED


def substitutes(stands: Whole, seats: Iterable[TableSeatLine]) -> Mapping[int, str]:
    """Who sat at these seats for somebody else: number of the player → name.

    One query, and none where everybody sat for themselves.
    """
    others = {player for seat in seats for player in sat_for(stands, seat)}
    if not others:
        return {}
    found = Player.objects.filter(pk__in=others).select_related("merged_into")
    return {player.pk: (player.merged_into or player).name for player in found}


def people_of(seats: Iterable[TableSeatLine]) -> Mapping[int, Player]:
    """Who sat at these seats, substitutes too: number of the player → player; one query."""
    keys = {key for seat in seats for key in (seat.player, seat.partner) if key is not None}
    return Player.objects.in_bulk(keys)


def table_links_of(record: Tournament, number: int) -> Mapping[int, str]:
    """The keys of the links that open the sheets of a round: number of the table → key."""
    found = TableLink.objects.filter(
        game__tournament_table__round__tournament=record,
        game__tournament_table__round__number=number,
        game__tournament_table__voided_at__isnull=True,
        ended_at__isnull=True,
    )
    return dict(found.order_by("pk").values_list("game__tournament_table__number", "key"))


def sheets_played(record: Tournament) -> list[Game]:
    """The games of tables that count and were played on their sheets, by round and table."""
    found = Game.objects.filter(
        tournament_table__round__tournament=record,
        tournament_table__voided_at__isnull=True,
        tournament_table__typed_at__isnull=True,
        finished_at__isnull=False,
    )
    return list(found.order_by("tournament_table__round__number", "tournament_table__number"))


def sat_for(stands: Whole, seat: TableSeatLine) -> list[int]:
    """The players at a seat who are not the entrant's own, by number."""
    entrant = stands.entrants[seat.entrant]
    people = [person for person in (entrant.player, entrant.partner) if person is not None]
    own = {person.pk for person in people} | {person.merged_into_id for person in people}
    return [one for one in (seat.player, seat.partner) if one is not None and one not in own]


# Who may see what


def tournaments_of(viewer: Viewer, right: Right = Right.SEE) -> QuerySet[Tournament]:
    """The tournaments of the clubs in which somebody has a right, newest first."""
    own = Tournament.objects.filter(club__in=clubs_of(viewer, right))
    return own.select_related("club").order_by("-starts_at", "-pk")


def tournaments_shown(viewer: Viewer, *, listed: bool) -> QuerySet[Tournament]:
    """The tournaments that somebody may see; as scorekeeper.queries.games_shown."""
    wide = [Shown.PUBLIC] if listed else [Shown.PUBLIC, Shown.UNLISTED]
    own = Q(club__in=clubs_of(viewer))
    found = Tournament.objects.filter(own | Q(club__shown__in=wide, shown__in=wide))
    return found.select_related("club").order_by("-starts_at", "-pk")


def entered_in(found: Iterable[Tournament]) -> dict[int, int]:
    """How many take part in each of these tournaments, by primary key; one query."""
    entrants = Entrant.objects.filter(tournament__in=list(found), removed=False).order_by()
    return dict(entrants.values_list("tournament").annotate(entered=Count("pk")))


def with_counts(found: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The same tournaments with ``entered`` and ``last_round``: entrants, published rounds."""
    entered = Count("entrants", filter=Q(entrants__removed=False), distinct=True)
    last = Count("rounds", filter=Q(rounds__published_at__isnull=False), distinct=True)
    return found.annotate(entered=entered, last_round=last)


def is_listed(record: Tournament) -> bool:
    """Whether strangers and search engines may find a tournament."""
    return record.shown == record.club.shown == Shown.PUBLIC


def with_mark(found: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The same tournaments with what ``mark`` reads: how many games are finished, and how."""
    done = Q(rounds__tables__game__finished_at__isnull=False)
    game = "rounds__tables__game"
    return found.annotate(
        games_finished=Count(game, filter=done),
        games_version=Coalesce(Sum(F(f"{game}__version"), filter=done), 0),
        games_last=Max(f"{game}__finished_at"),
    )


def mark(record: Tournament) -> str:
    """Changes with every write that a page of the tournament could show; of ``with_mark``.

    Turns of a running game do not count: the pages show results of finished tables.
    """
    annotated = (record.version, *(getattr(record, name) for name in MARK))
    return "-".join(map(str, annotated))


MARK = ("games_finished", "games_version", "games_last")


def shown_until(record: Tournament) -> int | None:
    """The last round whose results everybody may see, None where all may be seen."""
    if record.hidden_from is None or record.released_at is not None:
        return None
    return record.hidden_from - 1


# Single things


def table_of(game: Game) -> Table | None:
    """The table of a tournament at which a game is played, None for a game of its own."""
    found = Table.objects.filter(game=game)
    return found.select_related("round__tournament__club").first()


def draft_of(one: Round) -> Draw | None:
    """The draw that counts: the last one."""
    return one.draws.order_by("-revision").first()


def takes_entrants(record: Tournament) -> bool:
    """Whether whoever enters now could be seated: no cut is made, and a round is left to draw."""
    stage = record.stages.order_by("number")[0]
    published = stage.rounds.filter(published_at__isnull=False).count()
    return stage.closed_at is None and published < stage.rounds_planned


def waiting_applications(record: Tournament) -> QuerySet[Application]:
    """Those who asked to enter and wait for an answer, the first first."""
    return record.applications.filter(decided_at__isnull=True).order_by("made_at", "pk")


def checked_in(record: Tournament, number: int) -> bool:
    """Whether somebody has looked who is here for a round."""
    return record.log.filter(kind="checked_in", words__round=number).exists()


def open_ties(stands: Whole, stage: Stage) -> tuple[cuts.OpenTie, ...]:
    """Those level where a place of the stage matters: at its cut, or, in the last, for a prize."""
    index = stage.number - 1
    if index >= len(stands.event.stages):
        return ()
    line = stands.cut(index)
    if line is not None:
        return line.ties
    return cuts.prize_ties(stands.standing(index), prize_places(stands.record))


def prize_places(record: Tournament) -> int:
    """How many places of the whole tournament have to be told apart: those with a prize, or one."""
    return max(len(record.prizes), 1)
