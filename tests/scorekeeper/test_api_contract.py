"""The API keeps what its description promises, whatever is asked of it (schemathesis).

No server and no network: the cases are handed to the program itself, the same in every run.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core import signals
from django.core.handlers.wsgi import WSGIHandler
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from schemathesis import Case

from scorekeeper.models import Account, Club, Game, Shown
from tests import factories
from tests.plugins.database import again
from tests.tournaments import organising
from tests.tournaments import test_seasons as seasons

from .test_api import token

pytestmark = pytest.mark.thorough

schema = schemathesis.openapi.from_wsgi(
    "/api/1/openapi.json",
    WSGIHandler(),
    config=schemathesis.Config.from_dict(
        {"seed": 1, "generation": {"deterministic": True, "database": "none", "max-examples": 25}}
    ),
)
unhurried = settings(deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture
def within_the_test(db: None) -> Iterator[None]:
    """The end of a request does not end the transaction of the test, as with Django's client."""
    ends = (signals.request_started, signals.request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def kept(module_db: DjangoDbBlocker) -> Game:
    """A game that everybody may see, in a club that shows itself."""
    with module_db.unblock():
        club = factories.club("Шестёрка", factories.account("olga"))
        Club.objects.filter(pk=club.pk).update(shown=Shown.PUBLIC)
        game = factories.game(club)
        factories.play(game, most=20)
        factories.play(factories.game(club, "showdown"), most=6)
    return game


@pytest.fixture
def game(kept: Game, within_the_test: None) -> Game:
    return again(kept)


@pytest.fixture
def host(game: Game) -> Account:
    return game.club.memberships.get().account


@schema.parametrize()
@unhurried
def test_anybody_may_ask_anything(case: "Case[Any]", game: Game) -> None:
    case.call_and_validate()


@pytest.mark.parametrize("path", schema)
def test_a_member_is_told_what_there_is(path: str, game: Game, host: Account) -> None:
    seat = game.seats.all()[0]
    event, season = organising.tournament(game.club), seasons.season(game.club)
    keys = {"games": game.public_key, "tournaments": event.public_key, "seasons": season.public_key}
    known: dict[str, object] = {"slug": game.club.slug, "number": seat.player_id}
    known |= {"key": keys.get(path.split("/")[3])}
    asked = {name: each for name, each in known.items() if f"{{{name}}}" in path}
    case = schema[path]["GET"].Case(path_parameters=asked)
    answer = case.call(headers={"Authorization": f"Bearer {token(host)}"})
    assert answer.status_code == 200
    case.validate_response(answer)
