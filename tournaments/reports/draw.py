"""What the page of a draw says: who sits where, what was reached, which wishes are broken."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.names import alphabetical
from tournaments.engine import seating
from tournaments.engine.wording import number
from tournaments.models import Draw, Round, Stage
from tournaments.presence import (
    away_in,
    in_stage,
    number_of,
    request_for,
    seating_round,
    still_playing,
)
from tournaments.queries import Whole
from tournaments.reports.wording import not_seated


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table of a draw: who sits there in order of seats, each a number and a name."""

    number: int
    seats: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class DrawPage:
    """One draw of a round.

    ``byes``: who rests · ``reached``: sentences on the whole schedule · ``wishes``: those it
    breaks, in words · ``stale``: who has come or gone since, in words · ``playing``: those of
    it who still sit at an earlier table · ``away``: who is not seated, and why.
    """

    draw: Draw
    method: str
    tables: tuple[DrawnTable, ...]
    byes: tuple[tuple[int, str], ...]
    reached: tuple[str, ...]
    wishes: tuple[str, ...]
    stale: tuple[str, ...]
    playing: tuple[str, ...]
    away: tuple[tuple[str, str], ...]

    @property
    def alone(self) -> bool:
        """Whether one table seats everybody, as in a final: nobody could sit anywhere else."""
        return len(self.tables) == 1 and not self.byes

    @property
    def may_be_published(self) -> bool:
        """Whether nothing that can be seen here stands against it."""
        return bool(self.tables) and not self.stale and not self.playing


def draw_page(stands: Whole, one: Round, draw: Draw, language: str) -> DrawPage:
    """A draw as it stands among all that is known by now."""
    stage = next(stage for stage in stands.stages if stage.pk == one.stage_id)
    names = stands.names
    drawn = {key for seats in draw.tables for key in seats} | set(draw.byes)
    waiting = still_playing(stands)
    request = request_for(stands, stage, one.number, seating.Method.BALANCED, draw.seed)
    wishes = seating.broken_wishes(request, seating_round(draw.tables, draw.byes))
    return DrawPage(
        draw=draw,
        method=str(Stage.Method(draw.method).label),
        tables=tuple(
            DrawnTable(at, tuple((key, names[key]) for key in seats))
            for at, seats in enumerate(draw.tables, 1)
        ),
        byes=tuple((key, names[key]) for key in draw.byes),
        reached=tuple(_reached(stands, request, draw, language)),
        wishes=tuple(wish_words(wish, names) for wish in wishes),
        stale=tuple(_stale(stands, stage, one.number, drawn)),
        playing=tuple(_playing(names, waiting, drawn)),
        away=tuple(away_lines(stands, stage, one.number)),
    )


def _playing(
    names: Mapping[int, str], waiting: Mapping[int, tuple[int, int]], drawn: set[int]
) -> list[str]:
    """Those of a draw who still sit at an earlier table, table by table."""
    tables: dict[tuple[int, int], list[str]] = {}
    for key, where in waiting.items():
        if key in drawn:
            tables.setdefault(where, []).append(names[key])
    return [
        _("round %(round)d, table %(table)d: %(names)s")
        % {"round": at[0], "table": at[1], "names": ", ".join(sorted(people, key=alphabetical))}
        for at, people in sorted(tables.items())
    ]


def away_lines(stands: Whole, stage: Stage, number_of_round: int) -> list[tuple[str, str]]:
    """Who of a stage is not seated in a round, by name, each with the reason."""
    entrants = [stands.entrants[key] for key in in_stage(stands, stage)]
    found = [(one.name, not_seated(one, number_of_round)) for one in entrants]
    return sorted((line for line in found if line[1]), key=lambda line: alphabetical(line[0]))


def _stale(stands: Whole, stage: Stage, number_of_round: int, drawn: set[int]) -> list[str]:
    if not drawn:
        return [_("An earlier round was withdrawn since")]
    here = {key for key in in_stage(stands, stage) if not away_in(stands, key, number_of_round)}
    names = stands.names
    come = [_("%(name)s has come and has no seat") % {"name": names[k]} for k in here - drawn]
    gone = [_("%(name)s has a seat and does not play") % {"name": names[k]} for k in drawn - here]
    return sorted(come, key=alphabetical) + sorted(gone, key=alphabetical)


def _reached(stands: Whole, request: seating.Request, draw: Draw, language: str) -> list[str]:
    report = draw.report or _judged(request, draw)
    groups = any(entrant.group for entrant in stands.entrants.values())
    return reached_words(report, language, groups=groups)


def _judged(request: seating.Request, draw: Draw) -> dict[str, int]:
    """What a draw edited by hand reaches, with the rounds before it and those planned after."""
    later = [seating_round(one["tables"], one["byes"]) for one in draw.ahead]
    rounds = [*request.published, seating_round(draw.tables, draw.byes), *later]
    numbers: dict[int, int] = {}
    schedule = [
        [
            [numbers.setdefault(number_of(key), len(numbers) + 1) for key in table.seats]
            for table in one.tables
        ]
        for one in rounds
    ]
    clubs = {
        numbers[number_of(one.id)]: one.club
        for one in request.attendees
        if one.club is not None and number_of(one.id) in numbers
    }
    found = seating.check(schedule, len(numbers), clubs, request.sizes)
    return {
        "repeats": found.repeats,
        "c2": found.c2,
        "bound": found.bound,
        "most_meetings": found.most_meetings,
        "club_meetings": found.club_meetings,
        "seat_spread": found.seat_spread,
    }


def reached_words(report: Mapping[str, object], language: str, *, groups: bool) -> list[str]:
    """What a schedule reaches, in sentences; ``groups``: somebody is to be kept apart."""
    found = {name: value for name, value in report.items() if isinstance(value, int)}
    lines = [_meetings(found)]
    if groups and "club_meetings" in found:
        lines.append(_clubs(found))
    lines.append(
        _("Somebody has had one starting seat %(n)d times more than another.")
        % {"n": found["seat_spread"]}
        if found["seat_spread"] > 1
        else _("The starting seats are shared out as evenly as can be.")
    )
    if found.get("small_spread", 0) > 1:
        lines.append(
            _("Somebody sits at a smaller table %(n)d times more than somebody else.")
            % {"n": found["small_spread"]}
        )
    if found.get("bye_spread", 0) > 1:
        lines.append(
            _("Somebody rests %(n)d rounds more than somebody else.") % {"n": found["bye_spread"]}
        )
    spread = report.get("rank_spread")
    if isinstance(spread, str):
        shown = getattr(number(Fraction(spread)), language)
        lines.append(
            _("At a table the first and the last stand %(n)s places apart on average.")
            % {"n": shown}
        )
    return lines


def _meetings(found: Mapping[str, int]) -> str:
    if not found["repeats"]:
        return _("Nobody meets anybody twice, in the rounds drawn and planned so far.")
    words = {
        "repeats": ngettext("%(n)d repeated meeting", "%(n)d repeated meetings", found["repeats"])
        % {"n": found["repeats"]},
        "most": found["most_meetings"],
        "c2": found["c2"],
        "bound": found["bound"],
    }
    if found["c2"] == found["bound"]:
        return (
            _(
                "%(repeats)s in the rounds drawn and planned so far, of one pair %(most)d at most: "
                "no seating has fewer (C2 is %(c2)d, the bound %(bound)d)."
            )
            % words
        )
    return (
        _(
            "%(repeats)s in the rounds drawn and planned so far, of one pair %(most)d meetings at "
            "most (C2 is %(c2)d; it cannot be below %(bound)d)."
        )
        % words
    )


def _clubs(found: Mapping[str, int]) -> str:
    if not found["club_meetings"]:
        return _("Nobody meets anyone of their own group.")
    words = {"n": found["club_meetings"], "bound": found.get("club_bound", 0)}
    if words["bound"]:
        return _("Of one group meet: %(n)d pairs; %(bound)d cannot be avoided.") % words
    return _("Of one group meet: %(n)d pairs.") % words


def wish_words(wish: seating.BrokenWish, names: Mapping[int, str]) -> str:
    """A broken wish in words."""
    people = [names.get(number_of(key), "?") for key in wish.entrants]
    words = {"name": people[0] if people else "", "table": wish.table, "n": wish.times}
    words["other"] = people[1] if len(people) > 1 else ""
    sentences: dict[seating.Wish, str] = {
        seating.Wish.TWICE: _("%(name)s sits twice."),
        seating.Wish.MISSING: _("%(name)s has no seat."),
        seating.Wish.UNKNOWN: _("%(name)s does not play in this round."),
        seating.Wish.SIZE: _("Table %(table)d has %(n)d seats, which the settings do not allow."),
        seating.Wish.SECOND_BYE: _(
            "%(name)s rests, with this round %(n)d times; others have rested less."
        ),
        seating.Wish.FIXED_TABLE: _("%(name)s cannot leave a fixed table and sits at %(table)d."),
        seating.Wish.REPEAT: _(
            "%(name)s and %(other)s meet at table %(table)d, with this round %(n)d times."
        ),
        seating.Wish.CLUB: _("%(name)s and %(other)s are of one group, table %(table)d."),
        seating.Wish.SEATS: _("%(name)s has had one starting seat %(n)d times more than another."),
    }
    return sentences[wish.wish] % words


def seats_of(draw: Draw) -> list[tuple[int, int, int]]:
    """Where each of a draw sits: number of the entrant, table, seat from 1; table 0 for a bye."""
    seated = [
        (key, table, seat)
        for table, seats in enumerate(draw.tables, 1)
        for seat, key in enumerate(seats, 1)
    ]
    return seated + [(key, 0, 0) for key in draw.byes]


def swapped(draw: Draw, one: int, other: int) -> tuple[list[list[int]], list[int]]:
    """The tables and byes of a draw with two entrants in each other's place."""
    other_of = {one: other, other: one}

    def put(keys: Iterable[int]) -> list[int]:
        return [other_of.get(key, key) for key in keys]

    return [put(seats) for seats in draw.tables], put(draw.byes)


def arranged(places: Sequence[tuple[int, int, int]]) -> tuple[list[list[int]], list[int]]:
    """Tables and byes from where each is to sit: number, table (0: rests), seat.

    Tables in order of their numbers; who has the same seat keeps the order given.
    """
    tables: dict[int, list[tuple[int, int]]] = {}
    for key, table, seat in places:
        tables.setdefault(table, []).append((seat, key))
    byes = [key for _seat, key in tables.pop(0, [])]
    return [
        [key for _seat, key in sorted(tables[at], key=lambda s: s[0])] for at in sorted(tables)
    ], byes
