"""House rules that a club keeps under a name."""

from collections.abc import Mapping

from django.db import transaction

import rules
from scorekeeper.models import Club, HouseRules
from scorekeeper.names import checked_name


@transaction.atomic
def save_house_rules(
    *, club: Club, rule_set: str, name: str, options: Mapping[str, object]
) -> HouseRules:
    """House rules saved under a name; the same name takes the new values.

    RuleError for an option that the rule set does not have, or a value it does not take;
    ValueError for a name in which nothing is visible, or one too long.
    """
    checked = rules.rule_set(rule_set, options).house_rules()
    saved, _ = HouseRules.objects.update_or_create(
        club=club, rule_set=rule_set, name=checked_name(name), defaults={"options": checked}
    )
    return saved
