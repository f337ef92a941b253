"""Setting a tournament up by its pages: a name is enough, and everything can be chosen."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Membership, Shown
from scorekeeper.views.page import absolute
from tests import factories
from tests.conftest import signed_in
from tests.scorekeeper.pages import Answer, form, forms, html, text
from tests.tournaments import organising
from tournaments.actions import StagePlan
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.thorough

FINAL = (
    StagePlan(rounds_planned=2, cut=Stage.Cut.FINAL_TABLE, cut_count=4),
    StagePlan(rounds_planned=1),
)


def where(name: str, record: Tournament, *more: object) -> str:
    return reverse(name, args=[record.public_key, *more])


def new(client: Client, **typed: Any) -> dict[str, Any]:
    """What the form of a new tournament sends."""
    return form(client.get(reverse("tournament_new")), "").sent(**typed)


def test_a_name_is_enough(host_client: Client, club: Club) -> None:
    answer = host_client.post(reverse("tournament_new"), new(host_client, name="Кубок"))
    record = club.tournaments.get()
    assert answer.headers["Location"] == where("organise", record)
    assert (record.rule_set, record.sizes, record.zone) == ("classic", [4, 3, 5], club.zone)
    assert [stage.rounds_planned for stage in record.stages.all()] == [4]


def test_the_same_form_twice_makes_one_tournament(host_client: Client, club: Club) -> None:
    sent = new(host_client, name="Кубок")
    for _ in range(2):
        host_client.post(reverse("tournament_new"), sent)
    assert club.tournaments.count() == 1


def test_it_begins_by_the_clock_of_the_club(host_client: Client, club: Club) -> None:
    sent = new(host_client, name="Кубок", starts_at="2026-12-05T19:30")
    host_client.post(reverse("tournament_new"), sent)
    assert club.tournaments.get().starts_at == datetime(2026, 12, 5, 16, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("course", "game", "cuts"),
    [
        ("rounds", "classic", [("none", None)]),
        ("final", "classic", [("final_table", 4), ("none", None)]),
        ("final", "duel", [("final_table", 2), ("none", None)]),
        ("semi_final", "classic", [("overall", 8), ("of_table", 2), ("none", None)]),
        ("semi_final", "duel", [("overall", 4), ("of_table", 1), ("none", None)]),
    ],
)
def test_usual_courses(
    host_client: Client, club: Club, course: str, game: str, cuts: list[tuple[str, int | None]]
) -> None:
    sent = new(host_client, name="Кубок", course=course, rule_set=game)
    host_client.post(reverse("tournament_new"), sent)
    stages = club.tournaments.get().stages.order_by("number")
    assert [(stage.cut, stage.cut_count) for stage in stages] == cuts


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": "\u200b"}, "Type a name with at least one letter or figure."),
        ({"name": "Кубок", "pairs": "on"}, "This game is not played in pairs."),
        ({"name": "Кубок", "starts_at": "9999-12-31T23:00"}, "Choose another year."),
        ({"name": "Кубок", "starts_at": "soon"}, "Enter a valid date/time."),
    ],
)
def test_what_is_wrong_is_said_at_the_field(
    host_client: Client, club: Club, typed: dict[str, str], said: str
) -> None:
    answer = host_client.post(reverse("tournament_new"), new(host_client, **typed))
    assert answer.status_code == 422
    assert said in text(answer)
    assert not club.tournaments.exists()


def test_the_list_shows_ones_own_and_what_is_public(
    host_client: Client, second_client: Client, anonymous: Client, club: Club
) -> None:
    record = organising.tournament(club, name="Кубок")
    listed = reverse("tournaments")
    assert "being prepared" in text(host_client.get(listed))
    assert where("organise", record) in html(host_client.get(listed))
    for client in (second_client, anonymous):
        assert "Кубок" not in text(client.get(listed))  # the club is not listed
    Club.objects.update(shown=Shown.PUBLIC)
    Tournament.objects.update(shown=Shown.PUBLIC)  # it was made as the club was shown then
    for client in (second_client, anonymous):
        assert where("tournament", record) in html(client.get(listed))
    Tournament.objects.update(shown=Shown.MEMBERS)
    assert "Кубок" not in text(anonymous.get(listed))


def test_an_empty_list_says_how_to_begin_or_who_can(host_client: Client, anonymous: Client) -> None:
    where = reverse("tournaments")
    assert "A name is enough to begin." in text(host_client.get(where))
    assert "No tournament is shown here yet." in text(anonymous.get(where))
    Membership.objects.update(role=Membership.Role.HOST)
    said = text(host_client.get(where))
    assert "The organisers and owners of a club set up its tournaments" in said
    assert "A name is enough to begin." not in said


# Settings


@pytest.fixture
def record(club: Club) -> Tournament:
    return organising.tournament(club, *FINAL, players=8)


def settings(client: Client, record: Tournament, **typed: Any) -> Answer:
    page = client.get(where("tournament_settings", record))
    sent = form(page, "").sent(**{"prizes": "\n".join(record.prizes), **typed})
    return client.post(where("tournament_settings", record), sent)


def test_settings_are_stored(host_client: Client, record: Tournament) -> None:
    typed = {
        "name": "Кубок Твери",
        "place": " Дом  культуры ",
        "minutes": "50",
        "confirms": "on",
        "entry_fee": "1 500,50",
        "prizes": "5 000\n3000; 1000\n",
        "currency": "RUB",
        "zone": "Asia/Omsk",
        "starts_at": "2026-12-05T19:30",
    }
    assert settings(host_client, record, **typed).status_code == 302
    record.refresh_from_db()
    assert (record.name, record.place, record.minutes) == ("Кубок Твери", "Дом культуры", 50)
    assert (record.entry_fee, record.prizes) == ("1500.50", ["5000", "3000", "1000"])
    assert record.confirms
    # By the clock of the zone that was chosen with it.
    assert record.starts_at == datetime(2026, 12, 5, 13, 30, tzinfo=UTC)
    assert 'value="2026-12-05T19:30"' in html(host_client.get(where("tournament_settings", record)))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"prizes": "сто"}, "“сто” is not an amount."),
        ({"entry_fee": "-5"}, "“-5” is not an amount."),
        ({"minutes": "0"}, "Ensure this value is greater than or equal to 1."),
        ({"zone": "Mars/Olympus"}, "Select a valid choice."),
        (
            {"registration": "open", "shown": "members"},
            "Only members could enter: show the tournament to more people.",
        ),
    ],
)
def test_wrong_settings_are_not_stored(
    host_client: Client, record: Tournament, typed: dict[str, str], said: str
) -> None:
    answer = settings(host_client, record, **typed)
    assert answer.status_code == 422
    assert said in text(answer)


def test_settings_filled_before_write_only_what_was_changed_in_them(
    host_client: Client, record: Tournament
) -> None:
    where = reverse("tournament_settings", args=[record.public_key])
    (old,) = [one for one in forms(host_client.get(where)) if "entry_fee" in one.data]
    (new,) = [one for one in forms(host_client.get(where)) if "entry_fee" in one.data]
    host_client.post(where, new.sent(name="Осенний кубок", prizes="500\n300", minutes="50"))
    record.refresh_from_db()
    begins = record.starts_at
    answer = host_client.post(where, old.sent(place="Клуб на Мойке", zone="Asia/Omsk"))
    assert answer.status_code == 302
    record.refresh_from_db()
    assert (record.name, record.place) == ("Осенний кубок", "Клуб на Мойке")
    assert (record.prizes, record.minutes) == (["500", "300"], 50)
    assert record.starts_at < begins, "the same time by the clock of another zone"
    entry = record.log.latest("pk")
    assert entry.words["columns"] == ["place", "starts_at", "zone"]


def test_a_cancelled_tournament_is_opened_again(host_client: Client, record: Tournament) -> None:
    host_client.post(where("tournament_cancel", record))
    record.refresh_from_db()
    assert record.cancelled_at is not None
    settings(host_client, record, name="Другой")
    record.refresh_from_db()
    assert record.name == "Кубок"
    page = host_client.get(where("tournament_settings", record))
    assert "nothing can be changed until it is opened again" in text(page)
    host_client.post(where("tournament_reopen", record))
    record.refresh_from_db()
    assert record.cancelled_at is None


# Stages


def stages(client: Client, record: Tournament, query: str = "", **typed: Any) -> Answer:
    page = client.get(where("tournament_stages", record) + query)
    sent = form(page, where("tournament_stages", record)).sent(**typed)
    return client.post(where("tournament_stages", record), sent)


def test_each_criterion_says_what_it_is(host_client: Client, record: Tournament) -> None:
    page = text(host_client.get(where("tournament_stages", record)))
    assert "The highest final total of a single game." in page
    assert "Tie-breaks: Settlement sum, Total, First places, Best game" in page


def test_without_criteria_it_says_that_a_blitz_parts(
    host_client: Client, record: Tournament
) -> None:
    record.stages.update(chain=[])
    page = text(host_client.get(where("tournament_stages", record)))
    assert "Tie-breaks: none, a blitz at once" in page


def test_stages_are_stored(host_client: Client, record: Tournament) -> None:
    typed = {
        "stage-0-name": "Отбор",
        "stage-0-rounds_planned": "5",
        "stage-0-method": "snake",
        "stage-0-points": "places",
        "stage-0-list-3": "10 5,5 0",
        "stage-0-tie-best_game": "1",
        "stage-0-tie-lots": "2",
        "stage-0-tie-settlement": "",
        "stage-0-tie-total": "",
        "stage-0-tie-first_places": "",
        "stage-1-carries": "on",
    }
    assert stages(host_client, record, **typed).status_code == 302
    first, second = record.stages.order_by("number")
    assert (first.name, first.rounds_planned, first.method) == ("Отбор", 5, "snake")
    assert (first.points, first.lists) == ("places", {"3": ["10", "11/2", "0"]})
    assert first.chain == ["best_game", "lots"]
    assert (first.cut, first.cut_count) == ("final_table", 4)
    assert second.carries


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"stage-0-cut": "none"}, "Another stage follows: say who goes on."),
        ({"stage-0-cut_count": ""}, "Type how many go on."),
        ({"stage-0-cut_count": "7"}, "A table of this game has 2 to 6 seats."),
        ({"stage-0-rounds_planned": "0"}, "greater than or equal to 1"),
        ({"stage-0-list-4": "7 5 3"}, "Type 4 figures, one a place."),
        ({"stage-0-list-4": "7 5 3 один"}, "Type figures with spaces between them."),
        ({"stage-0-tie-total": "1"}, "Two criteria have this number."),
    ],
)
def test_stages_that_cannot_be_played_are_refused(
    host_client: Client, record: Tournament, typed: dict[str, str], said: str
) -> None:
    before = list(record.stages.values())
    answer = stages(host_client, record, **typed)
    assert answer.status_code == 422
    assert said in text(answer)
    assert list(record.stages.values()) == before


def test_a_usual_course_is_a_proposal_until_it_is_stored(
    host_client: Client, record: Tournament
) -> None:
    page = host_client.get(where("tournament_stages", record) + "?course=semi_final")
    assert "This is a proposal" in text(page)
    assert record.stages.count() == 2
    assert stages(host_client, record, "?course=semi_final").status_code == 302
    assert [stage.cut for stage in record.stages.order_by("number")] == [
        "overall",
        "of_table",
        "none",
    ]


def test_one_stage_more_and_one_left_out(host_client: Client, record: Tournament) -> None:
    page = stages(host_client, record, more="yes", **{"stage-0-name": "Отбор"})
    assert page.status_code == 200
    assert "One stage more, not stored yet." in text(page)
    sent = form(page, where("tournament_stages", record)).sent()
    assert sent["stage-0-name"] == ["Отбор"]
    assert host_client.post(where("tournament_stages", record), sent).status_code == 302
    assert [stage.cut for stage in record.stages.order_by("number")] == [
        "final_table",
        "final_table",
        "none",
    ]
    assert stages(host_client, record, **{"stage-1-DELETE": "on"}).status_code == 302
    assert record.stages.count() == 2


def test_a_begun_stage_keeps_what_it_is_played_by(host_client: Client, record: Tournament) -> None:
    organising.publish(record)
    typed = {"stage-0-points": "total", "stage-0-tie-lots": "1", "stage-0-rounds_planned": "3"}
    assert stages(host_client, record, **typed).status_code == 302
    first = record.stages.get(number=1)
    assert (first.points, first.rounds_planned) == ("settlement", 3)
    assert "lots" not in first.chain
    answer = stages(host_client, record, **{"stage-0-DELETE": "on"})
    assert record.stages.count() == 2
    assert answer.status_code == 302


def test_fewer_rounds_than_are_published(host_client: Client, record: Tournament) -> None:
    organising.play(organising.publish(record), Random(1))
    organising.publish(record)
    answer = stages(host_client, record, **{"stage-0-rounds_planned": "1"})
    assert "2 rounds of it are published already." in text(answer)


def test_a_closed_stage_keeps_its_cut_and_the_next_its_members(
    host_client: Client, record: Tournament
) -> None:
    organising.play_stage(record, Random(1))
    organising.close_stage(record)
    members = record.stages.get(number=2).members
    typed = {"stage-0-cut_count": "2", "stage-1-rounds_planned": "2", "stage-1-name": "Финал"}
    assert stages(host_client, record, **typed).status_code == 302
    first, second = record.stages.order_by("number")
    assert first.cut_count == 4
    assert (second.rounds_planned, second.members) == (2, members)


@pytest.mark.parametrize("total", ["", "x", "-4", "9999999"])
def test_a_form_that_was_tampered_with(host_client: Client, record: Tournament, total: str) -> None:
    before = list(record.stages.values())
    for more in ({}, {"more": "yes"}):
        sent = {"stage-TOTAL_FORMS": total, "stage-INITIAL_FORMS": "0", **more}
        assert host_client.post(where("tournament_stages", record), sent).status_code in (200, 422)
    assert list(record.stages.values()) == before


# Rules


def test_another_game_is_chosen_until_the_first_round(
    host_client: Client, record: Tournament
) -> None:
    page = host_client.get(where("tournament_rules", record), {"rule_set": "six-dice"})
    assert "Not stored yet" in text(page)
    (sent,) = [one for one in forms(page) if one.action == where("tournament_rules", record)]
    typed = sent.sent(store="yes", pairs="on", sizes="2")
    assert (
        host_client.post(where("tournament_rules", record), typed).status_code == 422
    )  # its final
    stages(host_client, record, **{"stage-0-cut_count": "2"})
    assert host_client.post(where("tournament_rules", record), typed).status_code == 302
    record.refresh_from_db()
    assert (record.rule_set, record.pairs, record.sizes) == ("six-dice", True, [2])


def test_house_rules_of_the_tournament(host_client: Client, record: Tournament) -> None:
    page = host_client.get(where("tournament_rules", record))
    sent = form(page, where("tournament_rules", record)).sent(store="yes", sizes="3 4")
    host_client.post(where("tournament_rules", record), sent | {"option-poker_bonus": "100"})
    record.refresh_from_db()
    assert record.options["poker_bonus"] == 100
    assert record.sizes == [3, 4]


@pytest.mark.parametrize("sizes", ["", "four", "1", "9", "0, 4"])
def test_tables_that_no_game_has(host_client: Client, record: Tournament, sizes: str) -> None:
    page = host_client.get(where("tournament_rules", record))
    sent = form(page, where("tournament_rules", record)).sent(store="yes", sizes=sizes)
    assert host_client.post(where("tournament_rules", record), sent).status_code == 422
    record.refresh_from_db()
    assert record.sizes == [4, 3, 5]


def test_rules_are_frozen_with_the_first_round(host_client: Client, record: Tournament) -> None:
    page = host_client.get(where("tournament_rules", record))
    sent = form(page, where("tournament_rules", record)).sent(store="yes", sizes="3")
    organising.publish(record)
    assert "the rules are frozen" in text(host_client.get(where("tournament_rules", record)))
    host_client.post(where("tournament_rules", record), sent)
    record.refresh_from_db()
    assert record.sizes == [4, 3, 5]


def test_a_host_organises_nothing(record: Tournament) -> None:
    helper = factories.account("helper")
    record.club.memberships.create(account=helper, role="host")
    for name in ("organise", "tournament_settings", "tournament_stages", "tournament_rules"):
        assert signed_in(helper).get(where(name, record)).status_code == 404


def test_the_organiser_is_given_the_public_page_and_its_code(
    host_client: Client, anonymous: Client, record: Tournament
) -> None:
    page = host_client.get(reverse("organise", args=[record.public_key]))
    code = reverse("tournament_qr", args=[record.public_key])
    assert absolute(reverse("tournament", args=[record.public_key])) in html(page)
    assert code in html(page)
    assert anonymous.get(code)["Content-Type"] == "image/svg+xml"


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (Shown.PUBLIC, "To fewer people than the club, never to more."),
        (Shown.UNLISTED, "The club is unlisted: this stands in no list either"),
        (Shown.MEMBERS, "The club is shown to its members only: so is this"),
    ],
)
def test_a_tournament_is_shown_as_its_club_unless_it_is_told_otherwise(
    host_client: Client, club: Club, shown: Shown, said: str
) -> None:
    Club.objects.filter(pk=club.pk).update(shown=shown)
    new = form(host_client.get(reverse("tournament_new")), "")
    host_client.post(reverse("tournament_new"), new.sent(name="Кубок"))
    record = Tournament.objects.get()
    assert record.shown == shown
    assert said in text(host_client.get(where("tournament_settings", record)))


def test_nobody_enters_by_the_page_of_a_club_that_only_members_see(
    host_client: Client, record: Tournament
) -> None:
    Club.objects.filter(pk=record.club_id).update(shown=Shown.MEMBERS)
    answer = settings(host_client, record, registration="open")
    assert answer.status_code == 422
    assert "Only members see the club, so only they could enter" in text(answer)
