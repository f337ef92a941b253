"""The public page by which people enter, its QR code, and the organiser's answer."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import rules
from scorekeeper.currencies import currency_sign
from scorekeeper.forms import language
from scorekeeper.models import Account
from scorekeeper.views.access import Request, account_of, signed_in
from scorekeeper.views.page import absolute, drawn_code
from tournaments import actions
from tournaments.forms.entrants import EnterForm
from tournaments.models import Tournament
from tournaments.queries import is_listed, is_open_to_enter
from tournaments.views.access import may_organise, own_tournament, watched_tournament
from tournaments.views.setup import say_over


@require_http_methods(["GET", "POST"])
def tournament_enter(request: Request, key: str) -> HttpResponse:
    """Asking to enter, for whoever has the address."""
    record = watched_tournament(request, key)
    posted = request.method == "POST"
    form = EnterForm(
        pairs=record.pairs, name=_own_name(request, record), data=request.POST if posted else None
    )
    if posted and form.is_valid() and _applied(request, record, form):
        return redirect("tournament_enter", key)
    context = {
        "record": record,
        "may_organise": may_organise(request, record),
        "form": form,
        "opened": is_open_to_enter(record),
        "moderated": record.registration == Tournament.Registration.MODERATED,
        "game": rules.RULE_SETS[record.rule_set].name.in_language(language()),
        "sign": currency_sign(record.currency or record.club.currency, language()),
        "entered": record.entrants.filter(removed=False).count(),
        "address": absolute(reverse("tournament_enter", args=[key])),
    }
    answer = render(request, "tournaments/enter.html", context, status=422 if posted else 200)
    if not is_listed(record):
        answer["X-Robots-Tag"] = "noindex"
    return answer


def _own_name(request: Request, record: Tournament) -> str:
    """The name under which whoever is signed in plays in this club, "" where that is not known."""
    if not isinstance(request.user, Account):
        return ""
    player = record.club.players.filter(account=request.user, merged_into=None).first()
    return player.name if player else ""


def _applied(request: Request, record: Tournament, form: EnterForm) -> bool:
    """Whether the page is done with; else the form says what is wrong."""
    asked = form.cleaned_data
    try:
        made = actions.apply(
            tournament=record,
            name=asked["name"],
            partner=asked.get("partner", ""),
            group=asked["group"],
            key=asked["key"],
            account=request.user if isinstance(request.user, Account) else None,
            now=timezone.now(),
        )
    except actions.AlreadyEntered as twice:
        said = _("%(name)s is in it already. Somebody of the same name? Add a town or an initial.")
        form.add_error("name", said % {"name": twice.name})
        return False
    except (actions.RegistrationClosed, actions.TournamentOver):
        messages.error(request, _("Nobody can enter here any more: ask the organiser."))
    else:
        said = (
            _("You are entered.")
            if made.entrant_id
            else _("The organiser has your application and decides.")
        )
        messages.success(request, said)
    return True


@require_GET
def tournament_qr(request: Request, key: str) -> HttpResponse:
    """The QR code of the page that everybody watches."""
    return _code_of(request, key, "tournament")


@require_GET
def tournament_enter_qr(request: Request, key: str) -> HttpResponse:
    """The QR code of the page where people enter, to be hung up in the hall."""
    return _code_of(request, key, "tournament_enter")


def _code_of(request: Request, key: str, page: str) -> HttpResponse:
    record = watched_tournament(request, key)
    address = absolute(reverse(page, args=[record.public_key]))
    return HttpResponse(drawn_code(address), content_type="image/svg+xml")


@require_POST
@signed_in
def application_decide(request: Request, key: str, pk: int) -> HttpResponse:
    """Admits or refuses somebody who has asked to enter."""
    record = own_tournament(request, key)
    one = get_object_or_404(record.applications, pk=pk)
    name = one.name
    admitted = request.POST.get("admitted") == "yes"
    act = actions.admit if admitted else actions.refuse
    try:
        act(application=one, by=account_of(request), now=timezone.now())
    except actions.TournamentOver:
        say_over(request)
    except actions.RegistrationClosed:
        messages.error(
            request,
            _(
                "Nobody was entered: every round of the first stage is published. Plan one more "
                "round, then admit them."
            ),
        )
    else:
        said = (
            _("%(name)s is entered.")
            if admitted
            else _("%(name)s is refused; below it can be changed.")
        )
        messages.success(request, said % {"name": name})
    return redirect("entrants", key)
