"""The people of a club: finding, adding, renaming, merging, forgetting, claiming."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper import actions
from scorekeeper.consequences import events, games_on_sheet
from scorekeeper.figures import sees_listed_only
from scorekeeper.forms import language, whole_number
from scorekeeper.jobs import ratings_ready
from scorekeeper.models import Account, Claim, Club, Merge, Player
from scorekeeper.names import clean_name, is_too_long
from scorekeeper.queries import clubs_of, games_shown, look_alikes, players_of, who_in, with_seats
from scorekeeper.reports.player import player_page
from scorekeeper.reports.result import game_lines
from scorekeeper.rights import Right, may
from scorekeeper.views.access import Request, account_of, own_club, player_at, signed_in

GAMES_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Renaming:
    """The new name of a player as typed, and why it is not theirs yet.

    ``wrong``: what is wrong with it · ``taken``: whose it is · ``alike``: whose names look like it.
    """

    typed: str
    wrong: str = ""
    taken: Player | None = None
    alike: tuple[Player, ...] = ()


@require_http_methods(["GET", "POST"])
@signed_in
def players(request: Request) -> HttpResponse:
    """The people of the club, all or those whose names contain what is looked for; adding one."""
    posted = request.method == "POST"
    club = own_club(request, Right.PEOPLE if posted else Right.SEE)
    typed = (request.POST or request.GET).get("name", "")
    wrong, alike = "", list[Player]()
    if posted:
        wrong, alike = _add_player(request, club, typed)
        if not wrong and not alike:
            return redirect("players")
    wanted = request.GET.get("q", "")
    who = who_in(club, request.user)
    context = {
        "club": club,
        "players": players_of(club, wanted),
        "wanted": wanted,
        "typed": typed,
        "wrong": wrong,
        "alike": alike,
        "may_add": may(who, Right.PEOPLE),
        "claims": _open_claims(club) if may(who, Right.MERGE) else (),
    }
    status = 422 if wrong or alike else 200
    return render(request, "scorekeeper/players.html", context, status=status)


def _add_player(request: Request, club: Club, typed: str) -> tuple[str, list[Player]]:
    """What is wrong with the name, or who looks like it and has to be told apart first."""
    wrong, alike = _doubts(request, club, typed)
    if wrong or alike:
        return wrong, alike
    known = {player.pk for player in players_of(club)}
    player = actions.add_player(club=club, name=typed)
    if player.pk in known:
        return _("There is already %(name)s.") % {"name": player.name}, []
    messages.success(request, _("%(name)s is added.") % {"name": player.name})
    return "", []


def _doubts(request: Request, club: Club, typed: str) -> tuple[str, list[Player]]:
    """What is wrong with a name, or, until it is said to be another's, whose names look like it."""
    name = clean_name(typed)
    if not name:
        return _("Type a name with at least one letter or figure."), []
    if is_too_long(name):
        return _("A name has at most 80 characters."), []
    said = request.POST.get("another") == "yes"
    return "", [] if said else look_alikes(club, [name]).get(name, [])


def _open_claims(club: Club) -> list[Claim]:
    waiting = Claim.objects.filter(player__club=club, decided_at__isnull=True)
    return list(waiting.select_related("player", "account").order_by("made_at"))


def _claims(found: Player, request: Request) -> bool:
    """Whether whoever looks has said to be this player, and nobody has decided yet."""
    account = request.user
    waiting = Claim.objects.filter(player=found, decided_at__isnull=True)
    return isinstance(account, Account) and waiting.filter(account=account).exists()


@require_GET
def player(request: Request, pk: int) -> HttpResponse:
    """A person and the games that whoever looks may find, with what they come to."""
    return _page_of(request, player_at(request, pk))


def _page_of(
    request: Request, found: Player, renaming: Renaming | None = None, *, status: int = 200
) -> HttpResponse:
    who = who_in(found.club, request.user)
    seen = games_on_sheet(games_shown(request.user, listed=True).filter(seats__player=found))
    merging = may(who, Right.MERGE)
    done = found.merges.filter(undone_at=None).select_related("gone") if merging else ()
    page = Paginator(with_seats(seen), GAMES_A_PAGE).get_page(request.GET.get("page"))
    rated = ratings_ready(found.club, listed=sees_listed_only(found.club, request.user))
    wanted = request.GET.get("game", "")
    may_claim = may(who, Right.CLAIM) and not found.account_id and not found.forgotten_at
    context = {
        "player": found,
        "statistics": player_page(found, request.user, wanted, language(), rated=rated),
        "lines": game_lines(page, language(), events(page)),
        "page": page,
        "member": may(who, Right.SEE),
        "may_merge": merging,
        "may_claim": may_claim,
        "claimed": may_claim and _claims(found, request),
        "others": [one for one in players_of(found.club) if one.pk != found.pk] if merging else (),
        "merges": done,
        "renaming": renaming,
    }
    answer = render(request, "scorekeeper/player.html", context, status=status)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_POST
@signed_in
def player_rename(request: Request, pk: int) -> HttpResponse:
    """Gives a player another name."""
    found = player_at(request, pk, Right.MERGE)
    typed, seen = request.POST.get("name", ""), request.POST.get("seen")
    wrong, alike = _doubts(request, found.club, typed)
    others = tuple(one for one in alike if one.pk != found.pk)
    if wrong or others:
        return _page_of(request, found, Renaming(typed, wrong, alike=others), status=422)
    by, now = account_of(request), timezone.now()
    try:
        actions.rename_player(player=found, name=typed, seen=seen, by=by, now=now)
    except actions.NameTaken as taken:
        return _page_of(request, found, Renaming(typed, taken=taken.player), status=422)
    except actions.AlreadyDone:
        messages.error(request, _("Nothing was changed: this has been done meanwhile."))
    else:
        words = {"before": found.name, "name": clean_name(typed)}
        messages.success(request, _("%(before)s is called %(name)s now.") % words)
    return redirect("player", pk)


@require_POST
@signed_in
def player_merge(request: Request, pk: int) -> HttpResponse:
    """Makes another player's games this one's."""
    kept = player_at(request, pk, Right.MERGE)
    chosen = request.POST.get("gone", "")
    gone = get_object_or_404(kept.club.players, pk=whole_number(chosen) or 0)
    try:
        actions.merge_players(kept=kept, gone=gone, by=account_of(request), now=timezone.now())
    except actions.SameTable as together:
        messages.error(
            request,
            _("Two people: both sat in the game “%(game)s”.") % {"game": together.game},
        )
    except actions.MergeRefused as two_people:
        messages.error(request, str(two_people))
    except actions.AlreadyDone:
        messages.error(request, _("Nothing was changed: this has been done meanwhile."))
    else:
        words = {"gone": gone.name, "kept": kept.name}
        messages.success(request, _("%(gone)s is %(kept)s now; below it can be undone.") % words)
    return redirect("player", pk)


@require_POST
@signed_in
def merge_undo(request: Request, pk: int) -> HttpResponse:
    """Takes a merge back."""
    clubs = clubs_of(request.user, Right.MERGE)
    merge = get_object_or_404(Merge.objects.filter(kept__club__in=clubs), pk=pk)
    try:
        actions.undo_merge(merge=merge, by=account_of(request), now=timezone.now())
    except actions.AlreadyDone:
        messages.error(request, _("Nothing was changed: this has been done meanwhile."))
    else:
        words = {"gone": merge.gone.name, "kept": merge.kept.name}
        messages.success(request, _("%(gone)s and %(kept)s are two players again.") % words)
    return redirect("player", merge.kept_id)


@require_POST
@signed_in
def player_forget(request: Request, pk: int) -> HttpResponse:
    """Takes a name away from everywhere, when the name was typed to confirm it."""
    found = player_at(request, pk, Right.MERGE)
    if clean_name(request.POST.get("name", "")) != found.name:
        messages.error(request, _("Nothing was changed: type the name exactly as it stands."))
        return redirect("player", pk)
    actions.forget_player(player=found, by=account_of(request), now=timezone.now())
    messages.success(request, _("The name is gone; the results stay."))
    return redirect("player", pk)


@require_POST
@signed_in
def player_claim(request: Request, pk: int) -> HttpResponse:
    """Says that this player is oneself; the club has to confirm it."""
    found = player_at(request, pk, Right.CLAIM)
    try:
        actions.claim_player(player=found, account=account_of(request), now=timezone.now())
    except actions.AlreadyDone:
        messages.error(request, _("Nothing was changed: this has been done meanwhile."))
    else:
        messages.success(request, _("The organisers of the club see your claim and decide."))
    return redirect("player", pk)


@require_POST
@signed_in
def claim_decide(request: Request, pk: int) -> HttpResponse:
    """Confirms or refuses that a player is an account's owner."""
    clubs = clubs_of(request.user, Right.MERGE)
    claim = get_object_or_404(Claim.objects.filter(player__club__in=clubs), pk=pk)
    confirmed = request.POST.get("confirmed") == "yes"
    try:
        actions.decide_claim(
            claim=claim, confirmed=confirmed, by=account_of(request), now=timezone.now()
        )
    except actions.AlreadyDone:
        messages.error(request, _("Nothing was changed: this has been done meanwhile."))
    else:
        said = _("%(account)s is %(player)s now.") if confirmed else _("The claim is refused.")
        words = {"account": claim.account, "player": claim.player.name}
        messages.success(request, said % words)
    return redirect("players")
