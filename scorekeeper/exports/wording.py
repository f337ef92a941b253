"""Figures and rules in words, as print and workbooks write them."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils import dateformat
from django.utils.translation import gettext as _

import rules


def decimal(value: str, language: str) -> str:
    """A decimal string ("-49.67") as a reader of ``language`` writes it: "−49,67"."""
    mark = "," if language.startswith("ru") else "."
    return value.replace("-", "−").replace(".", mark)


def won_or_lost(value: str, language: str) -> str:
    """A decimal string with its sign before it, except before zero: "+50", "−0,33", "0"."""
    written = decimal(value, language)
    positive = not value.startswith("-") and any(digit in "123456789" for digit in value)
    return f"+{written}" if positive else written


def money(amount: Decimal, language: str) -> str:
    """An amount without a sign, with the unit's decimals."""
    return decimal(f"{amount:f}", language)


def date_and_time(moment: datetime) -> str:
    """``moment`` in its own zone and the language in force: "1 июня 2025, 19:30"."""
    return dateformat.format(moment, "j E Y, H:i")


@dataclass(frozen=True, slots=True)
class Sign:
    """A small sign of the page's sheet, and what it ``means``.

    ``called``: its name for print, whose faces lack it; "" where print says it otherwise.
    """

    sign: str
    called: str
    means: str


def legend(ruleset: rules.RuleSet) -> list[Sign]:
    """The signs that a sheet of ``ruleset`` can show; call it under the language asked for."""
    found: list[Sign] = []
    options = ruleset.options
    if _counts_nothing(ruleset, "33312"):
        more = _counts_nothing(ruleset, "33331")
        means = _("three alike or more") if more else _("three alike")
        found.append(Sign("✓", _("a tick"), means))
    if options.first_throw_multiplier > 1:
        times = f"×{options.first_throw_multiplier}"
        found.append(Sign(times, times, _("on the first throw")))
    if ruleset.pouring:
        found.append(Sign("★", _("a star"), _("on the first throw")))
        poured = _("30 poured in, 6 own turns left to answer it")
        found.append(Sign("30 · 6", "", poured))
    if ruleset.boxes and ruleset.bank is None and options.failed_mark == "dash":
        found.append(Sign("—", "—", _("struck")))
    return found


def _counts_nothing(ruleset: rules.RuleSet, dice: str) -> bool:
    """Whether threes are made with ``dice`` and bring 0, which gets a ✓ on the sheet."""
    if ruleset.dice != len(dice) or not ruleset.boxes:
        return False
    scored = rules.score(ruleset, ruleset.box("threes"), rules.parse_dice(dice), rules.FREE_THROWS)
    return scored.made and scored.points == 0


_ESSENTIAL = (
    "school_bonus",
    "school_bonus_from",
    "poker_bonus",
    "poker_points",
    "first_throw_multiplier",
    "saved_throw_points",
    "settlement",
    "stake",
)
"""House rules worth saying even where they are the usual ones."""


def rules_in_force(ruleset: rules.RuleSet, language: str) -> list[str]:
    """What a game is played by: its name, its sentence, the essentials, then the house rules.

    Every option that differs from the game's default is among the last. Call it under the
    language asked for.
    """
    usual = rules.rule_set(ruleset.key).house_rules()
    now = ruleset.house_rules()
    changed = [key for key, value in now.items() if value != usual[key]]
    if "school_bonus_from" in changed and ruleset.options.school_bonus:
        changed.remove("school_bonus_from")
        changed = [key for key in now if key in {*changed, "school_bonus"}]
    essential = [
        key
        for key in _ESSENTIAL
        if key in now and key not in changed and _says_something(ruleset, key)
    ]
    name = ruleset.name.in_language(language)
    said = [f"{name}. {ruleset.sentence.in_language(language)}"]
    if essential:
        listed = "; ".join(_rule(ruleset, key, language) for key in essential)
        said.append(f"{listed[:1].upper()}{listed[1:]}.")
    if changed:
        listed = "; ".join(_rule(ruleset, key, language) for key in changed)
        said.append(_("House rules: %(rules)s.") % {"rules": listed})
    return said


def _says_something(ruleset: rules.RuleSet, key: str) -> bool:
    options = ruleset.options
    if key == "school_bonus_from":
        return False  # it is said together with the bonus
    if key == "stake":
        return options.settlement != "none"
    return getattr(options, key) not in {0, None, 1} or key == "settlement"


def _rule(ruleset: rules.RuleSet, key: str, language: str) -> str:
    if key == "school_bonus" and ruleset.options.school_bonus:
        return _("bonus of %(bonus)s if the school is not below %(least)s") % {
            "bonus": ruleset.options.school_bonus,
            "least": rules.signed(ruleset.options.school_bonus_from),
        }
    label = rules.OPTIONS[key].label.in_language(language)
    return f"{label[:1].lower()}{label[1:]}\u00a0— {_value(ruleset, key, language)}"


def _value(ruleset: rules.RuleSet, key: str, language: str) -> str:
    option, value = rules.OPTIONS[key], getattr(ruleset.options, key)
    if isinstance(option.takes, rules.Choice):
        return dict(option.takes.values)[value].in_language(language)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("the sum of the dice")
    if isinstance(value, int):
        return rules.signed(value)
    if isinstance(option.takes, rules.DecimalString):
        return decimal(value, language)
    return _("minus three times the face")
