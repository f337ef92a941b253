"""The main pages, with somebody's evening on them."""

from datetime import timedelta

from django.urls import reverse

import rules
from scorekeeper import actions
from scorekeeper.models import Club
from scorekeeper.rights import Who
from tests import factories


def addresses(club: Club) -> dict[str, str]:
    """What a page is → its address, for the host of ``club``; the games are made here."""
    running = factories.game(club, "classic", factories.NAMES, title="Вторник, стол 2")
    factories.play(running, seed=3, most=30)
    race = factories.game(club, "saved-throws", factories.NAMES[:2])
    factories.write(race, factories.entry(0, 0, "ones", "11123", 1))
    poured = factories.game(club, "six-dice", factories.NAMES[:3])
    factories.write(
        poured,
        factories.entry(0, 0, "fives", "555512"),
        factories.entry(1, 1, kind=rules.Kind.SKIP, throws=None),
        factories.entry(2, 2, kind=rules.Kind.FAILED),
    )
    hands = factories.game(club, "showdown", factories.NAMES[:3])
    factories.play(hands, seed=2, most=8)
    finished = factories.game(club, "even-odd", factories.NAMES[:3])
    factories.play(finished, seed=5)
    factories.finish(finished)
    copied = factories.game(club, copied=True)
    owner = club.memberships.get(role=Who.OWNER.value).account
    never = factories.NOW + timedelta(days=36_500)
    actions.invite(club=club, role=Who.HOST.value, by=owner, ends_at=never, now=factories.NOW)
    return {
        "games": reverse("games"),
        "a new game": reverse("game_new"),
        "a new game of six dice": reverse("game_new") + "?rule_set=six-dice",
        "the turn": reverse("game", args=[running.pk]) + "?dice=66534&throws=1",
        "the sheet in columns": reverse("game", args=[running.pk]) + "?view=columns",
        "points instead of dice": reverse("game", args=[running.pk]) + "?view=rows&by=points",
        "a race": reverse("game", args=[race.pk]),
        "six dice, to be poured": reverse("game", args=[poured.pk]) + "?dice=555511&throws=2",
        "hands": reverse("game", args=[hands.pk]),
        "a hand that lies": reverse("game", args=[hands.pk]) + "?player=0&thrown=33156",
        "the result": reverse("game", args=[finished.pk]),
        "history": reverse("game_history", args=[running.pk]),
        "a correction": reverse("correction", args=[running.pk, 3]),
        "a row from paper": reverse("paper_row", args=[copied.pk, 0]),
        "players": reverse("players"),
        "members": reverse("members", args=[club.slug]),
        "blank sheets": reverse("blank"),
        "rules": reverse("rules_list"),
        "rules of a game": reverse("rules_detail", args=["classic"]),
        "watching": reverse("watch", args=[running.public_key]),
        "the big screen": reverse("watch_screen", args=[running.public_key]),
        "sheets to print": reverse("sheets"),
    }
