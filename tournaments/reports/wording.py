"""What stages and rounds are called, the same on every page."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Round, Stage


def stage_title(stage: Stage, stages: Sequence[Stage]) -> str:
    """The name of a stage, or which of ``stages`` it is; the last of several is the final."""
    if stage.name:
        return stage.name
    if stage.number > 1 and stage.number == len(stages):
        return _("Final")
    return _("Stage %(number)s") % {"number": stage.number}


def round_state(one: Round) -> str:
    """How far a round is."""
    if one.published_at is None:
        return _("draft")
    return _("closed") if one.closed_at else _("being played")
