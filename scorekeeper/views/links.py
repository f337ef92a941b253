"""Table links, and who sees a game."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper import actions
from scorekeeper.forms.club import ShownForm
from scorekeeper.models import Shown
from scorekeeper.names import clean_name
from scorekeeper.queries import table_link
from scorekeeper.rights import Right
from scorekeeper.views.access import TABLE_KEY, Request, account_of, own_game, signed_in
from scorekeeper.views.page import absolute, drawn_code


@require_http_methods(["GET", "POST"])
@signed_in
def table_links(request: Request, pk: int) -> HttpResponse:
    """The links that open this game to helpers; making one."""
    game = own_game(request, pk, Right.LINK)
    wrong = ""
    if request.method == "POST":
        typed = request.POST.get("helper", "")
        try:
            actions.open_table(game=game, helper=typed, by=account_of(request), now=timezone.now())
        except ValueError:
            shown = clean_name(typed)
            empty = _("Type a name with at least one letter or figure.")
            wrong = _("A name has at most 80 characters.") if shown else empty
        else:
            return redirect("table_links", pk)
    links = game.table_links.filter(ended_at__isnull=True).order_by("-pk")
    context = {
        "record": game,
        "wrong": wrong,
        "shown": Shown.choices,
        "links": [
            {"link": one, "address": absolute(reverse("table", args=[one.key]))} for one in links
        ],
    }
    status = 422 if wrong else 200
    return render(request, "scorekeeper/table_links.html", context, status=status)


@require_GET
@signed_in
def table_qr(request: Request, pk: int, link: int) -> HttpResponse:
    """The QR code of a table link, as a picture."""
    game = own_game(request, pk, Right.LINK)
    one = get_object_or_404(game.table_links, pk=link, ended_at__isnull=True)
    address = absolute(reverse("table", args=[one.key]))
    return HttpResponse(drawn_code(address), content_type="image/svg+xml")


@require_POST
@signed_in
def table_link_end(request: Request, pk: int, link: int) -> HttpResponse:
    """Ends a table link."""
    game = own_game(request, pk, Right.LINK)
    one = get_object_or_404(game.table_links.select_related("game__club"), pk=link)
    actions.end_table_link(link=one, by=account_of(request), now=timezone.now())
    return redirect("table_links", pk)


@never_cache
@require_GET
def table(request: Request, key: str) -> HttpResponse:
    """Where a table link leads: from now on this browser may write into that game."""
    found = table_link(key)
    if found is None:
        raise Http404
    request.session[TABLE_KEY] = found.key
    return redirect("game", found.game_id)


@require_POST
@signed_in
def game_shown(request: Request, pk: int) -> HttpResponse:
    """To whom this game is shown."""
    game = own_game(request, pk)
    form = ShownForm(request.POST)
    if form.is_valid():
        actions.show_game(
            game=game,
            shown=Shown(form.cleaned_data["shown"]),
            by=account_of(request),
            now=timezone.now(),
        )
        messages.success(request, _("Stored."))
    return redirect("table_links", pk)
