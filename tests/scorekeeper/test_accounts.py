"""Accounts: sign-up, confirmation, reset, second factor, sessions, the throttle; safe answers."""

import re
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from scorekeeper import demonstration
from scorekeeper.models import Account, Club, Game, Job
from tests import factories
from tests.conftest import ENGLISH

from .pages import Answer, forms, html, text

pytestmark = pytest.mark.thorough

PASSPHRASE = "шесть костей и один стол"
RUSSIAN = {"accept-language": "ru"}


def sign_up(client: Client, name: str = "Лена", **changes: str) -> int:
    data = {"username": name, "email": "lena@club.example"}
    data |= {"password1": PASSPHRASE, "password2": PASSPHRASE, **changes}
    return client.post(reverse("account_signup"), data).status_code


def sign_in(client: Client, login: str, passphrase: str = PASSPHRASE) -> bool:
    client.post(reverse("sign_in"), {"login": login, "password": passphrase})
    return "_auth_user_id" in client.session


def link_in_letter() -> str:
    found = re.search(r"https?://[^/]+(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def confirming(page: Answer) -> str:
    """Where the page of a letter's link posts to; signed anew, perhaps a second later."""
    (found,) = [one.action for one in forms(page) if one.action.startswith("/account/confirm/")]
    return found


def confirmed(client: Client) -> None:
    sign_up(client)
    where = link_in_letter()
    client.post(confirming(client.get(where)))


def test_sign_up_confirm_sign_in(anonymous: Client) -> None:
    assert sign_up(anonymous) == 302
    assert not sign_in(anonymous, "лена"), "the address is not confirmed yet"
    where = link_in_letter()
    page = anonymous.get(where)
    assert not sign_in(anonymous, "лена"), "a program that follows links confirms nothing"
    anonymous.post(confirming(page))
    for login in ("лена", "ЛЕНА", "lena@club.example"):
        assert sign_in(Client(headers=ENGLISH), login), login


def test_a_letter_that_nobody_takes_is_said_not_stumbled_over(
    anonymous: Client, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # where nothing listens
    data = {"username": "Лена", "email": "lena@club.example"}
    data |= {"password1": PASSPHRASE, "password2": PASSPHRASE}
    page = anonymous.post(reverse("account_signup"), data, follow=True, headers=ENGLISH)
    assert page.status_code == 200
    assert "The letter could not be sent." in text(page)


@pytest.mark.parametrize("short", ["шесть", "12345678901234", "password1234"])
def test_a_weak_passphrase_is_refused(anonymous: Client, short: str) -> None:
    assert sign_up(anonymous, password1=short, password2=short) == 200
    assert not Account.objects.exists()


def test_a_long_one_is_taken(anonymous: Client) -> None:
    assert sign_up(anonymous, password1=PASSPHRASE * 8, password2=PASSPHRASE * 8) == 302


def test_sign_up_can_be_closed(anonymous: Client, settings: Settings) -> None:
    where = reverse("account_signup")
    assert where in html(anonymous.get(reverse("sign_in")))
    settings.SIGN_UP = False
    sign_up(anonymous)
    assert not Account.objects.exists()
    assert where not in html(anonymous.get(reverse("sign_in"))), "what is closed is not offered"


def test_nobody_learns_whose_address_is_known(anonymous: Client) -> None:
    confirmed(anonymous)
    visitor = Client(headers=ENGLISH)
    answers = [
        visitor.post(reverse("account_reset_password"), {"email": address})
        for address in ("lena@club.example", "nobody@club.example")
    ]
    assert {answer.status_code for answer in answers} == {302}
    assert len({answer.headers["Location"] for answer in answers}) == 1


def test_a_forgotten_passphrase_is_set_anew(anonymous: Client) -> None:
    confirmed(anonymous)
    visitor = Client(headers=ENGLISH)
    visitor.post(reverse("account_reset_password"), {"email": "lena@club.example"})
    page = visitor.get(link_in_letter(), follow=True)
    where = page.redirect_chain[-1][0]
    new = "совсем другая длинная фраза"
    visitor.post(where, {"password1": new, "password2": new})
    assert sign_in(Client(), "лена", new)
    assert not sign_in(Client(), "лена")


def test_sign_in_is_throttled(anonymous: Client, host: Account, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "5/5m/key"}
    cache.clear()
    for _ in range(6):
        assert not sign_in(anonymous, host.username, "wrong")
    assert not sign_in(anonymous, host.username, factories.PASSWORD)
    cache.clear()
    assert sign_in(anonymous, host.username, factories.PASSWORD)


# The second factor


def code_now(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return str(format_hotp_value(hotp_value(secret, counter)))


def test_a_second_factor_is_asked_for_and_codes_help_without_it(host: Account, club: Club) -> None:
    client = Client(headers=ENGLISH)
    assert sign_in(client, host.username, factories.PASSWORD)
    asked = client.get(reverse("mfa_activate_totp"))
    assert asked.headers["Location"].startswith(reverse("account_reauthenticate"))
    client.post(reverse("account_reauthenticate"), {"password": factories.PASSWORD})
    page = client.get(reverse("mfa_activate_totp"))
    assert "<svg" in html(page)
    assert "data:" not in html(page), "the policy would not show it"
    assert "style=" not in html(page)
    secret = str(page.context["form"].secret)
    client.post(reverse("mfa_activate_totp"), {"code": code_now(secret)})
    assert Authenticator.objects.filter(user=host, type="totp").exists()
    codes = Authenticator.objects.get(user=host, type="recovery_codes").wrap()
    other = Client(headers=ENGLISH)
    assert not sign_in(other, host.username, factories.PASSWORD)
    other.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "_auth_user_id" not in other.session
    other.post(reverse("mfa_authenticate"), {"code": codes.get_unused_codes()[0]})
    assert "_auth_user_id" in other.session


def test_whoever_has_confirmed_an_address_is_asked_again_for_the_passphrase(
    anonymous: Client,
) -> None:
    """A code by letter would be another way, at pages that this program does not have."""
    confirmed(anonymous)
    assert sign_in(anonymous, "Лена")
    for name in ("account_email", "mfa_activate_totp"):
        asked = anonymous.post(reverse(name), {"action_add": "", "email": "2@club.example"})
        assert asked.headers["Location"].startswith(reverse("account_reauthenticate"))
        assert "Password" in text(anonymous.get(asked.headers["Location"]))


def test_sessions_are_listed_and_ended(host: Account, club: Club) -> None:
    here, there = Client(headers=ENGLISH), Client(headers=ENGLISH)
    for client in (here, there):
        assert sign_in(client, host.username, factories.PASSWORD)
        assert client.get(reverse("games")).status_code == 200
    assert "End all other sessions" in text(here.get(reverse("usersessions_list")))
    here.post(reverse("usersessions_list"))
    assert there.get(reverse("games")).status_code == 302
    assert here.get(reverse("games")).status_code == 200


# Safe by default


def test_every_page_carries_its_headers(host_client: Client, club: Club, game: Game) -> None:
    for where in ("/", "/sign-in/", "/account/new/", "/games/", f"/games/{game.pk}/", "/nothing"):
        answer = host_client.get(where)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        page = html(answer)
        assert not re.search(r"<script(?![^>]*src=)[^>]*>", page), where
        assert not re.search(r"\son\w+=|\sstyle=", page), where


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club)


PAGES = (
    "account_signup",
    "account_reset_password",
    "account_change_password",
    "account_email",
    "mfa_index",
    "mfa_activate_totp",
    "usersessions_list",
    "account_reauthenticate",
)


def page_of_account(client: Client, host: Account, name: str) -> Answer:
    """One of them, to somebody signed in where it is not for strangers."""
    if name not in ("account_signup", "account_reset_password"):
        sign_in(client, host.username, factories.PASSWORD)
        client.post(reverse("account_reauthenticate"), {"password": factories.PASSWORD})
    return client.get(reverse(name))


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_of_an_account_have_nothing_inline(host: Account, club: Club, name: str) -> None:
    client = Client(headers=ENGLISH)
    answer = page_of_account(client, host, name)
    assert answer.status_code == 200
    assert not re.search(r"<script(?![^>]*src=)[^>]*>|\son\w+=|\sstyle=", html(answer))


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_of_an_account_are_in_russian(host: Account, club: Club, name: str) -> None:
    client = Client(headers=RUSSIAN)
    said = text(page_of_account(client, host, name))
    page = said.replace("English", "").replace(host.username, "")
    assert re.findall(r"\b[A-Za-z][A-Za-z-]{3,}\b(?! \d)", page) == []


def test_letters_greet_by_the_name_of_the_program(db: None) -> None:
    for headers, who, name in (
        (ENGLISH, "ann", "Poker dice"),
        (RUSSIAN, "anya", "Покер на костях"),
    ):
        sign_up(Client(headers=headers), who, email=f"{who}@club.example")
        letter = str(mail.outbox[-1].body)
        assert f"{name}, " in letter
        assert "!»" not in letter


@pytest.mark.parametrize("open_to_all", [True, False])
def test_the_first_page_offers_an_account_where_one_can_be_made(
    anonymous: Client, settings: Settings, open_to_all: bool
) -> None:
    settings.SIGN_UP = open_to_all
    assert ("Make an account" in text(anonymous.get("/"))) is open_to_all


def test_making_an_account_says_what_is_wrong_with_the_password(anonymous: Client) -> None:
    sent = {"username": "Лена", "email": "lena@club.example", "password1": "1", "password2": "1"}
    page = text(anonymous.post(reverse("account_signup"), sent))
    assert "This password is too short." in page
    assert "Your password must contain at least 12 characters." in page


FOREIGN = ["//evil.test", "/\\evil.test", "https:evil.test", "javascript:alert(1)"]


@pytest.mark.parametrize("after", FOREIGN)
@pytest.mark.parametrize("name", ["account_signup", "sign_out", "account_reauthenticate"])
def test_no_page_leads_elsewhere(host_client: Client, host: Account, name: str, after: str) -> None:
    data = {"next": after, "password": factories.PASSWORD}
    answer = host_client.post(f"{reverse(name)}?next={after}", data)
    assert "evil" not in answer.headers.get("Location", "")
    assert "javascript" not in answer.headers.get("Location", "")


def test_production_refuses_the_demonstration(db: None, settings: Settings) -> None:
    settings.PRODUCTION = True
    demonstration.refuse_in_production()
    Account.objects.create_user(demonstration.NAME, password=demonstration.PASSWORD)
    with pytest.raises(ImproperlyConfigured, match="public"):
        demonstration.refuse_in_production()
    settings.PRODUCTION = False
    demonstration.refuse_in_production()


def test_whoever_runs_the_installation_is_led_to_its_page(
    host_client: Client, stranger_client: Client, club: Club
) -> None:
    sessions = reverse("usersessions_list")
    assert reverse("installation") in html(host_client.get(sessions))
    assert reverse("installation") not in html(stranger_client.get(sessions))


def test_the_page_of_the_installation_says_how_it_is(
    host: Account, club: Club, settings: Settings, tmp_path: Path
) -> None:
    settings.BACKUP_FOLDER = tmp_path
    client = Client(headers=RUSSIAN)
    client.force_login(host)
    assert "Резервной копии ещё нет." in text(client.get(reverse("installation")))
    now = timezone.now()
    Job.objects.create(kind="backup", started_at=now, ended_at=now, failure="диск полон")
    (tmp_path / "pokernakostyah-20261129-193000-000000.sqlite3").write_bytes(b"x" * 2048)
    page = text(client.get(reverse("installation")))
    assert settings.VERSION in page
    assert "29.11.2026, 22:30" in page, "in the time zone of the installation"
    assert "2,0 КБ" in page
    assert "резервная копия" in page
    assert "не удалось : диск полон" in page


def test_health_says_when_it_fails(anonymous: Client, settings: Settings) -> None:
    assert anonymous.get("/health").status_code == 200
    settings.DATA_DIR = settings.DATA_DIR / "missing"
    assert anonymous.get("/health").status_code == 503
