"""A game as a whole: begun, finished, opened again."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

import rules
from scorekeeper.actions.money import book_game
from scorekeeper.actions.people import add_player, hold_players
from scorekeeper.actions.receipts import write_statistics
from scorekeeper.actions.rows import Writer, account_of
from scorekeeper.actions.seat_receipts import opening_receipts, write_receipts
from scorekeeper.actions.turns import locked, record
from scorekeeper.entry import Entry
from scorekeeper.jobs import backup_after_game
from scorekeeper.models import Account, Club, Game, Player, Seat
from scorekeeper.names import clean_name, name_key
from scorekeeper.queries import Played, played
from scorekeeper.signals import game_reopening


class OpenBoxes(Exception):
    """The game cannot be finished yet: ``players`` have open boxes."""

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__(", ".join(players))
        self.players = players


class StaysClosed(Exception):
    """The game cannot be opened again, as the message says to whoever wanted to."""


def start_game(
    *,
    account: Account,
    club: Club,
    rule_set: rules.RuleSet,
    names: Sequence[str],
    start_key: UUID,
    now: datetime,
    title: str = "",
    copied: bool = False,
    hints: bool = True,
    each_throw: bool = False,
    teams: Sequence[Sequence[int]] = (),
) -> Game:
    """A game with its seats, the starter first; a repeated ``start_key`` gives the same game.

    ``names``: in order of play; unknown ones become players of the club · ``teams``: pairs of
    positions in it. RuleError ``bad_input`` for players or teams that do not fit.
    """
    try:
        with transaction.atomic():
            existing = Game.objects.filter(start_key=start_key, club=club).first()
            if existing:
                return existing
            seats, positions = _checked_seats(club, rule_set, names, teams, copied)
            game = Game.objects.create(
                club=club,
                title=clean_name(title),
                rule_set=rule_set.key,
                options=rule_set.house_rules(),
                teams=positions,
                copied=copied,
                hints=hints,
                each_throw=each_throw,
                start_key=start_key,
                created_by=account,
                started_at=now,
            )
            receipts = opening_receipts(game, len(seats))
            Seat.objects.bulk_create(
                Seat(game=game, player=player, position=position, **receipt)
                for position, (player, receipt) in enumerate(zip(seats, receipts, strict=True))
            )
            return game
    except IntegrityError:
        # The form was sent twice in the same instant: the first of the two has made the game.
        return Game.objects.get(start_key=start_key, club=club)


def _checked_seats(
    club: Club,
    rule_set: rules.RuleSet,
    names: Sequence[str],
    teams: Sequence[Sequence[int]],
    copied: bool,
) -> tuple[list[Player], list[list[int]]]:
    """The players and teams of a game that the rules let begin."""
    # New names in one order, so that two games begun at once do not wait for each other.
    added = {name: add_player(club=club, name=name) for name in sorted(names, key=name_key)}
    players = hold_players(added[name] for name in names)
    distinct = [str(player.pk) for player in players]
    if rule_set.rank_only:
        rules.play_deals(rule_set, distinct, ())
    else:
        named = [[distinct[position] for position in team] for team in teams]
        rules.begin(rule_set, distinct, named, copied)
    return players, [list(team) for team in teams]


@transaction.atomic
def finish_game(*, game_id: int, account: Writer, strike_open: bool, now: datetime) -> Played:
    """Closes a game. With ``strike_open`` players with open boxes leave, which strikes them.

    Raises OpenBoxes with the names of those players otherwise. Closing twice changes nothing.
    Its table links end with it.
    """
    game = locked(game_id)
    stands = played(game)
    if game.finished_at:
        return stands
    waiting = open_seats(stands)
    if waiting and not strike_open:
        raise OpenBoxes(tuple(seat.player.name for seat in waiting))
    for seat in waiting:
        turn = rules.Turn(str(seat.position), rules.Kind.LEAVES)
        stands = record(game, account, [Entry(len(stands.turns), uuid4(), turn)], now)
    stands.record.finished_at = now
    write_receipts(stands)
    write_statistics(stands)
    book_game(game=game, by=account_of(account), now=now)
    game.table_links.filter(ended_at__isnull=True).update(ended_at=now)
    backup_after_game()
    return stands


def open_seats(stands: Played) -> list[Seat]:
    """The seats whose boxes are still open, or whose deal is still being played."""
    game = stands.game
    if game is None:
        return []
    return [
        seat
        for seat in stands.seats
        if not game.over
        and game.sheet(str(seat.position)).plays
        and rules.has_open(game.rules, game.sheet(str(seat.position)))
    ]


@transaction.atomic
def reopen_game(*, game_id: int, account: Account, now: datetime) -> Played:
    """Opens a closed game again; what was written stays as it was.

    StaysClosed where an event has closed what it belongs to.
    """
    game_reopening.send(Game, game=game_id)
    game = locked(game_id)
    game.finished_at = None
    stands = played(game)
    write_receipts(stands)
    write_statistics(stands)
    book_game(game=game, by=account, now=now)
    return stands
