"""The only writer: each action is one transaction, takes keywords, and says what it refuses."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError, transaction

import rules
from scorekeeper.actions.clubs import LastOwner as LastOwner
from scorekeeper.actions.clubs import add_host as add_host
from scorekeeper.actions.clubs import change_club as change_club
from scorekeeper.actions.clubs import change_role as change_role
from scorekeeper.actions.clubs import found_club as found_club
from scorekeeper.actions.clubs import hand_over as hand_over
from scorekeeper.actions.clubs import invite as invite
from scorekeeper.actions.clubs import join as join
from scorekeeper.actions.clubs import remove_member as remove_member
from scorekeeper.actions.clubs import renew_feeds as renew_feeds
from scorekeeper.actions.clubs import set_logo as set_logo
from scorekeeper.actions.clubs import withdraw_invitation as withdraw_invitation
from scorekeeper.actions.links import end_table_link as end_table_link
from scorekeeper.actions.links import open_table as open_table
from scorekeeper.actions.links import show_game as show_game
from scorekeeper.actions.log import log as log
from scorekeeper.actions.money import CurrencyInUse as CurrencyInUse
from scorekeeper.actions.money import WrongPayment as WrongPayment
from scorekeeper.actions.money import book_game as book_game
from scorekeeper.actions.money import keep_money as keep_money
from scorekeeper.actions.money import withdraw_payment as withdraw_payment
from scorekeeper.actions.money import write_payment as write_payment
from scorekeeper.actions.people import AlreadyDone as AlreadyDone
from scorekeeper.actions.people import MergeRefused as MergeRefused
from scorekeeper.actions.people import SameTable as SameTable
from scorekeeper.actions.people import add_player as add_player
from scorekeeper.actions.people import claim_player as claim_player
from scorekeeper.actions.people import decide_claim as decide_claim
from scorekeeper.actions.people import forget_player as forget_player
from scorekeeper.actions.people import merge_players as merge_players
from scorekeeper.actions.people import sit_in as sit_in
from scorekeeper.actions.people import undo_merge as undo_merge
from scorekeeper.actions.receipts import count_game as count_game
from scorekeeper.actions.receipts import count_weeks as count_weeks
from scorekeeper.actions.receipts import ratings_differ as ratings_differ
from scorekeeper.actions.receipts import statistics_differ as statistics_differ
from scorekeeper.actions.receipts import store_ratings as store_ratings
from scorekeeper.actions.receipts import write_statistics as write_statistics
from scorekeeper.actions.tokens import SameName as SameName
from scorekeeper.actions.tokens import TooManyTokens as TooManyTokens
from scorekeeper.actions.tokens import make_token as make_token
from scorekeeper.actions.tokens import note_use as note_use
from scorekeeper.actions.tokens import revoke_token as revoke_token
from scorekeeper.entry import Entry, check_thrown
from scorekeeper.jobs import backup_after_game
from scorekeeper.models import Account, Club, Game, HouseRules, Player, Seat, TableLink, Turn
from scorekeeper.names import checked_name, clean_name
from scorekeeper.queries import HAND, Played, corrected, fold, played, undone_turn

Writer: TypeAlias = Account | TableLink | None
"""Who writes: an account, a helper at one table, or nobody known."""

RECEIPT = ("presence", "school", "bonus", "total", "place", "exact", "pays")
"""The columns of a seat that are derived from the turns."""


TYPED = ("seat", "kind", "box", "dice", "throws", "points", "pour_to", "thrown")
"""The columns of a turn that say what was typed."""


class Conflict(Exception):
    """Somebody else wrote first. ``turn`` is what stands where one wanted to write, if anything."""

    def __init__(self, turn: Turn | None) -> None:
        super().__init__()
        self.turn = turn


class GameFinished(Exception):
    """The game is closed: it has to be reopened before anything is written into it."""


class OpenBoxes(Exception):
    """The game cannot be finished yet: ``players`` have open boxes."""

    def __init__(self, players: tuple[str, ...]) -> None:
        super().__init__(", ".join(players))
        self.players = players


# Games


@transaction.atomic
def save_house_rules(
    *, club: Club, rule_set: str, name: str, options: Mapping[str, object]
) -> HouseRules:
    """House rules saved under a name; the same name takes the new values.

    RuleError for an option that the rule set does not have, or a value it does not take;
    ValueError for a name in which nothing is visible, or one too long.
    """
    checked = rules.rule_set(rule_set, options).house_rules()
    saved, _ = HouseRules.objects.update_or_create(
        club=club, rule_set=rule_set, name=checked_name(name), defaults={"options": checked}
    )
    return saved


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
            rows = [
                Seat(game=game, player=player, position=position)
                for position, player in enumerate(seats)
            ]
            Seat.objects.bulk_create(rows)
            _fill_receipts(fold(game, tuple(rows), ()))
            Seat.objects.bulk_update(rows, RECEIPT)
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
    players = [add_player(club=club, name=name) for name in names]
    distinct = [str(player.pk) for player in players]
    if rule_set.rank_only:
        rules.play_deals(rule_set, distinct, ())
    else:
        named = [[distinct[position] for position in team] for team in teams]
        rules.begin(rule_set, distinct, named, copied)
    return players, [list(team) for team in teams]


def record_turn(*, game_id: int, account: Writer, entry: Entry, now: datetime) -> Played:
    """Writes one turn and the receipts; the game as it stands then.

    A repeat of the same client key writes nothing and gives the game as it stands. Raises
    RuleError for a turn the rules refuse, Conflict when another turn has that number already, and
    GameFinished.
    """
    try:
        with transaction.atomic():
            return _record(_locked(game_id), account, [entry], now)
    except IntegrityError:
        # Two answers to one number in the same instant: the database has let one of them in.
        raise Conflict(_standing(game_id, entry.number)) from None


@transaction.atomic
def record_turns(*, game_id: int, account: Writer, entries: Sequence[Entry], now: datetime) -> None:
    """Writes many turns in one step, all or none; refuses as ``record_turn`` does."""
    _record(_locked(game_id), account, entries, now)


def _standing(game_id: int, number: int) -> Turn | None:
    live = Turn.objects.filter(game_id=game_id, number=number, withdrawn_at__isnull=True)
    return live.select_related("seat__player", "typed_by").first()


def _locked(game_id: int) -> Game:
    return Game.objects.select_for_update(of=("self",)).select_related("club").get(pk=game_id)


def _record(game: Game, account: Writer, entries: Sequence[Entry], now: datetime) -> Played:
    before = played(game)
    if _is_repeat(before, entries):
        return before
    if game.finished_at:
        raise GameFinished
    written = list(before.turns)
    for entry in entries:
        if not before.rule_set.rank_only:
            check_thrown(before.rule_set, entry.thrown)
        # On paper the unit is the box: whoever writes another one is in nobody's way.
        if entry.number != len(written) and not game.copied:
            raise Conflict(_standing(game.pk, entry.number))
        written.append(_row(before, entry, len(written), account, now))
    try:
        after = fold(game, before.seats, tuple(written))
    except rules.RuleError as error:
        taken = _taken_box(before, entries) if error.code is rules.Code.BOX_TAKEN else None
        if taken:
            raise Conflict(taken) from None
        raise
    Turn.objects.bulk_create(written[len(before.turns) :])
    _write_receipts(after)
    return after


def _is_repeat(before: Played, entries: Sequence[Entry]) -> bool:
    """Whether these entries are stored already, and count or were corrected since.

    Raises Conflict where their key was used for another turn, or for one that was taken back:
    such a form was kept from before, and what it says now has to be sent anew.
    """
    entry_of = {entry.client_key: entry for entry in entries}
    stored = before.record.turns.filter(client_key__in=entry_of).select_related(
        "seat__player", "typed_by"
    )
    for row in stored:
        again = _row(
            before, entry_of[row.client_key], row.number, row.through or row.typed_by, row.typed_at
        )
        if any(getattr(row, name) != getattr(again, name) for name in TYPED):
            raise Conflict(row)
        if row.withdrawn_at and not row.replaced_by.exists():
            raise Conflict(None)
    return bool(stored)


def _taken_box(before: Played, entries: Sequence[Entry]) -> Turn | None:
    """The turn that stands in a box of a copied game that somebody else has filled meanwhile."""
    if not before.record.copied:
        return None
    for entry in entries:
        for turn in before.turns:
            same_seat = turn.seat == _seat(before, entry.turn.player)
            if same_seat and turn.box == entry.turn.box and turn.number >= entry.number:
                return turn
    return None


def _row(stands: Played, entry: Entry, number: int, account: Writer, now: datetime) -> Turn:
    turn = entry.turn
    hand = stands.rule_set.rank_only
    extra = any(
        box.key == turn.box and box.series is rules.Series.EXTRA for box in stands.rule_set.boxes
    )
    has_dice = turn.kind is rules.Kind.DICE and not extra
    has_throws = turn.kind not in (rules.Kind.STRIKE, rules.Kind.POINTS)
    if hand and (turn.box or not has_dice or not turn.dice):
        raise rules.RuleError(
            rules.Code.NOT_ALLOWED,
            rules.Text("Здесь записывают только руки.", "Only hands are written down here."),
        )
    return Turn(
        game=stands.record,
        number=number,
        seat=_seat(stands, turn.player),
        kind=HAND if hand else rules.Kind.EXTRA if extra and turn.dice else turn.kind.value,
        box=turn.box or "",
        dice=_pips(stands.rule_set, turn.dice) if turn.dice and has_dice else "",
        throws=turn.throws if has_throws else None,
        points=turn.points,
        pour_to=_seat(stands, turn.pour_to) if turn.pour_to else None,
        thrown=list(entry.thrown),
        client_key=entry.client_key,
        typed_by=_account(account),
        through=_link(account),
        typed_at=now,
    )


def _account(writer: Writer) -> Account | None:
    return writer if isinstance(writer, Account) else None


def _link(writer: Writer) -> TableLink | None:
    return writer if isinstance(writer, TableLink) else None


def _pips(rule_set: rules.RuleSet, typed: str) -> str:
    """Dice are stored as pips, whatever was typed; what cannot be read is left to the rules."""
    try:
        found = rules.parse_dice(typed, rule_set.dice, joker=rule_set.dice == 6)
    except rules.RuleError:
        return typed
    if rule_set.dice == 6:  # typed as pips, one of them perhaps the joker's 0
        return "".join(character for character in typed if character.isdigit())
    return rules.written(found)


def _seat(stands: Played, player: str) -> Seat:
    for seat in stands.seats:
        if str(seat.position) == player:
            return seat
    raise rules.RuleError(
        rules.Code.UNKNOWN_PLAYER,
        rules.Text("За этим столом нет такого игрока.", "No such player sits at this table."),
    )


def _write_receipts(stands: Played) -> None:
    """What each seat has, written beside the turns, and the game's version raised."""
    _fill_receipts(stands)
    for seat in stands.seats:  # a bulk update takes eight times as long to build
        seat.save(update_fields=RECEIPT)
    stands.record.version += 1
    stands.record.save(update_fields=["version", "finished_at"])


def _fill_receipts(stands: Played) -> None:
    if stands.game is not None:
        result = rules.result(stands.game)
        for seat in stands.seats:
            _fill_receipt(seat, stands.game, result)
    elif stands.deals is not None:
        for seat in stands.seats:
            seat.pays = f"{stands.deals.balance[str(seat.position)]:f}"


def receipts_differ(stands: Played) -> bool:
    """Whether what is written beside the seats is not what the turns say."""
    before = [_receipt(seat) for seat in stands.seats]
    _fill_receipts(stands)
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


@transaction.atomic
def undo_turn(*, game_id: int, account: Writer, number: int, now: datetime) -> Played:
    """Takes back the last turn, which must be ``number``, so that a doubled click undoes one.

    The row stays, marked as withdrawn. Raises Conflict when another turn is last by now, and
    GameFinished.
    """
    game = _locked(game_id)
    if game.finished_at:
        raise GameFinished
    before = played(game)
    if not before.turns or before.turns[-1].number != number:
        raise Conflict(before.turns[-1] if before.turns else None)
    last = before.turns[-1]
    last.withdrawn_by, last.withdrawn_through = _account(account), _link(account)
    last.withdrawn_at = now
    last.save(update_fields=["withdrawn_by", "withdrawn_through", "withdrawn_at"])
    after = fold(game, before.seats, before.turns[:-1])
    _write_receipts(after)
    return after


@transaction.atomic
def redo_turn(*, game_id: int, account: Writer, number: int, now: datetime) -> Played:
    """Brings back the turn last taken back, which must be ``number``, as a new row.

    Raises Conflict when there is nothing to bring back at that number, and GameFinished.
    """
    game = _locked(game_id)
    if game.finished_at:
        raise GameFinished
    before = played(game)
    undone = undone_turn(before)
    if undone is None or undone.number != number:
        raise Conflict(None)
    again = _copy_of(undone, account, now)
    after = fold(game, before.seats, (*before.turns, again))
    again.save()
    _write_receipts(after)
    return after


def _copy_of(turn: Turn, account: Writer, now: datetime) -> Turn:
    return Turn(
        game_id=turn.game_id,
        number=turn.number,
        seat_id=turn.seat_id,
        kind=turn.kind,
        box=turn.box,
        dice=turn.dice,
        throws=turn.throws,
        points=turn.points,
        pour_to_id=turn.pour_to_id,
        thrown=turn.thrown,
        replaces=turn,
        typed_by=_account(account),
        through=_link(account),
        typed_at=now,
    )


def correct_turns(
    *,
    game_id: int,
    account: Account,
    corrections: Mapping[int, rules.Turn],
    version: int,
    reason: str,
    now: datetime,
) -> Played:
    """Replaces turns of a running or finished game in one step; the old ones stay in the history.

    ``corrections``: number of the turn → as it should have been · ``version``: the game's, as it
    was looked at. Raises Conflict when the game has changed since, rules.CorrectionRefused when
    other turns would become impossible, ValueError without a reason.
    """
    if not clean_name(reason):
        raise ValueError("a correction needs a reason")
    with transaction.atomic():
        game = _locked(game_id)
        if game.version != version:
            raise Conflict(None)
        before = played(game)
        after = corrected(before, corrections)
        for number in sorted(corrections):
            old = before.turns[number]
            Turn.objects.filter(pk=old.pk).update(withdrawn_at=now, withdrawn_by=account)
            entry = Entry(number, uuid4(), corrections[number])
            row = _row(before, entry, number, account, now)
            row.replaces, row.reason = old, clean_name(reason)[:200]
            if row.kind == old.kind == rules.Kind.DICE and row.throws == old.throws:
                row.thrown = old.thrown  # the throws before the last are not what was wrong
            row.save()
        if open_seats(after):
            game.finished_at = None
        _write_receipts(after)
        book_game(game=game, by=account, now=now)
        stands = played(game)
        write_statistics(stands)
        return stands


@transaction.atomic
def copy_row(
    *,
    game_id: int,
    account: Writer,
    turns: Sequence[rules.Turn],
    row_key: UUID,
    now: datetime,
) -> Played:
    """Writes the boxes of one player from paper, all or none; a repeat of ``row_key`` writes none.

    RuleError carries the index of the turn in ``turns`` that is wrong. GameFinished when closed.
    """
    game = _locked(game_id)
    keys = [
        uuid5(row_key, f"{turn.player} {turn.box} {turn.points} {turn.dice} {turn.throws}")
        for turn in turns
    ]
    used = dict(game.turns.filter(client_key__in=keys).values_list("client_key", "withdrawn_at"))
    stored = {key for key, withdrawn in used.items() if withdrawn is None}
    # What was taken back since is written again, under a key of its own.
    keys = [uuid4() if key in used and key not in stored else key for key in keys]
    new = [index for index, key in enumerate(keys) if key not in stored]
    if not new:
        return played(game)
    first = len(played(game).turns)
    entries = [
        Entry(number, keys[index], turns[index]) for number, index in enumerate(new, start=first)
    ]
    try:
        return _record(game, account, entries, now)
    except rules.RuleError as error:
        raise error if error.turn is None else error.at(new[error.turn - first]) from None


@transaction.atomic
def finish_game(*, game_id: int, account: Writer, strike_open: bool, now: datetime) -> Played:
    """Closes a game. With ``strike_open`` players with open boxes leave, which strikes them.

    Raises OpenBoxes with the names of those players otherwise. Closing twice changes nothing.
    Its table links end with it.
    """
    game = _locked(game_id)
    stands = played(game)
    if game.finished_at:
        return stands
    waiting = open_seats(stands)
    if waiting and not strike_open:
        raise OpenBoxes(tuple(seat.player.name for seat in waiting))
    for seat in waiting:
        turn = rules.Turn(str(seat.position), rules.Kind.LEAVES)
        stands = _record(game, account, [Entry(len(stands.turns), uuid4(), turn)], now)
    stands.record.finished_at = now
    _write_receipts(stands)
    write_statistics(stands)
    book_game(game=game, by=_account(account), now=now)
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
    """Opens a closed game again; what was written stays as it was."""
    game = _locked(game_id)
    game.finished_at = None
    stands = played(game)
    _write_receipts(stands)
    write_statistics(stands)
    book_game(game=game, by=account, now=now)
    return stands
