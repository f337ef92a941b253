"""House rules as fields of a form: what each takes, and whether together they can be played."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

import rules
from scorekeeper.forms import WholeNumberField, language

OPTION_PREFIX = "option-"
MONEY = ("settlement", "stake", "unit")
"""Asked for up front where a game is played for money."""


class OptionField:
    """How each kind of house rule is asked for."""

    @staticmethod
    def of(option: rules.Option, value: object) -> forms.Field:
        """A form field for ``option`` with ``value`` as its default."""
        words: dict[str, Any] = {
            "label": option.label.in_language(language()),
            "help_text": option.sentence.in_language(language()),
            "initial": value,
            "required": False,
        }
        takes = option.takes
        if isinstance(takes, rules.Flag):
            return forms.BooleanField(**words)
        if isinstance(takes, rules.Choice):
            choices = [(key, name.in_language(language())) for key, name in takes.values]
            kind = type(takes.values[0][0])
            return forms.TypedChoiceField(choices=choices, coerce=kind, **words)
        if isinstance(takes, rules.WholeNumber) and not takes.or_word:
            return WholeNumberField(min_value=takes.low, max_value=takes.high, **words)
        if isinstance(takes, rules.WholeNumber):
            words["initial"] = "" if value == takes.or_word else value
            words["help_text"] += " " + _("Empty: three times the face.")
            return WholeNumberField(min_value=takes.low, max_value=takes.high, **words)
        return forms.CharField(max_length=30, **words)


class HouseRulesForm(forms.Form):
    """A form whose last fields are the house rules of ``rule_set``.

    After ``clean``, ``cleaned_data["rule_set"]`` is the rule set under what was typed; it is not
    there when something is wrong.
    """

    rule_set: rules.RuleSet

    def ask_house_rules(self, rule_set: rules.RuleSet) -> None:
        """A field for each house rule that the rule set has."""
        self.rule_set = rule_set
        for key, value in rule_set.house_rules().items():
            self.fields[OPTION_PREFIX + key] = OptionField.of(rules.OPTIONS[key], value)

    @property
    def money_fields(self) -> list[forms.BoundField]:
        """Settlement, stake and unit: asked for up front."""
        return [self[OPTION_PREFIX + key] for key in MONEY]

    @property
    def house_rule_fields(self) -> list[forms.BoundField]:
        """The other house rules, folded away until somebody looks."""
        return [self[OPTION_PREFIX + key] for key in self.rule_set.option_keys if key not in MONEY]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self._judge_house_rules(self._house_rules(cleaned))
        return cleaned

    def _house_rules(self, cleaned: dict[str, Any]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, usual in self.rule_set.house_rules().items():
            name = OPTION_PREFIX + key
            if name not in cleaned:
                continue
            value = cleaned[name]
            takes = rules.OPTIONS[key].takes
            may_be_empty = isinstance(takes, rules.WholeNumber) and takes.or_null
            if value in (None, "") and not may_be_empty:
                value = usual
            found[key] = value
        return found

    def _judge_house_rules(self, found: dict[str, object]) -> None:
        """Puts the rule set under its house rules into ``cleaned_data``, or says what is wrong."""
        for key, value in found.items():
            try:
                self.rule_set.under({key: value})
            except rules.RuleError as error:
                self.add_error(OPTION_PREFIX + key, error.message.in_language(language()))
        if not any(name.startswith(OPTION_PREFIX) for name in self.errors):
            self.cleaned_data["rule_set"] = self.rule_set.under(found)
