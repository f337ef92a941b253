"""Founding a club, changing it, inviting into it."""

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.exports import pictures
from scorekeeper.exports.report import Picture
from scorekeeper.forms import language
from scorekeeper.forms.uploads import UploadForm
from scorekeeper.models import Club, Membership, Shown
from scorekeeper.names import clean_name
from scorekeeper.rights import Who, may_appoint
from scorekeeper.zones import zone_choices


class ClubForm(forms.Form):
    """A club's name, and the time zone its evenings are dated in."""

    name = forms.CharField(
        label=gettext_lazy("Name of the club"),
        max_length=Club.MOST_LETTERS,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), initial=settings.TIME_ZONE)

    def __init__(self, data: QueryDict | None = None, **given: Any) -> None:
        super().__init__(data, **given)
        zone = self.fields["zone"]
        assert isinstance(zone, forms.ChoiceField)
        kept = self.get_initial_for_field(zone, "zone")
        zone.choices = zone_choices(language(), timezone.now(), kept)

    def clean_name(self) -> str:
        """The name as it is stored."""
        cleaned = clean_name(self.cleaned_data["name"])
        if not cleaned:
            raise forms.ValidationError(_("Type a name with at least one letter or figure."))
        if len(cleaned) > Club.MOST_LETTERS:
            raise forms.ValidationError(_("This name is too long."))
        return cleaned


class ClubSettingsForm(ClubForm):
    """What the owner may change; the address stays."""

    shown = forms.ChoiceField(
        label=gettext_lazy("Shown to"),
        choices=Shown.choices,
        help_text=gettext_lazy("A single game can be shown to fewer people, never to more."),
    )


class LogoForm(UploadForm):
    """The picture that is printed above the sheets; ``clean_file`` gives it as we keep it."""

    most_bytes = pictures.MOST_LOGO_BYTES

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.fields["file"].label = _("Logo")
        self.fields["file"].help_text = _(
            "A PNG or JPEG of at most 2 MB. It is printed small, at the left of the club's name."
        )
        self.fields["file"].widget.attrs["accept"] = "image/png,image/jpeg"

    def clean_file(self) -> Picture:
        """The logo that the file shows."""
        try:
            return pictures.logo(super().clean_file())
        except pictures.RefusedPictureError as refused:
            raise forms.ValidationError(str(refused)) from refused


class ShownForm(forms.Form):
    """To whom one game is shown."""

    shown = forms.ChoiceField(choices=Shown.choices)


class InvitationForm(forms.Form):
    """What an invitation makes of whoever opens it, and for how many days it does."""

    role = forms.ChoiceField(label=gettext_lazy("As"))
    days = forms.TypedChoiceField(label=gettext_lazy("Ends after"), coerce=int, initial=7)

    def __init__(self, who: Who, data: QueryDict | None = None) -> None:
        """``who`` invites: nobody appoints above themselves."""
        super().__init__(data)
        role, days = self.fields["role"], self.fields["days"]
        assert isinstance(role, forms.ChoiceField)
        assert isinstance(days, forms.ChoiceField)
        role.choices = appointable(who)
        role.initial = Membership.Role.HOST.value
        days.choices = [(1, _("a day")), (7, _("a week")), (30, _("thirty days"))]

    def lasts(self) -> timedelta:
        """How long it holds; only on a valid form."""
        return timedelta(days=self.cleaned_data["days"])


def appointable(who: Who) -> list[tuple[str, str]]:
    """The roles that ``who`` may give, as choices."""
    return [
        (role, str(name)) for role, name in Membership.Role.choices if may_appoint(who, Who(role))
    ]
