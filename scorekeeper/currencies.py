"""Currencies a club may count its money in; Babel knows their names in both languages."""

from functools import cache

import rules
from scorekeeper.names import alphabetical

CHIPS = "XXX"
"""ISO 4217 for no currency: a club that plays for chips or matches."""

KNOWN = (
    "RUB",
    "BYN",
    "KZT",
    "UAH",
    "AMD",
    "AZN",
    "GEL",
    "ILS",
    "KGS",
    "MDL",
    "RSD",
    "TJS",
    "TRY",
    "UZS",
    "BGN",
    "CAD",
    "CHF",
    "CZK",
    "EUR",
    "GBP",
    "HUF",
    "NOK",
    "PLN",
    "SEK",
    "USD",
)
_CHIPS = rules.Text("без валюты: фишки, спички", "no currency: chips, matches")
_SIGNS = {"RUB": "₽", CHIPS: ""}


@cache
def currency_sign(currency: str, language: str) -> str:
    """What stands beside an amount: "₽", "€", "BYN"; nothing for chips."""
    from babel.numbers import get_currency_symbol  # a megabyte of names: only where needed

    known = _SIGNS.get(currency)
    return known if known is not None else str(get_currency_symbol(currency, locale=language))


@cache
def currency_choices(language: str) -> list[tuple[str, str]]:
    """Codes with their names: the rouble first, then by name, and chips at the end."""
    from babel.numbers import get_currency_name

    names = {
        code: f"{get_currency_name(code, locale=language)}, {currency_sign(code, language)}"
        for code in KNOWN
    }
    first, *others = KNOWN
    by_name = sorted(others, key=lambda code: alphabetical(names[code]))
    return [
        *((code, names[code]) for code in (first, *by_name)),
        (CHIPS, _CHIPS.in_language(language)),
    ]
