"""Setting tournaments up: the list, a new one, what to do next, settings, stages, rules."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import rules
from scorekeeper.forms import language
from scorekeeper.queries import clubs_of, house_rules_of
from scorekeeper.reports.wording import house_rules_lines
from scorekeeper.rights import Right
from scorekeeper.views.access import Request, account_of, own_club, signed_in
from scorekeeper.views.page import absolute
from tournaments import actions
from tournaments.forms.setup import RulesForm, SettingsForm, TournamentForm, game_choices
from tournaments.forms.stages import stages_form, with_one_more
from tournaments.models import Tournament
from tournaments.plans import usual_course
from tournaments.presence import seats_of
from tournaments.queries import is_open_to_enter, tournaments_shown, whole, with_counts
from tournaments.reports.lists import tournament_lines
from tournaments.reports.next_step import next_step
from tournaments.reports.wording import stage_title
from tournaments.views.access import own_tournament

TOURNAMENTS_A_PAGE = 50


@require_GET
def tournaments(request: Request) -> HttpResponse:
    """The tournaments of one's clubs and those shown to everybody: running ones first."""
    found = with_counts(tournaments_shown(request.user, listed=True))
    over = found.exclude(finished_at=None, cancelled_at=None)
    page = Paginator(over, TOURNAMENTS_A_PAGE).get_page(request.GET.get("page"))
    running = found.filter(finished_at=None, cancelled_at=None).order_by("starts_at", "pk")
    organised = set(clubs_of(request.user, Right.ORGANISE).values_list("pk", flat=True))
    context = {
        "running": tournament_lines(running, organised),
        "over": tournament_lines(page, organised),
        "page": page,
        "may_organise": bool(organised),
    }
    return render(request, "tournaments/list.html", context)


@require_http_methods(["GET", "POST"])
@signed_in
def tournament_new(request: Request) -> HttpResponse:
    """A new tournament: a name is enough."""
    club = own_club(request, Right.ORGANISE)
    now = timezone.now()
    form = TournamentForm(club.zone, now, request.POST if request.method == "POST" else None)
    if form.is_valid():
        asked = form.cleaned_data
        rule_set, pairs = rules.RULE_SETS[asked["rule_set"]], asked["pairs"]
        seats = actions.usual_sizes(rule_set, pairs=pairs)[0]
        record = actions.create_tournament(
            club=club,
            name=asked["name"],
            starts_at=asked["starts_at"],
            by=account_of(request),
            now=now,
            start_key=asked["start_key"],
            rule_set=rule_set.key,
            pairs=pairs,
            stages=usual_course(asked["course"], seats, asked["rounds"] or 4),
        )
        return redirect("organise", record.public_key)
    context = {"form": form, "club": club}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/new.html", context, status=status)


@require_GET
@signed_in
def organise(request: Request, key: str) -> HttpResponse:
    """What next: the one thing to do, and what is missing."""
    record = own_tournament(request, key)
    stands = whole(record)
    address = absolute(reverse("tournament_enter", args=[key]))
    context = {
        "record": record,
        "may_organise": True,
        "next": next_step(stands),
        "address": address,
        "watched": absolute(reverse("tournament", args=[key])),
        "open": is_open_to_enter(record),
    }
    return render(request, "tournaments/organise.html", context)


@require_http_methods(["GET", "POST"])
@signed_in
def tournament_settings(request: Request, key: str) -> HttpResponse:
    """What may be changed at any time: when, where, who enters, who sees it, fee and prizes."""
    record = own_tournament(request, key)
    form = SettingsForm(record, request.POST if request.method == "POST" else None)
    if form.is_valid():
        asked = {"name": record.name} | form.changed()
        try:
            actions.change_tournament(
                tournament=record,
                by=account_of(request),
                now=timezone.now(),
                **asked,
            )
        except actions.TournamentOver:
            say_over(request)
        else:
            messages.success(request, _("Stored."))
        return redirect("tournament_settings", key)
    context = {"record": record, "may_organise": True, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/settings.html", context, status=status)


def say_over(request: Request) -> None:
    """Nothing can be changed, and what to do about it."""
    messages.error(
        request,
        _("Nothing was changed: the tournament is over. Open it again in its settings first."),
    )


@require_http_methods(["GET", "POST"])
@signed_in
def tournament_stages(request: Request, key: str) -> HttpResponse:
    """The stages: rounds, seating, points, tie-breaks, who goes on."""
    record = own_tournament(request, key)
    stages = list(record.stages.order_by("number"))
    published: dict[int, int] = {}
    for stage in record.rounds.exclude(published_at=None).values_list("stage", flat=True):
        published[stage] = published.get(stage, 0) + 1
    data: QueryDict | None = request.POST if request.method == "POST" else None
    more = data is not None and "more" in data
    if data is not None and more:
        data = with_one_more(data, record.sizes[0])
    seats = seats_of(rules.RULE_SETS[record.rule_set], pairs=record.pairs)
    course = request.GET.get("course", "")
    plans = usual_course(course, record.sizes[0]) if course and not record.started_at else ()
    form = stages_form(stages, published, seats, data, plans)
    if data is not None and not more and form.is_valid():
        return _stages_planned(request, record, [one.plan() for one in form.kept])
    context = {
        "record": record,
        "may_organise": True,
        "form": form,
        "titles": [stage_title(stage, stages) for stage in stages],
        "more": more,
        "course": course,
    }
    status = 422 if data is not None and not more else 200
    return render(request, "tournaments/stages.html", context, status=status)


def _stages_planned(
    request: Request, record: Tournament, plans: list[actions.StagePlan]
) -> HttpResponse:
    try:
        actions.plan_stages(
            tournament=record, stages=plans, by=account_of(request), now=timezone.now()
        )
    except actions.TournamentOver:
        say_over(request)
    except actions.AlreadyStarted:
        messages.error(
            request,
            _("Nothing was changed: a stage has begun meanwhile, and keeps what it is played by."),
        )
    else:
        messages.success(request, _("Stored."))
    return redirect("tournament_stages", record.public_key)


@require_http_methods(["GET", "POST"])
@signed_in
def tournament_rules(request: Request, key: str) -> HttpResponse:
    """What is played, until the first round is published."""
    record = own_tournament(request, key)
    typed = request.POST if request.method == "POST" else request.GET
    chosen = rules.RULE_SETS.get(typed.get("rule_set", ""), rules.RULE_SETS[record.rule_set])
    same = chosen.key == record.rule_set
    saved = house_rules_of(record.club, chosen.key)
    base = next((one for one in saved if str(one.pk) == request.GET.get("house_rules")), None)
    options = base.options if base else record.options if same else {}
    sizes = record.sizes if same else actions.usual_sizes(chosen)
    under = rules.rule_set(chosen.key, options)
    posted = request.POST if request.method == "POST" and "store" in request.POST else None
    form = RulesForm(under, sizes, record.pairs and same, posted)
    if posted is not None and form.is_valid() and _rules_changed(request, record, form):
        return redirect("tournament_rules", key)
    context = {
        "record": record,
        "may_organise": True,
        "form": form,
        "chosen": chosen,
        "games": game_choices(),
        "saved": saved,
        "rule_set": under,
        "lines": house_rules_lines(rules.rule_set(record.rule_set, record.options), language()),
        "language": language(),
    }
    status = 422 if posted is not None else 200
    return render(request, "tournaments/rules.html", context, status=status)


def _rules_changed(request: Request, record: Tournament, form: RulesForm) -> bool:
    """Whether the page is done with; else the form says what is wrong."""
    asked: dict[str, Any] = form.cleaned_data
    try:
        actions.change_rules(
            tournament=record,
            rule_set=asked["rule_set"].key,
            options=asked["rule_set"].house_rules(),
            sizes=asked["sizes"],
            pairs=asked.get("pairs", False),
            by=account_of(request),
            now=timezone.now(),
        )
    except actions.TournamentOver:
        say_over(request)
    except actions.AlreadyStarted:
        messages.error(request, _("The rules are frozen: the first round is published."))
    except ValueError:
        fewest, most = seats_of(asked["rule_set"], pairs=asked.get("pairs", False))
        words = {"fewest": fewest, "most": most}
        said = _("A table of this game has %(fewest)s to %(most)s seats, and so has a final table.")
        form.add_error("sizes", said % words)
        return False
    else:
        messages.success(request, _("Stored."))
    return True


@require_POST
@signed_in
def tournament_cancel(request: Request, key: str) -> HttpResponse:
    """It does not take place; it can be opened again."""
    record = own_tournament(request, key)
    try:
        actions.cancel_tournament(tournament=record, by=account_of(request), now=timezone.now())
    except actions.TournamentOver:
        say_over(request)
    else:
        messages.success(request, _("The tournament is cancelled. It can be opened again here."))
    return redirect("tournament_settings", key)


@require_POST
@signed_in
def tournament_reopen(request: Request, key: str) -> HttpResponse:
    """A finished or cancelled tournament is open again."""
    record = own_tournament(request, key)
    actions.reopen_tournament(tournament=record, by=account_of(request), now=timezone.now())
    messages.success(request, _("The tournament is open again."))
    return redirect("organise", key)
