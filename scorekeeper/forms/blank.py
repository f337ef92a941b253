"""Which blank sheet to print."""

from collections.abc import Mapping
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.forms import MOST_PLAYERS, WholeNumberField, language


class BlankForm(forms.Form):
    """Which blank sheet to print."""

    rule_set = forms.ChoiceField(label=gettext_lazy("Game"))
    players = WholeNumberField(label=gettext_lazy("Players"), min_value=1, max_value=MOST_PLAYERS)
    direction = forms.ChoiceField(
        label=gettext_lazy("A player is"),
        choices=[("rows", gettext_lazy("a row")), ("columns", gettext_lazy("a column"))],
    )
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"), choices=[("A4", "A4"), ("A5", "A5"), ("Letter", "Letter")]
    )
    orientation = forms.ChoiceField(
        label=gettext_lazy("Orientation"),
        choices=[("landscape", gettext_lazy("landscape")), ("portrait", gettext_lazy("portrait"))],
    )

    USUAL: ClassVar[Mapping[str, str]] = {
        "rule_set": "classic",
        "players": "4",
        "direction": "rows",
        "paper": "A4",
        "orientation": "landscape",
    }

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, initial=dict(self.USUAL))
        rule_set_field = self.fields["rule_set"]
        assert isinstance(rule_set_field, forms.ChoiceField)
        rule_set_field.choices = [
            (rule_set.key, rule_set.name.in_language(language()))
            for rule_set in rules.RULE_SETS.values()
        ]
