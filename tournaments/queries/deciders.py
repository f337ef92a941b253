"""A stored blitz or decision as the engine takes it."""

from collections.abc import Mapping
from uuid import UUID

import rules
from tournaments.engine import model as engine
from tournaments.engine.blitz import Attempt, Blitz, Decision, attempt
from tournaments.models import Decider

BLITZ_RULES = rules.RULE_SETS["showdown"]
"""A blitz is one showdown hand (rules.md §2.9)."""


def decider(record: Decider) -> Blitz | Decision:
    """A stored blitz or decision as the engine takes it; attempts taken back are left out."""
    if record.kind == Decider.Kind.DECISION:
        return Decision(tuple(frozenset(group) for group in record.order), record.reason)
    lines = None if record.lines is None else frozenset(record.lines)
    return Blitz(frozenset(record.group), tuple(map(_attempt, live_attempts(record))), lines)


def live_attempts(record: Decider) -> list[dict[str, object]]:
    """The attempts of a blitz that were not taken back, in order."""
    return [one for one in record.attempts if one["undone"] is None]


def begun_hands(record: Decider) -> dict[int, str | None]:
    """The hands of attempts that are not whole yet: number of the entrant → five dice, None for
    who does not throw."""
    return {int(key): hand for key, hand in record.begun}


def blitz_of_link(link: UUID) -> Decider | None:
    """The blitz that a link opens: it ends with the blitz, its stage or its tournament."""
    alive = Decider.objects.filter(
        kind=Decider.Kind.BLITZ,
        undone_at__isnull=True,
        stage__tournament__finished_at__isnull=True,
        stage__tournament__cancelled_at__isnull=True,
    )
    return alive.select_related("stage__tournament__club", "made_by").filter(link=link).first()


def _attempt(stored: dict[str, object]) -> Attempt:
    hands = stored["hands"]
    assert isinstance(hands, list)
    return attempt(dict(map(tuple, hands)), rank_hands)


def rank_hands(hands: Mapping[engine.EntrantId, str]) -> list[list[engine.EntrantId]]:
    """Hands (five dice as text) to groups of entrants, best first; RuleError for other dice."""
    named = {str(number): number for number in hands}
    dice = {str(number): rules.parse_dice(hand) for number, hand in hands.items()}
    groups = rules.rank(dice, BLITZ_RULES.options)
    return [[named[key] for key in group] for group in groups]
