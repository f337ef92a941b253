"""The stages of a tournament: rounds, seating, points, tie-breaks, who goes on."""

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from django import forms
from django.forms.formsets import DELETION_FIELD_NAME, BaseFormSet, formset_factory
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.forms import WholeNumberField, language, whole_number
from scorekeeper.names import clean_name
from tournaments.engine.points import USUAL_LISTS
from tournaments.engine.tiebreaks import CRITERIA
from tournaments.forms.figures import typed_figures
from tournaments.models import Stage
from tournaments.plans import StagePlan

MOST_STAGES, MOST_NAME_LETTERS = 8, 80
LIST, TIE = "list-", "tie-"
"""Before the seats of a table, and before the key of a criterion, in the names of fields."""


class StageForm(forms.Form):
    """One stage. ``stage``: as it is stored, None for a new one.

    What its results were counted by cannot be changed once a round of it is published, nor who
    goes on once it is closed.
    """

    name = forms.CharField(
        label=gettext_lazy("Name of the stage"),
        max_length=MOST_NAME_LETTERS,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    rounds_planned = WholeNumberField(
        label=gettext_lazy("Rounds"), min_value=1, max_value=30, initial=1
    )
    method = forms.ChoiceField(
        label=gettext_lazy("Seating"),
        choices=Stage.Method.choices,
        help_text=gettext_lazy("It can be chosen anew for each round."),
    )
    points = forms.ChoiceField(
        label=gettext_lazy("A table gives"),
        choices=Stage.PointsRule.choices,
        help_text=gettext_lazy(
            "The settlement is fair between tables of different sizes: at each table it adds up "
            "to 0."
        ),
    )
    carries = forms.BooleanField(
        label=gettext_lazy("Points of the stage before count on"),
        required=False,
        help_text=gettext_lazy("Otherwise everybody begins at zero."),
    )
    cut = forms.ChoiceField(
        label=gettext_lazy("To the next stage go"), choices=Stage.Cut.choices, required=False
    )
    cut_count = WholeNumberField(
        label=gettext_lazy("How many"), min_value=1, max_value=500, required=False
    )

    def __init__(
        self,
        *args: Any,
        stage: Stage | None = None,
        published: int = 0,
        seats: tuple[int, int] = (2, 6),
        **given: Any,
    ) -> None:
        """``published``: rounds of it that are; ``seats``: the fewest and most of a table."""
        super().__init__(*args, **given)
        self.stage, self.published, self.seats = stage, published, seats
        self.closed = stage is not None and stage.closed_at is not None
        for size in USUAL_LISTS:
            self.fields[f"{LIST}{size}"] = forms.CharField(
                label=_("Table of %(seats)s") % {"seats": size}, max_length=60, required=False
            )
        for criterion in CRITERIA.values():
            self.fields[TIE + criterion.key] = WholeNumberField(
                label=criterion.name.in_language(language()),
                help_text=criterion.sentence.in_language(language()),
                min_value=1,
                max_value=99,
                required=False,
            )
        for name in self._frozen():
            self.fields[name].disabled = True

    def _frozen(self) -> list[str]:
        counting = [name for name in self.fields if name.startswith((LIST, TIE))]
        frozen = ["points", "carries", *counting] if self.published else []
        return frozen + (["cut", "cut_count", "rounds_planned"] if self.closed else [])

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """What everybody looks at."""
        return [self[name] for name in ("name", "rounds_planned", "method", "points")]

    @property
    def cut_fields(self) -> list[forms.BoundField]:
        """Who goes on."""
        return [self[name] for name in ("cut", "cut_count")]

    @property
    def list_fields(self) -> list[forms.BoundField]:
        """Points for places, by the size of the table."""
        return [self[name] for name in self.fields if name.startswith(LIST)]

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        """The criteria: a number each, in which order they are asked."""
        return [self[name] for name in self.fields if name.startswith(TIE)]

    @property
    def chain_words(self) -> str:
        """The tie-breaks as they are stored or planned, in a line."""
        chosen = [name for name in self.fields if name.startswith(TIE) and self[name].initial]
        return ", ".join(str(self.fields[name].label) for name in sorted(chosen, key=self._order))

    def _order(self, name: str) -> int:
        return int(self[name].initial)

    @property
    def folded_wrong(self) -> bool:
        """Whether something that is folded away has an error, so that the page opens it."""
        return any(name.startswith((LIST, TIE)) for name in self.errors)

    def clean_rounds_planned(self) -> int:
        """Not fewer than are published."""
        rounds: int = self.cleaned_data["rounds_planned"]
        if rounds < self.published:
            raise forms.ValidationError(
                _("%(n)s rounds of it are published already.") % {"n": self.published}
            )
        return rounds

    def clean(self) -> dict[str, Any]:
        """The lists have an entry a seat, the criteria an order."""
        cleaned = super().clean() or {}
        if not self.published:
            cleaned["lists"] = self._lists(cleaned)
            cleaned["chain"] = self._chain(cleaned)
        cut, count = cleaned.get("cut") or Stage.Cut.NONE, cleaned.get("cut_count")
        if cut != Stage.Cut.NONE and not count:
            self.add_error("cut_count", _("Type how many go on."))
        fewest, most = self.seats
        if cut == Stage.Cut.FINAL_TABLE and count and not fewest <= count <= most:
            words = {"fewest": fewest, "most": most}
            self.add_error(
                "cut_count", _("A table of this game has %(fewest)s to %(most)s seats.") % words
            )
        return cleaned

    def _lists(self, cleaned: dict[str, Any]) -> dict[str, list[str]]:
        found = {}
        for size, usual in USUAL_LISTS.items():
            try:
                figures = typed_figures(str(cleaned.get(f"{LIST}{size}", "")))
            except ValueError:
                self.add_error(f"{LIST}{size}", _("Type figures with spaces between them."))
                continue
            if figures and len(figures) != size:
                said = _("Type %(seats)s figures, one a place.") % {"seats": size}
                self.add_error(f"{LIST}{size}", said)
            elif figures and figures != list(map(Fraction, usual)):
                found[str(size)] = list(map(str, figures))
        return found

    def _chain(self, cleaned: dict[str, Any]) -> tuple[str, ...]:
        orders = {key: cleaned.get(TIE + key) for key in CRITERIA}
        chosen = {key: order for key, order in orders.items() if order}
        for key, order in chosen.items():
            if list(chosen.values()).count(order) > 1:
                self.add_error(TIE + key, _("Two criteria have this number."))
        return tuple(sorted(chosen, key=lambda key: chosen[key]))

    def plan(self) -> StagePlan:
        """The stage as the actions take it; only of a valid form."""
        asked = self.cleaned_data
        kept = self.stage if self.published else None
        cut = asked["cut"] or Stage.Cut.NONE
        return StagePlan(
            rounds_planned=asked["rounds_planned"],
            name=clean_name(asked["name"])[:MOST_NAME_LETTERS],
            method=asked["method"],
            points=asked["points"],
            lists=kept.lists if kept else asked["lists"],
            chain=tuple(kept.chain) if kept else asked["chain"],
            carries=asked["carries"],
            cut=cut,
            cut_count=asked["cut_count"] if cut != Stage.Cut.NONE else None,
        )


def columns(planned: Stage | StagePlan) -> dict[str, object]:
    """A stage as the fields of its form."""
    names = [name for name in asdict(StagePlan()) if name not in ("lists", "chain")]
    found: dict[str, object] = {name: getattr(planned, name) for name in names}
    for size, usual in USUAL_LISTS.items():
        figures = planned.lists.get(str(size)) or list(map(str, usual))
        found[f"{LIST}{size}"] = " ".join(figures)
    return found | {TIE + key: at for at, key in enumerate(planned.chain, 1)}


class _Stages(BaseFormSet):  # type: ignore[type-arg]  # generic only for the checker
    """All stages in order; the last has no cut."""

    def add_fields(self, form: forms.Form, index: int | None) -> None:
        """A begun stage cannot go, nor can the only one."""
        super().add_fields(form, index)
        assert isinstance(form, StageForm)
        begun = form.stage is not None and (form.published or form.stage.members is not None)
        if begun or self.total_form_count() == 1:
            del form.fields[DELETION_FIELD_NAME]

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """What is known of the stage at this place."""
        given = dict(self.form_kwargs)
        stages: Sequence[Stage] = given.pop("stages")
        published: dict[int, int] = given.pop("published")
        stage = stages[index] if index is not None and index < len(stages) else None
        known = {"stage": stage, "published": published.get(stage.pk, 0) if stage else 0}
        return given | known | {"empty_permitted": False}

    @property
    def kept(self) -> list[StageForm]:
        """The forms of the stages that stay."""
        gone = self.deleted_forms if self.is_valid() else []
        return [form for form in self.forms if form not in gone]

    def clean(self) -> None:
        """Each stage but the last says who goes on."""
        staying = [form for form in self.forms if not form.cleaned_data.get(DELETION_FIELD_NAME)]
        if not staying:
            raise forms.ValidationError(_("A tournament has at least one stage."))
        for form in staying[:-1]:
            if (form.cleaned_data.get("cut") or Stage.Cut.NONE) == Stage.Cut.NONE:
                form.add_error("cut", _("Another stage follows: say who goes on."))


def stages_form(
    stages: Sequence[Stage],
    published: dict[int, int],
    seats: tuple[int, int],
    data: QueryDict | None = None,
    plans: Sequence[StagePlan] = (),
) -> _Stages:
    """The forms of all stages. ``plans``: shown instead of what is stored, where nothing is begun.

    ``published``: by primary key, how many rounds are.
    """
    made = formset_factory(
        StageForm, formset=_Stages, extra=0, can_delete=True, max_num=MOST_STAGES, validate_max=True
    )
    found = made(
        data,
        initial=[columns(each) for each in plans or stages],
        form_kwargs={"stages": stages, "published": published, "seats": seats},
        prefix="stage",
    )
    assert isinstance(found, _Stages)
    return found


def with_one_more(data: QueryDict, seats: int) -> QueryDict:
    """What was typed, and one stage more: until it is changed, a final at a table of ``seats``."""
    typed = data.copy()
    count = max(min(whole_number(typed.get("stage-TOTAL_FORMS", "")) or 0, MOST_STAGES - 1), 0)
    typed["stage-TOTAL_FORMS"] = str(count + 1)
    final = StagePlan(rounds_planned=1, method=Stage.Method.SNAKE)
    for name, value in columns(final).items():
        if value not in (None, False):
            typed[f"stage-{count}-{name}"] = str(value)
    before = f"stage-{count - 1}"
    if count and typed.get(f"{before}-cut", Stage.Cut.NONE) == Stage.Cut.NONE:
        typed[f"{before}-cut"] = Stage.Cut.FINAL_TABLE.value
        typed[f"{before}-cut_count"] = str(seats)
    return typed
