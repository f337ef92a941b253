"""Clubs: members, invitations, leaving, handing over, addresses, the club one works in."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper import actions
from scorekeeper.models import Account, Club, Invitation, LogEntry, Membership, Shown, Turn
from scorekeeper.queries import who_in
from scorekeeper.rights import RIGHT_WORDS, RIGHTS, WHO_WORDS, Right, Who, may_appoint
from tests import factories
from tests.conftest import signed_in

from .pages import form, forms, html, text

pytestmark = pytest.mark.thorough

OWNER = Membership.Role.OWNER


def member(club: Club, name: str, role: Who) -> Account:
    account = factories.account(name)
    Membership.objects.create(club=club, account=account, role=role.value)
    return account


def invited(club: Club, host: Account, role: Who = Who.HOST, days: int = 7) -> Invitation:
    now = timezone.now()
    ends_at = now + timedelta(days=days)
    return actions.invite(club=club, role=role.value, ends_at=ends_at, by=host, now=now)


# The table of rights


def test_every_right_and_everybody_has_words_and_an_owner() -> None:
    assert set(RIGHTS) == set(RIGHT_WORDS) == set(Right)
    assert set(WHO_WORDS) == set(Who)
    assert all(Who.OWNER in able for able in RIGHTS.values())


def test_the_help_shows_the_table(anonymous: Client) -> None:
    page = text(anonymous.get(reverse("rights")))
    for words in (*RIGHT_WORDS.values(), *WHO_WORDS.values()):
        assert str(words) in page


def test_nobody_appoints_above_themselves() -> None:
    assert all(may_appoint(Who.OWNER, role) for role in (Who.OWNER, Who.HOST, Who.PLAYER))
    assert may_appoint(Who.ORGANISER, Who.HOST)
    assert not may_appoint(Who.ORGANISER, Who.ORGANISER)
    assert not may_appoint(Who.HOST, Who.PLAYER)


# Invitations


def test_an_invitation_makes_a_member(
    host_client: Client, club: Club, stranger: Account, stranger_client: Client
) -> None:
    where = reverse("members", args=[club.slug])
    sent = form(host_client.get(where), reverse("invitation_new", args=[club.slug]))
    host_client.post(sent.action, sent.sent(role="player"))
    link = reverse("join", args=[Invitation.objects.get().key])
    assert link in html(host_client.get(where))
    assert "player" in text(stranger_client.get(link))
    assert who_in(club, stranger) is Who.STRANGER
    stranger_client.post(link)
    assert who_in(club, stranger) is Who.PLAYER
    assert stranger_client.get(reverse("games")).status_code == 200


@pytest.mark.parametrize("ended", ["over", "withdrawn"])
def test_one_that_has_ended_is_not_there(
    host: Account, club: Club, stranger: Account, stranger_client: Client, ended: str
) -> None:
    one = invited(club, host, days=-1 if ended == "over" else 1)
    if ended == "withdrawn":
        actions.withdraw_invitation(invitation=one, by=host, now=timezone.now())
    for answer in (stranger_client.get, stranger_client.post):
        gone = answer(reverse("join", args=[one.key]))
        assert gone.status_code == 404
        assert "an invitation when its time is up" in text(gone)
    assert who_in(club, stranger) is Who.STRANGER


def test_it_lowers_nobody(host: Account, club: Club, host_client: Client) -> None:
    host_client.post(reverse("join", args=[invited(club, host, Who.PLAYER).key]))
    assert who_in(club, host) is Who.OWNER


def test_an_organiser_invites_no_owner(club: Club) -> None:
    client = signed_in(member(club, "organiser", Who.ORGANISER))
    answer = client.post(
        reverse("invitation_new", args=[club.slug]), {"role": "owner", "days": "7"}
    )
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_signing_in_leads_back_to_the_invitation(
    anonymous: Client, host: Account, club: Club
) -> None:
    link = reverse("join", args=[invited(club, host).key])
    assert anonymous.get(link).headers["Location"] == f"/sign-in/?next={link}"


# Leaving and handing over


def test_the_last_owner_cannot_leave_step_down_or_be_removed(
    host: Account, club: Club, host_client: Client
) -> None:
    own = club.memberships.get()
    member(club, "player", Who.PLAYER)
    for name, data in (
        ("club_leave", {}),
        ("member_role", {"role": "host"}),
        ("member_remove", {}),
    ):
        arguments = [club.slug] if name == "club_leave" else [club.slug, own.pk]
        answer = host_client.post(reverse(name, args=arguments), data, follow=True)
        assert "needs an owner" in text(answer), name
        assert who_in(club, host) is Who.OWNER


def test_handing_over_then_leaving(host: Account, club: Club, host_client: Client) -> None:
    heir = member(club, "heir", Who.PLAYER)
    to = club.memberships.get(account=heir)
    host_client.post(reverse("club_transfer", args=[club.slug]), {"member": to.pk})
    assert who_in(club, heir) is Who.OWNER
    assert who_in(club, host) is Who.ORGANISER
    host_client.post(reverse("club_leave", args=[club.slug]))
    assert who_in(club, host) is Who.STRANGER
    assert host_client.get(reverse("members", args=[club.slug])).status_code == 404


def test_whoever_became_the_owner_meanwhile_is_not_sent_away(club: Club, host: Account) -> None:
    """Judged by the role that was looked at, a club was left without an owner."""
    heir = member(club, "heir", Who.HOST)
    looked_at = club.memberships.get(account=heir)
    changed: dict[str, Any] = {"by": host, "now": factories.NOW}
    actions.hand_over(club=club, to=club.memberships.get(account=heir), **changed)
    for change in (
        partial(actions.remove_member, membership=looked_at),
        partial(actions.change_role, membership=looked_at, role="player"),
        partial(actions.hand_over, club=club, to=club.memberships.get(account=heir)),
    ):
        with pytest.raises(actions.AlreadyDone):
            change(**changed)
    assert who_in(club, heir) is Who.OWNER
    assert who_in(club, host) is Who.ORGANISER


def test_whoever_left_meanwhile_cannot_be_changed(
    club: Club, host: Account, monkeypatch: pytest.MonkeyPatch, host_client: Client
) -> None:
    gone = club.memberships.get(account=member(club, "gone", Who.HOST))
    changed: dict[str, Any] = {"by": host, "now": factories.NOW}
    actions.remove_member(membership=gone, **changed)
    looked_up = Membership(pk=gone.pk, club=club, account=gone.account, role="host")
    for change in (
        partial(actions.remove_member, membership=looked_up),
        partial(actions.change_role, membership=looked_up, role="player"),
        partial(actions.hand_over, club=club, to=looked_up),
    ):
        with pytest.raises(actions.AlreadyDone):
            change(**changed)
    actions.renew_feeds(membership=looked_up)
    assert who_in(club, host) is Who.OWNER
    monkeypatch.setattr(actions, "remove_member", _already_done)
    answer = host_client.post(reverse("club_leave", args=[club.slug]), follow=True)
    assert "done meanwhile" in text(answer)


def _already_done(**given: object) -> None:
    raise actions.AlreadyDone


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 20, "٣", "-1", ""])
def test_a_number_that_is_nobody_is_not_there(club: Club, host_client: Client, number: str) -> None:
    player = actions.add_player(club=club, name="Оля")
    for address, data in (
        (reverse("club_transfer", args=[club.slug]), {"member": number}),
        (reverse("player_merge", args=[player.pk]), {"gone": number}),
    ):
        assert host_client.post(address, data).status_code == 404


def test_who_has_left_leaves_what_they_typed(club: Club, host: Account) -> None:
    helper = member(club, "helper", Who.HOST)
    game = factories.game(club)
    turn = factories.entry(0, 0, "fives", "55552")
    actions.record_turn(game_id=game.pk, account=helper, entry=turn, now=factories.NOW)
    own = club.memberships.get(account=helper)
    actions.remove_member(membership=own, by=host, now=timezone.now())
    assert Turn.objects.get().typed_by == helper
    assert who_in(club, helper) is Who.STRANGER


# Several clubs


def test_one_chooses_the_club_one_works_in(host: Account, club: Club, host_client: Client) -> None:
    second = factories.club("Вторая", host)
    factories.game(club, title="Первый стол")
    factories.game(second, title="Второй стол")
    for chosen, other in ((second, club), (club, second)):
        host_client.post(reverse("club_choose", args=[chosen.slug]))
        page = html(host_client.get(reverse("games")))
        assert chosen.games.get().title in page
        assert other.games.get().title not in page


# Addresses


def test_addresses_are_unique_stable_and_shadow_nothing(host: Account) -> None:
    names = ["Клуб Шестёрка", "Клуб шестёрка!", "🎲", "---", "new", "admin", "17"]
    clubs = [factories.club(name, host) for name in names]
    assert len({club.slug for club in clubs}) == len(names)
    client = signed_in(host)
    for club in clubs:
        assert client.get(reverse("club", args=[club.slug])).status_code == 200
    one = clubs[0]
    before = one.slug
    actions.change_club(
        club=one,
        name="Другое имя",
        zone=one.zone,
        shown=Shown.PUBLIC,
        by=host,
        now=timezone.now(),
    )
    assert Club.objects.get(pk=one.pk).slug == before
    assert factories.club("Другое имя", factories.account("other")).slug != before


# The log


def test_the_log_says_who_did_what(host_client: Client, host: Account, club: Club) -> None:
    game = factories.game(club)
    other = member(club, "other", Who.PLAYER)
    membership = club.memberships.get(account=other)
    now = timezone.now()
    actions.change_role(membership=membership, role="host", by=host, now=now)
    host_client.get(reverse("game_xlsx", args=[game.pk]))
    page = text(host_client.get(reverse("club_log", args=[club.slug])))
    assert "changed a role: other, player → host" in page
    assert f"took games or people along in a file: № {game.pk}, xlsx" in page
    assert LogEntry.objects.filter(club=club, done_by=host).count() >= 3


def test_the_members_page_of_a_player_offers_nothing_to_change(club: Club) -> None:
    client = signed_in(member(club, "player", Who.PLAYER))
    page = client.get(reverse("members", args=[club.slug]))
    actions_there = {one.action for one in forms(page)} - {"/language/", "/sign-out/"}
    assert not actions_there
