"""A plausible table for demonstrations, screenshots and load: dice, and a player of some sense.

Nobody's game is played by this: the program throws no dice for players.
"""

import random

import rules


def turn(game: rules.Game, table: random.Random, skill: int = 1) -> rules.Turn | None:
    """A turn of whoever is next: aim at an open box, throw for it, take the best box then.

    ``skill``: among how many open boxes they choose, when the first throw lies, the one it fits
    best; 1 aims blindly. None when the game is over.
    """
    choices = rules.choices(game)
    if choices is None:
        return None
    free = [choice.box for choice in choices.boxes if choice.open]
    aims = [table.choice(free) for _ in range(skill)]
    thrown = [table.randrange(1, 7) for _ in range(game.rules.dice)]
    aim = aims[0]
    if skill > 1:
        aim = max(aims, key=lambda box: (len(_kept(box, thrown)), game.rules.index(box.key)))
    throws = 1
    while throws < choices.most_throws and not _is_good(game, aim, thrown):
        kept = _kept(aim, thrown)
        fresh = [table.randrange(1, 7) for _ in range(game.rules.dice - len(kept))]
        thrown = kept + fresh
        throws += 1
    dice = rules.written(tuple(thrown))
    best = rules.choices(game, dice, throws)
    assert best is not None
    if best.best:
        return rules.Turn(best.player, box=best.best.box.key, dice=dice, throws=throws)
    return rules.Turn(best.player, rules.Kind.FAILED, throws=throws)


def _is_good(game: rules.Game, aim: rules.Box, thrown: list[int]) -> bool:
    scored = rules.score(game.rules, aim, tuple(thrown), rules.FREE_THROWS)
    return scored.made and scored.points >= rules.average(game.rules, aim)


def _kept(aim: rules.Box, thrown: list[int]) -> list[int]:
    """The dice kept for a box: its face in the school, a run for a straight, else what is alike."""
    if aim.face is not None:
        return [pips for pips in thrown if pips == aim.face]
    if aim.key in ("small_straight", "large_straight", "street"):
        return sorted(set(thrown))[-len(thrown) + 1 :]
    if aim.key in ("even", "odd"):
        return [pips for pips in thrown if pips % 2 == (aim.key == "odd")]
    most = max(set(thrown), key=lambda pips: (thrown.count(pips), pips))
    return [pips for pips in thrown if pips == most]
