"""The rules of a stored stage as the engine takes them."""

from fractions import Fraction

from tournaments.engine import cuts, points
from tournaments.models import Stage


def points_rule(stage: Stage) -> points.PointsRule:
    """What a table of the stage gives, as the engine takes it."""
    if stage.points == Stage.PointsRule.TOTAL:
        return points.Total()
    if stage.points == Stage.PointsRule.SETTLEMENT:
        return points.Settlement()
    lists = dict(points.USUAL_LISTS)
    for size, figures in stage.lists.items():
        lists[int(size)] = tuple(points.whole(Fraction(figure)) for figure in figures)
    usual = stage.tournament.sizes[0] if stage.tournament.sizes else 4
    return points.Places(lists, usual if usual in lists else 4)


def cut_of(stage: Stage) -> cuts.Cut | None:
    """Who goes on from the stage, as the engine takes it; ValueError for an impossible count."""
    count = 1 if stage.cut_count is None else stage.cut_count
    match stage.cut:
        case Stage.Cut.OVERALL:
            return cuts.FirstOverall(count)
        case Stage.Cut.OF_TABLE:
            return cuts.FirstOfTable(count)
        case Stage.Cut.FINAL_TABLE:
            return cuts.FinalTable(count)
    return None
