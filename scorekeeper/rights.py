"""Who may do what in a club: the one table that pages, exports and the help ask."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Who(StrEnum):
    """What somebody is to a club, from nobody to its owner."""

    ANONYMOUS = "anonymous"
    STRANGER = "stranger"
    TABLE_LINK = "table_link"
    PLAYER = "player"
    HOST = "host"
    ORGANISER = "organiser"
    OWNER = "owner"


WHO_WORDS: dict[Who, Promise] = {
    Who.ANONYMOUS: _("anybody"),
    Who.STRANGER: _("account elsewhere"),
    Who.TABLE_LINK: _("table link"),
    Who.PLAYER: _("player"),
    Who.HOST: _("host"),
    Who.ORGANISER: _("organiser"),
    Who.OWNER: _("owner"),
}
"""The columns of the table, as the help names them."""

MEMBERS = frozenset({Who.PLAYER, Who.HOST, Who.ORGANISER, Who.OWNER})


class Right(StrEnum):
    """Something that one may do in a club."""

    WATCH = "watch"
    SEE = "see"
    CLAIM = "claim"
    LEAVE = "leave"
    WRITE = "write"
    KEEP = "keep"
    LINK = "link"
    PEOPLE = "people"
    MERGE = "merge"
    MONEY = "money"
    INVITE = "invite"
    LOG = "log"
    ORGANISE = "organise"
    RULE = "rule"


RIGHT_WORDS: dict[Right, Promise] = {
    Right.WATCH: _("look at what is shown to everybody"),
    Right.SEE: _("look at all games, people and exports of the club"),
    Right.CLAIM: _("say that a player is oneself"),
    Right.LEAVE: _("leave the club"),
    Right.WRITE: _("write turns into a game, take them back, finish it"),
    Right.KEEP: _("start, reopen and correct games, read their history, choose who sees them"),
    Right.LINK: _("open a table to a helper by a link, and close it"),
    Right.PEOPLE: _("add players"),
    Right.MERGE: _("rename and merge players, make one forgotten, confirm whose history is whose"),
    Right.MONEY: _("write down who has paid whom"),
    Right.INVITE: _("invite hosts and players, remove them"),
    Right.LOG: _("read the log of the club"),
    Right.ORGANISE: _("set up tournaments, draw and publish rounds, judge results"),
    Right.RULE: _("name the club, choose who sees it, appoint organisers and owners"),
}
"""The rows of the table, as the help names them."""

RIGHTS: dict[Right, frozenset[Who]] = {
    Right.WATCH: frozenset(Who),
    Right.SEE: MEMBERS,
    Right.CLAIM: MEMBERS,
    Right.LEAVE: MEMBERS,
    Right.WRITE: frozenset({Who.TABLE_LINK, Who.HOST, Who.ORGANISER, Who.OWNER}),
    Right.KEEP: frozenset({Who.HOST, Who.ORGANISER, Who.OWNER}),
    Right.LINK: frozenset({Who.HOST, Who.ORGANISER, Who.OWNER}),
    Right.PEOPLE: frozenset({Who.HOST, Who.ORGANISER, Who.OWNER}),
    Right.MERGE: frozenset({Who.ORGANISER, Who.OWNER}),
    Right.MONEY: frozenset({Who.ORGANISER, Who.OWNER}),
    Right.INVITE: frozenset({Who.ORGANISER, Who.OWNER}),
    Right.LOG: frozenset({Who.ORGANISER, Who.OWNER}),
    Right.ORGANISE: frozenset({Who.ORGANISER, Who.OWNER}),
    Right.RULE: frozenset({Who.OWNER}),
}
"""The table. A table link holds for its one game, and until that is finished."""

_RANK = tuple(Who)


def may(who: Who, right: Right) -> bool:
    """Whether ``who`` has ``right``."""
    return who in RIGHTS[right]


def roles_with(right: Right) -> frozenset[str]:
    """The roles of members that have ``right``, as they are stored."""
    return frozenset(who.value for who in RIGHTS[right] & MEMBERS)


def may_appoint(who: Who, role: Who) -> bool:
    """Whether ``who`` may give ``role`` or take it away: the owner any, organisers those below."""
    if who is Who.OWNER:
        return role in MEMBERS
    return may(who, Right.INVITE) and role in MEMBERS and _RANK.index(role) < _RANK.index(who)
