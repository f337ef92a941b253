"""Correcting turns of a game: what they should have been, and why."""

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.forms import WholeNumberField, language, whole_number
from scorekeeper.models import Turn
from scorekeeper.names import clean_name
from scorekeeper.queries import Played, is_correctable


class CorrectionForm(forms.Form):
    """One turn as it should have been; its player stays who it was.

    Dice and throws, or points where the dice are not known, or a struck box; only a figure where
    a sheet of paper said no more: throws saved at the end, points poured in.
    """

    box = forms.ChoiceField(label=gettext_lazy("Box"), required=False)
    dice = forms.CharField(label=gettext_lazy("Dice"), max_length=40, required=False)
    throws = WholeNumberField(
        label=gettext_lazy("Throws"), min_value=1, max_value=999, required=False
    )
    points = forms.CharField(
        label=gettext_lazy("Points instead of dice"),
        max_length=8,
        required=False,
        help_text=gettext_lazy("Only where the dice are not known; a dash for a struck box."),
    )

    def __init__(self, stands: Played, turn: Turn, data: Mapping[str, str] | None = None) -> None:
        super().__init__(
            data,
            prefix=str(turn.number),
            initial={
                "box": turn.box,
                "dice": turn.dice,
                "throws": turn.throws,
                "points": "" if turn.points is None else rules.signed(turn.points),
            },
        )
        self.turn = turn
        self.player = str(turn.seat.position)
        box_field = self.fields["box"]
        assert isinstance(box_field, forms.ChoiceField)
        box_field.choices = [
            (box.key, box.name.in_language(language())) for box in stands.rule_set.boxes
        ]
        for name in self._unasked(stands.rule_set):
            del self.fields[name]
        if turn.kind in ONLY_A_FIGURE:
            self.fields["points"].label = _("Points") if turn.box else _("Saved throws")
            self.fields["points"].help_text = ""

    def _unasked(self, rule_set: rules.RuleSet) -> tuple[str, ...]:
        """The fields that such a turn does not have."""
        if not rule_set.boxes:
            return ("box", "points")
        if self.turn.kind not in ONLY_A_FIGURE:
            return ()
        return ("dice", "throws") if self.turn.box else ("box", "dice", "throws")

    def corrected(self) -> rules.Turn:
        """The turn as it should have been; the form must be valid."""
        cleaned = self.cleaned_data
        box, typed = cleaned.get("box") or None, cleaned.get("points", "")
        if self.turn.kind in ONLY_A_FIGURE:
            kind = rules.Kind(self.turn.kind)
            return rules.Turn(self.player, kind, box, points=whole_number(typed))
        if self.turn.kind in (rules.Kind.FAILED, rules.Kind.SKIP) and not cleaned["dice"]:
            return rules.Turn(self.player, rules.Kind(self.turn.kind), throws=cleaned["throws"])
        if typed and not cleaned["dice"]:
            dash = typed.strip() in {"—", "–", "−", "-"}
            points = 0 if dash else whole_number(typed)
            return rules.Turn(self.player, rules.Kind.POINTS, box, points=points)
        pour_to = str(self.turn.pour_to.position) if self.turn.pour_to else None
        return rules.Turn(
            self.player,
            box=box,
            dice=cleaned["dice"],
            throws=cleaned["throws"],
            pour_to=pour_to,
        )


class ReasonForm(forms.Form):
    """Why turns are corrected, and which state of the game was looked at."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It stands in the history, e.g. “misread the sheet”."),
    )
    version = WholeNumberField(widget=forms.HiddenInput, min_value=0)

    def clean_reason(self) -> str:
        """The reason as it is stored; ValidationError where nothing of it can be seen."""
        reason = clean_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(self.fields["reason"].error_messages["required"])
        return reason


ONLY_A_FIGURE = frozenset({rules.Kind.BANK, rules.Kind.POURED})
"""Kinds that are no turns: what the finished sheet of paper said."""


def correction_forms(
    stands: Played, numbers: Sequence[int], data: Mapping[str, str] | None = None
) -> list[CorrectionForm]:
    """A form for each turn named, as far as it is there and can be corrected.

    A turn that is named only now is shown as it stands: nothing has been typed for it yet.
    """
    return [
        CorrectionForm(stands, stands.turns[number], data if _is_typed(number, data) else None)
        for number in sorted(set(numbers))
        if 0 <= number < len(stands.turns) and is_correctable(stands.turns[number])
    ]


def _is_typed(number: int, data: Mapping[str, str] | None) -> bool:
    return data is not None and any(name.startswith(f"{number}-") for name in data)
