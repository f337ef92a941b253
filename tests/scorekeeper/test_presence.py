"""Who else has a sheet open for writing."""

from datetime import timedelta
from urllib.parse import unquote

from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorekeeper import actions
from scorekeeper.models import Account, Club, Game
from scorekeeper.views import presence
from tests import factories
from tests.conftest import signed_in


def others(client: Client, game: Game) -> str:
    """What a page that asks whether the sheet has changed is told of the others."""
    answer = client.get(reverse("game", args=[game.pk]), {"version": game.version})
    assert answer.status_code == 204
    return unquote(answer.headers[presence.HEADER])


def test_a_helper_and_the_same_account_elsewhere_are_others(club: Club, host: Account) -> None:
    game = factories.game(club)
    link = actions.open_table(game=game, helper="Тётя Вера", by=host, now=factories.NOW)
    desk, phone, helper = signed_in(host), signed_in(host), Client()
    helper.get(reverse("table", args=[link.key]))
    assert others(desk, game) == ""
    assert others(phone, game) == "olga"
    assert others(helper, game) == "olga"
    assert others(desk, game) == "olga, Тётя Вера"


def test_who_only_opens_the_page_or_watches_is_not_told_of(
    club: Club, host: Account, host_client: Client
) -> None:
    game = factories.game(club)
    signed_in(host).get(reverse("game", args=[game.pk]))
    Client().get(reverse("watch", args=[game.public_key]))
    assert others(host_client, game) == ""


def test_asking_writes_nothing_into_the_database_and_seldom_into_the_cache(
    club: Club,
    host: Account,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game, client = factories.game(club), signed_in(host)
    others(client, game)
    before = cache.get(f"open:{game.public_key}")
    with django_assert_num_queries(3):  # session, account, game
        others(client, game)
    assert cache.get(f"open:{game.public_key}") == before


def test_who_has_gone_is_forgotten(club: Club, host: Account) -> None:
    game, desk = factories.game(club), signed_in(host)
    others(desk, game)
    place = f"open:{game.public_key}"
    past = timezone.now() - presence.GONE_AFTER - timedelta(seconds=1)
    cache.set(place, {browser: (name, past) for browser, (name, _at) in cache.get(place).items()})
    assert others(signed_in(host), game) == ""
