"""Clubs and their members: founding, inviting, appointing, leaving."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.actions.log import log
from scorekeeper.actions.people import AlreadyDone
from scorekeeper.addresses import address_for
from scorekeeper.exports.report import Picture
from scorekeeper.models import Account, Club, Invitation, Logo, Membership, Shown, public_key
from scorekeeper.names import clean_name

OWNER = Membership.Role.OWNER


class LastOwner(Exception):
    """A club must keep an owner: this one can neither leave nor step down."""


@transaction.atomic
def found_club(*, name: str, owner: Account, zone: str = "Europe/Moscow") -> Club:
    """A new club with its first owner; a repeat gives the club founded before.

    ValueError for a name in which nothing is visible.
    """
    Account.objects.select_for_update().get(pk=owner.pk)
    cleaned = clean_name(name)
    if not cleaned:
        raise ValueError("a club needs a name that can be seen")
    founded = owner.clubs.filter(name=cleaned, memberships__role=OWNER).first()
    if founded:
        return founded
    club = _create(cleaned, zone)
    Membership.objects.create(club=club, account=owner, role=OWNER)
    log("club_founded", club=club, by=owner, now=timezone.now())
    return club


def _create(name: str, zone: str) -> Club:
    while True:
        slug = address_for(name, set(Club.objects.values_list("slug", flat=True)))
        try:
            with transaction.atomic():
                return Club.objects.create(name=name, zone=zone, slug=slug)
        except IntegrityError:
            # Another club has taken this address in the same instant.
            if not Club.objects.filter(slug=slug).exists():
                raise


@transaction.atomic
def add_host(*, name: str, password: str, club_name: str) -> Account:
    """An account that keeps the games of a club; the club is founded where there is none yet.

    Sign-in names are kept in lower case, so that «Лена» and «лена» are one.
    """
    account = Account.objects.create_user(name.lower(), password=password)
    club = Club.objects.filter(name=clean_name(club_name)).first()
    if club is None:
        found_club(name=club_name, owner=account)
    else:
        Membership.objects.create(club=club, account=account)
        log("joined", club=club, by=account, now=timezone.now(), role=Membership.Role.HOST.value)
    return account


@transaction.atomic
def change_club(
    *, club: Club, name: str, zone: str, shown: Shown, by: Account, now: datetime
) -> Club:
    """Another name, time zone or publicity; the address stays."""
    before = club.shown
    club.name, club.zone, club.shown = clean_name(name), zone, shown
    club.save(update_fields=["name", "zone", "shown"])
    if before != shown:
        log("club_shown", club=club, by=by, now=now, before=before, after=shown.value)
    return club


@transaction.atomic
def set_logo(*, club: Club, logo: Picture | None, by: Account, now: datetime) -> None:
    """What the club prints above its sheets; None takes it away."""
    if logo is None:
        Logo.objects.filter(club=club).delete()
    else:
        columns = {"content": logo.content, "wide": logo.wide, "high": logo.high}
        columns["digest"] = logo.digest
        Logo.objects.update_or_create(club=club, defaults=columns)
    log("logo_set" if logo else "logo_removed", club=club, by=by, now=now)


@transaction.atomic
def invite(*, club: Club, role: str, ends_at: datetime, by: Account, now: datetime) -> Invitation:
    """A link that makes members of ``role`` until ``ends_at``."""
    made = Invitation.objects.create(club=club, role=role, ends_at=ends_at, created_by=by)
    log("invited", club=club, by=by, now=now, role=role)
    return made


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, by: Account, now: datetime) -> None:
    """The link opens nothing any more; whoever came by it stays."""
    if invitation.withdrawn_at is None:
        invitation.withdrawn_at = now
        invitation.save(update_fields=["withdrawn_at"])
        log("invitation_withdrawn", club=invitation.club, by=by, now=now, role=invitation.role)


@transaction.atomic
def join(*, invitation: Invitation, account: Account, now: datetime) -> Membership:
    """The account's place in the club. Who is a member already keeps the role they have."""
    membership, new = Membership.objects.get_or_create(
        club=invitation.club, account=account, defaults={"role": invitation.role}
    )
    if new:
        log("joined", club=invitation.club, by=account, now=now, role=membership.role)
    return membership


def _current(membership: Membership) -> Membership:
    """The membership as it stands, locked with the whole club: roles change one after the other.

    AlreadyDone where the member has gone, or has another role than was looked at: who may do this
    to them was judged by that role.
    """
    Club.objects.select_for_update(no_key=True).get(pk=membership.club_id)
    current = Membership.objects.filter(pk=membership.pk, role=membership.role)
    found = current.select_related("club", "account").first()
    if found is None:
        raise AlreadyDone
    return found


def _keeps_an_owner(without: Membership) -> None:
    owners = without.club.memberships.filter(role=OWNER)
    if without.role == OWNER and not owners.exclude(pk=without.pk).exists():
        raise LastOwner


@transaction.atomic
def change_role(*, membership: Membership, role: str, by: Account, now: datetime) -> None:
    """Another role; LastOwner where the club would be without an owner, AlreadyDone where the
    member has gone or has another role by now."""
    current = _current(membership)
    if role != OWNER:
        _keeps_an_owner(current)
    before, current.role = current.role, role
    current.save(update_fields=["role"])
    log(
        "role_changed",
        club=current.club,
        by=by,
        now=now,
        account=current.account_id,
        before=before,
        after=role,
    )


@transaction.atomic
def remove_member(*, membership: Membership, by: Account, now: datetime) -> None:
    """The account leaves the club, by itself or sent away; LastOwner and AlreadyDone as above.

    What it typed stays typed by it.
    """
    current = _current(membership)
    _keeps_an_owner(current)
    kind = "left" if current.account_id == by.pk else "removed"
    log(
        kind,
        club=current.club,
        by=by,
        now=now,
        account=current.account_id,
        role=current.role,
    )
    current.delete()


def renew_feeds(*, membership: Membership) -> None:
    """Another key for a member's feeds; the one there was opens nothing any more."""
    membership.feed_key = public_key()
    Membership.objects.filter(pk=membership.pk).update(feed_key=membership.feed_key)


@transaction.atomic
def hand_over(*, club: Club, to: Membership, by: Account, now: datetime) -> None:
    """Another member becomes owner, and the owner who says so an organiser.

    AlreadyDone where the one is no owner any more, or the other as ``change_role``.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    own = club.memberships.filter(account=by, role=OWNER).first()
    if own is None:
        raise AlreadyDone
    change_role(membership=to, role=OWNER, by=by, now=now)
    if own.pk != to.pk:
        change_role(membership=own, role=Membership.Role.ORGANISER, by=by, now=now)
