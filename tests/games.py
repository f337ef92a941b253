"""Whole games for the tests, played by a seeded hand: chance stands here and nowhere in the app."""

import random
from collections.abc import Sequence
from dataclasses import replace

import rules


def random_game(
    ruleset: rules.RuleSet,
    players: Sequence[str],
    seed: int,
    *,
    teams: Sequence[Sequence[str]] = (),
    turns: int | None = None,
) -> rules.Game:
    """A game of ``players`` played to its end, or for ``turns`` turns; the same for each seed."""
    chance = random.Random(f"{ruleset.key} {seed}")
    game = rules.begin(ruleset, players, teams)
    played = 0
    while not game.over and played != turns:
        game = rules.apply(game, _turn(game, chance))
        played += 1
    return game


def _turn(game: rules.Game, chance: random.Random) -> rules.Turn:
    player = game.next
    assert player is not None
    sheet = game.sheet(player)
    throws = chance.randint(1, 3 + min(sheet.bank, 2))
    possible = _boxes(game, sheet)
    if game.rules.bank is None:
        box = chance.choice(possible)
        dice = _dice(game, box, chance, 0.6)
        return rules.Turn(player, box=box.key, dice=dice, throws=throws)
    return _turn_with_a_bank(game, sheet, throws, possible, chance)


def _turn_with_a_bank(
    game: rules.Game,
    sheet: rules.Sheet,
    throws: int,
    possible: Sequence[rules.Box],
    chance: random.Random,
) -> rules.Turn:
    """A box made, a pour where one may be given, a miser, a skipped or a lost turn."""
    player = sheet.player
    luck = chance.random()
    if game.rules.pouring and luck < 0.15:
        pour = _pour(game, sheet, throws, chance)
        if pour is not None:
            return pour
    if game.rules.pouring and 0.15 <= luck < 0.2:
        return rules.Turn(player, box="miser", throws=throws)
    if game.rules.pouring and 0.2 <= luck < 0.23:
        return rules.Turn(player, kind=rules.Kind.SKIP)
    if not possible or luck > 0.75:
        return rules.Turn(player, kind=rules.Kind.FAILED, throws=throws)
    box = chance.choice(possible)
    return rules.Turn(player, box=box.key, dice=_dice(game, box, chance, 1), throws=throws)


def _pour(
    game: rules.Game, sheet: rules.Sheet, throws: int, chance: random.Random
) -> rules.Turn | None:
    ways = [
        (box, other.player)
        for box in game.rules.boxes
        for other in game.sheets
        if rules.why_not_pour(game, sheet, box, other.player) is None
    ]
    if not ways:
        return None
    box, victim = chance.choice(ways)
    dice = _dice(game, box, chance, 1)
    return rules.Turn(sheet.player, box=box.key, dice=dice, throws=throws, pour_to=victim)


def _boxes(game: rules.Game, sheet: rules.Sheet) -> list[rules.Box]:
    still_open = [
        box
        for box, mark in zip(game.rules.boxes, sheet.marks, strict=True)
        if mark is None and box.series is not rules.Series.EXTRA
    ]
    school = [box for box in still_open if box.series is rules.Series.SCHOOL]
    return school if school and game.rules.options.order == "school_first" else still_open


def _dice(game: rules.Game, box: rules.Box, chance: random.Random, luck: float) -> str:
    """Dice that make ``box`` with probability ``luck``, else any."""
    wanted = chance.random() < luck
    while True:
        dice = tuple(chance.randint(1, 6) for _ in range(game.rules.dice))
        if chance.random() < 0.5:
            dice = _alike(dice, box.face or chance.randint(1, 6), chance)
        if not wanted or rules.score(game.rules, box, dice, 2).made:
            return "".join(map(str, dice))


def _alike(dice: tuple[int, ...], face: int, chance: random.Random) -> tuple[int, ...]:
    alike = chance.randint(3, len(dice))
    return (face,) * alike + dice[alike:]


def with_removed(game: rules.Game, player: str) -> rules.Game:
    """The game after ``player`` was removed."""
    return rules.apply(replace(game, copied=True), rules.Turn(player, kind=rules.Kind.REMOVED))
