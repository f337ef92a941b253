"""Random games: a legal turn for whoever is next, house rules, and what must hold after each."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import rules

WITH_SHEETS = tuple(key for key, game in rules.RULE_SETS.items() if game.boxes)
NAMES = ("Аня", "Борис", "Вера", "Гоша", "Даша", "Ёлкин", "Женя", "Зоя", "Ира", "Яна", "Ян", "Eva")


def house_rules(key: str, draw: Random) -> dict[str, object]:
    """Some options of a game with values that they take."""
    game = rules.RULE_SETS[key]
    chosen = draw.sample(game.option_keys, draw.randint(0, len(game.option_keys)))
    return {option: _value(rules.OPTIONS[option].takes, draw) for option in chosen}


def _value(takes: object, draw: Random) -> object:
    if isinstance(takes, rules.WholeNumber):
        words = [None] * takes.or_null + [takes.or_word] * bool(takes.or_word)
        return draw.choice([takes.low, takes.high, draw.randint(takes.low, takes.high), *words])
    if isinstance(takes, rules.Choice):
        return draw.choice(takes.values)[0]
    if isinstance(takes, rules.Flag):
        return draw.random() < 0.5
    assert isinstance(takes, rules.DecimalString)
    return draw.choice(["1", "0.10", "2.5", "0.01", "7"])


def begun(key: str, draw: Random, copied: bool = False) -> rules.Game:
    """A game before its first turn, with random players, pairs and house rules."""
    game = rules.rule_set(key, house_rules(key, draw))
    players = draw.sample(NAMES, draw.randint(game.fewest, game.most or 12))
    teams: tuple[tuple[str, ...], ...] = ()
    if game.pairs_of_players and len(players) == 4 and draw.random() < 0.5:
        seats = draw.sample(players, 4)
        teams = ((seats[0], seats[1]), (seats[2], seats[3]))
    return rules.begin(game, players, teams, copied)


@cache
def _rolls(dice: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations_with_replacement((1, 2, 3, 4, 5, 6), dice))


def some_turn(game: rules.Game, draw: Random, leaving: float = 0.01) -> rules.Turn:
    """A legal turn for the player who is next."""
    player = game.next
    assert player is not None
    if draw.random() < leaving:
        playing = [sheet.player for sheet in game.sheets if sheet.plays]
        kind = draw.choice([rules.Kind.LEAVES, rules.Kind.REMOVED])
        return rules.Turn(draw.choice(playing), kind)
    sheet = game.sheet(player)
    throws = draw.randint(1, rules.FREE_THROWS + min(sheet.bank, 3))
    if game.rules.bank is None:
        return _filling(game, sheet, throws, draw)
    return _with_bank(game, sheet, throws, draw)


def _open(game: rules.Game, sheet: rules.Sheet) -> list[rules.Box]:
    found = [
        box
        for box, mark in zip(game.rules.boxes, sheet.marks, strict=True)
        if mark is None and box.series is not rules.Series.EXTRA
    ]
    school = [box for box in found if box.series is rules.Series.SCHOOL]
    first = game.rules.options.order == "school_first" and not game.copied
    return school if school and first else found


def _filling(game: rules.Game, sheet: rules.Sheet, throws: int, draw: Random) -> rules.Turn:
    box = draw.choice(_open(game, sheet))
    if box.series is rules.Series.COMBINATIONS and draw.random() < 0.1:
        return rules.Turn(sheet.player, rules.Kind.STRIKE, box.key)
    if draw.random() < 0.1:
        points = draw.choice(rules.enterable(game.rules, box))
        return rules.Turn(sheet.player, rules.Kind.POINTS, box.key, points=points)
    return _dice(sheet.player, box, draw.choice(_rolls(5)), throws)


def _dice(
    player: str, box: rules.Box, dice: rules.Dice, throws: int, to: str | None = None
) -> rules.Turn:
    return rules.Turn(player, rules.Kind.DICE, box.key, rules.written(dice), throws, pour_to=to)


def _with_bank(game: rules.Game, sheet: rules.Sheet, throws: int, draw: Random) -> rules.Turn:
    chance = draw.random()
    player = sheet.player
    if game.rules.pouring and chance < 0.3:
        if chance < 0.05:
            return rules.Turn(player, rules.Kind.SKIP)
        if chance < 0.1:
            return rules.Turn(player, rules.Kind.EXTRA, "miser", throws=throws)
        pours = [
            (box, victim.player)
            for box in game.rules.boxes
            for victim in game.sheets
            if rules.why_not_pour(game, sheet, box, victim.player) is None
        ]
        if pours:
            box, victim = draw.choice(pours)
            return _dice(player, box, draw.choice(_making(game.rules, box)), throws, victim)
    found = _open(game, sheet)
    if not found or chance > 0.85:
        return rules.Turn(player, rules.Kind.FAILED, throws=throws)
    box = draw.choice(found)
    return _dice(player, box, draw.choice(_making(game.rules, box)), throws)


def _making(game: rules.RuleSet, box: rules.Box) -> list[tuple[int, ...]]:
    return [dice for dice in _rolls(game.dice) if rules.score(game, box, dice, 2).made]


def check(before: rules.Game, after: rules.Game) -> None:
    """What holds after every turn: nothing is overwritten, no bank is below nought."""
    for old, new in zip(before.sheets, after.sheets, strict=True):
        assert new.bank >= 0
        assert old.plays or new == old
        for box, was, now in zip(after.rules.boxes, old.marks, new.marks, strict=True):
            if box.series is rules.Series.EXTRA:
                assert was is None or (now is not None and now.points >= was.points)
            else:
                assert was is None or was == now
                assert now is None or now.points == 0 or not now.struck
    if after.next is not None:
        assert after.sheet(after.next).plays
    assert after.copied or after.over == (after.next is None)


def check_sums(game: rules.Game) -> None:
    """Totals are the sums of their parts; a settlement takes from one what it gives another."""
    found = rules.result(game)
    for player, figures in found.figures.items():
        marks = [mark for mark in game.sheet(player).marks if mark]
        ends = figures.throw_points + figures.unfinished
        assert figures.total == sum(mark.points for mark in marks) + figures.bonus + ends
        assert game.over or ends == 0
        assert figures.subtotal == figures.school + figures.bonus
    assert set(found.places) == set(found.figures)
    if found.settlement is None:
        assert game.rules.options.settlement == "pot"
        return
    assert sum(found.settlement.exact.values()) == 0
    assert sum(found.settlement.pays.values()) == 0
    assert set(found.settlement.exact) == set(found.figures)


def written(
    game: rules.Game, turns: list[rules.Turn], house: Mapping[str, object]
) -> dict[str, Any]:
    """The line of ``replay`` for a game and its turns."""
    line: dict[str, Any] = {
        "ruleset": game.rules.key,
        "options": dict(house),
        "players": [sheet.player for sheet in game.sheets],
        "copied": game.copied,
        "turns": [_line(turn) for turn in turns],
    }
    if game.teams:
        line["teams"] = [list(team) for team in game.teams]
    return line


def _line(turn: rules.Turn) -> dict[str, Any]:
    line: dict[str, Any] = {"player": turn.player}
    named = {"category": turn.box, "dice": turn.dice, "throws": turn.throws}
    named |= {"points": turn.points, "pour_to": turn.pour_to}
    line |= {key: value for key, value in named.items() if value is not None}
    if turn.kind not in {rules.Kind.DICE, rules.Kind.POINTS, rules.Kind.EXTRA}:
        line[turn.kind.value] = True
    return line
