"""Text → values. A form says what is wrong at the field and keeps what was typed."""

from django.utils.translation import get_language

MOST_PLAYERS = 12
"""Seats of a form and lines of a blank sheet; the rules themselves know no limit."""


def language() -> str:
    """The language of this request, "ru" or "en"."""
    return (get_language() or "en").split("-")[0]
