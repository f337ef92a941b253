"""Stored games for the tests: what stands in the database is what the actions have written."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

from PIL import Image

import rules
from scorekeeper import actions
from scorekeeper.entry import Entry
from scorekeeper.exports import pictures
from scorekeeper.exports.report import Picture
from scorekeeper.models import Account, Club, Game
from scorekeeper.queries import Played, played
from tests.rules.games import some_turn

NOW = datetime(2026, 11, 29, 16, 30, tzinfo=UTC)
"""When everything happens: 19:30 in Moscow."""
PASSWORD = "open the box"
NAMES = ("Оля", "Лев", "Семён Королёв", "Anna")


def account(name: str) -> Account:
    return Account.objects.create_user(name, password=PASSWORD)


def club(name: str, owner: Account) -> Club:
    return actions.found_club(name=name, owner=owner)


def png(wide: int = 60, high: int = 30, colour: str = "#c00", form: str = "PNG") -> bytes:
    """A picture of one colour as a file."""
    file = BytesIO()
    Image.new("RGB", (wide, high), colour).save(file, form)
    return file.getvalue()


def logo() -> Picture:
    return pictures.logo(png())


def game(  # each is a column of the game
    club: Club,
    key: str = "classic",
    names: Sequence[str] = NAMES[:2],
    options: dict[str, object] | None = None,
    **columns: Any,
) -> Game:
    """A game of ``club`` before its first turn, begun by its first member."""
    given: dict[str, Any] = {"start_key": uuid4(), "now": NOW, **columns}
    return actions.start_game(
        account=club.memberships.order_by("pk")[0].account,
        club=club,
        rule_set=rules.rule_set(key, options),
        names=names,
        **given,
    )


def entry(
    number: int,
    player: int | str,
    box: str | None = None,
    dice: str | None = None,
    throws: int | None = 2,
    key: UUID | None = None,
    kind: rules.Kind = rules.Kind.DICE,
) -> Entry:
    """The turn ``number`` of a game as a form would send it."""
    turn = rules.Turn(str(player), kind, box, dice, throws)
    return Entry(number, key or uuid4(), turn)


def write(game: Game, *entries: Entry) -> Played:
    """The game after these turns, typed by whoever began it."""
    for each in entries:
        actions.record_turn(game_id=game.pk, account=game.created_by, entry=each, now=NOW)
    return played(game)


def some_turns(
    game: Game, seed: int, most: int = 10_000, leaving: float = 0.01
) -> Iterator[rules.Turn]:
    """Legal turns for a stored game that has a sheet, as it stands, to its end or ``most``.

    ``leaving``: how often a player leaves or is removed instead of a turn.
    """
    draw = random.Random(f"{game.rule_set} {seed}")
    fold = played(game).sheet_game
    for _ in range(most):
        if fold.next is None:
            return
        turn = some_turn(fold, draw, leaving)
        fold = rules.apply(fold, turn)
        yield turn


def some_hands(game: Game, seed: int, most: int) -> Iterator[rules.Turn]:
    """Hands of a showdown, whoever has to throw."""
    draw = random.Random(seed)
    hands: list[rules.PlayedHand] = []
    stands = played(game)
    players = [str(seat.position) for seat in stands.seats]
    for _ in range(most):
        deals = rules.play_deals(stands.rule_set, players, hands)
        dice = tuple(draw.randint(1, 6) for _ in range(5))
        hand = rules.PlayedHand(deals.deals[-1].waiting[0], dice, draw.randint(1, 3))
        hands.append(hand)
        yield rules.Turn(hand.player, dice=rules.written(dice), throws=hand.throws)


def play(game: Game, seed: int = 1, most: int = 10_000) -> Played:
    """The game after random turns, to its end or ``most`` of them."""
    stands = played(game)
    if stands.deals is not None:
        turns = some_hands(game, seed, min(most, 40))
    else:
        turns = some_turns(game, seed, most)
    at = len(stands.turns)
    for number, turn in enumerate(turns, start=at):
        one = Entry(number, uuid4(), turn)
        stands = actions.record_turn(game_id=game.pk, account=game.created_by, entry=one, now=NOW)
    return stands


def finish(game: Game) -> Played:
    """The game closed, its open boxes struck."""
    return actions.finish_game(game_id=game.pk, account=game.created_by, strike_open=True, now=NOW)


def reopen(game: Game) -> Played:
    """The game opened again by whoever began it."""
    return actions.reopen_game(game_id=game.pk, account=game.created_by, now=NOW)


def seats_for(key: str, wanted: int = 2) -> Sequence[str]:
    """As many names as wanted, or as the game needs."""
    game = rules.RULE_SETS[key]
    return NAMES[: max(game.fewest, min(wanted, game.most or wanted))]
