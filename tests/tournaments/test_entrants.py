"""Who is in a tournament: entering, dropping, sitting in, and what becomes of merged players."""

from random import Random

import pytest

from scorekeeper import actions as sheets
from scorekeeper.models import Club, Game, Player
from tests.factories import NOW
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Stage, Tournament
from tournaments.queries import whole

WITH_FINAL = (
    StagePlan(rounds_planned=1, cut=Stage.Cut.FINAL_TABLE, cut_count=4),
    StagePlan(rounds_planned=1),
)


def player(club: Club, name: str) -> Player:
    return club.players.get(name=name)


def merge(record: Tournament, kept: str, gone: str) -> None:
    sheets.merge_players(
        kept=player(record.club, kept),
        gone=player(record.club, gone),
        by=organising.organiser(record),
        now=NOW,
    )


def enter(record: Tournament, name: str, partner: str = "") -> None:
    by = organising.organiser(record)
    actions.enter(tournament=record, name=name, partner=partner, by=by, now=NOW)


def test_nobody_enters_who_could_never_play(club: Club) -> None:
    """With settlement they would stand at 0, above everybody who has lost."""
    record = organising.tournament(club, *WITH_FINAL)
    one = organising.publish(record)
    with pytest.raises(actions.RegistrationClosed):
        enter(record, "Яна")
    organising.play(one, Random(1), step=1)
    organising.close(one)
    organising.close_stage(record)
    with pytest.raises(actions.RegistrationClosed):
        enter(record, "Яна")


def test_a_second_drop_changes_nothing(club: Club) -> None:
    record = organising.tournament(club)
    organising.publish(record)
    anna, by = organising.entrant(record, "Анна"), organising.organiser(record)
    actions.drop(entrant=anna, by=by, now=NOW)
    organising.play(record.rounds.get(number=1), Random(1))
    organising.publish(record)
    actions.drop(entrant=anna, by=by, now=NOW)
    anna.refresh_from_db()
    assert anna.last_round == 1


def test_a_merged_name_enters_once(club: Club) -> None:
    record = organising.tournament(club, players=4)
    sheets.add_player(club=club, name="Анна Каренина")
    merge(record, kept="Анна Каренина", gone="Анна")
    for name in ("Анна", "Анна Каренина"):
        with pytest.raises(actions.AlreadyEntered):
            enter(record, name)
    by = organising.organiser(record)
    anna = organising.entrant(record, "Анна")
    assert anna.name == "Анна Каренина"
    actions.remove(entrant=anna, by=by, now=NOW)
    enter(record, "Анна Каренина")
    anna.refresh_from_db()
    assert not anna.removed
    assert record.entrants.count() == 4


def test_a_removed_pair_keeps_nobody_from_another(club: Club) -> None:
    record = organising.tournament(club, players=0, rule_set="six-dice", pairs=True)
    enter(record, "Анна", "Борис")
    by = organising.organiser(record)
    actions.remove(entrant=organising.entrant(record, "Анна"), by=by, now=NOW)
    enter(record, "Вера", "Борис")
    with pytest.raises(actions.AlreadyEntered):
        enter(record, "Анна", "Борис")
    enter(record, "Анна", "Глеб")
    pairs = [(one.player.name, one.partner and one.partner.name) for one in record.entrants.all()]
    assert sorted(pairs) == [("Анна", "Глеб"), ("Вера", "Борис")]


def test_two_entrants_are_not_made_one_player(club: Club) -> None:
    record = organising.tournament(club, players=4)
    with pytest.raises(sheets.MergeRefused, match="Кубок"):
        merge(record, kept="Анна", gone="Борис")
    assert not player(club, "Борис").merged_into


def test_who_sat_in_beside_the_other_is_not_made_one_with_them(club: Club) -> None:
    record = organising.tournament(club, players=8)
    one = organising.publish(record)
    seat = whole(record).seats[0]
    actions.substitute(
        seat=one.tables.get(pk=seat.table).seats.get(pk=seat.seat),
        name="Яна",
        by=organising.organiser(record),
        now=NOW,
    )
    elsewhere = next(one for one in whole(record).seats if one.number != seat.number)
    with pytest.raises(sheets.MergeRefused):
        merge(record, kept="Яна", gone=whole(record).names[elsewhere.entrant])


def test_who_looks_is_told_of_a_name_that_went(club: Club) -> None:
    """A player who has not played yet: no game says that anything has changed."""
    record = organising.tournament(club, players=4)
    record.refresh_from_db()
    before = record.version
    anna, by = player(club, "Анна"), organising.organiser(record)
    sheets.forget_player(player=anna, by=by, now=NOW)
    record.refresh_from_db()
    assert record.version == before + 1


def test_who_looks_at_a_sheet_sees_who_sits_in(club: Club) -> None:
    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    table = one.tables.get()
    seat = table.seats.order_by("position")[0]
    version = Game.objects.get(pk=table.game_id).version
    by = organising.organiser(record)
    actions.substitute(seat=seat, name="Яна", by=by, now=NOW)
    game = Game.objects.get(pk=table.game_id)
    assert game.version == version + 1
    assert game.seats.get(position=seat.sheet_seat.position).player.name == "Яна"


def test_nobody_sits_in_at_two_tables(club: Club) -> None:
    record = organising.tournament(club, players=8)
    one = organising.publish(record)
    by = organising.organiser(record)
    table = one.tables.order_by("number")[0]
    seat, other = table.seats.order_by("position")[:2]
    with pytest.raises(actions.AlreadySeated):
        actions.substitute(seat=seat, name=other.entrant.name, by=by, now=NOW)
    actions.void_table(table=table, reason="лист потерян", by=by, now=NOW)
    with pytest.raises(actions.AlreadySeated):
        actions.substitute(seat=seat, name=other.entrant.name, by=by, now=NOW)


def test_who_sat_at_a_void_table_is_not_removed(club: Club) -> None:
    """The table may count again."""
    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    by = organising.organiser(record)
    actions.void_table(table=one.tables.get(), reason="лист потерян", by=by, now=NOW)
    with pytest.raises(actions.HasPlayed):
        actions.remove(entrant=organising.entrant(record, "Анна"), by=by, now=NOW)
