"""The public standings: columns, ties explained, the line of the cut, live and in few queries."""

from random import Random
from time import perf_counter

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from scorekeeper.models import Club, Game, Shown
from tests.factories import NOW
from tests.scorekeeper.pages import html, text
from tests.tournaments import organising
from tournaments import actions
from tournaments.actions import StagePlan
from tournaments.models import Stage, Tournament
from tournaments.queries import whole

pytestmark = pytest.mark.thorough

HTMX = {"hx-request": "true"}
CUT = (
    StagePlan(rounds_planned=1, cut=Stage.Cut.FINAL_TABLE, cut_count=4),
    StagePlan(rounds_planned=1),
)


def address(record: Tournament, name: str = "tournament", *more: object) -> str:
    return reverse(name, args=[record.public_key, *more])


def level(club: Club, players: int = 8, *stages: StagePlan) -> Tournament:
    """A tournament whose first round left everybody level."""
    record = organising.tournament(club, *(stages or CUT), players=players)
    one = organising.publish(record)
    for table in one.tables.all():
        seats = table.seats.values_list("entrant", flat=True)
        organising.type_totals(table, dict.fromkeys(seats, 200))
    organising.close(one)
    return record


def by_totals(club: Club, totals: list[int], *stages: StagePlan) -> Tournament:
    """A tournament of one table with these totals, in order of the names."""
    record = organising.tournament(
        club, *(stages or (StagePlan(rounds_planned=2),)), players=len(totals)
    )
    one = organising.publish(record)
    table = one.tables.get()
    names = dict(zip([organising.name_of(at) for at in range(len(totals))], totals, strict=True))
    organising.type_totals(
        table, {seat.entrant_id: names[seat.entrant.name] for seat in table.seats.all()}
    )
    return record


def test_before_anything_is_played_it_names_who_has_entered(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=0)
    assert "Nobody has entered yet." in text(anonymous.get(address(record)))
    by = organising.organiser(record)
    actions.enter(tournament=record, name="Жанна", by=by, now=NOW)
    actions.enter(tournament=record, name="Ёлка", by=by, now=NOW)
    page = text(anonymous.get(address(record)))
    assert "2 entrants" in page
    assert "Ёлка Жанна" in page
    assert "Place" not in page


def test_places_are_1_2_2_4(anonymous: Client, club: Club) -> None:
    record = by_totals(club, [210, 198, 198, 150])
    page = text(anonymous.get(address(record)))
    assert "1 Анна 21" in page
    assert "2 Борис 9" in page
    assert "2 Вера 9" in page
    assert "4 Глеб −39" in page
    assert "shared by 2" in page


def test_figures_are_in_the_language_of_the_page(anonymous: Client, club: Club) -> None:
    record = by_totals(club, [210, 198, 177])
    assert "15" in text(anonymous.get(address(record)))
    russian = text(anonymous.get(address(record), headers={"accept-language": "ru"}))
    assert "Места" in russian or "Место" in russian
    assert "Лучшая игра" in russian


def test_each_criterion_is_a_column_and_a_sentence(anonymous: Client, club: Club) -> None:
    record = by_totals(club, [210, 198, 198, 150])
    page = html(anonymous.get(address(record)))
    for words in ("Total", "First places", "Best game"):
        assert f'data-label="{words}"' in page
    assert 'data-label="Settlement sum"' not in page  # the points once more
    for words in (
        "The sum of the final totals of all counted games.",
        "The highest final total of a single game.",
        "Those level throw one hand each",
    ):
        assert words in page
    assert "own total minus the mean of the table" in page


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (Stage.PointsRule.TOTAL, "Points are the total of the sheet"),
        (Stage.PointsRule.PLACES, "a table of 4: 7–5–3–1"),
    ],
)
def test_the_rule_of_points_is_a_sentence(
    anonymous: Client, club: Club, points: str, words: str
) -> None:
    record = by_totals(club, [210, 198, 198, 150], StagePlan(points=points))
    assert words in text(anonymous.get(address(record)))


def test_what_parted_a_tie_is_said(anonymous: Client, club: Club) -> None:
    """Level on points at two tables; the best game parts them."""
    plan = StagePlan(rounds_planned=2, points=Stage.PointsRule.PLACES, chain=("best_game",))
    record = organising.tournament(club, plan, players=8)
    one = organising.publish(record)
    for high, table in zip((300, 310), one.tables.order_by("number"), strict=True):
        totals = [high, 200, 150, 100]
        keys = list(table.seats.values_list("entrant", flat=True))
        organising.type_totals(table, dict(zip(keys, totals, strict=True)))
    page = text(anonymous.get(address(record)))
    ranked = whole(record).standing()
    assert [row.place for row in ranked.rows[:2]] == [1, 2]
    names = whole(record).names
    first, second = (names[int(row.entrant)] for row in ranked.rows[:2])
    assert f"Best game: {first} 310, {second} 300" in page
    assert "by best game" in page


def test_the_blitz_is_shown_with_its_hands_and_explains_the_places(
    anonymous: Client, club: Club
) -> None:
    record = level(club)
    by = organising.organiser(record)
    stage = record.stages.get(number=1)
    page = text(anonymous.get(address(record)))
    assert "are level where the line falls: 4 of them go on" in page
    everybody = sorted(record.entrants.values_list("pk", flat=True))
    blitz = actions.start_blitz(stage=stage, group=everybody, by=by, now=NOW)
    hands: dict[int, str | None] = dict.fromkeys(everybody, "11234")
    hands |= dict.fromkeys(everybody[:3], "66661") | dict.fromkeys(everybody[3:5], "55512")
    actions.play_blitz(blitz=blitz, hands=hands, attempt=0, by=by, now=NOW)
    page = text(anonymous.get(address(record)))
    assert "Attempt 1" in page
    assert "Still level, they throw again: Глеб, Дарья" in page
    again: dict[int, str | None] = {everybody[3]: "66112", everybody[4]: None}
    actions.play_blitz(blitz=blitz, hands=again, attempt=1, by=by, now=NOW)
    answer = anonymous.get(address(record))
    page = text(answer)
    assert "Attempt 2" in page
    assert "did not throw" in page
    assert "by blitz" in page
    assert 'aria-label="6 6 1 1 2"' in html(answer)
    actions.undo_decider(record=blitz, by=by, now=NOW)
    assert "Attempt" not in text(anonymous.get(address(record)))


def test_a_decision_is_shown_with_its_reason(anonymous: Client, club: Club) -> None:
    record = level(club, 5)
    by = organising.organiser(record)
    stage = record.stages.get(number=1)
    keys = list(record.entrants.order_by("pk").values_list("pk", flat=True))
    order = [keys[:4], keys[4:]]
    actions.decide(stage=stage, order=order, reason="по жребию монетой", by=by, now=NOW)
    page = text(anonymous.get(address(record)))
    assert "Decision of the organiser" in page
    assert "по жребию монетой" in page


def test_the_line_is_drawn_and_who_is_through_is_marked(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, *CUT, players=8)
    organising.play_stage(record, Random(5))
    answer = anonymous.get(address(record))
    assert "As it stands now: the first 4 go on to the final table." in text(answer)
    before, after = html(answer).split("cut-line")
    assert before.count('<td class="place">') == 4
    assert after.count('<td class="place">') == 4
    assert "mark--through" not in html(answer)
    organising.close_stage(record)
    page = html(anonymous.get(address(record)))
    assert page.count("mark--through") == 4
    assert "As it stands now" not in page


def test_the_cut_table_by_table_has_no_line(anonymous: Client, club: Club) -> None:
    plans = (StagePlan(rounds_planned=1, cut=Stage.Cut.OF_TABLE, cut_count=2), StagePlan())
    record = organising.tournament(club, *plans, players=8)
    organising.play_stage(record, Random(5))
    organising.close_stage(record)
    page = html(anonymous.get(address(record)))
    assert "The first 2 of each table of the last round go on." in page
    assert "cut-line" not in page
    assert page.count("mark--through") == 4


def test_stages_are_tabs_and_the_end_is_the_final_places(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, *CUT, players=8)
    draw = Random(3)
    organising.play_stage(record, draw)
    organising.close_stage(record)
    assert "Stage 1" in text(anonymous.get(address(record)))
    organising.play_stage(record, draw)
    final = text(anonymous.get(address(record)))
    assert "Standings: Final" in final
    organising.close_stage(record, shared=True)
    page = text(anonymous.get(address(record)))
    assert "Final places" in page
    names = whole(record).names
    best = names[int(whole(record).standing(1).rows[0].entrant)]
    assert f"1 {best}" in page
    assert "Standings: Stage 1" in text(anonymous.get(address(record), {"stage": "1"}))
    for asked in ("7", "0", "x", "-1", "final", "9" * 40):
        assert anonymous.get(address(record), {"stage": asked, "page": asked}).status_code == 200


def test_prizes_are_shared_among_those_who_share_places(anonymous: Client, club: Club) -> None:
    record = by_totals(club, [210, 198, 198, 150], StagePlan(rounds_planned=1))
    Tournament.objects.filter(pk=record.pk).update(prizes=["100", "50", "25"], currency="€")
    page = text(anonymous.get(address(record), {"stage": "final"}))
    assert "100\u00a0€" in html(anonymous.get(address(record), {"stage": "final"}))
    assert "37.50" in page


def test_penalties_are_shown_with_reasons_and_dropped_ones_are_marked(
    anonymous: Client, club: Club
) -> None:
    record = by_totals(club, [210, 198, 198, 150])
    by = organising.organiser(record)
    one = organising.entrant(record, "Анна")
    stage = record.stages.get()
    made = actions.adjust(stage=stage, entrant=one, points=-30, reason="опоздание", by=by, now=NOW)
    actions.drop(entrant=organising.entrant(record, "Глеб"), by=by, now=NOW)
    page = text(anonymous.get(address(record)))
    assert "опоздание" in page
    assert "−30" in page
    assert "dropped after round 1" in page
    actions.undo_adjustment(adjustment=made, by=by, now=NOW)
    assert "опоздание" not in text(anonymous.get(address(record)))


def test_an_open_table_makes_its_players_provisional(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=8)
    one = organising.publish(record)
    first = one.tables.order_by("number")[0]
    totals = dict.fromkeys(first.seats.values_list("entrant", flat=True), 100)
    organising.type_totals(first, totals)
    page = html(anonymous.get(address(record)))
    assert page.count('<span class="mark">provisional</span>') == 1 + 4


def test_byes_have_a_column_once_there_are_any(anonymous: Client, club: Club) -> None:
    record = by_totals(club, [210, 198, 177])
    assert 'data-label="Byes"' not in html(anonymous.get(address(record)))
    late = actions.enter(tournament=record, name="Яна", by=organising.organiser(record), now=NOW)
    assert late.first_round == 2
    assert 'data-label="Byes"' in html(anonymous.get(address(record)))


def test_one_finds_oneself_whatever_the_letters(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=20)
    one = organising.publish(record)
    organising.play(one, Random(2))
    found = text(anonymous.get(address(record), {"q": "федор"}))
    assert "Фёдор" in found
    assert "Анна" not in found
    assert "Nobody’s name contains “<b>”." in text(anonymous.get(address(record), {"q": "<b>"}))
    assert "<b>”" not in html(anonymous.get(address(record), {"q": "<b>"}))


def test_a_page_has_a_hundred_lines(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club, players=104)
    one = organising.publish(record)
    organising.play(one, Random(2))
    first = html(anonymous.get(address(record)))
    assert first.count('<td class="place">') == 100
    assert "1–100" in first
    assert html(anonymous.get(address(record), {"page": "2"})).count('<td class="place">') == 4
    assert html(anonymous.get(address(record), {"page": "99"})).count('<td class="place">') == 4


@pytest.mark.parametrize("players", [8, 60])
def test_it_asks_no_more_however_many_play(
    anonymous: Client,
    club: Club,
    players: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    record = organising.tournament(club, *CUT, players=players)
    organising.play_stage(record, Random(1))
    for name in ("tournament", "tournament_rounds", "tournament_screen"):
        with django_assert_max_num_queries(8):
            began = perf_counter()
            assert anonymous.get(address(record, name)).status_code == 200
            print(f"{name}, {players} entrants, cold: {1000 * (perf_counter() - began):.0f} ms")
    with django_assert_max_num_queries(8):
        anonymous.get(address(record, "tournament_round", 1))
    with django_assert_max_num_queries(8):
        anonymous.get(address(record, "entrant", record.entrants.all()[0].pk))


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_unchanged_it_asks_the_version_alone(
    anonymous: Client,
    club: Club,
    headers: dict[str, str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    record = organising.tournament(club, players=8)
    one = organising.publish(record)
    names = ("tournament", "tournament_rounds", "tournament_screen")
    places = [address(record, name) for name in names]
    places += [address(record, "tournament_round", 1)]
    places += [address(record, "entrant", record.entrants.all()[0].pk)]
    for where in places:
        anonymous.get(where)  # brings the cookie of the language form
        mark = anonymous.get(where, headers=headers).headers["ETag"]
        with django_assert_num_queries(1):
            again = anonymous.get(where, headers={**headers, "if-none-match": mark})
        assert again.status_code == 304
        by = organising.organiser(record)
        actions.start_clock(one=one, minutes=30, seen=one.ends_at, by=by, now=NOW)
        again = anonymous.get(where, headers={**headers, "if-none-match": mark})
        assert again.status_code == 200


def test_all_viewers_share_one_drawing(
    anonymous: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    record = by_totals(club, [210, 198, 177])
    first = anonymous.get(address(record), headers=HTMX)
    with django_assert_num_queries(1):
        second = anonymous.get(address(record), headers=HTMX)
    with django_assert_num_queries(1):
        anonymous.get(address(record))
    assert first.content == second.content


def test_a_finished_sheet_is_a_change(anonymous: Client, club: Club) -> None:
    """The totals of a game stand in the game: its end must not be missed."""
    from tests import factories

    record = organising.tournament(club, players=4)
    one = organising.publish(record)
    anonymous.get(address(record))
    mark = anonymous.get(address(record)).headers["ETag"]
    game = Game.objects.get(tournament_table__round=one)
    factories.play(game, most=3)
    known = {"if-none-match": mark}
    assert anonymous.get(address(record), headers=known).status_code == 304
    factories.finish(game)
    assert anonymous.get(address(record), headers=known).status_code == 200


@pytest.mark.parametrize(
    ("shown", "status", "noindex"),
    [(Shown.PUBLIC, 200, False), (Shown.UNLISTED, 200, True), (Shown.MEMBERS, 404, True)],
)
def test_who_may_see_it(
    anonymous: Client,
    host_client: Client,
    stranger_client: Client,
    club: Club,
    shown: str,
    status: int,
    noindex: bool,
) -> None:
    club.shown = Shown.PUBLIC
    club.save()
    record = by_totals(club, [210, 198, 177])
    actions.change_tournament(
        tournament=record, name=record.name, by=organising.organiser(record), now=NOW, shown=shown
    )
    entrant = record.entrants.all()[0].pk
    places = [address(record, name) for name in ("tournament", "tournament_rounds")]
    places += [address(record, "tournament_screen"), address(record, "tournament_round", 1)]
    places += [address(record, "entrant", entrant)]
    for where in places:
        for client in (anonymous, stranger_client):
            answer = client.get(where)
            assert answer.status_code == status
            if status == 200 and where is not places[-1]:
                assert ("X-Robots-Tag" in answer.headers) is noindex
        assert host_client.get(where).status_code == 200
    assert (address(record) in html(anonymous.get("/sitemap.xml"))) is (shown == Shown.PUBLIC)
    page = anonymous.get(reverse("club", args=[club.slug]))
    assert (address(record) in html(page)) is (shown == Shown.PUBLIC)


def test_an_organiser_is_shown_the_way_to_the_work(
    host_client: Client, anonymous: Client, club: Club
) -> None:
    record = by_totals(club, [210, 198, 177])
    work = address(record, "organise")
    assert work in html(host_client.get(address(record)))
    assert work not in html(anonymous.get(address(record)))


def test_a_cancelled_tournament_says_so(anonymous: Client, club: Club) -> None:
    record = organising.tournament(club)
    by = organising.organiser(record)
    actions.cancel_tournament(tournament=record, by=by, now=NOW)
    assert "The tournament is cancelled." in text(anonymous.get(address(record)))
    assert "The tournament is cancelled." in text(
        anonymous.get(address(record, "tournament_screen"))
    )


def test_it_asks_again_while_it_is_played(anonymous: Client, club: Club) -> None:
    record = by_totals(club, [210, 198, 177], StagePlan(rounds_planned=1))
    assert 'hx-trigger="every' in html(anonymous.get(address(record)))
    organising.close(record.rounds.get())
    organising.close_stage(record)
    assert 'hx-trigger="every' not in html(anonymous.get(address(record)))
