"""Single things of a round: its draw, its tables, their links and sheets."""

from collections.abc import Mapping

from scorekeeper.models import Game, TableLink
from tournaments.models import Draw, Round, Table, Tournament


def draft_of(one: Round) -> Draw | None:
    """The draw that counts: the last one."""
    return one.draws.order_by("-revision").first()


def table_of(game: Game) -> Table | None:
    """The table of a tournament at which a game is played, None for a game of its own."""
    found = Table.objects.filter(game=game)
    return found.select_related("round__tournament__club").first()


def table_links_of(record: Tournament, number: int) -> Mapping[int, str]:
    """The keys of the links that open the sheets of a round: number of the table → key."""
    found = TableLink.objects.filter(
        game__tournament_table__round__tournament=record,
        game__tournament_table__round__number=number,
        game__tournament_table__voided_at__isnull=True,
        ended_at__isnull=True,
    )
    return dict(found.order_by("pk").values_list("game__tournament_table__number", "key"))


def sheets_played(record: Tournament) -> list[Game]:
    """The games of tables that count and were played on their sheets, by round and table."""
    found = Game.objects.filter(
        tournament_table__round__tournament=record,
        tournament_table__voided_at__isnull=True,
        tournament_table__typed_at__isnull=True,
        finished_at__isnull=False,
    )
    return list(found.order_by("tournament_table__round__number", "tournament_table__number"))
