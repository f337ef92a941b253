"""Tournaments as lines of a list."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament, how many are in it, how far it is, and the page that opens: its route."""

    record: Tournament
    entered: int
    state: str
    route: str


def tournament_lines(
    found: Iterable[Tournament], organised: Collection[int]
) -> list[TournamentLine]:
    """Lines of tournaments read by ``queries.with_counts``; ``organised``: clubs one organises."""
    return [
        TournamentLine(
            record=record,
            entered=record.entered,  # type: ignore[attr-defined]  # annotated
            state=_state(record, record.last_round),  # type: ignore[attr-defined]
            route="organise" if record.club_id in organised else "tournament",
        )
        for record in found
    ]


def _state(record: Tournament, last_round: int) -> str:
    if record.cancelled_at is not None:
        return _("cancelled")
    if record.finished_at is not None:
        return _("played to the end")
    if last_round:
        return _("round %(number)s") % {"number": last_round}
    if record.registration != Tournament.Registration.CLOSED:
        return _("registration is open")
    return _("being prepared")
