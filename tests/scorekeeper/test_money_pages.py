"""The pages of a club's money, and its workbook."""

from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from scorekeeper import actions
from scorekeeper.models import Account, Club, LedgerEntry, Membership
from scorekeeper.queries import balances
from tests import factories
from tests.conftest import signed_in
from tests.plugins.office import Recalculate

from .pages import form, forms, html, text
from .test_money import copied, correct, has, pay

HOSTILE = "=HYPERLINK(1)<b>&"


def kept(club: Club, host: Account) -> Club:
    actions.keep_money(
        club=club, since=date(2026, 1, 1), currency="RUB", by=host, now=factories.NOW
    )
    club.refresh_from_db()
    return club


@pytest.fixture
def money_club(club: Club, host: Account) -> Club:
    return kept(club, host)


@pytest.fixture
def player_client(club: Club) -> Client:
    account = factories.account("player")
    Membership.objects.create(club=club, account=account, role=Membership.Role.PLAYER)
    return signed_in(account)


def where(name: str, club: Club, *more: object) -> str:
    return reverse(name, args=[club.slug, *more])


def test_it_is_switched_on_by_the_owner(host_client: Client, club: Club) -> None:
    page = host_client.get(where("money", club))
    assert "The money of this club is not kept." in text(page)
    page = host_client.get(where("money_settings", club))
    sent = form(page, "").sent(keeps="on", since="2026-11-01", currency="EUR")
    page = host_client.post(where("money_settings", club), sent, follow=True)
    assert "Kept since the evening of" in text(page)
    assert "The first finished game that is played for money will stand here." in text(page)
    club.refresh_from_db()
    assert (club.money_since, club.currency) == (date(2026, 11, 1), "EUR")


def test_the_switch_needs_an_evening(host_client: Client, club: Club) -> None:
    sent = {"keeps": "on", "currency": "RUB"}
    page = host_client.post(where("money_settings", club), sent)
    assert page.status_code == 422
    assert "Choose the first evening." in text(page)


def test_a_currency_in_use_stays(host_client: Client, money_club: Club) -> None:
    copied(money_club, 12, 0)
    sent = {"keeps": "on", "since": "2026-01-01", "currency": "EUR"}
    page = host_client.post(where("money_settings", money_club), sent)
    assert page.status_code == 422
    assert "it cannot change now" in text(page)
    off = host_client.post(where("money_settings", money_club), {"currency": "RUB"}, follow=True)
    assert "is not kept any more; what was booked stays" in text(off)
    assert "Оля" in text(off)


def test_what_settles_everything_is_paid_by_one_press(
    host_client: Client, money_club: Club
) -> None:
    copied(money_club, 12, 0, -6)
    page = host_client.get(where("money", money_club))
    assert "Семён Королёв → Оля: 8 ₽" in text(page).replace("\u00a0", " ")
    sent = [one for one in forms(page) if "amount" in one.data and "note" not in one.data]
    assert len(sent) == 2
    for _again in range(2):  # pressed twice
        for one in sent:
            answer = host_client.post(one.action, one.sent())
            assert answer.status_code == 302
    assert set(balances(money_club).values()) == {Decimal(0)}
    assert "Everybody is even" in text(host_client.get(where("money", money_club)))


def test_a_payment_is_written_down(host_client: Client, money_club: Club) -> None:
    copied(money_club, 12, 0)
    people = {player.name: player.pk for player in money_club.players.all()}
    page = host_client.get(where("money", money_club))
    (blank,) = [one for one in forms(page) if "note" in one.data]
    typed = {"payer": people["Лев"], "receiver": people["Оля"], "note": "наличными"}
    page = host_client.post(blank.action, blank.sent(**typed, amount="1 002,5"), follow=True)
    assert "Written down: Лев has paid Оля." in text(page)
    assert has(money_club) == {"Лев": "996.5", "Оля": "-996.5"}
    ledger = host_client.get(where("money_ledger", money_club))
    assert "наличными" in text(ledger)
    (withdraw,) = [one for one in forms(ledger) if "withdraw" in one.action]
    for said in ("both entries stay", "this has been done meanwhile"):
        assert said in text(host_client.post(withdraw.action, follow=True))
    assert has(money_club) == {"Лев": "-6.0", "Оля": "6.0"}
    assert "withdrawn since" in text(host_client.get(where("money_ledger", money_club)))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"amount": "0"}, "Type an amount above zero"),
        ({"amount": "-5"}, "Type an amount above zero"),
        ({"amount": "1e3"}, "Type an amount above zero"),
        ({"amount": "٣"}, "Type an amount above zero"),
        ({"receiver": "payer"}, "another person"),
        ({"paid_on": "2199-01-01"}, "still to come"),
        ({"paid_on": "2999-01-01"}, "another year"),
        ({"paid_on": "0001-01-01"}, "another year"),
        ({"payer": "0"}, "Select a valid choice"),
    ],
)
def test_impossible_payments_say_why(
    host_client: Client, money_club: Club, typed: dict[str, str], said: str
) -> None:
    copied(money_club, 12, 0)
    one, other = money_club.players.order_by("pk")
    sent = {
        "payer": str(one.pk),
        "receiver": str(other.pk),
        "amount": "1",
        "paid_on": "2026-11-01",
        "client_key": str(uuid4()),
    } | typed
    sent["receiver"] = sent["payer"] if sent["receiver"] == "payer" else sent["receiver"]
    page = host_client.post(where("payment_new", money_club), sent)
    assert page.status_code == 422
    assert said in text(page)
    assert not LedgerEntry.objects.filter(kind="payment").exists()


def test_without_money_no_payment_is_taken(host_client: Client, club: Club) -> None:
    assert host_client.post(where("payment_new", club)).status_code == 404


def test_members_look_and_do_not_write(player_client: Client, money_club: Club) -> None:
    copied(money_club, 12, 0)
    payment = pay(money_club, "Лев", "Оля", "1")
    page = player_client.get(where("money", money_club))
    assert not [one for one in forms(page) if "money" in one.action]
    ledger = player_client.get(where("money_ledger", money_club))
    assert not [one for one in forms(ledger) if "money" in one.action]
    withdraw = where("payment_withdraw", money_club, payment.pk)
    assert player_client.post(withdraw).status_code == 404


def test_an_evening_and_its_corrections(
    host_client: Client, money_club: Club, host: Account
) -> None:
    game = copied(money_club, 12, 0, title="Первый стол")
    correct(game, 1, 6, host)
    pay(money_club, "Лев", "Оля", "1")
    page = host_client.get(where("money_evening", money_club, date(2026, 11, 29)))
    said = text(page).replace("\u00a0", " ")
    assert "Лев → Оля: 3 ₽" in said
    assert "Correction: Первый стол" in said
    assert "+6" in said
    assert host_client.get(where("money_evening", money_club, date(2026, 1, 1))).status_code == 404
    odd = where("money_ledger", money_club).replace("ledger", "evenings/2026-02-30")
    assert host_client.get(odd).status_code == 404


def test_hostile_names_are_only_names(host_client: Client, money_club: Club) -> None:
    game = factories.game(money_club, names=(HOSTILE, "Оля"), title=HOSTILE)
    factories.play(game)
    factories.finish(game)
    for name in ("money", "money_ledger"):
        page = html(host_client.get(where(name, money_club)))
        assert "<b>&" not in page
        assert "&lt;b&gt;&amp;" in page


def test_the_pages_take_few_queries(
    host_client: Client, money_club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(12):
        copied(money_club, 12, 0, -6)
    for name in ("money", "money_ledger", "money_xlsx"):
        with django_assert_max_num_queries(16):
            assert host_client.get(where(name, money_club)).status_code == 200


def workbook(client: Client, club: Club) -> bytes:
    answer = client.get(where("money_xlsx", club))
    assert answer.status_code == 200
    return answer.content


def test_the_workbook_says_everything(host_client: Client, money_club: Club, host: Account) -> None:
    game = copied(money_club, 12, 0, title=HOSTILE)
    correct(game, 1, 6, host)
    pay(money_club, "Лев", "Оля", "0.50")
    found = load_workbook(BytesIO(workbook(host_client, money_club)))
    assert found.sheetnames == ["Balances", "Evenings", "Who pays whom", "Ledger"]
    rows = [row[1:] for row in found["Ledger"].iter_rows(min_row=4, values_only=True)]
    assert [(row[2], row[3], row[4], row[5]) for row in rows] == [
        ("game", HOSTILE, "Оля", 6),
        ("game", HOSTILE, "Лев", -6),
        ("correction", HOSTILE, "Оля", -3),
        ("correction", HOSTILE, "Лев", 3),
        ("payment", "на карту", "Лев", 0.5),
        ("payment", "на карту", "Оля", -0.5),
    ]
    assert found["Ledger"]["E4"].data_type == "s"
    pays = [row[1:] for row in found["Who pays whom"].iter_rows(min_row=4, values_only=True)]
    assert pays == [("Лев", "Оля", 3)]


def test_the_office_adds_the_balances_up(
    host_client: Client, money_club: Club, recalculate: Recalculate, tmp_path: Path
) -> None:
    names = ("Ёж?*", "ёж?*х", HOSTILE)
    game = factories.game(money_club, names=names, options={"stake": "0.10", "unit": "0.01"})
    factories.play(game)
    factories.finish(game)
    pay(money_club, "Ёж?*", HOSTILE, "1.25")
    file = tmp_path / "money.xlsx"
    file.write_bytes(workbook(host_client, money_club))
    sheet = load_workbook(recalculate(file), data_only=True)["Balances"]
    rows: list[Any] = list(sheet.iter_rows(min_row=4, max_col=2, values_only=True))
    expected = {player.name: float(money) for player, money in balances(money_club).items()}
    assert dict(rows[:-1]) == pytest.approx(expected)
    assert rows[-1] == ("Together", 0)
