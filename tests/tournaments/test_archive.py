"""A club with tournaments, seasons and money, read elsewhere, is the same club."""

import json
from collections.abc import Callable
from datetime import date, time, timedelta
from decimal import Decimal
from fractions import Fraction
from random import Random
from time import perf_counter
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from scorekeeper import actions as sheets
from scorekeeper import archive
from scorekeeper.models import Account, Club, Game, LedgerEntry, Membership
from scorekeeper.queries import balances
from tests import factories
from tests.factories import NOW
from tests.plugins.database import again
from tests.scorekeeper.pages import text
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Decider, Season, Stage, Table, Tournament, TournamentLogEntry
from tournaments.queries import open_ties, shown_until, whole
from tournaments.reports.log import log_lines
from tournaments.seasons import counted
from tournaments.simulation import Course, Play, simulate

pytestmark = pytest.mark.thorough

SEASON = (date(2026, 9, 1), date(2027, 5, 31))


def cup(club: Club, host: Account) -> Tournament:
    """A finished tournament with a substitute, a void table, a penalty, a blitz and a final."""
    record = organising.tournament(
        club,
        StagePlan(rounds_planned=2, method="lottery", cut=Stage.Cut.FINAL_TABLE, cut_count=3),
        StagePlan(rounds_planned=1, method="snake", chain=("blitz",)),
        players=8,
    )
    columns = {"prizes": ["100", "50"], "entry_fee": "10", "place": "Калуга", "currency": "RUB"}
    actions.change_tournament(tournament=record, name="Кубок", by=host, now=NOW, **columns)
    one = organising.publish(record)
    seat = one.tables.get(number=1).seats.get(position=0)
    actions.substitute(seat=seat, name="Гость", by=host, now=NOW)
    organising.play(one, Random(1))
    table = one.tables.get(number=2)
    actions.void_table(table=table, reason="Спор", by=host, now=NOW)
    actions.replay_table(table=table, by=host, now=NOW)
    organising.play(one, Random(2))
    actions.keep_photo(
        table=table, content=factories.png(), media_type="image/png", by=host, now=NOW
    )
    organising.close(one)
    stage = record.stages.get(number=1)
    late = organising.entrant(record, "Анна")
    actions.adjust(
        stage=stage, entrant=late, points=Fraction(-5, 2), reason="Опоздание", by=host, now=NOW
    )
    organising.play_stage(record, Random(3))
    organising.close_stage(record)
    final = organising.publish(record)
    keys = sorted(final.tables.get().seats.values_list("entrant", flat=True))
    for totals in ((120, 120, -80), (120, 120, 80)):
        organising.type_totals(final.tables.get(), dict(zip(keys, totals, strict=True)))
    organising.close(final)
    last = record.stages.get(number=2)
    blitz = actions.start_blitz(stage=last, group=keys[:2], by=host, now=NOW)
    hands = {keys[0]: "66655", keys[1]: "11234"}
    actions.play_blitz(blitz=blitz, hands=hands, attempt=0, by=host, now=NOW)
    organising.close_stage(record)
    return Tournament.objects.get(pk=record.pk)


@pytest.fixture(scope="module")
def kept(module_db: DjangoDbBlocker) -> Club:
    with module_db.unblock():
        host = factories.account("olga")
        club = factories.club("Шестёрка", host)
        fill(club, host)
    return club


@pytest.fixture
def full(kept: Club, db: None) -> Club:
    return again(kept)


def fill(club: Club, host: Account) -> None:
    """A club with everything in it."""
    cup(club, host)
    friday = Course(6, 3, 2, "Пятница", play=Play.AT_ONCE, method=Stage.Method.LOTTERY, stop_in=2)
    record = simulate(club, host, friday, NOW - timedelta(hours=2))
    actions.hide_results(tournament=record, hidden_from=2, by=host, now=NOW)
    game = factories.game(club, names=("Анна", "Борис", "Гость"), title="Вечер")
    factories.play(game, 5)
    factories.finish(Game.objects.get(pk=game.pk))
    lost = factories.game(club, names=("Анна", "Вера"), title="Спор", now=NOW - timedelta(days=7))
    factories.play(lost, 6)
    factories.finish(Game.objects.get(pk=lost.pk))
    made = actions.create_season(
        club=club, name="2026/27", first_day=SEASON[0], last_day=SEASON[1], by=host, now=NOW,
        start_key=uuid4(), bonus="1/2", lists={"2": ["3", "1"], "4": ["5/2", "2", "1"]},
    )  # fmt: skip
    people = {player.name: player for player in club.players.all()}
    teams = {str(people["Анна"].pk): "Север", str(people["Борис"].pk): "Юг"}
    actions.set_teams(season=made, teams=teams)
    day = (NOW - timedelta(days=7)).date()
    actions.void_evening(season=made, day=day, reason="Ссора", by=host, now=NOW)
    actions.plan_evenings(season=made, days=[date(2027, 1, 8)], at=time(19), note="Дома")
    sheets.keep_money(club=club, since=date(2026, 11, 1), currency="EUR", by=host, now=NOW)
    _stays, paid = [
        sheets.write_payment(
            club=club, payer=people["Анна"], receiver=people["Борис"], amount=Decimal(amount),
            paid_on=NOW.date(), note="", client_key=uuid4(), by=host, now=NOW,
        )
        for amount in ("2.50", "1")
    ]  # fmt: skip
    sheets.withdraw_payment(payment=paid, by=host, now=NOW)


def figures(club: Club) -> list[object]:
    """Everything that pages of a club's tournaments, seasons and money count, by name."""
    found: list[object] = []
    for record in club.tournaments.order_by("name"):
        for until in (None, shown_until(record)):
            stands = whole(record, until=until)
            for index in range(len(stands.event.stages)):
                rows = stands.standing(index).rows
                found.append([(stands.names[int(r.entrant)], r.points, r.place) for r in rows])
            found.append([len(open_ties(stands, stage)) for stage in stands.stages])
        games = Game.objects.filter(tournament_table__round__tournament=record)
        found.append(sorted(games.values_list("title", "withheld", "counts", "shown")))
        found.append([(one.at, one.who, one.what, one.about) for one in log_of(record)])
        found.append([one.report for one in draws(record)])
    for season in Season.objects.filter(club=club).order_by("name"):
        counting = counted(season, today=date(2026, 12, 1))
        table = counting.standing.rows
        found.append([(counting.players[int(r.player)].name, r.points, r.place) for r in table])
        found += [counting.teams(), counting.planned, list(counting.voided)]
    found.append({player.name: amount for player, amount in balances(club).items()})
    found.append([club.money_since, club.currency, club.zone, club.shown])
    kinds = club.ledger.order_by("pk").values_list("kind", "evening")
    return [*found, list(kinds)]


def log_of(record: Tournament) -> list[Any]:
    return log_lines(record, record.log.select_related("done_by").order_by("pk"))


def draws(record: Tournament) -> list[Any]:
    return [draw for one in record.rounds.order_by("number") for draw in one.draws.all()]


def read(account: Account, club: Club, found: dict[str, Any]) -> None:
    archive.read_club(account=account, club=club, content=json.dumps(found).encode())
    club.refresh_from_db()


def without_addresses(found: Any) -> Any:  # noqa: ANN401 - JSON
    """The file less what must be another's in one installation, and who kept it."""
    if isinstance(found, list):
        return [without_addresses(one) for one in found]
    if not isinstance(found, dict):
        return found
    passing = {"public_key", "content"}
    return {key: without_addresses(one) for key, one in found.items() if key not in passing}


def test_a_club_read_elsewhere_has_the_same_figures(
    full: Club, second_host: Account, other_club: Club
) -> None:
    first = json.loads(archive.club_json(full))
    read(second_host, other_club, first)
    assert figures(other_club) == figures(full)
    second = json.loads(archive.club_json(other_club))
    for said in (first, second):
        del said["club"]["name"]
        for tournament in said["tournaments"]:
            for application in tournament["applications"]:
                del application["key"]
    assert without_addresses(second) == without_addresses(first)
    read(second_host, other_club, first)
    assert (
        without_addresses(json.loads(archive.club_json(other_club)))["games"]
        == (without_addresses(first)["games"])
    )
    assert figures(other_club) == figures(full)


def test_what_is_withheld_stays_withheld(
    full: Club, second_host: Account, other_club: Club, anonymous: Client
) -> None:
    read(second_host, other_club, json.loads(archive.club_json(full)))
    tables = Table.objects.filter(
        round__tournament__club=other_club, round__tournament__name="Пятница", round__number=2
    )
    assert tables.exists()
    for table in tables.select_related("game"):
        assert (table.game.withheld, table.game.counts) == (True, False)
        assert anonymous.get(reverse("watch", args=[table.game.public_key])).status_code != 200


def test_its_pages_open(
    full: Club, second_client: Client, second_host: Account, other_club: Club
) -> None:
    read(second_host, other_club, json.loads(archive.club_json(full)))
    for record in other_club.tournaments.all():
        for name in ("tournament", "tournament_log", "tournament_rounds", "entrants"):
            answer = second_client.get(reverse(name, args=[record.public_key]))
            assert answer.status_code == 200
    log = text(
        second_client.get(
            reverse("tournament_log", args=[other_club.tournaments.get(name="Кубок").public_key])
        )
    )
    assert "olga" in log
    assert "Анна" in log


def first(found: dict[str, Any], name: str = "Кубок") -> dict[str, Any]:
    return next(one for one in found["tournaments"] if one["name"] == name)


def blitz(found: dict[str, Any]) -> dict[str, Any]:
    decider: dict[str, Any] = first(found)["stages"][1]["deciders"][0]
    return decider


IMPOSSIBLE: list[Callable[[dict[str, Any]], object]] = [
    lambda f: f.update(tournaments={}),
    lambda f: f.update(tournaments=[7]),
    lambda f: f.update(seasons=[[]]),
    lambda f: f.update(money=[]),
    lambda f: first(f).update(stages=[]),
    lambda f: first(f).update(zone="Moon/Sea"),
    lambda f: first(f).update(rule_set="showdown"),
    lambda f: first(f).update(sizes=["4"]),
    lambda f: first(f).update(starts_at="2026-11-29T19:00"),
    lambda f: first(f).update(starts_at="0001-01-01T00:00+00:00"),
    lambda f: first(f).update(prizes=["1/0"]),
    lambda f: first(f).update(prizes=["1e999999999"]),
    lambda f: first(f).update(key=7),
    lambda f: first(f).pop("entrants"),
    lambda f: first(f).update(version=10**30),
    lambda f: first(f)["entrants"][0].update(players=["Никто из клуба"]),
    lambda f: first(f)["entrants"][1].update(players=first(f)["entrants"][0]["players"]),
    lambda f: first(f)["entrants"][0].update(players=["Анна", "Борис"]),
    lambda f: first(f)["entrants"][0].update(away={"первый": "болен"}),
    lambda f: first(f).update(entrants=[first(f)["entrants"][0]] * 2000),
    lambda f: first(f)["stages"][1].update(members=[99]),
    lambda f: first(f)["stages"][1].update(members=None),
    lambda f: first(f)["stages"][0].update(cut="none"),
    lambda f: first(f)["stages"][0].update(chain=["luck"]),
    lambda f: first(f)["stages"][0].update(rounds_planned=30_000),
    lambda f: first(f)["stages"][0].update(lists={"4": ["x"]}),
    lambda f: first(f)["stages"][0]["adjustments"][0].update(points=-2.5),
    lambda f: first(f)["stages"][0]["adjustments"][0].update(entrant=0),
    lambda f: first(f)["rounds"][0].update(stage=3),
    lambda f: first(f)["rounds"][0].update(published_at=None),
    lambda f: first(f)["rounds"][0]["draws"][0].update(tables=[[1, 1, 2]]),
    lambda f: first(f)["rounds"][0]["draws"][0].update(report={"repeats": "x"}),
    lambda f: first(f)["rounds"][0]["draws"][0].update(seed=-1),
    lambda f: first(f)["tables"][0].update(game=str(uuid4())),
    lambda f: first(f)["tables"][0].update(game=first(f)["tables"][1]["game"]),
    lambda f: first(f)["tables"][0].update(replays=1),
    lambda f: first(f)["tables"][1].update(replays=2),
    lambda f: first(f)["tables"][0]["seats"][0].update(entrant=99),
    lambda f: first(f)["tables"][0]["seats"][0].update(seat=7),
    lambda f: first(f)["tables"][0]["seats"][0].update(total=None),
    lambda f: first(f)["tables"][0]["seats"].pop(),
    lambda f: first(f)["tables"][0].update(photos=[{"content": "?", "taken_at": "2026-01-01"}]),
    lambda f: blitz(f).update(group=[1, 1]),
    lambda f: blitz(f).update(kind="coin"),
    lambda f: blitz(f)["attempts"][0].update(hands=[[1, "77788"]]),
    lambda f: blitz(f)["attempts"][0].update(hands=[[1]]),
    lambda f: first(f)["log"][0].update(words={"table": "x"}),
    lambda f: first(f)["log"][0].update(words={"entrant": 99}),
    lambda f: first(f)["log"][0].update(kind="checked_in", words={}),
    lambda f: f["seasons"][0].update(last_day="2020-01-01"),
    lambda f: f["seasons"][0].update(bonus="1/0"),
    lambda f: f["seasons"][0].update(lists={"0": ["1"]}),
    lambda f: f["seasons"][0].update(teams=[{"player": "Никто", "team": "Юг"}]),
    lambda f: f["seasons"][0].update(planned=f["seasons"][0]["planned"] * 2),
    lambda f: f["seasons"][0].update(planned=[{}] * 100_000),
]
"""With the games of the file known already, which nothing of this reads anew."""

IMPOSSIBLE_MONEY: list[Callable[[dict[str, Any]], object]] = [
    lambda f: f["money"].update(currency="euro"),
    lambda f: f["money"].update(since="sometime"),
    lambda f: f["money"]["entries"][0]["lines"][0].update(amount="1e9"),
    lambda f: f["money"]["entries"][0]["lines"][0].update(amount="1000"),
    lambda f: f["money"]["entries"][0].update(game=None),
    lambda f: f["money"]["entries"][-1].update(withdraws=99),
    lambda f: f["money"]["entries"][-1].update(withdraws=len(f["money"]["entries"])),
    lambda f: [game.update(withheld=True) for game in f["games"]],
]


def counts() -> list[int]:
    kept = (Game, Tournament, Season, LedgerEntry, Decider, TournamentLogEntry)
    return [model._default_manager.count() for model in kept]


def not_refused(
    changes: list[Callable[[dict[str, Any]], object]], content: bytes, by: Account, club: Club
) -> list[int]:
    """Which of these changes are read into a club all the same; the others leave no trace."""
    before = counts()
    taken = []
    for number, change in enumerate(changes):
        found = json.loads(content)
        change(found)
        with transaction.atomic():
            try:
                read(by, club, found)
                taken.append(number)
            except archive.RefusedArchiveError:
                assert counts() == before, number
            transaction.set_rollback(True)
    return taken


def test_a_file_that_cannot_be_is_refused_whole(
    full: Club, second_host: Account, other_club: Club
) -> None:
    content = archive.club_json(full)
    known = json.loads(content)
    read(
        second_host,
        other_club,
        known
        | {
            "tournaments": [],
            "seasons": [],
            "games": [{**game, "withheld": False} for game in known["games"]],
        }
        | {"money": {**known["money"], "since": None, "entries": []}},
    )
    assert not_refused(IMPOSSIBLE, content, second_host, other_club) == []


def test_money_that_cannot_be_is_refused(
    full: Club, second_host: Account, other_club: Club
) -> None:
    content = archive.club_json(full)
    assert not_refused(IMPOSSIBLE_MONEY, content, second_host, other_club) == []
    assert not other_club.players.exists()


def test_the_page_says_which_tournament_cannot_be(
    full: Club, second_client: Client, other_club: Club
) -> None:
    found = json.loads(archive.club_json(full))
    first(found)["entrants"][0].update(players=["Никто из клуба"])
    file = SimpleUploadedFile("club.json", json.dumps(found).encode())
    answer = second_client.post(reverse("club_import"), {"file": file})
    assert answer.status_code == 422
    assert "tournament 1 cannot be as the file says" in text(answer)


def test_a_host_adds_no_tournaments_and_an_organiser_no_money(
    full: Club, second_host: Account, other_club: Club, stranger: Account
) -> None:
    found = json.loads(archive.club_json(full))
    member = Membership.objects.create(club=other_club, account=stranger, role="organiser")
    with pytest.raises(archive.RefusedArchiveError, match="may not add"):
        read(stranger, other_club, found)
    del found["money"]
    read(stranger, other_club, found)
    assert other_club.tournaments.count() == 2
    member.role = "host"
    member.save()
    with pytest.raises(archive.RefusedArchiveError, match="may not add"):
        read(stranger, other_club, found)


def test_money_of_another_currency_is_refused(
    full: Club, second_host: Account, other_club: Club
) -> None:
    sheets.keep_money(
        club=other_club, since=date(2026, 1, 1), currency="RUB", by=second_host, now=NOW
    )
    with pytest.raises(archive.RefusedArchiveError, match="another currency"):
        read(second_host, other_club, json.loads(archive.club_json(full)))


def test_a_file_of_the_second_version_is_read(
    full: Club, second_host: Account, other_club: Club
) -> None:
    found = json.loads(archive.club_json(full))
    found["version"] = 2
    for name in ("tournaments", "seasons", "money"):
        del found[name]
    del found["club"]["shown"]
    for game in found["games"]:
        del game["withheld"]
    read(second_host, other_club, found)
    assert other_club.games.count() == full.games.count()
    assert not other_club.tournaments.exists()


def test_a_large_tournament_goes_in_some_seconds(
    stranger: Account, second_host: Account, other_club: Club
) -> None:
    """Twelve rounds of a hundred entrants, every sheet of them."""
    club = factories.club("Большой клуб", stranger)
    plan = Course(100, 12, 1, "Большой", cut=0, play=Play.TOTALS, method=Stage.Method.LOTTERY)
    simulate(club, stranger, plan, NOW)
    start = perf_counter()
    content = archive.club_json(club)
    written = perf_counter() - start
    archive.read_club(account=second_host, club=other_club, content=content)
    print(f"written {written:.1f} s, read {perf_counter() - start - written:.1f} s")
    assert figures(other_club) == figures(club)
