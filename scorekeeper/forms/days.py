"""Days that are picked or typed, in years that can be counted with."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _

EARLIEST, LATEST = 1900, 2200
"""Years that a day can have: others overflow once a zone is counted in."""


class DayField(forms.DateField):
    """A day, picked or typed."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})

    def clean(self, value: Any) -> date | None:  # noqa: ANN401 - as Django declares it
        """The day; ValidationError for what is none, or lies beyond the calendar."""
        day: date | None = super().clean(value)
        if day and not EARLIEST <= day.year <= LATEST:
            raise forms.ValidationError(_("Choose another year."))
        return day
