"""Fills an empty database with a club, its players and a few games, and says how to sign in."""

import random
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone

import rules
from scorekeeper import actions, demonstration, plausible
from scorekeeper.demonstration import NAME, PASSWORD
from scorekeeper.entry import Entry
from scorekeeper.models import Account, Club, Game
from scorekeeper.queries import Played, played
from scorekeeper.signals import demonstration_loaded

_KEYS = UUID("5b0f6f1c-6e0a-4d0e-9a6e-0f6a3f7f2c11")


class Command(BaseCommand):
    """Loads the demonstration club, once, and only into an empty database."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes the club unless anybody is there, and prints the sign-in where it is in force."""
        if not Account.objects.exists():
            if settings.PRODUCTION:
                return
            with transaction.atomic():
                load()
        if demonstration.opens():
            self.stdout.write(f"Demonstration sign-in: {NAME} / {PASSWORD}")


def load() -> Club:
    """The demonstration club: an evening finished, one running, and one of each special game."""
    host = Account.objects.create_user(NAME, password=PASSWORD)
    club = actions.found_club(name="Клуб «Шестёрка»", owner=host)
    five = ["Александра Преображенская", "Борис", "Вера", "Геннадий", "Ёлкин"]
    _play(host, club, "classic", five[:4], seed=1, days_ago=7, title="Среда, стол 1")
    _play(host, club, "classic", five, seed=2, days_ago=0, turns=38, title="Сегодня, стол 1")
    _play(host, club, "saved-throws", five[:3], seed=3, days_ago=2)
    _play(host, club, "six-dice", five[:4], seed=4, days_ago=1, turns=40, pairs=True)
    _play(host, club, "showdown", five[:4], seed=5, days_ago=1, turns=14)
    demonstration_loaded.send(Club, club=club, host=host)
    return club


def _play(
    host: Account,
    club: Club,
    key: str,
    names: list[str],
    *,
    seed: int,
    days_ago: int,
    turns: int = 1000,
    title: str = "",
    pairs: bool = False,
) -> Game:
    """A game with plausible dice, which stand for what a table has thrown."""
    table = random.Random(seed)  # noqa: S311 - a demonstration, the same every time
    now = timezone.now() - timedelta(days=days_ago, hours=2)
    rule_set = rules.rule_set(key, {"stake": "10"} if key == "classic" else None)
    game = actions.start_game(
        account=host,
        club=club,
        rule_set=rule_set,
        names=names,
        start_key=uuid5(_KEYS, f"game {seed}"),
        now=now,
        title=title,
        teams=[[0, 2], [1, 3]] if pairs else [],
    )
    stands = played(game)
    for number in range(turns):
        turn = _hand(stands, table) if stands.deals else plausible.turn(stands.sheet_game, table)
        if turn is None:
            actions.finish_game(game_id=game.pk, account=host, strike_open=False, now=now)
            break
        now += timedelta(seconds=table.randrange(25, 90))
        entry = Entry(number, uuid5(_KEYS, f"game {seed} turn {number}"), turn)
        stands = actions.record_turn(game_id=game.pk, account=host, entry=entry, now=now)
    return game


def _hand(stands: Played, table: random.Random) -> rules.Turn:
    assert stands.deals is not None
    player = stands.deals.deals[-1].waiting[0]
    dice = tuple(table.randrange(1, 7) for _ in range(stands.rule_set.dice))
    return rules.Turn(player, dice=rules.written(dice), throws=table.randrange(1, 4))
