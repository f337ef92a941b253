"""Who plays: entering, coming late, dropping, being away, sitting in for somebody."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from scorekeeper.actions import add_player, sit_in
from scorekeeper.models import Account, Player
from scorekeeper.names import MOST_LETTERS, checked_name, clean_name
from tournaments.actions.writing import Unchanged, set_columns, writing
from tournaments.engine.lots import drawn_lot
from tournaments.models import Application, Entrant, Round, TableSeat, Tournament
from tournaments.queries import takes_entrants


class AlreadyEntered(Exception):
    """This player is in the tournament, alone or in a pair."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class AlreadySeated(Exception):
    """Nobody sits twice in a round."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class HasPlayed(Exception):
    """An entrant whose results stand drops; only who never played is removed."""


class RegistrationClosed(Exception):
    """Nobody can enter now: by the public page, or at all, when no round is left to be drawn."""


MOST_WAITING, MOST_ENTERED = 300, 1000
"""Applications that wait, and entrants, with which the public page closes: a machine is at it."""


class NeedsPartner(Exception):
    """In a tournament of pairs one enters with a partner."""


def enter(
    *,
    tournament: Tournament,
    name: str,
    by: Account | None,
    now: datetime,
    partner: str = "",
    group: str = "",
) -> Entrant:
    """A player of the club, known or new, or a pair; late if rounds are published already.

    AlreadyEntered, NeedsPartner; RegistrationClosed when the cut is made or every round of the
    stage is published: who never plays would stand above those who lost. ValueError for a name in
    which nothing is visible. Somebody who was removed comes back.
    """
    noted: dict[str, object] = {}
    with writing(tournament.pk, "entered", by=by, now=now, noted=noted) as record:
        entered = _enter(record, name, partner, group, now)
        noted["entrant"] = entered.pk
        return entered


def enter_all(
    *,
    tournament: Tournament,
    people: Sequence[tuple[str, str, str]],
    by: Account,
    now: datetime,
) -> list[Entrant]:
    """Many at once, each (name, partner, group); those who are in it already are passed over."""
    noted: dict[str, object] = {}
    entered: list[Entrant] = []
    with writing(tournament.pk, "entered_many", by=by, now=now, noted=noted) as record:
        for name, partner, group in people:
            try:
                with transaction.atomic():
                    entered.append(_enter(record, name, partner, group, now))
            except AlreadyEntered:
                continue
        if not entered:
            raise Unchanged
        noted["entrants"] = [entrant.pk for entrant in entered]
    return entered


def _enter(record: Tournament, name: str, partner: str, group: str, now: datetime) -> Entrant:
    if not takes_entrants(record):
        raise RegistrationClosed
    player = add_player(club=record.club, name=name)
    second = add_player(club=record.club, name=partner) if record.pairs and partner else None
    if record.pairs and second is None:
        raise NeedsPartner
    if second == player:
        raise AlreadyEntered(player.name)
    for person in [player, *([second] if second else [])]:
        if record.entrants.filter(_is(person, "player") | _is(person, "partner"), removed=False):
            raise AlreadyEntered(person.name)
    columns = {
        "player": player,
        "partner": second,
        "group": clean_name(group)[:MOST_LETTERS],
        "first_round": next_round(record),
        "last_round": None,
        "removed": False,
    }
    removed = record.entrants.filter(_is(player, "player")).order_by("pk").first()
    if removed is None:
        entrant = Entrant(tournament=record, entered_at=now, **columns)
        entrant.lot = free_lot(record, entrant.sort_key)
        entrant.save()
        return entrant
    for column, value in columns.items():
        setattr(removed, column, value)
    removed.save(update_fields=list(columns))
    return removed


def _is(person: Player, column: str) -> Q:
    """Whether a column names this person, under any name that was merged into theirs."""
    return Q(**{column: person}) | Q(**{f"{column}__merged_into": person})


def free_lot(record: Tournament, key: str) -> int:
    """The lot of a name that enters (normalised, of a pair both); another one where somebody who
    has changed their name since drew it."""
    drawn = drawn_lot(record.seed, key)
    while record.entrants.filter(lot=drawn).exists():
        key += "\n"
        drawn = drawn_lot(record.seed, key)
    return drawn


def next_round(record: Tournament) -> int:
    """The number of the first round that is not published."""
    return 1 + record.rounds.filter(published_at__isnull=False).count()


CHANGED_OF_ENTRANT = ("group", "fixed_table", "paid")
"""The columns of an entrant that may be changed at any time."""


def change_entrant(*, entrant: Entrant, by: Account, now: datetime, **columns: object) -> None:
    """Any of ``CHANGED_OF_ENTRANT``: who is kept apart from whom, the table one cannot leave,
    whether the fee is paid. What is not named stays as somebody else may have set it meanwhile."""
    unknown = set(columns) - set(CHANGED_OF_ENTRANT)
    if unknown:
        raise ValueError(f"not to be changed: {sorted(unknown)}")
    if "group" in columns:
        columns["group"] = clean_name(str(columns["group"]))[:MOST_LETTERS]
    with writing(entrant.tournament_id, "entrant_changed", by=by, now=now, entrant=entrant.pk):
        entrant.refresh_from_db(fields=CHANGED_OF_ENTRANT)
        if not set_columns(entrant, columns):
            raise Unchanged
        entrant.save(update_fields=list(columns))


def drop(*, entrant: Entrant, by: Account, now: datetime) -> None:
    """The results stay, and the entrant is not seated again, until they return."""
    with writing(entrant.tournament_id, "dropped", by=by, now=now, entrant=entrant.pk) as record:
        entrant.refresh_from_db(fields=("last_round",))
        last = next_round(record) - 1
        if entrant.last_round is not None and entrant.last_round <= last:
            raise Unchanged
        entrant.last_round = last
        entrant.save(update_fields=["last_round"])


def come_back(*, entrant: Entrant, by: Account, now: datetime) -> None:
    """A dropped entrant is here and seated again; what they missed counts as being away."""
    with writing(entrant.tournament_id, "returned", by=by, now=now, entrant=entrant.pk) as record:
        entrant.refresh_from_db(fields=("last_round", "away"))
        if entrant.last_round is None:
            raise Unchanged
        entrant.last_round = None
        entrant.away.pop(str(next_round(record)), None)
        entrant.save(update_fields=["last_round", "away"])


def remove(*, entrant: Entrant, by: Account, now: datetime) -> None:
    """As if they had never entered; HasPlayed for who sat at a table, which may count again."""
    with writing(entrant.tournament_id, "removed", by=by, now=now, entrant=entrant.pk):
        entrant.refresh_from_db(fields=("removed",))
        if entrant.removed:
            raise Unchanged
        if entrant.table_seats.exists():
            raise HasPlayed
        entrant.removed = True
        entrant.save(update_fields=["removed"])


def put_back(*, entrant: Entrant, by: Account, now: datetime) -> None:
    """A removed entrant is in the tournament again, as before; AlreadyEntered as ``enter``."""
    with writing(entrant.tournament_id, "put_back", by=by, now=now, entrant=entrant.pk) as record:
        entrant.refresh_from_db(fields=("removed",))
        if not entrant.removed:
            raise Unchanged
        for person in filter(None, (entrant.player, entrant.partner)):
            if record.entrants.filter(
                _is(person, "player") | _is(person, "partner"), removed=False
            ):
                raise AlreadyEntered(person.name)
        entrant.removed = False
        entrant.save(update_fields=["removed"])


def check_in(
    *,
    tournament: Tournament,
    round_number: int,
    away: Mapping[int, str],
    by: Account,
    now: datetime,
    only: Collection[int] | None = None,
) -> None:
    """Who is away in a round that is not published, and why: number of the entrant → reason.

    Everybody else is here; with ``only``, of these, and nothing is said of the others: two may
    stand at the door. ValueError for a round that is played already.
    """
    here = [] if only is None else sorted(set(only) - set(away))
    with writing(
        tournament.pk,
        "checked_in",
        by=by,
        now=now,
        round=round_number,
        here=here,
        away=sorted(away),
    ) as record:
        if round_number < next_round(record):
            raise ValueError("the round is published")
        changed = []
        asked = record.entrants.all() if only is None else record.entrants.filter(pk__in=only)
        for entrant in asked.select_for_update():
            reasons = dict(entrant.away)
            reasons.pop(str(round_number), None)
            if entrant.pk in away:
                reasons[str(round_number)] = clean_name(away[entrant.pk])[:200]
            if reasons != entrant.away:
                entrant.away = reasons
                changed.append(entrant)
        last = record.log.filter(kind="checked_in", words__round=round_number).last()
        said = (last.words["here"], last.words["away"]) if last else None
        if not changed and said == (here, sorted(away)):
            raise Unchanged
        Entrant.objects.bulk_update(changed, ["away"], batch_size=200)


def substitute(
    *, seat: TableSeat, name: str, by: Account, now: datetime, partner: bool = False
) -> None:
    """Somebody plays one round for an entrant: who sat is kept, the entrant gets the points.

    ``partner``: for the second of a pair. AlreadySeated for whoever sits in this round anyway.
    """
    one: Round = seat.table.round
    with writing(one.tournament_id, "substituted", by=by, now=now, seat=seat.pk) as record:
        player = add_player(club=record.club, name=name)
        chair = seat.partner_seat if partner and seat.partner_seat else seat.sheet_seat
        chair.refresh_from_db(fields=("player",))
        if chair.player_id == player.pk:
            raise Unchanged
        counting = Q(table__voided_at__isnull=True) | Q(table=seat.table_id)
        sitting = TableSeat.objects.filter(counting, table__round=one)
        twice = sitting.filter(sheet_seat__player=player) | sitting.filter(
            partner_seat__player=player
        )
        if twice.exists():
            raise AlreadySeated(player.name)
        sit_in(seat=chair, player=player)


def apply(
    *,
    tournament: Tournament,
    name: str,
    key: UUID,
    account: Account | None,
    now: datetime,
    partner: str = "",
    group: str = "",
) -> Application:
    """Somebody asks to enter by the public page; where it is open, they are in at once.

    RegistrationClosed, also where far too many wait or are in it; NeedsPartner; AlreadyEntered
    where the page admits at once. The same ``key`` asks once.
    """
    known = Application.objects.filter(key=key, tournament=tournament).first()
    if known:
        return known
    noted: dict[str, object] = {}
    try:
        with writing(tournament.pk, "applied", by=account, now=now, noted=noted) as record:
            waiting = record.applications.filter(decided_at=None).count()
            full = waiting >= MOST_WAITING or record.entrants.count() >= MOST_ENTERED
            if record.registration == Tournament.Registration.CLOSED or full:
                raise RegistrationClosed
            if record.pairs and not clean_name(partner):
                raise NeedsPartner
            made = Application.objects.create(
                tournament=record,
                name=checked_name(name),
                partner=checked_name(partner) if record.pairs else "",
                group=clean_name(group)[:MOST_LETTERS],
                account=account,
                key=key,
                made_at=now,
            )
            noted["application"] = made.pk
            if record.registration == Tournament.Registration.OPEN:
                _admit(record, made, now)
            return made
    except IntegrityError:
        # The form was sent twice in the same instant: the first of the two has asked.
        return tournament.applications.get(key=key)


def admit(*, application: Application, by: Account, now: datetime) -> None:
    """Who has asked is entered, even after a refusal; who is in it already changes nothing.

    RegistrationClosed as ``enter``.
    """
    with writing(
        application.tournament_id, "admitted", by=by, now=now, application=application.pk
    ) as record:
        current = Application.objects.select_for_update().get(pk=application.pk)
        if current.entrant_id is not None:
            raise Unchanged
        try:
            with transaction.atomic():
                _admit(record, current, now)
        except AlreadyEntered:
            current.decided_at = now
            current.save(update_fields=["decided_at"])


def _admit(record: Tournament, application: Application, now: datetime) -> None:
    """From now on the name is the entrant's: a name that is forgotten must not stay here."""
    application.entrant = _enter(
        record, application.name, application.partner, application.group, now
    )
    application.name = application.partner = ""
    application.decided_at = now
    application.save(update_fields=["name", "partner", "entrant", "decided_at"])


def refuse(*, application: Application, by: Account, now: datetime) -> None:
    """Who has asked is not entered."""
    with writing(application.tournament_id, "refused", by=by, now=now, application=application.pk):
        waiting = Application.objects.filter(pk=application.pk, decided_at=None)
        if not waiting.update(decided_at=now):
            raise Unchanged
