"""Games and players as lines of a table, for CSV."""

from collections.abc import Iterable, Iterator
from zoneinfo import ZoneInfo

from django.db.models import Count
from django.utils.translation import gettext as _

from scorekeeper.consequences import events
from scorekeeper.models import Club, Game
from scorekeeper.names import alphabetical
from scorekeeper.queries import rule_set_of

Line = tuple[str | int | None, ...]


def game_rows(games: Iterable[Game], language: str) -> Iterator[Line]:
    """A heading, then a line a player of each game: figures as numbers, money with a comma."""
    yield (
        "№",
        _("Date"),
        _("Time zone"),
        _("Table"),
        _("Game"),
        _("Seat"),
        _("Player"),
        _("Total"),
        _("Place"),
        _("Pays or gets"),
    )
    tables = events(games)
    for game in games:
        pays = game.pk not in tables or tables[game.pk].pays
        started = game.started_at.astimezone(ZoneInfo(game.club.zone))
        name = rule_set_of(game).name.in_language(language)
        for seat in sorted(game.seats.all(), key=lambda seat: seat.position):
            yield (
                game.pk,
                f"{started:%Y-%m-%d %H:%M}",
                game.club.zone,
                game.title,
                name,
                seat.position + 1,
                seat.player.name,
                seat.total,
                seat.place,
                seat.pays.replace(".", ",") if pays else "",
            )


def player_rows(club: Club) -> Iterator[Line]:
    """A heading, then a line a player: the name, and how many games they sat in."""
    yield _("Player"), _("Games")
    players = club.players.filter(merged_into__isnull=True).annotate(games=Count("seats"))
    for player in sorted(players, key=lambda player: alphabetical(player.name)):
        yield player.name, player.games
