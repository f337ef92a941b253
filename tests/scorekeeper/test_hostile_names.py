"""Names that try to be something else: shown as text on every page."""

import csv
import json
import re
from datetime import timedelta
from html.parser import HTMLParser
from io import BytesIO, StringIO
from itertools import cycle
from urllib.parse import urljoin
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from openpyxl import load_workbook

import rules
from scorekeeper import actions, printing
from scorekeeper.models import Account, Club, Game, Membership
from scorekeeper.queries import played
from tests import factories
from tests.factories import NOW, entry
from tests.scorekeeper.exports.filling import filled_book
from tests.scorekeeper.exports.printed import text_of
from tests.scorekeeper.exports.samples import filled
from tests.tournaments import organising
from tournaments import actions as events
from tournaments.models import Tournament

from .pages import html

pytestmark = pytest.mark.thorough

HOSTILE = (
    "<svg/onload=alert()>",
    '" onmouseover=alert(1) x="',
    "{{7*7}}{% now 'Y' %}",
    "'-alert(1)-'",
    "</title><script>alert(1)</script>",
    "&lt;b&gt;",
    "=cmd|' /C calc'!A0",
    "javascript:alert(1)",
)
MARK = "<i>Стол</i>"


@pytest.fixture
def club(host: Account) -> Club:
    return factories.club(f'{MARK} "клуб"', host)


@pytest.fixture(params=["classic", "six-dice", "showdown"])
def game(club: Club, request: pytest.FixtureRequest) -> Game:
    """A game of hostile people at a hostile table, with turns by them."""
    key = str(request.param)
    names = HOSTILE if key != "six-dice" else HOSTILE[:4]
    game = factories.game(club, key, names, title=MARK, copied=key == "classic")
    factories.play(game, most=8)
    actions.save_house_rules(club=club, rule_set=key, name=MARK, options={})
    return game


def pages(game: Game) -> list[str]:
    """Every page that shows a name of this game."""
    own = ["game", "game_history", *(["paper_row"] if game.copied else [])]
    found = [reverse(name, args=[game.pk, 0] if name == "paper_row" else [game.pk]) for name in own]
    found += [f"{found[0]}?view=columns", f"{found[0]}?by=points"]
    found += [f"{found[1].removesuffix('history/')}turns/{number}/" for number in range(3)]
    found += [reverse(name, args=[game.public_key]) for name in ("watch", "watch_screen")]
    found += ["/games/", "/players/", f"/games/new/?rule_set={game.rule_set}"]
    return found


class Markup(HTMLParser):
    """The tags of a page, and the attributes that would run something."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.running: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = dict(attrs)
        self.running += [name for name in given if name.startswith("on") or name == "style"]
        links = [given.get(name) or "" for name in ("href", "src", "action", "hx-get", "hx-post")]
        self.running += [link for link in links if link and not link.startswith(_LINKS)]
        if tag == "script" and "src" not in given:
            self.running.append("script")

    handle_startendtag = handle_starttag


_LINKS = ("/", "?", "#", "http://127.0.0.1:8000/")


def check(page: str) -> None:
    """Nothing that was typed has become markup, and nothing was escaped twice."""
    found = Markup()
    found.feed(page)
    assert found.running == []
    assert not {"i", "alert"} & found.tags
    assert "&amp;lt;svg" not in page


def test_names_are_text_on_every_page(host_client: Client, game: Game) -> None:
    for where in pages(game):
        answer = host_client.get(where)
        if answer.status_code == 404:  # a turn of leaving cannot be corrected
            continue
        assert answer.status_code == 200, where
        check(html(answer))


def test_they_are_shown_literally(host_client: Client, game: Game) -> None:
    page = html(host_client.get(reverse("watch", args=[game.public_key])))
    for name in HOSTILE[: game.seats.count()]:
        assert str(escape(name)) in page


def test_a_refusal_shows_them_as_text(host_client: Client, game: Game) -> None:
    for name in HOSTILE[:3]:
        typed = {"dice": name[:40], "box": name[:40], "thrown": name, "player": name[:4]}
        answer = host_client.post(
            reverse("turn", args=[game.pk]),
            {**typed, "number": 8, "client_key": "00000000-0000-0000-0000-00000000000a"},
        )
        assert answer.status_code in {409, 422}
        check(html(answer))
        where = reverse("game", args=[game.pk])
        check(html(host_client.get(where, typed, headers={"hx-request": "true"})))


def test_a_form_shows_them_as_text(host_client: Client, club: Club) -> None:
    for name in HOSTILE[:5]:
        answer = host_client.post(
            "/games/new/",
            {"rule_set": "classic", "name": [name], "roll": [name], "title": name, "start": "yes"},
        )
        assert answer.status_code == 422
        check(html(answer))
        assert str(escape(name)) in html(answer)
        check(html(host_client.post("/players/", {"name": name * 20})))


def test_a_conflict_names_a_hostile_host_as_text(
    host_client: Client, club: Club, second_host: Account
) -> None:
    game = factories.game(club)
    second_host.username = HOSTILE[0]
    second_host.save()
    actions.record_turn(
        game_id=game.pk, account=second_host, entry=entry(0, 0, "fives", "55552"), now=NOW
    )
    answer = host_client.post(
        reverse("turn", args=[game.pk]),
        {
            "number": 0,
            "client_key": "00000000-0000-0000-0000-00000000000a",
            "player": 0,
            "dice": "22244",
            "throws": 2,
            "box": "twos",
        },
    )
    assert answer.status_code == 409
    assert str(escape(HOSTILE[0])) in html(answer)
    check(html(answer))


# The whole site, as an owner finds it by following every link


@pytest.fixture
def everywhere(club: Club, host: Account) -> Game:
    """Hostile words in every field that somebody can fill."""
    club.shown = "public"
    club.save()
    host.username = HOSTILE[0]
    host.save()
    names = cycle(HOSTILE)
    for role in Membership.Role.values:
        account = factories.account(f"{next(names)} {role}")
        Membership.objects.create(club=club, account=account, role=role)
        player = actions.add_player(club=club, name=f"{next(names)} {role}")
        actions.claim_player(player=player, account=account, now=NOW)
    actions.add_player(club=club, name=HOSTILE[6])
    game = factories.game(club, "classic", HOSTILE[:4], title=MARK, copied=True)
    factories.play(game, most=6)
    link = actions.open_table(game=game, helper=HOSTILE[4], by=host, now=NOW)
    typed = entry(6, 0, "poker", "66666")
    actions.record_turn(game_id=game.pk, account=link, entry=typed, now=NOW)
    game.turns.filter(number=0).update(typed_by=None, typed_as=HOSTILE[1])
    stands = played(Game.objects.get(pk=game.pk))
    first = rules.Turn(str(stands.turns[1].seat.position), rules.Kind.STRIKE, stands.turns[1].box)
    actions.correct_turns(
        game_id=game.pk,
        account=host,
        corrections={1: first},
        version=stands.record.version,
        reason=HOSTILE[4],
        now=NOW,
    )
    done = factories.game(club, "classic", HOSTILE[:3], title=HOSTILE[2])
    factories.play(done, 2)
    factories.finish(done)
    actions.save_house_rules(club=club, rule_set="classic", name=MARK, options={})
    kept, gone = (actions.add_player(club=club, name=f"{MARK} {n}") for n in (1, 2))
    actions.merge_players(kept=kept, gone=gone, by=host, now=NOW)
    ends_at = timezone.now() + timedelta(days=7)
    actions.invite(club=club, role="host", ends_at=ends_at, by=host, now=NOW)
    _event(club, host)
    return game


def _event(club: Club, host: Account) -> None:
    """A tournament and a season in which all that is typed is hostile."""
    event = organising.tournament(club, players=3, name=HOSTILE[4])
    people = [(name, HOSTILE[0], HOSTILE[1]) for name in HOSTILE[:5]]
    events.enter_all(tournament=event, people=people, by=host, now=NOW)
    one = organising.publish(event)
    stage, entrant = event.stages.get(), event.entrants.all()[0]
    events.adjust(stage=stage, entrant=entrant, points=-5, reason=HOSTILE[4], by=host, now=NOW)
    done, void = one.tables.order_by("number")
    organising.play_table(done)
    events.void_table(table=void, reason=HOSTILE[0], by=host, now=NOW)
    events.create_season(
        club=club,
        name=HOSTILE[4],
        first_day=NOW.date() - timedelta(days=9),
        last_day=NOW.date(),
        by=host,
        now=NOW,
        start_key=uuid4(),
    )


MUST_BE_SEEN = frozenset(
    [
        "account_email",
        "adjustments",
        "blank",
        "club",
        "club_import",
        "club_log",
        "club_new",
        "club_settings",
        "clubs",
        "correction",
        "entrant",
        "entrants",
        "game",
        "game_history",
        "game_import",
        "game_new",
        "games",
        "members",
        "organise",
        "paper_row",
        "player",
        "players",
        "players_import",
        "rights",
        "rules_detail",
        "round_organise",
        "rules_list",
        "season",
        "season_settings",
        "sheets",
        "table_links",
        "tournament",
        "tournament_log",
        "tournament_paper",
        "tournament_results",
        "tournament_round",
        "tournament_settings",
        "tournament_table",
        "watch",
        "watch_screen",
    ]
)
"""Routes without which the walk would not have been one."""

MOST_PAGES = 700


class Links(HTMLParser):
    """Where a page leads by looking."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        wanted = [
            "href",
            "hx-get",
            *(["action"] if tag == "form" and "method" not in given else []),
        ]
        self.found += [given[name] or "" for name in wanted if given.get(name)]


def test_every_page_that_can_be_reached_shows_them_as_text(
    host_client: Client, everywhere: Game
) -> None:
    waiting = ["/games/", "/clubs/", "/players/", "/account/email/", "/club/new/"]
    waiting += [
        reverse("game", args=[everywhere.pk]),
        reverse("paper_row", args=[everywhere.pk, 0]),
    ]
    waiting += [reverse(name, args=[everywhere.public_key]) for name in ("watch", "watch_screen")]
    seen: set[str] = set()
    names: set[str] = set()
    while waiting and len(seen) < MOST_PAGES:
        where = waiting.pop(0)
        if where in seen:
            continue
        seen.add(where)
        answer = host_client.get(where)
        assert answer.status_code in {200, 302, 404}, where
        if answer.status_code == 302:
            waiting.append(urljoin(where, answer.headers["Location"]))
        if answer.status_code != 200 or "text/html" not in answer.headers["Content-Type"]:
            continue
        names.add(answer.resolver_match.url_name or "")
        check(html(answer))
        links = Links()
        links.feed(html(answer))
        whole = [urljoin(where, link).partition("#")[0] for link in links.found]
        waiting += [link for link in whole if link.startswith("/") and "/static/" not in link]
    assert names >= MUST_BE_SEEN, sorted(MUST_BE_SEEN - names)
    assert len(seen) < MOST_PAGES


def test_invitations_jobs_and_previews_show_them_as_text(
    host_client: Client, everywhere: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages that no link leads to."""
    club = everywhere.club
    where = reverse("join", args=[club.invitations.get().key])
    check(html(host_client.get(where)))
    monkeypatch.setattr(printing, "start_worker", lambda: None)
    usual = {"direction": "rows", "paper": "A4", "orientation": "landscape", "a_page": "1"}
    for form in ("pdf", "xlsx"):
        monkeypatch.setattr(printing, "AT_ONCE", 0)
        asked = {**usual, "faces": "pips", "as": form, "key": str(uuid4())}
        answer = host_client.post(reverse("sheets"), asked, follow=True)
        check(html(answer))
        printing.draw_all()
        check(html(host_client.get(answer.redirect_chain[-1][0])))
    roster = "Имя\n" + "\n".join(
        f'"{name.replace(chr(34), chr(34) * 2)} новый"' for name in HOSTILE
    )
    answer = host_client.post(
        reverse("players_import"), {"file": SimpleUploadedFile("a.csv", roster.encode())}
    )
    assert str(escape(f"{HOSTILE[0]} новый")) in html(answer)
    check(html(answer))
    names = [f"{name} гость" for name in HOSTILE[:3]]
    book = filled_book(filled("classic", names=names, seed=2))
    book.worksheets[0]["B8"] = HOSTILE[0]
    written = BytesIO()
    book.save(written)
    answer = host_client.post(
        reverse("game_import"), {"file": SimpleUploadedFile(HOSTILE[0], written.getvalue())}
    )
    assert str(escape(names[0])) in html(answer)
    check(html(answer))
    for name, file in (("club_import", b'{"<i>": 1}'), ("club_logo_set", b"<svg onload=alert(1)>")):
        slug = [club.slug] if name == "club_logo_set" else []
        sent = {"file": SimpleUploadedFile("<i>x</i>.png", file)}
        check(html(host_client.post(reverse(name, args=slug), sent)))


def test_every_export_keeps_them_text(host_client: Client, everywhere: Game) -> None:
    usual = {"direction": "rows", "paper": "A4", "orientation": "landscape", "a_page": "1"}
    asked = {**usual, "faces": "pips"}
    games = host_client.post(reverse("sheets"), {**asked, "as": "csv"}).content
    players = host_client.get(reverse("players_csv")).content
    for table in (games, players):
        cells = [
            cell
            for row in csv.reader(StringIO(table.decode("utf-8-sig")), delimiter=";")
            for cell in row
        ]
        computed = [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]
        assert computed == []
        assert "'" + HOSTILE[6] in cells or table is games
    files = [host_client.get(reverse("game_xlsx", args=[everywhere.pk])).content]
    files.append(host_client.post(reverse("sheets"), {**asked, "as": "xlsx"}).content)
    event = Tournament.objects.get()
    files.append(host_client.get(reverse("event_xlsx", args=[event.public_key])).content)
    for file in files:
        book = load_workbook(BytesIO(file))
        found = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
        typed = [cell for cell in found if isinstance(cell.value, str) and "calc" in cell.value]
        assert all(cell.data_type == "s" for cell in typed)
        texts = {cell.value for cell in found if cell.data_type == "s"}
        assert HOSTILE[0] in texts
        assert not [cell for cell in found if cell.hyperlink and cell.hyperlink.target]
    club = json.loads(host_client.get(reverse("club_json")).content)
    assert set(HOSTILE[:4]) <= set(club["games"][0]["seats"])
    assert HOSTILE[1] in {turn["typed_by"] for turn in club["games"][0]["turns"]}
    drawn = [reverse("game_pdf", args=[everywhere.pk])]
    drawn.append(reverse("event_pdf", args=[event.public_key]))
    drawn.append(reverse("seating_pdf", args=[event.public_key, 1]))
    for where in drawn:
        pdf = host_client.get(where).content
        assert "onload=alert" in text_of(pdf).replace(" ", ""), where
        assert b"/JavaScript" not in pdf
        assert where != drawn[0] or b"/URI" not in pdf


@pytest.mark.parametrize("name", ["\u202eавИ", "Ива\u200bн", "И\u2066ван\u2069", "Иван\ufeff"])
def test_characters_that_turn_or_hide_are_not_shown(
    host_client: Client, club: Club, name: str
) -> None:
    game = factories.game(club, names=(name, "Лев"), title=name)
    for where in (reverse("game", args=[game.pk]), "/games/", "/players/"):
        assert not re.search(
            "[\u200b\u202a-\u202e\u2066-\u2069\ufeff]", html(host_client.get(where))
        )
