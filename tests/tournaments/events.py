"""Events for the tests: short ones written down, and whole random ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.engine.blitz import play, progress
from tournaments.engine.chain import BLITZ
from tournaments.engine.cuts import (
    FinalTable,
    FirstOfTable,
    FirstOverall,
    cut_result,
    prize_ties,
)
from tournaments.engine.model import (
    Adjustment,
    Entrant,
    Event,
    Round,
    Seat,
    Stage,
    Table,
    TableState,
)
from tournaments.engine.points import Places, Settlement, Total
from tournaments.engine.standings import standing
from tournaments.engine.tiebreaks import CRITERIA

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

    from tournaments.engine.blitz import Blitz
    from tournaments.engine.cuts import Cut
    from tournaments.engine.model import EntrantId
    from tournaments.engine.points import PointsRule
    from tournaments.engine.standings import Standing
    from tournaments.engine.tiebreaks import Chain


def table(
    totals: Mapping[str, int], *, number: int = 1, state: TableState = TableState.CONFIRMED
) -> Table:
    """One game by its totals."""
    return Table(number, tuple(Seat(who, total) for who, total in totals.items()), state)


def rounds(*games: Iterable[Table], byes: Mapping[int, Iterable[str]] | None = None) -> list[Round]:
    """Rounds 1, 2, … by their tables."""
    resting = byes or {}
    return [
        Round(number, tuple(tables), frozenset(resting.get(number, ())))
        for number, tables in enumerate(games, 1)
    ]


def event(
    played: Iterable[Round],
    *,
    chain: Chain = (),
    points: PointsRule | None = None,
    entrants: Iterable[Entrant] = (),
    seed: str = "",
    cut: Cut | None = None,
    adjustments: Iterable[Adjustment] = (),
) -> Event:
    """One stage; whoever sits or rests is an entrant, besides those given."""
    played = tuple(played)
    known = {entrant.id: entrant for entrant in entrants}
    for each in played:
        for who in [*(s.entrant for t in each.tables for s in t.seats), *each.byes]:
            known.setdefault(who, Entrant(who, str(who)))
    stage = Stage(played, points or Settlement(), chain, adjustments=tuple(adjustments), cut=cut)
    return Event(tuple(known.values()), (stage,), seed)


def strength(hand: str) -> tuple[list[int], list[int]]:
    """Enough of rules.md §2.9 for the tests: groups, then their faces; a high hand by its sum."""
    counts = sorted(((n, int(face)) for face, n in Counter(hand).items() if n > 1), reverse=True)
    if not counts:
        return [1], [sum(map(int, hand))]
    return [n for n, _ in counts], [face for _, face in counts]


def rank(hands: Mapping[EntrantId, str]) -> list[list[EntrantId]]:
    """Groups of hands, best first."""
    levels = sorted({tuple(map(tuple, strength(hand))) for hand in hands.values()}, reverse=True)
    return [
        [who for who, hand in hands.items() if tuple(map(tuple, strength(hand))) == level]
        for level in levels
    ]


@dataclass
class RandomEvent:
    """A whole event, played round by round with everything that can happen."""

    draw: Random
    size: int
    people: dict[EntrantId, Entrant] = field(default_factory=dict)
    byes: Counter[EntrantId] = field(default_factory=Counter)
    number: int = 0
    seated: list[tuple[Round, frozenset[EntrantId]]] = field(default_factory=list)

    def play(self) -> Event:
        """Play one to three stages; open ties at their cuts are settled by blitzes."""
        draw = self.draw
        self.people = {
            key: Entrant(key, f"name {place}")
            for place, key in enumerate(draw.sample(range(1000), self.size))
        }
        first = self.cut(self.stage(draw.randint(1, 4), None))
        stages = settle_cut(draw, self.event((first,))).stages
        while len(stages) < 3 and draw.random() < 0.6:
            result = cut_result(self.event(stages))
            assert result is not None
            following = self.stage(draw.randint(1, 2), frozenset(result.through))
            following = self.cut(replace(following, carries=draw.random() < 0.5))
            stages = settle_cut(draw, self.event((*stages, following))).stages
        return self.event(stages)

    def cut(self, stage: Stage) -> Stage:
        draw = self.draw
        cut: Cut = draw.choice(
            (
                FirstOverall(draw.randint(1, self.size)),
                FinalTable(draw.randint(2, 6)),
                FirstOfTable(draw.randint(1, 3)),
            )
        )
        return replace(stage, cut=cut)

    def event(self, stages: tuple[Stage, ...]) -> Event:
        return Event(tuple(self.people.values()), stages, f"seed {self.size}")

    def stage(self, count: int, members: frozenset[EntrantId] | None) -> Stage:
        draw = self.draw
        # Coarse totals make ties of every kind common.
        step = draw.choice((1, 10, 50))
        played = tuple(self.round(step, members) for _ in range(count))
        chosen = draw.sample(list(CRITERIA.values()), draw.randint(0, 5))
        # Lots would leave nothing level; they have tests of their own.
        chain = tuple(criterion for criterion in chosen if criterion.key != "lots")
        return Stage(
            played,
            draw.choice((Settlement(), Total(), Places())),
            chain if draw.random() < 0.5 or BLITZ in chain else (*chain, BLITZ),
            members=members,
            adjustments=tuple(
                Adjustment(key, draw.choice((-10, 10, Fraction(-5, 2))), "late")
                for key in self.people
                if draw.random() < 0.05
            ),
        )

    def round(self, step: int, members: frozenset[EntrantId] | None) -> Round:
        """Somebody comes late, all sit at random tables of 2 to 6, somebody drops."""
        draw = self.draw
        self.number += 1
        if self.number > 1 and members is None and draw.random() < 0.4:
            late = 1000 + self.number
            self.people[late] = Entrant(late, f"late {late}", first_round=self.number)
        present = [
            key
            for key, entrant in self.people.items()
            if entrant.last_round is None and (members is None or key in members)
        ]
        draw.shuffle(present)
        resting = self.rest(present)
        sitting = [key for key in present if key not in resting]
        tables: list[Table] = []
        while sitting:
            sizes = [n for n in range(2, 7) if n == len(sitting) or n <= len(sitting) - 2]
            seats, sitting = sitting[: (n := draw.choice(sizes))], sitting[n:]
            tables.append(self.game(len(tables) + 1, seats, step))
        played = Round(self.number, tuple(tables), resting)
        self.seated.append((played, frozenset(present)))
        for key, entrant in self.people.items():
            if entrant.last_round is None and draw.random() < 0.05:
                self.people[key] = replace(entrant, last_round=self.number)
        return played

    def rest(self, present: list[EntrantId]) -> frozenset[EntrantId]:
        """One rests who has rested least, where somebody must or the organiser wishes it."""
        if not present or (1 < len(present) < 4) or (len(present) > 1 and self.draw.random() < 0.7):
            return frozenset()
        resting = min(present, key=lambda key: self.byes[key])
        self.byes[resting] += 1
        return frozenset({resting})

    def game(self, number: int, keys: list[EntrantId], step: int) -> Table:
        draw = self.draw
        state = draw.choices(list(TableState), (1, 2, 30, 1))[0]
        seats = tuple(
            Seat(
                key,
                None if state is TableState.OPEN else step * (draw.randint(-20, 400) // step),
                draw.choice((None, 0, 1, 1, 2)),
                draw.choice((None, 0, 1, 2, 2)),
            )
            for key in keys
        )
        return Table(number, seats, state)


def settle_cut(draw: Random, given: Event) -> Event:
    """Play blitzes, whose coarse hands often tie again, until the last stage's cut is decided."""
    while (result := cut_result(given)) is not None and result.ties:
        blitz = result.ties[0].blitz()
        while waiting := progress(blitz).must_play:
            blitz = throw(draw, blitz, draw.choice(waiting))
        stage = given.stages[-1]
        stage = replace(stage, deciders=(*stage.deciders, blitz))
        given = replace(given, stages=(*given.stages[:-1], stage))
    return given


def settle_prizes(draw: Random, given: Event, prizes: int) -> Event:
    """Play blitzes, in any order, until the first `prizes` places of the whole are apart."""
    while ties := prize_ties(standings(given), prizes):
        tie = draw.choice(ties)
        blitz = tie.blitz()
        while waiting := progress(blitz).must_play:
            blitz = throw(draw, blitz, draw.choice(waiting))
        assert tie.stage is not None
        stages = list(given.stages)
        stage = stages[tie.stage]
        stages[tie.stage] = replace(stage, deciders=(*stage.deciders, blitz))
        given = replace(given, stages=tuple(stages))
    return given


def standings(given: Event) -> list[Standing]:
    """The standing of each stage."""
    return [standing(given, stage) for stage in range(len(given.stages))]


def throw(draw: Random, blitz: Blitz, group: Iterable[EntrantId]) -> Blitz:
    """One attempt; now and then somebody does not throw."""
    hands = {
        key: draw.choice(("11234", "22345", "22346", "33366", None))
        for key in sorted(group, key=repr)
    }
    return play(blitz, hands, rank)
