"""Rounds: drawing, editing and publishing one; its tables at a glance, its clock, closing it."""

from functools import partial
from secrets import randbelow
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper.forms import language, whole_number
from scorekeeper.rights import Right
from scorekeeper.views.access import Request, account_of, signed_in
from tournaments import actions
from tournaments.forms.draw import DrawForm, SeatsForm, SwapForm
from tournaments.forms.playing import ClockForm, seen_moment
from tournaments.models import Round, Tournament
from tournaments.presence import still_playing
from tournaments.queries import Whole, draft_of, whole
from tournaments.reports.draw import (
    arranged,
    away_lines,
    draw_page,
    seats_of,
    swapped,
    wish_words,
)
from tournaments.reports.progress import round_page
from tournaments.views.access import may_organise, own_tournament, round_at
from tournaments.views.refusals import carried_out

SEEDS = 1_000_000
"""A seed that the page offers is below this: short enough to be read aloud."""


@require_http_methods(["GET", "POST"])
@signed_in
def round_draw(request: Request, key: str, number: int) -> HttpResponse:
    """The draft of the next round: drawing it, once more, or without those who still play."""
    record = own_tournament(request, key)
    if record.rounds.filter(number=number, published_at__isnull=False).exists():
        return redirect("round_organise", key, number)
    if number != actions.next_round(record):
        raise Http404
    if request.method == "GET":
        return _draw_page(request, record, number)
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _draw_page(request, record, number, draw_form=form)
    asked = form.cleaned_data
    draw = partial(
        actions.draft_round,
        tournament=record,
        by=account_of(request),
        now=timezone.now(),
        seed=asked["seed"],
        method=asked["method"],
        without_waiting="without" in request.POST,
    )
    if _is_repeat(record, number, asked) or carried_out(request, record, draw):
        return redirect("round_draw", key, number)
    return _draw_page(request, record, number, draw_form=form, status=409)


def _is_repeat(record: Tournament, number: int, asked: dict[str, Any]) -> bool:
    """Whether the button was pressed twice: the draw that was asked for is there."""
    one = record.rounds.filter(number=number).first()
    last = draft_of(one) if one else None
    return (
        last is not None
        and not last.edited
        and last.revision == asked["revision"] + 1
        and (last.seed, last.method) == (asked["seed"], asked["method"])
    )


def _draw_page(
    request: Request,
    record: Tournament,
    number: int,
    *,
    draw_form: DrawForm | None = None,
    swap: SwapForm | None = None,
    seats: SeatsForm | None = None,
    broken: list[str] | None = None,
    status: int = 0,
) -> HttpResponse:
    stands = whole(record)
    one = next((each for each in stands.rounds if each.number == number), None)
    draw = draft_of(one) if one else None
    stage = stands.stage
    context: dict[str, Any] = {
        "record": record,
        "may_organise": True,
        "number": number,
        "stage": stage,
        "stage_over": stage.closed_at is not None or stands.is_played(stage),
        "draw_form": draw_form
        or DrawForm(
            initial={
                "method": draw.method if draw else stage.method,
                "seed": randbelow(SEEDS),
                "revision": draw.revision if draw else 0,
            }
        ),
        "playing_on": len(still_playing(stands)),
        "away": away_lines(stands, stage, number),
        "broken": broken or [],
    }
    if one and draw:
        names = stands.names
        seated = seats_of(draw)
        fresh = {"revision": draw.revision}
        context |= {
            "one": one,
            "page": draw_page(stands, one, draw, language()),
            "earlier": one.draws.exclude(pk=draw.pk).order_by("-revision"),
            "swap": swap or SwapForm({key: names[key] for key, *_at in seated}, initial=fresh),
            "seats": seats or SeatsForm(seated, names, initial=fresh),
        }
    wrong = any(form is not None and form.errors for form in (draw_form, swap, seats))
    status = status or (422 if wrong or broken else 200)
    return render(request, "tournaments/round_draw.html", context, status=status)


@require_POST
@signed_in
def round_edit(request: Request, key: str, number: int) -> HttpResponse:
    """Seats the draft by hand: two change places, or tables and seats are typed."""
    record = own_tournament(request, key)
    one = round_at(record, number)
    draw = draft_of(one)
    if draw is None or one.published_at is not None:
        return redirect("round_draw", key, number)
    stands = whole(record)
    if "one" in request.POST:
        swap = SwapForm({k: stands.names[k] for k, *_at in seats_of(draw)}, request.POST)
        if not swap.is_valid():
            return _draw_page(request, record, number, swap=swap)
        asked = swap.cleaned_data
        tables, byes = swapped(draw, asked["one"], asked["other"])
        return _edited(request, stands, one, tables, byes, asked["revision"], {"swap": swap})
    seats = SeatsForm(seats_of(draw), stands.names, request.POST)
    if not seats.is_valid():
        return _draw_page(request, record, number, seats=seats)
    tables, byes = arranged(seats.typed())
    revision = seats.cleaned_data["revision"]
    return _edited(request, stands, one, tables, byes, revision, {"seats": seats})


def _edited(
    request: Request,
    stands: Whole,
    one: Round,
    tables: list[list[int]],
    byes: list[int],
    revision: int,
    typed: dict[str, Any],
) -> HttpResponse:
    edit = partial(
        actions.edit_draft,
        one=one,
        tables=tables,
        byes=byes,
        revision=revision,
        by=account_of(request),
        now=timezone.now(),
    )
    try:
        carried_out(request, stands.record, edit, _("Seated by hand; the print before is void."))
    except actions.BrokenRules as refused:
        broken = [wish_words(wish, stands.names) for wish in refused.wishes]
        return _draw_page(request, stands.record, one.number, broken=broken, **typed)
    return redirect("round_draw", stands.record.public_key, one.number)


@require_POST
@signed_in
def round_publish(request: Request, key: str, number: int) -> HttpResponse:
    """Opens the tables of the draft."""
    record = own_tournament(request, key)
    one = round_at(record, number)
    publish = partial(
        actions.publish_round,
        one=one,
        revision=whole_number(request.POST.get("revision", "")) or 0,
        by=account_of(request),
        now=timezone.now(),
    )
    words = _("Published: each table has its sheet and a link for its host.")
    if carried_out(request, record, publish, words):
        return redirect("round_organise", key, number)
    return redirect("round_draw", key, number)


@require_POST
@signed_in
def round_withdraw(request: Request, key: str, number: int) -> HttpResponse:
    """Makes a published round a draft again, as long as nothing was played."""
    record = own_tournament(request, key)
    one = round_at(record, number)
    withdraw = partial(actions.withdraw_round, one=one, by=account_of(request), now=timezone.now())
    words = _("The round is a draft again. What was printed of it is void.")
    if carried_out(request, record, withdraw, words):
        return redirect("round_draw", key, number)
    return redirect("round_organise", key, number)


@require_GET
@signed_in
def round_organise(request: Request, key: str, number: int) -> HttpResponse:
    """All tables of a round at a glance; the part that is asked for again shows the tables."""
    record = own_tournament(request, key, Right.KEEP)
    one = round_at(record, number)
    if one.published_at is None:
        return redirect("round_draw", key, number)
    return _round_page(request, record, one, ClockForm(initial={"minutes": record.minutes or 60}))


def _round_page(request: Request, record: Tournament, one: Round, clock: ClockForm) -> HttpResponse:
    stands = whole(record)
    context = {
        "record": record,
        "may_organise": may_organise(request, record),
        "one": one,
        "page": round_page(stands, one, timezone.now(), language()),
        "clock": clock,
        "is_last": one.number == actions.next_round(record) - 1,
    }
    template = "tournaments/round_organise.html" + ("#tables" if request.htmx else "")
    return render(request, template, context, status=422 if clock.errors else 200)


@require_POST
@signed_in
def round_clock(request: Request, key: str, number: int) -> HttpResponse:
    """Starts the clock of a round from now, or takes it away."""
    record = own_tournament(request, key)
    one = round_at(record, number)
    given: dict[str, Any] = {
        "one": one,
        "seen": seen_moment(request.POST.get("seen", "")),
        "by": account_of(request),
        "now": timezone.now(),
    }
    if "stop" in request.POST:
        carried_out(request, record, partial(actions.stop_clock, **given))
        return redirect("round_organise", key, number)
    form = ClockForm(request.POST)
    if not form.is_valid():
        return _round_page(request, record, one, form)
    minutes = form.cleaned_data["minutes"]
    carried_out(request, record, partial(actions.start_clock, minutes=minutes, **given))
    return redirect("round_organise", key, number)


@require_POST
@signed_in
def round_close(request: Request, key: str, number: int) -> HttpResponse:
    """All results are in."""
    record = own_tournament(request, key)
    one = round_at(record, number)
    close = partial(actions.close_round, one=one, by=account_of(request), now=timezone.now())
    carried_out(request, record, close, _("The round is closed. Corrections stay possible."))
    return redirect("round_organise", key, number)


@require_POST
@signed_in
def round_reopen(request: Request, key: str, number: int) -> HttpResponse:
    """A closed round is open again."""
    record = own_tournament(request, key)
    one = round_at(record, number)
    reopen = partial(actions.reopen_round, one=one, by=account_of(request), now=timezone.now())
    carried_out(request, record, reopen, _("The round is open again."))
    return redirect("round_organise", key, number)
