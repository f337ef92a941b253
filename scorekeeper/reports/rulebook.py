"""A rule set as a page: its boxes, what they bring, worked examples, and its house rules."""

from dataclasses import dataclass

import rules
from scorekeeper.exports.wording import decimal
from scorekeeper.reports.wording import box_title, takes_text, value_text

EXAMPLES = ("44442", "33333", "22444", "55551", "12334", "13456", "23456", "33366", "11111")
"""Dice that tables argue about; six-dice games take their own."""
SIX_DICE_EXAMPLES = ("555534", "223344", "222555", "444422", "123456", "555552", "444444")


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A box, the figures it can bring, and examples: dice and what they score there."""

    name: str
    lowest: str
    highest: str
    average: str
    examples: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OptionLine:
    """A house rule: what it is, its usual value, what it takes."""

    label: str
    sentence: str
    usual: str
    takes: str


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule set explained."""

    boxes: tuple[BoxLine, ...]
    options: tuple[OptionLine, ...]


def rule_page(rule_set: rules.RuleSet, language: str) -> RulePage:
    """The boxes and house rules of a game, every figure computed by its own rules."""
    boxes = tuple(_box_line(rule_set, box, language) for box in rule_set.boxes)
    options = tuple(
        OptionLine(
            rules.OPTIONS[key].label.in_language(language),
            rules.OPTIONS[key].sentence.in_language(language),
            value_text(rules.OPTIONS[key], value, language),
            takes_text(rules.OPTIONS[key], language),
        )
        for key, value in rule_set.house_rules().items()
    )
    return RulePage(boxes, options)


def _box_line(rule_set: rules.RuleSet, box: rules.Box, language: str) -> BoxLine:
    possible = rules.enterable(rule_set, box)
    average = decimal(rules.two_decimals(rules.average(rule_set, box)), language)
    return BoxLine(
        box_title(box, language),
        rules.signed(possible[0]),
        rules.signed(possible[-1]),
        average,
        _examples(rule_set, box),
    )


def _examples(rule_set: rules.RuleSet, box: rules.Box) -> tuple[tuple[str, str], ...]:
    if box.series is not rules.Series.COMBINATIONS:
        return ()
    found: list[tuple[str, str]] = []
    for dice in EXAMPLES if rule_set.dice == 5 else SIX_DICE_EXAMPLES:
        scored = rules.score(rule_set, box, rules.parse_dice(dice, rule_set.dice), 3)
        if scored.made:
            found.append((dice, rules.signed(scored.points)))
    return tuple(found[:4])
