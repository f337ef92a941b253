"""Reports for the tests: blank and filled sheets of any game."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import rules
from scorekeeper.exports.report import SheetReport
from tests.games import random_game

NAMES = (
    "Оля",
    "Лев Николаевич",
    "Ёлка Қайрат",
    "Їжак",
    "Семён Королёв",
    "Anna",
    "Борис",
    "Вера",
    "Глеб",
    "Дина",
    "Егор",
    "Жанна",
)
PAIRS = (("0", "2"), ("1", "3"))
SHEET_GAMES = tuple(key for key, each in rules.RULE_SETS.items() if not each.rank_only)


def fitting_players(ruleset: rules.RuleSet, wanted: int) -> int:
    """As many players as wanted, or as the game allows."""
    return max(ruleset.fewest, min(wanted, ruleset.most or wanted))


def blank(
    key: str, lines: int, language: str = "ru", house_rules: Mapping[str, object] | None = None
) -> SheetReport:
    ruleset = rules.rule_set(key, house_rules)
    return SheetReport(ruleset, language, ("",) * lines, club="Клуб «Шестёрка»", link=LINK)


LINK = "https://club.example/g/Q2k8sVd0pL4x"


def filled(
    key: str,
    *,
    names: Sequence[str] = NAMES[:4],
    language: str = "ru",
    house_rules: Mapping[str, object] | None = None,
    seed: int = 1,
    turns: int | None = None,
    teams: Sequence[Sequence[str]] = (),
    club: str = "Клуб «Шестёрка»",
    title: str = "Вторник, стол 2",
) -> SheetReport:
    ruleset = rules.rule_set(key, house_rules)
    seats = [str(seat) for seat in range(fitting_players(ruleset, len(names)))]
    game = random_game(ruleset, seats, seed, teams=teams, turns=turns)
    return SheetReport(
        ruleset,
        language,
        tuple(names[: len(seats)]),
        game,
        title,
        club,
        datetime(2025, 6, 1, 19, 30, tzinfo=ZoneInfo("Europe/Moscow")),
        "Europe/Moscow",
        LINK,
        code="№ 127",
    )
