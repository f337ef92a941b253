"""What an organiser types to draw a round and to seat it by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.forms import WholeNumberField
from scorekeeper.names import alphabetical
from tournaments.models import Stage

LARGEST_SEED = 2**63 - 1


class DrawForm(forms.Form):
    """How the round is seated, and the number that repeats the draw exactly."""

    method = forms.ChoiceField(label=gettext_lazy("Seating"), choices=Stage.Method.choices)
    seed = WholeNumberField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=LARGEST_SEED,
        help_text=gettext_lazy(
            "The same people, results and seed give the same seats. Leave it, or type one drawn "
            "in front of everybody."
        ),
    )
    revision = WholeNumberField(widget=forms.HiddenInput, min_value=0)


class SwapForm(forms.Form):
    """Two entrants of a draw who change places."""

    one = forms.TypedChoiceField(label=gettext_lazy("First"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("Second"), coerce=int)
    revision = WholeNumberField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, names: Mapping[int, str], *args: Any, **given: Any) -> None:
        """``names``: of those who have a place in the draw, by number."""
        super().__init__(*args, **given)
        ordered = sorted(names.items(), key=lambda item: alphabetical(item[1]))
        for field in (self.fields["one"], self.fields["other"]):
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", _("choose")), *ordered]

    def clean(self) -> dict[str, Any]:
        """Two different ones."""
        cleaned = super().clean() or {}
        if cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose somebody else: nobody changes with themselves."))
        return cleaned


class SeatsForm(forms.Form):
    """The table and the seat of everybody, as typed: table 0 rests."""

    revision = WholeNumberField(widget=forms.HiddenInput, min_value=0)

    def __init__(
        self,
        places: Sequence[tuple[int, int, int]],
        names: Mapping[int, str],
        *args: Any,
        **given: Any,
    ) -> None:
        """``places``: number of the entrant, table, seat, as the draw has it now."""
        super().__init__(*args, **given)
        self.places = places
        self.names = names
        for key, table, seat in places:
            self.fields[f"table-{key}"] = WholeNumberField(
                label=_("Table"), min_value=0, max_value=9_999, initial=table
            )
            self.fields[f"seat-{key}"] = WholeNumberField(
                label=_("Seat"), min_value=0, max_value=99, initial=seat
            )

    def lines(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Each entrant with the two fields, in order of the draw."""
        return [
            (self.names[key], self[f"table-{key}"], self[f"seat-{key}"])
            for key, _table, _seat in self.places
        ]

    def typed(self) -> list[tuple[int, int, int]]:
        """Number, table and seat of each; only on a valid form."""
        return [
            (key, self.cleaned_data[f"table-{key}"], self.cleaned_data[f"seat-{key}"])
            for key, _table, _seat in self.places
        ]
