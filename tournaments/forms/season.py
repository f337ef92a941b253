"""Setting up a season, planning its evenings, declaring one void, its teams."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from scorekeeper.forms import WholeNumberField, language
from scorekeeper.forms.days import DayField
from scorekeeper.models import Player, Shown
from scorekeeper.names import MOST_LETTERS, clean_name
from tournaments.engine.points import typed_points
from tournaments.forms.figures import typed_figures
from tournaments.forms.setup import short_name
from tournaments.models import Season
from tournaments.seasons import CRITERIA, WITHOUT_TOTALS

MOST_PLACES = 100
MOST_TEAM = 80  # letters of its name


def _list_line(typed: str) -> tuple[str, list[str]]:
    """What is typed as "4: 7 5 3 1": (number of players, points); ValueError for what is none."""
    size, colon, figures = typed.partition(":")
    if not colon or not 1 <= int(size) <= 10_000:
        raise ValueError
    found = typed_figures(figures)
    if not found or len(found) > MOST_PLACES:
        raise ValueError
    return str(int(size)), list(map(str, found))


class SeasonForm(forms.Form):
    """What counts in a season, and how."""

    name = forms.CharField(label=gettext_lazy("Name of the season"), max_length=MOST_LETTERS)
    first_day = DayField(label=gettext_lazy("First day"))
    last_day = DayField(label=gettext_lazy("Last day"))
    counts_tournaments = forms.BooleanField(
        label=gettext_lazy("Tournaments count"), required=False, initial=True
    )
    counts_evenings = forms.BooleanField(
        label=gettext_lazy("Tables of club evenings count"), required=False, initial=True
    )
    rule_set = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    points = forms.ChoiceField(
        label=gettext_lazy("An event gives"), choices=Season.PointsRule.choices
    )
    lists = forms.CharField(
        label=gettext_lazy("Points for places"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "One list a line: the number of players from which it holds, a colon, then the points "
            "of the first, the second, … For example “4: 7 5 3 1”. Shared places share the mean."
        ),
    )
    together = forms.ChoiceField(
        label=gettext_lazy("Several results of one evening"), choices=Season.Together.choices
    )
    best = WholeNumberField(
        label=gettext_lazy("Only the best evenings count"),
        required=False,
        min_value=1,
        max_value=400,
        help_text=gettext_lazy("How many; empty: all."),
    )
    drop = WholeNumberField(
        label=gettext_lazy("Or the worst are dropped"),
        required=False,
        min_value=0,
        max_value=400,
        help_text=gettext_lazy("How many; a missed evening is dropped first."),
    )
    bonus = forms.CharField(
        label=gettext_lazy("Points for taking part"), required=False, max_length=12
    )
    minimum_games = WholeNumberField(
        label=gettext_lazy("Games needed for a place"), min_value=1, max_value=1000, initial=1
    )
    chain = forms.MultipleChoiceField(
        label=gettext_lazy("Those level are parted by"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("In this order."),
    )
    shown = forms.ChoiceField(
        label=gettext_lazy("Shown to"),
        choices=Shown.choices,
        initial=Shown.PUBLIC,
        help_text=gettext_lazy("Events shown to fewer people than the season do not count in it."),
    )
    start_key = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: QueryDict | None = None, **given: Any) -> None:
        super().__init__(data, **given)
        for name in ("rule_set", "chain"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = _games() if name == "rule_set" else _criteria()

    def clean_name(self) -> str:
        """The name as it is stored."""
        return short_name(self.cleaned_data["name"])

    def clean_bonus(self) -> str:
        """Exact points, as text."""
        try:
            return str(typed_points(self.cleaned_data["bonus"] or "0"))
        except ValueError:
            raise forms.ValidationError(_("Type points, for example 2 or 2.5.")) from None

    def clean_drop(self) -> int:
        """How many are dropped; none where nothing was typed."""
        return self.cleaned_data["drop"] or 0

    def clean_lists(self) -> dict[str, list[str]]:
        """Lists of exact points by number of players."""
        found: dict[str, list[str]] = {}
        for line in self.cleaned_data["lists"].splitlines():
            if not line.strip():
                continue
            try:
                size, figures = _list_line(line)
                found[size] = figures
            except ValueError:
                wrong = _("This line is no list of points: “%(line)s”.") % {"line": line.strip()}
                raise forms.ValidationError(wrong) from None
        return found

    def clean(self) -> dict[str, Any]:
        """What fits together: days in order, a list for points by place, best or drop."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first_day"), cleaned.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The season ends before it begins."))
        by_places = cleaned.get("points") == Season.PointsRule.PLACES
        if by_places and not cleaned.get("lists") and "lists" not in self.errors:
            self.add_error("lists", _("Type at least one list of points."))
        if cleaned.get("best") and cleaned.get("drop"):
            self.add_error(
                "drop", _("Either the best evenings count or the worst are dropped, not both.")
            )
        if not cleaned.get("counts_tournaments") and not cleaned.get("counts_evenings"):
            self.add_error("counts_evenings", _("Something has to count."))
        return cleaned

    def rule(self) -> dict[str, Any]:
        """The columns of the season; only on a valid form."""
        return {key: value for key, value in self.cleaned_data.items() if key != "start_key"}

    def key(self) -> UUID:
        """What makes a repeated submit harmless, if it was sent; only on a valid form."""
        key: UUID = self.cleaned_data["start_key"] or uuid4()
        return key


def typed_lists(lists: dict[str, list[str]]) -> str:
    """Stored lists as they are typed."""
    lines = []
    for size in sorted(lists, key=int):
        figures = " ".join(_typed(figure) for figure in lists[size])
        lines.append(f"{size}: {figures}")
    return "\n".join(lines)


def _typed(figure: str) -> str:
    value = Fraction(figure)
    return str(value.numerator) if value.denominator == 1 else figure


def _games() -> list[tuple[str, str]]:
    found = [("", _("every game"))]
    for key, rule_set in rules.RULE_SETS.items():
        if key not in WITHOUT_TOTALS:
            found.append((key, rule_set.name.in_language(language())))
    return found


def _criteria() -> list[tuple[str, str]]:
    russian = language() == "ru"
    return [
        (key, one.name.ru if russian else one.name.en)
        for key, one in CRITERIA.items()
        if key != "blitz"
    ]


class EveningsForm(forms.Form):
    """A row of evenings: every week, or every second, on one day of the week.

    ``initial``: the days between which they are to be, and the usual hour.
    """

    weekday = forms.TypedChoiceField(label=gettext_lazy("Every"), coerce=int)
    every = forms.TypedChoiceField(label=gettext_lazy("How often"), coerce=int)
    first_day = DayField(label=gettext_lazy("First day"))
    last_day = DayField(label=gettext_lazy("Last day"))
    at = forms.TimeField(
        label=gettext_lazy("At"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    note = forms.CharField(label=gettext_lazy("Note"), required=False, max_length=200)

    def __init__(self, data: QueryDict | None = None, **given: Any) -> None:
        super().__init__(data, **given)
        weekday, every = self.fields["weekday"], self.fields["every"]
        assert isinstance(weekday, forms.ChoiceField)
        assert isinstance(every, forms.ChoiceField)
        names = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"))
        weekday.choices = list(enumerate((*names, _("Friday"), _("Saturday"), _("Sunday"))))
        every.choices = [
            (1, _("each week")),
            (2, _("every second week")),
            (4, _("every four weeks")),
        ]


class DayForm(forms.Form):
    """One day of the season."""

    day = DayField(label=gettext_lazy("Day"))


class VoidForm(DayForm):
    """A day that is to count for nobody, and why."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)

    def clean_reason(self) -> str:
        """The reason as it is stored; ValidationError where nothing of it can be seen."""
        reason = clean_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Give a reason."))
        return reason


class CopyForm(forms.Form):
    """The same rule from another day on."""

    name = forms.CharField(label=gettext_lazy("Name of the season"), max_length=MOST_LETTERS)
    first_day = DayField(label=gettext_lazy("First day"))
    start_key = forms.UUIDField(widget=forms.HiddenInput)

    def clean_name(self) -> str:
        """The name as it is stored."""
        return short_name(self.cleaned_data["name"])


def changed_teams(posted: QueryDict, players: Iterable[Player]) -> dict[str, str]:
    """Number of a player, as text → the team typed, for those typed anew since the page was read.

    Two who fill in teams at once do not undo each other.
    """
    typed = {str(one.pk): posted.get(f"team-{one.pk}") for one in players}
    return {
        key: team[:MOST_TEAM]
        for key, team in typed.items()
        if team is not None and team != posted.get(f"was-{key}")
    }
