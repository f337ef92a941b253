"""Entrants: typing several at once, what is kept of one, asking to enter by the public page."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.forms import WholeNumberField
from scorekeeper.names import MOST_LETTERS, clean_name
from tournaments.forms.changing import ChangingForm
from tournaments.forms.setup import short_name
from tournaments.models import Entrant


class EntrantForm(ChangingForm):
    """What may be changed of an entrant; the name is the player's."""

    group = forms.CharField(
        label=gettext_lazy("Kept apart from"),
        max_length=MOST_LETTERS,
        required=False,
        help_text=gettext_lazy(
            "A club or a family: those with the same words here are seated apart where possible."
        ),
        widget=forms.TextInput(attrs={"list": "known-groups", "autocomplete": "off"}),
    )
    fixed_table = WholeNumberField(
        label=gettext_lazy("Table that this entrant cannot leave"),
        min_value=1,
        max_value=500,
        required=False,
        help_text=gettext_lazy("Its number, for whoever cannot move between rounds."),
    )
    paid = forms.BooleanField(label=gettext_lazy("The fee is paid"), required=False)

    def __init__(self, entrant: Entrant, data: QueryDict | None = None) -> None:
        kept = {name: getattr(entrant, name) for name in ("group", "fixed_table", "paid")}
        super().__init__(data, initial=kept)
        if not entrant.tournament.entry_fee:
            del self.fields["paid"]


class EnterForm(forms.Form):
    """Somebody asks to enter by the public page."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=MOST_LETTERS,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    partner = forms.CharField(label=gettext_lazy("Name of your partner"), max_length=MOST_LETTERS)
    group = forms.CharField(
        label=gettext_lazy("Club or city"),
        max_length=MOST_LETTERS,
        required=False,
        help_text=gettext_lazy("Those of one club are seated apart where possible."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *, pairs: bool, name: str = "", data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"key": uuid4(), "name": name})
        if not pairs:
            del self.fields["partner"]

    def clean_name(self) -> str:
        """The name as it is stored."""
        return short_name(self.cleaned_data["name"])

    def clean_partner(self) -> str:
        """The partner's name as it is stored."""
        return short_name(self.cleaned_data["partner"])

    def clean(self) -> dict[str, Any]:
        """Nobody is their own partner."""
        cleaned = super().clean() or {}
        partner = cleaned.get("partner")
        if partner and clean_name(partner) == cleaned.get("name"):
            self.add_error("partner", _("Type another name than your own."))
        return cleaned


@dataclass(frozen=True, slots=True)
class Press:
    """One press at the door: ``only`` these entrants are meant, ``away`` of them with a reason."""

    only: set[int]
    away: dict[int, str]


def pressed(posted: QueryDict, entrants: Iterable[Entrant], number: int) -> Press:
    """A person here or away for a round, or everybody; and the reasons that were typed anew."""
    people = {one.pk: one for one in entrants}
    reasons = {pk: one.away[str(number)] for pk, one in people.items() if str(number) in one.away}
    typed = {pk: posted.get(f"reason-{pk}", reason) for pk, reason in reasons.items()}
    changed = {pk: reason for pk, reason in typed.items() if reason != reasons[pk]}
    here, away = (_chosen(posted.get(name, ""), people) for name in ("here", "away"))
    absent = {pk: reason for pk, reason in changed.items() if pk not in here}
    absent |= {pk: typed.get(pk, "") for pk in away}
    return Press(set(changed) | here | away, absent)


def _chosen(chosen: str, people: Mapping[int, Entrant]) -> set[int]:
    return set(people) if chosen == "all" else {pk for pk in people if str(pk) == chosen}
