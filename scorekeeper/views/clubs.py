"""Founding a club: the first thing of an account that belongs to none."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper import actions
from scorekeeper.forms.club import ClubForm
from scorekeeper.queries import clubs_of
from scorekeeper.views.access import Request, account_of, signed_in


@require_http_methods(["GET", "POST"])
@signed_in
def club_new(request: Request) -> HttpResponse:
    """A club for whoever has none yet; everybody else is led to their games."""
    if clubs_of(request.user).exists():
        return redirect("games")
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        actions.found_club(owner=account_of(request), **form.cleaned_data)
        return redirect("game_new")
    status = 422 if form.is_bound else 200
    return render(request, "scorekeeper/club_new.html", {"form": form}, status=status)
