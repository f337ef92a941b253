"""What the pages of statistics share: which game, whose addresses, figures in words."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format

import rules
from scorekeeper.models import Club
from scorekeeper.ratings import Rating


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game whose figures can be shown: ``count`` finished ones."""

    key: str
    name: str
    count: int
    chosen: bool


def game_choices(played: dict[str, int], wanted: str, language: str) -> tuple[GameChoice, ...]:
    """The games that can be chosen; chosen is ``wanted``, else the first, the most played."""
    chosen = wanted if wanted in played else next(iter(played), "")
    return tuple(
        GameChoice(key, rules.RULE_SETS[key].name.in_language(language), count, key == chosen)
        for key, count in played.items()
    )


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the games of a club are looked at, and their days by the club's clock."""

    club: Club
    listed: bool

    def game(self, pk: int, key: str) -> str:
        """Members look at the sheet itself, the others at its public page."""
        return reverse("watch", args=[key]) if self.listed else reverse("game", args=[pk])

    def day(self, at: datetime) -> str:
        return date_format(timezone.localtime(at, ZoneInfo(self.club.zone)), "SHORT_DATE_FORMAT")


def one_decimal(value: Fraction | float, *, sign: bool = False) -> str:
    """A figure with one decimal, as the language of the page writes it: "−3,5".

    ``sign``: with a plus before what is above zero.
    """
    tenths = round(value * 10)
    written = number_format(Decimal(tenths) / 10, 1).replace("-", "−")
    return f"+{written}" if sign and tenths > 0 else written


def mean(points: int, sheets: int) -> str:
    """Points a sheet, or a dash where there is none."""
    return one_decimal(Fraction(points, sheets)) if sheets else "—"


def share(part: int, whole: int) -> str:
    """How many of a hundred, rounded; a dash where there is nothing to share."""
    return f"{(part * 200 + whole) // (2 * whole)} %" if whole else "—"


def rating_text(rating: Rating) -> str:
    """Strength and how far it may be off: "25.1 ± 2.3"."""
    return f"{one_decimal(rating.mean)} ± {one_decimal(rating.deviation)}"


def likelihood(value: float) -> str:
    """What a probability is, with figures that say something: "= 0.34", "< 0.0001"."""
    if value < 0.0001:
        return "< " + number_format(Decimal("0.0001"), 4)
    places = 2 if value >= 0.1 else 3 if value >= 0.01 else 4
    return "= " + number_format(Decimal(f"{value:.{places}f}"), places)
