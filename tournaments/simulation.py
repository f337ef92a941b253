"""A whole tournament played by itself, for demonstrations, screenshots and load.

The dice here stand for what a hall has thrown. The program throws none for players: nothing of
this is reached from a page, and the command that runs it refuses where people play in earnest.
All chance comes from one seed: the same people sit at the same tables and score the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from fractions import Fraction
from random import Random
from uuid import UUID, uuid4

from django.utils import timezone, translation

import rules
from scorekeeper import actions as sheets
from scorekeeper import plausible
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Club
from scorekeeper.queries import as_entry, played
from tournaments import actions, invented
from tournaments.actions import StagePlan
from tournaments.engine.blitz import Blitz, progress
from tournaments.engine.standings import Row
from tournaments.models import Entrant, Round, Stage, Table, Tournament
from tournaments.presence import number_of, seats_of
from tournaments.queries import Whole, decider, open_ties, whole

SKILLS = (1, 1, 2, 2, 2, 3, 3, 4)
"""Among how many boxes a player chooses (scorekeeper.plausible): a hall has all sorts."""

PACE = timedelta(seconds=40)
"""Of a turn."""


class Play(Enum):
    """How the tables of a tournament are kept."""

    MIXED = "one table a round turn by turn, the others at once"
    AT_ONCE = "every sheet at once"
    TURNS = "every turn as it is typed"
    TOTALS = "final totals alone, as from paper"


@dataclass(frozen=True, slots=True)
class Course:
    """What is played: so many ``rounds``, a ``cut`` of so many, a final if there is one.

    ``cut``: up to the seats of a table it is the final's, above it a semi-final is played first; 0
    for none · ``stop_in``: the round that is left running, None to play to the end.
    """

    players: int
    rounds: int
    seed: int
    name: str
    rule_set: str = "classic"
    cut: int = 4
    play: Play = Play.MIXED
    method: Stage.Method = Stage.Method.BALANCED
    stop_in: int | None = None


def simulate(
    club: Club,
    by: Account,
    course: Course,
    begins: datetime,
    say: Callable[[str], object] = lambda line: None,
) -> Tournament:
    """The tournament of a course, played in ``club`` from ``begins`` on; ``say`` hears each step.

    ValueError for a course that cannot be played.
    """
    return _Simulation(club, by, course, begins, say).run()


def load_demonstration(club: Club, by: Account) -> None:
    """A tournament that is over, and one in its second round, in a club of the demonstration."""
    now = timezone.now()
    last_week = now - timedelta(days=7)
    quick, lottery, snake = Play.AT_ONCE, Stage.Method.LOTTERY, Stage.Method.SNAKE
    autumn = Course(14, 3, 1, "Осенний кубок", play=quick, method=lottery)
    friday = Course(11, 4, 2, "Пятничный турнир", play=quick, method=snake, stop_in=2)
    with translation.override("ru"):
        simulate(club, by, autumn, last_week)
        simulate(club, by, friday, now - 110 * PACE)


@dataclass
class _Simulation:
    """The running event. ``skills``: number of the entrant → how well they play."""

    club: Club
    by: Account
    course: Course
    now: datetime
    say: Callable[[str], object]
    skills: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.course.seed} {self.course.players}")  # noqa: S311 - a show
        self.names = invented.names(self.chance)
        self.rule_set = rules.RULE_SETS[self.course.rule_set]

    # The course

    def run(self) -> Tournament:
        course = self.course
        self.record = self.created()
        late = max(course.players // 30, 1) if course.rounds > 1 and course.players > 8 else 0
        self.enter(course.players - late)
        for number in range(1, course.rounds + 1):
            if number == 2 and late:
                self.enter(late)
            if number > 1:
                self.come_and_go(number)
            if not self.play_round(number):
                return self.fresh()
        self.say(f"{late} came late, {self.gone()} dropped out")
        while self.fresh().finished_at is None:
            self.close_stage()
            stage = whole(self.record).stage
            if stage.closed_at is None and not self.play_round(self.next_number()):
                return self.fresh()
        first = whole(self.record).standing().rows[0]
        self.say(f"Won by {whole(self.record).names[number_of(first.entrant)]}")
        return self.fresh()

    def created(self) -> Tournament:
        fewest, most = seats_of(self.rule_set, pairs=False)
        final = StagePlan(rounds_planned=1, method=Stage.Method.SNAKE, name="Финал")
        first = StagePlan(
            rounds_planned=self.course.rounds, method=self.course.method, chain=("first_places",)
        )
        cut, stages = self.course.cut, [first]
        table, overall = Stage.Cut.FINAL_TABLE, Stage.Cut.OVERALL
        if cut > most:
            semi = replace(final, name="Полуфинал", cut=table, cut_count=min(most, 4))
            stages = [replace(first, cut=overall, cut_count=cut), semi, final]
        elif cut:
            stages = [replace(first, cut=table, cut_count=max(cut, fewest)), final]
        return actions.create_tournament(
            club=self.club,
            name=self.course.name,
            starts_at=self.now,
            by=self.by,
            now=self.now,
            start_key=uuid4(),
            rule_set=self.course.rule_set,
            stages=stages,
            seed=str(self.course.seed),
        )

    def enter(self, count: int) -> None:
        people = [(next(self.names), "", self.chance.choice(invented.TOWNS)) for _ in range(count)]
        actions.enter_all(tournament=self.record, people=people, by=self.by, now=self.now)
        for entrant in self.entrants():
            self.skills.setdefault(entrant.pk, self.chance.choice(SKILLS))

    def come_and_go(self, number: int) -> None:
        """Between two rounds: some drop out, one of them comes back, one is away for a round."""
        here = [entrant for entrant in self.entrants() if entrant.last_round is None]
        gone = [entrant for entrant in self.entrants() if entrant.last_round is not None]
        if gone and self.chance.random() < 0.5:
            actions.come_back(entrant=self.chance.choice(gone), by=self.by, now=self.now)
        few = self.chance.sample(here, 1 + len(here) // 40 if len(here) > 8 else 0)
        for entrant in few:
            actions.drop(entrant=entrant, by=self.by, now=self.now)
        if len(here) > 12:
            away = self.chance.choice([entrant for entrant in here if entrant not in few])
            actions.check_in(
                tournament=self.record,
                round_number=number,
                away={away.pk: "задерживается в дороге"},
                by=self.by,
                now=self.now,
            )

    def play_round(self, number: int) -> bool:
        """Draws, publishes, plays and closes a round; False where it is left running."""
        draw = actions.draft_round(
            tournament=self.record, by=self.by, now=self.now, seed=self.chance.randrange(1, 10**6)
        )
        one = actions.publish_round(
            one=draw.round, revision=draw.revision, by=self.by, now=self.now
        )
        tables = list(one.tables.select_related("game", "round").order_by("number"))
        begun = self.now
        running = self.course.stop_in == number
        if running:
            actions.start_clock(one=one, minutes=60, by=self.by, now=begun)
        self.say(f"Round {number}: {len(tables)} tables, {len(draw.byes)} rest")
        if number == 2:
            self.substitute(tables[0])
        for table in tables[: len(tables) // 2 if running else None]:
            self.now = begun
            self.play_table(table, by_turns=table.number == 1)
        if running:
            self.begin_tables(tables[len(tables) // 2 :], begun)
            return False
        self.now = begun + 70 * PACE
        self.judge(one)
        actions.close_round(one=one, by=self.by, now=self.now)
        self.correct(one)
        return True

    # Tables

    def play_table(self, table: Table, *, by_turns: bool) -> None:
        play = self.course.play
        if play is Play.TOTALS:
            seats = table.seats.order_by("position")
            totals = {
                seat.entrant_id: round(
                    self.chance.gauss(110 + 25 * self.skill(seat.entrant_id), 55)
                )
                for seat in seats
            }
            actions.type_totals(table=table, totals=totals, by=self.by, now=self.now)
            return
        turns = list(self.turns(table))
        if play is Play.TURNS or (by_turns and play is Play.MIXED):
            self.write(table, turns)
        else:
            self.write_at_once(table, turns)
        sheets.finish_game(game_id=table.game_id, account=self.by, strike_open=False, now=self.now)

    def begin_tables(self, tables: Sequence[Table], begun: datetime) -> None:
        """Tables in the middle of their game, each somewhere else."""
        for table in tables:
            self.now = begun
            turns = list(self.turns(table))
            written = turns[: self.chance.randrange(len(turns) // 4, len(turns) * 3 // 4)]
            if self.course.play is Play.AT_ONCE:
                self.write_at_once(table, written)
            else:
                self.write(table, written)

    def write_at_once(self, table: Table, turns: Sequence[rules.Turn]) -> None:
        self.now += PACE * len(turns)
        entries = [Entry(number, self.key(), turn) for number, turn in enumerate(turns)]
        sheets.record_turns(game_id=table.game_id, account=self.by, entries=entries, now=self.now)

    def write(self, table: Table, turns: Sequence[rules.Turn]) -> None:
        for number, turn in enumerate(turns):
            self.now += PACE
            entry = Entry(number, self.key(), turn)
            sheets.record_turn(game_id=table.game_id, account=self.by, entry=entry, now=self.now)

    def turns(self, table: Table) -> Iterator[rules.Turn]:
        """The game of a table as its players throw it, each as well as they can."""
        stands = played(table.game)
        entrants = {seat.sheet_seat_id: seat.entrant_id for seat in table.seats.all()}
        skills = {str(seat.position): self.skill(entrants[seat.pk]) for seat in stands.seats}
        game = stands.sheet_game
        while game.next is not None:
            turn = plausible.turn(game, self.chance, skills[game.next])
            if turn is None:
                return
            yield turn
            game = rules.apply(game, turn)

    def skill(self, entrant: int) -> int:
        return self.skills.get(entrant, 1)

    # What goes wrong in a hall

    def substitute(self, table: Table) -> None:
        seat = table.seats.order_by("position")[0]
        name = next(self.names)
        actions.substitute(seat=seat, name=name, by=self.by, now=self.now)
        self.say(f"{name} sits in for {seat.entrant}")

    def judge(self, one: Round) -> None:
        """Now and then somebody is fined; every second time it was a mistake."""
        if self.chance.random() > 0.6:
            return
        made = actions.adjust(
            stage=one.stage,
            entrant=self.chance.choice(self.entrants()),
            points=-10,
            reason="опоздание к началу тура",
            by=self.by,
            now=self.now,
        )
        if self.chance.random() < 0.5:
            actions.undo_adjustment(adjustment=made, by=self.by, now=self.now)

    def correct(self, one: Round) -> None:
        """A turn of the closed round was typed wrong: it had one throw more, or fewer."""
        table = one.tables.select_related("game").order_by("number")[0]
        if self.course.play is Play.TOTALS:
            seats = list(table.seats.order_by("position"))
            totals = {seat.entrant_id: seat.total or 0 for seat in seats}
            totals[seats[0].entrant_id] += 5
            actions.type_totals(
                table=table, totals=totals, by=self.by, now=self.now, reason="опечатка"
            )
            return
        stands = played(table.game)
        positions = {seat.pk: str(seat.position) for seat in stands.seats}
        for stored in stands.turns:
            turn = as_entry(stored, positions)
            if turn.kind is not rules.Kind.DICE or turn.throws is None:
                continue
            right = rules.Turn(turn.player, turn.kind, turn.box, turn.dice, 1 + turn.throws % 3)
            try:
                sheets.correct_turns(
                    game_id=table.game_id,
                    account=self.by,
                    corrections={stored.number: right},
                    version=stands.record.version,
                    reason="число бросков записано неверно",
                    now=self.now,
                )
            except rules.CorrectionRefused:
                continue
            self.say(f"Round {one.number}: a turn at table {table.number} corrected afterwards")
            return

    # The end of a stage

    def close_stage(self) -> None:
        stage = whole(self.record).stage
        if stage.number == 1 and stage.cut != Stage.Cut.NONE:
            self.force_a_tie(stage)
        while ties := open_ties(*self.asked()):
            tie = ties[0]
            level_in = stage if tie.stage is None else whole(self.record).stages[tie.stage]
            group = [number_of(entrant) for entrant in tie.level]
            self.blitz(level_in, sorted(group, key=self.name))
        actions.close_stage(stage=stage, shared=False, by=self.by, now=self.now)

    def asked(self) -> tuple[Whole, Stage]:
        stands = whole(self.record)
        return stands, stands.stage

    def force_a_tie(self, stage: Stage) -> None:
        """Lifts two of those below the line to whoever is the last above it, as far as the
        tie-breaks let them be level: a hall sees that once in a while, a demonstration always."""
        stands = whole(self.record)
        line = stands.cut(stage.number - 1)
        if line is None or line.ties:
            return
        through = set(line.through)
        rows = [row for row in stands.standing(stage.number - 1).rows if not row.dropped]
        above = [row for row in rows if row.entrant in through]
        below = [row for row in rows if row.entrant not in through]
        if not above:
            return
        last = above[-1]
        alike = [row for row in below if self.firsts(stands, row) == self.firsts(stands, last)]
        for row in (alike or below)[:2]:
            actions.adjust(
                stage=stage,
                entrant=stands.entrants[number_of(row.entrant)],
                points=Fraction(last.points - row.points) or 0,
                reason="счёт исправлен по бумажному листу",
                by=self.by,
                now=self.now,
            )

    def firsts(self, stands: Whole, row: Row) -> object:
        return stands.standing(0).value("first_places", row.entrant)

    def blitz(self, stage: Stage, group: list[int]) -> None:
        """Those level throw; the first two throw the same, so that they have to throw again."""
        names = whole(self.record).names
        self.say("Blitz: " + ", ".join(names[key] for key in group))
        made = actions.start_blitz(stage=stage, group=group, by=self.by, now=self.now)
        attempt = 0
        while True:
            value = decider(made)
            assert isinstance(value, Blitz)
            waiting = progress(value).must_play
            if not waiting:
                return
            players = sorted(map(number_of, waiting[0]), key=self.name)
            hands: dict[int, str | None] = {key: self.hand() for key in players}
            if attempt == 0:
                hands |= dict.fromkeys(players[:2], "66652")
            self.now += PACE
            made = actions.play_blitz(
                blitz=made, hands=hands, attempt=attempt, by=self.by, now=self.now
            )
            attempt += 1

    def hand(self) -> str:
        return "".join(str(self.chance.randint(1, 6)) for _ in range(5))

    # What stands

    def fresh(self) -> Tournament:
        self.record.refresh_from_db()
        return self.record

    def entrants(self) -> list[Entrant]:
        """By name, so that chance does not hang on keys."""
        found = self.record.entrants.filter(removed=False).select_related("player")
        return sorted(found, key=lambda entrant: entrant.sort_key)

    def name(self, entrant: int) -> str:
        return whole(self.record).entrants[entrant].sort_key

    def gone(self) -> int:
        return self.record.entrants.filter(last_round__isnull=False).count()

    def next_number(self) -> int:
        return actions.next_round(self.record)

    def key(self) -> UUID:
        return UUID(int=self.chance.getrandbits(128), version=4)
