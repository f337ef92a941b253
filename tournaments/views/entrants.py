"""Entrants: entering, files, dropping, returning, removing, and who is here for a round."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.forms import whole_number
from scorekeeper.forms.uploads import TableForm, sealed, unsealed
from scorekeeper.queries import players_of
from scorekeeper.views.access import Request, account_of, signed_in
from tournaments import actions
from tournaments.forms.entrants import EntrantForm, pressed
from tournaments.models import Entrant, Tournament
from tournaments.presence import away_in, in_stage, still_playing, tables_to_come
from tournaments.queries import checked_in, entrants_of, waiting_applications, whole
from tournaments.reports.entrants import (
    Newcomer,
    Person,
    check_lines,
    entrant_list,
    judged,
    people_of_table,
    to_enter,
    typed_people,
)
from tournaments.views.access import entrant_at, own_tournament
from tournaments.views.setup import say_over


@require_http_methods(["GET", "POST"])
@signed_in
def entrants(request: Request, key: str) -> HttpResponse:
    """Who is in it; entering people by typing them, one a line, or from the club's players."""
    record = own_tournament(request, key)
    found: list[Newcomer] = []
    wrong = ""
    if request.method == "POST":
        found = _asked(request, record)
        ready = request.POST.get("judged") == "yes" or not any(one.like for one in found)
        if not found:
            wrong = _("Type at least one name.")
        elif ready and not any(one.wrong for one in found):
            _enter(request, record, to_enter(found, _same(request)))
            return redirect("entrants", key)
    context = _entrants(request, record) | {
        "found": [one for one in found if one.wrong or one.like],
        "wrong": wrong,
        "typed": request.POST.get("people", ""),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/entrants.html", context, status=status)


def _same(request: Request) -> set[int]:
    """The lines that are said to be players whom the club has."""
    numbers = map(whole_number, request.POST.getlist("same"))
    return {number for number in numbers if number is not None}


def _asked(request: Request, record: Tournament) -> list[Newcomer]:
    """The people of the form: typed lines, or players of the club that were ticked."""
    chosen = set(request.POST.getlist("player"))
    if not chosen:
        return typed_people(record, request.POST.get("people", ""))
    players = [player for player in players_of(record.club) if str(player.pk) in chosen]
    return judged(record, [Newcomer(at, player.name) for at, player in enumerate(players, 1)])


def _entrants(request: Request, record: Tournament) -> dict[str, object]:
    number = actions.next_round(record)
    inside = set(record.entrants.filter(removed=False).values_list("player", flat=True))
    waiting = list(waiting_applications(record))
    return {
        "record": record,
        "may_organise": True,
        "list": entrant_list(record, number),
        "number": number,
        "players": [one for one in players_of(record.club) if one.pk not in inside],
        "waiting": waiting,
        "refused": record.applications.exclude(decided_at=None).filter(entrant=None),
    }


def _enter(request: Request, record: Tournament, people: list[Person]) -> None:
    try:
        entered = actions.enter_all(
            tournament=record, people=people, by=account_of(request), now=timezone.now()
        )
    except actions.TournamentOver:
        say_over(request)
    except actions.RegistrationClosed:
        messages.error(
            request,
            _(
                "Nobody was entered: every round of the first stage is published. Plan one more "
                "round, then enter them."
            ),
        )
    else:
        count = len(entered)
        said = ngettext("%(n)s entrant was added.", "%(n)s entrants were added.", count)
        messages.success(request, said % {"n": count} if count else _("All of them are in it."))


@require_http_methods(["GET", "POST"])
@signed_in
def entrants_import(request: Request, key: str) -> HttpResponse:
    """People from a table, XLSX or CSV: first a preview, then all or nothing."""
    record = own_tournament(request, key)
    kept = unsealed(request.POST.get("kept", ""))
    if isinstance(kept, list):
        found = judged(record, [Newcomer(*each) for each in kept])
        _enter(request, record, to_enter(found, _same(request)))
        return redirect("entrants", key)
    posted = request.method == "POST"
    form = TableForm(request.POST, request.FILES) if posted else TableForm()
    context: dict[str, object] = {"record": record, "may_organise": True, "form": form}
    if posted and form.is_valid():
        context |= _preview(record, form)
    status = 422 if posted and "sealed" not in context else 200
    return render(request, "tournaments/entrants_import.html", context, status=status)


def _preview(record: Tournament, form: TableForm) -> dict[str, object]:
    found, unused = people_of_table(record, form.cleaned_data["file"])
    if not found:
        form.add_error("file", _("There is nobody in this file."))
        return {}
    wrong = any(one.wrong for one in found)
    context: dict[str, object] = {"found": found, "unused": unused, "wrong": wrong}
    if wrong:
        return context
    kept = [(one.number, one.name, one.partner, one.group) for one in found]
    return context | {"sealed": sealed(kept)}


@require_http_methods(["GET", "POST"])
@signed_in
def entrant_change(request: Request, key: str, pk: int) -> HttpResponse:
    """What is kept of one entrant, and dropping, returning, removing them."""
    record = own_tournament(request, key)
    one = entrant_at(record, pk)
    form = EntrantForm(one, request.POST if request.method == "POST" else None)
    if form.is_valid():
        return _done(
            request,
            record,
            lambda: actions.change_entrant(
                entrant=one, by=account_of(request), now=timezone.now(), **form.changed()
            ),
            _("Stored.") + _beyond(record, one, form.cleaned_data["fixed_table"]),
        )
    groups = sorted({each.group for each in entrants_of(record) if each.group})
    context = {
        "record": record,
        "may_organise": True,
        "entrant": one,
        "form": form,
        "groups": groups,
        "played": one.table_seats.exists(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/entrant_change.html", context, status=status)


def _beyond(record: Tournament, one: Entrant, table: int | None) -> str:
    """What is to be known of a fixed table that the next round will not have, "" of any other."""
    if table is None:
        return ""
    stands, number = whole(record), actions.next_round(record)
    tables = tables_to_come(stands, stands.stage, number)
    if not 0 < tables < table or away_in(stands, one.pk, number):
        return ""
    said = _(
        "With those who are here the last table of round %(round)s is %(count)s: %(name)s gets one "
        "of the last, not %(table)s."
    ) % {"round": number, "count": tables, "table": table, "name": one.name}
    return f" {said}"


def _done(
    request: Request, record: Tournament, act: Callable[[], object], said: str
) -> HttpResponse:
    """Acts, says that it is done or why not, and leads back to the list."""
    try:
        act()
    except actions.TournamentOver:
        say_over(request)
    except actions.HasPlayed:
        messages.error(
            request, _("Nothing was changed: whoever sat at a table drops, so the results stay.")
        )
    except actions.AlreadyEntered as twice:
        messages.error(request, _("%(name)s is in it already.") % {"name": twice.name})
    else:
        messages.success(request, said)
    return redirect("entrants", record.public_key)


@require_POST
@signed_in
def entrant_paid(request: Request, key: str, pk: int) -> HttpResponse:
    """Whether the fee is paid, from the list."""
    record = own_tournament(request, key)
    one = entrant_at(record, pk)
    paid = request.POST.get("paid") == "yes"
    words = {"name": one.name}
    return _done(
        request,
        record,
        lambda: actions.change_entrant(
            entrant=one, paid=paid, by=account_of(request), now=timezone.now()
        ),
        (_("%(name)s has paid.") if paid else _("%(name)s has not paid.")) % words,
    )


@require_POST
@signed_in
def entrant_drop(request: Request, key: str, pk: int) -> HttpResponse:
    """The results stay, and the entrant is not seated again until they return."""
    record = own_tournament(request, key)
    one = entrant_at(record, pk)
    said = _("%(name)s is dropped: the results stay. “Return” brings them back.")
    return _done(
        request,
        record,
        lambda: actions.drop(entrant=one, by=account_of(request), now=timezone.now()),
        said % {"name": one.name},
    )


@require_POST
@signed_in
def entrant_return(request: Request, key: str, pk: int) -> HttpResponse:
    """A dropped or removed entrant is in it again."""
    record = own_tournament(request, key)
    one: Entrant = entrant_at(record, pk)
    act = actions.put_back if one.removed else actions.come_back
    return _done(
        request,
        record,
        lambda: act(entrant=one, by=account_of(request), now=timezone.now()),
        _("%(name)s is in it again.") % {"name": one.name},
    )


@require_POST
@signed_in
def entrant_remove(request: Request, key: str, pk: int) -> HttpResponse:
    """As if they had never entered; only for who never sat at a table."""
    record = own_tournament(request, key)
    one = entrant_at(record, pk)
    return _done(
        request,
        record,
        lambda: actions.remove(entrant=one, by=account_of(request), now=timezone.now()),
        _("%(name)s is removed. Below the list it can be undone.") % {"name": one.name},
    )


@require_http_methods(["GET", "POST"])
@signed_in
def check_in(request: Request, key: str, number: int) -> HttpResponse:
    """Who is here for a round that is not published: one press a person, at the door."""
    record = own_tournament(request, key)
    following = actions.next_round(record)
    if number < 1 or number > following + 20:
        raise Http404
    posted = request.method == "POST"
    if posted:
        _checked(request, record, number)
        if not request.htmx:
            return redirect("check_in", key, number)
        record.refresh_from_db()
    stands = whole(record)
    inside = in_stage(stands, stands.stage)
    lines = check_lines(record, inside, number, still_playing(stands))
    context = {
        "record": record,
        "may_organise": True,
        "number": number,
        "lines": lines,
        "here": sum(line.here for line in lines),
        "begun": checked_in(record, number),
        "published": number < following,
        "over": record.finished_at or record.cancelled_at,
    }
    template = "tournaments/check_in.html" + ("#people" if request.htmx else "")
    return render(request, template, context)


def _checked(request: Request, record: Tournament, number: int) -> None:
    """Stores one press, and the reasons typed meanwhile."""
    press = pressed(request.POST, record.entrants.filter(removed=False), number)
    if not press.only:
        return
    try:
        actions.check_in(
            tournament=record,
            round_number=number,
            away=press.away,
            by=account_of(request),
            now=timezone.now(),
            only=press.only,
        )
    except actions.TournamentOver:
        say_over(request)
    except ValueError:
        messages.error(request, _("Nothing was changed: the round is published by now."))
