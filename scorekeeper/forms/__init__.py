"""Text → values. A form says what is wrong at the field and keeps what was typed."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language

MOST_PLAYERS = 12
"""Seats of a form and lines of a blank sheet; the rules themselves know no limit."""


def language() -> str:
    """The language of this request, "ru" or "en"."""
    return (get_language() or "en").split("-")[0]


def whole_number(text: str) -> int | None:
    """A figure as people type it, with any minus; None for anything else.

    Python's int would read 1_0 and other alphabets' digits, and count thousands of digits.
    """
    plain = text.strip().replace("−", "-").replace("–", "-")
    return int(plain) if re.fullmatch(r"[-+]?[0-9]{1,20}", plain) else None


class WholeNumberField(forms.IntegerField):
    """A whole number as people type it: digits with any minus, and nothing else."""

    def to_python(self, value: Any) -> int | None:  # noqa: ANN401 - as Django declares it
        """The number; ValidationError for what is none."""
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        number = whole_number(value)
        if number is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return number
