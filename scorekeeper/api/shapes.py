"""What the API answers with. Money and exact results are strings: no reader shall round them."""

from datetime import datetime
from typing import Literal

from ninja import Schema
from pydantic import Field


class Wrong(Schema):
    """One thing that was wrong with a request, and where it stood."""

    where: str
    message: str


class Problem(Schema):
    """Why a request got no answer."""

    detail: str
    errors: list[Wrong] = Field(default_factory=list)


class Named(Schema):
    """A name in both languages."""

    ru: str
    en: str


class Club(Schema):
    """A club; `role` is yours in it, null for those who are no member."""

    slug: str
    name: str
    zone: str = Field(description="IANA time zone by which the club's evenings are dated")
    shown: Literal["public", "unlisted", "members"]
    role: Literal["player", "host", "organiser", "owner"] | None
    page: str = Field(description="address of the club's page")


class Player(Schema):
    """A person of a club; one whose name is forgotten is called by a number."""

    id: int
    name: str
    club: str = Field(description="slug of the club")
    page: str = Field(description="address of the player's page")


class Place(Schema):
    """How somebody stands in a game, or how it ended for them."""

    seat: int = Field(description="order of play, from 1")
    player: int = Field(description="id of the player")
    name: str
    presence: Literal["playing", "left", "removed"]
    total: int = Field(description="points; 0 in a showdown, which has no sheet")
    place: int | None = Field(description="equal totals share a place; null where there is none")
    settlement: str = Field(
        description="what is won (+) or lost (-) exactly, a whole number or a fraction: 149/3"
    )
    pays: str = Field(description="the same as money, a decimal in the game's smallest unit")


class GameLine(Schema):
    """A game in a list."""

    key: str = Field(description="the unguessable name of the game in its addresses")
    club: str = Field(description="slug of the club")
    title: str
    rule_set: str
    rule_set_name: Named
    copied: bool = Field(description="whether it was copied from paper")
    started_at: datetime
    finished_at: datetime | None
    version: int = Field(description="rises with everything that is written")
    page: str = Field(description="address of the game's page")
    places: list[Place]


class Box(Schema):
    """One box of a sheet; `points` is null while it is open, `dice` where they are not known."""

    box: str
    points: int | None
    struck: bool
    dice: list[int] | None
    throws: int | None


class Sheet(Schema):
    """The sheet of one seat."""

    seat: int
    school: int = Field(description="sum of the school's boxes, without the bonus")
    bonus: int
    saved_throws: int
    boxes: list[Box]


class Hand(Schema):
    """A showdown hand."""

    seat: int
    dice: list[int]
    throws: int


class Deal(Schema):
    """One pot of a showdown: its hands in the order thrown, and who took it."""

    hands: list[Hand]
    winner: int | None = Field(description="seat; null while it is played")


class Game(GameLine):
    """A whole game; a showdown has deals and no sheets, every other game sheets and no deals."""

    house_rules: dict[str, str | int | bool | None]
    sheets: list[Sheet]
    deals: list[Deal]


class Clubs(Schema):
    """A page of clubs; `count` is how many there are on all pages."""

    count: int
    items: list[Club]


class Players(Schema):
    """A page of players, by name."""

    count: int
    items: list[Player]


class Games(Schema):
    """A page of games, newest first."""

    count: int
    items: list[GameLine]
