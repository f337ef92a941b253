"""People: look-alikes, search, renaming, merging with a way back, forgetting, claiming."""

from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper import actions, printing
from scorekeeper.exports.planned import Look
from scorekeeper.models import (
    Account,
    Claim,
    Club,
    DrawnSheet,
    LogEntry,
    Membership,
    Merge,
    Player,
    PrintJob,
)
from scorekeeper.queries import look_alikes, players_of
from scorekeeper.rights import Who
from tests import factories
from tests.conftest import signed_in
from tests.tournaments import organising
from tournaments.actions import StagePlan, create_season
from tournaments.queries import whole

from .pages import Answer, html, text

pytestmark = pytest.mark.thorough

NOW = factories.NOW


def add(club: Club, name: str) -> Player:
    return actions.add_player(club=club, name=name)


def names(club: Club, wanted: str) -> list[str]:
    return [player.name for player in players_of(club, wanted)]


# Names that look alike


@pytest.mark.parametrize(
    "typed", ["Семен Королев", "СЕМЁН КОРОЛЕВ", "Cемён Королёв", "Семён Kopoлёв"]
)
def test_a_name_that_looks_alike_is_told_apart_first(
    host_client: Client, club: Club, typed: str
) -> None:
    add(club, "Семён Королёв")
    answer = host_client.post(reverse("players"), {"name": typed})
    assert answer.status_code == 422
    assert "there is already Семён Королёв" in text(answer)
    assert club.players.count() == 1
    host_client.post(reverse("players"), {"name": typed, "another": "yes"})
    assert club.players.count() == 2


def test_the_same_name_asks_nothing(host_client: Client, club: Club) -> None:
    add(club, "Лена")
    answer = host_client.post(reverse("players"), {"name": "ЛЕНА"})
    assert "There is already Лена" in text(answer)
    assert not look_alikes(club, ["лена"])


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("лен", ["Лена", "Ёлена"]),
        ("ЛЕН", ["Лена", "Ёлена"]),
        ("елена", ["Ёлена"]),
        ("ЁЛЕНА", ["Ёлена"]),
        ("anna", ["Anna"]),
        ("%", []),
        ("_", []),
        ("", ["Ёлена", "Лена", "Anna"]),
        ("\x00", ["Ёлена", "Лена", "Anna"]),
    ],
)
def test_search_knows_no_case_and_no_yo(club: Club, wanted: str, found: list[str]) -> None:
    for name in ("Лена", "Ёлена", "Anna"):
        add(club, name)
    assert sorted(names(club, wanted)) == sorted(found)


def test_the_page_finds(host_client: Client, club: Club) -> None:
    add(club, "Семён")
    add(club, "Ольга")
    page = html(host_client.get(reverse("players"), {"q": "СЕМЕН"}))
    assert "Семён" in page
    assert "Ольга" not in page


# Renaming


def rename(client: Client, player: Player, name: str, **typed: str) -> Answer:
    sent = {"name": name, "seen": player.name, **typed}
    return client.post(reverse("player_rename", args=[player.pk]), sent, follow=True)


def test_a_new_name_stands_wherever_they_have_played(
    host_client: Client, anonymous: Client, club: Club
) -> None:
    game = factories.game(club, names=("Семн", "Лев"))
    factories.play(game)
    factories.finish(game)
    days = {"first_day": NOW.date(), "last_day": NOW.date()}
    season = create_season(
        club=club, name="Зима", by=game.created_by, now=NOW, start_key=uuid4(), **days
    )
    watch = reverse("watch", args=[game.public_key])
    before = anonymous.get(watch)
    player = add(club, "Семн")
    assert "Семн is called Семён now" in text(rename(host_client, player, " Семён "))
    pages = [
        anonymous.get(watch, headers={"If-None-Match": before["ETag"]}),
        host_client.get(reverse("game", args=[game.pk])),
        host_client.get(reverse("player", args=[player.pk])),
        host_client.get(reverse("players"), {"q": "семен"}),
        host_client.get(reverse("ratings", args=[club.slug])),
        host_client.get(reverse("season", args=[season.public_key])),
        host_client.get(reverse("club_log", args=[club.slug])),
    ]
    for page in pages:
        assert "Семён" in html(page)
        assert "Семн" not in html(page)
    assert LogEntry.objects.get(kind="renamed").words == {"player": player.pk}
    assert add(club, "Семн") != player, "the wrong name is free again"


def test_a_tournament_shows_it_at_once_and_in_the_same_order(
    host_client: Client, club: Club
) -> None:
    record = organising.tournament(club, StagePlan(chain=("lots",)), players=4)
    organising.play(organising.publish(record), Random(1))
    page = reverse("tournament", args=[record.public_key])
    first = host_client.get(page)
    before = [row.entrant for row in whole(record).standing().rows]
    rename(host_client, add(club, "Анна"), "Яна")
    shown = html(host_client.get(page, headers={"If-None-Match": first["ETag"]}))
    assert "Яна" in shown
    assert "Анна" not in shown
    assert [row.entrant for row in whole(record).standing().rows] == before


def test_a_name_that_is_anothers_is_refused(host_client: Client, host: Account, club: Club) -> None:
    lev, leo, other = (add(club, name) for name in ("Лев", "Лео", "Лёня"))
    answer = rename(host_client, leo, "ЛЕВ")
    assert answer.status_code == 422
    assert "there is already Лев : merge the two there" in text(answer)
    assert reverse("player", args=[lev.pk]) in html(answer)
    merge = actions.merge_players(kept=lev, gone=other, by=host, now=NOW)
    assert "there is already Лев " in text(rename(host_client, leo, "Лёня"))
    assert "merged into this player" in text(rename(host_client, lev, "Лёня"))
    with pytest.raises(actions.AlreadyDone):
        actions.rename_player(player=merge.gone, name="Леонид", by=host, now=NOW)
    assert sorted(club.players.values_list("name", flat=True)) == ["Лев", "Лео", "Лёня"]


def test_a_name_that_looks_like_anothers_is_told_apart_first(
    host_client: Client, club: Club
) -> None:
    add(club, "Семён")
    player = add(club, "Сеня")
    answer = rename(host_client, player, "Семен")
    assert answer.status_code == 422
    assert "there is already Семён" in text(answer)
    assert "Семен" not in names(club, "")
    rename(host_client, player, "Семен", another="yes")
    assert "Семен" in names(club, "")


@pytest.mark.parametrize("name", ["ЛЕНА", "Лёна"])
def test_ones_own_name_in_another_spelling_asks_nothing(
    host_client: Client, club: Club, name: str
) -> None:
    player = add(club, "Лена")
    assert rename(host_client, player, name).status_code == 200
    assert names(club, "") == [name]


@pytest.mark.parametrize("name", ["", "\u200b", "я" * 81])
def test_a_name_that_cannot_be_is_refused(host_client: Client, club: Club, name: str) -> None:
    player = add(club, "Лена")
    assert rename(host_client, player, name).status_code == 422
    assert names(club, "") == ["Лена"]


def test_renaming_again_from_another_window_changes_nothing(
    host_client: Client, club: Club
) -> None:
    player = add(club, "Лна")
    rename(host_client, player, "Лена")
    for name in ("Лена", "Лина"):
        assert "Nothing was changed" in text(rename(host_client, player, name))
    assert names(club, "") == ["Лена"]
    assert LogEntry.objects.filter(kind="renamed").count() == 1


def test_only_who_may_merge_may_rename(club: Club, stranger: Account) -> None:
    membership = Membership.objects.create(club=club, account=stranger, role=Who.HOST.value)
    player, client = add(club, "Лна"), signed_in(stranger)
    page = reverse("player", args=[player.pk])
    assert rename(client, player, "Лена").status_code == 404
    assert reverse("player_rename", args=[player.pk]) not in html(client.get(page))
    membership.role = Who.ORGANISER.value
    membership.save()
    assert reverse("player_rename", args=[player.pk]) in html(client.get(page))
    rename(client, player, "Лена")
    assert names(club, "") == ["Лена"]


def test_who_was_renamed_can_still_be_forgotten_and_then_has_no_name(
    host_client: Client, host: Account, club: Club
) -> None:
    game = factories.game(club, names=("Лна", "Лев"))
    link = actions.open_table(game=game, helper="лна", by=host, now=NOW)
    typed = factories.entry(0, 0, "fives", "55552")
    actions.record_turn(game_id=game.pk, account=link, entry=typed, now=NOW)
    game.turns.update(typed_as="Лна", withdrawn_as="Лна (olga)")
    player = add(club, "Лна")
    actions.rename_player(player=player, name="Лена (младшая)", by=host, now=NOW)
    link.refresh_from_db()
    turn = game.turns.get()
    assert (link.helper, turn.typed_as) == ("Лена (младшая)",) * 2
    assert turn.withdrawn_as == "Лена (младшая) (olga)"
    player.refresh_from_db()
    actions.forget_player(player=player, by=host, now=NOW)
    shown = html(host_client.get(reverse("game_history", args=[game.pk])))
    turn.refresh_from_db()
    kept = [turn.typed_as, turn.withdrawn_as, shown]
    assert not any("Лна" in words or "Лена" in words for words in kept)
    assert "Nothing was changed" in text(rename(host_client, player, "Елена"))


# Merging


def test_merging_moves_all_games_and_can_be_undone(host: Account, club: Club) -> None:
    kept, gone = add(club, "Семён"), add(club, "Семен")
    one = factories.game(club, names=("Семён", "Лев"))
    other = factories.game(club, names=("Семен", "Лев"))
    before = other.version
    merge = actions.merge_players(kept=kept, gone=gone, by=host, now=NOW)
    assert kept.seats.count() == 2
    assert "Семен" not in names(club, "")
    assert add(club, "СЕМЕН") == kept, "the merged name is the kept player from now on"
    other.refresh_from_db()
    assert other.version > before, "whoever watches is told"
    actions.undo_merge(merge=merge, by=host, now=NOW)
    assert [seat.game for seat in gone.seats.all()] == [other]
    assert [seat.game for seat in kept.seats.all()] == [one]
    with pytest.raises(actions.AlreadyDone):
        actions.undo_merge(merge=merge, by=host, now=NOW)


def test_two_at_one_table_are_two_and_the_game_is_named(
    host_client: Client, host: Account, club: Club
) -> None:
    factories.game(club, names=("Семён", "Семен"), title="Вечер пятницы")
    kept, gone = add(club, "Семён"), add(club, "Семен")
    with pytest.raises(actions.SameTable):
        actions.merge_players(kept=kept, gone=gone, by=host, now=NOW)
    answer = host_client.post(
        reverse("player_merge", args=[kept.pk]), {"gone": gone.pk}, follow=True
    )
    assert "Вечер пятницы" in text(answer)
    assert not Merge.objects.exists()


def test_whoever_parts_two_players_is_told_so(host_client: Client, club: Club) -> None:
    kept, gone = add(club, "Зоя"), add(club, "Зойка")
    host_client.post(reverse("player_merge", args=[kept.pk]), {"gone": gone.pk})
    where = reverse("merge_undo", args=[kept.merges.get().pk])
    assert "Зойка and Зоя are two players again." in text(host_client.post(where, follow=True))


def test_a_chain_of_merges_comes_apart_in_order(host: Account, club: Club) -> None:
    first, second, third = (add(club, name) for name in ("Аня", "Анна", "Анюта"))
    inner = actions.merge_players(kept=second, gone=third, by=host, now=NOW)
    outer = actions.merge_players(kept=first, gone=second, by=host, now=NOW)
    with pytest.raises(actions.AlreadyDone):
        actions.undo_merge(merge=inner, by=host, now=NOW)
    assert add(club, "Анюта") == first
    actions.undo_merge(merge=outer, by=host, now=NOW)
    assert add(club, "Анюта") == second
    actions.undo_merge(merge=inner, by=host, now=NOW)
    assert add(club, "Анюта") == third


def test_players_of_two_clubs_are_never_merged(host: Account, club: Club, other_club: Club) -> None:
    with pytest.raises(ValueError, match="two clubs"):
        actions.merge_players(kept=add(club, "А"), gone=add(other_club, "А"), by=host, now=NOW)


# Forgetting


def test_a_forgotten_name_is_nowhere_and_the_results_stay(
    host_client: Client, anonymous: Client, host: Account, club: Club
) -> None:
    name = "Забываемый Игрок"
    merged = add(club, "Забываемый Другой")
    game = factories.game(club, names=(name, "Лев"))
    factories.play(game)
    totals = list(game.seats.values_list("total", flat=True))
    player = add(club, name)
    actions.merge_players(kept=player, gone=merged, by=host, now=NOW)
    watch = reverse("watch", args=[game.public_key])
    assert name in html(anonymous.get(watch))
    wrong = host_client.post(reverse("player_forget", args=[player.pk]), {"name": "Лев"})
    assert wrong.status_code == 302
    assert Player.objects.filter(name=name).exists()
    host_client.post(reverse("player_forget", args=[player.pk]), {"name": name})
    assert list(game.seats.values_list("total", flat=True)) == totals
    pages = [
        anonymous.get(watch),
        host_client.get(reverse("players")),
        host_client.get(reverse("player", args=[player.pk])),
        host_client.get(reverse("game_history", args=[game.pk])),
        host_client.get(reverse("club_log", args=[club.slug])),
        host_client.get(reverse("club_json")),
    ]
    for page in pages:
        assert "Забываемый" not in html(page)
    assert not Player.objects.filter(name_key__contains="забываемый").exists()
    assert "Забываемый" not in str(list(LogEntry.objects.values_list("words", flat=True)))
    (merge,) = Merge.objects.all()
    with pytest.raises(actions.AlreadyDone):
        actions.undo_merge(merge=merge, by=host, now=NOW)


def test_a_forgotten_helper_and_files_that_were_made_are_gone_too(
    host_client: Client, host: Account, club: Club
) -> None:
    name = "Забываемый Игрок"
    game = factories.game(club, names=(name, "Лев"))
    link = actions.open_table(game=game, helper=name.upper(), by=host, now=NOW)
    typed = factories.entry(0, 0, "fives", "55552")
    actions.record_turn(game_id=game.pk, account=link, entry=typed, now=NOW)
    game.turns.update(withdrawn_as=f"{name} (olga)")
    made = {"account": host, "club": club, "games": [game], "look": Look(), "language": "ru"}
    printing.order(**made, key=uuid4())  # type: ignore[arg-type]
    printing.draw_all()
    assert (PrintJob.objects.count(), DrawnSheet.objects.count()) == (1, 1)
    actions.forget_player(player=add(club, name), by=host, now=NOW)
    assert (PrintJob.objects.count(), DrawnSheet.objects.count()) == (0, 0)
    link.refresh_from_db()
    kept = (link.helper, game.turns.get().withdrawn_as)
    assert kept == (club.players.get(forgotten_at=NOW).name,) * 2
    assert "абываемый" not in html(host_client.get(reverse("table_links", args=[game.pk]))).lower()


# Claiming


@pytest.mark.parametrize("confirmed", ["yes", "no"])
def test_a_claim_holds_when_the_club_confirms_it(
    host_client: Client, club: Club, stranger: Account, confirmed: str
) -> None:
    Membership.objects.create(club=club, account=stranger, role=Who.PLAYER.value)
    player = add(club, "Зоя")
    client = signed_in(stranger)
    client.post(reverse("player_claim", args=[player.pk]))
    client.post(reverse("player_claim", args=[player.pk]))
    page = client.get(reverse("player", args=[player.pk]))
    assert "You have said that this is you" in text(page)
    assert "This is me" not in text(page)
    claim = Claim.objects.get()
    client.post(reverse("claim_decide", args=[claim.pk]), {"confirmed": "yes"})
    player.refresh_from_db()
    assert player.account is None, "nobody confirms their own claim"
    assert "Whose history" in text(host_client.get(reverse("players")))
    sent = {"confirmed": confirmed}
    decided = host_client.post(reverse("claim_decide", args=[claim.pk]), sent, follow=True)
    said = "stranger is Зоя now." if confirmed == "yes" else "The claim is refused."
    assert said in text(decided)
    player.refresh_from_db()
    assert (player.account == stranger) is (confirmed == "yes")


def test_a_player_belongs_to_one_account(host: Account, club: Club, stranger: Account) -> None:
    player = add(club, "Зоя")
    claims = [actions.claim_player(player=player, account=who, now=NOW) for who in (host, stranger)]
    actions.decide_claim(claim=claims[0], confirmed=True, by=host, now=NOW)
    with pytest.raises(actions.AlreadyDone):
        actions.decide_claim(claim=claims[1], confirmed=True, by=host, now=NOW)
