"""The turn panel: whose turn it is, what may be done, what each box would bring."""

from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _

import rules
from scorekeeper.models import Turn
from scorekeeper.queries import Played
from scorekeeper.reports.history import turn_words
from scorekeeper.reports.wording import box_title, mark_text


@dataclass(frozen=True, slots=True)
class Chip:
    """One box as a button: what it would bring, its key, whether it can be pressed.

    ``why``: why it cannot be pressed, or how else it is called · ``first``: pre-selected were it
    the first throw · ``pours``: players (number, name) it can be poured to · ``figures``: the
    points it can bring, where they are tapped instead of dice.
    """

    value: str
    name: str
    key: str
    points: str
    classes: str
    disabled: bool
    why: str
    label: str
    first: bool = False
    pours: tuple[tuple[str, str, str], ...] = ()
    figures: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ChipGroup:
    """Chips under one heading."""

    name: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class TurnPanel:
    """Whose turn it is and what may be done in it.

    ``unmade``: what to say of free boxes that the dice do not make, "" of none.
    """

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
    unmade: str = ""


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
    first = _first(stands, dice)
    chips = [
        (
            choice.box.series,
            replace(
                _chip(stands, choice, KEYS[at], language, dice, throws, by_points=by_points),
                first=choice.box.key == first,
            ),
        )
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
        unmade=_unmade(game, choices, language),
    )


def _first(stands: Played, dice: str | None) -> str:
    """The box that would be pre-selected were the dice the first throw; "" of none."""
    if dice is None or not stands.record.hints:
        return ""
    choices = rules.choices(stands.sheet_game, dice, 1)
    return choices.best.box.key if choices and choices.best else ""


def _unmade(game: rules.Game, choices: rules.Choices, language: str) -> str:
    """What to say of the free boxes that these dice do not make; "" of none."""
    free = rules.choices(game)
    assert free is not None
    unmade = [
        now.box.name.in_language(language)
        for now, before in zip(choices.boxes, free.boxes, strict=True)
        if before.open and not now.open and not now.pour_to
    ]
    fits = any(
        choice.pour_to or (choice.open and choice.box.series is not rules.Series.EXTRA)
        for choice in choices.boxes
    )
    if not unmade:
        return ""
    if not fits:
        return _("None of these boxes is made by these dice: the turn is lost.")
    return _("Not made by these dice: %(boxes)s.") % {"boxes": ", ".join(unmade)}


def _poured(
    stands: Played, choice: rules.BoxChoice, player: str, dice: str | None, throws: int
) -> str:
    """The points that would be poured to ``player``, as they are read on the button."""
    game = stands.sheet_game
    assert game.next is not None
    turn = rules.Turn(game.next, box=choice.box.key, dice=dice, throws=throws, pour_to=player)
    pour = rules.apply(game, turn).sheet(player).pours[game.rules.index(choice.box.key)]
    assert pour is not None
    return rules.signed(pour.points)


def offered_throws(choices: rules.Choices) -> tuple[int, ...]:
    """The numbers of throws that have a button of their own."""
    return tuple(range(1, min(choices.most_throws, 9) + 1))


def _chip(
    stands: Played,
    choice: rules.BoxChoice,
    key: str,
    language: str,
    dice: str | None,
    throws: int,
    *,
    by_points: bool,
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
        why=(choice.why_not or rules.Text("", "")).in_language(language) or _formula(box, language),
        label=f"{name}: {points}" if points else name,
        pours=tuple(
            (player, stands.name(player), _poured(stands, choice, player, dice, throws))
            for player in choice.pour_to
        ),
        figures=_figures(stands.rule_set, box) if by_points else (),
    )


def _formula(box: rules.Box, language: str) -> str:
    """How the box is headed on the sheet, where that is not its name."""
    title = box_title(box, language)
    return title if title != box.name.in_language(language) else ""


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
    if turn.kind in (rules.Kind.BANK, rules.Kind.POURED):
        return f"{name}: {turn_words(stands.rule_set, turn, language)}"
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
