"""Who sits with whom: the seating engine's front door.

`plan` takes a frozen `Request` and returns a frozen `Plan`: the same request the same plan, on
any machine. `check` judges a schedule of any origin, `broken_wishes` a round edited by hand.
"""

from tournaments.engine.seating.checker import (
    ILLEGAL,
    BrokenWish,
    Judgement,
    Wish,
    broken_wishes,
    check,
    read_schedule,
)
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
    "ILLEGAL",
    "Attendee",
    "BrokenWish",
    "CannotSeatError",
    "EntrantId",
    "Judgement",
    "Method",
    "Plan",
    "Report",
    "Request",
    "Round",
    "SeatingError",
    "Sizes",
    "Table",
    "Wish",
    "broken_wishes",
    "check",
    "plan",
    "read_schedule",
]
