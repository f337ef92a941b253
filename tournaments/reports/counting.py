"""How a stage counts and who goes on from it, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.points import Places
from tournaments.engine.wording import number
from tournaments.models import Stage
from tournaments.queries import points_rule


def points_words(stage: Stage, language: str) -> tuple[str, ...]:
    """What a table gives and what a bye counts; whether the stage begins at zero."""
    rule = points_rule(stage)
    if isinstance(rule, Places):
        sizes = sorted(set(stage.tournament.sizes) & set(rule.lists), reverse=True)
        lists = "; ".join(
            _("a table of %(size)s: %(points)s")
            % {
                "size": size,
                "points": "–".join(number(each).in_language(language) for each in rule.lists[size]),
            }
            for size in sizes
        )
        said = _(
            "Points are for places (%(lists)s); those level share the mean of their places. "
            "A bye counts the middle of the list."
        ) % {"lists": lists}
    elif stage.points == Stage.PointsRule.TOTAL:
        said = _("Points are the total of the sheet. A bye counts one’s own mean.")
    else:
        said = _("Points are one’s own total minus the mean of the table. A bye counts 0.")
    if stage.number == 1:
        return (said,)
    return (
        said,
        _("Points carry on from the stage before.")
        if stage.carries
        else _("Everybody begins at zero."),
    )


def cut_words(stage: Stage) -> str:
    """Who goes on from a stage, in a sentence; "" from the last one."""
    count = stage.cut_count or 1
    if stage.cut == Stage.Cut.OVERALL:
        said = ngettext("The first %(n)s goes on.", "The first %(n)s go on.", count)
    elif stage.cut == Stage.Cut.OF_TABLE:
        said = ngettext(
            "The first %(n)s of each table of the last round goes on.",
            "The first %(n)s of each table of the last round go on.",
            count,
        )
    elif stage.cut == Stage.Cut.FINAL_TABLE:
        said = ngettext(
            "The first %(n)s goes on to the final table.",
            "The first %(n)s go on to the final table.",
            count,
        )
    else:
        return ""
    return said % {"n": count}
