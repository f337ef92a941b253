"""What statistics read equals what the turns say, folded anew: after any change, for anybody."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from fractions import Fraction
from io import StringIO
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from pytest_django import DjangoDbBlocker

import rules
from scorekeeper import actions
from scorekeeper.actions import statistics_differ
from scorekeeper.entry import Entry
from scorekeeper.figures import (
    Figure,
    club_sum,
    head_to_head,
    longest_runs,
    played_by_rule_set,
    sheets_of,
)
from scorekeeper.models import (
    Account,
    Club,
    Game,
    Player,
    RatingReceipt,
    SheetReceipt,
    Shown,
    WeekReceipt,
)
from scorekeeper.queries import Played, Viewer, played
from tests import factories
from tests.plugins.database import again

pytestmark = pytest.mark.thorough

Sheets = list[tuple[str, str, int, int, dict[str, int]]]
"""Of each whole sheet: key of the game, player, total, bonus, points a box."""


@pytest.fixture(scope="module")
def kept(module_db: DjangoDbBlocker) -> list[Game]:
    """Games of two rule sets in three weeks, one of members only, one still running."""
    with module_db.unblock():
        club = factories.club("Шестёрка", factories.account("olga"))
        club.shown = Shown.PUBLIC
        club.save()
        found = [
            factories.game(club, key, names, now=factories.NOW + timedelta(days=4 * at))
            for at, (key, names) in enumerate(
                [
                    ("duel", factories.NAMES[:2]),
                    ("duel", factories.NAMES[1:3]),
                    ("duel", factories.NAMES[:2]),
                    ("free-choice", factories.NAMES[:3]),
                    ("duel", factories.NAMES[2:4]),
                ]
            )
        ]
        for seed, game in enumerate(found):
            for number, turn in enumerate(factories.some_turns(game, seed, leaving=0)):
                factories.write(game, Entry(number, uuid4(), turn))
            factories.finish(game)
        running = factories.game(club, "duel", factories.NAMES[:2])
        factories.play(running, most=8)
        hidden = found[2]
        actions.show_game(game=hidden, shown=Shown.MEMBERS, by=hidden.created_by, now=factories.NOW)
        return [*found, running]


@pytest.fixture
def games(kept: list[Game], db: None) -> list[Game]:
    return [again(game) for game in kept]


@pytest.fixture
def club(games: list[Game]) -> Club:
    return games[0].club


@pytest.fixture
def host(club: Club) -> Account:
    return club.memberships.get().account


def folded(games: Iterable[Game], key: str, *, listed: bool) -> list[Played]:
    """The finished games that count, folded from their turns, in order of time."""
    found = []
    for game in games:
        record = Game.objects.select_related("club").get(pk=game.pk)
        finished = record.finished_at and record.rule_set == key and record.counts
        if finished and (record.shown == Shown.PUBLIC or not listed):
            found.append(played(record))
    return sorted(found, key=lambda stands: (stands.record.started_at, stands.record.pk))


def whole(games: Iterable[Game], key: str, *, listed: bool) -> Sheets:
    """All sheets of these games that were played to their end."""
    found: Sheets = []
    for stands in folded(games, key, listed=listed):
        result = rules.result(stands.sheet_game)
        for sheet in stands.sheet_game.sheets:
            if sheet.plays:
                own = result.figures[sheet.player]
                marks = zip(stands.rule_set.boxes, sheet.marks, strict=True)
                boxes = {box.key: mark.points for box, mark in marks if mark}
                name = stands.name(sheet.player)
                found.append((str(stands.record.pk), name, own.total, own.bonus, boxes))
    return found


def agrees(games: list[Game], club: Club, viewer: Viewer, *, listed: bool) -> None:
    """Sums, means, records and sheets a player equal those of the folded games."""
    for key in ("duel", "free-choice"):
        sheets = whole(games, key, listed=listed)
        found = club_sum(club, viewer, key)
        assert found.sheets == len(sheets)
        assert found.bonuses == sum(bonus > 0 for *_rest, bonus, _boxes in sheets)
        points: dict[str, list[int]] = defaultdict(list)
        for *_rest, boxes in sheets:
            for box, brought in boxes.items():
                points[box].append(brought)
        means = {box: Fraction(sum(brought), len(brought)) for box, brought in points.items()}
        assert {box: Fraction(one.points, one.sheets) for box, one in found.boxes.items()} == means
        most = {box: max(brought) for box, brought in points.items()}
        assert {box: one.most for box, one in found.boxes.items()} == most
        totals = sorted((total for _key, _name, total, *_rest in sheets), reverse=True)
        assert [total for total, _seat in found.records[Figure.TOTAL]] == totals[:5]
        assert [total for total, _seat in found.records[Figure.LOWEST]] == totals[::-1][:5]
        for player in Player.objects.filter(merged_into__isnull=True):
            own = [sheet for sheet in sheets if sheet[1] == player.name]
            mine = [one for one in sheets_of(player, viewer, key) if one.whole]
            assert [(str(one.game), one.total, one.bonus, one.boxes) for one in mine] == [
                (game, total, bonus, boxes) for game, _name, total, bonus, boxes in own
            ]
            assert met(player, viewer, key) == meetings(games, key, player.name, listed=listed)


def met(player: Player, viewer: Viewer, key: str) -> dict[str, tuple[int, int, int]]:
    names = dict(Player.objects.values_list("pk", "name"))
    found = head_to_head(player, viewer, key)
    return {names[pk]: (one.ahead, one.level, one.behind) for pk, one in found.items()}


def meetings(
    games: Iterable[Game], key: str, name: str, *, listed: bool
) -> dict[str, tuple[int, int, int]]:
    """Head to head from the places that the rules give."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for stands in folded(games, key, listed=listed):
        places = {stands.name(p): at for p, at in rules.result(stands.sheet_game).places.items()}
        for other, place in places.items():
            if name in places and other != name:
                found[other][(places[name] > place) * 2 + (places[name] == place)] += 1
    return {other: (one[0], one[1], one[2]) for other, one in found.items()}


def everything_agrees(games: list[Game], club: Club, host: Account) -> None:
    agrees(games, club, host, listed=False)
    agrees(games, club, AnonymousUser(), listed=True)
    for game in games:
        assert not statistics_differ(played(Game.objects.select_related("club").get(pk=game.pk)))


def test_sums_are_those_of_the_turns_after_every_change(
    club: Club, host: Account, games: list[Game]
) -> None:
    everything_agrees(games, club, host)
    _correct(games[0], host)
    everything_agrees(games, club, host)
    factories.reopen(games[1])
    everything_agrees(games, club, host)
    factories.finish(games[1])
    actions.show_game(game=games[2], shown=Shown.PUBLIC, by=host, now=factories.NOW)
    everything_agrees(games, club, host)
    actions.count_game(game=Game.objects.get(pk=games[4].pk), counts=False)
    everything_agrees(games, club, host)
    factories.finish(games[5])
    everything_agrees(games, club, host)


def _correct(game: Game, host: Account) -> None:
    stands = played(Game.objects.get(pk=game.pk))
    number = next(turn.number for turn in stands.turns if turn.box == "poker")
    seat = str(stands.turns[number].seat.position)
    actions.correct_turns(
        game_id=game.pk,
        account=host,
        corrections={number: rules.Turn(seat, box="poker", dice="44444", throws=1)},
        version=stands.record.version,
        reason="misread",
        now=factories.NOW,
    )


def test_a_merge_joins_the_figures_and_its_undoing_parts_them(
    club: Club, host: Account, games: list[Game]
) -> None:
    people = {player.name: player for player in club.players.all()}
    kept, gone = people["Оля"], people["Anna"]
    before = [sheets_of(player, host, "duel") for player in (kept, gone)]
    merge = actions.merge_players(kept=kept, gone=gone, by=host, now=factories.NOW)
    joined = sheets_of(kept, host, "duel")
    assert len(joined) == len(before[0]) + len(before[1])
    everything_agrees(games, club, host)
    actions.undo_merge(merge=merge, by=host, now=factories.NOW)
    assert [sheets_of(player, host, "duel") for player in (kept, gone)] == before


def test_a_player_who_left_has_a_result_but_no_sheet_to_compare(
    other_club: Club, second_host: Account
) -> None:
    game = factories.game(other_club, "duel")
    factories.write(game, factories.entry(0, 0, "sixes", "66661"))
    factories.finish(game)  # both leave with open boxes
    assert club_sum(other_club, second_host, "duel").sheets == 0
    player = other_club.players.get(name="Оля")
    (sheet,) = sheets_of(player, second_host, "duel")
    assert (sheet.place, sheet.whole, sheet.boxes) == (1, False, {})
    assert (sheet.turns, sheet.first_throws) == (1, 0)


def test_pokers_and_first_throws_are_counted_in_whatever_box(
    other_club: Club, second_host: Account
) -> None:
    game = factories.game(other_club, "duel")
    dice = [
        ("sixes", "66666", 1),
        ("ones", "11111", 2),
        ("chance", "55555", 3),
        ("poker", "22222", 1),
    ]
    for number, (box, thrown, throws) in enumerate(dice):
        factories.write(game, factories.entry(number, number % 2, box, thrown, throws))
    factories.finish(game)
    found = {one.seat.player.name: one for one in SheetReceipt.objects.all()}
    assert (found["Оля"].pokers, found["Оля"].turns, found["Оля"].first_throws) == (2, 2, 1)
    assert (found["Лев"].pokers, found["Лев"].turns, found["Лев"].first_throws) == (2, 2, 1)


def test_partners_are_no_opponents(other_club: Club, second_host: Account) -> None:
    game = factories.game(other_club, "six-dice", factories.NAMES, teams=[[0, 2], [1, 3]])
    factories.write(game, factories.entry(0, 0, "street", "123456"))
    factories.finish(game)
    first = other_club.players.get(name="Оля")
    assert met(first, second_host, "six-dice") == {"Лев": (1, 0, 0), "Anna": (1, 0, 0)}


def test_games_won_in_a_row(other_club: Club, second_host: Account) -> None:
    for at, winner in enumerate([0, 0, 1, 0, 0, 0, 1]):
        game = factories.game(other_club, "duel", now=factories.NOW + timedelta(days=at))
        for number in range(2):
            sixes = "66666" if number == winner else "11111"
            factories.write(game, factories.entry(number, number, "sixes", sixes))
        factories.finish(game)
    last = other_club.games.order_by("started_at")[5]
    first = other_club.players.get(name="Оля")
    assert longest_runs(other_club, second_host, "duel")[first.pk] == (3, last.pk)


def test_an_unlisted_club_says_nothing_to_strangers(
    club: Club, host: Account, games: list[Game]
) -> None:
    for shown in (Shown.UNLISTED, Shown.MEMBERS):
        Club.objects.filter(pk=club.pk).update(shown=shown)
        club.refresh_from_db()
        assert club_sum(club, AnonymousUser(), "duel").sheets == 0
        assert longest_runs(club, AnonymousUser(), "duel") == {}
        for player in club.players.all():
            assert played_by_rule_set(player, AnonymousUser()) == {}
            assert head_to_head(player, AnonymousUser(), "duel") == {}
        agrees(games, club, host, listed=False)


def test_prove_finds_a_receipt_that_is_wrong(club: Club, games: list[Game]) -> None:
    stands = played(Game.objects.get(pk=games[0].pk))
    receipt = SheetReceipt.objects.filter(seat__game=games[0])[0]
    receipt.pokers += 1
    receipt.save()
    assert statistics_differ(stands)
    receipt.pokers -= 1
    receipt.save()
    assert not statistics_differ(stands)
    WeekReceipt.objects.filter(listed=True).update(bonuses=7)
    assert statistics_differ(stands)


def test_games_of_an_older_version_get_their_receipts(
    club: Club, host: Account, games: list[Game]
) -> None:
    for model in (SheetReceipt, WeekReceipt):
        model.objects.all().delete()
    said = StringIO()
    call_command("write_receipts", stdout=said)
    assert said.getvalue() == "Receipts written for 5 games.\n"
    everything_agrees(games, club, host)
    call_command("write_receipts", stdout=said)
    assert said.getvalue().endswith("Receipts written for 0 games.\n")


def test_prove_finds_stored_ratings_that_are_wrong(
    club: Club, games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.actions.receipts.GAMES_A_RECEIPT", 2)
    actions.store_ratings(club)
    call_command("prove_receipts", stdout=StringIO())
    receipt = RatingReceipt.objects.filter(listed=True)[0]
    RatingReceipt.objects.filter(started_at__gt=receipt.started_at).delete()
    receipt.ratings[next(iter(receipt.ratings))][0] += 1
    receipt.save()
    with pytest.raises(CommandError, match="Шестёрка"):
        call_command("prove_receipts", stdout=StringIO())
