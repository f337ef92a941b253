"""The turn panel: whose turn it is, what may be done, what each box would bring."""

from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

import rules
from scorekeeper.models import Turn
from scorekeeper.queries import Played
from scorekeeper.reports.wording import mark_text


@dataclass(frozen=True, slots=True)
class Chip:
    """One box as a button: what it would bring, its key, whether it can be pressed.

    ``pours``: players (number, name) it can be poured to · ``figures``: the points it can bring,
    where they are tapped instead of dice.
    """

    value: str
    name: str
    key: str
    points: str
    classes: str
    disabled: bool
    why: str
    label: str
    pours: tuple[tuple[str, str], ...] = ()
    figures: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ChipGroup:
    """Chips under one heading."""

    name: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class TurnPanel:
    """Whose turn it is and what may be done in it."""

    player: str
    name: str
    number: int
    dice_count: int
    most_throws: int
    throws_offered: tuple[int, ...]
    bank: int | None
    groups: tuple[ChipGroup, ...]
    has_points: bool
    may_fail: bool
    may_skip: bool
    may_strike: bool
    joker: bool = False
    by_points: bool = False
    notes: tuple[str, ...] = ()


KEYS = "abcdefghijklmnopqrst"
"""One key a box, in sheet order; the page reads the key's place, whatever the alphabet."""


def turn_panel(
    stands: Played,
    language: str,
    dice: str | None = None,
    throws: int = rules.FREE_THROWS,
    *,
    by_points: bool = False,
) -> TurnPanel | None:
    """The panel of the player in turn; None when nobody has one.

    ``by_points``: each box offers its possible points, for a table that does not read out dice.
    RuleError ``bad_dice`` or ``bad_throws`` for dice that cannot be what was thrown.
    """
    game = stands.sheet_game
    choices = rules.choices(game, dice, throws)
    if choices is None:
        return None
    chips = [
        (choice.box.series, _chip(stands, choice, KEYS[at], language, by_points=by_points))
        for at, choice in enumerate(choices.boxes)
    ]
    titles = {
        rules.Series.SCHOOL: _("School"),
        rules.Series.COMBINATIONS: _("Second series"),
        rules.Series.EXTRA: _("Extra"),
    }
    groups = tuple(
        ChipGroup(titles[series], tuple(chip for _series, chip in members))
        for series, members in groupby(chips, key=lambda pair: pair[0])
    )
    sheet = game.sheet(choices.player)
    return TurnPanel(
        player=choices.player,
        name=stands.name(choices.player),
        number=len(stands.turns),
        dice_count=game.rules.dice,
        most_throws=choices.most_throws,
        throws_offered=offered_throws(choices),
        bank=sheet.bank if game.rules.bank else None,
        groups=groups,
        has_points=dice is not None,
        may_fail=choices.may_fail,
        may_skip=choices.may_skip,
        may_strike=choices.may_strike,
        joker=game.rules.dice == 6,
        by_points=by_points,
        notes=_notes(stands),
    )


def offered_throws(choices: rules.Choices) -> tuple[int, ...]:
    """The numbers of throws that have a button of their own."""
    return tuple(range(1, min(choices.most_throws, 9) + 1))


def _chip(
    stands: Played, choice: rules.BoxChoice, key: str, language: str, *, by_points: bool
) -> Chip:
    box = choice.box
    struck = choice.points is not None and not choice.made and box.face is None
    names = ["chip"]
    names += ["chip--best"] if choice.best and stands.record.hints else []
    names += ["chip--zero"] if struck else []
    points = ""
    if choice.points is not None:
        points = "—" if struck else rules.signed(choice.points)
    name = box.name.in_language(language)
    return Chip(
        value=box.key,
        name=name,
        key=key,
        points=points,
        classes=" ".join(names),
        disabled=not choice.open,
        why=choice.why_not.in_language(language) if choice.why_not else "",
        label=f"{name}: {points}" if points else name,
        pours=tuple((player, stands.name(player)) for player in choice.pour_to),
        figures=_figures(stands.rule_set, box) if by_points else (),
    )


def _figures(rule_set: rules.RuleSet, box: rules.Box) -> tuple[tuple[int, str], ...]:
    """The points a box can bring, as they are read on a button."""
    strikes = box.series is rules.Series.COMBINATIONS and rule_set.bank is None
    return tuple(
        (points, "—" if strikes and points == 0 else rules.signed(points))
        for points in rules.enterable(rule_set, box)
    )


def _notes(stands: Played) -> tuple[str, ...]:
    """What the table should hear besides whose turn it is."""
    game = stands.sheet_game
    if game.last_turns is None:
        return ()
    return (_("The boxes are all made: everybody else has their last turn."),)


def last_turn(stands: Played, language: str) -> tuple[int | None, str]:
    """The number of the last turn and what it was; (None, "") before the first."""
    if not stands.turns:
        return None, ""
    last = stands.turns[-1]
    return last.number, turn_sentence(stands, last, language)


def turn_sentence(stands: Played, turn: Turn, language: str) -> str:
    """A turn in a few words: "Оля: Пара, 12"."""
    name = next(seat.player.name for seat in stands.seats if seat.pk == turn.seat_id)
    words = {
        "failed": _("lost turn"),
        "skip": _("skipped"),
        "leaves": _("has left"),
        "removed": _("was removed"),
    }
    if turn.kind in words:
        return f"{name}: {words[turn.kind]}"
    if stands.deals is not None:
        hand = rules.hand_name(rules.parse_dice(turn.dice), stands.rule_set.options)
        return f"{name}: {hand.in_language(language)}"
    box = stands.rule_set.box(turn.box)
    if turn.pour_to_id:
        to = next(seat.player.name for seat in stands.seats if seat.pk == turn.pour_to_id)
        return _("%(name)s: %(box)s poured to %(to)s") % {
            "name": name,
            "box": box.name.in_language(language),
            "to": to,
        }
    player = str(next(seat.position for seat in stands.seats if seat.pk == turn.seat_id))
    mark = stands.sheet_game.sheet(player).marks[stands.rule_set.index(box.key)]
    shown = mark_text(stands.rule_set, mark) if mark else ""
    return f"{name}: {box.name.in_language(language)}, {shown}"
