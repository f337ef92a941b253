"""Results that wait for the prize-giving leak nowhere, and are shown from the last place up.

What strangers see must not hang on what is hidden: the same tournament is played on with other
totals, and every page they can reach must stay as it was, letter by letter.
"""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from scorekeeper.models import Account, Club, Game, Membership, Shown
from tests import factories
from tests.conftest import signed_in
from tests.factories import NOW
from tests.plugins.database import again
from tests.scorekeeper.pages import form, forms, html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Round, Stage, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough

HTMX = {"hx-request": "true"}
CUT = (
    StagePlan(rounds_planned=3, cut=Stage.Cut.FINAL_TABLE, cut_count=4),
    StagePlan(rounds_planned=1),
)


@pytest.fixture(scope="module")
def kept(module_db: DjangoDbBlocker) -> Tournament:
    """Three rounds, of which the last one is hidden, and a final."""
    with module_db.unblock():
        club = factories.club("Шестёрка", factories.account("olga"))
        club.shown = Shown.PUBLIC
        club.save()
        found = organising.tournament(club, *CUT, players=8)
        draw = Random(4)
        for _ in range(2):
            one = organising.publish(found, draw.randint(1, 1000))
            organising.play(one, draw)
            organising.close(one)
        hide(found, 3)
        organising.publish(found, 5)
        return found


@pytest.fixture
def record(kept: Tournament, db: None) -> Tournament:
    return again(kept)


@pytest.fixture
def club(record: Tournament) -> Club:
    return record.club


@pytest.fixture
def host(club: Club) -> Account:
    return club.memberships.get().account


def hide(record: Tournament, number: int | None) -> None:
    by = organising.organiser(record)
    actions.hide_results(tournament=record, hidden_from=number, by=by, now=NOW)


def reveal(record: Tournament, place: int) -> None:
    by = organising.organiser(record)
    actions.reveal_places(tournament=record, down_to=place, seen=record.revealed_to, by=by, now=NOW)


def address(record: Tournament, name: str = "tournament", *more: object) -> str:
    return reverse(name, args=[record.public_key, *more])


def addresses(record: Tournament) -> list[str]:
    """Every page on which a stranger could look for a result."""
    own = [address(record, f"tournament{name}") for name in ("", "_rounds", "_screen")]
    own += [f"{own[0]}?stage={stage}" for stage in ("1", "2", "final")]
    own += [f"{own[0]}?q=а", reverse("club", args=[record.club.slug]), reverse("sitemap")]
    published = record.rounds.filter(published_at__isnull=False)
    own += [address(record, "tournament_round", one.number) for one in published]
    for entrant in record.entrants.order_by("pk"):
        own.append(address(record, "entrant", entrant.pk))
        own.append(reverse("player", args=[entrant.player_id]))
    own += [
        reverse(name, args=[record.club.slug])
        for name in ("records", "dice", "ratings", "club_calendar", "club_news")
    ]
    own += [reverse(name, args=[record.public_key]) for name in ("api_tournament", "api_standings")]
    own += [reverse("api_club_games", args=[record.club.slug]), reverse("api_games")]
    return own


def seen(client: Client, record: Tournament) -> dict[str, tuple[int, str]]:
    """What a client is answered at each address, without what is of chance."""
    found = {}
    for where in addresses(record):
        answer = client.get(where)
        body = re.sub(r'data-etag="\w+"|csrf\w+" value="\w+"|DTSTAMP:\w+', "", html(answer))
        found[where] = answer.status_code, body
    return found


def totals(one: Round, draw: Random) -> None:
    """Other totals at every table of a round."""
    for table in one.tables.all():
        keys = table.seats.values_list("entrant", flat=True)
        organising.type_totals(table, {key: draw.randint(0, 400) for key in keys})


def test_nothing_that_strangers_see_hangs_on_a_hidden_round(
    anonymous: Client, stranger_client: Client, record: Tournament
) -> None:
    one = record.rounds.get(number=3)
    totals(one, Random(1))
    organising.close(one)
    before = seen(anonymous, record)
    assert before[address(record)][0] == 200
    for seed in (2, 3):
        totals(one, Random(seed))
        for client in (anonymous, stranger_client):
            after = seen(client, record)
            if client is anonymous:
                assert after == before
            assert len(after) == len(before)


def test_nor_on_penalties_blitzes_and_stages_that_follow_it(
    anonymous: Client, record: Tournament
) -> None:
    """Level at the cut after the hidden round: a blitz, the final; none of it is to be seen."""
    one = record.rounds.get(number=3)
    organising.play(one, Random(1))
    organising.close(one)
    stage = record.stages.get(number=1)
    by = organising.organiser(record)
    ranked = whole(record).standing(0)
    # Penalties bring two to one sum where the line falls.
    fourth, fifth = ranked.rows[3], ranked.rows[4]
    low = record.entrants.get(pk=fourth.entrant)
    actions.adjust(
        stage=stage,
        entrant=low,
        points=fifth.points - fourth.points,
        reason="поровну",
        by=by,
        now=NOW,
    )
    Stage.objects.filter(pk=stage.pk).update(chain=[])
    group = [int(fourth.entrant), int(fifth.entrant)]
    blitz = actions.start_blitz(stage=stage, group=group, by=by, now=NOW)
    hands: dict[int, str | None] = {group[0]: "66666", group[1]: "11234"}
    actions.play_blitz(blitz=blitz, hands=hands, attempt=0, by=by, now=NOW)
    page = text(anonymous.get(address(record)))
    assert "Blitz and decisions" not in page
    assert "6 6 6 6 6" not in html(anonymous.get(address(record)))
    organising.close_stage(record)
    shown = html(anonymous.get(address(record)))
    assert "goes on" not in shown
    assert "As it stands now" in shown
    organising.play_stage(record, Random(2))
    before = seen(anonymous, record)
    totals(record.rounds.get(number=4), Random(9))
    assert seen(anonymous, record) == before
    assert "?stage=2" not in before[address(record)][1]
    organising.close_stage(record, shared=True)
    final = text(anonymous.get(address(record), {"stage": "final"}))
    assert "Final places" not in final


def test_the_sheets_of_a_hidden_round_are_not_there(
    anonymous: Client, stranger_client: Client, host_client: Client, record: Tournament
) -> None:
    games = Game.objects.filter(tournament_table__round__number=3)
    for game in games:
        factories.play(game, most=6)
        for name in ("watch", "watch_screen", "watch_pdf", "watch_xlsx"):
            where = reverse(name, args=[game.public_key])
            for client in (anonymous, stranger_client):
                assert client.get(where).status_code == 404
                known = client.get(where, headers={"if-none-match": "*"})
                assert known.status_code == 404
    page = html(anonymous.get(address(record, "tournament_round", 3)))
    assert "/watch/" not in page
    assert "announced at the prize-giving" in page
    names = {entrant.name for entrant in record.entrants.all()}
    assert all(name in page for name in names)  # who sits where is shown
    assert host_client.get(reverse("watch", args=[games[0].public_key])).status_code == 200


def test_a_finished_hidden_sheet_changes_no_list(anonymous: Client, record: Tournament) -> None:
    game = Game.objects.filter(tournament_table__round__number=3).order_by("pk")[0]
    before = seen(anonymous, record)
    factories.play(game)
    page = reverse("player", args=[game.seats.all()[0].player_id])
    assert reverse("watch", args=[game.public_key]) not in html(anonymous.get(page))
    after = seen(anonymous, record)
    changed = {where for where in before if before[where] != after[where]}
    # That a table is finished may be seen; what came of it may not.
    assert changed <= {address(record, "tournament_round", 3)}


def test_places_are_shown_from_the_last_one_up(
    anonymous: Client, host_client: Client, record: Tournament
) -> None:
    one = record.rounds.get(number=3)
    organising.play(one, Random(1))
    organising.close(one)
    organising.close_stage(record)
    organising.play_stage(record, Random(2))
    organising.close_stage(record, shared=True)
    where = address(record, "tournament_results")
    names = whole(record).names
    order = [names[int(row.entrant)] for row in whole(record).standing(1).rows]
    screen = address(record, "tournament_screen")
    assert "The results are announced at the prize-giving." in text(anonymous.get(screen))
    shown = 0
    while (sent := showing(host_client, where)) is not None:
        answer = host_client.post(where, sent)
        assert answer.status_code == 302
        shown += 1
        page = text(anonymous.get(address(record)))
        place = int(sent["number"][0])
        assert "Prize-giving: the places announced so far" in page
        part = page.split("announced so far")[1].split("Standings")[0]
        assert f"{place} " in part
        for at, name in enumerate(order[:4], 1):
            assert (f"{at} {name}" in part) is (at >= place)
        assert f"Place {place}" in text(anonymous.get(screen))
        assert str(whole(record).standing(1).rows[0].points) not in part.split()
    assert shown >= 5
    assert "Every place has been shown." in text(host_client.get(where))
    back = next(one for one in forms(host_client.get(where)) if one.data.get("do") == ["reveal"])
    host_client.post(where, back.sent())
    assert f"1 {order[0]}" not in text(anonymous.get(address(record))).split("Standings")[0]
    release = {"do": "release"}
    assert host_client.post(where, release).status_code == 302
    page = text(anonymous.get(address(record)))
    assert f"1 {order[0]}" in page
    assert "Final places" in page
    game = Game.objects.filter(tournament_table__round__number=4)[0]
    assert anonymous.get(reverse("watch", args=[game.public_key])).status_code == 200


def showing(client: Client, where: str) -> dict[str, list[str]] | None:
    """What the button of the next place sends, None once all are shown."""
    page = client.get(where)
    if "Show place" not in text(page):
        return None
    return next(one.sent() for one in forms(page) if one.data.get("do") == ["reveal"])


def test_hiding_and_showing_again_changes_nothing(
    anonymous: Client, host_client: Client, record: Tournament
) -> None:
    one = record.rounds.get(number=3)
    organising.play(one, Random(1))
    where = address(record, "tournament_results")
    hide(record, None)
    before = seen(anonymous, record)
    assert host_client.post(where, {"do": "hide", "number": "2"}).status_code == 302
    hidden = seen(anonymous, record)
    assert hidden[address(record)] != before[address(record)]
    third = Game.objects.filter(tournament_table__round__number=3)
    assert {(game.withheld, game.counts) for game in third} == {(True, False)}
    assert host_client.post(where, {"do": "show_all"}).status_code == 302
    assert seen(anonymous, record) == before
    assert {(game.withheld, game.counts) for game in third.all()} == {(False, True)}


def test_a_player_of_the_club_does_not_see_what_is_withheld(
    host_client: Client, record: Tournament
) -> None:
    """Not by its address, not in a list, not as a file: only those who keep games do."""
    member = factories.account("player")
    role = Membership.Role.PLAYER
    Membership.objects.create(club=record.club, account=member, role=role)
    client = signed_in(member)
    organising.play(record.rounds.get(number=3), Random(1))
    hide(record, 3)
    table = record.rounds.get(number=3).tables.get(number=1)
    for name in ("watch", "watch_screen", "watch_pdf", "watch_xlsx"):
        where = reverse(name, args=[table.game.public_key])
        assert client.get(where).status_code == 404
        assert host_client.get(where).status_code == 200
    for name in ("game_pdf", "game_xlsx"):
        assert client.get(reverse(name, args=[table.game_id])).status_code == 404
    titles = html(client.get(reverse("games")))
    assert f">{table.game.title}<" not in titles


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"do": "hide"},
        {"do": "reveal", "number": "x"},
        {"do": "burn"},
        {"do": "hide", "number": "0"},
    ],
)
def test_what_is_not_understood_is_refused(
    host_client: Client, record: Tournament, sent: dict[str, str]
) -> None:
    where = address(record, "tournament_results")
    assert host_client.post(where, sent).status_code == 422
    record.refresh_from_db()
    assert record.hidden_from == 3


def test_the_title_of_a_page_says_no_result(anonymous: Client, record: Tournament) -> None:
    for where in addresses(record)[:3]:
        title = re.search("<title>(.*?)</title>", html(anonymous.get(where)), re.DOTALL)
        assert title
        assert not re.search(r"\d{2,}", title[1])


def test_only_organisers_hide_and_reveal(
    record: Tournament, anonymous: Client, stranger_client: Client, host: Account
) -> None:
    where = address(record, "tournament_results")
    assert anonymous.get(where).status_code == 302
    for client in (stranger_client,):
        assert client.get(where).status_code == 404
        assert client.post(where, {"do": "release"}).status_code == 404
    record.refresh_from_db()
    assert record.released_at is None


def test_a_prize_giving_without_results_says_so(second_client: Client, other_club: Club) -> None:
    record = organising.tournament(other_club, *CUT, players=8)
    where = address(record, "tournament_results")
    assert "There are no results yet." in text(second_client.get(where))
    assert form(second_client.get(where), "").data["do"] == ["hide"]
