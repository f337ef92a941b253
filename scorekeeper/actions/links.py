"""Table links, and who sees a game."""

from datetime import datetime

from django.db import transaction

from scorekeeper.actions.log import log
from scorekeeper.actions.receipts import count_week, forget_ratings
from scorekeeper.models import Account, Game, Shown, TableLink
from scorekeeper.names import checked_name


@transaction.atomic
def open_table(*, game: Game, helper: str, by: Account, now: datetime) -> TableLink:
    """A link by which ``helper`` writes into one game, without an account.

    ValueError for a helper without a visible name: the history has to say who it was.
    """
    made = TableLink.objects.create(game=game, helper=checked_name(helper), made_by=by, made_at=now)
    log("table_opened", club=game.club, by=by, now=now, game=game.pk, link=made.pk)
    return made


@transaction.atomic
def end_table_link(*, link: TableLink, by: Account, now: datetime) -> None:
    """The link opens nothing any more; what was typed through it stays."""
    if link.ended_at is None:
        link.ended_at = now
        link.save(update_fields=["ended_at"])
        log("table_closed", club=link.game.club, by=by, now=now, game=link.game_id, link=link.pk)


@transaction.atomic
def show_game(*, game: Game, shown: Shown, by: Account, now: datetime) -> None:
    """To whom a game is shown; the club may be narrower, never wider."""
    if game.shown != shown:
        before, game.shown = game.shown, shown
        game.save(update_fields=["shown"])
        count_week(game)
        forget_ratings([game])
        log(
            "game_shown",
            club=game.club,
            by=by,
            now=now,
            game=game.pk,
            before=before,
            after=shown.value,
        )
