"""The public pages of a tournament: standings, rounds, entrants; 304 while nothing changes."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET

from scorekeeper.forms import language, whole_number
from scorekeeper.names import MOST_LETTERS, clean_name
from scorekeeper.views.access import Request
from scorekeeper.views.live import answered, kept, mark_of
from tournaments.models import Round, Tournament
from tournaments.queries import Whole, is_listed, mark, substitutes, whole
from tournaments.reports.entrant import entrant_page
from tournaments.reports.results import found_in, has_final, place_lines, prize_giving, public_part
from tournaments.reports.rounds import round_page, rounds_page
from tournaments.reports.standings import Asked, paged, standings_page, tabs
from tournaments.views.access import may_organise, watched_tournament

FINAL = "final"
"""What is asked for in place of a stage to see the places of the whole event."""


def live_page(
    request: Request,
    record: Tournament,
    name: str,
    asked: Sequence[object],
    context: Callable[[], dict[str, Any]],
    *,
    listed: bool = True,
    keep: bool = True,
) -> HttpResponse:
    """The page ``name``, or its live part to a page that asks again; 304 while nothing changes.

    ``asked``: what the part depends on beside the tournament · ``context``: what it shows, the
    same for everybody · ``keep``: the part is worth keeping for the next who asks.
    """
    shown = [mark(record), name, *map(str, asked)]
    fragment = mark_of(request, shown, page=False)

    def part() -> bytes:
        def draw() -> bytes:
            return render_to_string(f"tournaments/live/{name}.html", context()).encode()

        return kept(f"tournament:{record.public_key}:{fragment}", draw) if keep else draw()

    def page() -> bytes:
        drawn = part().decode()
        frame = {
            "record": record,
            "may_organise": may_organise(request, record),
            "part": mark_safe(drawn),  # noqa: S308 - a template of ours has escaped it
            "etag": fragment,
            "alive": record.finished_at is None or record.hidden_from is not None,
            "wanted": _wanted(request),
            "here": request.get_full_path(),
        }
        return render(request, f"tournaments/{name}.html", frame).content

    own = fragment if request.htmx else mark_of(request, shown, page=True)
    return answered(
        request, own, part if request.htmx else page, listed=listed and is_listed(record)
    )


def _number(request: Request, name: str) -> int | None:
    """A number from 1 of the address, None for anything else."""
    found = whole_number(request.GET.get(name, ""))
    return found if found and 0 < found < 10_000 else None


def _wanted(request: Request) -> str:
    return clean_name(request.GET.get("q", ""))[:MOST_LETTERS]


@require_GET
def tournament(request: Request, key: str) -> HttpResponse:
    """The standings of a stage, or the places of the whole event, as everybody may see them."""
    record = watched_tournament(request, key)
    final = request.GET.get("stage") == FINAL
    asked = Asked(_number(request, "stage"), _number(request, "page") or 1, _wanted(request))

    def context() -> dict[str, Any]:
        stands = whole(record)
        public = public_part(stands)
        over = asked.stage is None and record.finished_at is not None
        drawn: dict[str, Any]
        if has_final(public) and (final or over):
            lines = found_in(place_lines(public, language()), asked.wanted)
            pages = paged(len(lines), asked.page)
            chosen, drawn = 0, {"final": lines[pages.lines], "pages": pages}
        else:
            page = standings_page(public, asked, language())
            chosen, drawn = page.stage, {"page": page, "pages": page.pages}
        return {
            **drawn,
            "at_final": chosen == 0,
            "record": record,
            "tabs": tabs(public, chosen),
            "has_final": has_final(public),
            "giving": prize_giving(stands, language()),
            "wanted": asked.wanted,
        }

    return live_page(request, record, "standings", (asked, final), context, keep=not asked.wanted)


@require_GET
def tournament_rounds(request: Request, key: str) -> HttpResponse:
    """Every published round, stage by stage."""
    record = watched_tournament(request, key)

    def context() -> dict[str, Any]:
        return {"record": record, "stages": rounds_page(public_part(whole(record)))}

    return live_page(request, record, "rounds", (), context)


@require_GET
def tournament_round(request: Request, key: str, number: int) -> HttpResponse:
    """A published round: who sits where, and what came of it."""
    record = watched_tournament(request, key)
    page, wanted = _number(request, "page") or 1, _wanted(request)

    def context() -> dict[str, Any]:
        stands = public_part(whole(record))
        one = _published(stands, number)
        seats = [seat for seat in stands.seats if seat.round == number]
        names = substitutes(stands, seats)
        drawn = round_page(stands, one, names, language(), page=page, wanted=wanted)
        return {"record": record, "page": drawn, "wanted": wanted}

    asked = (number, page, wanted)
    return live_page(request, record, "round", asked, context, keep=not wanted)


def _published(stands: Whole, number: int) -> Round:
    found = (one for one in stands.rounds if one.number == number and one.published_at)
    one = next(found, None)
    if one is None:
        raise Http404
    return one


@require_GET
def entrant(request: Request, key: str, pk: int) -> HttpResponse:
    """One entrant's way through the event; a page for people, not for search engines."""
    record = watched_tournament(request, key)

    def context() -> dict[str, Any]:
        stands = public_part(whole(record))
        found = stands.entrants.get(pk)
        if found is None or found.removed:
            raise Http404
        names = substitutes(stands, [seat for seat in stands.seats if seat.entrant == pk])
        return {"record": record, "page": entrant_page(stands, found, names, language())}

    return live_page(request, record, "entrant", (pk,), context, listed=False)
