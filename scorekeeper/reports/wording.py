"""Figures and marks in words, the same on every page."""

from django.utils.translation import gettext as _

import rules


def mark_text(rule_set: rules.RuleSet, mark: rules.Mark) -> str:
    """What stands in a filled box: its points, or the mark of a struck one."""
    if mark.struck and rule_set.options.failed_mark == "dash":
        return "—"
    return rules.signed(mark.points)


def is_three_alike(box: rules.Box, mark: rules.Mark) -> bool:
    """Whether a school box is exactly three alike, which counts 0 and gets its ✓."""
    return box.series is rules.Series.SCHOOL and mark.made and mark.points == 0


def first_throw_mark(rule_set: rules.RuleSet, box: rules.Box, mark: rules.Mark) -> str:
    """The small sign of a box filled from the first throw: its multiplier, or a star without."""
    if mark.throws != 1 or not mark.made or mark.dice is None:
        return ""
    times = rules.score(rule_set, box, mark.dice, 1).multiplier
    if times > 1:
        return f"×{times}"
    return "★" if rule_set.pouring else ""


_PAIRS = rules.Text("АБ", "AB")


def pair_letter(game: rules.Game, player: str, language: str) -> str:
    """The letter of a player's pair, in seat order; "" where everybody plays alone."""
    letters = _PAIRS.in_language(language)
    return next((letters[at] for at, team in enumerate(game.teams) if player in team), "")


def box_title(box: rules.Box, language: str) -> str:
    """A box by its name and, where its heading is a formula, by that: "Малый дурак, 2+2+2"."""
    name, short = box.name.in_language(language), box.short.in_language(language)
    return f"{name}, {short}" if "+" in short else name


def house_rules_lines(rule_set: rules.RuleSet, language: str) -> list[tuple[str, str, bool]]:
    """Each house rule in force: label, value, and whether it differs from the game's default."""
    usual = rules.RULE_SETS[rule_set.key].house_rules()
    return [
        (
            rules.OPTIONS[key].label.in_language(language),
            value_text(rules.OPTIONS[key], value, language),
            value != usual[key],
        )
        for key, value in rule_set.house_rules().items()
    ]


def value_text(option: rules.Option, value: object, language: str) -> str:
    """The value of an option in words."""
    if value is None:
        return "—"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(option.takes, rules.Choice):
        names = dict(option.takes.values)
        if isinstance(value, int | str) and value in names:
            return names[value].in_language(language)
    if value == "minus_three":
        return _("three times the face")
    return str(value).replace("-", "−")


def takes_text(option: rules.Option, language: str) -> str:
    """What an option accepts, in words: the names of its choices, or a range."""
    takes = option.takes
    if isinstance(takes, rules.Choice):
        return ", ".join(name.in_language(language) for _key, name in takes.values)
    if isinstance(takes, rules.Flag):
        return _("yes or no")
    if isinstance(takes, rules.DecimalString):
        return _("a sum of money above zero")
    if not isinstance(takes, rules.WholeNumber):
        return takes.says.in_language(language)
    span = _("from %(low)s to %(high)s") % {
        "low": rules.signed(takes.low),
        "high": rules.signed(takes.high),
    }
    return _("%(span)s, or empty") % {"span": span} if takes.or_null or takes.or_word else span
