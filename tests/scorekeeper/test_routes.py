"""Every address of the program with each of the cast, compared with the table of rights.

A new route without a line here fails. What a stranger gets says nothing of what is there.
"""

import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse

import rules
from scorekeeper import actions
from scorekeeper.models import (
    Account,
    Claim,
    Club,
    Game,
    Invitation,
    LogEntry,
    Membership,
    Player,
    Seat,
    TableLink,
    Turn,
)
from scorekeeper.rights import MEMBERS, Right, Who, may
from tests import factories
from tests.conftest import ENGLISH, signed_in
from tests.routes import ALL, routes
from tests.tournaments import organising
from tournaments import actions as events
from tournaments.models import Entrant, Season, Tournament, TournamentLogEntry
from tournaments.urls import urlpatterns as tournament_routes

from .pages import html, text
from .rights_by_route import ACCOUNTS, BY_POST, CAST, FREE, GONE, OPEN, SHOWN, TABLE, expected

pytestmark = pytest.mark.thorough

SECRET = "Стол, которого никто не видит"
EVENT = "Кубок пяти костей"
OWN = [route for route in ALL if route.name not in ACCOUNTS]


@pytest.fixture
def game(club: Club) -> Game:
    """A game copied from paper, so that every address has something to show."""
    game = factories.game(club, title=SECRET, copied=True)
    factories.write(game, factories.entry(0, 0, "fives", "55552"))
    return game


@pytest.fixture
def place(club: Club, host: Account, game: Game) -> dict[str, object]:
    """What the addresses of the club's things are made of."""
    one, other = (actions.add_player(club=club, name=name) for name in ("Зоя", "Зося"))
    merge = actions.merge_players(kept=one, gone=other, by=host, now=factories.NOW)
    claimed = actions.add_player(club=club, name="Юля")
    claim = actions.claim_player(player=claimed, account=host, now=factories.NOW)
    ends_at = factories.NOW + timedelta(days=3650)
    invitation = actions.invite(
        club=club, role=Who.HOST, ends_at=ends_at, by=host, now=factories.NOW
    )
    actions.set_logo(club=club, logo=factories.logo(), by=host, now=factories.NOW)
    record = organising.tournament(club, players=11, name=EVENT)
    registered = Tournament.Registration.MODERATED
    events.change_tournament(
        tournament=record, name=EVENT, registration=registered, by=host, now=factories.NOW
    )
    asked = events.apply(
        tournament=record, name="Яна", key=uuid4(), account=None, now=factories.NOW
    )
    one_round = organising.publish(record)
    stage, anna = record.stages.get(), organising.entrant(record, "Анна")
    penalty = events.adjust(
        stage=stage, entrant=anna, points=-5, reason="Опоздание", by=host, now=factories.NOW
    )
    level = list(record.entrants.exclude(pk=anna.pk).values_list("pk", flat=True))
    blitz = events.start_blitz(stage=stage, group=level, by=host, now=factories.NOW)
    blitz = events.renew_blitz_link(blitz=blitz, seen=None, by=host, now=factories.NOW)
    season = events.create_season(
        club=club,
        name=EVENT,
        first_day=factories.NOW.date(),
        last_day=factories.NOW.date(),
        by=host,
        now=factories.NOW,
        start_key=uuid4(),
    )
    return {
        "season": season.public_key,
        "tournament": record,
        "round": one_round.number,
        "entrant": anna.pk,
        "blitz": blitz.pk,
        "blitz_link": blitz.link,
        "adjustment": penalty.pk,
        "application": asked.pk,
        "table_of_tournament": one_round.tables.get(number=1).pk,
        "link": actions.open_table(game=game, helper="Тётя", by=host, now=factories.NOW),
        "slug": club.slug,
        "merge": merge.pk,
        "claim": claim.pk,
        "invitation": invitation,
        "player": one.pk,
        "member": club.memberships.get(account=host).pk,
    }


def visitor() -> Client:
    return Client(headers=ENGLISH)


@pytest.fixture
def cast(
    host: Account, club: Club, place: dict[str, object], second_client: Client, stranger: Account
) -> dict[str, Client]:
    """Each of the cast at a browser."""
    found = {"owner": signed_in(host), "host of another club": second_client}
    for name in ("organiser", "host", "player"):
        account = factories.account(name)
        Membership.objects.create(club=club, account=account, role=CAST[name].value)
        found[name] = signed_in(account)
    other = factories.game(Club.objects.get(name="Пять костей"), names=("Ян", "Яна"))
    theirs = actions.open_table(game=other, helper="Ян", by=other.created_by, now=factories.NOW)
    for name, link in (("table link", place["link"]), ("link of another game", theirs)):
        assert isinstance(link, TableLink)
        found[name] = visitor()
        found[name].get(reverse("table", args=[link.key]))
    return found | {"stranger": signed_in(stranger), "anonymous": visitor()}


def address(route: URLPattern, game: Game, place: dict[str, object]) -> str:
    """The address of a route with the numbers of ``game`` and its club."""
    name = route.name or ""
    link, invitation = place["link"], place["invitation"]
    assert isinstance(link, TableLink)
    assert isinstance(invitation, Invitation)
    known: dict[str, object] = {
        "pk": game.pk,
        "position": 0,
        "number": 0,
        "job": uuid4(),
        "slug": place["slug"],
        "link": link.pk,
        "key": game.public_key if name.startswith(("watch", "api_game")) else "classic",
        "uidb36": "1",
        "day": date(2026, 11, 29),
        "rest": "nothing/",
    }
    known |= {"key": invitation.key} if name == "join" else {}
    known |= {"key": link.key} if name == "table" else {}
    for word in ("player", "merge", "claim", "member"):
        known |= {"pk": place[word]} if name.split("_")[0] == word and name != "players" else {}
    known |= {"pk": invitation.pk} if name == "invitation_withdraw" else {}
    if name in TOURNAMENTS:
        known |= of_tournament(name, place)
    known |= {"key": place["season"]} if name.startswith("season") else {}
    wanted = route.pattern.regex.groupindex or route.pattern.converters
    return reverse(name, kwargs={each: known[each] for each in wanted})


TOURNAMENTS = frozenset(route.name for route in routes(tournament_routes))
NUMBERED = {
    "entrant": "entrant",
    "application": "application",
    "tournament": "table_of_tournament",
    "table": "table_of_tournament",
    "adjustment": "adjustment",
    "blitz": "blitz",
    "decider": "blitz",
}
"""Of which thing ``pk`` is, by the first word of the name of a route."""


def of_tournament(name: str, place: dict[str, object]) -> dict[str, object]:
    """The key, the round and the numbers of the tournament with one published round."""
    record = place["tournament"]
    assert isinstance(record, Tournament)
    found: dict[str, object] = {"key": record.public_key, "number": place["round"], "stage": 1}
    found["photo"] = 0
    found |= {"link": place["blitz_link"]} if name == "blitz_table" else {}
    word = NUMBERED.get(name.split("_", maxsplit=1)[0])
    return found | ({"pk": place[word]} if word else {})


def stored() -> tuple[object, ...]:
    """All that could be changed by an address."""
    return (
        list(Game.objects.values_list("pk", "version", "finished_at", "shown").order_by("pk")),
        list(Turn.objects.values_list("pk", "withdrawn_at").order_by("pk")),
        list(Seat.objects.values_list("pk", "total", "player").order_by("pk")),
        list(Club.objects.values_list("pk", "name", "shown").order_by("pk")),
        list(Player.objects.values_list("pk", "name", "merged_into", "account").order_by("pk")),
        list(Membership.objects.values_list("pk", "role").order_by("pk")),
        list(Claim.objects.values_list("pk", "confirmed").order_by("pk")),
        list(TableLink.objects.values_list("pk", "ended_at").order_by("pk")),
        list(Invitation.objects.values_list("pk", "withdrawn_at").order_by("pk")),
        LogEntry.objects.exclude(kind__in=("exported", "club_founded")).count(),
        list(Tournament.objects.values_list("pk", "version", "finished_at").order_by("pk")),
        list(Season.objects.values_list("pk", "version", "archived_at").order_by("pk")),
        TournamentLogEntry.objects.count(),
    )


def test_every_route_has_its_line() -> None:
    named = {route.name or str(route.pattern) for route in ALL}
    assert sorted((*TABLE, *ACCOUNTS)) == sorted(named)


@pytest.mark.parametrize("who", CAST)
def test_looking(cast: dict[str, Client], game: Game, place: dict[str, object], who: str) -> None:
    """Every address, looked at by one of the cast: the answer is the table's, nothing changes.

    What a look leaves in the session, as a table link does, is taken back before the next.
    """
    what = CAST[who]
    before, wrong = stored(), []
    for route in OWN:
        name = route.name or ""
        with transaction.atomic():
            answer = cast[who].get(address(route, game, place))
            if stored() != before:
                wrong.append(f"{name}: writes")
            transaction.set_rollback(True)
        line = TABLE[name]
        if answer.status_code not in expected(name, line, who, post=False):
            wrong.append(f"{name}: {answer.status_code}")
        inside = what in MEMBERS or who == "table link" or name in SHOWN
        if not inside and SECRET in html(answer):
            wrong.append(f"{name}: says a secret")
        signing_in = line.right != OPEN and name not in BY_POST
        if who == "anonymous" and answer.status_code == 302 and signing_in:
            assert answer.headers["Location"].startswith(reverse("sign_in")), name
    assert not wrong


def without_right(name: str, who: str) -> bool:
    """Whether an address writes nothing for one of the cast, by the table of rights alone."""
    right = TABLE[name].right
    return not isinstance(right, Right) or not may(CAST[who], right)


@pytest.mark.parametrize("who", CAST)
def test_posting_without_the_right(
    cast: dict[str, Client], game: Game, place: dict[str, object], who: str
) -> None:
    """Nothing may have changed when one of the cast has tried all that is not theirs."""
    before, wrong = stored(), []
    for route in OWN:
        name = route.name or ""
        if name in ("set_language", "join") or not without_right(name, who):
            continue
        answer = cast[who].post(address(route, game, place))
        if answer.status_code not in expected(name, TABLE[name], who, post=True):
            wrong.append(f"{name}: {answer.status_code}")
    assert not wrong
    assert stored() == before


@pytest.mark.parametrize("who", ["owner", "player"])
def test_posting_with_the_right(
    cast: dict[str, Client], game: Game, place: dict[str, object], who: str
) -> None:
    """One of those who may is enough; each meets the club as it was, since all is taken back."""
    wrong = []
    for route in OWN:
        name = route.name or ""
        leaving = name == "club_leave"
        if without_right(name, who) or (who == "player") is not leaving:
            continue
        with transaction.atomic():
            answer = cast[who].post(address(route, game, place))
            if answer.status_code not in expected(name, TABLE[name], who, post=True):
                wrong.append(f"{name}: {answer.status_code}")
            transaction.set_rollback(True)
    assert not wrong


def test_the_pages_of_an_account(
    host: Account, anonymous: Client, game: Game, place: dict[str, object]
) -> None:
    for name, asked in ACCOUNTS.items():
        (route,) = [one for one in ALL if one.name == name]
        where = address(route, game, place)
        # Signed in anew: one of these pages signs out.
        answers = (signed_in(host).get(where).status_code, anonymous.get(where).status_code)
        assert answers == asked, name


FOREIGN_BODIES = {
    "club_transfer": "member",
    "player_merge": "gone",
}


@pytest.mark.parametrize(("name", "field"), FOREIGN_BODIES.items())
def test_foreign_numbers_in_a_form_are_not_there(
    cast: dict[str, Client], game: Game, place: dict[str, object], name: str, field: str
) -> None:
    theirs = Club.objects.get(name="Пять костей")
    foreign = {"member": theirs.memberships.get().pk, "gone": theirs.players.all()[0].pk}
    (route,) = [one for one in ALL if one.name == name]
    before = stored()
    assert (
        cast["owner"].post(address(route, game, place), {field: foreign[field]}).status_code == GONE
    )
    assert stored() == before


NUMBERS = (
    *("alike_as", "club", "entrant", "gone", "group", "member", "number", "one", "other", "payer"),
    *("player", "receiver", "same", "seat", "table"),
)
"""The fields of all forms that name somebody or something by a number."""
FILLED = {"alike_name": "Ян", "name": "Ян", "people": "Ян", "amount": "5", "reason": "Проба"}
FILLED |= {"points": "5", "confirmed": "yes", "judged": "yes", "admitted": "yes"}
NEVER = "Неведомый"


@pytest.mark.parametrize("kind", ["player", "member", "game", "entrant"])
def test_foreign_numbers_in_any_form_reach_nothing(
    cast: dict[str, Client], game: Game, place: dict[str, object], kind: str
) -> None:
    """The owner sends, in every field, the number of something of another club: nothing of that
    club changes, comes over or is named."""
    theirs = Club.objects.get(name="Пять костей")
    hidden = factories.game(theirs, names=(NEVER, f"{NEVER} 2"), title=NEVER)
    event = organising.tournament(theirs, players=4, name=NEVER)
    known = {"player": hidden.seats.all()[0].player_id, "game": hidden.pk}
    known |= {"member": theirs.memberships.get().pk, "entrant": event.entrants.all()[0].pk}
    body = dict.fromkeys(NUMBERS, known[kind]) | FILLED
    before, wrong = of_club(theirs), []
    for route in OWN:
        with transaction.atomic():
            answer = cast["owner"].post(address(route, game, place), body)
            came = Seat.objects.exclude(game__club=theirs).filter(player__club=theirs)
            entered = Entrant.objects.exclude(tournament__club=theirs).filter(player__club=theirs)
            if of_club(theirs) != before or came.exists() or entered.exists():
                wrong.append(f"{route.name}: reaches over")
            if NEVER in html(answer):
                wrong.append(f"{route.name}: names what is not there")
            transaction.set_rollback(True)
    assert not wrong


def of_club(club: Club) -> tuple[object, ...]:
    """All that belongs to one club."""
    return (
        list(club.games.values_list("pk", "version", "finished_at", "shown").order_by("pk")),
        list(Seat.objects.filter(game__club=club).values_list("pk", "player").order_by("pk")),
        list(club.players.values_list("pk", "name", "merged_into", "account").order_by("pk")),
        list(club.memberships.values_list("pk", "role").order_by("pk")),
        list(Tournament.objects.filter(club=club).values_list("pk", "version").order_by("pk")),
        list(Entrant.objects.filter(tournament__club=club).values_list("pk", "player")),
        club.log.count(),
    )


PAGES = [
    route
    for route in OWN
    if route.name != "home"
    and route.name in TABLE
    and TABLE[route.name].get == FREE
    and not (route.name or "").startswith("api_")
    and not re.search(r"\.(pdf|xlsx|svg|png|js|csv|json|txt|xml)$|health", str(route.pattern))
]


@pytest.mark.parametrize("language", ["ru", "en"])
def test_pages_open_in_both_languages(
    host_client: Client, game: Game, place: dict[str, object], language: str
) -> None:
    for route in PAGES:
        answer = host_client.get(address(route, game, place), headers={"accept-language": language})
        assert answer.status_code == FREE, route.name
        assert f'<html lang="{language}"' in html(answer), route.name


@pytest.mark.parametrize("name", ["games", "players", "game_new", "blank", "rules_list"])
def test_pages_of_an_empty_club_open(host_client: Client, name: str) -> None:
    assert host_client.get(reverse(name)).status_code == FREE


@pytest.mark.parametrize(
    "where",
    [
        "/games/404/",
        f"/games/{'9' * 40}/",
        f"/games/{'9' * 40}/history/",
        "/games/-1/",
        "/games/1_0/",
        "/games/²/",
        "/watch/nobody-knows/",
        "/watch/%00/",
        "/watch/%D1%8F/",
        "/rules/backgammon/",
        "/rules/%00/",
        "/%00",
        "/nothing",
    ],
)
def test_what_is_not_there_is_404(host_client: Client, where: str) -> None:
    assert host_client.get(where).status_code == GONE


@pytest.mark.parametrize(
    "where", ["paper/9/", f"paper/{'9' * 40}/", f"turns/{'9' * 40}/", "turns/7/"]
)
def test_nor_is_a_row_or_turn_beyond_the_game(host_client: Client, game: Game, where: str) -> None:
    assert host_client.get(f"/games/{game.pk}/{where}").status_code == GONE
    assert host_client.post(f"/games/{game.pk}/{where}").status_code == GONE


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_known(host_client: Client, game: Game, method: str) -> None:
    for name in ("game", "turn", "game_finish"):
        answer = getattr(host_client, method)(reverse(name, args=[game.pk]))
        assert answer.status_code == 405


@pytest.mark.parametrize(
    ("address", "above"),
    [
        ("/games/{game}/turn/?dice=66534", "/games/{game}/?dice=66534"),
        ("/games/{game}/helpers/7/end/", "/games/{game}/helpers/"),
        ("/players/7/merge/", "/players/7/"),
        ("/merges/7/undo/", "/"),
        ("/tournaments/any/tables/7/void/?reason=x", "/tournaments/any/tables/7/?reason=x"),
        ("/language/", "/"),
        ("/sign-out/", "/"),
    ],
)
def test_a_look_where_a_form_was_sent_leads_to_the_page_above(
    host_client: Client, game: Game, address: str, above: str
) -> None:
    answer = host_client.get(address.format(game=game.pk))
    assert answer.status_code == 302
    assert answer.headers["Location"] == above.format(game=game.pk)


def test_what_was_typed_before_signing_in_is_said_to_be_still_unsent(
    host_client: Client, game: Game
) -> None:
    page = host_client.get(f"/games/{game.pk}/turn/?dice=66534", follow=True)
    assert "This has not been done yet." in html(page)


def test_public_pages_ask_not_to_be_found(anonymous: Client, game: Game) -> None:
    for name in ("watch", "watch_screen"):
        answer = anonymous.get(reverse(name, args=[game.public_key]))
        assert answer.headers["X-Robots-Tag"] == "noindex"


def test_nothing_on_a_page_is_inline_and_the_policy_says_so(anonymous: Client) -> None:
    answer = anonymous.get(reverse("home"))
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("rule_set", rules.RULE_SETS.values(), ids=rules.RULE_SETS)
def test_a_page_of_rules_says_how_the_game_is_played(
    anonymous: Client, rule_set: rules.RuleSet
) -> None:
    where = reverse("rules_detail", args=[rule_set.key])
    for language in ("ru", "en"):
        page = text(anonymous.get(where, headers={"accept-language": language}))
        assert len(rule_set.course) >= 2
        for paragraph in rule_set.course:
            assert paragraph.in_language(language) in page
