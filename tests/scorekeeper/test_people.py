"""People: look-alikes, search, merging with a way back, forgetting, claiming."""

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

from .pages import html, text

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
    host_client.post(reverse("claim_decide", args=[claim.pk]), {"confirmed": confirmed})
    player.refresh_from_db()
    assert (player.account == stranger) is (confirmed == "yes")


def test_a_player_belongs_to_one_account(host: Account, club: Club, stranger: Account) -> None:
    player = add(club, "Зоя")
    claims = [actions.claim_player(player=player, account=who, now=NOW) for who in (host, stranger)]
    actions.decide_claim(claim=claims[0], confirmed=True, by=host, now=NOW)
    with pytest.raises(actions.AlreadyDone):
        actions.decide_claim(claim=claims[1], confirmed=True, by=host, now=NOW)
