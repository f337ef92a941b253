"""Whose turn is next, and when the game is over (rules.md §2.3)."""

from dataclasses import replace

from rules.model import Game, Presence, RuleSet, Series, Sheet


def closed(game: Game, done: frozenset[int], moved_from: int | None) -> Game:
    """Whose turn is next, and whether the game is over, after the seats ``done`` played or left."""
    over = not any(sheet.plays and has_open(game.rules, sheet) for sheet in game.sheets)
    if game.rules.race and game.copied:
        over = over or any(_finished(game, seat) for seat in range(len(game.sheets)))
    elif game.rules.race:
        game = replace(game, last_turns=_last_turns(game, done))
        over = over or (game.last_turns is not None and not game.last_turns)
    cursor = _next_seat(game, moved_from)
    return replace(game, over=over, cursor=None if over and not game.copied else cursor)


def _finished(game: Game, seat: int) -> bool:
    sheet = game.sheets[seat]
    return sheet.presence is not Presence.REMOVED and not has_open(game.rules, sheet)


def _last_turns(game: Game, done: frozenset[int]) -> frozenset[int] | None:
    """The seats that still have one turn once somebody has every box; None before (§2.3)."""
    if game.last_turns is not None:
        return game.last_turns - done
    playing = [seat for seat, sheet in enumerate(game.sheets) if sheet.plays]
    finished = [seat for seat in playing if _finished(game, seat)]
    if not finished:
        return None
    started = finished[0] == playing[0]
    complete_round = started or game.rules.options.finish_round
    return frozenset(seat for seat in playing if complete_round and seat > finished[0])


def has_open(rules: RuleSet, sheet: Sheet) -> bool:
    """Whether a sheet has boxes still to be played; extras do not count."""
    return any(
        mark is None and box.series is not Series.EXTRA
        for box, mark in zip(rules.boxes, sheet.marks, strict=True)
    )


def _next_seat(game: Game, after: int | None) -> int | None:
    """The next seat that has a turn, from the one after ``after``; None: the turn stays."""
    if after is None:
        return game.cursor
    seats = len(game.sheets)
    for step in range(1, seats + 1):
        seat = (after + step) % seats
        if _has_turn(game, seat):
            return seat
    return None


def _has_turn(game: Game, seat: int) -> bool:
    rules, sheet = game.rules, game.sheets[seat]
    if not sheet.plays:
        return False
    if game.last_turns is not None and not game.copied:
        return seat in game.last_turns
    full_keeps_turns = rules.pouring is not None and not game.copied
    return full_keeps_turns or has_open(rules, sheet)
