"""Whether a club keeps its money, and payments that were made."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.currencies import currency_choices
from scorekeeper.forms import language
from scorekeeper.forms.days import DayField
from scorekeeper.models import Club, Player

_AMOUNT = re.compile(r"([0-9]{1,15})(?:[.,]([0-9]{1,28}))?")


class AmountField(forms.CharField):
    """Money above zero as people type it: digits, a comma or a point, spaces between thousands."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def clean(self, value: object) -> Decimal:
        """The exact amount; ValidationError for what is none."""
        typed = "".join(str(super().clean(value)).split())
        found = _AMOUNT.fullmatch(typed)
        amount = Decimal(f"{found[1]}.{found[2]}" if found[2] else found[1]) if found else None
        if not amount:
            raise forms.ValidationError(_("Type an amount above zero, such as 150 or 49.50."))
        return amount


class MoneyForm(forms.Form):
    """Whether the money of a club is kept, since which evening, in which currency."""

    keeps = forms.BooleanField(
        label=gettext_lazy("Keep the money of the club"),
        required=False,
        help_text=gettext_lazy(
            "Finished games are booked by themselves; members see who owes what."
        ),
    )
    since = DayField(
        label=gettext_lazy("From the evening of"),
        required=False,
        help_text=gettext_lazy("Games finished since then are booked too."),
    )
    currency = forms.ChoiceField(label=gettext_lazy("Currency"))

    def __init__(self, club: Club, today: date, data: Mapping[str, str] | None = None) -> None:
        initial = {
            "keeps": club.money_since is not None,
            "since": club.money_since or today,
            "currency": club.currency,
        }
        super().__init__(data, initial=initial)
        currency = self.fields["currency"]
        assert isinstance(currency, forms.ChoiceField)
        currency.choices = currency_choices(language())

    def clean(self) -> None:
        """With the switch on there must be an evening to begin with."""
        if self.cleaned_data.get("keeps") and not self.cleaned_data.get("since"):
            self.add_error("since", _("Choose the first evening."))

    def since_when(self) -> date | None:
        """The first evening, None where no money is kept; only on a valid form."""
        found: date | None = self.cleaned_data["since"]
        return found if self.cleaned_data["keeps"] else None


class PaymentForm(forms.Form):
    """Who has paid whom how much, and when."""

    payer = forms.TypedChoiceField(label=gettext_lazy("Who has paid"), coerce=int)
    receiver = forms.TypedChoiceField(label=gettext_lazy("To whom"), coerce=int)
    amount = AmountField(label=gettext_lazy("Amount"), max_length=60)
    paid_on = DayField(label=gettext_lazy("When"))
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)
    client_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self, players: Sequence[Player], today: date, data: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, initial={"paid_on": today, "client_key": uuid4()})
        self.today = today
        names = [("", "—"), *((player.pk, player.name) for player in players)]
        for name in ("payer", "receiver"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = names

    def clean_paid_on(self) -> date:
        """The day, which must have come."""
        day: date = self.cleaned_data["paid_on"]
        if day > self.today:
            raise forms.ValidationError(_("This day is still to come."))
        return day

    def clean(self) -> None:
        """Nobody pays themselves."""
        payer = self.cleaned_data.get("payer")
        if payer and payer == self.cleaned_data.get("receiver"):
            self.add_error("receiver", _("Choose another person than the one who has paid."))
