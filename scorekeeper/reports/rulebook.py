"""A rule set as a page: its boxes, what they bring, worked examples, and its house rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import rules
from scorekeeper.exports.wording import decimal
from scorekeeper.reports.wording import box_title, takes_text, value_text

EXAMPLES = (
    *("44442", "33333", "22444", "55551"),
    *("12334", "12345", "12346", "13456", "23456"),
    *("33366", "11111"),
)
"""Dice that tables argue about; six-dice games take their own."""
SIX_DICE_EXAMPLES = ("555534", "223344", "222555", "444422", "123456", "555552", "444444")

NOT_MADE = "—"


@dataclass(frozen=True, slots=True)
class BoxLine:
    """A box, the figures it can bring, and examples: dice and what they score there.

    A dash stands for dice that do not make the box, though another house rule would.
    """

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

    @property
    def has_dashes(self) -> bool:
        """Whether an example does not make its box, which wants a word."""
        return any(points == NOT_MADE for box in self.boxes for _dice, points in box.examples)


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


MOST_EXAMPLES = 5
"""Examples of a box."""


@lru_cache(maxsize=1024)
def _examples(rule_set: rules.RuleSet, box: rules.Box) -> tuple[tuple[str, str], ...]:
    if box.series is rules.Series.EXTRA:
        return ()
    found: list[tuple[str, str]] = []
    for typed in EXAMPLES if rule_set.dice == 5 else SIX_DICE_EXAMPLES:
        dice = rules.parse_dice(typed, rule_set.dice)
        if box.face is not None and dice.count(box.face) < 3:
            continue
        scored = rules.score(rule_set, box, dice, rules.FREE_THROWS)
        if scored.made:
            found.append((typed, rules.signed(scored.points)))
        elif any(
            rules.score(other, box, dice, rules.FREE_THROWS).made
            for other in _other_readings(rule_set)
        ):
            found.append((typed, NOT_MADE))
    return tuple(found[:MOST_EXAMPLES])


def _other_readings(rule_set: rules.RuleSet) -> Iterator[rules.RuleSet]:
    """The game under each house rule that is a yes or one of a few, changed alone."""
    for key in rule_set.option_keys:
        takes = rules.OPTIONS[key].takes
        if isinstance(takes, rules.Flag):
            yield rule_set.under({key: True})
        elif isinstance(takes, rules.Choice):
            for value, _name in takes.values:
                yield rule_set.under({key: value})
