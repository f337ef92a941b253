"""Whole tournaments run wildly through the database: everything an organiser may do, by chance.

What was typed is kept beside, so that what stands in the database can be compared with it.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from uuid import uuid4

import rules
from scorekeeper import actions as sheets
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Club
from scorekeeper.queries import as_entry, played
from tests import factories
from tests.factories import NOW
from tests.rules.games import house_rules
from tests.tournaments.organising import name_of
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.engine import seating
from tournaments.engine.blitz import Blitz, progress
from tournaments.engine.tiebreaks import CRITERIA
from tournaments.models import Decider, Draw, Entrant, Round, Stage, Table, TableSeat, Tournament
from tournaments.presence import away_in, in_stage, number_of, seats_of, still_playing
from tournaments.queries import Whole, decider, takes_entrants, whole

GAMES = ("classic",) * 6 + ("duel", "six-dice", "six-dice")
GROUPS = ("", "", "", "Север", "Юг")
HANDS = ("66661", "55512", "11234")
"""So few that a blitz often ties."""


def all_games() -> list[str]:
    """The games that have a sheet, the usual one more often."""
    return [*GAMES, *(key for key, game in rules.RULE_SETS.items() if not game.rank_only)]


def expect(holds: bool, otherwise: str) -> None:
    """AssertionError unless it holds, also while another exception is looked at."""
    if not holds:
        raise AssertionError(otherwise)


class WildTournament:
    """A tournament that ``play`` runs from its first to its last round.

    ``results``: primary key of a table → number of the entrant → total, as it was typed or played ·
    ``present``: number of a round → who sat or rested in it when it was published · ``byes``:
    number of the entrant → how often they have rested · ``turns``: stored so far · ``after``:
    called after each round and each stage.
    """

    def __init__(
        self,
        club: Club,
        second: Account,
        seed: int,
        after: Callable[["WildTournament"], None] = lambda wild: None,
    ) -> None:
        self.seed, self.draw = seed, Random(seed)
        self.club, self.second, self.after = club, second, after
        self.by = club.memberships.order_by("pk")[0].account
        self.results: dict[int, dict[int, int]] = {}
        self.present: dict[int, set[int]] = {}
        self.byes: dict[int, int] = {}
        self.sheets_left = 1
        self.first_tie = True  # parted by the seed's turn, that a short run has both ways
        self.entered = self.turns = 0
        self.record = self.created()

    # Setting up

    def created(self) -> Tournament:
        draw = self.draw
        key = draw.choice(all_games())
        pairs = rules.RULE_SETS[key].pairs_of_players and draw.random() < 0.4
        # Of totals: the larger, the more ties; with the largest everybody is level.
        self.step = draw.choice((1, 1, 100, 250, 1000))
        record = actions.create_tournament(
            club=self.club,
            name="Кубок",
            starts_at=NOW,
            rule_set=key,
            options=house_rules(key, draw),
            pairs=pairs,
            stages=self.plans(key, pairs=pairs),
            start_key=uuid4(),
            by=self.by,
            now=NOW,
            seed=f"{self.seed}",
        )
        self.change(
            record,
            confirms=draw.random() < 0.3,
            prizes=[str(1000 - at) for at in range(draw.choice((0, 1, 3, 5, 9, 15)))],
        )
        count = draw.randint(2, 14) if draw.random() < 0.8 else draw.randint(15, 40)
        people = [self.somebody(pairs=pairs) for _ in range(count)]
        actions.enter_all(tournament=record, people=people, by=self.by, now=NOW)
        return self.fixed(record)

    def change(self, record: Tournament, **columns: object) -> None:
        actions.change_tournament(
            tournament=record, name=record.name, by=self.by, now=NOW, **columns
        )

    def plans(self, key: str, *, pairs: bool) -> list[StagePlan]:
        draw = self.draw
        fewest, most = seats_of(rules.RULE_SETS[key], pairs=pairs)
        stages = []
        for left in range(draw.choice((0, 1, 1, 2)), -1, -1):
            cut = draw.choice(Stage.Cut.values[1:]) if left else Stage.Cut.NONE.value
            counts = {
                Stage.Cut.OVERALL: draw.randint(2, 9),
                Stage.Cut.OF_TABLE: draw.randint(1, 2),
                Stage.Cut.FINAL_TABLE: draw.randint(fewest, most),
            }
            chain = draw.sample(list(CRITERIA), draw.choice((0, 1, 2, 5)))
            stages.append(
                StagePlan(
                    rounds_planned=draw.randint(1, 3),
                    method=draw.choice(Stage.Method.values),
                    points=draw.choice(Stage.PointsRule.values),
                    lists=draw.choice(({}, {"4": ["10", "6", "5/2", "0"]})),
                    chain=tuple(chain),
                    carries=draw.random() < 0.3,
                    cut=cut,
                    cut_count=counts[Stage.Cut(cut)] if left else None,
                )
            )
        return stages

    def somebody(self, *, pairs: bool) -> tuple[str, str, str]:
        """A new name, a new partner's if needed, and a group."""
        self.entered += 2
        partner = name_of(self.entered + 1) if pairs else ""
        return name_of(self.entered), partner, self.draw.choice(GROUPS)

    def fixed(self, record: Tournament) -> Tournament:
        for entrant in self.some(record.entrants.order_by("pk"), 0.04):
            actions.change_entrant(
                entrant=entrant, group="", fixed_table=1, paid=True, by=self.by, now=NOW
            )
        return record

    def some(self, entrants: Iterable[Entrant], share: float) -> list[Entrant]:
        """Each of these with a chance."""
        return [one for one in entrants if self.draw.random() < share]

    # What stands

    @property
    def stands(self) -> Whole:
        self.record.refresh_from_db()
        return whole(self.record)

    def here(self, stands: Whole, number: int) -> set[int]:
        """Who should sit or rest in a round, by what was said of them."""
        return {key for key in in_stage(stands, stands.stage) if not away_in(stands, key, number)}

    # The course

    def play(self) -> None:
        """Stage by stage until nothing is left, or too few are left to go on."""
        while self.stands.record.finished_at is None:
            stage = self.stands.stage
            for _ in range(stage.rounds_planned):
                one = self.published()
                if one is None:
                    break
                self.play_round(one)
            if not stage.rounds.filter(published_at__isnull=False).exists():
                actions.cancel_tournament(tournament=self.record, by=self.by, now=NOW)
                return
            self.finish_rounds(stage)
            self.close_stage(stage)
            self.after(self)

    def published(self) -> Round | None:
        """The next round, published; None where too few have stayed."""
        self.come_and_go()
        number = actions.next_round(self.record)
        drawn = self.drawn(number)
        if drawn is None:
            return None
        if self.draw.random() < 0.2:
            self.come_and_go()
        if self.draw.random() < 0.2:
            drawn = self.edited(drawn)
        for _ in range(4):
            stands = self.stands
            try:
                one = actions.publish_round(
                    one=drawn.round, revision=drawn.revision, by=self.by, now=NOW
                )
            except actions.StaleDraw as stale:
                seated = {key for seats in drawn.tables for key in seats} | set(drawn.byes)
                expect(set(stale.entrants) == seated ^ self.here(stands, number), "who is missing")
                again = self.drawn(number)
            except actions.StillPlaying as playing:
                known = playing.tables.items() <= still_playing(stands).items()
                expect(known, "who still plays")
                again = self.drawn(number, without_waiting=True)
            else:
                self.note(stands, one)
                return one
            if again is None:
                return None
            drawn = again
        raise AssertionError("the draw does not settle")

    def drawn(self, number: int, *, without_waiting: bool = False) -> Draw | None:
        """A draw of the round; where too few are here, everybody is called back once."""
        method = self.draw.choice((None, None, None, *Stage.Method.values))
        for attempt in range(2):
            try:
                return actions.draft_round(
                    tournament=self.record,
                    by=self.by,
                    now=NOW,
                    seed=self.draw.randint(1, 10**6),
                    method=method,
                    without_waiting=without_waiting,
                )
            except seating.SeatingError:
                if attempt == 0 and not without_waiting:
                    self.call_back(number)
            except actions.StageOver:
                return None
        return None

    def call_back(self, number: int) -> None:
        for entrant in self.record.entrants.filter(last_round__isnull=False).order_by("pk"):
            actions.come_back(entrant=entrant, by=self.by, now=NOW)
        actions.check_in(tournament=self.record, round_number=number, away={}, by=self.by, now=NOW)

    def edited(self, drawn: Draw) -> Draw:
        """Two entrants of the draft change places by hand."""
        tables = [list(seats) for seats in drawn.tables]
        byes = list(drawn.byes)
        lists = [*tables, byes] if byes else tables
        if len(lists) < 2:
            return drawn
        one, two = self.draw.sample(lists, 2)
        at, to = self.draw.randrange(len(one)), self.draw.randrange(len(two))
        one[at], two[to] = two[to], one[at]
        with suppress(actions.BrokenRules):
            drawn, _wishes = actions.edit_draft(
                one=drawn.round,
                tables=tables,
                byes=byes,
                revision=drawn.revision,
                by=self.by,
                now=NOW,
            )
        return drawn

    def note(self, stands: Whole, one: Round) -> None:
        """Checks who sits in a round just published, and keeps it."""
        here = self.here(stands, one.number)
        seats = TableSeat.objects.filter(table__round=one).values_list("entrant", flat=True)
        seated = sorted(seats)
        assert len(seated) == len(set(seated)), "somebody sits twice"
        assert not set(seated) & set(one.byes), "somebody sits and rests"
        assert set(seated) | set(one.byes) == here, "somebody present neither sits nor rests"
        fewest = min(self.byes.get(key, 0) for key in here)
        if not one.draws.order_by("-revision")[0].edited:
            for key in one.byes:
                others = [self.byes.get(other, 0) for other in seated]
                assert self.byes.get(key, 0) <= min(others, default=fewest), "a bye too early"
        for key in one.byes:
            self.byes[key] = self.byes.get(key, 0) + 1
        self.present[one.number] = here

    # People

    def come_and_go(self) -> None:
        draw, record = self.draw, self.record
        self.latecomer()
        for entrant in record.entrants.order_by("pk"):
            chance = draw.random()
            if chance < 0.03:
                actions.drop(entrant=entrant, by=self.by, now=NOW)
            elif chance < 0.3 and entrant.last_round is not None:
                actions.come_back(entrant=entrant, by=self.by, now=NOW)
            elif chance > 0.97:
                with suppress(actions.HasPlayed):
                    actions.remove(entrant=entrant, by=self.by, now=NOW)
        if draw.random() < 0.3:
            self.check_in()

    def latecomer(self) -> None:
        if self.draw.random() > 0.4:
            return
        name, partner, group = self.somebody(pairs=self.record.pairs)
        open_to = takes_entrants(self.record)
        try:
            actions.enter(
                tournament=self.record,
                name=name,
                partner=partner,
                group=group,
                by=self.by,
                now=NOW,
            )
        except actions.RegistrationClosed:
            assert not open_to
        else:
            assert open_to

    def check_in(self) -> None:
        number = actions.next_round(self.record)
        away = {one.pk: "в дороге" for one in self.some(self.record.entrants.order_by("pk"), 0.1)}
        actions.check_in(
            tournament=self.record, round_number=number, away=away, by=self.by, now=NOW
        )

    def substitutes(self, table: Table) -> None:
        for seat in table.seats.order_by("position"):
            if self.draw.random() < 0.05:
                self.entered += 1
                name = f"Запасной {self.entered}"
                actions.substitute(seat=seat, name=name, by=self.by, now=NOW)

    # Tables

    def play_round(self, one: Round) -> None:
        """Plays all tables or leaves one unfinished, closes the round if that may be."""
        waiting = self.draw.random() < 0.25
        tables = list(one.tables.order_by("number"))
        for table in tables[waiting:]:
            self.play_table(table)
        if waiting:
            self.refused(one, tables[0])
        for table in self.draw.sample(tables, len(tables)):
            if self.draw.random() < 0.08:
                self.void(table)
        self.adjust(one.stage)
        if not waiting:
            self.close_round(one)
        self.correct(one)
        self.after(self)

    def refused(self, one: Round, table: Table) -> None:
        try:
            actions.close_round(one=one, by=self.by, now=NOW)
        except actions.Unfinished as refused:
            expect((one.number, table.number) in refused.tables, "the table is not named")
        else:
            raise AssertionError("a round was closed with a table unfinished")

    def play_table(self, table: Table) -> None:
        self.substitutes(table)
        if self.draw.random() < 0.15 and self.sheets_left:
            self.sheets_left -= 1
            self.on_the_sheet(table)
        else:
            self.typed(table)
        if self.record_confirms():
            self.confirm(table)

    def record_confirms(self) -> bool:
        return Tournament.objects.get(pk=self.record.pk).confirms

    def typed(self, table: Table) -> None:
        seats = table.seats.order_by("position").values_list("entrant", flat=True)
        low, high = -(100 // self.step), 500 // self.step
        totals = {entrant: self.step * self.draw.randint(low, high) for entrant in seats}
        self.retyped(table, totals)

    def retyped(self, table: Table, totals: dict[int, int]) -> None:
        actions.type_totals(table=table, totals=totals, by=self.by, now=NOW, reason="wild")
        self.results[table.pk] = totals

    def on_the_sheet(self, table: Table) -> None:
        """Some turns as they were thrown at the table, then the clock strikes what is open."""
        for number, turn in enumerate(
            factories.some_turns(table.game, self.draw.randint(1, 10**6), most=8, leaving=0)
        ):
            entry = Entry(number, uuid4(), turn)
            sheets.record_turn(game_id=table.game_id, account=self.by, entry=entry, now=NOW)
        actions.strike_open_boxes(table=table, by=self.by, now=NOW)
        table.refresh_from_db()
        self.read(table)

    def read(self, table: Table) -> None:
        """Keeps the totals of a finished sheet, from a fold of its turns."""
        figures = rules.result(played(table.game).sheet_game).figures
        self.results[table.pk] = {
            seat.entrant_id: sum(
                figures[str(chair.position)].total
                for chair in (seat.sheet_seat, seat.partner_seat)
                if chair is not None
            )
            for seat in table.seats.select_related("sheet_seat", "partner_seat")
        }

    def confirm(self, table: Table) -> None:
        table = Table.objects.select_related("game", "round").get(pk=table.pk)
        if table.confirmed_at is not None:
            return  # the same totals were typed again: nothing has changed
        with suppress(actions.SamePerson):
            actions.confirm_table(table=table, by=self.by, now=NOW)
            raise AssertionError("who typed a result has confirmed it")
        actions.confirm_table(table=table, by=self.second, now=NOW)

    def void(self, table: Table) -> None:
        actions.void_table(table=table, reason="чужие кости", by=self.by, now=NOW)
        if self.draw.random() < 0.5:
            again = actions.replay_table(table=table, by=self.by, now=NOW)
            if self.draw.random() < 0.7:
                self.play_table(again)
        elif self.draw.random() < 0.7:
            actions.restore_table(table=table, reason="нашлись", by=self.by, now=NOW)

    def close_round(self, one: Round) -> None:
        waiting = [
            table.number
            for stage in self.stands.event.stages
            for each in stage.rounds
            if each.number == one.number
            for table in each.unfinished()
        ]
        try:
            actions.close_round(one=one, by=self.by, now=NOW)
        except actions.Unfinished as refused:
            named = sorted(number for _round, number in refused.tables)
            expect(bool(named) and named == sorted(waiting), "the wrong tables are named")
        else:
            assert not waiting
            if self.draw.random() < 0.1:
                actions.reopen_round(one=one, by=self.by, now=NOW)
                actions.close_round(one=one, by=self.by, now=NOW)

    def finish_rounds(self, stage: Stage) -> None:
        """Everything that was left open is played and closed."""
        for one in stage.rounds.filter(published_at__isnull=False).order_by("number"):
            for table in one.tables.filter(voided_at=None).order_by("number"):
                if not (table.typed_at or table.game.finished_at):
                    self.typed(table)
                if self.record_confirms() and table.confirmed_at is None:
                    self.confirm(table)
            actions.close_round(one=one, by=self.by, now=NOW)

    # Corrections

    def adjust(self, stage: Stage) -> None:
        for entrant in self.some(self.record.entrants.filter(removed=False).order_by("pk"), 0.05):
            made = actions.adjust(
                stage=stage,
                entrant=entrant,
                points=self.draw.choice((-10, 5, Fraction(-5, 2))),
                reason="опоздание",
                by=self.by,
                now=NOW,
            )
            if self.draw.random() < 0.4:
                actions.undo_adjustment(adjustment=made, by=self.by, now=NOW)

    def correct(self, one: Round) -> None:
        """A result of any finished table is corrected, and the correction taken back."""
        tables = Table.objects.filter(
            round__tournament=self.record, pk__in=self.results, voided_at=None
        )
        found = list(tables.select_related("game", "round").order_by("round", "number"))
        if not found or self.draw.random() < 0.5:
            return
        table = self.draw.choice(found)
        before = self.snapshot()
        if table.typed_at:
            totals = self.results[table.pk]
            self.retyped(table, {key: total + 50 for key, total in totals.items()})
            self.retyped(table, totals)
        elif not self.correct_sheet(table):
            return
        if table.confirmed_at:
            self.confirm(table)
        assert self.snapshot() == before, "a correction and its reversal have changed something"

    def correct_sheet(self, table: Table) -> bool:
        """A turn was another throw, and then it was not; whether the sheet has such a turn."""
        stands = played(table.game)
        positions = {seat.pk: str(seat.position) for seat in stands.seats}
        found = [as_entry(turn, positions) for turn in stands.turns]
        thrown = [at for at, turn in enumerate(found) if turn.kind is rules.Kind.DICE and turn.box]
        if not thrown:
            return False
        at = self.draw.choice(thrown)
        wrong = replace(found[at], throws=1 if found[at].throws != 1 else 2)
        try:
            self.replaced(table, at, wrong)
        except rules.CorrectionRefused:
            return False
        self.replaced(table, at, found[at])
        return True

    def replaced(self, table: Table, at: int, turn: rules.Turn) -> None:
        table.game.refresh_from_db()
        sheets.correct_turns(
            game_id=table.game_id,
            account=self.by,
            corrections={at: turn},
            version=table.game.version,
            reason="не так записано",
            now=NOW,
        )

    def snapshot(self) -> list[object]:
        """Every standing as it stands."""
        stands = self.stands
        return [stands.standing(index) for index in range(len(stands.event.stages))]

    # Ends

    def close_stage(self, stage: Stage) -> None:
        for _ in range(60):
            try:
                actions.close_stage(
                    stage=stage, shared=self.draw.random() < 0.3, by=self.by, now=NOW
                )
            except actions.OpenTies as refused:
                tie = self.draw.choice(refused.ties)
                level_in = stage if tie.stage is None else self.stands.stages[tie.stage]
                self.part(level_in, list(map(number_of, tie.level)))
            else:
                break
        else:
            raise AssertionError("the stage does not close")
        stage.refresh_from_db()
        if self.stands.record.finished_at and self.draw.random() < 0.5:
            actions.reopen_tournament(tournament=self.record, by=self.by, now=NOW)
            actions.close_stage(stage=stage, shared=True, by=self.by, now=NOW)
        if self.draw.random() < 0.3:
            through = self.members(stage)
            actions.reopen_stage(stage=stage, by=self.by, now=NOW)
            assert self.members(stage) is None
            actions.close_stage(stage=stage, shared=True, by=self.by, now=NOW)
            assert self.members(stage) == through

    def members(self, stage: Stage) -> list[int] | None:
        following = self.record.stages.filter(number=stage.number + 1).first()
        return following.members if following else None

    def part(self, stage: Stage, level: list[int]) -> None:
        """Those level play a blitz to its end, or the organiser decides."""
        before = self.points()
        by_word = self.seed % 2 == 1 if self.first_tie else self.draw.random() < 0.4
        self.first_tie = False
        if by_word:
            order = [[key] for key in self.draw.sample(level, len(level))]
            made = actions.decide(stage=stage, order=order, reason="жребий", by=self.by, now=NOW)
            if self.draw.random() < 0.7:
                actions.undo_decider(record=made, by=self.by, now=NOW)
            return
        blitz = actions.start_blitz(stage=stage, group=level, by=self.by, now=NOW)
        attempt = 0
        while attempt < 40:
            value = decider(blitz)
            assert isinstance(value, Blitz)
            waiting = progress(value).must_play
            if not waiting:
                break
            blitz = self.thrown(blitz, sorted(map(int, waiting[0])), attempt)
            attempt += 1
            if self.draw.random() < 0.4:
                blitz = actions.undo_attempt(blitz=blitz, attempt=attempt, by=self.by, now=NOW)
                attempt -= 1
        if self.draw.random() < 0.5:
            actions.undo_decider(record=blitz, by=self.by, now=NOW)
        assert self.points() == before, "a blitz has touched points"

    def thrown(self, blitz: Decider, players: list[int], attempt: int) -> Decider:
        hands: dict[int, str | None] = {key: self.draw.choice(HANDS) for key in players}
        if self.draw.random() < 0.1:
            hands[self.draw.choice(players)] = None
        return actions.play_blitz(blitz=blitz, hands=hands, attempt=attempt, by=self.by, now=NOW)

    def points(self) -> dict[object, object]:
        return {row.entrant: row.points for row in self.stands.standing().rows}
