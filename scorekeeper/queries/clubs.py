"""What a club has: members, players, house rules, a logo, and what is printed for it."""

from collections.abc import Iterable

from django.db.models import QuerySet

from scorekeeper.models import (
    Account,
    Club,
    HouseRules,
    Logo,
    Membership,
    Player,
    PrintJob,
)
from scorekeeper.names import alphabetical, name_key, search_key
from scorekeeper.queries.shown import clubs_of
from scorekeeper.rights import Right


def installation_owner() -> Account | None:
    """Who answers for the installation: the longest-standing owner of the first club."""
    first = Club.objects.order_by("pk").first()
    if first is None:
        return None
    owner = first.memberships.filter(role=Membership.Role.OWNER).order_by("pk").first()
    return owner.account if owner else None


def memberships_of(club: Club) -> list[Membership]:
    """The members of a club: owners first, then by name."""
    ranks = list(Membership.Role.values)
    found = club.memberships.select_related("account", "club")
    return sorted(found, key=lambda one: (ranks.index(one.role), alphabetical(str(one.account))))


def players_of(club: Club, wanted: str = "") -> list[Player]:
    """The people of a club in the order of the Russian alphabet; ``wanted``: part of a name, in
    any case, ё as е."""
    found = club.players.filter(merged_into__isnull=True).select_related("account")
    key = search_key(wanted)
    if key:
        found = found.filter(search_key__contains=key)
    return sorted(found, key=lambda player: alphabetical(player.name))


def look_alikes(club: Club, names: Iterable[str]) -> dict[str, list[Player]]:
    """For each of ``names`` that is nobody's yet, the people whose names only look like it: е for
    ё, or a letter of another script. Names like nobody's are left out."""
    wanted = {name: search_key(name) for name in names if name}
    found = club.players.filter(search_key__in=wanted.values()).select_related("merged_into")
    known: set[str] = set()
    alike: dict[str, dict[int, Player]] = {}
    for player in found.order_by("pk"):
        known.add(player.name_key)
        person = player.merged_into or player
        alike.setdefault(player.search_key, {})[person.pk] = person
    return {
        name: list(alike[key].values())
        for name, key in wanted.items()
        if key in alike and name_key(name) not in known
    }


def logo_of(club: Club) -> Logo | None:
    """The logo of a club, if it has one; its content is read with it."""
    return Logo.objects.filter(club=club).first()


def house_rules_of(club: Club, rule_set: str) -> list[HouseRules]:
    """What a club has saved for a rule set, by name."""
    saved = club.house_rules.filter(rule_set=rule_set)
    return sorted(saved, key=lambda house_rules: alphabetical(house_rules.name))


def print_jobs_of(account: Account) -> QuerySet[PrintJob]:
    """The print jobs of the clubs in which an account may order them; without their files."""
    return PrintJob.objects.filter(club__in=clubs_of(account, Right.KEEP)).defer("content")
