"""Naming a token for a program."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import AccessToken
from scorekeeper.names import clean_name


class TokenForm(forms.Form):
    """What a token is for."""

    name = forms.CharField(
        label=gettext_lazy("What for"),
        max_length=AccessToken.MOST_LETTERS,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("A name by which you will know it again, such as “my spreadsheet”."),
    )

    def clean_name(self) -> str:
        """The name as it is stored."""
        cleaned = clean_name(self.cleaned_data["name"])
        if not cleaned:
            raise forms.ValidationError(_("Type a name with at least one letter or figure."))
        return cleaned
