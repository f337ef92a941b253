"""The ledger of a club: what games and payments book, and what corrections and merges become.

The reference at the end keeps its own books, by hand of the receipts, and must agree.
"""

import random
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

import pytest

import rules
from scorekeeper import actions, archive
from scorekeeper.entry import Entry
from scorekeeper.models import (
    Account,
    Club,
    Game,
    LedgerEntry,
    LedgerLine,
    LogEntry,
    Merge,
    Player,
    Seat,
)
from scorekeeper.queries import balances, evenings_of, ledger_of, played
from tests import factories

pytestmark = pytest.mark.thorough

EVENING = date(2026, 11, 29)
LATER = factories.NOW + timedelta(hours=3)


@pytest.fixture
def club(club: Club, host: Account) -> Club:
    """The club of the cast, which keeps its money."""
    actions.keep_money(
        club=club, since=date(2026, 1, 1), currency="RUB", by=host, now=factories.NOW
    )
    club.refresh_from_db()
    return club


def copied(club: Club, *points: int, **columns: Any) -> Game:
    """A game from paper in which everybody has that many points, closed."""
    game = factories.game(club, names=factories.NAMES[: len(points)], copied=True, **columns)
    write(game, *points)
    factories.finish(game)
    return game


def write(game: Game, *points: int) -> None:
    for seat, each in enumerate(points):
        turn = rules.Turn(str(seat), rules.Kind.POINTS, "sixes", points=each)
        factories.write(game, Entry(seat, uuid4(), turn))


def correct(game: Game, seat: int, points: int, by: Account) -> None:
    """The sixes of a seat as they should have been."""
    game.refresh_from_db()
    turn = rules.Turn(str(seat), rules.Kind.POINTS, "sixes", points=points)
    actions.correct_turns(
        game_id=game.pk,
        account=by,
        corrections={seat: turn},
        version=game.version,
        reason="looked at the paper",
        now=LATER,
    )


def has(club: Club, evening: date | None = None) -> dict[str, str]:
    """What everybody has, as it is written."""
    return {player.name: f"{money:f}" for player, money in balances(club, evening).items()}


def booked(club: Club) -> list[tuple[str, list[str]]]:
    """The ledger, oldest first: kind and amounts."""
    return [
        (entry.kind, [line.amount for line in entry.lines.all()])
        for entry in reversed(ledger_of(club))
    ]


def pay(club: Club, payer: str, receiver: str, amount: str, key: UUID | None = None) -> LedgerEntry:
    people = {player.name: player for player in club.players.all()}
    return actions.write_payment(
        club=club,
        payer=people[payer],
        receiver=people[receiver],
        amount=Decimal(amount),
        paid_on=EVENING,
        note="на карту",
        client_key=key or uuid4(),
        by=club.members.all()[0],
        now=LATER,
    )


def test_a_finished_game_is_booked(club: Club) -> None:
    game = factories.game(club, copied=True)
    write(game, 12, 0)
    assert booked(club) == []
    factories.finish(game)
    assert booked(club) == [("game", ["6", "-6"])]
    assert has(club) == {"Лев": "-6", "Оля": "6"}
    (entry,) = ledger_of(club)
    assert (entry.evening, entry.game, entry.booked_by) == (EVENING, game, game.created_by)


def test_closing_twice_books_once(club: Club) -> None:
    game = copied(club, 12, 0)
    factories.finish(game)
    assert len(booked(club)) == 1


def test_a_club_without_money_has_no_ledger(club: Club, host: Account) -> None:
    actions.keep_money(club=club, since=None, currency="RUB", by=host, now=LATER)
    copied(club, 12, 0)
    assert booked(club) == []


def test_a_game_for_places_only_is_not_booked(club: Club) -> None:
    copied(club, 12, 0, options={"settlement": "none"})
    assert booked(club) == []


def test_a_showdown_is_booked(club: Club) -> None:
    game = factories.game(club, "showdown")
    stands = factories.play(game)
    factories.finish(game)
    assert stands.deals is not None
    assert list(has(club).values()) == [
        f"{stands.deals.balance[seat]:f}" for seat in ("1", "0")
    ]  # Лев, Оля


def test_whoever_was_removed_has_nothing(club: Club) -> None:
    game = factories.game(club, names=factories.NAMES[:3], copied=True)
    write(game, 12, 0, 6)
    removed = rules.Turn("2", rules.Kind.REMOVED)
    factories.write(game, Entry(3, uuid4(), removed))
    factories.finish(game)
    assert has(club) == {"Лев": "-6", "Оля": "6"}


def test_a_correction_is_an_entry_with_the_difference(club: Club, host: Account) -> None:
    game = copied(club, 12, 0)
    correct(game, 1, 6, host)
    assert booked(club) == [("game", ["6", "-6"]), ("correction", ["-3", "3"])]
    assert has(club) == {"Лев": "-3", "Оля": "3"}
    assert has(club, EVENING) == has(club)
    correct(game, 1, 0, host)
    assert booked(club)[-1] == ("correction", ["3", "-3"])


def test_a_correction_that_changes_no_money_books_nothing(club: Club, host: Account) -> None:
    game = factories.game(club, copied=True, options={"unit": "100", "stake": "0.01"})
    write(game, 12, 0)
    factories.finish(game)
    before = booked(club)
    correct(game, 0, 6, host)
    assert booked(club) == before


def test_reopening_takes_the_money_back_until_it_is_closed_again(club: Club) -> None:
    game = copied(club, 12, 0)
    factories.reopen(game)
    assert booked(club)[1:] == [("correction", ["-6", "6"])]
    assert set(has(club).values()) == {"0"}
    factories.finish(game)
    assert booked(club)[2:] == [("correction", ["6", "-6"])]


def test_what_is_booked_stays_as_it_was(club: Club, host: Account) -> None:
    game = copied(club, 12, 0)
    first = list(LedgerLine.objects.values()), list(LedgerEntry.objects.values())
    correct(game, 0, 6, host)
    factories.reopen(game)
    actions.withdraw_payment(payment=pay(club, "Лев", "Оля", "6"), by=host, now=LATER)
    assert (list(LedgerLine.objects.values())[:2], list(LedgerEntry.objects.values())[:1]) == first


def test_money_begins_with_an_evening(club: Club, host: Account) -> None:
    copied(club, 12, 0, now=factories.NOW - timedelta(days=7))
    copied(club, 12, 0)

    def since(day: date | None) -> None:
        actions.keep_money(club=club, since=day, currency="RUB", by=host, now=LATER)

    since(EVENING)
    assert booked(club)[2:] == [("correction", ["-6", "6"])]
    assert has(club) == {"Лев": "-6", "Оля": "6"}
    since(None)
    assert len(booked(club)) == 3
    since(date(2026, 1, 1))
    assert booked(club)[3:] == [("correction", ["6", "-6"])]
    since(date(2026, 1, 1))
    assert len(booked(club)) == 4
    words = LogEntry.objects.filter(kind="money_kept").latest("pk").words
    assert words == {"before": "—", "after": "2026-01-01"}


def test_a_game_from_a_file_is_booked_where_it_comes_to(
    club: Club, host: Account, second_host: Account, other_club: Club
) -> None:
    copied(club, 12, 0)
    actions.keep_money(
        club=other_club, since=EVENING, currency="RUB", by=second_host, now=factories.NOW
    )
    content = archive.club_json(club)
    for _twice in range(2):
        archive.read_club(account=second_host, club=other_club, content=content)
    assert booked(other_club) == [("game", ["6", "-6"])]


def test_a_currency_in_use_stays(club: Club, host: Account) -> None:
    actions.keep_money(club=club, since=EVENING, currency="EUR", by=host, now=LATER)
    copied(club, 12, 0)
    with pytest.raises(actions.CurrencyInUse):
        actions.keep_money(club=club, since=EVENING, currency="RUB", by=host, now=LATER)


@pytest.mark.parametrize(
    ("zone", "moment", "evening"),
    [
        ("Europe/Moscow", datetime(2026, 11, 29, 20, 59, tzinfo=UTC), date(2026, 11, 29)),
        ("Europe/Moscow", datetime(2026, 11, 29, 21, 0, tzinfo=UTC), date(2026, 11, 30)),
        # the night in which Berlin goes back to winter time has 25 hours
        ("Europe/Berlin", datetime(2026, 10, 24, 22, 0, tzinfo=UTC), date(2026, 10, 25)),
        ("Europe/Berlin", datetime(2026, 10, 25, 22, 59, tzinfo=UTC), date(2026, 10, 25)),
        ("Europe/Berlin", datetime(2026, 10, 25, 23, 0, tzinfo=UTC), date(2026, 10, 26)),
        ("Asia/Vladivostok", datetime(2026, 11, 29, 16, 30, tzinfo=UTC), date(2026, 11, 30)),
    ],
)
def test_an_evening_is_a_day_of_the_club(
    club: Club, zone: str, moment: datetime, evening: date
) -> None:
    Club.objects.filter(pk=club.pk).update(zone=zone)
    club.refresh_from_db()
    copied(club, 12, 0, now=moment)
    assert evenings_of(club) == [(evening, 1)]


def test_an_evening_sums_its_games(club: Club) -> None:
    copied(club, 12, 0)
    copied(club, 0, -6, 12)
    copied(club, 6, 0, now=factories.NOW - timedelta(days=1))
    assert evenings_of(club) == [(EVENING, 2), (date(2026, 11, 28), 1)]
    assert has(club, EVENING) == {"Лев": "-14", "Оля": "4", "Семён Королёв": "10"}


def test_a_payment_and_its_withdrawal(club: Club, host: Account) -> None:
    copied(club, 12, 0)
    payment = pay(club, "Лев", "Оля", "2.50")
    assert has(club) == {"Лев": "-3.50", "Оля": "3.50"}
    assert has(club, EVENING) == {"Лев": "-6", "Оля": "6"}, "an evening is what was played for"
    actions.withdraw_payment(payment=payment, by=host, now=LATER)
    assert booked(club)[1:] == [("payment", ["2.50", "-2.50"]), ("withdrawal", ["-2.50", "2.50"])]
    assert has(club) == {"Лев": "-6.00", "Оля": "6.00"}
    with pytest.raises(actions.AlreadyDone):
        actions.withdraw_payment(payment=payment, by=host, now=LATER)
    with pytest.raises(ValueError, match="only payments"):
        actions.withdraw_payment(payment=ledger_of(club).last(), by=host, now=LATER)  # type: ignore[arg-type]


def test_a_payment_sent_twice_is_written_once(club: Club) -> None:
    copied(club, 12, 0)
    key = uuid4()
    assert pay(club, "Лев", "Оля", "6", key) == pay(club, "Лев", "Оля", "6", key)
    assert set(has(club).values()) == {"0"}


def test_impossible_payments(club: Club, other_club: Club) -> None:
    copied(club, 12, 0)
    with pytest.raises(actions.WrongPayment):
        pay(club, "Лев", "Лев", "6")
    with pytest.raises(actions.WrongPayment):
        pay(club, "Лев", "Оля", "0")
    theirs = actions.add_player(club=other_club, name="Ян")
    with pytest.raises(actions.WrongPayment):
        actions.write_payment(
            club=club,
            payer=theirs,
            receiver=club.players.all()[0],
            amount=Decimal(1),
            paid_on=EVENING,
            note="",
            client_key=uuid4(),
            by=club.members.all()[0],
            now=LATER,
        )
    assert len(booked(club)) == 1


def test_merging_and_parting_again_carries_the_money(club: Club, host: Account) -> None:
    game = copied(club, 12, 0)
    lyova = actions.add_player(club=club, name="Лёва")
    lev = club.players.get(name="Лев")
    pay(club, "Лев", "Оля", "1")
    merge = actions.merge_players(kept=lyova, gone=lev, by=host, now=LATER)
    assert has(club) == {"Лёва": "-5", "Оля": "5"}
    correct(game, 1, 6, host)
    assert has(club) == {"Лёва": "-2", "Оля": "2"}
    actions.undo_merge(merge=merge, by=host, now=LATER)
    assert has(club) == {"Лев": "-2", "Оля": "2"}


def test_a_payment_to_oneself_by_merging_is_nothing(club: Club, host: Account) -> None:
    one, other = (actions.add_player(club=club, name=name) for name in ("Зоя", "Зося"))
    pay(club, "Зоя", "Зося", "5")
    actions.merge_players(kept=one, gone=other, by=host, now=LATER)
    assert has(club) == {"Зоя": "0"}


def test_a_forgotten_name_is_in_no_note(club: Club, host: Account) -> None:
    copied(club, 12, 0)
    pay(club, "Лев", "Оля", "1")
    lev = club.players.get(name="Лев")
    actions.forget_player(player=lev, by=host, now=LATER)
    assert has(club) == {f"№ {lev.pk}": "-5", "Оля": "5"}
    assert not LedgerEntry.objects.exclude(note="").exists()


def test_money_is_exact(club: Club) -> None:
    stake = "0.0000000000000000000000000001"
    game = factories.game(club, copied=True, options={"stake": stake, "unit": stake})
    write(game, 12, 0)
    factories.finish(game)
    assert has(club)["Оля"] == "0.0000000000000000000000000006"
    pay(club, "Лев", "Оля", "100000000000000000000")
    assert has(club)["Оля"] == "-99999999999999999999.9999999999999999999999999994"


def test_an_entry_that_is_not_even_is_refused(club: Club) -> None:
    """Whatever a receipt says, the ledger stays at zero."""
    game = factories.game(club, copied=True)
    write(game, 12, 0)
    Seat.objects.filter(game=game, position=0).update(pays="7")
    Game.objects.filter(pk=game.pk).update(finished_at=LATER)
    game.refresh_from_db()
    with pytest.raises(ValueError, match="add to zero"):
        actions.book_game(game=game, by=None, now=LATER)
    assert booked(club) == []


# An independent reference: seasons at random


class Books:
    """Who has what, kept by hand: each game's settlement as the rules give it, as it stands now."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.paid: list[tuple[int, int, Fraction]] = []
        self.same: dict[int, int] = {}

    def person(self, pk: int) -> int:
        return self.same.get(pk, pk)

    def expected(self) -> dict[int, Fraction]:
        sums: dict[int, Fraction] = defaultdict(Fraction)
        for game in self.club.games.filter(finished_at__isnull=False):
            stands = played(game)
            settled = rules.result(stands.sheet_game).settlement
            for seat in stands.seats:
                if settled and str(seat.position) in settled.pays:
                    sums[seat.player_id] += Fraction(settled.pays[str(seat.position)])
        for payer, receiver, amount in self.paid:
            sums[self.person(payer)] += amount
            sums[self.person(receiver)] -= amount
        return {player: money for player, money in sums.items() if money}


class Season:
    """One season in which anything may happen, and its books."""

    def __init__(self, club: Club, host: Account, seed: int) -> None:
        self.club, self.host, self.draw = club, host, random.Random(seed)
        self.books = Books(club)
        self.people = [actions.add_player(club=club, name=f"Игрок {n}") for n in range(7)]
        self.payments: list[tuple[LedgerEntry, tuple[int, int, Fraction]]] = []
        self.merges: list[Merge] = []

    def alive(self) -> list[Player]:
        return list(self.club.players.filter(merged_into=None).order_by("pk"))

    def play(self) -> None:
        alive = self.alive()
        names = [p.name for p in self.draw.sample(alive, min(len(alive), self.draw.randint(2, 4)))]
        unit = self.draw.choice(["1", "0.01", "5"])
        game = factories.game(
            self.club,
            names=names,
            copied=True,
            options={"stake": self.draw.choice(["1", "0.10", "2.5"]), "unit": unit},
            now=factories.NOW + timedelta(days=self.draw.randint(0, 20)),
        )
        write(game, *(self.draw.choice([-18, 0, 6, 12]) for _ in names))
        factories.finish(game)

    def correct(self) -> None:
        game = self.draw.choice(list(self.club.games.order_by("pk")))
        seat = self.draw.randrange(game.seats.count())
        correct(game, seat, self.draw.choice([-18, -12, 0, 6, 12]), self.host)

    def reopen(self) -> None:
        factories.reopen(self.draw.choice(list(self.club.games.order_by("pk"))))

    def close(self) -> None:
        factories.finish(self.draw.choice(list(self.club.games.order_by("pk"))))

    def pay(self) -> None:
        payer, receiver = self.draw.sample(self.alive(), 2)
        amount = f"{self.draw.randint(1, 400) / 4}"
        line = (payer.pk, receiver.pk, Fraction(amount))
        entry = pay(self.club, payer.name, receiver.name, amount)
        self.payments.append((entry, line))
        self.books.paid.append(line)

    def withdraw(self) -> None:
        if self.payments:
            entry, line = self.payments.pop(self.draw.randrange(len(self.payments)))
            actions.withdraw_payment(payment=entry, by=self.host, now=LATER)
            self.books.paid.remove(line)

    def merge(self) -> None:
        kept, gone = self.draw.sample(self.alive(), 2)
        try:
            made = actions.merge_players(kept=kept, gone=gone, by=self.host, now=LATER)
        except actions.SameTable:
            return
        self.merges.append(made)
        self.books.same = {
            pk: kept.pk if person == gone.pk else person for pk, person in self.books.same.items()
        } | {gone.pk: kept.pk}

    def part(self) -> None:
        if self.merges:
            made = self.merges.pop()
            actions.undo_merge(merge=made, by=self.host, now=LATER)
            self.books.same = {
                player.pk: player.merged_into_id
                for player in self.club.players.exclude(merged_into=None)
                if player.merged_into_id
            }

    def something(self) -> None:
        deeds = [self.play, self.correct, self.pay, self.merge, self.reopen, self.close]
        self.draw.choice([*deeds, self.play, self.correct, self.withdraw, self.part])()


@pytest.mark.parametrize("seed", range(4))
def test_random_seasons_agree_with_books_kept_by_hand(club: Club, host: Account, seed: int) -> None:
    season = Season(club, host, seed)
    season.play()
    for _ in range(40):
        season.something()
        found = {player.pk: Fraction(money) for player, money in balances(club).items() if money}
        assert found == season.books.expected()
        assert sum(found.values()) == 0
    for entry in ledger_of(club):
        assert sum(Fraction(line.amount) for line in entry.lines.all()) == 0
    kinds = {kind for kind, _ in booked(club)}
    assert {"game", "correction", "payment"} <= kinds
