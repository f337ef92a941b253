"""The commands: the demonstration, hosts added by the administrator, receipts proved."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings

import rules
from scorekeeper.demonstration import NAME, PASSWORD
from scorekeeper.management.commands import load_demonstration
from scorekeeper.models import Account, Club, Game, Membership, Seat, Turn
from scorekeeper.queries import played
from tests import factories

from .pages import text

pytestmark = pytest.mark.thorough


def run(name: str, *arguments: str) -> str:
    """What a command says."""
    said = StringIO()
    call_command(name, *arguments, stdout=said)
    return said.getvalue()


def counts() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Account, Club, Game, Seat, Turn))


def test_the_demonstration_is_loaded_once(db: None) -> None:
    said = run("load_demonstration")
    assert said == f"Demonstration sign-in: {NAME} / {PASSWORD}\n"
    before = counts()
    assert all(before)
    assert run("load_demonstration") == said
    assert counts() == before
    assert run("prove_receipts").endswith("every receipt is right.\n")
    client = Client()
    assert client.post("/sign-in/", {"login": NAME, "password": PASSWORD}).status_code == 302
    page = text(client.get("/games/", headers={"accept-language": "en"}))
    assert "Running" in page
    assert "Finished" in page
    kinds = {game.rule_set for game in Game.objects.all()}
    assert {"classic", "saved-throws", "six-dice", "showdown"} <= kinds
    for game in Game.objects.all():
        if game.finished_at and not rules.RULE_SETS[game.rule_set].rank_only:
            assert played(game).sheet_game.over


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demonstration without its games, which take a while."""

    def load() -> Club:
        return factories.club("Клуб", factories.account(NAME))

    monkeypatch.setattr(load_demonstration, "load", load)


def test_it_comes_only_into_an_empty_database(host: Account, no_games: None) -> None:
    assert run("load_demonstration") == ""
    assert not Account.objects.filter(username=NAME).exists()


def test_it_does_not_print_a_password_that_was_changed(db: None, no_games: None) -> None:
    run("load_demonstration")
    account = Account.objects.get(username=NAME)
    account.set_password("another")
    account.save()
    assert run("load_demonstration") == ""


def test_a_club_in_earnest_gets_no_demonstration(
    db: None, no_games: None, settings: Settings
) -> None:
    settings.PRODUCTION = True
    assert run("load_demonstration") == ""
    assert not Account.objects.exists()


# Hosts


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "scorekeeper.management.commands.add_host.getpass", lambda _prompt: "пароль хозяина 1"
    )


def test_a_host_is_added_to_a_new_club(db: None, typed: None) -> None:
    run("add_host", "olga", "--club", "Шестёрка")
    assert Membership.objects.get().role == Membership.Role.OWNER
    assert Client().login(username="olga", password="пароль хозяина 1")


def test_a_host_is_added_to_a_club_that_is_there(club: Club, typed: None) -> None:
    run("add_host", "boris", "--club", " Шестёрка ")
    assert Account.objects.get(username="boris").clubs.get() == club


def test_nobody_is_added_twice(club: Club, typed: None) -> None:
    with pytest.raises(CommandError, match="There is already an account olga"):
        run("add_host", "olga", "--club", "Шестёрка")


def test_a_password_anybody_would_guess_is_refused(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "scorekeeper.management.commands.add_host.getpass", lambda _prompt: "12345678"
    )
    with pytest.raises(CommandError):
        run("add_host", "olga", "--club", "Шестёрка")
    assert not Account.objects.exists()


@pytest.mark.parametrize("name", ["", "\u200b", "\x00"])
def test_a_club_needs_a_name(db: None, typed: None, name: str) -> None:
    with pytest.raises(CommandError, match="a name that can be seen"):
        run("add_host", "olga", "--club", name)
    assert not Account.objects.exists()


# Receipts


def test_a_receipt_that_is_not_what_the_turns_say_is_named(club: Club) -> None:
    game = factories.game(club, title="Стол 1")
    factories.write(game, factories.entry(0, 0, "fives", "55552"))
    assert run("prove_receipts") == "1 games, every receipt is right.\n"
    Seat.objects.filter(game=game, position=1).update(total=7)
    with pytest.raises(CommandError, match=rf"{game.pk} \(Стол 1\)"):
        run("prove_receipts")
