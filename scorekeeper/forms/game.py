"""Starting a game: who plays in what order, under which house rules."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from scorekeeper.forms import MOST_PLAYERS, language
from scorekeeper.forms.alike import doubts, is_open, persons
from scorekeeper.forms.house_rules import OPTION_PREFIX, HouseRulesForm
from scorekeeper.models import Club
from scorekeeper.names import MOST_LETTERS, clean_name, is_too_long, name_key

BETWEEN_THROWS = "/"
USUAL_SEATS = 4


class GameForm(HouseRulesForm):
    """A new game: who plays in what order, under which house rules.

    Seats come as repeated fields ``name`` and ``roll``; ``order`` is what they make together.
    """

    title = forms.CharField(
        label=gettext_lazy("Table or evening"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("How you will find this game in the list."),
    )
    copied = forms.BooleanField(
        label=gettext_lazy("Copy from paper"),
        required=False,
        help_text=gettext_lazy("The game was played on paper; the order of turns is not enforced."),
    )
    hints = forms.BooleanField(
        label=gettext_lazy("Mark the best box"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "The box whose points are furthest above its average is marked; it is never filled "
            "by itself."
        ),
    )
    each_throw = forms.BooleanField(
        label=gettext_lazy("Record each throw"),
        required=False,
        help_text=gettext_lazy("Asks for the dice of every throw, for statistics of the dice."),
    )
    whole_order = forms.BooleanField(
        label=gettext_lazy("The throws decide the whole order"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise they decide who starts, and the others follow as they sit."
        ),
    )
    pairs = forms.BooleanField(
        label=gettext_lazy("Two against two"),
        required=False,
        help_text=gettext_lazy(
            "First and third against second and fourth; points of a pair add up. Without it four "
            "play each alone."
        ),
    )
    save_as = forms.CharField(
        label=gettext_lazy("Save these house rules as"), max_length=MOST_LETTERS, required=False
    )
    start_key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        rule_set: rules.RuleSet,
        data: QueryDict | None = None,
        *,
        club: Club,
        kept: QueryDict | None = None,
    ) -> None:
        """``data`` is judged; ``kept``, typed on the way to another rule set or seat, is not."""
        super().__init__(data, initial={"start_key": uuid4()})
        typed = data if data is not None else kept
        self.names: list[str] = typed.getlist("name") if typed else []
        self.doubts = doubts(club, self.names, typed) if typed else []
        self.rolls: list[str] = typed.getlist("roll") if typed else []
        self.names += [""] * (USUAL_SEATS - len(self.names))
        self.rolls += [""] * (len(self.names) - len(self.rolls))
        if not rule_set.pairs_of_players:
            del self.fields["pairs"]
        if rule_set.rank_only:
            for name in ("copied", "hints", "each_throw"):
                del self.fields[name]
        self.ask_house_rules(rule_set)
        if kept:
            self._keep(kept)

    def _keep(self, kept: QueryDict) -> None:
        """Shows again what was typed: with one more seat all of it, else what every game asks."""
        more = "more" in kept
        if more and len(self.names) < MOST_PLAYERS:
            self.names.append("")
            self.rolls.append("")
        for name, field in self.fields.items():
            if name in kept:
                self.initial[name] = kept[name]
            elif more and isinstance(field, forms.BooleanField):
                self.initial[name] = False
            if name.startswith(OPTION_PREFIX) and not more:
                self.initial.pop(name, None)

    @property
    def seats(self) -> list[tuple[int, str, str]]:
        """Each line of the form: number from 1, name, throws for the start."""
        return [
            (number, name, roll)
            for number, (name, roll) in enumerate(
                zip(self.names, self.rolls, strict=False), start=1
            )
        ]

    @property
    def house_rules_wrong(self) -> bool:
        """Whether a folded field has an error, so that the page opens it."""
        return any(field.errors for field in (*self.house_rule_fields, self["save_as"]))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if is_open(self.doubts):
            self.add_error(None, _("Say who is meant: somebody is called nearly the same."))
        order = self._order(cleaned.get("whole_order", False))
        if order is not None:
            cleaned["order"] = order
            cleaned["teams"] = self._teams(order, cleaned.get("pairs", False))
        return cleaned

    def clean_title(self) -> str:
        """The title as it is stored."""
        return self._short_name(self.cleaned_data["title"])

    def clean_save_as(self) -> str:
        """The name for the house rules as it is stored; "" when they are not saved."""
        return self._short_name(self.cleaned_data["save_as"])

    def _short_name(self, typed: str) -> str:
        cleaned = clean_name(typed)
        if typed.strip() and not cleaned:
            raise forms.ValidationError(_("Type a name with at least one letter or figure."))
        if is_too_long(cleaned):
            raise forms.ValidationError(_("A name has at most 80 characters."))
        return cleaned

    def _order(self, whole_order: bool) -> list[str] | None:
        lines = [
            (clean_name(name), roll.strip())
            for name, roll in zip(persons(self.names, self.doubts), self.rolls, strict=False)
            if clean_name(name) or roll.strip()
        ]
        names = [name for name, _roll in lines]
        problem = self._problem_with(names)
        if problem:
            self.add_error(None, problem)
            return None
        if not any(roll for _name, roll in lines):
            return names
        return self._rolled(lines, whole_order)

    def _problem_with(self, names: Sequence[str]) -> str:
        if not all(names):
            return _("A player who threw for the start needs a name.")
        if any(map(is_too_long, names)):
            return _("A name has at most 80 characters.")
        keys = [name_key(name) for name in names]
        twice = next((n for n, key in zip(names, keys, strict=True) if keys.count(key) > 1), "")
        if twice:
            return _("%(name)s is named twice.") % {"name": twice}
        most = min(self.rule_set.most or MOST_PLAYERS, MOST_PLAYERS)
        if not self.rule_set.fewest <= len(names) <= most:
            wanted = rules.number_of_players(self.rule_set).in_language(language())
            return _("“%(game)s” is played by %(wanted)s; you have named %(n)d.") % {
                "game": self.rule_set.name.in_language(language()),
                "wanted": wanted if self.rule_set.most else f"{self.rule_set.fewest}–{most}",
                "n": len(names),
            }
        return ""

    def _rolled(self, lines: list[tuple[str, str]], whole_order: bool) -> list[str] | None:
        try:
            throws = {
                name: [
                    rules.read_throw(self.rule_set, part)
                    for part in roll.split(BETWEEN_THROWS)
                    if part.strip()
                ]
                for name, roll in lines
            }
            found = rules.roll_off([name for name, _roll in lines], throws, whole_order)
        except rules.RuleError as error:
            self.add_error(None, error.message.in_language(language()))
            return None
        if found.tied:
            self.add_error(None, _tied_message(found.tied, throws))
            return None
        return list(found.order)

    def _teams(self, order: Sequence[str], pairs: bool) -> list[list[int]]:
        if not pairs:
            return []
        if len(order) != 4:
            self.add_error("pairs", _("Two against two needs exactly four players."))
            return []
        return [[0, 2], [1, 3]]


def _tied_message(tied: Sequence[Sequence[str]], throws: dict[str, list[rules.Dice]]) -> str:
    waiting = [name for group in tied for name in _waiting(group, throws)]
    names = ", ".join(waiting)
    if any(throws[name] for name in waiting):
        return ngettext(
            "%(names)s must throw again: add the next throw after a slash, e.g. 33355/12446.",
            "%(names)s are equal and throw again: add the next throw after a slash, "
            "e.g. 33355/12446.",
            len(waiting),
        ) % {"names": names}
    return _("Type the throws for the start of everybody, or of nobody: %(names)s are missing.") % {
        "names": names
    }


def _waiting(group: Sequence[str], throws: dict[str, list[rules.Dice]]) -> list[str]:
    """Those of a tied group whose throw is missing, everybody where none has thrown again."""
    fewest = min(len(throws[name]) for name in group)
    return [name for name in group if len(throws[name]) == fewest]
