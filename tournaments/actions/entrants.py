"""Who plays: entering, coming late, dropping, being away, sitting in for somebody."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorekeeper.actions import add_player
from scorekeeper.models import Account
from scorekeeper.names import checked_name, clean_name
from tournaments.actions.writing import writing
from tournaments.models import Application, Entrant, Round, TableSeat, Tournament


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
    """Nobody can enter by the public page now."""


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

    AlreadyEntered, NeedsPartner; ValueError for a name in which nothing is visible. Somebody who
    was removed comes back.
    """
    with writing(tournament.pk, "entered", by=by, now=now) as record:
        return _enter(record, name, partner, group, now)


def enter_all(
    *,
    tournament: Tournament,
    people: Sequence[tuple[str, str, str]],
    by: Account,
    now: datetime,
) -> list[Entrant]:
    """Many at once, each (name, partner, group); those who are in it already are passed over."""
    with writing(tournament.pk, "entered_many", by=by, now=now, count=len(people)) as record:
        entered = []
        for name, partner, group in people:
            try:
                with transaction.atomic():
                    entered.append(_enter(record, name, partner, group, now))
            except AlreadyEntered:
                continue
        return entered


def _enter(record: Tournament, name: str, partner: str, group: str, now: datetime) -> Entrant:
    player = add_player(club=record.club, name=name)
    second = add_player(club=record.club, name=partner) if record.pairs and partner else None
    if record.pairs and second is None:
        raise NeedsPartner
    people = [player, *([second] if second else [])]
    if second == player:
        raise AlreadyEntered(player.name)
    for person in people:
        found = record.entrants.filter(player=person) | record.entrants.filter(partner=person)
        known = found.first()
        if known and not (known.removed and known.player == player):
            raise AlreadyEntered(person.name)
    entrant, _ = Entrant.objects.update_or_create(
        tournament=record,
        player=player,
        defaults={
            "partner": second,
            "group": clean_name(group),
            "first_round": next_round(record),
            "removed": False,
            "last_round": None,
        },
        create_defaults={
            "partner": second,
            "group": clean_name(group),
            "first_round": next_round(record),
            "entered_at": now,
        },
    )
    return entrant


def next_round(record: Tournament) -> int:
    """The number of the first round that is not published."""
    return 1 + record.rounds.filter(published_at__isnull=False).count()


def change_entrant(
    *,
    entrant: Entrant,
    group: str,
    fixed_table: int | None,
    paid: bool,
    by: Account,
    now: datetime,
) -> None:
    """Who is kept apart from whom, the table one cannot leave, whether the fee is paid."""
    with writing(entrant.tournament_id, "entrant_changed", by=by, now=now, entrant=entrant.pk):
        entrant.group, entrant.fixed_table, entrant.paid = clean_name(group), fixed_table, paid
        entrant.save(update_fields=["group", "fixed_table", "paid"])


def drop(*, entrant: Entrant, by: Account, now: datetime) -> None:
    """The results stay, and the entrant is not seated again, until they return."""
    with writing(entrant.tournament_id, "dropped", by=by, now=now, entrant=entrant.pk) as record:
        entrant.last_round = next_round(record) - 1
        entrant.save(update_fields=["last_round"])


def come_back(*, entrant: Entrant, by: Account, now: datetime) -> None:
    """A dropped entrant is seated again; what they missed counts as being away."""
    with writing(entrant.tournament_id, "returned", by=by, now=now, entrant=entrant.pk):
        entrant.last_round = None
        entrant.save(update_fields=["last_round"])


def remove(*, entrant: Entrant, by: Account, now: datetime) -> None:
    """As if they had never entered; HasPlayed for who sits at a table."""
    with writing(entrant.tournament_id, "removed", by=by, now=now, entrant=entrant.pk):
        if entrant.table_seats.filter(table__voided_at__isnull=True).exists():
            raise HasPlayed
        entrant.removed = True
        entrant.save(update_fields=["removed"])


def check_in(
    *,
    tournament: Tournament,
    round_number: int,
    away: Mapping[int, str],
    by: Account,
    now: datetime,
) -> None:
    """Who is away in a round that is not published, and why: number of the entrant → reason.

    Everybody else is here. ValueError for a round that is played already.
    """
    with writing(tournament.pk, "checked_in", by=by, now=now, round=round_number) as record:
        if round_number < next_round(record):
            raise ValueError("the round is published")
        changed = []
        for entrant in record.entrants.select_for_update():
            reasons = dict(entrant.away)
            reasons.pop(str(round_number), None)
            if entrant.pk in away:
                reasons[str(round_number)] = clean_name(away[entrant.pk])[:200]
            if reasons != entrant.away:
                entrant.away = reasons
                changed.append(entrant)
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
        if chair.player_id == player.pk:
            return
        sitting = TableSeat.objects.filter(table__round=one, table__voided_at__isnull=True)
        twice = sitting.filter(sheet_seat__player=player) | sitting.filter(
            partner_seat__player=player
        )
        if twice.exists():
            raise AlreadySeated(player.name)
        chair.player = player
        chair.save(update_fields=["player"])


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

    RegistrationClosed, NeedsPartner; AlreadyEntered where the page admits at once. The same ``key``
    asks once.
    """
    known = Application.objects.filter(key=key, tournament=tournament).first()
    if known:
        return known
    with writing(tournament.pk, "applied", by=account, now=now) as record:
        if record.registration == Tournament.Registration.CLOSED:
            raise RegistrationClosed
        if record.pairs and not clean_name(partner):
            raise NeedsPartner
        made = Application.objects.create(
            tournament=record,
            name=checked_name(name),
            partner=checked_name(partner) if record.pairs else "",
            group=clean_name(group),
            account=account,
            key=key,
            made_at=now,
        )
        if record.registration == Tournament.Registration.OPEN:
            _admit(record, made, now)
        return made


def admit(*, application: Application, by: Account, now: datetime) -> None:
    """Who has asked is entered; who is in it already, or was answered, changes nothing."""
    with writing(application.tournament_id, "admitted", by=by, now=now) as record:
        current = Application.objects.select_for_update().get(pk=application.pk)
        if current.decided_at is not None:
            return
        try:
            with transaction.atomic():
                _admit(record, current, now)
        except AlreadyEntered:
            current.decided_at = now
            current.save(update_fields=["decided_at"])


def _admit(record: Tournament, application: Application, now: datetime) -> None:
    application.entrant = _enter(
        record, application.name, application.partner, application.group, now
    )
    application.decided_at = now
    application.save(update_fields=["entrant", "decided_at"])


def refuse(*, application: Application, by: Account, now: datetime) -> None:
    """Who has asked is not entered."""
    with writing(application.tournament_id, "refused", by=by, now=now):
        Application.objects.filter(pk=application.pk, decided_at=None).update(decided_at=now)
