"""The addresses of clubs: readable, unique, and the same for ever; and days in addresses."""

from collections.abc import Container
from datetime import date

from slugify import slugify

RESERVED = frozenset(
    {"admin", "all", "api", "choose", "edit", "health", "me", "new", "none", "search", "static"}
)
"""Words that an address of a club must not be, since pages have or may get them."""
MOST_LETTERS = 60


def address_for(name: str, taken: Container[str]) -> str:
    """An address for a club of that name that is neither reserved nor in ``taken``.

    A name without letters becomes "club"; what is taken gets a number.
    """
    plain = slugify(name, max_length=MOST_LETTERS, word_boundary=True) or "club"
    if plain in RESERVED or plain.isdigit():
        plain = f"club-{plain}"
    found, number = plain, 1
    while found in taken:
        number += 1
        found = f"{plain}-{number}"
    return found


class DayConverter:
    """A day in an address: "2026-11-29"."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The day; ValueError, which Django answers with 404, for one that never was."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """As it stands in the address."""
        return value.isoformat()
