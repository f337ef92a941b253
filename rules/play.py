"""A game is a fold of its turns: ``apply(game, turn) -> game`` (rules.md §1, §2, §6).

Each turn is judged in one order, the one in which rules.md §6 lists the errors: is there a game
and a player, is it their turn, is the box free and due, are throws and dice right, is it allowed.
"""

from dataclasses import replace
from typing import TypeVar

from rules.dice import Dice, parse_dice
from rules.errors import Code, RuleError
from rules.model import Box, Game, Kind, Mark, Pour, Presence, RuleSet, Series, Sheet, Turn
from rules.scoring import reachable, score, struck_points
from rules.text import Text, signed
from rules.turn_order import closed

Item = TypeVar("Item")

FREE_THROWS = 3
"""Throws a turn has before saved ones are spent."""


def apply(game: Game, turn: Turn) -> Game:
    """The game after one more turn. Raises RuleError; the game given is never changed."""
    if game.over and not game.copied:
        raise RuleError(Code.GAME_OVER, Text("Игра окончена.", "The game is over."))
    seat = _seat(game, turn.player)
    if turn.pour_to is not None:
        _seat(game, turn.pour_to)
    sheet = game.sheets[seat]
    departs = turn.kind in (Kind.LEAVES, Kind.REMOVED)
    if not sheet.plays or not (departs or game.copied or seat == game.cursor):
        raise RuleError(Code.NOT_YOUR_TURN, _not_your_turn(game, sheet))
    if departs:
        return _departed(game, seat, turn.kind)
    if turn.kind in (Kind.BANK, Kind.POURED):
        return _read_off_paper(game, seat, turn)
    if turn.kind is Kind.FAILED:
        return _failed(game, seat, turn)
    if turn.kind is Kind.SKIP:
        return _skipped(game, seat, turn)
    return _filled(game, seat, turn)


def _seat(game: Game, player: str) -> int:
    for seat, sheet in enumerate(game.sheets):
        if sheet.player == player:
            return seat
    raise RuleError(
        Code.UNKNOWN_PLAYER,
        Text("За этим столом нет игрока {name}.", "{name} does not sit at this table.").filled(
            name=player
        ),
    )


def _not_your_turn(game: Game, sheet: Sheet) -> Text:
    if not sheet.plays:
        return Text("Этот игрок вышел из игры.", "This player has left the game.")
    return Text("Сейчас ход другого игрока.", "It is another player's turn.")


# The forms of a turn


def _filled(game: Game, seat: int, turn: Turn) -> Game:
    """A turn that names a box: dice, points from paper, a strike, an extra, or a pour."""
    rules, sheet = game.rules, game.sheets[seat]
    at = rules.index(turn.box or "")
    box = rules.boxes[at]
    if box.series is not Series.EXTRA:
        _check_open(game, sheet, at, poured=turn.pour_to is not None)
    mark = _mark(game, sheet, box, turn)
    _check_allowed(game, sheet, box, turn, mark)
    if turn.pour_to is not None:
        return _poured(game, seat, at, turn, mark)
    sheet = _banked(rules, sheet, mark.throws, mark.made)
    return _after_turn(_with_sheet(game, seat, _written(sheet, at, mark)), seat)


def _check_open(game: Game, sheet: Sheet, at: int, poured: bool) -> None:
    rules = game.rules
    if sheet.marks[at] is not None and not poured:
        raise RuleError(
            Code.BOX_TAKEN,
            Text("Клетка «{box}» уже занята.", "“{box}” is already taken.").filled(
                box=rules.boxes[at].name
            ),
        )
    school_first = rules.options.order == "school_first" and not game.copied
    if rules.boxes[at].series is Series.SCHOOL or not school_first:
        return
    if not _school_full(rules, sheet):
        raise RuleError(
            Code.NOT_YET,
            Text("Сначала заполните все шесть клеток школы.", "All six school boxes come first."),
        )


def _school_full(rules: RuleSet, sheet: Sheet) -> bool:
    return all(
        mark is not None
        for box, mark in zip(rules.boxes, sheet.marks, strict=True)
        if box.series is Series.SCHOOL
    )


def _mark(game: Game, sheet: Sheet, box: Box, turn: Turn) -> Mark:
    """What the turn would write, once its throws, dice or points have been found right."""
    rules = game.rules
    if turn.kind is Kind.STRIKE:
        return Mark(0, made=False, struck=True)
    if turn.kind is Kind.POINTS:
        return _mark_from_paper(rules, box, turn)
    throws = _checked_throws(rules, sheet, turn.throws)
    if box.series is Series.EXTRA:
        return Mark(next(iter(reachable(rules, box))), made=True, throws=throws)
    dice = _read_dice(rules, turn.dice, throws)
    found = score(rules, box, dice, throws)
    struck = box.series is Series.COMBINATIONS and not found.made
    return Mark(found.points, found.made, struck, dice, throws)


def _mark_from_paper(rules: RuleSet, box: Box, turn: Turn) -> Mark:
    points = turn.points
    if points is None:
        raise RuleError(Code.BAD_INPUT, Text("Нет очков.", "The points are missing."))
    possible = reachable(rules, box)
    if points not in possible:
        raise RuleError(
            Code.UNREACHABLE_POINTS,
            Text(
                "В клетке «{box}» не бывает {points}. Возможно: {possible}.",
                "“{box}” cannot bring {points}. Possible: {possible}.",
            ).filled(
                box=box.name,
                points=signed(points),
                possible=", ".join(map(signed, enterable(rules, box))),
            ),
        )
    if points == 0 and box.series is Series.COMBINATIONS:
        return Mark(0, made=False, struck=True)
    return Mark(points, made=possible[points])


def enterable(rules: RuleSet, box: Box) -> tuple[int, ...]:
    """The points that may be typed into ``box`` from paper, lowest first."""
    return tuple(points for points, made in reachable(rules, box).items() if made or not rules.bank)


def _checked_throws(rules: RuleSet, sheet: Sheet, throws: int | None) -> int:
    most = FREE_THROWS + sheet.bank
    if type(throws) is not int or not 1 <= throws <= most:
        raise RuleError(
            Code.BAD_THROWS,
            Text("Бросков бывает от 1 до {most}.", "A turn has from 1 to {most} throws.").filled(
                most=most
            ),
        )
    return throws


def _read_dice(rules: RuleSet, dice: str | None, throws: int) -> Dice:
    if dice is None:
        raise RuleError(Code.BAD_INPUT, Text("Кости — это строка.", "Dice are a string."))
    return parse_dice(dice, rules.dice, joker=rules.dice == 6 and throws == 1)


def _check_allowed(game: Game, sheet: Sheet, box: Box, turn: Turn, mark: Mark) -> None:
    """What the rule set does not know at all; judged last (rules.md §6)."""
    rules = game.rules
    refused: Text | None = None
    if turn.kind is Kind.STRIKE and (rules.bank or box.series is not Series.COMBINATIONS):
        refused = Text(
            "Прочерк ставят только во второй серии, и не в играх с копилкой бросков.",
            "Only boxes of the second series are struck, and not in games with saved throws.",
        )
    elif rules.bank and not mark.made:
        refused = Text(
            "Комбинации «{box}» здесь нет: такой ход потерян, клетка остаётся пустой.",
            "These dice do not make “{box}”: the turn is lost and the box stays empty.",
        ).filled(box=box.name)
    elif turn.pour_to is not None:
        refused = why_not_pour(game, sheet, box, turn.pour_to)
    if refused:
        raise RuleError(Code.NOT_ALLOWED, refused)


def why_not_pour(game: Game, sheet: Sheet, box: Box, to: str) -> Text | None:
    """Why ``sheet`` may not pour ``box`` into the column of player ``to``; None where it may."""
    rules = game.rules
    if not rules.pouring or box.series is Series.EXTRA:
        return Text("Здесь не вливают.", "There is no pouring here.")
    at = rules.index(box.key)
    victim = game.sheet(to)
    if sheet.marks[at] is None:
        return Text(
            "Вливают только то, что уже сыграно самим.", "Only what one has played is poured."
        )
    if to == sheet.player or any({to, sheet.player} <= set(team) for team in game.teams):
        return Text("Себе и партнёру не вливают.", "Nobody pours to themselves or to a partner.")
    if not victim.plays:
        return Text("Этот игрок вышел из игры.", "This player has left the game.")
    if victim.marks[at] is not None:
        return Text("У соперника эта игра уже сыграна.", "The opponent has played this already.")
    if victim.pours[at] is not None:
        return Text("В эту клетку уже влито.", "There is an open pour in this box already.")
    return None


def _poured(game: Game, seat: int, at: int, turn: Turn, mark: Mark) -> Game:
    rules, sheet = game.rules, game.sheets[seat]
    assert rules.pouring is not None
    assert turn.pour_to is not None
    spent = max(0, (mark.throws or 0) - FREE_THROWS)
    giver = replace(sheet, bank=sheet.bank - spent + rules.pouring.reward)
    victim_seat = _seat(game, turn.pour_to)
    victim = game.sheets[victim_seat]
    pour = Pour(sheet.player, mark.points, rules.pouring.turns)
    victim = replace(victim, pours=_put(victim.pours, at, pour))
    game = _with_sheet(_with_sheet(game, seat, giver), victim_seat, victim)
    return _after_turn(game, seat)


def _written(sheet: Sheet, at: int, mark: Mark) -> Sheet:
    """The sheet with a mark in its box: an extra adds up, an open pour is answered."""
    before, pour = sheet.marks[at], sheet.pours[at]
    if before is not None:
        mark = replace(mark, points=before.points + mark.points)
    if pour is not None:
        mark = replace(mark, points=mark.points - pour.points, poured=pour.points)
    return replace(sheet, marks=_put(sheet.marks, at, mark), pours=_put(sheet.pours, at, None))


def _banked(rules: RuleSet, sheet: Sheet, throws: int | None, made: bool) -> Sheet:
    """The sheet after its turn's throws: unused ones saved, extra ones spent."""
    if rules.bank is None or throws is None:
        return sheet
    left = FREE_THROWS - throws
    if left > 0 and not (made or rules.bank.saves_when_failed):
        left = 0
    return replace(sheet, bank=sheet.bank + left)


def _failed(game: Game, seat: int, turn: Turn) -> Game:
    rules, sheet = game.rules, game.sheets[seat]
    throws = _checked_throws(rules, sheet, turn.throws)
    if rules.bank is None or turn.pour_to is not None:
        raise RuleError(
            Code.NOT_ALLOWED,
            Text(
                "Здесь каждый ход заполняет клетку; без комбинации ставят прочерк.",
                "Every turn fills a box here; without its combination the box is struck.",
            ),
        )
    game = _with_sheet(game, seat, _banked(rules, sheet, throws, made=False))
    return _after_turn(game, seat)


def _read_off_paper(game: Game, seat: int, turn: Turn) -> Game:
    """What only the finished sheet says: throws saved at the end, points poured into a box."""
    rules, sheet = game.rules, game.sheets[seat]
    known = rules.bank if turn.kind is Kind.BANK else rules.pouring
    if not game.copied or known is None or turn.pour_to is not None:
        raise RuleError(
            Code.NOT_ALLOWED,
            Text("Это переписывают только с бумаги.", "This is only copied from paper."),
        )
    if turn.points is None or turn.points < 0:
        raise RuleError(Code.BAD_INPUT, Text("Нужно число.", "A number is needed."))
    if turn.kind is Kind.BANK:
        return _with_sheet(game, seat, replace(sheet, bank=turn.points))
    at = rules.index(turn.box or "")
    mark, box = sheet.marks[at], rules.boxes[at]
    if box.series is Series.EXTRA or turn.points not in enterable(rules, box):
        raise RuleError(
            Code.UNREACHABLE_POINTS,
            Text("В «{box}» столько не вливают.", "“{box}” cannot pour so many points.").filled(
                box=box.name
            ),
        )
    if sheet.pours[at] is not None or (mark is not None and mark.poured is not None):
        raise RuleError(
            Code.BOX_TAKEN,
            Text("В клетку «{box}» уже влито.", "“{box}” is poured into already.").filled(
                box=box.name
            ),
        )
    before = mark or Mark(0, made=False)
    poured = replace(before, points=before.points - turn.points, poured=turn.points)
    changed = replace(sheet, marks=_put(sheet.marks, at, poured))
    return closed(_with_sheet(game, seat, changed), frozenset({seat}), moved_from=seat)


def _skipped(game: Game, seat: int, turn: Turn) -> Game:
    rules, sheet = game.rules, game.sheets[seat]
    if rules.bank is None or rules.bank.skip_brings is None or turn.pour_to is not None:
        raise RuleError(
            Code.NOT_ALLOWED, Text("Здесь ход не пропускают.", "Turns are not skipped here.")
        )
    sheet = replace(sheet, bank=sheet.bank + rules.bank.skip_brings)
    return _after_turn(_with_sheet(game, seat, sheet), seat)


def _departed(game: Game, seat: int, kind: Kind) -> Game:
    """Leaving strikes what is open; being removed takes the player, and the pair, out."""
    gone = {seat}
    if kind is Kind.REMOVED:
        player = game.sheets[seat].player
        pair = next((team for team in game.teams if player in team), ())
        gone |= {_seat(game, member) for member in pair}
    for at in gone:
        sheet = game.sheets[at]
        if kind is Kind.REMOVED:
            sheet = replace(sheet, presence=Presence.REMOVED)
        else:
            sheet = replace(_left(game.rules, sheet), presence=Presence.LEFT)
        game = _with_sheet(game, at, sheet)
    game = _without_pours(game, gone)
    moved_from = game.cursor if game.cursor in gone else None
    if game.copied:  # there the next seat is sought from the last entry, whoever it was about
        moved_from = seat
    return closed(game, frozenset(gone), moved_from)


def _left(rules: RuleSet, sheet: Sheet) -> Sheet:
    if rules.bank:
        return sheet
    marks = tuple(
        mark
        or Mark(struck_points(rules, box), made=False, struck=box.series is Series.COMBINATIONS)
        for box, mark in zip(rules.boxes, sheet.marks, strict=True)
    )
    return replace(sheet, marks=marks)


def _without_pours(game: Game, gone: set[int]) -> Game:
    """Pours to and from whoever is gone are void (rules.md §5)."""
    names = {game.sheets[seat].player for seat in gone}
    for seat, sheet in enumerate(game.sheets):
        pours = tuple(
            None if pour is None or seat in gone or pour.giver in names else pour
            for pour in sheet.pours
        )
        if pours != sheet.pours:
            game = _with_sheet(game, seat, replace(sheet, pours=pours))
    return game


# After a turn: pours run out, the next player


def _after_turn(game: Game, seat: int) -> Game:
    sheet = game.sheets[seat]
    if any(sheet.pours):
        game = _with_sheet(game, seat, _pours_one_turn_older(sheet))
    return closed(game, frozenset({seat}), moved_from=seat)


def _pours_one_turn_older(sheet: Sheet) -> Sheet:
    marks, pours = list(sheet.marks), list(sheet.pours)
    for at, pour in enumerate(sheet.pours):
        if pour is None:
            continue
        if pour.turns_left > 1:
            pours[at] = replace(pour, turns_left=pour.turns_left - 1)
        else:
            pours[at] = None
            marks[at] = Mark(-pour.points, made=False, poured=pour.points)
    return replace(sheet, marks=tuple(marks), pours=tuple(pours))


def _with_sheet(game: Game, seat: int, sheet: Sheet) -> Game:
    return replace(game, sheets=_put(game.sheets, seat, sheet))


def _put(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    return (*items[:at], item, *items[at + 1 :])
