"""What an organiser plans: a stage as it is set up, and the courses that are usual."""

from dataclasses import dataclass, field

from tournaments.models import Stage

USUAL_CHAIN = ("settlement", "total", "first_places", "best_game")
"""The tie-breaks of a tournament for which nobody has chosen any."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage as it is set up: the columns of models.Stage that an organiser chooses."""

    rounds_planned: int = 4
    name: str = ""
    method: str = Stage.Method.BALANCED
    points: str = Stage.PointsRule.SETTLEMENT
    lists: dict[str, list[str]] = field(default_factory=dict)
    chain: tuple[str, ...] = USUAL_CHAIN
    carries: bool = False
    cut: str = Stage.Cut.NONE
    cut_count: int | None = None


def usual_course(key: str, seats: int, rounds: int = 4) -> tuple[StagePlan, ...]:
    """The stages of a usual course: "rounds", "final" or "semi_final".

    ``seats``: wanted at a table; a final has one such table, a semi-final two · ``rounds``: of the
    first stage.
    """
    one_round = StagePlan(rounds_planned=1, method=Stage.Method.SNAKE)
    if key == "final":
        cut = StagePlan(rounds_planned=rounds, cut=Stage.Cut.FINAL_TABLE, cut_count=seats)
        return cut, one_round
    if key == "semi_final":
        return (
            StagePlan(rounds_planned=rounds, cut=Stage.Cut.OVERALL, cut_count=2 * seats),
            StagePlan(
                rounds_planned=1,
                method=Stage.Method.SNAKE,
                cut=Stage.Cut.OF_TABLE,
                cut_count=max(seats // 2, 1),
            ),
            one_round,
        )
    return (StagePlan(rounds_planned=rounds),)
