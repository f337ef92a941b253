"""Are the dice true: a sentence for the club and for each table, from recorded first throws."""

import math
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.fairness import LEAST_DICE, Tested, Verdict, judged
from scorekeeper.figures import FirstThrows, first_throws, games_with_gaps
from scorekeeper.models import Club
from scorekeeper.queries import Viewer
from scorekeeper.reports.statistics import likelihood, one_decimal

BAR = 100
"""The length of a bar that is twice what was to be expected."""


@dataclass(frozen=True, slots=True)
class FaceLine:
    """A face: how often it lay there, how often to expect it, and its bar."""

    pips: int
    count: int
    expected: str
    bar: int


@dataclass(frozen=True, slots=True)
class DicePart:
    """One table, or the whole club where ``table`` is empty.

    ``sentence``: the verdict · ``figures``: χ² and how often true dice stray as far.
    """

    table: str
    throws: int
    sentence: str
    figures: str
    doubtful: bool
    faces: tuple[FaceLine, ...]


@dataclass(frozen=True, slots=True)
class DicePage:
    """Whole club first, then the tables where there are several; ``gaps``: games left out."""

    parts: tuple[DicePart, ...]
    gaps: int


def dice_page(club: Club, viewer: Viewer) -> DicePage:
    """The first throws that whoever looks may count, tested."""
    tables = first_throws(club, viewer)
    gaps = games_with_gaps(club, viewer)
    if not tables:
        return DicePage((), gaps)
    whole = FirstThrows(
        "",
        sum(table.throws for table in tables),
        tuple(sum(faces) for faces in zip(*(table.faces for table in tables), strict=True)),
    )
    parts = [_part("", whole, 1)]
    if len(tables) > 1 or tables[0].table:
        enough = sum(sum(table.faces) >= LEAST_DICE for table in tables)
        parts += [
            _part(table.table or _("Games without a name"), table, max(1, enough))
            for table in tables
        ]
    return DicePage(tuple(parts), gaps)


def _part(name: str, thrown: FirstThrows, tables: int) -> DicePart:
    found = judged(thrown.faces, tables)
    expected = found.dice / 6
    return DicePart(
        table=name,
        throws=thrown.throws,
        sentence=_sentence(found, thrown),
        figures=_("χ² = %(statistic)s on 5 degrees of freedom, p %(chance)s")
        % {"statistic": one_decimal(found.statistic), "chance": likelihood(found.chance)}
        if found.verdict is not Verdict.FEW
        else "",
        doubtful=found.verdict is Verdict.DOUBTFUL,
        faces=tuple(
            FaceLine(
                pips,
                count,
                one_decimal(expected),
                min(2 * BAR, round(count / expected * BAR)) if expected else 0,
            )
            for pips, count in enumerate(found.faces, start=1)
        ),
    )


def _sentence(found: Tested, thrown: FirstThrows) -> str:
    a_throw = found.dice / thrown.throws
    missing = math.ceil(found.missing / a_throw)
    more = ngettext("%(count)d more throw", "%(count)d more throws", missing) % {"count": missing}
    if found.verdict is Verdict.FEW:
        return _("Too few throws to say anything; for a verdict: %(more)s.") % {"more": more}
    if found.verdict is Verdict.OPEN:
        return _("Nothing speaks against the dice so far; for a verdict: %(more)s.") % {
            "more": more
        }
    if found.verdict is Verdict.TRUE:
        return _(
            "The dice look true: had one face come up in one throw of five instead of one of "
            "six, this many throws would have shown it nine times out of ten."
        )
    return _(
        "These do not look like true dice: with true ones the faces stray this far in one of "
        "%(often)s such tests."
    ) % {"often": _often(found.chance)}


def _often(chance: float) -> str:
    if chance < 1e-6:
        return _("more than a million")
    return f"{round(1 / chance):,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
