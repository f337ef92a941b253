"""What each seat has, written beside the turns by whatever writes them."""

import rules
from scorekeeper.models import Game, Seat
from scorekeeper.queries import Played, fold

RECEIPT = ("presence", "school", "bonus", "total", "place", "exact", "pays")
"""The columns of a seat that are derived from the turns."""


def write_receipts(stands: Played) -> None:
    """What each seat has, written beside the turns, and the game's version raised."""
    fill_receipts(stands)
    for seat in stands.seats:  # a bulk update takes eight times as long to build
        seat.save(update_fields=RECEIPT)
    stands.record.version += 1
    stands.record.save(update_fields=["version", "finished_at"])


def fill_receipts(stands: Played) -> None:
    """What each seat has, put into the rows; nothing is stored."""
    if stands.game is not None:
        result = rules.result(stands.game)
        for seat in stands.seats:
            _fill_receipt(seat, stands.game, result)
    elif stands.deals is not None:
        for seat in stands.seats:
            seat.pays = f"{stands.deals.balance[str(seat.position)]:f}"


def opening_receipts(game: Game, seats: int) -> list[dict[str, object]]:
    """What each seat of a game has before its first turn, by its columns: the same at every table
    of as many. RuleError ``bad_input`` for seats or teams that the rules do not know."""
    rows = tuple(Seat(pk=position + 1, position=position) for position in range(seats))
    fill_receipts(fold(game, rows, ()))
    return [{name: getattr(row, name) for name in RECEIPT} for row in rows]


def receipts_differ(stands: Played) -> bool:
    """Whether what is written beside the seats is not what the turns say."""
    before = [_receipt(seat) for seat in stands.seats]
    fill_receipts(stands)
    return before != [_receipt(seat) for seat in stands.seats]


def _receipt(seat: Seat) -> tuple[object, ...]:
    return tuple(getattr(seat, name) for name in RECEIPT)


def _fill_receipt(seat: Seat, game: rules.Game, result: rules.Result) -> None:
    player = str(seat.position)
    seat.presence = game.sheet(player).presence.value
    figures = result.figures.get(player)
    seat.school = figures.school if figures else 0
    seat.bonus = figures.bonus if figures else 0
    seat.total = figures.total if figures else 0
    seat.place = result.places.get(player)
    settled = result.settlement
    known = settled is not None and player in settled.exact
    seat.exact = str(settled.exact[player]) if settled and known else ""
    seat.pays = f"{settled.pays[player]:f}" if settled and known else ""
