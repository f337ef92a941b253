"""Many games in one file: ordered by a page, made by a process of its own, told by the database.

The process starts when somebody orders and ends with the last job; whoever looks at a job whose
process has died starts another. So it needs no service beside the program, and any of its server
processes can tell how far a job is.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

import rules
from scorekeeper.exports.planned import Look
from scorekeeper.exports.report import HandsReport, Picture, SheetReport
from scorekeeper.exports.sheets import DRAWING, PrintedSheet, joined, printed_sheet
from scorekeeper.models import Account, Club, DrawnSheet, Game, PrintJob
from scorekeeper.queries import played
from scorekeeper.reports.export import club_logo, game_report

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

State = PrintJob.State

A_STEP = 10
"""Games between two words of the process about how far it is."""

AT_ONCE = 10
"""Games whose workbook, or tables whose blank sheets, are made while one waits for the page: half a
second."""

_SILENT = timedelta(seconds=30)
_KEPT = timedelta(days=1)
_DRAWN_KEPT = timedelta(days=60)


def order(
    *,
    account: Account,
    club: Club,
    look: Look,
    language: str,
    key: UUID,
    games: Sequence[Game] = (),
    blanks: Sequence[SheetReport] = (),
    form: PrintJob.Form = PrintJob.Form.PDF,
) -> PrintJob:
    """The job under ``key``, which makes one file of the games, or of blank sheets of one game;
    the same key, the same job."""
    now = timezone.now()
    PrintJob.objects.filter(created_at__lt=now - _KEPT).delete()
    DrawnSheet.objects.filter(used_at__lt=now - _DRAWN_KEPT).delete()
    wanted = {
        "club": club,
        "account": account,
        "games": [game.pk for game in games],
        "blanks": _as_stored(blanks),
        "look": asdict(look),
        "form": form,
        "language": language,
        "created_at": now,
    }
    job, _created = PrintJob.objects.get_or_create(key=key, defaults=wanted)
    return job


def _as_stored(blanks: Sequence[SheetReport]) -> dict[str, object]:
    if not blanks:
        return {}
    chosen = blanks[0].rules
    sheets = [{name: getattr(report, name) for name in _ON_A_BLANK} for report in blanks]
    return {"rule_set": chosen.key, "options": chosen.house_rules(), "sheets": sheets}


_ON_A_BLANK = ("players", "title", "code", "link")
"""What differs between the blank sheets of one order."""


class Cancelled(Exception):
    """The job that is being made is not wanted any more."""


def start_worker() -> None:
    """Start a process that draws what is waiting; it ends at once when another is at it."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "draw_sheets"]
    subprocess.Popen(  # noqa: S603 - our own command, no word of a user's
        command,
        cwd=settings.BASE_DIR,
        env=os.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def is_forgotten(job: PrintJob) -> bool:
    """Whether no process draws the job although it is not done: it died, or never began."""
    now = timezone.now()
    if job.state == State.RUNNING:
        return job.seen_at is None or job.seen_at < now - _SILENT
    return job.state == State.WAITING and not _busy(now)


def cancel(job: PrintJob) -> None:
    """Stop the job; its process notices with the next sheets."""
    unfinished = (State.WAITING, State.RUNNING)
    PrintJob.objects.filter(pk=job.pk, state__in=unfinished).update(state=State.CANCELLED)


def draw_all() -> None:
    """Make what is waiting, job by job, the oldest first."""
    while job := _claimed():
        try:
            if job.form == PrintJob.Form.XLSX:
                _write_workbook(job)
            else:
                _draw(job)
        except Cancelled:
            continue
        except Exception:
            PrintJob.objects.filter(pk=job.pk).update(state=State.FAILED)
            raise


def _busy(now: datetime) -> bool:
    lively = PrintJob.objects.filter(state=State.RUNNING, seen_at__gte=now - _SILENT)
    return lively.exists()


@transaction.atomic
def _claimed() -> PrintJob | None:
    """The next job, now ours; None when there is none, or another process draws already."""
    now = timezone.now()
    if _busy(now):
        return None
    open_jobs = PrintJob.objects.filter(state__in=(State.WAITING, State.RUNNING))
    job = open_jobs.select_for_update().order_by("created_at", "pk").first()
    if job is not None:
        job.state, job.seen_at, job.done = State.RUNNING, now, 0
        job.save(update_fields=["state", "seen_at", "done"])
    return job


def _draw(job: PrintJob) -> None:
    look = Look(**job.look)
    sheets: list[PrintedSheet] = []
    logo = club_logo(job.club)
    for at in range(0, job.total, A_STEP):
        if job.blanks:
            sheets += _blank_sheets(job, slice(at, at + A_STEP), look, logo)
        else:
            sheets += _sheets(job.games[at : at + A_STEP], look, job.language)
        _say(job, done=len(sheets))
    with translation.override(job.language):
        content = joined(sheets, look, job.club.name, job.language, logo)
    _say(job, content=content, state=State.FINISHED)


def _blank_sheets(
    job: PrintJob, some: slice, look: Look, logo: Picture | None
) -> Iterator[PrintedSheet]:
    chosen = rules.rule_set(job.blanks["rule_set"], job.blanks["options"])
    for stored in job.blanks["sheets"][some]:
        report = SheetReport(
            rules=chosen,
            language=job.language,
            club=job.club.name,
            logo=logo,
            **stored | {"players": tuple(stored["players"])},
        )
        yield printed_sheet(report, look)


def _say(job: PrintJob, **columns: object) -> None:
    """Write how far the job is. Raises Cancelled when it was cancelled meanwhile."""
    ours = PrintJob.objects.filter(pk=job.pk, state=State.RUNNING)
    if not ours.update(seen_at=timezone.now(), **columns):
        raise Cancelled


def _write_workbook(job: PrintJob) -> None:
    from scorekeeper.exports.excel import write_games  # slow to load

    file = _Watched(job)
    with translation.override(job.language):
        write_games(_reports(job), job.language, file)
    _say(job, content=file.getvalue(), state=State.FINISHED)


class _Watched(BytesIO):
    """A file that says now and then that somebody is still writing it: a large one takes long."""

    def __init__(self, job: PrintJob) -> None:
        super().__init__()
        self.job, self.said_at = job, timezone.now()

    def write(self, content: "Buffer", /) -> int:
        now = timezone.now()
        if now - self.said_at > _SILENT / 10:
            self.said_at = now
            _say(self.job)
        return super().write(content)


def _reports(job: PrintJob) -> Iterator[SheetReport | HandsReport]:
    """The games of a job in their order, read a few at a time."""
    for at in range(0, len(job.games), A_STEP):
        games = Game.objects.select_related("club").in_bulk(job.games[at : at + A_STEP])
        for number in job.games[at : at + A_STEP]:
            if number in games:  # else deleted since it was ordered
                yield game_report(played(games[number]), job.language, _link(games[number]))
        _say(job, done=min(at + A_STEP, len(job.games)))


def _sheets(numbers: Sequence[int], look: Look, language: str) -> Iterator[PrintedSheet]:
    """The sheets of some games in their order; those that were drawn before are only fetched."""
    related = Game.objects.select_related("club__logo").prefetch_related("seats__player")
    games = related.in_bulk(numbers)
    keys = {number: _key(game, look, language) for number, game in games.items()}
    kept = DrawnSheet.objects.in_bulk(list(keys.values()))
    now = timezone.now()
    new: list[DrawnSheet] = []
    for number in numbers:
        if number not in games:  # deleted since it was ordered
            continue
        key = keys[number]
        if key not in kept:
            drawn = _printed(games[number], look, language).kept()
            kept[key] = DrawnSheet(key=key, content=drawn, used_at=now)
            new.append(kept[key])
        yield PrintedSheet.of(bytes(kept[key].content))
    DrawnSheet.objects.bulk_create(new, ignore_conflicts=True)
    DrawnSheet.objects.filter(pk__in=keys.values()).update(used_at=now)


def _printed(game: Game, look: Look, language: str) -> PrintedSheet:
    return printed_sheet(game_report(played(game), language, _link(game)), look)


def _link(game: Game) -> str:
    return f"{settings.PUBLIC_URL}{reverse('watch', args=[game.public_key])}"


def _key(game: Game, look: Look, language: str) -> str:
    """A digest of all that the sheet says; the game's version stands for its turns."""
    logo = game.club.logo.digest if hasattr(game.club, "logo") else ""
    said = [
        (DRAWING, language, asdict(look), _link(game)),
        (game.pk, game.version, game.rule_set, game.options, game.teams, game.copied, game.title),
        (game.club.name, game.club.zone, game.started_at.isoformat(), logo),
        [seat.player.name for seat in game.seats.all()],
    ]
    return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
