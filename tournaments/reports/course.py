"""The course of a tournament: its stages and their rounds, and where each is looked at."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Round, Stage
from tournaments.queries import Whole
from tournaments.reports.wording import round_state, stage_title


@dataclass(frozen=True, slots=True)
class Way:
    """Where something is done: its words, the route, and the number in its address if any."""

    words: str
    route: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class RoundMark:
    """A round on the course: ``way`` leads to it, None for one that cannot be looked at yet."""

    number: int
    state: str
    way: Way | None


@dataclass(frozen=True, slots=True)
class StageLine:
    """A stage on the course: ``current`` for the one that is played."""

    title: str
    words: str
    rounds: tuple[RoundMark, ...]
    current: bool


def course(stands: Whole) -> Iterator[StageLine]:
    """The stages in order, each with its rounds, those to come too."""
    number = 1
    for stage in stands.stages:
        own = [one for one in stands.rounds if one.stage_id == stage.pk]
        number = min((one.number for one in own), default=number)
        marks = []
        for at in range(number, number + max(stage.rounds_planned, len(own))):
            one = next((each for each in own if each.number == at), None)
            marks.append(
                _mark(one, at, open_now=stage == stands.stage and at == stands.next_number)
            )
        number += len(marks)
        yield StageLine(
            stage_title(stage, stands.stages),
            str(Stage.Method(stage.method).label),
            tuple(marks),
            current=stage == stands.stage and stands.record.finished_at is None,
        )


def round_page(number: int) -> tuple[str, int]:
    """The page of a round, as a ``Way`` names it."""
    return "round_organise", number


def _mark(one: Round | None, number: int, *, open_now: bool) -> RoundMark:
    if one is not None and one.published_at is not None:
        return RoundMark(number, round_state(one), Way(str(number), *round_page(number)))
    state = _("draft") if one is not None else _("to come")
    way = Way(str(number), "round_draw", number) if open_now else None
    return RoundMark(number, state, way)
