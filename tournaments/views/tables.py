"""One table: its link, its result typed or copied, confirmed, void, replayed; who sits in."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.forms import language, whole_number
from scorekeeper.queries import players_of
from scorekeeper.rights import Right
from scorekeeper.views.access import Request, account_of, signed_in
from scorekeeper.views.page import absolute
from tournaments import actions
from tournaments.forms.playing import (
    CorrectionForm,
    PhotoForm,
    ReasonForm,
    SubstituteForm,
    TimeForm,
    TotalsForm,
)
from tournaments.models import Table, Tournament
from tournaments.queries import Whole, whole
from tournaments.reports.consequences import of_restored, of_sheet_again, of_totals, of_void
from tournaments.reports.progress import next_open
from tournaments.reports.table import bounds_of, bounds_words, chairs_of, known_totals, table_page
from tournaments.views.access import may_organise, own_tournament, table_at
from tournaments.views.refusals import carried_out


@require_GET
@signed_in
def tournament_table(request: Request, key: str, pk: int) -> HttpResponse:
    """A table for whoever runs it: hosts see to its result, organisers judge."""
    record = own_tournament(request, key, Right.KEEP)
    return _page(request, record, table_at(record, pk))


def _page(
    request: Request,
    record: Tournament,
    table: Table,
    *,
    beyond: Mapping[str, list[str]] | None = None,
    typed: Mapping[str, forms.Form] | None = None,
) -> HttpResponse:
    """The page of a table; ``typed``: forms that were sent and could not be taken, ``beyond``: what
    would follow from one of them, by its name."""
    stands = whole(record)
    page = table_page(stands, table, timezone.now())
    closed = table.round.closed_at is not None
    links = table.game.table_links.filter(ended_at__isnull=True).order_by("-pk")
    given: dict[str, Any] = {
        "totals": TotalsForm(
            known_totals(page, stands),
            bounds_of(stands),
            closed=closed,
        ),
        "void": ReasonForm(auto_id="id_void_%s"),
        "restore": CorrectionForm(closed=closed, auto_id="id_restore_%s"),
        "back": CorrectionForm(closed=closed, auto_id="id_back_%s"),
        "substitute": SubstituteForm(chairs_of(stands, table), auto_id="id_substitute_%s"),
        "time": TimeForm(initial={"minutes": table.extra_minutes or 10}, auto_id="id_time_%s"),
        "photo": PhotoForm(),
    }
    context = {
        **given,
        **(typed or {}),
        "record": record,
        "may_organise": may_organise(request, record),
        "table": table,
        "page": page,
        "next_open": next_open(stands, table),
        "bounds": bounds_words(bounds_of(stands)),
        "links": [(one, absolute(reverse("table", args=[one.key]))) for one in links],
        "people": players_of(record.club),
        "beyond": beyond or {},
        "language": language(),
    }
    wrong = any(form.errors for form in (typed or {}).values())
    return render(
        request, "tournaments/tournament_table.html", context, status=422 if wrong else 200
    )


def _done(
    request: Request, table: Table, act: Callable[..., object], words: str = "", **given: object
) -> HttpResponse:
    """Carries out what was asked of a table, and shows the table."""
    record = table.round.tournament
    do = partial(act, table=table, by=account_of(request), now=timezone.now(), **given)
    carried_out(request, record, do, words)
    return redirect("tournament_table", record.public_key, table.pk)


def _table(request: Request, key: str, pk: int, right: Right) -> Table:
    return table_at(own_tournament(request, key, right), pk)


def _asked(
    request: Request,
    table: Table,
    name: str,
    form: forms.Form,
    follows: Callable[[Whole], list[str]],
) -> HttpResponse | None:
    """The page with what is wrong with a form, or, in a closed round, with what follows first;
    None where it is to be carried out. ``name``: of the form on the page."""
    record = table.round.tournament
    if not form.is_valid():
        return _page(request, record, table, typed={name: form})
    if table.round.closed_at is None or "store" in request.POST:
        return None
    return _page(request, record, table, beyond={name: follows(whole(record))}, typed={name: form})


def _correction(request: Request, table: Table, name: str) -> CorrectionForm:
    closed = table.round.closed_at is not None
    return CorrectionForm(request.POST, closed=closed, auto_id=f"id_{name}_%s")


@require_POST
@signed_in
def table_totals(request: Request, key: str, pk: int) -> HttpResponse:
    """Totals typed from paper; in a closed round what would change is shown first."""
    table = _table(request, key, pk, Right.KEEP)
    record = table.round.tournament
    stands = whole(record)
    seats = known_totals(table_page(stands, table, timezone.now()), stands)
    closed = table.round.closed_at is not None
    form = TotalsForm(seats, bounds_of(stands), request.POST, closed=closed)
    asked = _asked(
        request, table, "totals", form, lambda now: of_totals(now, table.pk, form.totals())
    )
    if asked is not None:
        return asked
    words = _("The totals are stored.")
    given = {"totals": form.totals(), "reason": form.reason()}
    return _done(request, table, actions.type_totals, words, **given)


@require_POST
@signed_in
def table_totals_back(request: Request, key: str, pk: int) -> HttpResponse:
    """The typed totals count no more."""
    table = _table(request, key, pk, Right.KEEP)
    form = _correction(request, table, "back")
    asked = _asked(request, table, "back", form, lambda now: of_sheet_again(now, table))
    if asked is not None:
        return asked
    words = _("The typed totals count no more: the table is played on its sheet.")
    return _done(request, table, actions.take_totals_back, words, reason=form.reason())


@require_POST
@signed_in
def table_copy(request: Request, key: str, pk: int) -> HttpResponse:
    """The sheet is to be filled in from paper, and is opened for it."""
    table = _table(request, key, pk, Right.KEEP)
    copy = partial(actions.copy_from_paper, table=table, by=account_of(request), now=timezone.now())
    if carried_out(request, table.round.tournament, copy):
        return redirect("game", table.game_id)
    return redirect("tournament_table", key, pk)


@require_POST
@signed_in
def table_confirm(request: Request, key: str, pk: int) -> HttpResponse:
    """A second person has compared the result with the paper; or takes that back."""
    table = _table(request, key, pk, Right.KEEP)
    if "doubt" in request.POST:
        return _done(request, table, actions.doubt_table, _("The result waits again."))
    return _done(request, table, actions.confirm_table, _("Confirmed."))


@require_POST
@signed_in
def table_photo(request: Request, key: str, pk: int) -> HttpResponse:
    """A photo of the paper, kept beside the result; or one taken away."""
    table = _table(request, key, pk, Right.KEEP)
    form = PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, table.round.tournament, table, typed={"photo": form})
    return _done(
        request,
        table,
        actions.keep_photo,
        _("The photo is kept."),
        content=form.cleaned_data["file"],
        media_type="image/jpeg",
    )


@require_GET
@signed_in
def table_photo_file(request: Request, key: str, pk: int, photo: int) -> HttpResponse:
    """A photo of the paper, as a picture."""
    one = get_object_or_404(_table(request, key, pk, Right.KEEP).photos, pk=photo)
    answer = HttpResponse(bytes(one.content), content_type=one.media_type)
    answer["Cache-Control"] = "private, max-age=86400"
    return answer


@require_POST
@signed_in
def table_photo_remove(request: Request, key: str, pk: int, photo: int) -> HttpResponse:
    """A photo that shows the wrong sheet, or somebody, is taken away."""
    table = _table(request, key, pk, Right.KEEP)
    one = table.photos.filter(pk=photo).first()
    if one is None:
        # Pressed twice: it is gone already.
        return redirect("tournament_table", key, pk)
    return _done(request, table, actions.remove_photo, _("The photo is gone."), photo=one)


@require_POST
@signed_in
def table_link_new(request: Request, key: str, pk: int) -> HttpResponse:
    """Ends the links of a table and makes a new one."""
    table = _table(request, key, pk, Right.KEEP)
    seen = whole_number(request.POST.get("seen", ""))
    words = _("The old link opens nothing any more.")
    return _done(request, table, actions.renew_link, words, seen=seen)


@require_POST
@signed_in
def table_void(request: Request, key: str, pk: int) -> HttpResponse:
    """The game counts nowhere, for a reason."""
    table = _table(request, key, pk, Right.ORGANISE)
    form = ReasonForm(request.POST, auto_id="id_void_%s")
    asked = _asked(request, table, "void", form, lambda now: of_void(now, table.pk))
    if asked is not None:
        return asked
    words = _("The table is void. Nothing of it is deleted; it can be restored.")
    return _done(request, table, actions.void_table, words, reason=form.cleaned_data["reason"])


@require_POST
@signed_in
def table_restore(request: Request, key: str, pk: int) -> HttpResponse:
    """A void table counts again."""
    table = _table(request, key, pk, Right.ORGANISE)
    form = _correction(request, table, "restore")
    asked = _asked(request, table, "restore", form, lambda now: of_restored(now, table))
    if asked is not None:
        return asked
    words = _("The table counts again.")
    return _done(request, table, actions.restore_table, words, reason=form.reason())


@require_POST
@signed_in
def table_replay(request: Request, key: str, pk: int) -> HttpResponse:
    """A void table is played anew, and the new game is shown."""
    table = _table(request, key, pk, Right.ORGANISE)
    _done(request, table, actions.replay_table, _("A new sheet is open for this table."))
    again = table.replayed_by.first()
    return redirect("tournament_table", key, again.pk if again else pk)


@require_POST
@signed_in
def table_substitute(request: Request, key: str, pk: int) -> HttpResponse:
    """Somebody sits in for an entrant in this round."""
    table = _table(request, key, pk, Right.ORGANISE)
    record = table.round.tournament
    chairs = chairs_of(whole(record), table)
    form = SubstituteForm(chairs, request.POST, auto_id="id_substitute_%s")
    if not form.is_valid():
        return _page(request, record, table, typed={"substitute": form})
    seat, _dash, partner = form.cleaned_data["seat"].partition("-")
    sit = partial(
        actions.substitute,
        seat=get_object_or_404(table.seats.select_related("table__round"), pk=int(seat)),
        name=form.cleaned_data["name"],
        by=account_of(request),
        now=timezone.now(),
        partner=bool(partner),
    )
    carried_out(request, record, sit, _("Stored."))
    return redirect("tournament_table", key, pk)


@require_POST
@signed_in
def table_time(request: Request, key: str, pk: int) -> HttpResponse:
    """More time for one table."""
    table = _table(request, key, pk, Right.ORGANISE)
    form = TimeForm(request.POST, auto_id="id_time_%s")
    if not form.is_valid():
        return _page(request, table.round.tournament, table, typed={"time": form})
    minutes = form.cleaned_data["minutes"]
    return _done(request, table, actions.give_time, _("Stored."), minutes=minutes)


@require_POST
@signed_in
def table_strike(request: Request, key: str, pk: int) -> HttpResponse:
    """The clock has run out: what is open is struck, and the sheet is finished."""
    table = _table(request, key, pk, Right.ORGANISE)
    words = _("Open boxes are struck, the sheet is finished. It can be reopened on the sheet.")
    return _done(request, table, actions.strike_open_boxes, words)
