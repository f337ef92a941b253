"""What keeps a stage from closing: ties and their blitzes, and closing it."""

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper.forms import language, whole_number
from scorekeeper.models import Account
from scorekeeper.views.access import Request, account_of, signed_in
from scorekeeper.views.live import mark_of
from scorekeeper.views.page import absolute, drawn_code
from tournaments import actions
from tournaments.forms.deciding import DecisionForm, HandForm, LinkForm
from tournaments.models import Decider, Stage, Tournament
from tournaments.queries import Whole, blitz_of_link, whole
from tournaments.reports.next_step import ways_after
from tournaments.reports.ties import (
    DeciderPage,
    StagePage,
    TieLine,
    decider_page,
    shared_prizes,
    stage_page,
)
from tournaments.views.access import own_tournament, stage_at
from tournaments.views.refusals import carried_out, refusal_words


@require_GET
@signed_in
def ties(request: Request, key: str) -> HttpResponse:
    """What is missing before the stage can be closed, and who is level."""
    return _page(request, own_tournament(request, key))


def _page(request: Request, record: Tournament, typed: DecisionForm | None = None) -> HttpResponse:
    stands = whole(record)
    pages = _pages(stands)
    context = {
        "record": record,
        "may_organise": True,
        "now": pages[0],
        "ties": _with_forms(pages[0], typed),
        "earlier": pages[1:],
        "below": [one for page in pages[1:] for one in _with_forms(page, typed)],
        "after": ways_after(record) if record.finished_at else (),
        "shared": shared_prizes(stands) if record.finished_at else (),
        "next_round": actions.next_round(record),
    }
    status = 422 if typed is not None else 200
    return render(request, "tournaments/ties.html", context, status=status)


def _pages(stands: Whole) -> list[StagePage]:
    """The stage in play and those before it, the newest first."""
    begun = [one for one in stands.stages if one.number <= stands.stage.number]
    return [stage_page(stands, one, language()) for one in reversed(begun)]


def _with_forms(page: StagePage, typed: DecisionForm | None) -> list[tuple[TieLine, DecisionForm]]:
    """The ties of a stage, each with the form of a decision, perhaps as it was sent."""
    sent = None if typed is None else set(dict(typed.group))
    return [
        (tie, typed if typed and set(dict(tie.entrants)) == sent else _decision_form(tie))
        for tie in page.ties
    ]


def _decision_form(tie: TieLine, data: QueryDict | None = None) -> DecisionForm:
    first = min(key for key, _name in tie.entrants)
    return DecisionForm(tie.entrants, tie.lines, data, auto_id=f"id_{first}_%s")


def _tie_of(stands: Whole, sent: list[str]) -> tuple[Stage, TieLine] | None:
    """The tie among the entrants whose numbers were sent, and the stage in which they are level;
    None where they are level no more."""
    group = {whole_number(text) for text in sent}
    return next(
        (
            (page.stage, tie)
            for page in _pages(stands)
            for tie in page.ties
            if set(dict(tie.entrants)) == group
        ),
        None,
    )


@require_POST
@signed_in
def blitz_new(request: Request, key: str) -> HttpResponse:
    """Begins a blitz among those level, or finds the one begun."""
    record = own_tournament(request, key)
    found = _tie_of(whole(record), request.POST.getlist("group"))
    begun: list[Decider] = []

    def begin() -> None:
        if found is None:
            raise actions.NoTie
        stage, tie = found
        by, now = account_of(request), timezone.now()
        group = list(dict(tie.entrants))
        begun.append(actions.start_blitz(stage=stage, group=group, by=by, now=now))

    if carried_out(request, record, begin):
        return redirect("blitz", key, begun[0].pk)
    return redirect("ties", key)


@require_POST
@signed_in
def tie_decide(request: Request, key: str) -> HttpResponse:
    """The organiser's word instead of a blitz."""
    record = own_tournament(request, key)
    stands = whole(record)
    found = _tie_of(stands, request.POST.getlist("group"))
    if found is None:
        messages.error(request, refusal_words(actions.NoTie(), stands))
        return redirect("ties", key)
    stage, tie = found
    form = _decision_form(tie, request.POST)
    if not form.is_valid():
        return _page(request, record, form)
    decide = partial(
        actions.decide,
        stage=stage,
        order=form.order(),
        reason=form.cleaned_data["reason"],
        by=account_of(request),
        now=timezone.now(),
    )
    carried_out(request, record, decide, _("Decided; it can be undone."))
    return redirect("ties", key)


def _decider(record: Tournament, pk: int) -> Decider:
    found = Decider.objects.filter(stage__tournament=record)
    return get_object_or_404(found.select_related("stage", "made_by"), pk=pk)


@require_http_methods(["GET", "POST"])
@signed_in
def blitz(request: Request, key: str, pk: int) -> HttpResponse:
    """A blitz: who throws now, everything thrown so far."""
    record = own_tournament(request, key)
    decider = _decider(record, pk)
    if decider.kind != Decider.Kind.BLITZ:
        raise Http404
    return _blitz(request, record, decider, account_of(request))


@never_cache
@require_http_methods(["GET", "POST"])
def blitz_table(request: Request, link: UUID) -> HttpResponse:
    """A blitz, opened by its link: its host needs no account."""
    decider = blitz_of_link(link)
    if decider is None:
        raise Http404
    return _blitz(request, decider.stage.tournament, decider, None)


def _blitz(
    request: Request, record: Tournament, decider: Decider, by: Account | None
) -> HttpResponse:
    """The page of a blitz, or a hand that is stored; ``by``: None for who holds its link."""
    page = decider_page(whole(record), decider, language())
    sent = request.method == "POST"
    form = HandForm(
        decider.group, request.POST if sent else None, initial={"attempt": page.standing}
    )
    if sent and form.is_valid():
        play = partial(
            actions.play_hand,
            blitz=decider,
            entrant=form.cleaned_data["entrant"],
            hand=form.hand,
            attempt=form.cleaned_data["attempt"],
            seen=form.seen(),
            by=by,
            now=timezone.now(),
        )
        carried_out(request, record, play)
        return redirect(request.path)
    address = absolute(reverse("blitz_table", args=[decider.link])) if decider.link else ""
    context = {
        "record": record,
        "may_organise": by is not None,
        "page": page,
        "form": form,
        "chosen": _chosen(page, request.POST.get("entrant", "")),
        "address": address,
        # A page that asks again is left alone until a hand, or the link, is another.
        "etag": mark_of(request, [repr(page), address], page=False),
    }
    template = "tournaments/blitz.html" + ("#hands" if request.htmx else "")
    answer = render(request, template, context, status=422 if sent else 200)
    answer["ETag"] = f'"{context["etag"]}"'
    return answer


def _chosen(page: DeciderPage, sent: str) -> int | None:
    """Whose hand is typed next: who was sent, else the first who has not thrown yet."""
    throwing = [one for group in page.again for one in group]
    waiting = [one.entrant for one in throwing if not one.stored]
    keys = {one.entrant for one in throwing}
    key = whole_number(sent)
    return key if key in keys else next(iter(waiting), None)


@require_POST
@signed_in
def blitz_link_new(request: Request, key: str, pk: int) -> HttpResponse:
    """Makes a link that opens this blitz; the one before ends."""
    record = own_tournament(request, key)
    decider = _decider(record, pk)
    form = LinkForm(request.POST)
    if form.is_valid():
        renew = partial(
            actions.renew_blitz_link,
            blitz=decider,
            seen=form.cleaned_data["seen"],
            by=account_of(request),
            now=timezone.now(),
        )
        carried_out(request, record, renew)
    return redirect("blitz", key, pk)


@require_GET
@signed_in
def blitz_qr(request: Request, key: str, pk: int) -> HttpResponse:
    """The QR code of the link of a blitz, as a picture."""
    decider = _decider(own_tournament(request, key), pk)
    if decider.link is None:
        raise Http404
    address = absolute(reverse("blitz_table", args=[decider.link]))
    return HttpResponse(drawn_code(address), content_type="image/svg+xml")


@require_POST
@signed_in
def blitz_undo(request: Request, key: str, pk: int) -> HttpResponse:
    """Takes back the last attempt of a blitz."""
    record = own_tournament(request, key)
    undo = partial(
        actions.undo_attempt,
        blitz=_decider(record, pk),
        attempt=whole_number(request.POST.get("attempt", "")) or 0,
        by=account_of(request),
        now=timezone.now(),
    )
    carried_out(request, record, undo, _("Taken back; it stays to be seen below."))
    return redirect("blitz", key, pk)


@require_POST
@signed_in
def decider_undo(request: Request, key: str, pk: int) -> HttpResponse:
    """Undoes a whole blitz, or a decision: the tie is there again."""
    record = own_tournament(request, key)
    decider = _decider(record, pk)
    undo = partial(actions.undo_decider, record=decider, by=account_of(request), now=timezone.now())
    carried_out(request, record, undo, _("Undone: they are level again."))
    return redirect("ties", key)


@require_POST
@signed_in
def stage_close(request: Request, key: str, number: int) -> HttpResponse:
    """Who goes on is known; after the last stage the tournament is over."""
    record = own_tournament(request, key)
    stage = stage_at(record, number)
    close = partial(
        actions.close_stage,
        stage=stage,
        shared="shared" in request.POST,
        by=account_of(request),
        now=timezone.now(),
    )
    last = stage == record.stages.last()
    words = _("The tournament is over.") if last else _("The stage is closed.")
    carried_out(request, record, close, words)
    return redirect("ties", key)


@require_POST
@signed_in
def stage_reopen(request: Request, key: str, number: int) -> HttpResponse:
    """A closed stage is open again."""
    record = own_tournament(request, key)
    reopen = partial(
        actions.reopen_stage,
        stage=stage_at(record, number),
        by=account_of(request),
        now=timezone.now(),
    )
    carried_out(request, record, reopen, _("The stage is open again."))
    return redirect("ties", key)
