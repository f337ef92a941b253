"""Setting a tournament up: what it is called, when and where, who may enter, what is played."""

import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.currencies import currency_choices
from scorekeeper.forms import WholeNumberField, language
from scorekeeper.forms.days import EARLIEST, LATEST
from scorekeeper.forms.house_rules import OPTION_PREFIX, HouseRulesForm
from scorekeeper.models import Shown
from scorekeeper.names import MOST_LETTERS, clean_name, is_too_long
from scorekeeper.zones import zone_choices
from tournaments.forms.changing import ChangingForm
from tournaments.models import Tournament

MOMENT = "%Y-%m-%dT%H:%M"
"""A date and time as browsers send it."""
MOST_MINUTES = 600


class NamedForm(forms.Form):
    """A name, and when it begins by the clock of ``zone``."""

    name = forms.CharField(
        label=gettext_lazy("Name of the tournament"),
        max_length=MOST_LETTERS,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Begins"),
        input_formats=[MOMENT, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M"],
        widget=forms.DateTimeInput(format=MOMENT, attrs={"type": "datetime-local"}),
    )

    def __init__(self, zone: str, data: Mapping[str, Any] | None = None, **given: Any) -> None:
        """``zone``: in which the moment is typed and shown."""
        super().__init__(data, **given)
        self.clock = ZoneInfo(zone)

    def full_clean(self) -> None:
        """Judges the fields, moments by the clock of the place."""
        with timezone.override(self.clock):
            super().full_clean()

    def clean_name(self) -> str:
        """The name as it is stored."""
        return short_name(self.cleaned_data["name"])

    def clean_starts_at(self) -> datetime:
        """The moment, in a year that can be counted with."""
        moment: datetime = self.cleaned_data["starts_at"]
        if not EARLIEST <= moment.year <= LATEST:
            raise forms.ValidationError(_("Choose another year."))
        return moment


def short_name(typed: str) -> str:
    """A name as it is stored; ValidationError where nothing is visible or it is too long."""
    cleaned = clean_name(typed)
    if not cleaned:
        raise forms.ValidationError(_("Type a name with at least one letter or figure."))
    if is_too_long(cleaned):
        raise forms.ValidationError(_("A name has at most 80 characters."))
    return cleaned


def local(moment: datetime, zone: str) -> datetime:
    """A moment as the clock of ``zone`` shows it, for a field of a form."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None, second=0, microsecond=0)


class TournamentForm(NamedForm):
    """A new tournament: a name is enough, the rest has defaults."""

    course = forms.ChoiceField(
        label=gettext_lazy("Course"),
        choices=[
            ("rounds", gettext_lazy("rounds only")),
            ("final", gettext_lazy("rounds and a final table")),
            ("semi_final", gettext_lazy("rounds, semi-final, final")),
        ],
        initial="rounds",
        widget=forms.RadioSelect,
    )
    rounds = WholeNumberField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=30, initial=4, required=False
    )
    rule_set = forms.ChoiceField(
        label=gettext_lazy("Game"),
        initial="classic",
        help_text=gettext_lazy("Its house rules can be chosen until the first round is published."),
    )
    pairs = forms.BooleanField(
        label=gettext_lazy("In pairs"),
        required=False,
        help_text=gettext_lazy("Two against two at each table; only for a game that knows pairs."),
    )
    start_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, zone: str, now: datetime, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(zone, data, initial={"start_key": uuid4(), "starts_at": local(now, zone)})
        choice = self.fields["rule_set"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = game_choices()

    def clean(self) -> None:
        """Pairs only where the game knows them."""
        chosen = rules.RULE_SETS.get(self.cleaned_data.get("rule_set", ""))
        if chosen and self.cleaned_data.get("pairs") and not chosen.pairs_of_players:
            self.add_error("pairs", _("This game is not played in pairs."))


def game_choices() -> list[tuple[str, str]]:
    """The games that have totals to count, with their names."""
    return [
        (one.key, one.name.in_language(language()))
        for one in rules.RULE_SETS.values()
        if not one.rank_only
    ]


_AMOUNT = re.compile(r"[0-9]{1,12}(?:[.,][0-9]{1,2})?")


def amount(typed: str) -> str:
    """Money as it is stored, "150.50"; "" for nothing; ValidationError for what is no amount."""
    plain = "".join(typed.split())
    if not plain:
        return ""
    if not _AMOUNT.fullmatch(plain):
        raise forms.ValidationError(_("“%(typed)s” is not an amount.") % {"typed": typed.strip()})
    return format(Decimal(plain.replace(",", ".")), "f")


class SettingsForm(ChangingForm, NamedForm):
    """What may be changed at any time."""

    zone = forms.ChoiceField(label=gettext_lazy("Time zone"))
    place = forms.CharField(label=gettext_lazy("Place"), max_length=MOST_LETTERS, required=False)
    minutes = WholeNumberField(
        label=gettext_lazy("Minutes of a round"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=gettext_lazy("The clock is started at the round. Empty: no clock."),
    )
    confirms = forms.BooleanField(
        label=gettext_lazy("A second person confirms each result"),
        required=False,
        help_text=gettext_lazy("Until then a result counts as provisional."),
    )
    registration = forms.ChoiceField(
        label=gettext_lazy("Registration"),
        choices=Tournament.Registration.choices,
        widget=forms.RadioSelect,
    )
    shown = forms.ChoiceField(
        label=gettext_lazy("Shown to"),
        choices=[
            (Shown.PUBLIC.value, gettext_lazy("everybody; it is listed")),
            (Shown.UNLISTED.value, gettext_lazy("whoever has its address")),
            (Shown.MEMBERS.value, gettext_lazy("members of the club only")),
        ],
        widget=forms.RadioSelect,
    )
    entry_fee = forms.CharField(
        label=gettext_lazy("Entry fee"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    prizes = forms.CharField(
        label=gettext_lazy("Prizes"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "inputmode": "decimal"}),
        help_text=gettext_lazy(
            "One amount a line, the first place first. Those who share places share their prizes."
        ),
    )
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), required=False)

    def __init__(self, record: Tournament, data: QueryDict | None = None) -> None:
        zone = data.get("zone", "") if data is not None else ""
        choices = zone_choices(language(), timezone.now(), record.zone)
        known = {value for _group, zones in _grouped(choices) for value, _words in zones}
        super().__init__(zone if zone in known else record.zone, data, initial=_columns(record))
        for name, found in (("zone", choices), ("currency", currency_choices(language()))):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = found
        self.club_shown = record.club.shown
        self.fields["shown"].help_text = _within(self.club_shown)

    def changed(self) -> dict[str, Any]:
        """What was changed, with what it means: a moment its zone, an amount its currency."""
        found = super().changed()
        if "zone" in found:
            found["starts_at"] = self.cleaned_data["starts_at"]
        if "entry_fee" in found or "prizes" in found:
            found["currency"] = self.cleaned_data["currency"]
        return found

    def clean_entry_fee(self) -> str:
        """The fee as it is stored, "" where there is none."""
        return amount(self.cleaned_data["entry_fee"])

    def clean_prizes(self) -> list[str]:
        """One amount a place, from the first."""
        lines = re.split(r"[\n;]", self.cleaned_data["prizes"])
        return [found for found in map(amount, lines) if found]

    def clean(self) -> None:
        """Who cannot see the page cannot enter by it."""
        closed = self.cleaned_data.get("registration") == Tournament.Registration.CLOSED
        if not closed and self.club_shown == Shown.MEMBERS:
            said = _("Only members see the club, so only they could enter: show it to more people.")
            self.add_error("registration", said)
        elif not closed and self.cleaned_data.get("shown") == Shown.MEMBERS:
            said = _("Only members could enter: show the tournament to more people.")
            self.add_error("shown", said)


def _within(shown: str) -> str:
    """What the club leaves of the choice whom a tournament is shown to."""
    match shown:
        case Shown.MEMBERS:
            return _("The club is shown to its members only: so is this, whatever is chosen here.")
        case Shown.UNLISTED:
            return _("The club is unlisted: this stands in no list either, whatever is chosen.")
    return _("To fewer people than the club, never to more.")


def _grouped(choices: Any) -> list[tuple[str, list[tuple[str, str]]]]:  # noqa: ANN401 - as Django
    return [
        (name, found if isinstance(found, list) else [(name, found)]) for name, found in choices
    ]


def _columns(record: Tournament) -> dict[str, object]:
    given: dict[str, object] = {
        name: getattr(record, name)
        for name in (
            "name", "zone", "place", "minutes", "confirms", "registration", "shown", "entry_fee",
        )
    }  # fmt: skip
    given["starts_at"] = local(record.starts_at, record.zone)
    given["prizes"] = "\n".join(record.prizes)
    given["currency"] = record.currency or record.club.currency
    return given


class RulesForm(HouseRulesForm):
    """What is played, under which house rules, at tables of which sizes."""

    sizes = forms.CharField(
        label=gettext_lazy("Seats of a table"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "The wanted number first, then those that may fill up: 4, 3, 5. A five is then only "
            "used for exactly five people. In pairs: how many pairs."
        ),
    )
    pairs = forms.BooleanField(label=gettext_lazy("In pairs"), required=False)

    def __init__(
        self, rule_set: rules.RuleSet, sizes: list[int], pairs: bool, data: QueryDict | None = None
    ) -> None:
        super().__init__(data, initial={"sizes": ", ".join(map(str, sizes)), "pairs": pairs})
        if not rule_set.pairs_of_players:
            del self.fields["pairs"]
        self.ask_house_rules(rule_set)

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """What is not a house rule."""
        return [self[name] for name in self.fields if not name.startswith(OPTION_PREFIX)]

    def clean_sizes(self) -> list[int]:
        """The numbers of seats, the wanted one first, each once."""
        typed = self.cleaned_data["sizes"]
        found = [int(figure) for figure in re.findall(r"[0-9]{1,2}", typed)]
        if not found or re.search(r"[^0-9,;./ ]", typed):
            raise forms.ValidationError(_("Type numbers of seats, such as 4, 3."))
        return list(dict.fromkeys(found))
