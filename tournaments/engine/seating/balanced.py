"""The whole schedule beforehand, with the fewest repeated meetings (seating.md, "One way").

Several beginnings are tried (a formula, a starter, the plan there was, chance), each is fitted to
who is present, repaired and annealed, and the best is kept; the first that cannot be beaten ends
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.engine.seating import beginnings, constructions, measure
from tournaments.engine.seating.bounds import club_bound, lower_bound
from tournaments.engine.seating.event import Event, draw_byes, fit
from tournaments.engine.seating.search import EARLY, SMALL, STEPS, THREES_FIRST, Search, Wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.engine.seating.chance import Chance
    from tournaments.engine.seating.constructions import Tables
    from tournaments.engine.seating.measure import Quality
    from tournaments.engine.seating.model import Request

TRIES = 1_500_000
"""Exchanges tried, unless the request says how many: a few seconds at worst."""

EVEN_TRIES = 20_000
"""Exchanges tried at the end to share the small tables out evenly."""

DENSE = 0.85
"""With more of all pairs meeting than this, an exchange without a repeat is hardly ever found."""

THREES_FIRST_TRIES = 30_000
"""Exchanges tried from each beginning where small tables count more than repeats."""

CLUB_TRIES = 250_000
"""Exchanges tried at the end to keep club-mates apart in later rounds too."""

HOT, COLD = 0.8, 0.2
"""Temperatures of annealing from chance, in repeats."""


MORE_BEGINNINGS = 12
"""How often the search begins anew when all that is left is who meets whom most often."""

LARGE = 3_000
"""With more seats than this in all rounds the search goes on from the best instead of anew."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What cannot be beaten."""

    c2: int
    most: int
    early: int
    clubs: int
    """Reached only where it costs nothing else."""

    def reached(self, found: Quality) -> bool:
        """Tell whether a schedule is as good as can be, later club-mates and small tables aside."""
        return found.c2 <= self.c2 and found.most <= self.most and found.early <= self.early


class _Balance:
    """One balanced request under work: the best rounds so far, and what is left to try."""

    def __init__(
        self, event: Event, request: Request, byes: Sequence[frozenset[int]], chance: Chance
    ) -> None:
        self.event = event
        self.early_rounds = request.apart_rounds
        self.chance = chance
        self.byes = byes
        self.sit = [
            [player for player in seating.present if player not in out]
            for seating, out in zip(event.coming, byes, strict=True)
        ]
        self.locked = [
            frozenset(player for player in sit if event.fixed[player]) for sit in self.sit
        ]
        self.even = any(len(set(seating.sizes)) > 1 for seating in event.coming)
        self.clubbed = any(club >= 0 for club in event.clubs)
        self.left = TRIES if request.iterations is None else request.iterations
        self.threes_first = False
        self.best: list[Tables] = []
        self.quality: Quality | None = None
        self.everywhere = throughout(event)
        self.goal = self._goal()

    def _goal(self) -> Goal:
        shape = [
            *self.event.published,
            *(
                cut(sit, seating.sizes)
                for sit, seating in zip(self.sit, self.event.coming, strict=True)
            ),
        ]
        published = len(self.event.published)
        settled = measure.quality(self.event.published, self.event.clubs, self.early_rounds, ())
        coming = shape[published:]
        early = max(self.early_rounds - published, 0)
        bound = lower_bound(shape, published)
        return Goal(
            c2=bound,
            most=max(measure.fewest_most(shape), settled.most, 2 if bound else 1),
            early=settled.early + club_bound(coming[:early], self.event.clubs),
            clubs=settled.clubs + club_bound(coming, self.event.clubs),
        )

    def done(self) -> bool:
        """Tell whether the best so far cannot be beaten."""
        return self.quality is not None and self.goal.reached(self.quality)

    def dense(self) -> bool:
        """Tell whether nearly everyone has met everyone, without a repeat: then nothing moves."""
        if self.goal.c2 or self.clubbed or self.event.published:
            return False
        met = sum(len(t) * (len(t) - 1) // 2 for tables in self.best for t in tables)
        players = len(self.everywhere)
        return 2 * met > DENSE * players * (players - 1)

    def fewest_repeats(self) -> bool:
        """Tell whether the C2 of the best so far cannot be beaten."""
        return self.quality is not None and self.quality.c2 <= self.goal.c2

    def offer(self, rounds: list[Tables]) -> bool:
        """Keep these rounds if they are the best so far; tell whether they are."""
        found = measure.quality(
            [*self.event.published, *rounds],
            self.event.clubs,
            self.early_rounds,
            self.everywhere,
        )
        if self.quality is None or self._rank(found) < self._rank(self.quality):
            self.best, self.quality = rounds, found
            return True
        return False

    def _rank(self, found: Quality) -> tuple[int, Quality]:
        return max(found.small - 1, 0) if self.threes_first else 0, found

    def fitted(self, rounds: Sequence[Tables]) -> list[Tables]:
        """Return the rounds with exactly those present at tables of the right sizes."""
        empty: Tables = []
        return [
            fit(
                self.event,
                rounds[place] if place < len(rounds) else empty,
                self.sit[place],
                seating,
                self.chance,
            )
            for place, seating in enumerate(self.event.coming)
        ]

    def search(self, rounds: Sequence[Tables], *, frozen: int = 0, clubs: bool = True) -> Search:
        """Return a search over these coming rounds but the first `frozen` of them.

        Without `clubs` nobody is kept apart in it.
        """
        fixed = [*self.event.published, *rounds[:frozen]]
        first = len(fixed)
        search = Search(
            self.event.players,
            fixed,
            Wishes(
                self.event.clubs if clubs else (-1,) * self.event.players,
                tuple(measure.small_counts(fixed, self.event.players)),
            ),
            [number < self.early_rounds for number in range(first, first + len(rounds) - frozen)],
            even=self.even,
            chance=self.chance,
            small_price=THREES_FIRST if self.threes_first else SMALL,
        )
        search.load(rounds[frozen:], self.locked[frozen : len(rounds)])
        return search

    def repair(self, rounds: list[Tables], *, frozen: int = 0) -> list[Tables]:
        """Return the rounds after the best exchanges for everyone in conflict."""
        self.offer(rounds)
        if self.done():
            return rounds
        search = self.search(rounds, frozen=frozen)
        self.left -= search.repair(self.left)
        repaired = [*rounds[:frozen], *search.rounds()]
        self.offer(repaired)
        return repaired

    def anneal(
        self,
        rounds: list[Tables],
        tries: int,
        hot: float,
        cold: float,
        *,
        frozen: int = 0,
        clubs: bool = True,
    ) -> list[Tables]:
        """Return the best rounds that annealing finds from these."""
        tries = min(tries, self.left)
        if tries <= 0 or self.done():
            return rounds
        search = self.search(rounds, frozen=frozen, clubs=clubs)
        self.left -= search.anneal(tries, hot, cold, self._enough(search, rounds))
        found = [*rounds[:frozen], *search.rounds()]
        if len(found) == len(self.event.coming):
            self.offer(found)
        return found

    def _enough(self, search: Search, rounds: Sequence[Tables]) -> Callable[[int], bool]:
        """Return what tells from the gain of an annealing that the goal is reached.

        Later club-mates and small tables do not count for it.
        """
        found = measure.quality(
            [*self.event.published, *rounds], self.event.clubs, self.early_rounds, ()
        )
        at_start = search.meeting * (found.c2 - self.goal.c2)
        if search.clubbed:
            at_start += EARLY * (found.early - self.goal.early)
        beside = search.beside()

        def enough(gain: int) -> bool:
            return at_start - gain + beside - search.beside() <= 0

        return enough

    def polish(self) -> None:
        """Keep later club-mates apart and share the small tables, where nothing gets worse."""
        if self.quality is None or self.left < STEPS:
            return
        if self.clubbed and self.quality.clubs > self.goal.clubs:
            search = self.search(self.best)
            self.left -= search.anneal(min(self.left, CLUB_TRIES), 0.12, 0.02, lambda _: False)
            self.offer(search.rounds())
        if self.even and self.quality.small > 1 and not self.dense():
            tries = min(self.left, CLUB_TRIES if self.clubbed else EVEN_TRIES)
            self._share_small(self.best, tries, 0.1)
        # So few players have no stored schedule, and another beginning costs next to nothing.
        for _ in range(6 if self.even and len(self.everywhere) < 13 else 0):
            if self.quality.small > 1 and self.left >= EVEN_TRIES:
                self._share_small(self.fitted(()), EVEN_TRIES, HOT)

    def share_threes(self) -> None:
        """Where repeats are there anyway, share the small tables evenly at the price of some more.

        They come before repeats (tournaments.md §3); only what has no repeat at all stays so
        (seating.md, "perfect where known"). The tries are beside the budget: they are few.
        """
        if self.quality is None or not self.even or self.quality.small <= 1 or not self.quality.c2:
            return
        self.threes_first = True
        for beginning in range(MORE_BEGINNINGS):
            rounds = self.fitted(()) if beginning else self.best
            search = self.search(rounds)
            search.anneal(THREES_FIRST_TRIES, HOT, 0.05, self._shared(search, rounds))
            self.offer(search.rounds())
            if self.done() and self.quality.small <= 1:
                return

    def _share_small(self, rounds: list[Tables], tries: int, hot: float) -> None:
        """Offer what annealing these rounds finds when it looks for evenly shared small tables."""
        search = self.search(rounds)
        shared = self._shared(search, rounds)
        self.left -= search.anneal(tries, hot, 0.01, shared, at_small=10)
        self.offer(search.rounds())

    def _shared(self, search: Search, rounds: Sequence[Tables]) -> Callable[[int], bool]:
        """Return what tells that the goal is reached with the small tables shared evenly."""
        enough = self._enough(search, rounds)
        return lambda gain: _spread(search.small, self.everywhere) <= 1 and enough(gain)


def _spread(counts: Sequence[int], players: Sequence[int]) -> int:
    return measure.spread([counts[player] for player in players])


def throughout(event: Event) -> list[int]:
    """Return the players who sit, or have a bye, in every round: published and coming."""
    always = set(range(event.players))
    for seating in event.coming:
        always.intersection_update(seating.present)
    for played in event.played:
        always.intersection_update(played)
    return sorted(always)


def cut(players: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Return the players at tables of these sizes, as they come."""
    tables: Tables = []
    start = 0
    for size in sizes:
        tables.append(list(players[start : start + size]))
        start += size
    return tables


def rounds(
    event: Event, request: Request, chance: Chance
) -> tuple[list[Tables], list[frozenset[int]]]:
    """Return the coming rounds as tables without order of seats, and who has byes in each."""
    if not event.coming:
        return [], []
    paired = beginnings.pairs(event, request, chance)
    if paired is not None:
        return paired
    counts = list(event.bye_counts)
    byes = [draw_byes(event, counts, seating, (), chance) for seating in event.coming]
    work = _Balance(event, request, byes, chance)
    for start, frozen in beginnings.beginnings(event, request, work.sit, chance):
        begun = work.repair(work.fitted(start), frozen=frozen)
        if frozen:
            work.anneal(begun, work.left // 10, HOT, COLD, frozen=frozen)
        if work.done():
            break
    if work.clubbed and not event.published:
        _clubs_first(work)
    _search(work)
    work.polish()
    work.share_threes()
    return work.best, byes


def _clubs_first(work: _Balance) -> None:
    """Seat the rounds that should have no club-mates first, the others without regard to them."""
    count = len(work.event.coming)
    early = min(work.early_rounds, count)
    everyone = sorted({player for sit in work.sit for player in sit})
    size = max(size for seating in work.event.coming for size in (*seating.sizes, 2))
    if work.done() or not early:
        return
    start = work.fitted(constructions.by_club(everyone, work.event.clubs, size, early, work.chance))
    first = work.anneal(start[:early], work.left // 8, 0.5, 0.1)
    if early < count:
        begun = [*first, *start[early:]]
        work.anneal(begun, work.left // 2, 0.6, COLD, frozen=early, clubs=False)


def _search(work: _Balance) -> None:
    """Use what is left of the budget: cool the best found, then anneal from chance."""
    slots = sum(len(sit) for sit in work.sit)
    work.anneal(work.best, max(work.left // 8, 20 * slots), 0.3, 0.12)
    tries = max(work.left // 12, 100 * slots)
    # A better C2 is worth the whole budget, a pair that meets less often some more beginnings.
    beginnings_left = MORE_BEGINNINGS
    while work.left > STEPS and not work.done() and beginnings_left:
        beginnings_left -= work.fewest_repeats()
        if slots > LARGE:
            work.anneal(work.best, tries, 0.35, 0.12)
        else:
            work.anneal(work.fitted(()), tries, HOT, COLD)
        tries += 0 if work.fewest_repeats() else tries
