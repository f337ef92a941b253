"""What stages and rounds are called, and why somebody sits out, the same on every page."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Entrant, Round, Stage


def stage_title(stage: Stage, stages: Sequence[Stage]) -> str:
    """The name of a stage, or which of ``stages`` it is.

    The last of several is the final, one round between the first stage and it the semi-final.
    """
    if stage.name:
        return stage.name
    if stage.number > 1 and stage.number == len(stages):
        return _("Final")
    if stage.number > 1 and stage.number == len(stages) - 1 and stage.rounds_planned == 1:
        return _("Semi-final")
    return _("Stage %(number)s") % {"number": stage.number}


def round_state(one: Round) -> str:
    """How far a round is."""
    if one.published_at is None:
        return _("draft")
    return _("closed") if one.closed_at else _("being played")


def not_seated(entrant: Entrant, number: int) -> str:
    """Why an entrant is not seated in round ``number``; "" for who can be."""
    if entrant.removed:
        return _("removed")
    if entrant.last_round is not None and number > entrant.last_round:
        if not entrant.last_round:
            return _("dropped before the first round")
        return _("dropped after round %(number)s") % {"number": entrant.last_round}
    if number < entrant.first_round:
        return _("plays from round %(number)s") % {"number": entrant.first_round}
    if str(number) in entrant.away:
        return str(entrant.away[str(number)]) or _("not here yet")
    return ""
