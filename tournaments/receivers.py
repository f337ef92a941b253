"""What tournaments do when the score keeper says that players change."""

from datetime import time, timedelta
from secrets import randbelow
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db.models import F, Max, Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.actions import MergeRefused, StaysClosed
from scorekeeper.models import Account, Club, Player
from scorekeeper.names import name_key
from scorekeeper.signals import (
    demonstration_loaded,
    game_reopening,
    player_forgotten,
    players_changing,
    players_merging,
)
from tournaments.actions.seasons import create_season, plan_evenings, weekly
from tournaments.engine.lots import LOTS
from tournaments.models import Application, Entrant, Round, Table, TableSeat, Tournament
from tournaments.queries import entered_as, known_as


def connect() -> None:
    """Listens from now on, once, whoever calls again."""
    players_merging.connect(refuse_two_people, dispatch_uid="tournaments.refuse_two_people")
    players_changing.connect(raise_versions, dispatch_uid="tournaments.raise_versions")
    player_forgotten.connect(loosen_lots, dispatch_uid="tournaments.loosen_lots")
    player_forgotten.connect(forget_applications, dispatch_uid="tournaments.forget_applications")
    game_reopening.connect(keep_closed, dispatch_uid="tournaments.keep_closed")
    demonstration_loaded.connect(load_tournaments, dispatch_uid="tournaments.load_tournaments")


def refuse_two_people(sender: object, *, kept: Player, gone: Player, **signal: Any) -> None:
    """MergeRefused where both are in one tournament, or one sat in for somebody beside the other.

    Somebody who was removed never played, and is in nobody's way.
    """
    entered = [entered_as([player.pk]).filter(removed=False) for player in (kept, gone)]
    both = [found.values("tournament") for found in entered]
    known = Tournament.objects.filter(pk__in=both[0]).filter(pk__in=both[1]).first()
    if known is None:
        rounds = Round.objects.filter(pk__in=_sat(kept)).filter(pk__in=_sat(gone))
        known = Tournament.objects.filter(rounds__in=rounds).first()
    if known is not None:
        raise MergeRefused(
            _("Two people: both are in the tournament “%(tournament)s”.") % {"tournament": known}
        )


def _sat(player: Player) -> QuerySet[TableSeat, int]:
    """The rounds in which a player sat at a table that counts."""
    theirs = Q(sheet_seat__player=player) | Q(partner_seat__player=player)
    found = TableSeat.objects.filter(theirs, table__voided_at__isnull=True)
    return found.values_list("table__round", flat=True)


def raise_versions(sender: object, *, players: list[int], **signal: Any) -> None:
    """Whoever looks at a tournament of these players must not be told that nothing has changed.

    Locks these tournaments: each write of one begins so, and comes to its players later.
    """
    same = known_as(players).values("pk")
    entered = entered_as(players)
    sat = TableSeat.objects.filter(
        Q(sheet_seat__player__in=same) | Q(partner_seat__player__in=same)
    )
    theirs = Tournament.objects.filter(
        Q(pk__in=entered.values("tournament")) | Q(pk__in=sat.values("table__round__tournament"))
    )
    held = [one.pk for one in theirs.select_for_update().order_by("pk")]
    Tournament.objects.filter(pk__in=held).update(version=F("version") + 1)


def loosen_lots(sender: object, *, player: Player, **signal: Any) -> None:
    """The lot of who was forgotten moves between its neighbours: nobody changes places, and no
    name can be tried against it any more."""
    for entrant in entered_as([player.pk]):
        others = Entrant.objects.filter(tournament=entrant.tournament_id).exclude(pk=entrant.pk)
        if others.filter(lot=entrant.lot).exists():
            continue
        below = others.filter(lot__lt=entrant.lot).aggregate(lot=Max("lot"))["lot"]
        above = others.filter(lot__gt=entrant.lot).aggregate(lot=Min("lot"))["lot"]
        fewest = 0 if below is None else below + 1
        most = LOTS if above is None else above
        entrant.lot = fewest + randbelow(most - fewest)
        entrant.save(update_fields=["lot"])


def forget_applications(
    sender: object, *, player: Player, keys: frozenset[str], **signal: Any
) -> None:
    """Who was refused, or still waits, under the name of whoever is forgotten has it no more.

    Of those admitted the name stands with the player alone.
    """
    for one in Application.objects.filter(tournament__club=player.club_id):
        for column in ("name", "partner"):
            if name_key(getattr(one, column)) in keys:
                setattr(one, column, player.name)
                one.save(update_fields=[column])


def keep_closed(sender: object, *, game: int, **signal: Any) -> None:
    """StaysClosed for the sheet of a table in a closed round: its round would be open again."""
    tournaments = Tournament.objects.filter(rounds__tables__game=game)
    record = tournaments.select_for_update(of=("self",)).first()
    table = Table.objects.filter(game=game, voided_at__isnull=True).select_related("round").first()
    if record is not None and table is not None and table.round.closed_at is not None:
        raise StaysClosed(
            _(
                "Round %(round)d of “%(tournament)s” is closed. A turn is corrected in the history"
                " of the game; to play on, open the round again first."
            )
            % {"round": table.round.number, "tournament": record}
        )


def load_tournaments(sender: object, *, club: Club, host: Account, **signal: Any) -> None:
    """The demonstration's tournaments: one over, one in its second round; and their season."""
    from tournaments.simulation import load_demonstration

    load_demonstration(club, host)
    now = timezone.now()
    today = timezone.localdate(now, ZoneInfo(club.zone))
    season = create_season(
        club=club,
        name="Сезон «Шестёрки»",
        first_day=today - timedelta(weeks=8),
        last_day=today + timedelta(weeks=16),
        by=host,
        now=now,
        start_key=uuid4(),
        drop=1,
        bonus="1",
    )
    fridays = weekly(today + timedelta(days=1), season.last_day, weekday=4)
    plan_evenings(season=season, days=fridays, at=time(19))
