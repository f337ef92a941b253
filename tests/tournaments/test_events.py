"""A thousand random whole events keep what tournaments.md §4 asks of any event."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tournaments import reference
from tests.tournaments.events import RandomEvent, settle_prizes, standings
from tournaments.engine.blitz import Blitz
from tournaments.engine.corrections import changes
from tournaments.engine.cuts import FirstOfTable, closing, cut_result, prize_ties
from tournaments.engine.leagues import BySettlement, LeagueRule, event_result, season_standing
from tournaments.engine.model import TableState
from tournaments.engine.points import Settlement, tally
from tournaments.engine.standings import joined, standing

pytestmark = pytest.mark.thorough

if TYPE_CHECKING:
    from tournaments.engine.model import EntrantId, Event, Round
    from tournaments.engine.standings import Standing

EVENTS = 1000
BATCH = 50


def field_size(draw: Random) -> int:
    """Mostly small fields, now and then up to 200."""
    return draw.randint(2, 12) if draw.random() < 0.98 else draw.randint(13, 200)


@pytest.mark.parametrize("first", range(0, EVENTS, BATCH))
def test_any_event_keeps_its_laws(first: int) -> None:
    for seed in range(first, first + BATCH):
        draw = Random(seed)
        played = RandomEvent(draw, field_size(draw))
        event = played.play()
        try:
            seats_are_legal(played.seated)
            points_are_the_sum_of_the_tables(event)
            places_are_the_reference(event)
            order_of_entry_is_nothing(event, draw)
            a_blitz_only_orders(event)
            a_correction_can_be_taken_back(event, draw)
            a_cut_is_drawn_through_no_tie(event)
            prizes_are_told_apart(event, draw)
            an_unfinished_table_keeps_the_stage_open(event)
            league_points_are_the_counted_events(event)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error


def seats_are_legal(rounds: list[tuple[Round, frozenset[EntrantId]]]) -> None:
    rested: Counter[EntrantId] = Counter()
    for each, present in rounds:
        seated = [seat.entrant for table in each.tables for seat in table.seats]
        assert len(seated) == len(set(seated)), "somebody sits twice"
        assert set(seated) | each.byes == present, "somebody neither sits nor rests"
        assert not set(seated) & each.byes
        for key in each.byes:
            assert rested[key] == min(rested[other] for other in present), "a second bye too early"
            rested[key] += 1


def points_are_the_sum_of_the_tables(event: Event) -> None:
    for index, stage in enumerate(event.stages):
        for provisional in (True, False):
            counted = tally(event, index, provisional=provisional)
            expected = reference.Reference(event, index, provisional=provisional)
            exact = {key: counted.exact(points) for key, points in counted.points.items()}
            assert exact == expected.points
            zero = isinstance(stage.points, Settlement) and not stage.adjustments
            assert not zero or stage.carries or sum(exact.values()) == 0


def places_are_the_reference(event: Event) -> None:
    for index in range(len(event.stages)):
        for provisional in (True, False):
            ranked = standing(event, index, provisional=provisional)
            expected = reference.Reference(event, index, provisional=provisional).ranked()
            assert [{row.entrant for row in group} for group in ranked.groups()] == expected
            assert ranked.places() == reference.places(expected)


def by_name(ranked: Standing) -> list[object]:
    """The rows without ids, so that two standings can be compared whose ids differ."""
    names = ranked.tally.entrants
    return [(names[row.entrant].sort_key, row[1:]) for row in ranked.rows]


def shuffled(event: Event, draw: Random) -> Event:
    """The same event entered in another order, under other ids."""
    new: list[EntrantId] = [f"x{number}" for number in range(len(event.entrants))]
    draw.shuffle(new)
    ids = {entrant.id: key for entrant, key in zip(event.entrants, new, strict=True)}

    def mix(things: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(draw.sample(things, len(things)))

    def renamed(group: frozenset[EntrantId]) -> frozenset[EntrantId]:
        return frozenset(ids[key] for key in group)

    stages = []
    for stage in event.stages:
        rounds = tuple(
            replace(
                each,
                byes=renamed(each.byes),
                tables=mix(
                    tuple(
                        replace(
                            table,
                            seats=mix(
                                tuple(replace(s, entrant=ids[s.entrant]) for s in table.seats)
                            ),
                        )
                        for table in each.tables
                    )
                ),
            )
            for each in stage.rounds
        )
        blitzes = []
        for blitz in stage.deciders:
            assert isinstance(blitz, Blitz)
            attempts = tuple(
                replace(
                    each,
                    hands=mix(tuple((ids[key], hand) for key, hand in each.hands)),
                    groups=tuple(renamed(group) for group in each.groups),
                )
                for each in blitz.attempts
            )
            blitzes.append(replace(blitz, group=renamed(blitz.group), attempts=attempts))
        stages.append(
            replace(
                stage,
                rounds=mix(rounds),
                members=None if stage.members is None else renamed(stage.members),
                adjustments=mix(
                    tuple(replace(a, entrant=ids[a.entrant]) for a in stage.adjustments)
                ),
                deciders=tuple(blitzes),
            )
        )
    entrants = mix(tuple(replace(e, id=ids[e.id]) for e in event.entrants))
    return replace(event, entrants=entrants, stages=tuple(stages))


def order_of_entry_is_nothing(event: Event, draw: Random) -> None:
    other = shuffled(event, draw)
    for index in range(len(event.stages)):
        assert by_name(standing(event, index)) == by_name(standing(other, index))


def a_blitz_only_orders(event: Event) -> None:
    for index, stage in enumerate(event.stages):
        with_blitz = standing(event, index)
        keys = [criterion.key for criterion in stage.chain]
        before = stage.chain[: keys.index("blitz")] if "blitz" in keys else stage.chain
        bare = replace(stage, deciders=(), chain=before)
        stages = (*event.stages[:index], bare, *event.stages[index + 1 :])
        without = standing(replace(event, stages=stages), index)
        plain = [criterion.key for criterion in before if not criterion.relative]
        for row in with_blitz.rows:
            for key in plain:
                assert with_blitz.value(key, row.entrant) == without.value(key, row.entrant)
        points = {row.entrant: (row.points, row.games) for row in without.rows}
        assert points == {row.entrant: (row.points, row.games) for row in with_blitz.rows}
        shared = {row.entrant: range(row.place, row.place + row.shared) for row in without.rows}
        assert all(row.place in shared[row.entrant] for row in with_blitz.rows)


def a_correction_can_be_taken_back(event: Event, draw: Random) -> None:
    assert not changes(event, event)
    stage = event.stages[0]
    at = draw.randrange(len(stage.rounds))
    each = stage.rounds[at]
    counted = [t for t in each.tables if t.state is TableState.CONFIRMED]
    if not counted:
        return
    table = draw.choice(counted)
    wrong = draw.choice(table.seats)
    assert wrong.total is not None

    def with_total(total: int) -> Event:
        seats = tuple(replace(s, total=total) if s == wrong else s for s in table.seats)
        tables = tuple(replace(t, seats=seats) if t == table else t for t in each.tables)
        rounds = (*stage.rounds[:at], replace(each, tables=tables), *stage.rounds[at + 1 :])
        return replace(event, stages=(replace(stage, rounds=rounds), *event.stages[1:]))

    corrected = with_total(wrong.total + 37)
    listed = changes(event, corrected)
    assert [(c.entrant, c.before, c.after) for c in listed.totals] == [
        (wrong.entrant, wrong.total, wrong.total + 37)
    ]
    for index in range(len(event.stages)):
        moved = {change.entrant for change in listed.rows if change.stage == index}
        before = {row.entrant: (row.points, row.place) for row in standing(event, index).rows}
        after = {row.entrant: (row.points, row.place) for row in standing(corrected, index).rows}
        assert moved == {key for key in before if before[key] != after[key]}
    back = with_total(wrong.total)
    assert standing(back, 0) == standing(event, 0)
    assert not changes(event, back)


def a_cut_is_drawn_through_no_tie(event: Event) -> None:
    stage = event.stages[0]
    result = cut_result(event, 0)
    assert result is not None
    assert stage.cut is not None
    assert not result.ties
    assert not set(result.through) & set(result.out)
    ranked = standing(event, 0)
    dropped = {row.entrant for row in ranked.rows if row.dropped}
    assert not dropped & set(result.through)
    if isinstance(stage.cut, FirstOfTable):
        assert result.decided == (not result.waiting)
        return
    count = stage.cut.count if hasattr(stage.cut, "count") else stage.cut.seats
    assert len(result.through) == min(count, len(ranked.rows) - len(dropped))
    places = ranked.places()
    left = set(result.out) - dropped
    worst = max((places[key] for key in result.through), default=0)
    assert all(places[key] > worst for key in left), "the line cuts a tie"


def prizes_are_told_apart(event: Event, draw: Random) -> None:
    """Wherever the prizes end, blitzes part the places of the whole, and only where they tie."""
    prizes = draw.randint(1, len(event.entrants) + 1)
    ranked = standings(event)
    ties = prize_ties(ranked, prizes)
    shared = {place.entrant: place for place in joined(ranked)}
    for tie in ties:
        assert tie.stage is not None
        rows = {row.entrant: row for row in ranked[tie.stage].rows}
        assert len({rows[key].points for key in tie.level}) == 1, "a tie of those not level"
        assert {shared[key].stage for key in tie.level} == {tie.stage}
        assert tie.first <= prizes
        assert tie.first == min(shared[key].place for key in tie.level)
    settled = settle_prizes(draw, event, prizes)
    places = joined(standings(settled))
    assert all(place.shared == 1 for place in places if place.place <= prizes)
    assert {place.entrant for place in places} == set(shared)
    level = {key: tie for tie in ties for key in tie.level}
    for place in places:
        before = shared[place.entrant]
        if place.entrant in level:
            tie = level[place.entrant]
            assert place.place in range(tie.first, tie.first + len(tie.level))
        else:
            assert (before.place, before.stage) == (place.place, place.stage)
    points = [{row.entrant: row.points for row in each.rows} for each in ranked]
    assert points == [{row.entrant: row.points for row in each.rows} for each in standings(settled)]
    other = joined(standings(shuffled(settled, draw)))
    assert [place.place for place in other] == [place.place for place in places]
    undone = replace(settled, stages=event.stages)
    assert prize_ties(standings(undone), prizes) == ties


def an_unfinished_table_keeps_the_stage_open(event: Event) -> None:
    waiting = (TableState.OPEN, TableState.PROVISIONAL)
    for index, stage in enumerate(event.stages):
        unfinished = {
            (each.number, table.number)
            for each in stage.rounds
            for table in each.tables
            if table.state in waiting
        }
        assert set(closing(event, index).tables) == unfinished
        assert standing(event, index).provisional >= bool(unfinished)


def league_points_are_the_counted_events(event: Event) -> None:
    players = {entrant.id: entrant.sort_key for entrant in event.entrants}
    result = event_result(event, key="event", evening="evening")
    rule = LeagueRule(BySettlement())
    once = season_standing([result], rule, players)
    void = season_standing([result, replace(result, key="void", void=True)], rule, players)
    assert once == void
    expected = reference.season_points([result], rule, list(players))
    assert {row.player: row.points for row in once.rows} == expected
    assert sum(expected.values()) == 0
