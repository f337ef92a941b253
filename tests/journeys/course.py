"""The tournament of a journey: who plays in it, what they throw, and what must come of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

LEVEL = ("Анна", "Борис", "Вера")
"""Those who come out level where the line falls, in the order of their blitz."""
LATE, DROPS = "Лидия", "Кирилл"
STRONG = (
    "Глеб", "Дарья", "Егор Константинопольский-Задунайский", "Жанна", "Захар", "Инна", "Марк",
)  # fmt: skip
"""Those who lie above them; the last one falls below by a penalty."""
PENALISED, PENALTY = STRONG[-1], -50
TYPED = [*LEVEL, *STRONG[:5]]
APPLIED = STRONG[5:]
IMPORTED = DROPS
EVERYBODY = (*LEVEL, *STRONG, DROPS, LATE)
THROUGH = 8
SIXES = 6
ON_PAPER = 200
"""The mean of a table whose totals are typed."""
STRUCK = -3 * (1 + 2 + 3 + 4 + 5)
"""What the other boxes of a school bring that are struck: none of three dice."""

Results = dict[int, list[dict[str, int]]]
"""By round: of each table, the totals by name."""


@dataclass
class Course:
    """What the dice of this journey bring, and what must come of it, counted by hand.

    At each table of the first four rounds the totals lie around its mean: those level at it, who
    late comes or drops out below, the others above in their stead.
    """

    results: Results = field(default_factory=dict)
    stood: dict[str, int] = field(default_factory=lambda: dict.fromkeys(EVERYBODY, 0))

    def steps(self, names: Sequence[str]) -> dict[str, int]:
        """Name → by how many sixes the total lies above the mean of the table."""
        strong = [name for name in names if name in STRONG]
        weak = [name for name in names if name in (LATE, DROPS)]
        found = dict.fromkeys(names, 0)
        if weak:
            found |= dict.fromkeys(strong, len(weak)) | dict.fromkeys(weak, -len(strong))
        elif strong:
            ordered = sorted(strong, key=lambda name: self.stood[name])
            if self.stood[ordered[-1]] - self.stood[ordered[0]] > 1:
                found |= {ordered[0]: 1, ordered[-1]: -1}
        return found

    def played(self, number: int, totals: dict[str, int]) -> None:
        """Notes the result of a table."""
        self.results.setdefault(number, []).append(totals)

    def points(self, rounds: Iterable[int]) -> dict[str, Fraction]:
        """The settlements of some rounds, added up: own total less the mean of the table."""
        found: dict[str, Fraction] = {}
        for totals in (table for number in rounds for table in self.results[number]):
            mean = Fraction(sum(totals.values()), len(totals))
            for name, total in totals.items():
                found[name] = found.get(name, Fraction(0)) + total - mean
        return found

    def of_rounds(self) -> list[list[str]]:
        """Those who share each place after the four rounds, the blitz not played."""
        points = self.points(range(1, 5))
        points[PENALISED] += PENALTY
        return shared(points)

    def places(self) -> list[tuple[int, tuple[str, ...]]]:
        """The places of the whole event: the final, the semi-final, the rounds."""
        final, semi_final = self.points([6]), self.points([5])
        groups = shared(final)
        groups += shared({name: semi_final[name] for name in semi_final if name not in final})
        for group in self.of_rounds():
            by_blitz = [[name] for name in LEVEL] if set(group) == set(LEVEL) else [group]
            groups += [
                left for one in by_blitz if (left := [n for n in one if n not in semi_final])
            ]
        found, place = [], 1
        for group in groups:
            found.append((place, tuple(sorted(group))))
            place += len(group)
        return found


def shared(points: Mapping[str, Fraction]) -> list[list[str]]:
    """Names level on points together, most points first."""
    return [
        sorted(name for name in points if points[name] == each)
        for each in sorted(set(points.values()), reverse=True)
    ]


def on_the_sheet(names: Sequence[str], steps: Sequence[int]) -> dict[str, int]:
    """The totals of sheets with nothing but the sixes, which bring so many times six points."""
    return {name: STRUCK + SIXES * step for name, step in zip(names, steps, strict=True)}


def sixes(step: int) -> str:
    """Dice that bring as many times six points in the sixes."""
    return ("6" * (3 + step) + "12345")[:5]
