"""Are the dice true? Pearson's χ² test over the faces of first throws, and what it can see.

Six faces leave five degrees of freedom, and for an odd number of them the distribution is a closed
formula of the error function; so `math` is enough. Probabilities are floats: nothing is paid by
them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

FREEDOM = 5
LEAST_DICE = 30
"""Each face is to be expected five times, or the test says nothing."""
DOUBT = 0.01
"""True dice are doubted wrongly in one club of a hundred, however many tables it has."""
SEEN = 0.9
"""How surely the dice looked for below are found."""
LOADED = 0.2
"""The dice looked for: one face falls in one throw of five instead of one of six."""


class Verdict(StrEnum):
    """What the throws say of the dice."""

    FEW = "few"
    OPEN = "open"
    TRUE = "true"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Tested:
    """The faces of some dice, tested: ``missing``: dice still to be thrown for a verdict.

    ``statistic``: χ² · ``chance``: how often true dice stray at least as far.
    """

    faces: tuple[int, ...]
    statistic: float
    chance: float
    verdict: Verdict
    missing: int

    @property
    def dice(self) -> int:
        return sum(self.faces)


def judged(faces: Sequence[int], tables: int = 1) -> Tested:
    """How often each of six faces lay there, judged; ``tables``: how many are judged together."""
    dice = sum(faces)
    expected = dice / 6
    statistic = sum((face - expected) ** 2 for face in faces) / expected if dice else 0.0
    chance = survival(statistic)
    missing = max(0, dice_needed(DOUBT / tables) - dice)
    if dice < LEAST_DICE:
        verdict = Verdict.FEW
    elif chance < DOUBT / tables:
        verdict = Verdict.DOUBTFUL
    else:
        verdict = Verdict.OPEN if missing else Verdict.TRUE
    return Tested(tuple(faces), statistic, chance, verdict, missing)


def survival(x: float, freedom: int = FREEDOM) -> float:
    """How often χ² of an odd number of degrees of freedom exceeds ``x``.

    Q₁(x) = erfc(√(x/2)), and Q_k₊₂(x) = Q_k(x) + (x/2)^(k/2) · e^(−x/2) / Γ(k/2 + 1).
    """
    if x <= 0:
        return 1.0
    found = math.erfc(math.sqrt(x / 2))
    for k in range(1, freedom, 2):
        found += math.exp(k / 2 * math.log(x / 2) - x / 2 - math.lgamma(k / 2 + 1))
    return found


@cache
def dice_needed(doubt: float) -> int:
    """How many dice show, in SEEN of all cases, that one face falls in LOADED of the throws.

    The statistic of such dice follows the non-central χ² with n·w² as its shift, w² being the sum
    of (share − 1/6)² · 6 over the faces.
    """
    other = (1 - LOADED) / 5
    strays = 6 * ((LOADED - 1 / 6) ** 2 + 5 * (other - 1 / 6) ** 2)
    limit = _where(lambda x: survival(x) < doubt)
    shift = _where(lambda x: _power(limit, x) > SEEN)
    return math.ceil(shift / strays)


def _power(limit: float, shift: float) -> float:
    """How often the non-central χ² exceeds ``limit``: central ones in Poisson's proportions."""
    half = shift / 2
    return sum(
        math.exp(j * math.log(half) - half - math.lgamma(j + 1)) * survival(limit, FREEDOM + 2 * j)
        for j in range(200)
    )


def _where(holds: Callable[[float], bool]) -> float:
    """From which number on ``holds`` holds, between 0 and 200, to the last bit that matters."""
    low, high = 0.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
