"""A hand of a blitz, the organiser's decision, points taken off or added."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.forms import WholeNumberField, language
from scorekeeper.names import alphabetical
from tournaments.engine.points import typed_points, whole
from tournaments.forms.playing import ReasonForm

MOST_POINTS = 1_000_000


class HandForm(forms.Form):
    """One hand of one in the blitz; somebody may have left without throwing."""

    attempt = WholeNumberField(widget=forms.HiddenInput, min_value=0)
    entrant = forms.TypedChoiceField(coerce=int)
    dice = forms.CharField(required=False, max_length=40)
    absent = forms.BooleanField(required=False)

    def __init__(self, group: Sequence[int], *args: Any, **given: Any) -> None:
        """``group``: numbers of all in the blitz. Whoever does not throw now may have done so in
        this very form, sent twice: what becomes of that is the action's to say."""
        super().__init__(*args, **given)
        self.group = group
        field = self.fields["entrant"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, key) for key in group]

    def clean(self) -> dict[str, Any]:
        """Five dice of who throws; what cannot be read is said at its field."""
        cleaned = super().clean() or {}
        if not cleaned.get("absent"):
            try:
                cleaned["dice"] = rules.written(rules.parse_dice(cleaned.get("dice", "")))
            except rules.RuleError as refused:
                self.add_error("dice", refused.message.in_language(language()))
        return cleaned

    @property
    def hand(self) -> str | None:
        """Pips as text, None for who does not throw; of a valid form."""
        return None if self.cleaned_data["absent"] else self.cleaned_data["dice"]

    def seen(self) -> dict[int, str | None]:
        """The hands begun as the page showed them: number of the entrant → pips as text."""
        shown = {key: self.data.get(f"seen-{key}", "") for key in self.group}
        return {key: None if hand == "-" else hand for key, hand in shown.items() if hand}


class LinkForm(forms.Form):
    """Which link of a blitz was looked at, if there was one."""

    seen = forms.UUIDField(widget=forms.HiddenInput, required=False)


class DecisionForm(ReasonForm):
    """In which order those level are to stand, and why."""

    def __init__(
        self,
        group: Sequence[tuple[int, str]],
        lines: Collection[int],
        *args: Any,
        **given: Any,
    ) -> None:
        """``group``: number and name · ``lines``: after how many of them a line falls."""
        super().__init__(*args, **given)
        self.group, self.over = group, lines
        for key, name in group:
            self.fields[f"place-{key}"] = WholeNumberField(
                label=name, min_value=1, max_value=len(group)
            )
        self.order_fields([*(f"place-{key}" for key, _name in group), "reason"])

    def order(self) -> list[list[int]]:
        """Groups of numbers, best first; only on a valid form."""
        places: dict[int, list[int]] = {}
        for key, _name in self.group:
            places.setdefault(self.cleaned_data[f"place-{key}"], []).append(key)
        return [places[place] for place in sorted(places)]

    def clean(self) -> dict[str, Any]:
        """An order that parts them where it matters."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        passed = 0
        for group in self.order():
            if any(passed < line < passed + len(group) for line in self.over):
                self.add_error(
                    f"place-{group[-1]}",
                    _("These are still level where it matters: give them different places."),
                )
            passed += len(group)
        return cleaned


class PointsField(forms.Field):
    """Points as people type them: "-10", "−2,5", "7/3"; exact."""

    def to_python(self, value: Any) -> Any:  # noqa: ANN401 - as Django declares it
        """The points, None for nothing typed; ValidationError for what are none."""
        typed = str(value or "").strip()
        if not typed:
            return None
        points: int | Fraction | None
        try:
            points = whole(typed_points("".join(typed.split())))
        except ValueError:
            points = None
        if points is None or not points or abs(Fraction(points)) > MOST_POINTS:
            raise forms.ValidationError(
                _("Type points other than 0, such as −10 or 2.5."), code="invalid"
            )
        return points


class AdjustmentForm(ReasonForm):
    """Points taken off or added, with the reason."""

    entrant = forms.TypedChoiceField(label=gettext_lazy("Entrant"), coerce=int)
    points = PointsField(
        label=gettext_lazy("Points"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": "16"}),
        help_text=gettext_lazy("−10 takes ten points off, 10 adds them."),
    )

    client_key = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)

    field_order = ("entrant", "points", "reason")

    def __init__(self, entrants: Sequence[tuple[int, str]], *args: Any, **given: Any) -> None:
        """``entrants``: number and name of those in the stage."""
        super().__init__(*args, **given)
        field = self.fields["entrant"]
        assert isinstance(field, forms.ChoiceField)
        ordered = sorted(entrants, key=lambda line: alphabetical(line[1]))
        field.choices = [("", _("choose")), *ordered]
