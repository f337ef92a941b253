"""The sums of a sheet: school, bonus, subtotal, second series, end count, total (rules.md §1)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.model import Game, Presence, RuleSet, Series, Sheet
from rules.scoring import reachable, struck_points
from rules.settlement import Settlement, places, settle


@dataclass(frozen=True, slots=True)
class Figures:
    """The sums of one player, all in points.

    ``school``: the six boxes without the bonus · ``subtotal``: school + ``bonus`` ·
    ``combinations``: second series and extras · ``throw_points``, ``unfinished``: the end count of
    saved throws and boxes not made · ``total``: everything.
    """

    school: int
    bonus: int
    combinations: int
    throw_points: int = 0
    unfinished: int = 0

    @property
    def subtotal(self) -> int:
        return self.school + self.bonus

    @property
    def total(self) -> int:
        return self.subtotal + self.combinations + self.throw_points + self.unfinished


def bonus(rules: RuleSet, school: int) -> int:
    """What a full school of ``school`` points adds: the bonus, the penalty, or nothing."""
    if school >= rules.options.school_bonus_from:
        return rules.options.school_bonus
    return rules.options.negative_school if school < 0 else 0


def figures(rules: RuleSet, sheet: Sheet, over: bool) -> Figures:
    """The sums of ``sheet``; ``over`` adds the end count of saved throws and unfinished boxes."""
    school = combinations = unfinished = 0
    school_full = True
    for box, mark in zip(rules.boxes, sheet.marks, strict=True):
        points = mark.points if mark else 0
        if box.series is Series.SCHOOL:
            school += points
            school_full = school_full and mark is not None
        else:
            combinations += points
        if over and mark is None:
            unfinished += _unfinished(rules, box.face)
    return Figures(
        school,
        bonus(rules, school) if school_full else 0,
        combinations,
        rules.options.saved_throw_points * sheet.bank if over else 0,
        unfinished,
    )


def _unfinished(rules: RuleSet, face: int | None) -> int:
    if face is None:
        return rules.options.unfinished_combination
    price = rules.options.unfinished_school
    return -3 * face if isinstance(price, str) else price


def possible_totals(rules: RuleSet) -> tuple[int, int | None]:
    """The bounds of a sheet's final total, in points: no sheet ends below or above them.

    The upper one is None where saved throws bring points, or where a box is repeatable (miser),
    since nothing limits those. Of a game without boxes both are 0. Not every total between them
    can be reached.
    """
    least = most = 0
    repeatable = False
    for box in rules.boxes:
        figures = reachable(rules, box)
        if box.series is Series.EXTRA:
            repeatable = True
            continue
        left_open = (struck_points(rules, box), _unfinished(rules, box.face), 0)
        poured = (-max(figures),) if rules.pouring else ()
        least += min(*figures, *left_open, *poured)
        most += max(*figures, *left_open)
    least += min(rules.options.negative_school, rules.options.school_bonus, 0)
    most += max(rules.options.negative_school, rules.options.school_bonus, 0)
    return least, None if repeatable or rules.options.saved_throw_points else most


@dataclass(frozen=True, slots=True)
class Team:
    """A pair of players with a common total (points) and its place."""

    players: tuple[str, ...]
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class Result:
    """Where a game stands: sums, places and settlement of everyone who was not removed.

    ``settlement`` is None while a pot is tied. Members of a team have the team's place and
    settlement.
    """

    figures: Mapping[str, Figures]
    places: Mapping[str, int]
    settlement: Settlement | None
    teams: tuple[Team, ...] = ()


def result(game: Game) -> Result:
    """The sums, places and settlement of a game, as they stand after its last turn."""
    rules = game.rules
    present = [s for s in game.sheets if s.presence is not Presence.REMOVED]
    sums = {sheet.player: figures(rules, sheet, game.over) for sheet in present}
    totals = {player: found.total for player, found in sums.items()}
    if not game.teams:
        return Result(sums, places(totals), _settled(rules, totals))
    return _team_result(game, sums, totals)


def _settled(rules: RuleSet, totals: Mapping[str, int]) -> Settlement | None:
    options = rules.options
    highest = max(totals.values(), default=0)
    if options.settlement == "pot" and list(totals.values()).count(highest) > 1:
        return None
    return settle(totals, options.settlement, options.stake, options.unit)


def _team_result(game: Game, sums: Mapping[str, Figures], totals: Mapping[str, int]) -> Result:
    teams = {
        index: members
        for index, members in enumerate(game.teams)
        if all(player in totals for player in members)
    }
    of_player = {p: str(index) for index, members in teams.items() for p in members}
    seated = dict.fromkeys(of_player[player] for player in totals)
    team_totals = {key: sum(totals[player] for player in teams[int(key)]) for key in seated}
    team_places = places(team_totals)
    settled = _settled(game.rules, team_totals)
    shared = settled and Settlement(
        {p: settled.exact[of_player[p]] for p in totals},
        {p: settled.pays[of_player[p]] for p in totals},
    )
    return Result(
        sums,
        {player: team_places[of_player[player]] for player in totals},
        shared,
        tuple(
            Team(members, team_totals[str(index)], team_places[str(index)])
            for index, members in teams.items()
        ),
    )
