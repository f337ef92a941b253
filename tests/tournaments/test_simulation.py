"""A tournament that plays itself: repeatable, whole, and never where people play in earnest."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from scorekeeper.models import Account, Club, Game
from tests import factories
from tests.factories import NOW
from tests.scorekeeper.pages import text
from tournaments.models import Decider, Tournament, TournamentLogEntry
from tournaments.queries import whole
from tournaments.receivers import load_tournaments
from tournaments.simulation import Course, Play, simulate


def run(*arguments: str) -> str:
    said = StringIO()
    call_command("simulate_tournament", *arguments, stdout=said)
    return said.getvalue()


def standings(record: Tournament) -> list[object]:
    stands = whole(record)
    rows = [stands.standing(index).rows for index in range(len(stands.event.stages))]
    return [[(stands.entrants[int(row.entrant)].name, row[1:]) for row in each] for each in rows]


def test_the_same_seed_plays_the_same_tournament(host: Account, club: Club) -> None:
    """In another club with other players already in it, so under other keys."""
    course = Course(players=13, rounds=2, seed=7, name="Кубок", play=Play.TOTALS)
    other = factories.club("Пять костей", host)
    factories.game(other)
    first, second = (simulate(each, host, course, NOW) for each in (club, other))
    assert standings(first) == standings(second)
    third = simulate(other, host, Course(13, 2, 8, "Кубок", play=Play.TOTALS), NOW)
    assert standings(third) != standings(first)


@pytest.mark.thorough
def test_a_whole_tournament_with_everything_that_goes_wrong(club: Club) -> None:
    said = run("--players", "26", "--rounds", "3", "--seed", "7")
    record = Tournament.objects.get()
    assert record.finished_at is not None
    kinds = set(TournamentLogEntry.objects.values_list("kind", flat=True))
    assert {"adjusted", "blitz_played", "dropped", "substituted", "checked_in"} <= kinds
    assert record.entrants.filter(first_round=2).exists(), "nobody came late"
    assert len(Decider.objects.order_by("pk")[0].attempts) > 1, "the blitz did not tie once more"
    assert "Blitz: " in said
    assert "corrected afterwards" in said
    call_command("prove_receipts", stdout=StringIO())


def test_a_semi_final_and_a_duel_and_no_final(club: Club) -> None:
    run("--players", "12", "--rounds", "2", "--cut", "8", "--totals")
    run("--players", "5", "--rounds", "1", "--cut", "2", "--totals", "--rule-set", "duel")
    run("--players", "2", "--rounds", "1", "--cut", "0", "--totals")
    assert Tournament.objects.filter(finished_at__isnull=False).count() == 3
    assert [record.stages.count() for record in Tournament.objects.order_by("pk")] == [3, 2, 1]


def test_it_is_left_in_the_middle_of_a_round(club: Club) -> None:
    run("--players", "8", "--rounds", "1", "--leave-running")
    assert Tournament.objects.get().finished_at is None
    finished = Game.objects.filter(finished_at__isnull=False).count()
    assert 0 < finished < Game.objects.count()


def test_the_demonstration_has_one_tournament_over_one_running_and_their_season(
    host: Account, club: Club, host_client: Client
) -> None:
    load_tournaments(None, club=club, host=host)
    over, running = Tournament.objects.order_by("starts_at")
    assert over.finished_at is not None
    assert running.finished_at is None
    assert {seat.state.value for seat in whole(running).seats} == {"confirmed", "open"}
    call_command("prove_receipts", stdout=StringIO())
    season = club.seasons.get()
    assert season.planned.exists()
    page = text(host_client.get(reverse("season", args=[season.public_key])))
    assert over.entrants.earliest("pk").name in page


def test_it_refuses_in_production(club: Club, settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="Not in production"):
        run("--players", "8")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "arguments", [("--players", "1"), ("--rounds", "0"), ("--club", "Нет такого")]
)
def test_what_cannot_be_played(club: Club, arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run(*arguments)
