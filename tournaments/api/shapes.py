"""Tournaments and seasons as the API says them. Points are strings, exact: 7, -5/2."""

from datetime import date, datetime
from typing import Literal

from ninja import Schema
from pydantic import Field


class Stage(Schema):
    """A stage of a tournament: how it is seated, what a table gives, who goes on."""

    number: int
    title: str
    method: Literal["balanced", "lottery", "standings", "snake"]
    points: Literal["settlement", "total", "places"]
    tie_breaks: list[str]
    rounds_planned: int
    rounds_published: int
    cut: Literal["none", "overall", "of_table", "final_table"]
    cut_count: int | None


class Tournament(Schema):
    """A tournament."""

    key: str = Field(description="the unguessable name of the tournament in its addresses")
    club: str = Field(description="slug of the club")
    name: str
    starts_at: datetime
    zone: str
    place: str
    rule_set: str
    state: Literal["planned", "running", "finished", "cancelled"]
    entrants: int
    page: str = Field(description="address of the tournament's page")


class WholeTournament(Tournament):
    """A tournament with its stages and the house rules it is played by."""

    house_rules: dict[str, str | int | bool | None]
    stages: list[Stage]


class StandingLine(Schema):
    """One entrant of a stage; equal entrants share a place."""

    place: int
    entrant: int
    name: str
    players: list[int] = Field(description="ids of the player, or of both of a pair")
    points: str
    games: int
    byes: int
    parted_by: str | None = Field(description="the tie-break that fixed the place, if any did")
    dropped: bool = Field(description="plays no more; the results stay")
    provisional: bool = Field(description="a table of this entrant is open or unconfirmed")


class Standings(Schema):
    """The standings of a stage as everybody may see them."""

    stage: int
    provisional: bool
    withheld: bool = Field(description="results of later rounds wait for their release")
    lines: list[StandingLine]


class Season(Schema):
    """A season; both days count, in the zone of the club."""

    key: str = Field(description="the unguessable name of the season in its addresses")
    club: str = Field(description="slug of the club")
    name: str
    first_day: date
    last_day: date
    archived: bool
    page: str = Field(description="address of the season's page")


class Evening(Schema):
    """What a player has of one evening."""

    day: date
    points: str


class SeasonLine(Schema):
    """One player of a season; `place` is null below the minimum of games."""

    place: int | None
    player: int
    name: str
    points: str
    games: int
    counted: list[Evening]
    dropped: list[Evening]
    parted_by: str | None


class Team(Schema):
    """A team of a season, with the points of its players together."""

    name: str
    points: str
    players: int


class WholeSeason(Season):
    """A season with its table, counted now; void evenings count for nobody."""

    lines: list[SeasonLine]
    teams: list[Team]
    planned: list[date] = Field(description="evenings that are still to come")
    void: list[date]


class Tournaments(Schema):
    """A page of tournaments, the latest first."""

    count: int
    items: list[Tournament]


class Seasons(Schema):
    """A page of seasons, the latest first."""

    count: int
    items: list[Season]
