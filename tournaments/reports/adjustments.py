"""Penalties and corrections of points, in words."""

from dataclasses import dataclass
from fractions import Fraction

from tournaments.engine.wording import number
from tournaments.models import Adjustment
from tournaments.queries import Whole
from tournaments.reports.wording import stage_title


@dataclass(frozen=True, slots=True)
class AdjustmentLine:
    """One of them: ``stage`` is "" where there is one stage only."""

    record: Adjustment
    name: str
    stage: str
    points: str


def adjustment_lines(stands: Whole, language: str) -> list[AdjustmentLine]:
    """All that were ever made, newest first, those undone too."""
    stages = {stage.pk: stage_title(stage, stands.stages) for stage in stands.stages}
    names = stands.names
    return [
        AdjustmentLine(
            record=one,
            name=names[one.entrant_id],
            stage=stages[one.stage_id] if len(stages) > 1 else "",
            points=getattr(number(Fraction(one.points)), language),
        )
        for one in reversed(stands.adjustments)
    ]
