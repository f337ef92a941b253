"""The catalogue: the nine games in the order of rules.md §2."""

from collections.abc import Mapping

from rules.errors import Code, RuleError
from rules.model import RuleSet
from rules.sets.classic import CLASSIC
from rules.sets.duel import DUEL
from rules.sets.even_odd import EVEN_ODD
from rules.sets.free_choice import FREE_CHOICE
from rules.sets.minus_twenty import MINUS_TWENTY
from rules.sets.saved_throws import SAVED_THROWS
from rules.sets.showdown import SHOWDOWN
from rules.sets.six_dice import SIX_DICE
from rules.sets.thirteen import THIRTEEN
from rules.text import Text

RULE_SETS: Mapping[str, RuleSet] = {
    rule_set.key: rule_set
    for rule_set in (
        CLASSIC,
        EVEN_ODD,
        SAVED_THROWS,
        FREE_CHOICE,
        MINUS_TWENTY,
        DUEL,
        THIRTEEN,
        SIX_DICE,
        SHOWDOWN,
    )
}


def rule_set(key: str, house_rules: Mapping[str, object] | None = None) -> RuleSet:
    """The game named ``key`` under its default rules, changed by ``house_rules``.

    Raises RuleError ``unknown_ruleset``, ``unknown_option``, or ``bad_input`` for a value.
    """
    found = RULE_SETS.get(key)
    if found is None:
        raise RuleError(
            Code.UNKNOWN_RULESET,
            Text("Нет такой игры: {key}.", "There is no such game: {key}.").filled(key=key),
        )
    return found.under(house_rules) if house_rules else found
