"""Plays a whole tournament by itself, for demonstrations, screenshots and load only."""

from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation

import rules
from scorekeeper.models import Club, Membership
from tournaments.simulation import PACE, Course, Play, simulate


class Command(BaseCommand):
    """Writes a tournament with plausible dice into a club, by the actions that its pages use."""

    help = (
        "Plays a whole tournament by itself: entrants, draws, every turn, late entries, drop-outs, "
        "corrections, a tie at the cut, a final. For demonstrations, screenshots and load only: "
        "the program never throws dice for players, and this refuses to run in production."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Who plays what."""
        parser.add_argument("--players", type=int, default=100, help="entrants (100)")
        parser.add_argument("--rounds", type=int, default=5, help="before the cut (5)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same event")
        parser.add_argument("--club", help="its name; the first club unless given")
        parser.add_argument("--name", help="of the tournament")
        games = [key for key, game in rules.RULE_SETS.items() if not game.rank_only]
        parser.add_argument("--rule-set", default="classic", choices=games)
        parser.add_argument("--cut", type=int, default=4, help="how many go on; 0 for no final (4)")
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--turns", action="store_true", help=Play.TURNS.value)
        how.add_argument("--totals", action="store_true", help=Play.TOTALS.value)
        parser.add_argument(
            "--leave-running", action="store_true", help="stops in the middle of the last round"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays it and says how long it took; CommandError in production, without a club, or for
        a tournament that the game does not allow."""
        if settings.PRODUCTION:
            raise CommandError("Not in production: this fills a club with games nobody has played.")
        if options["players"] < 2 or options["rounds"] < 1:
            raise CommandError("A tournament has two players or more, and a round.")
        club = self._club(options["club"])
        owner = club.memberships.filter(role=Membership.Role.OWNER).order_by("pk")[0].account
        course = Course(
            players=options["players"],
            rounds=options["rounds"],
            seed=options["seed"],
            name=options["name"] or f"Турнир на {options['players']} игроков",
            rule_set=options["rule_set"],
            cut=options["cut"],
            play=self._play(options),
            stop_in=options["rounds"] if options["leave_running"] else None,
        )
        begins = timezone.now() - PACE * 70 * (course.rounds - (course.stop_in is not None))
        self._started = perf_counter()
        try:
            with translation.override("ru"):
                record = simulate(club, owner, course, begins, self._say)
        except ValueError as error:
            raise CommandError(str(error)) from error
        self._say(f"“{record}” in “{club}”: done")

    def _club(self, name: str | None) -> Club:
        found = Club.objects.order_by("pk")
        club = found.filter(name=name).first() if name else found.first()
        if club is None:
            raise CommandError("No such club: found one, or run load_demonstration first.")
        return club

    def _play(self, options: dict[str, Any]) -> Play:
        if options["totals"]:
            return Play.TOTALS
        return Play.TURNS if options["turns"] else Play.MIXED

    def _say(self, line: str) -> None:
        self.stdout.write(f"{perf_counter() - self._started:6.1f} s  {line}")
        self.stdout.flush()
