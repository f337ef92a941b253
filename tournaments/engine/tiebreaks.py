"""The tie-breaks an organiser can choose for an event (tournaments.md §1.6)."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from tournaments.engine.chain import BLITZ, LOTS, Criterion, Level, Value
from tournaments.engine.model import Text
from tournaments.engine.points import Tally, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.engine.model import EntrantId

Chain: TypeAlias = tuple[Criterion[Tally], ...]


def _settlement(tally: Tally, entrant: EntrantId, _: Level) -> Value:
    own = tally.played[entrant]
    totals, means = tally.scores.totals, tally.scores.means
    if not own:
        return None
    return sum([totals[at] for at in own]) * tally.unit - sum([means[at] for at in own])


def _total(tally: Tally, entrant: EntrantId, _: Level) -> Value:
    own, totals = tally.played[entrant], tally.scores.totals
    return sum([totals[at] for at in own]) if own else None


def _first_places(tally: Tally, entrant: EntrantId, _: Level) -> Value:
    own = tally.played[entrant]
    totals, bests = tally.scores.totals, tally.scores.bests
    return sum([totals[at] == bests[at] for at in own]) if own else None


def _best_game(tally: Tally, entrant: EntrantId, _: Level) -> Value:
    totals = tally.scores.totals
    return max([totals[at] for at in tally.played[entrant]], default=None)


def _sum_if_all_known(figures: list[int | None]) -> Value:
    known = [figure for figure in figures if figure is not None]
    return sum(known) if known and len(known) == len(figures) else None


def _pokers(tally: Tally, entrant: EntrantId, _: Level) -> Value:
    seats = tally.scores.seats
    return _sum_if_all_known([seats[at].pokers for at in tally.played[entrant]])


def _struck(tally: Tally, entrant: EntrantId, _: Level) -> Value:
    seats = tally.scores.seats
    return _sum_if_all_known([seats[at].struck for at in tally.played[entrant]])


def _head_to_head(tally: Tally, entrant: EntrantId, level: Level) -> Value:
    if len(level) > tally.largest_table:
        return None
    tables = tally.scores.tables
    common = [
        tally.scores.points[at]
        for at in tally.played[entrant]
        if level <= {seat.entrant for seat in tables[at]}
    ]
    return sum(common) if common else None


def _opponents(tally: Tally, entrant: EntrantId, _: Level) -> Value:
    points, tables, own = tally.points, tally.scores.tables, tally.played[entrant]
    at_tables = [points[seat.entrant] for at in own for seat in tables[at]]
    met = len(at_tables) - len(own)
    return whole(Fraction(sum(at_tables) - len(own) * points[entrant], met)) if met else None


SETTLEMENT: Criterion[Tally] = Criterion(
    key="settlement",
    name=Text(ru="Сумма расчётов", en="Settlement sum"),
    by=Text(ru="по сумме расчётов", en="by settlement sum"),
    sentence=Text(
        ru="Сумма расчётов всех зачётных игр: свой итог минус средний итог стола.",
        en="The sum of the settlements of all counted games: own total minus the table's mean.",
    ),
    value=_settlement,
    scaled=True,
)
TOTAL: Criterion[Tally] = Criterion(
    key="total",
    name=Text(ru="Сумма итогов", en="Total"),
    by=Text(ru="по сумме итогов", en="by total"),
    sentence=Text(
        ru="Сумма окончательных итогов всех зачётных игр.",
        en="The sum of the final totals of all counted games.",
    ),
    value=_total,
)
FIRST_PLACES: Criterion[Tally] = Criterion(
    key="first_places",
    name=Text(ru="Первые места", en="First places"),
    by=Text(ru="по числу первых мест", en="by first places"),
    sentence=Text(
        ru="Сколько раз игрок был первым за столом; делёж первого места считается.",
        en="How often the player was first at a table; a shared first place counts.",
    ),
    value=_first_places,
)
BEST_GAME: Criterion[Tally] = Criterion(
    key="best_game",
    name=Text(ru="Лучшая игра", en="Best game"),
    by=Text(ru="по лучшей игре", en="by best game"),
    sentence=Text(
        ru="Самый высокий итог в одной игре.", en="The highest final total of a single game."
    ),
    value=_best_game,
)
POKERS: Criterion[Tally] = Criterion(
    key="pokers",
    name=Text(ru="Покеры", en="Pokers thrown"),
    by=Text(ru="по числу покеров", en="by pokers thrown"),
    sentence=Text(
        ru="Сколько покеров выброшено; если хотя бы для одной игры это неизвестно, значения нет.",
        en="How many pokers were thrown; no value if that is unknown for any game.",
    ),
    value=_pokers,
)
STRUCK: Criterion[Tally] = Criterion(
    key="struck",
    name=Text(ru="Меньше прочерков", en="Fewer struck boxes"),
    by=Text(ru="по числу прочерков", en="by fewer struck boxes"),
    sentence=Text(
        ru="У кого меньше прочерков; если хотя бы для одной игры это неизвестно, значения нет.",
        en="Who struck fewer boxes; no value if that is unknown for any game.",
    ),
    value=_struck,
    fewest=True,
)
HEAD_TO_HEAD: Criterion[Tally] = Criterion(
    key="head_to_head",
    name=Text(ru="Личные встречи", en="Head to head"),
    by=Text(ru="по личным встречам", en="by head to head"),
    sentence=Text(
        ru="Очки за столами, где встретились все, кто стоит вровень.",
        en="The points from the tables where all those level met.",
    ),
    value=_head_to_head,
    scaled=True,
    relative=True,
)
OPPONENTS: Criterion[Tally] = Criterion(
    key="opponents",
    name=Text(ru="Сила соперников", en="Strength of opponents"),
    by=Text(ru="по силе соперников", en="by strength of opponents"),
    sentence=Text(
        ru="Средние очки соперников; кого встретили дважды, тот считается дважды.",
        en="The mean points of the opponents; one met twice counts twice.",
    ),
    value=_opponents,
    scaled=True,
)
CRITERIA: Mapping[str, Criterion[Tally]] = MappingProxyType(
    {
        criterion.key: criterion
        for criterion in (
            SETTLEMENT,
            TOTAL,
            FIRST_PLACES,
            BEST_GAME,
            POKERS,
            STRUCK,
            HEAD_TO_HEAD,
            OPPONENTS,
            LOTS,
            BLITZ,
        )
    }
)
"""Every criterion an organiser can choose, by its key, in the order offered."""
