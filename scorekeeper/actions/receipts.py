"""Receipts of finished games, which statistics read: written by the action that changes a game.

They say nothing that the turns do not; ``statistics_differ`` proves it by folding the game again.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Q

import rules
from scorekeeper.figures import FACES, monday_of, week_sum
from scorekeeper.models import (
    Club,
    Game,
    RatingReceipt,
    SheetReceipt,
    ThrowReceipt,
    Turn,
    WeekReceipt,
)
from scorekeeper.queries import Played
from scorekeeper.ratings import (
    GAMES_A_RECEIPT,
    Rating,
    games_after,
    known,
    last_receipt,
    placed,
    rated,
)


def write_statistics(stands: Played, *, summed: bool = True) -> None:
    """The receipts of a finished game anew; of one that is not finished, none.

    Inside the transaction of the action that has changed it. Without ``summed`` the sums of its
    week and the ratings are left to ``count_weeks``, as for many games at once.
    """
    record = stands.record
    SheetReceipt.objects.filter(seat__game=record).delete()
    ThrowReceipt.objects.filter(game=record).delete()
    if record.finished_at:
        SheetReceipt.objects.bulk_create(sheet_receipts(stands))
        ThrowReceipt.objects.bulk_create(throw_receipts(stands))
    if summed:
        count_weeks([record])


def count_weeks(games: Sequence[Game]) -> None:
    """The sums of the weeks of these games anew, each week once, and the ratings from then on."""
    weeks = {(game.club_id, game.rule_set, monday_of(game)): game for game in games}
    for game in weeks.values():
        count_week(game)
    forget_ratings(games)


def sheet_receipts(stands: Played) -> list[SheetReceipt]:
    """What each seat has to say, unsaved: nothing of the removed, and a showdown has no sheets."""
    if stands.game is None:
        return []
    game, poker = stands.game, _poker(stands.rule_set)
    found: list[SheetReceipt] = []
    for seat in stands.seats:
        sheet = game.sheet(str(seat.position))
        if sheet.presence is rules.Presence.REMOVED:
            continue
        turns = [turn for turn in stands.turns if turn.seat_id == seat.pk and turn.box]
        throws = [turn.throws for turn in turns if turn.throws]
        marks = zip(game.rules.boxes, sheet.marks, strict=True)
        found.append(
            SheetReceipt(
                seat=seat,
                whole=sheet.plays,
                boxes={b.key: m.points for b, m in marks if m} if sheet.plays else {},
                turns=len(throws),
                first_throws=throws.count(1),
                pokers=sum(_is_poker(stands.rule_set, poker, turn) for turn in turns),
                struck=sum(mark is not None and mark.struck for mark in sheet.marks),
            )
        )
    return found


def _poker(rule_set: rules.RuleSet) -> rules.Box:
    return rule_set.box("poker")  # every game with a sheet has one


def _is_poker(rule_set: rules.RuleSet, poker: rules.Box, turn: Turn) -> bool:
    if turn.kind != rules.Kind.DICE or not turn.dice:
        return False
    dice = rules.parse_dice(turn.dice, rule_set.dice, joker=rule_set.dice == 6)
    return rules.score(rule_set, poker, dice, turn.throws or rules.FREE_THROWS).made


def throw_receipts(stands: Played) -> list[ThrowReceipt]:
    """The first throws of a game in which each of them was recorded, unsaved; else nothing.

    All or none: a table that leaves out some first throws has chosen which. A turn that ended
    with its first throw counts with the rest, since all the others do too.
    """
    if not stands.record.each_throw:
        return []
    thrown = [turn for turn in stands.turns if turn.kind not in _WITHOUT_THROWS]
    first = [_first_throw(stands.rule_set, turn) for turn in thrown]
    if not first or not all(first):
        return []
    faces = Counter(pips for dice in first for pips in dice)
    columns = {name: faces[pips] for pips, name in enumerate(FACES, start=1)}
    return [ThrowReceipt(game=stands.record, throws=len(first), **columns)]


_WITHOUT_THROWS = frozenset(
    {
        rules.Kind.SKIP,
        rules.Kind.LEAVES,
        rules.Kind.REMOVED,
        rules.Kind.BANK,
        rules.Kind.POURED,
    }
)


def _first_throw(rule_set: rules.RuleSet, turn: Turn) -> rules.Dice:
    """The dice of a turn's first throw, empty where they were not recorded."""
    if turn.thrown:
        first, _colon, _kept = turn.thrown[0].partition(":")
    elif turn.kind == rules.Kind.DICE and turn.throws == 1:
        first = turn.dice
    else:
        return ()
    return rules.parse_dice(first, rule_set.dice, joker=rule_set.dice == 6)


@transaction.atomic
def count_game(*, game: Game, counts: bool) -> None:
    """Whether a game counts in statistics and ratings: not one that is void, or still withheld."""
    if game.counts != counts:
        game.counts = counts
        game.save(update_fields=["counts"])
        count_week(game)
        forget_ratings([game])


def count_week(record: Game) -> None:
    """The sums of the week of a game anew, in the transaction that changed what counts there."""
    # One at a time: two tables that close together must not each count without the other.
    _lock(record.club_id)
    monday = monday_of(record)
    WeekReceipt.objects.filter(
        club=record.club_id, rule_set=record.rule_set, monday=monday
    ).delete()
    WeekReceipt.objects.bulk_create(week_receipts(record))


def week_receipts(record: Game) -> list[WeekReceipt]:
    """The sums of the week of a game, unsaved: of all its games, and of the listed ones."""
    found: list[WeekReceipt] = []
    for listed in (False, True):
        summed = week_sum(record.club, record.rule_set, monday_of(record), listed=listed)
        if not summed.sheets:
            continue
        found.append(
            WeekReceipt(
                club=record.club,
                rule_set=record.rule_set,
                monday=monday_of(record),
                listed=listed,
                sheets=summed.sheets,
                bonuses=summed.bonuses,
                turns=summed.turns,
                first_throws=summed.first_throws,
                boxes={
                    key: [box.sheets, box.points, box.most, box.holder]
                    for key, box in summed.boxes.items()
                },
                records={
                    figure: [list(holder) for holder in holders]
                    for figure, holders in summed.records.items()
                },
            )
        )
    return found


def forget_ratings(games: Iterable[Game]) -> None:
    """Drops the stored ratings from the earliest of these games on: they count anew from there."""
    first = min(games, key=lambda game: (game.started_at, game.pk), default=None)
    if first is not None:
        _lock(first.club_id)
        later = RatingReceipt.objects.filter(club=first.club_id, started_at__gte=first.started_at)
        later.delete()


def store_ratings(club: Club) -> None:
    """Stores the ratings after every hundred games that no stored rating takes in yet.

    In as many transactions, so that whoever writes a turn meanwhile hardly waits.
    """
    for listed in (False, True):
        while _store_ratings(club, listed=listed):
            pass


@transaction.atomic
def _store_ratings(club: Club, *, listed: bool) -> bool:
    _lock(club.pk)
    last = last_receipt(club, listed=listed)
    games = placed(games_after(club, last, listed=listed)[:GAMES_A_RECEIPT])
    if len(games) < GAMES_A_RECEIPT:
        return False
    ratings = known(last)
    for _game, after in rated((game for _at, game in games), known(last)):
        ratings |= after
    started_at, game = games[-1]
    RatingReceipt.objects.create(
        club=club,
        listed=listed,
        started_at=started_at,
        game_id=game.game,
        ratings={
            str(number): [rating.mean, rating.deviation, rating.games]
            for number, rating in ratings.items()
        },
    )
    return True


def _lock(club_id: int) -> None:
    Club.objects.select_for_update(no_key=True).get(pk=club_id)


# Proof


def statistics_differ(stands: Played) -> bool:
    """Whether the receipts of a game or its week are not what its turns say."""
    record = stands.record
    sheets = sheet_receipts(stands) if record.finished_at else []
    throws = throw_receipts(stands) if record.finished_at else []
    weeks = WeekReceipt.objects.filter(
        club=record.club_id, rule_set=record.rule_set, monday=monday_of(record)
    )
    return (
        _columns(sheets) != _columns(SheetReceipt.objects.filter(seat__game=record))
        or _columns(throws) != _columns(ThrowReceipt.objects.filter(game=record))
        or _columns(week_receipts(record)) != _columns(weeks)
    )


def ratings_differ(club: Club) -> bool:
    """Whether the last stored ratings of a club are not those of its games counted anew."""
    for listed in (False, True):
        last = last_receipt(club, listed=listed)
        if last is None:
            continue
        games = games_after(club, None, listed=listed)
        until = Q(started_at__lt=last.started_at) | Q(
            started_at=last.started_at, pk__lte=last.game_id
        )
        counted: dict[int, Rating] = {}
        for _game, after in rated((game for _at, game in placed(games.filter(until))), {}):
            counted |= after
        if counted != known(last):
            return True
    return False


def _columns(
    receipts: Iterable[SheetReceipt | ThrowReceipt | WeekReceipt],
) -> list[dict[str, object]]:
    """The receipts as values that can be compared, whatever their order and number."""
    found = [
        {
            field.attname: getattr(receipt, field.attname)
            for field in receipt._meta.fields  # noqa: SLF001 - Django's documented interface
            if field.attname != "id"
        }
        for receipt in receipts
    ]
    return sorted(found, key=str)
