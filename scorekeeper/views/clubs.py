"""Clubs: founding, choosing, their pages, members and invitations."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper import actions
from scorekeeper.consequences import events, games_on_sheet
from scorekeeper.forms import language, whole_number
from scorekeeper.forms.club import (
    ClubForm,
    ClubSettingsForm,
    InvitationForm,
    LogoForm,
    appointable,
)
from scorekeeper.models import Club, Membership, Shown
from scorekeeper.queries import (
    clubs_of,
    clubs_shown,
    games_shown,
    invitation,
    logo_of,
    memberships_of,
    open_invitations,
    who_in,
    with_seats,
)
from scorekeeper.reports.log import log_lines
from scorekeeper.reports.result import game_lines
from scorekeeper.rights import Right, Who, may, may_appoint
from scorekeeper.views.access import CHOSEN_CLUB, Request, account_of, club_at, signed_in
from scorekeeper.views.page import absolute

LINES_A_PAGE = 50


@require_http_methods(["GET", "POST"])
@signed_in
def club_new(request: Request) -> HttpResponse:
    """Founding a club: the first thing of an account that belongs to none."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        club = actions.found_club(owner=account_of(request), **form.cleaned_data)
        request.session[CHOSEN_CLUB] = club.pk
        return redirect("game_new")
    context = {"form": form, "first": not clubs_of(request.user).exists()}
    status = 422 if form.is_bound else 200
    return render(request, "scorekeeper/club_new.html", context, status=status)


@require_GET
def clubs(request: Request) -> HttpResponse:
    """One's own clubs, to choose the one to work in, and the clubs that show themselves."""
    own = list(clubs_of(request.user))
    shown = [club for club in clubs_shown(request.user) if club not in own]
    context = {"own": own, "shown": shown, "chosen": request.session.get(CHOSEN_CLUB)}
    return render(request, "scorekeeper/clubs.html", context)


@require_GET
def club(request: Request, slug: str) -> HttpResponse:
    """A club as whoever looks may see it."""
    found = club_at(request, slug, Right.WATCH)
    who = who_in(found, request.user)
    seen = games_on_sheet(games_shown(request.user, listed=True).filter(club=found))
    page = Paginator(with_seats(seen), LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": found,
        "who": who.value,
        "member": may(who, Right.SEE),
        "may_invite": may(who, Right.INVITE),
        "may_log": may(who, Right.LOG),
        "may_rule": may(who, Right.RULE),
        "logo": logo_of(found),
        "lines": game_lines(page, language(), events(page)),
        "page": page,
    }
    answer = render(request, "scorekeeper/club.html", context)
    if found.shown != Shown.PUBLIC:
        answer["X-Robots-Tag"] = "noindex"
    return answer


@require_POST
@signed_in
def club_choose(request: Request, slug: str) -> HttpResponse:
    """From now on one works in this club."""
    request.session[CHOSEN_CLUB] = club_at(request, slug, Right.SEE).pk
    return redirect("games")


@require_http_methods(["GET", "POST"])
@signed_in
def club_settings(request: Request, slug: str) -> HttpResponse:
    """Name, time zone and who sees the club."""
    found = club_at(request, slug, Right.RULE)
    posted = request.POST if request.method == "POST" else None
    form = ClubSettingsForm(posted, initial=_set(found))
    if form.is_valid():
        asked = form.cleaned_data
        actions.change_club(
            club=found,
            name=asked["name"],
            zone=asked["zone"],
            shown=Shown(asked["shown"]),
            by=account_of(request),
            now=timezone.now(),
        )
        messages.success(request, _("Stored."))
        return redirect("club", slug)
    return _settings(request, found, form, LogoForm())


def _settings(
    request: Request, found: Club, form: ClubSettingsForm, logo_form: LogoForm
) -> HttpResponse:
    context = {"club": found, "form": form, "logo_form": logo_form, "logo": logo_of(found)}
    status = 422 if form.is_bound or logo_form.is_bound else 200
    return render(request, "scorekeeper/club_settings.html", context, status=status)


@require_GET
def club_logo(request: Request, slug: str) -> HttpResponse:
    """The logo of a club, to whoever may see the club."""
    logo = logo_of(club_at(request, slug, Right.WATCH))
    if logo is None:
        raise Http404
    answer = HttpResponse(bytes(logo.content), content_type="image/png")
    answer["Cache-Control"] = "private, max-age=86400"  # its address changes with it
    return answer


@require_POST
@signed_in
def club_logo_set(request: Request, slug: str) -> HttpResponse:
    """Puts a logo in place of the one before, or takes it away."""
    found = club_at(request, slug, Right.RULE)
    form = LogoForm(request.POST, request.FILES)
    away = request.POST.get("remove") == "yes"
    if not away and not form.is_valid():
        return _settings(request, found, ClubSettingsForm(initial=_set(found)), form)
    logo = None if away else form.cleaned_data["file"]
    actions.set_logo(club=found, logo=logo, by=account_of(request), now=timezone.now())
    messages.success(request, _("The logo is gone.") if away else _("The logo is stored."))
    return redirect("club_settings", slug)


def _set(found: Club) -> dict[str, str]:
    return {"name": found.name, "zone": found.zone, "shown": found.shown}


@require_GET
@signed_in
def members(request: Request, slug: str) -> HttpResponse:
    """Who belongs to the club, and the invitations that are open."""
    found = club_at(request, slug, Right.SEE)
    return render(request, "scorekeeper/members.html", _members(request, found))


def _members(
    request: Request, found: Club, form: InvitationForm | None = None
) -> dict[str, object]:
    who = who_in(found, request.user)
    inviting = may(who, Right.INVITE)
    roles = appointable(who) if may(who, Right.RULE) else []
    return {
        "club": found,
        "members": [
            {
                "membership": one,
                "own": one.account == request.user,
                "may_remove": may_appoint(who, Who(one.role)) and one.account != request.user,
            }
            for one in memberships_of(found)
        ],
        "roles": roles,
        "may_rule": may(who, Right.RULE),
        "form": (form or InvitationForm(who)) if inviting else None,
        "invitations": [
            {"invitation": one, "link": absolute(reverse("join", args=[one.key]))}
            for one in (open_invitations(found, timezone.now()) if inviting else ())
        ],
    }


@require_POST
@signed_in
def invitation_new(request: Request, slug: str) -> HttpResponse:
    """Makes an invitation; its link stands on the page of the members."""
    found = club_at(request, slug, Right.INVITE)
    form = InvitationForm(who_in(found, request.user), request.POST)
    if not form.is_valid():
        context = _members(request, found, form)
        return render(request, "scorekeeper/members.html", context, status=422)
    now = timezone.now()
    ends_at = now + form.lasts()
    role = form.cleaned_data["role"]
    actions.invite(club=found, role=role, ends_at=ends_at, by=account_of(request), now=now)
    return redirect("members", slug)


@require_POST
@signed_in
def invitation_withdraw(request: Request, slug: str, pk: int) -> HttpResponse:
    """Ends an invitation before its time."""
    found = club_at(request, slug, Right.INVITE)
    one = get_object_or_404(found.invitations.select_related("club"), pk=pk)
    actions.withdraw_invitation(invitation=one, by=account_of(request), now=timezone.now())
    return redirect("members", slug)


@require_http_methods(["GET", "POST"])
@signed_in
def join(request: Request, key: str) -> HttpResponse:
    """What an invitation offers; taking it."""
    found = invitation(key, timezone.now())
    if found is None:
        raise Http404
    if request.method == "GET":
        member = may(who_in(found.club, request.user), Right.SEE)
        context = {"invitation": found, "member": member}
        return render(request, "scorekeeper/join.html", context)
    actions.join(invitation=found, account=account_of(request), now=timezone.now())
    request.session[CHOSEN_CLUB] = found.club_id
    messages.success(request, _("You belong to %(club)s now.") % {"club": found.club.name})
    return redirect("club", found.club.slug)


@require_POST
@signed_in
def member_role(request: Request, slug: str, pk: int) -> HttpResponse:
    """Gives a member another role."""
    found = club_at(request, slug, Right.RULE)
    one = get_object_or_404(found.memberships.select_related("club"), pk=pk)
    role = request.POST.get("role", "")
    if role not in Membership.Role.values:
        raise Http404
    if _changed(request, partial(actions.change_role, membership=one, role=role)):
        messages.success(request, _("Stored."))
    return redirect("members" if one.account != request.user else "club", slug)


@require_POST
@signed_in
def member_remove(request: Request, slug: str, pk: int) -> HttpResponse:
    """Sends a member away."""
    found = club_at(request, slug, Right.INVITE)
    one = get_object_or_404(found.memberships.select_related("club"), pk=pk)
    if not may_appoint(who_in(found, request.user), Who(one.role)):
        raise Http404
    gone = _changed(request, partial(actions.remove_member, membership=one))
    if gone and one.account == request.user:
        return redirect("clubs")
    return redirect("members", slug)


@require_POST
@signed_in
def club_transfer(request: Request, slug: str) -> HttpResponse:
    """Hands the club over: another member is its owner, oneself an organiser."""
    found = club_at(request, slug, Right.RULE)
    chosen = request.POST.get("member", "")
    others = found.memberships.exclude(account=account_of(request)).select_related("club")
    to = get_object_or_404(others, pk=whole_number(chosen) or 0)
    if _changed(request, partial(actions.hand_over, club=found, to=to)):
        messages.success(request, _("%(who)s owns the club now.") % {"who": to.account})
    return redirect("club", slug)


@require_POST
@signed_in
def club_leave(request: Request, slug: str) -> HttpResponse:
    """Leaves the club; the last owner has to hand it over first."""
    found = club_at(request, slug, Right.LEAVE)
    own = get_object_or_404(found.memberships, account=account_of(request))
    gone = _changed(request, partial(actions.remove_member, membership=own))
    return redirect("clubs") if gone else redirect("members", slug)


def _changed(request: Request, change: Callable[..., None]) -> bool:
    """Carries out a change of the members; whether it was, else why not is said."""
    try:
        change(by=account_of(request), now=timezone.now())
    except actions.LastOwner:
        messages.error(request, _("A club needs an owner: first hand it over to another member."))
    except actions.AlreadyDone:
        messages.error(request, _("Nothing was changed: this has been done meanwhile."))
    else:
        return True
    return False


@require_GET
@signed_in
def club_log(request: Request, slug: str) -> HttpResponse:
    """What was done to rights, people and files, newest first."""
    found = club_at(request, slug, Right.LOG)
    entries = found.log.select_related("done_by").order_by("-done_at", "-pk")
    page = Paginator(entries, LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": found, "lines": log_lines(found, page), "page": page}
    return render(request, "scorekeeper/club_log.html", context)
