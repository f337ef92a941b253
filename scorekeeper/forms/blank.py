"""Which blank sheet to print, and how any sheet is printed."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.forms import MOST_PLAYERS, WholeNumberField, language


class LookForm(forms.Form):
    """How a sheet is printed."""

    direction = forms.ChoiceField(
        label=gettext_lazy("Players stand in"),
        choices=[("rows", gettext_lazy("rows")), ("columns", gettext_lazy("columns"))],
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"), choices=[("A4", "A4"), ("A5", "A5"), ("Letter", "Letter")]
    )
    orientation = forms.ChoiceField(
        label=gettext_lazy("Orientation"),
        choices=[("landscape", gettext_lazy("landscape")), ("portrait", gettext_lazy("portrait"))],
    )
    a_page = forms.ChoiceField(
        label=gettext_lazy("Sheets to a page"),
        choices=[("1", gettext_lazy("one")), ("2", gettext_lazy("two"))],
    )
    faces = forms.ChoiceField(
        label=gettext_lazy("Dice in the heading"),
        choices=[("pips", gettext_lazy("pips")), ("cards", gettext_lazy("card faces"))],
    )
    signatures = forms.BooleanField(label=gettext_lazy("Lines for signatures"), required=False)

    def clean(self) -> dict[str, Any]:
        """Half an A5 page has no room for boxes that a hand can fill."""
        cleaned = super().clean() or {}
        if cleaned.get("a_page") == "2" and cleaned.get("paper") == "A5":
            self.add_error("a_page", _("Two sheets need a page of A4 or Letter."))
        return cleaned


class BlankForm(LookForm):
    """Which blank sheet to print."""

    rule_set = forms.ChoiceField(label=gettext_lazy("Game"))
    players = WholeNumberField(
        label=gettext_lazy("Number of players"), min_value=1, max_value=MOST_PLAYERS
    )
    club = forms.ChoiceField(
        label=gettext_lazy("Club"),
        required=False,
        help_text=gettext_lazy("Its name and its logo stand on the sheet."),
    )

    field_order = ("rule_set", "players", "club")

    USUAL: ClassVar[Mapping[str, str]] = {
        "rule_set": "classic",
        "players": "4",
        "direction": "rows",
        "paper": "A4",
        "orientation": "landscape",
        "a_page": "1",
        "faces": "pips",
    }

    def __init__(
        self, data: Mapping[str, str] | None = None, clubs: Sequence[tuple[str, str]] = ()
    ) -> None:
        """``clubs``: address and name of those whose name may be printed, the usual one first."""
        super().__init__(data, initial=dict(self.USUAL))
        club = self.fields["club"]
        assert isinstance(club, forms.ChoiceField)
        club.choices = [*clubs, ("", _("no name"))]
        if not clubs:
            del self.fields["club"]
        rule_set_field = self.fields["rule_set"]
        assert isinstance(rule_set_field, forms.ChoiceField)
        rule_set_field.choices = [
            (rule_set.key, rule_set.name.in_language(language()))
            for rule_set in rules.RULE_SETS.values()
        ]
