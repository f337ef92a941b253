"""Blitzes and decisions: they order those level, and touch no total (tournaments.md §1.7)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID, uuid4

import rules
from scorekeeper.models import Account
from scorekeeper.names import clean_name
from tournaments.actions.setup import AlreadyStarted
from tournaments.actions.writing import Unchanged, writing
from tournaments.engine.blitz import Blitz, BlitzError, Group, play, progress
from tournaments.engine.model import EntrantId
from tournaments.models import Decider, Stage
from tournaments.presence import number_of
from tournaments.queries import (
    begun_hands,
    decider,
    live_attempts,
    rank_hands,
    ties_of,
    whole,
)


class NoTie(Exception):
    """Nobody of these is level where a place matters."""


class Moved(Exception):
    """Somebody else has typed into this blitz meanwhile: what stands there is to be looked at."""


def start_blitz(*, stage: Stage, group: Sequence[int], by: Account, now: datetime) -> Decider:
    """A blitz among those level where a place matters; the same group has one at a time.

    ``group``: numbers of the entrants of one tie of the stage (``queries.ties_of``); NoTie
    otherwise. Also after its end: those left behind may be level for a prize.
    """
    with writing(stage.tournament_id, "blitz_begun", by=by, now=now, group=list(group)) as record:
        stands = whole(record)
        current = next(one for one in stands.stages if one.pk == stage.pk)
        tie = next((tie for tie in ties_of(stands, current) if set(tie.level) == set(group)), None)
        if tie is None:
            raise NoTie
        for known in stage.deciders.filter(kind=Decider.Kind.BLITZ, undone_at__isnull=True):
            waiting = decider(known)
            if isinstance(waiting, Blitz) and waiting.group == frozenset(group):
                begun = known.pk
                raise Unchanged
        begun = Decider.objects.create(
            stage=stage,
            number=_next_number(stage),
            kind=Decider.Kind.BLITZ,
            group=sorted(group),
            lines=sorted(tie.lines),
            made_by=by,
            made_at=now,
        ).pk
    return Decider.objects.get(pk=begun)


def _next_number(stage: Stage) -> int:
    return 1 + stage.deciders.count()


def _check_free(record: Decider) -> None:
    """Who went on is a fact: what decided it is not undone behind their backs."""
    following = Stage.objects.filter(
        tournament=record.stage.tournament_id, number=record.stage.number + 1
    )
    members = following.values_list("members", flat=True).first()
    if not set(record.group).isdisjoint(members or ()):
        raise AlreadyStarted


def play_blitz(
    *,
    blitz: Decider,
    hands: Mapping[int, str | None],
    attempt: int,
    by: Account,
    now: datetime,
) -> Decider:
    """One hand of each who must throw now: number of the entrant → five dice, None for nobody's.

    ``attempt``: how many attempts stand, as it was looked at. A repeat of the same hands stores
    nothing; Moved where another attempt stands there. BlitzError for others than those who must
    throw, RuleError for dice that cannot be.
    """
    with writing(blitz.stage.tournament_id, "blitz_played", by=by, now=now, blitz=blitz.pk):
        current = Decider.objects.select_for_update(of=("self",)).get(pk=blitz.pk)
        stored = [[entrant, hand] for entrant, hand in sorted(hands.items())]
        live = live_attempts(current)
        if len(live) == attempt + 1 and live[-1]["hands"] == stored:
            raise Unchanged
        if len(live) != attempt or current.undone_at is not None:
            raise Moved
        _add_attempt(current, hands, by, now)
        current.save(update_fields=["attempts", "begun"])
    return current


def _add_attempt(
    record: Decider, hands: Mapping[int, str | None], by: Account | None, now: datetime
) -> None:
    """All who had to throw have thrown; BlitzError for others than those."""
    play(_value(record), dict[EntrantId, str | None](hands.items()), rank_hands)
    record.begun = [[entrant, hand] for entrant, hand in record.begun if entrant not in hands]
    record.attempts.append(
        {
            "hands": [[entrant, hand] for entrant, hand in sorted(hands.items())],
            "by": by.pk if by else "",
            "at": now.isoformat(),
            "undone": None,
        }
    )


def play_hand(
    *,
    blitz: Decider,
    entrant: int,
    hand: str | None,
    attempt: int,
    seen: Mapping[int, str | None],
    by: Account | None,
    now: datetime,
) -> Decider:
    """One hand of one who must throw now: five dice, None for who does not throw. It is kept at
    once; when all of those level have theirs, they are an attempt.

    ``attempt``: how many attempts stand · ``seen``: the hands begun, as both were looked at; a hand
    in it is replaced. A repeat stores nothing; Moved where another hand of theirs stands there by
    now, whatever others have thrown meanwhile. BlitzError for somebody who does not throw now,
    RuleError for dice that cannot be. ``by``: None for whoever holds the link of the blitz.
    """
    with writing(
        blitz.stage.tournament_id,
        "blitz_hand",
        by=by,
        now=now,
        blitz=blitz.pk,
        entrant=entrant,
        dice=hand or "",
    ):
        current = Decider.objects.select_for_update(of=("self",)).get(pk=blitz.pk)
        live = live_attempts(current)
        begun = begun_hands(current)
        thrown = _thrown_since(live, entrant, attempt)
        if hand in (thrown or [begun.get(entrant, "")]):
            raise Unchanged
        moved = begun.get(entrant, "") != seen.get(entrant, "")
        if thrown or moved or len(live) < attempt or current.undone_at is not None:
            raise Moved
        waiting = [group for group in _waiting(current) if entrant in group]
        if not waiting:
            raise BlitzError("somebody else has to throw now")
        if hand is not None:
            rules.parse_dice(hand)
        begun[entrant] = hand
        current.begun = [[key, each] for key, each in sorted(begun.items())]
        hands = {key: begun[key] for key in map(number_of, waiting[0]) if key in begun}
        if len(hands) == len(waiting[0]):
            _add_attempt(current, hands, by, now)
        current.save(update_fields=["attempts", "begun"])
    return current


def _waiting(blitz: Decider) -> tuple[Group, ...]:
    """The groups that throw now."""
    return progress(_value(blitz)).must_play


def _value(blitz: Decider) -> Blitz:
    value = decider(blitz)
    assert isinstance(value, Blitz)
    return value


def _thrown_since(
    live: Sequence[Mapping[str, object]], entrant: int, attempt: int
) -> list[str | None]:
    """The hands of an entrant in the attempts after the first ``attempt`` ones."""
    found = []
    for one in live[attempt:]:
        hands = one["hands"]
        assert isinstance(hands, list)
        found += [hand for key, hand in hands if key == entrant]
    return found


def renew_blitz_link(*, blitz: Decider, seen: UUID | None, by: Account, now: datetime) -> Decider:
    """A link that opens this blitz without an account; the one before, ``seen`` on the page that
    was looked at, opens nothing any more. Where there is another one by now it stays."""
    with writing(blitz.stage.tournament_id, "blitz_link", by=by, now=now, blitz=blitz.pk):
        blitz.refresh_from_db(fields=("link",))
        if blitz.link != seen:
            raise Unchanged
        blitz.link = uuid4()
        blitz.save(update_fields=["link"])
    return blitz


def undo_attempt(*, blitz: Decider, attempt: int, by: Account, now: datetime) -> Decider:
    """Takes back the last attempt; ``attempt``: how many stand, as it was looked at; Moved.

    Hands begun stay where the same ones throw after it as before. AlreadyStarted as
    ``undo_decider``.
    """
    with writing(blitz.stage.tournament_id, "blitz_hand_undone", by=by, now=now, blitz=blitz.pk):
        _check_free(blitz)
        current = Decider.objects.select_for_update(of=("self",)).get(pk=blitz.pk)
        live = live_attempts(current)
        if len(live) != attempt or not live:
            raise Moved
        waiting = _waiting(current)
        live[-1]["undone"] = now.isoformat()
        still = frozenset[EntrantId]().union(*set(waiting).intersection(_waiting(current)))
        current.begun = [[key, hand] for key, hand in current.begun if key in still]
        current.save(update_fields=["attempts", "begun"])
        return current


def decide(
    *,
    stage: Stage,
    order: Sequence[Sequence[int]],
    reason: str,
    by: Account,
    now: datetime,
) -> Decider:
    """The organiser's word instead of a blitz: those level, in groups from the best.

    NoTie where they are not level where a place matters; ValueError without a reason.
    """
    cleaned = clean_name(reason)
    group = [entrant for level in order for entrant in level]
    if not cleaned or len(group) != len(set(group)):
        raise ValueError("a decision has a reason and names each once")
    why = cleaned[:200]
    with writing(stage.tournament_id, "decided", by=by, now=now, group=group, reason=why) as record:
        stands = whole(record)
        current = next(one for one in stands.stages if one.pk == stage.pk)
        if not any(set(tie.level) == set(group) for tie in ties_of(stands, current)):
            raise NoTie
        return Decider.objects.create(
            stage=stage,
            number=_next_number(stage),
            kind=Decider.Kind.DECISION,
            group=sorted(group),
            order=[sorted(level) for level in order],
            reason=why,
            made_by=by,
            made_at=now,
        )


def undo_decider(*, record: Decider, by: Account, now: datetime) -> None:
    """The tie is there again; the blitz or decision stays in the log.

    AlreadyStarted where it decided who went on: the stage has to be reopened first.
    """
    with writing(record.stage.tournament_id, "decider_undone", by=by, now=now, decider=record.pk):
        _check_free(record)
        record.refresh_from_db(fields=("undone_at",))
        if record.undone_at is not None:
            raise Unchanged
        record.undone_at, record.undone_by = now, by
        record.save(update_fields=["undone_at", "undone_by"])
