"""Founding a club."""

from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import Club
from scorekeeper.names import clean_name


class ClubForm(forms.Form):
    """A club's name, and the time zone its evenings are dated in."""

    name = forms.CharField(
        label=gettext_lazy("Name of the club"),
        max_length=Club.MOST_LETTERS,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=[(zone, zone) for zone in sorted(available_timezones()) if zone.partition("/")[1]],
        initial=settings.TIME_ZONE,
    )

    def clean_name(self) -> str:
        """The name as it is stored."""
        cleaned = clean_name(self.cleaned_data["name"])
        if not cleaned:
            raise forms.ValidationError(_("Type a name with at least one letter or figure."))
        if len(cleaned) > Club.MOST_LETTERS:
            raise forms.ValidationError(_("This name is too long."))
        return cleaned
