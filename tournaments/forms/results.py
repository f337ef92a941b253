"""Hiding results, showing them place by place, releasing them."""

from django import forms
from django.utils.translation import gettext_lazy as _

HIDE, SHOW_ALL, REVEAL, RELEASE = "hide", "show_all", "reveal", "release"


class ResultsForm(forms.Form):
    """``do``: what is to be done · ``number``: from which round, or down to which place ·
    ``seen``: down to which place they were shown where the button stands."""

    do = forms.ChoiceField(choices=[(each, each) for each in (HIDE, SHOW_ALL, REVEAL, RELEASE)])
    number = forms.IntegerField(
        min_value=1,
        max_value=10_000,
        required=False,
        error_messages={"invalid": _("Type a whole number.")},
    )
    seen = forms.IntegerField(required=False)

    def clean(self) -> dict[str, object]:
        """Hiding and showing a place need their number."""
        cleaned: dict[str, object] = super().clean() or {}
        if cleaned.get("do") in (HIDE, REVEAL) and not cleaned.get("number"):
            self.add_error("number", _("Type a whole number."))
        return cleaned
