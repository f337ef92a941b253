"""The calendar and the news of a club, as whoever asks may know them."""

from collections.abc import Iterable, Iterator
from datetime import UTC
from itertools import groupby
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.consequences import own_games
from scorekeeper.happenings import CALENDAR, NEWS, Happening
from scorekeeper.models import Club, Game
from scorekeeper.queries import Viewer, evening_of, games_shown, with_seats
from scorekeeper.reports.result import GameLine, game_lines

MOST_GAMES = 500
MOST_NEWS = 50


def evening_key(club: Club, day: object) -> str:
    """What the evening of a club is called in its calendar, planned or played."""
    return f"evening-{club.pk}-{day}"


def calendar(club: Club, viewer: Viewer, language: str) -> list[Happening]:
    """Evenings and what else is dated, in order; an evening that was played is planned no more."""
    sources = (happening for source in CALENDAR for happening in source(club, viewer, language))
    found = {happening.key: happening for happening in sources}
    found |= {happening.key: happening for happening in _evenings(club, viewer, language)}
    return sorted(found.values(), key=lambda happening: (happening.starts, happening.key))


def _games(club: Club, viewer: Viewer) -> list[Game]:
    """The latest games of evenings, newest first."""
    seen = own_games(games_shown(viewer, listed=True).filter(club=club))
    return list(with_seats(seen)[:MOST_GAMES])


def _evenings(club: Club, viewer: Viewer, language: str) -> Iterator[Happening]:
    zone = ZoneInfo(club.zone)
    for day, games in groupby(_games(club, viewer), evening_of):
        played = list(games)[::-1]
        lines = game_lines(played, language)
        ends = [game.finished_at for game in played if game.finished_at]
        count = ngettext("%(count)d game", "%(count)d games", len(played)) % {"count": len(played)}
        alone = reverse("watch", args=[played[0].public_key])
        yield Happening(
            key=evening_key(club, day),
            title=lines[0].title or lines[0].game if len(lines) == 1 else f"{club.name}: {count}",
            words="\n".join(map(_words, lines)),
            address=alone if len(lines) == 1 else reverse("club", args=[club.slug]),
            starts=played[0].started_at.astimezone(zone),
            ends=max(ends).astimezone(zone) if len(ends) == len(played) else None,
            changed=max((*ends, *(game.started_at for game in played))).astimezone(UTC),
        )


def _words(line: GameLine) -> str:
    return f"{line.title or line.game}: {line.standing}"


def news(club: Club, viewer: Viewer, language: str) -> list[Happening]:
    """What happened last, newest first."""
    found: Iterable[Happening] = (
        happening for source in NEWS for happening in source(club, viewer, language)
    )
    games = [game for game in _games(club, viewer) if game.finished_at][:MOST_NEWS]
    every = [*found, *map(_news_of, games, game_lines(games, language))]
    every.sort(key=lambda happening: (happening.changed, happening.key), reverse=True)
    return every[:MOST_NEWS]


def _news_of(game: Game, line: GameLine) -> Happening:
    assert game.finished_at is not None
    return Happening(
        key=f"game-{game.public_key}",
        title=_("%(game)s is over") % {"game": line.title or line.game},
        words=line.standing,
        address=reverse("watch", args=[game.public_key]),
        starts=game.started_at,
        ends=game.finished_at,
        changed=game.finished_at,
    )
