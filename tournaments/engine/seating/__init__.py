"""Who sits with whom: the seating engine's front door.

`plan` takes a frozen `Request` and returns a frozen `Plan`: the same request the same plan, on
any machine. `check` judges a schedule of any origin, `broken_wishes` a round edited by hand.
"""

from tournaments.engine.seating.model import (
    Attendee,
    CannotSeatError,
    EntrantId,
    Method,
    Plan,
    Report,
    Request,
    Round,
    SeatingError,
    Sizes,
    Table,
)
from tournaments.engine.seating.planner import plan

__all__ = [
    "Attendee",
    "CannotSeatError",
    "EntrantId",
    "Method",
    "Plan",
    "Report",
    "Request",
    "Round",
    "SeatingError",
    "Sizes",
    "Table",
    "plan",
]
