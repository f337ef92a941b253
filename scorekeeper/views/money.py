"""The money of a club: balances, evenings, payments, the ledger."""

from datetime import date

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper import actions
from scorekeeper.currencies import currency_sign
from scorekeeper.forms import language
from scorekeeper.forms.money import MoneyForm, PaymentForm
from scorekeeper.models import Club
from scorekeeper.queries import (
    evenings_of,
    games_of_evening,
    ledger_of,
    players_of,
    today_in,
    who_in,
    with_seats,
)
from scorekeeper.reports.money import entry_lines, ledger_report, reckoning
from scorekeeper.reports.result import game_lines
from scorekeeper.rights import Right, may
from scorekeeper.views.access import Request, account_of, club_at, signed_in
from scorekeeper.views.files import XLSX, download

LINES_A_PAGE = 50


@require_GET
@signed_in
def money(request: Request, slug: str) -> HttpResponse:
    """Who has what, what would settle it, and the evenings."""
    found = club_at(request, slug, Right.SEE)
    return render(request, "scorekeeper/money.html", _money(request, found))


def _money(request: Request, club: Club, form: PaymentForm | None = None) -> dict[str, object]:
    who = who_in(club, request.user)
    writing = may(who, Right.MONEY) and club.money_since is not None
    today = today_in(club, timezone.now())
    evenings = Paginator(evenings_of(club), LINES_A_PAGE)
    return {
        "club": club,
        "sign": currency_sign(club.currency, language()),
        "reckoning": reckoning(club, language()),
        "form": (form or PaymentForm(players_of(club), today)) if writing else None,
        "today": today,
        "page": evenings.get_page(request.GET.get("page")),
        "may_rule": may(who, Right.RULE),
    }


@require_POST
@signed_in
def payment_new(request: Request, slug: str) -> HttpResponse:
    """Writes down that somebody has paid."""
    found = club_at(request, slug, Right.MONEY)
    if found.money_since is None:
        raise Http404
    now = timezone.now()
    players = {player.pk: player for player in players_of(found)}
    form = PaymentForm(list(players.values()), today_in(found, now), request.POST)
    if not form.is_valid():
        context = _money(request, found, form)
        return render(request, "scorekeeper/money.html", context, status=422)
    asked = dict(form.cleaned_data)
    payer, receiver = players[asked.pop("payer")], players[asked.pop("receiver")]
    by = account_of(request)
    actions.write_payment(club=found, payer=payer, receiver=receiver, by=by, now=now, **asked)
    words = {"payer": payer.name, "receiver": receiver.name}
    messages.success(request, _("Written down: %(payer)s has paid %(receiver)s.") % words)
    return redirect("money", slug)


@require_POST
@signed_in
def payment_withdraw(request: Request, slug: str, pk: int) -> HttpResponse:
    """Takes a payment back by a counter-entry."""
    found = club_at(request, slug, Right.MONEY)
    payments = found.ledger.filter(kind="payment")
    payment = get_object_or_404(payments, pk=pk)
    try:
        actions.withdraw_payment(payment=payment, by=account_of(request), now=timezone.now())
    except actions.AlreadyDone:
        messages.error(request, _("Nothing was changed: this has been done meanwhile."))
    else:
        messages.success(request, _("Withdrawn; both entries stay in the ledger."))
    return redirect("money_ledger", slug)


@require_GET
@signed_in
def money_evening(request: Request, slug: str, day: date) -> HttpResponse:
    """What the games of one evening brought, and the fewest payments that settle it."""
    found = club_at(request, slug, Right.SEE)
    entries = ledger_of(found).filter(evening=day)
    if not entries:
        raise Http404
    context = {
        "club": found,
        "day": day,
        "sign": currency_sign(found.currency, language()),
        "reckoning": reckoning(found, language(), day),
        "lines": game_lines(with_seats(games_of_evening(found, day)), language()),
        "entries": entry_lines(found, entries, language()),
    }
    return render(request, "scorekeeper/money_evening.html", context)


@require_GET
@signed_in
def money_ledger(request: Request, slug: str) -> HttpResponse:
    """Everything that was booked, newest first."""
    found = club_at(request, slug, Right.SEE)
    page = Paginator(ledger_of(found), LINES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": found,
        "sign": currency_sign(found.currency, language()),
        "entries": entry_lines(found, page, language()),
        "page": page,
        "may_write": may(who_in(found, request.user), Right.MONEY),
    }
    return render(request, "scorekeeper/money_ledger.html", context)


@require_GET
@signed_in
def money_xlsx(request: Request, slug: str) -> HttpResponse:
    """Balances, evenings and the ledger, as a workbook."""
    from scorekeeper.exports.excel import ledger_workbook
    from scorekeeper.exports.names import safe_name

    found = club_at(request, slug, Right.SEE)
    now, by = timezone.now(), account_of(request)
    actions.log("exported", club=found, by=by, now=now, form="xlsx")
    content = ledger_workbook(ledger_report(found, language()))
    day = today_in(found, now)
    name = safe_name(f"{day} {found.name}", _("money"), "xlsx")
    return download(content, name, XLSX)


@require_http_methods(["GET", "POST"])
@signed_in
def money_settings(request: Request, slug: str) -> HttpResponse:
    """Whether the money of the club is kept, since when, in which currency."""
    found = club_at(request, slug, Right.RULE)
    now = timezone.now()
    form = MoneyForm(
        found, today_in(found, now), request.POST if request.method == "POST" else None
    )
    if form.is_valid() and _kept(request, found, form):
        messages.success(request, _("Stored."))
        return redirect("money", slug)
    status = 422 if form.is_bound else 200
    context = {"club": found, "form": form}
    return render(request, "scorekeeper/money_settings.html", context, status=status)


def _kept(request: Request, club: Club, form: MoneyForm) -> bool:
    try:
        actions.keep_money(
            club=club,
            since=form.since_when(),
            currency=form.cleaned_data["currency"],
            by=account_of(request),
            now=timezone.now(),
        )
    except actions.CurrencyInUse:
        form.add_error(
            "currency", _("Amounts are booked in the currency there was: it cannot change now.")
        )
        return False
    return True
