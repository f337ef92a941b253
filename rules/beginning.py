"""A game before its first turn: how many play, and which pairs (rules.md §2)."""

from collections.abc import Sequence

from rules.errors import Code, RuleError
from rules.model import Game, RuleSet, Sheet
from rules.text import Text


def begin(
    rules: RuleSet,
    players: Sequence[str],
    teams: Sequence[Sequence[str]] = (),
    copied: bool = False,
) -> Game:
    """A game before its first turn: ``players`` in seat order, the starter first.

    ``copied``: entered from paper afterwards, so the order of players and series is not enforced.
    Raises RuleError ``bad_input`` for players or teams that do not fit.
    """
    _check_players(rules, players)
    _check_teams(rules, players, teams)
    if rules.rank_only:
        raise RuleError(
            Code.NOT_ALLOWED,
            Text(
                "В игре «{name}» нет листа: её руки сравниваются.",
                "“{name}” has no sheet: its hands are ranked.",
            ).filled(name=rules.name),
        )
    empty = (None,) * len(rules.boxes)
    sheets = tuple(Sheet(player, empty, pours=empty) for player in players)
    return Game(rules, sheets, tuple(tuple(team) for team in teams), copied)


def _check_players(rules: RuleSet, players: Sequence[str]) -> None:
    if any(not player.strip() for player in players):
        raise RuleError(Code.BAD_INPUT, Text("У игрока нет имени.", "A player has no name."))
    if len(set(players)) != len(players):
        raise RuleError(Code.BAD_INPUT, Text("Игрок указан дважды.", "A player is named twice."))
    if len(players) < rules.fewest or (rules.most is not None and len(players) > rules.most):
        wanted = Text("«{name}»: игроков нужно {n}.", "“{name}” is played by {n} players.").filled(
            name=rules.name, n=number_of_players(rules)
        )
        raise RuleError(Code.BAD_INPUT, wanted)


def number_of_players(rules: RuleSet) -> Text:
    """How many may play, in words: "2", "from 3 to 4", "2 or more"."""
    if rules.most is None:
        return Text(f"не меньше {rules.fewest}", f"{rules.fewest} or more")
    if rules.most == rules.fewest:
        return Text(str(rules.fewest), str(rules.fewest))
    return Text(f"от {rules.fewest} до {rules.most}", f"{rules.fewest} to {rules.most}")


def _check_teams(rules: RuleSet, players: Sequence[str], teams: Sequence[Sequence[str]]) -> None:
    members = [player for team in teams for player in team]
    pairs = all(len(team) == 2 for team in teams)
    if teams and not (rules.pairs_of_players and pairs and sorted(members) == sorted(players)):
        raise RuleError(
            Code.BAD_INPUT,
            Text(
                "Команды — это пары, и каждый игрок в одной из них; они есть только в игре шестью "
                "костями.",
                "Teams are pairs with every player in one of them, and only in the six-dice game.",
            ),
        )
