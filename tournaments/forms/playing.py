"""What is typed while a round is played: its clock, results, reasons, substitutes, photos."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.exports import pictures
from scorekeeper.forms import WholeNumberField
from scorekeeper.forms.uploads import UploadForm
from scorekeeper.names import MOST_LETTERS, clean_name
from tournaments.forms.setup import short_name

MOST_MINUTES = 600
MOST_POINTS = 1_000_000
"""A total beyond is a slip of the finger, where the rules know no most: saved throws bring more."""


class ClockForm(forms.Form):
    """How long the clock of a round runs."""

    minutes = WholeNumberField(
        label=gettext_lazy("Minutes from now"), min_value=1, max_value=MOST_MINUTES
    )


def seen_moment(typed: str) -> datetime | None:
    """When the clock runs out that a page shows, as the page sends it; None for none."""
    try:
        return datetime.fromisoformat(typed)
    except ValueError:
        return None


class TimeForm(forms.Form):
    """How long one table may play on."""

    minutes = WholeNumberField(
        label=gettext_lazy("Minutes beyond the clock"),
        min_value=0,
        max_value=MOST_MINUTES,
        help_text=gettext_lazy("Counted from the end of the round, e.g. 10; 0 takes it back."),
    )


class ReasonForm(forms.Form):
    """Why something is done that everybody will see."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Everybody can read it, e.g. “two sheets were mixed up”."),
    )

    def clean_reason(self) -> str:
        """The reason as it is stored; ValidationError where nothing of it can be seen."""
        reason = clean_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(self.fields["reason"].error_messages["required"])
        return reason


class SubstituteForm(forms.Form):
    """Who sits in for whom."""

    seat = forms.ChoiceField(label=gettext_lazy("Instead of"))
    name = forms.CharField(
        label=gettext_lazy("Substitute"),
        max_length=MOST_LETTERS,
        widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "The game counts for the substitute's own statistics, the points for the entrant. To "
            "undo it, type the name of who sat there first."
        ),
    )

    def __init__(self, seats: Sequence[tuple[str, str]], *args: Any, **given: Any) -> None:
        """``seats``: what a choice is sent as, and who sits there."""
        super().__init__(*args, **given)
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(seats)

    def clean_name(self) -> str:
        """A name with something to be seen in it."""
        return short_name(self.cleaned_data["name"])


class AskedLaterField(forms.CharField):
    """A first look does without it, storing does not: its label does not call it optional."""

    asked_later = True


class CorrectionForm(forms.Form):
    """Why something of a closed round is corrected; of an open one nothing is asked."""

    def __init__(self, *args: Any, closed: bool = False, **given: Any) -> None:
        """``closed``: the round is closed, so that a correction needs its reason."""
        super().__init__(*args, **given)
        if closed:
            self.fields["reason"] = AskedLaterField(
                label=_("Reason"),
                max_length=200,
                required="store" in self.data,  # a first look only says what would change
                help_text=_("The round is closed: the log says what stood before, and why."),
            )

    def reason(self) -> str:
        """Why a closed round is corrected, "" for an open one; only on a valid form."""
        return str(self.cleaned_data.get("reason", ""))


class TotalsForm(CorrectionForm):
    """The final total of each seat, as the paper says; within what the rules can give."""

    def __init__(
        self,
        seats: Sequence[tuple[int, str, int | None]],
        bounds: tuple[int, int | None],
        *args: Any,
        **given: Any,
    ) -> None:
        """``seats``: number of the entrant, name, total known so far · ``bounds`` of a total."""
        super().__init__(*args, **given)
        self.bounds = bounds
        for key, name, total in seats:
            self.fields[f"total-{key}"] = WholeNumberField(
                label=name,
                max_value=MOST_POINTS,
                initial=None if total is None else rules.signed(total),
            )
            self.fields[f"total-{key}"].widget = forms.TextInput(
                attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "8"}
            )
        self.order_fields([name for name in self.fields if name != "reason"])

    def clean(self) -> dict[str, Any]:
        """Totals that a sheet can end with; what is beyond is said at its field."""
        cleaned = super().clean() or {}
        least, most = self.bounds
        for name, total in list(cleaned.items()):
            if name == "reason":
                continue
            if total < least:
                self.add_error(
                    name,
                    _("No sheet of this game ends below %(least)s: look at the paper again.")
                    % {"least": rules.signed(least)},
                )
            elif most is not None and total > most:
                self.add_error(
                    name,
                    _("No sheet of this game ends above %(most)s: look at the paper again.")
                    % {"most": rules.signed(most)},
                )
        return cleaned

    def totals(self) -> dict[int, int]:
        """Number of the entrant → points; only on a valid form."""
        return {
            int(name.removeprefix("total-")): total
            for name, total in self.cleaned_data.items()
            if name != "reason"
        }


class PhotoForm(UploadForm):
    """A photo of the paper sheet; ``clean_file`` gives it as we keep it."""

    most_bytes = pictures.MOST_PHOTO_BYTES

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.fields["file"].label = _("Photo of the paper")
        self.fields["file"].help_text = _("A JPEG or PNG of at most 12 MB; it is made smaller.")
        self.fields["file"].widget.attrs |= {
            "accept": "image/jpeg,image/png",
            "capture": "environment",
        }

    def clean_file(self) -> bytes:
        """The photo as a JPEG."""
        try:
            return pictures.photo(super().clean_file())
        except pictures.RefusedPictureError as refused:
            raise forms.ValidationError(str(refused)) from refused
