"""Which games to take along, and how to print them."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.forms.blank import LookForm
from scorekeeper.forms.days import EARLIEST, LATEST


class FilesForm(LookForm):
    """The days whose games are wanted, and how their sheets are printed."""

    first = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput({"type": "date"})
    )
    last = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput({"type": "date"})
    )
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)

    field_order = ("first", "last")

    def __init__(self, data: Mapping[str, Any] | None, zone: str) -> None:
        super().__init__(data, initial={"key": uuid4()})
        self.zone = ZoneInfo(zone)

    def clean(self) -> dict[str, Any]:
        """The last day is not before the first."""
        cleaned = super().clean()
        first, last = cleaned.get("first"), cleaned.get("last")
        for name, day in (("first", first), ("last", last)):
            if day and not EARLIEST <= day.year <= LATEST:
                self.add_error(name, _("There were no games in that year."))
        if first and last and last < first:
            self.add_error("last", _("This day is before the first."))
        return cleaned

    def period(self) -> tuple[datetime | None, datetime | None]:
        """From when, until when, in the club's zone; None where it is open."""
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        return (
            datetime.combine(first, time(), self.zone) if first else None,
            datetime.combine(last + timedelta(days=1), time(), self.zone) if last else None,
        )
