"""A club's records in one game, and its players by strength."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scorekeeper.figures import (
    MOST_HOLDERS,
    Figure,
    SheetSum,
    club_sum,
    games_by_rule_set,
    games_named,
    longest_runs,
    players_named,
    seats_named,
    sees_listed_only,
)
from scorekeeper.models import Club, Game, Seat
from scorekeeper.names import alphabetical
from scorekeeper.queries import Viewer
from scorekeeper.ratings import ratings
from scorekeeper.reports.statistics import (
    Addresses,
    GameChoice,
    game_choices,
    mean,
    one_decimal,
    rating_text,
    share,
)
from scorekeeper.reports.wording import box_title


@dataclass(frozen=True, slots=True)
class HolderLine:
    """Who holds a record: the figure, the player, when, and the address of the sheet."""

    figure: str
    player: int
    name: str
    when: str
    address: str


@dataclass(frozen=True, slots=True)
class RecordPart:
    """A record and who holds it, the best first."""

    name: str
    holders: tuple[HolderLine, ...]


@dataclass(frozen=True, slots=True)
class BoxRecord:
    """A box: the club's mean, and who had the most."""

    name: str
    mean: str
    holder: HolderLine


@dataclass(frozen=True, slots=True)
class RecordsPage:
    """A club's records; ``choices`` is empty before the first finished game.

    ``highest``: the highest sheets · ``facts``: name and figure, of all sheets together.
    """

    choices: tuple[GameChoice, ...]
    highest: tuple[HolderLine, ...] = ()
    records: tuple[RecordPart, ...] = ()
    boxes: tuple[BoxRecord, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


def records_page(club: Club, viewer: Viewer, wanted: str, language: str) -> RecordsPage:
    """The records of a club as whoever looks may see them; ``wanted``: a rule set."""
    choices = game_choices(games_by_rule_set(club, viewer), wanted, language)
    if not choices:
        return RecordsPage(())
    rule_set = next(rules.RULE_SETS[choice.key] for choice in choices if choice.chosen)
    addresses = Addresses(club, sees_listed_only(club, viewer))
    summed = club_sum(club, viewer, rule_set.key)
    seats = seats_named(
        {seat for held in summed.records.values() for _points, seat in held}
        | {box.holder for box in summed.boxes.values()}
    )
    records = [
        RecordPart(name, _holders(summed.records[figure][:1], seats, addresses))
        for figure, name in _records().items()
        if summed.sheets > 1 or figure is not Figure.LOWEST
    ]
    records.append(_run(club, viewer, rule_set.key, addresses))
    return RecordsPage(
        choices,
        _holders(summed.records[Figure.TOTAL], seats, addresses),
        tuple(record for record in records if record.holders),
        _boxes(rule_set, summed, seats, addresses, language),
        _facts(summed),
    )


def _records() -> dict[Figure, str]:
    """The other records with their names."""
    return {
        Figure.LOWEST: _("Lowest sheet"),
        Figure.SCHOOL: _("Highest school"),
        Figure.POKERS: _("Most pokers in a game"),
    }


def _holders(
    held: Sequence[tuple[int, int]], seats: Mapping[int, Seat], addresses: Addresses
) -> tuple[HolderLine, ...]:
    return tuple(_holder(rules.signed(points), seats[seat], addresses) for points, seat in held)


def _holder(figure: str, seat: Seat, addresses: Addresses) -> HolderLine:
    return HolderLine(
        figure,
        seat.player_id,
        seat.player.name,
        addresses.day(seat.game.started_at),
        addresses.game(seat.game_id, seat.game.public_key),
    )


def _run(club: Club, viewer: Viewer, rule_set: str, addresses: Addresses) -> RecordPart:
    runs = longest_runs(club, viewer, rule_set)
    longest = max((length for length, _game in runs.values()), default=0)
    if longest < 2:
        return RecordPart("", ())
    best = {player: game for player, (length, game) in runs.items() if length == longest}
    games, players = games_named(best.values()), players_named(best)
    words = ngettext("%(count)d game", "%(count)d games", longest) % {"count": longest}
    order = sorted(best, key=lambda player: (games[best[player]].started_at, players[player].name))
    return RecordPart(
        _("Most games won in a row"),
        tuple(
            _run_holder(words, player, players[player].name, games[best[player]], addresses)
            for player in order[:MOST_HOLDERS]
        ),
    )


def _run_holder(words: str, player: int, name: str, game: Game, addresses: Addresses) -> HolderLine:
    when, address = addresses.day(game.started_at), addresses.game(game.pk, game.public_key)
    return HolderLine(words, player, name, when, address)


def _boxes(
    rule_set: rules.RuleSet,
    summed: SheetSum,
    seats: Mapping[int, Seat],
    addresses: Addresses,
    language: str,
) -> tuple[BoxRecord, ...]:
    return tuple(
        BoxRecord(
            box_title(box, language),
            mean(found.points, found.sheets),
            _holder(rules.signed(found.most), seats[found.holder], addresses),
        )
        for box in rule_set.boxes
        if (found := summed.boxes.get(box.key))
    )


def _facts(summed: SheetSum) -> tuple[tuple[str, str], ...]:
    if not summed.sheets:
        return ()
    found = [
        (_("Whole sheets"), str(summed.sheets)),
        (_("From the first throw"), share(summed.first_throws, summed.turns)),
    ]
    if summed.bonuses:
        found.append((_("School with bonus"), share(summed.bonuses, summed.sheets)))
    return tuple(found)


# Ratings


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's strength: "25.1 ± 2.3", what it is at least, and from how many games."""

    place: int
    player: int
    name: str
    rating: str
    least: str
    games: int


def rating_lines(club: Club, viewer: Viewer, until: datetime | None) -> list[RatingLine]:
    """The players by what their rating is at least, as it stood at ``until`` or stands now."""
    found = ratings(club, viewer, until)
    named = players_named(found)
    least = {number: rating.cautious for number, rating in found.items()}
    order = sorted(found, key=lambda number: (-least[number], alphabetical(named[number].name)))
    return [
        RatingLine(
            place=1 + sum(other > least[number] for other in least.values()),
            player=number,
            name=named[number].name,
            rating=rating_text(found[number]),
            least=one_decimal(least[number]),
            games=found[number].games,
        )
        for number in order
    ]
