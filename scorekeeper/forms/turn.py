"""One turn as the page sends it, and where each refusal is shown."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.entry import Entry
from scorekeeper.forms import WholeNumberField, whole_number

NAMES_A_BOX = frozenset({rules.Kind.DICE, rules.Kind.STRIKE, rules.Kind.EXTRA})


class TurnForm(forms.Form):
    """One turn as the page sends it. What the rules think of it is not asked here."""

    number = WholeNumberField(min_value=0, max_value=100_000)
    client_key = forms.UUIDField()
    player = forms.CharField(max_length=4)
    kind = forms.ChoiceField(
        choices=[(kind.value, kind.value) for kind in rules.Kind], required=False
    )
    box = forms.CharField(max_length=40, required=False)
    dice = forms.CharField(max_length=40, required=False)
    throws = WholeNumberField(
        min_value=1,
        max_value=999,
        required=False,
        error_messages={"invalid": gettext_lazy("The number of throws is a whole number.")},
    )
    pour_to = forms.CharField(max_length=4, required=False)
    thrown = forms.CharField(max_length=200, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind = cleaned.get("kind") or rules.Kind.DICE.value
        if "box" in cleaned and not cleaned["box"] and kind in NAMES_A_BOX:
            self.add_error("box", _("Choose a box."))
        return cleaned

    def entry(self) -> Entry:
        """The entry that was typed; the form must be valid.

        A button names a box, a box and its points without dice ("fives=5"), a box and whom it is
        poured to ("fives>2"), or with ``kind`` another form of a turn.
        """
        cleaned = self.cleaned_data
        kind = rules.Kind(cleaned["kind"] or rules.Kind.DICE.value)
        box, _arrow, pour_to = cleaned["box"].partition(">")
        box, equals, points = box.partition("=")
        if equals:
            turn = rules.Turn(
                cleaned["player"], rules.Kind.POINTS, box, points=whole_number(points)
            )
            return Entry(cleaned["number"], cleaned["client_key"], turn)
        plain = kind in (rules.Kind.LEAVES, rules.Kind.REMOVED, rules.Kind.SKIP)
        turn = rules.Turn(
            player=cleaned["player"],
            kind=kind,
            box=box if kind in NAMES_A_BOX else None,
            dice=cleaned["dice"] if kind is rules.Kind.DICE else None,
            throws=None if plain else cleaned["throws"],
            pour_to=pour_to or None,
        )
        thrown = tuple(part.strip() for part in cleaned["thrown"].split("/") if part.strip())
        if thrown and kind is rules.Kind.DICE:
            turn = replace(turn, throws=len(thrown) + 1)
        return Entry(cleaned["number"], cleaned["client_key"], turn, thrown)


FIELD_OF_ERROR = {
    rules.Code.BAD_DICE: "dice",
    rules.Code.BAD_INPUT: "dice",
    rules.Code.BAD_THROWS: "throws",
    rules.Code.UNKNOWN_CATEGORY: "box",
    rules.Code.BOX_TAKEN: "box",
    rules.Code.NOT_YET: "box",
    rules.Code.NOT_ALLOWED: "box",
}
"""At which field of the page each refusal is shown."""

SHOWN = {"dice": "dice", "thrown": "dice", "throws": "throws", "box": "box"}
"""Where the page says what is wrong with a field; with the others the host has nothing to do."""


def errors_of(form: forms.Form) -> dict[str, str]:
    """What is wrong with a form of the sheet, by the place where the page says so."""
    found: dict[str, str] = {}
    for name, texts in form.errors.items():
        words = str(texts[0]) if name in SHOWN else _("This page is stale: reload it.")
        found.setdefault(SHOWN.get(name, "turn"), words)
    return found
