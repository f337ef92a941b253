"""What keeps a stage from closing, and the blitzes and decisions that part those level."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scorekeeper.models import Account
from scorekeeper.names import alphabetical
from tournaments.engine.blitz import Blitz, Group, progress
from tournaments.engine.cuts import OpenTie, closing
from tournaments.models import Decider, Round, Stage
from tournaments.presence import number_of
from tournaments.queries import (
    BLITZ_RULES,
    Whole,
    begun_hands,
    decider,
    final_ties,
    rank_hands,
    ties_of,
)
from tournaments.reports.wording import stage_title


@dataclass(frozen=True, slots=True)
class TieLine:
    """Those level where the place matters.

    ``entrants``: number and name · ``lines``: after how many of them a line falls · ``words``:
    which place it is about, and how many have it · ``blitz``: the one begun among these, if any.
    """

    entrants: tuple[tuple[int, str], ...]
    lines: frozenset[int]
    words: str
    blitz: Decider | None


@dataclass(frozen=True, slots=True)
class ThrownHand:
    """One hand: whose, its pips (none of who did not throw), what it is called."""

    place: int
    name: str
    pips: tuple[int, ...]
    called: str


@dataclass(frozen=True, slots=True)
class Throwing:
    """Somebody who throws now: number, name, their hand once it is stored (its place among those
    thrown so far), and what was stored: dice, "-" for who does not throw, "" for nothing yet."""

    entrant: int
    name: str
    hand: ThrownHand | None
    stored: str


@dataclass(frozen=True, slots=True)
class AttemptLine:
    """One attempt of a blitz.

    ``number`` among those that stand, 0 for one that was taken back · ``unused``: it stands, but
    decides nothing since an earlier one was taken back.
    """

    number: int
    hands: tuple[ThrownHand, ...]
    undone: bool
    unused: bool


@dataclass(frozen=True, slots=True)
class DeciderPage:
    """A blitz or a decision, those undone too.

    ``again``: groups that throw now, who has thrown first, the best of them first · ``order``:
    names by place ·
    ``lines``: what it is about, in words · ``free``: it may be undone, since it did not decide who
    went on.
    """

    record: Decider
    blitz: bool
    names: str
    lines: str
    attempts: tuple[AttemptLine, ...]
    standing: int
    again: tuple[tuple[Throwing, ...], ...]
    order: tuple[tuple[int, str], ...]
    made_by: Account
    made_at: datetime
    undone: bool
    free: bool

    @property
    def finished(self) -> bool:
        """Whether nobody has to throw any more."""
        return not self.again


@dataclass(frozen=True, slots=True)
class StagePage:
    """A stage on its way to its end.

    ``tables``: (round, table, primary key) without a confirmed result · ``open_rounds``: to be
    closed · ``missing``: rounds planned and not published · ``through``: who is sure to go on, the
    best first · ``ties``: those level where a place matters, once it is closed for a prize ·
    ``deciders`` of it.
    """

    stage: Stage
    title: str
    is_last: bool
    tables: tuple[tuple[int, int, int], ...]
    open_rounds: tuple[Round, ...]
    published: int
    missing: int
    through: tuple[str, ...]
    ties: tuple[TieLine, ...]
    deciders: tuple[DeciderPage, ...]

    @property
    def may_close(self) -> bool:
        """Whether only ties, if anything, are left."""
        return bool(self.published) and not self.tables and not self.open_rounds


def stage_page(stands: Whole, stage: Stage, language: str) -> StagePage:
    """A stage as it stands: what is missing, who is level, what was decided."""
    own = [one for one in stands.rounds if one.stage_id == stage.pk and one.published_at]
    begun = stage.number <= len(stands.event.stages)
    keys = {
        (seats[0].round, seats[0].number): pk
        for tables in stands.by_round.values()
        for pk, seats in tables.items()
        if seats[0].state.value != "void"
    }
    tables = closing(stands.event, stage.number - 1).tables if begun else ()
    deciders = [one for one in stands.deciders if one.stage_id == stage.pk]
    return StagePage(
        stage=stage,
        title=stage_title(stage, stands.stages),
        is_last=stage.number == len(stands.stages),
        tables=tuple((number, table, keys[number, table]) for number, table in tables),
        open_rounds=tuple(one for one in own if one.closed_at is None),
        published=len(own),
        missing=max(stage.rounds_planned - len(own), 0),
        through=tuple(_through(stands, stage)) if own else (),
        ties=tuple(_tie(stands, tie, deciders) for tie in ties_of(stands, stage)),
        deciders=tuple(decider_page(stands, one, language) for one in deciders),
    )


def _through(stands: Whole, stage: Stage) -> list[str]:
    line = stands.cut(stage.number - 1)
    sure = set(line.through) if line else set()
    rows = stands.standing(stage.number - 1).rows
    return [stands.names[number_of(row.entrant)] for row in rows if row.entrant in sure]


def shared_prizes(stands: Whole) -> tuple[str, ...]:
    """Who is level for a prize at the end, in sentences with their names."""
    return tuple(
        _("Place %(place)s: %(names)s")
        % {"place": tie.first, "names": ", ".join(_level_names(stands, tie))}
        for tie in final_ties(stands)
    )


def _level_names(stands: Whole, tie: OpenTie) -> list[str]:
    return sorted((stands.names[number_of(key)] for key in tie.level), key=alphabetical)


def _tie(stands: Whole, tie: OpenTie, deciders: Sequence[Decider]) -> TieLine:
    level = {number_of(key) for key in tie.level}
    begun = (
        one
        for one in deciders
        if one.kind == Decider.Kind.BLITZ and one.undone_at is None and set(one.group) == level
    )
    names = stands.names
    return TieLine(
        entrants=tuple(
            (key, names[key]) for key in sorted(level, key=lambda key: alphabetical(names[key]))
        ),
        lines=tie.lines,
        words=tie_words(tie),
        blitz=next(begun, None),
    )


def tie_words(tie: OpenTie) -> str:
    """Which place those level share, and what hangs on it."""
    words = {"place": tie.first, "n": len(tie.level), "through": min(tie.lines, default=0)}
    if tie.stage is not None:
        return _("Place %(place)d is shared by %(n)d, and a prize hangs on it.") % words
    if tie.table is not None:
        words["table"] = tie.table
        return (
            _("Table %(table)d: place %(place)d is shared by %(n)d, %(through)d of them go on.")
            % words
        )
    return _("Place %(place)d is shared by %(n)d, and %(through)d of them go on.") % words


def decider_page(stands: Whole, record: Decider, language: str) -> DeciderPage:
    """A blitz or decision with everything that was thrown."""
    value = decider(record)
    names = stands.names
    if isinstance(value, Blitz):
        stood = progress(value)
        order, again, unused = stood.order, stood.must_play, stood.unused
    else:
        order, again, unused = value.order, (), ()
    return DeciderPage(
        record=record,
        blitz=isinstance(value, Blitz),
        names=", ".join(sorted((names[key] for key in record.group), key=alphabetical)),
        lines=lines_words(record),
        attempts=tuple(_attempts(record, names, unused, language)),
        standing=sum(one["undone"] is None for one in record.attempts),
        again=tuple(_throwing(record, group, names, language) for group in again),
        order=tuple(_placed(order, names)),
        made_by=record.made_by,
        made_at=record.made_at,
        undone=record.undone_at is not None,
        free=_is_free(stands, record),
    )


def _throwing(
    record: Decider, group: Group, names: Mapping[int, str], language: str
) -> tuple[Throwing, ...]:
    begun = {key: hand for key, hand in begun_hands(record).items() if key in group}
    thrown = {key: hand for key, hand in begun.items() if hand is not None}
    ranked = [frozenset(each) for each in rank_hands(dict(thrown.items()))] if thrown else []
    places = _places(ranked)
    found = []
    for key in _by_name(group, names):
        hand = _hand(begun[key], places.get(key, 0), names[key], language) if key in begun else None
        found.append(Throwing(key, names[key], hand, begun[key] or "-" if key in begun else ""))
    return tuple(sorted(found, key=_thrown_first))


def _thrown_first(one: Throwing) -> tuple[int, int]:
    """Those who have thrown, the best first, then who does not throw, then those still to throw."""
    if one.hand is None:
        return 2, 0
    return (0, one.hand.place) if one.hand.pips else (1, 0)


def _is_free(stands: Whole, record: Decider) -> bool:
    number = next(one.number for one in stands.stages if one.pk == record.stage_id)
    following = (one for one in stands.stages if one.number == number + 1)
    went_on = next((one.members for one in following), None)
    return stands.record.finished_at is None and not set(record.group).intersection(went_on or ())


def lines_words(record: Decider) -> str:
    """What a blitz is about, in a sentence; "" for a decision."""
    if record.kind != Decider.Kind.BLITZ:
        return ""
    if record.lines is None or len(record.lines) >= len(record.group) - 1:
        return _("All of them are to be put in order.")
    first = min(record.lines)
    if len(record.lines) == 1:
        return ngettext(
            "%(n)d of them goes on; whoever is still level across that line throws again.",
            "%(n)d of them go on; whoever is still level across that line throws again.",
            first,
        ) % {"n": first}
    return _("The first %(n)d of them are to be put in order.") % {"n": max(record.lines)}


def _attempts(
    record: Decider, names: Mapping[int, str], unused: Sequence[int], language: str
) -> list[AttemptLine]:
    found = []
    value = decider(record)
    assert isinstance(value, Blitz) or not record.attempts
    standing = 0
    for stored in record.attempts:
        live = stored["undone"] is None
        hands = {int(key): hand for key, hand in stored["hands"]}
        groups = value.attempts[standing].groups if live and isinstance(value, Blitz) else ()
        standing += live
        found.append(
            AttemptLine(
                number=standing if live else 0,
                hands=tuple(_hands(hands, groups, names, language)),
                undone=not live,
                unused=live and standing - 1 in unused,
            )
        )
    return found


def _hands(
    hands: Mapping[int, str | None],
    groups: Sequence[Group],
    names: Mapping[int, str],
    language: str,
) -> list[ThrownHand]:
    """Best first; of an attempt that was taken back by name, without places."""
    places = _places(groups)
    found = [_hand(hand, places.get(key, 0), names[key], language) for key, hand in hands.items()]
    return sorted(found, key=lambda one: (one.place, alphabetical(one.name)))


def _places(groups: Sequence[Group]) -> dict[int, int]:
    places: dict[int, int] = {}
    for group in groups:
        places |= dict.fromkeys(map(number_of, group), len(places) + 1)
    return places


def _hand(hand: str | None, place: int, name: str, language: str) -> ThrownHand:
    pips = rules.parse_dice(hand) if hand else ()
    called = rules.hand_name(pips, BLITZ_RULES.options).in_language(language) if pips else ""
    return ThrownHand(place, name, tuple(pips), called)


def _by_name(group: Group, names: Mapping[int, str]) -> list[int]:
    return sorted(map(number_of, group), key=lambda key: alphabetical(names[key]))


def _placed(order: Sequence[Group], names: Mapping[int, str]) -> list[tuple[int, str]]:
    found, place = [], 1
    for group in order:
        found.append((place, ", ".join(names[key] for key in _by_name(group, names))))
        place += len(group)
    return found
