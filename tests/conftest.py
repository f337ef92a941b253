"""The cast: one host with a club, a host of another club, a stranger without one, and nobody."""

import pytest
from django.test import Client

from scorekeeper.models import Account, Club
from tests import factories

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def host(db: None) -> Account:
    """Ольга, who keeps the games of the club «Шестёрка»."""
    return factories.account("olga")


@pytest.fixture
def club(host: Account) -> Club:
    return factories.club("Шестёрка", host)


@pytest.fixture
def second_host(db: None) -> Account:
    """Павел, who keeps the games of another club and has no business in this one."""
    return factories.account("pavel")


@pytest.fixture
def other_club(second_host: Account) -> Club:
    return factories.club("Пять костей", second_host)


@pytest.fixture
def stranger(db: None) -> Account:
    """Somebody with an account and no club."""
    return factories.account("stranger")


@pytest.fixture
def host_client(host: Account, club: Club) -> Client:
    """Ольга, signed in; she reads English, so that tests read the strings of the code."""
    return signed_in(host)


@pytest.fixture
def second_client(second_host: Account, other_club: Club) -> Client:
    return signed_in(second_host)


@pytest.fixture
def stranger_client(stranger: Account) -> Client:
    return signed_in(stranger)


@pytest.fixture
def anonymous(db: None) -> Client:
    return Client(headers=ENGLISH)


def signed_in(account: Account) -> Client:
    """A client of an account, reading English."""
    client = Client(headers=ENGLISH)
    client.force_login(account)
    return client
