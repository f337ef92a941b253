"""Tournaments and seasons on the pages of the score keeper: of a club, a player, and all.

The score keeper knows nothing of tournaments; its templates ask here.
"""

from typing import Any

from django import template
from django.contrib.auth.models import AnonymousUser
from django.template import RequestContext
from django.urls import reverse

from scorekeeper.models import Club, Player
from scorekeeper.queries import clubs_of
from scorekeeper.rights import Right
from scorekeeper.views.page import absolute
from tournaments.models import Entrant
from tournaments.queries import entries_of, tournaments_shown, with_counts
from tournaments.reports.lists import tournament_lines
from tournaments.seasons import seasons_shown

register = template.Library()

OVER_SHOWN = 5
"""So many that are over stand on the page of a club; the rest in the list of tournaments."""
ENTRIES_SHOWN = 50
"""Tournaments on the page of a player."""
MOST_ADDRESSES = 5000


@register.inclusion_tag("tournaments/parts/of_club.html", takes_context=True)
def club_tournaments(context: RequestContext, club: Club) -> dict[str, Any]:
    """Those of a club that whoever looks may find: running and coming ones, then the last ones."""
    viewer = context["user"]
    found = with_counts(tournaments_shown(viewer, listed=True).filter(club=club))
    organised = set(clubs_of(viewer, Right.ORGANISE).values_list("pk", flat=True))
    running = found.filter(finished_at=None, cancelled_at=None).order_by("starts_at", "pk")
    over = found.exclude(finished_at=None, cancelled_at=None)[: OVER_SHOWN + 1]
    lines = tournament_lines(over, organised)
    return {
        "running": tournament_lines(running, organised),
        "over": lines[:OVER_SHOWN],
        "more": len(lines) > OVER_SHOWN,
    }


@register.inclusion_tag("tournaments/parts/seasons_of_club.html", takes_context=True)
def club_seasons(context: RequestContext, club: Club) -> dict[str, Any]:
    """The seasons of a club that whoever looks may find, those that run; one may be begun here."""
    viewer = context["user"]
    found = seasons_shown(viewer, listed=True).filter(club=club, archived_at=None)
    able = clubs_of(viewer, Right.ORGANISE).filter(pk=club.pk)
    return {"seasons": found, "may_organise": able.exists()}


@register.simple_tag(takes_context=True)
def player_entries(context: RequestContext, player: Player) -> list[Entrant]:
    """What a player was entered in that whoever looks may find, the last ones first."""
    return list(entries_of(player, context["user"])[:ENTRIES_SHOWN])


@register.simple_tag
def listed_tournaments() -> list[str]:
    """The addresses of all that are for everybody, for search engines."""
    found = tournaments_shown(AnonymousUser(), listed=True)
    keys = found.values_list("public_key", flat=True)[:MOST_ADDRESSES]
    return [absolute(reverse("tournament", args=[key])) for key in keys]
