"""Carrying out what was asked on a page; what is refused, said in words, with what to do."""

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

import rules
from scorekeeper.actions import GameFinished, OpenBoxes
from scorekeeper.forms import language
from tournaments import actions
from tournaments.engine import seating
from tournaments.engine.blitz import BlitzError
from tournaments.models import Tournament
from tournaments.queries import Whole, whole

REFUSED = (
    GameFinished,
    OpenBoxes,
    BlitzError,
    seating.SeatingError,
    rules.RuleError,
    actions.AlreadySeated,
    actions.AlreadyStarted,
    actions.HasResults,
    actions.Moved,
    actions.NoResult,
    actions.NoTie,
    actions.NotReady,
    actions.OpenTies,
    actions.SamePerson,
    actions.NeedsReason,
    actions.SheetWritten,
    actions.StageOver,
    actions.StaleDraw,
    actions.StillPlaying,
    actions.TournamentOver,
    actions.Unfinished,
)
"""All that the pages of play have words for."""


def carried_out(
    request: HttpRequest, record: Tournament, act: Callable[[], object], words: str = ""
) -> bool:
    """Does it and says so by ``words``; whether it was done. What is refused is said in words."""
    try:
        act()
    except REFUSED as refused:
        messages.error(request, refusal_words(refused, whole(record)))
        return False
    if words:
        messages.success(request, words)
    return True


def refusal_words(refused: Exception, stands: Whole) -> str:
    """One or two sentences: why not, and what to do."""
    match refused:
        case actions.StaleDraw():
            words = {"names": _names(stands, refused.entrants)}
            return _(
                "Who comes has changed since the draw: %(names)s. Draw again, or change who is "
                "here at the check-in."
            ) % {**words}
        case actions.StillPlaying():
            playing = [
                _("%(name)s (round %(round)d, table %(table)d)")
                % {"name": stands.names[key], "round": at[0], "table": at[1]}
                for key, at in refused.tables.items()
            ]
            return _(
                "Still playing: %(names)s. Wait for their tables, or draw again without them."
            ) % {"names": ", ".join(playing)}
        case actions.Unfinished():
            return _("Without a confirmed result: %(tables)s. Finish or confirm them first.") % {
                "tables": table_words(refused.tables)
            }
        case actions.OpenTies():
            names = [_names(stands, map(int, tie.level)) for tie in refused.ties]
            return _(
                "Level where the place matters: %(names)s. Let them play a blitz, or decide."
            ) % {"names": "; ".join(names)}
        case actions.AlreadySeated():
            return _("%(name)s sits in this round already: nobody plays at two tables.") % {
                "name": refused.name
            }
        case rules.RuleError():
            return refused.message.in_language(language())
    return str(next(words for kind, words in _plain() if isinstance(refused, kind)))


def _plain() -> tuple[tuple[type[Exception], str], ...]:
    """What needs no names."""
    return (
        (
            actions.StageOver,
            _(
                "All planned rounds of this stage are published. Close the stage, or plan one "
                "more round among the stages."
            ),
        ),
        (
            actions.NotReady,
            _("This page was out of date: here is how it stands now. Look again, then repeat."),
        ),
        (
            actions.HasResults,
            _(
                "Something is written at a table of this round, or a later one is published: it "
                "stays. A single table can be declared void."
            ),
        ),
        (
            actions.AlreadyStarted,
            _("What comes after it has begun already: withdraw or reopen that first."),
        ),
        (
            actions.Moved,
            _("Somebody else has typed into this blitz meanwhile: look at what stands here."),
        ),
        (
            actions.NoTie,
            _("These are no longer level where a place matters: nothing is to be decided."),
        ),
        (
            actions.SamePerson,
            _(
                "Whoever typed the result cannot confirm it: another host or organiser compares "
                "it with the paper, signed in under their own name."
            ),
        ),
        (
            actions.NeedsReason,
            _("The round is closed: a correction needs its reason."),
        ),
        (
            actions.SheetWritten,
            _("Turns are written on the sheet of this table: correct them there."),
        ),
        (
            actions.NoResult,
            _("There is nothing to be done: the table has no result, or was replayed."),
        ),
        (
            actions.TournamentOver,
            _("The tournament is over. Reopen it to change anything."),
        ),
        (BlitzError, _("Others have to throw now: look at what stands here.")),
        (OpenBoxes, _("Boxes of this sheet are open: the players finish them first.")),
        (GameFinished, _("The sheet is finished already.")),
        (
            seating.SeatingError,
            _(
                "The fixed tables do not fit: more entrants are fixed at a table than it has "
                "seats, or more tables are fixed than there are. Change them among the entrants."
            ),
        ),
    )


def table_words(tables: Iterable[tuple[int, int]]) -> str:
    """Tables by name: "round 2, table 1; round 2, table 3"."""
    return "; ".join(
        _("round %(round)d, table %(table)d") % {"round": number, "table": table}
        for number, table in tables
    )


def _names(stands: Whole, entrants: Iterable[int]) -> str:
    return ", ".join(stands.names[key] for key in entrants)
