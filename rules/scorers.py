"""What dice bring in a box: small functions over the counts of the faces (rules.md §2)."""

from rules.dice import FACES, Counts, Dice, spread
from rules.model import Finding, Scorer
from rules.options import Options


def _all(counts: Counts) -> Dice:
    return tuple(spread(counts))


def _highest(counts: Counts, alike: int, but: int = 0) -> int:
    """The highest face with at least ``alike`` dice, other than ``but``; 0 where there is none."""
    for face in reversed(FACES):
        if face != but and counts[face - 1] >= alike:
            return face
    return 0


def _points_or_sum(points: int | None, used: Dice, bonus: int = 0) -> Finding:
    return Finding(sum(used) if points is None else points, used, bonus)


# School


def relative_school(face: int) -> Scorer:
    """(n − 3) · f, always fillable; made from three alike (§2.1)."""

    def score(counts: Counts, options: Options) -> Finding:
        n = counts[face - 1]
        return Finding((n - 3) * face, (face,) * n, made=n >= 3)

    return score


def crossed_school(face: int) -> Scorer:
    """Crossed off on three alike, 0 points (§2.3)."""

    def score(counts: Counts, options: Options) -> Finding | None:
        n = counts[face - 1]
        return Finding(0, (face,) * n) if n >= 3 else None

    return score


def plain_school(face: int) -> Scorer:
    """n · f; made from one die (§2.4, §2.6, §2.7)."""

    def score(counts: Counts, options: Options) -> Finding:
        n = counts[face - 1]
        return Finding(n * face, (face,) * n, made=n >= 1)

    return score


def minus_school(face: int) -> Scorer:
    """(n − 3) · f from three alike, else the price of an unplayed box (§2.5)."""

    def score(counts: Counts, options: Options) -> Finding:
        n = counts[face - 1]
        if n < 3:
            return Finding(options.unplayed_school, (), made=False)
        return Finding((n - 3) * face, (face,) * n)

    return score


def six_dice_school(face: int) -> Scorer:
    """20 for four alike of six dice, +5 for each die above, or once (§2.8)."""

    def score(counts: Counts, options: Options) -> Finding | None:
        n = counts[face - 1]
        if n < 4:
            return None
        above = min(n - 4, 1) if options.school_extra_once else n - 4
        return Finding(20 + 5 * above, (face,) * n)

    return score


# Five dice


def pair(counts: Counts, options: Options) -> Finding | None:
    face = _highest(counts, 2)
    return Finding(2 * face, (face,) * 2) if face else None


def two_pairs(counts: Counts, options: Options) -> Finding | None:
    high = _highest(counts, 2)
    low = _highest(counts, 2, but=high) if high else 0
    if not low and options.two_pairs_from_four_alike and high and counts[high - 1] >= 4:
        low = high
    if not low:
        return None
    used = (low, low, high, high)
    return Finding(sum(used), used, options.two_pairs_bonus)


def three_of_a_kind(counts: Counts, options: Options) -> Finding | None:
    face = _highest(counts, 3)
    if not face:
        return None
    used = _all(counts) if options.three_of_a_kind_sums_all else (face,) * 3
    return Finding(sum(used), used)


def four_of_a_kind(counts: Counts, options: Options) -> Finding | None:
    face = _highest(counts, 4)
    if not face:
        return None
    used = _all(counts) if options.four_of_a_kind_sums_all else (face,) * 4
    return Finding(sum(used), used, options.four_of_a_kind_bonus)


def _run(counts: Counts, length: int) -> Dice | None:
    """The best run of ``length`` faces."""
    for low in range(len(FACES) - length + 1, 0, -1):
        faces = tuple(range(low, low + length))
        if all(counts[face - 1] for face in faces):
            return faces
    return None


def small_straight(counts: Counts, options: Options) -> Finding | None:
    used = _run((*counts[:5], 0), 5) if options.small_straight == "five" else _run(counts, 4)
    if used is None:
        return None
    if options.small_straight_sums_all:
        used = _all(counts)
    return _points_or_sum(options.small_straight_points, used)


def large_straight(counts: Counts, options: Options) -> Finding | None:
    used = _run(counts, 5)
    if used is None or (options.small_straight == "five" and used[0] == 1):
        return None
    return _points_or_sum(options.large_straight_points, used)


def even(counts: Counts, options: Options) -> Finding | None:
    used = _all(counts)
    return None if any(pips % 2 for pips in used) else Finding(sum(used), used)


def odd(counts: Counts, options: Options) -> Finding | None:
    used = _all(counts)
    return Finding(sum(used), used) if all(pips % 2 for pips in used) else None


def full_house(counts: Counts, options: Options) -> Finding | None:
    made = 3 in counts and 2 in counts
    if not made and not (options.full_house_from_five_alike and 5 in counts):
        return None
    return _points_or_sum(options.full_house_points, _all(counts), options.full_house_bonus)


def poker(counts: Counts, options: Options) -> Finding | None:
    if 5 not in counts:
        return None
    found = _points_or_sum(options.poker_points, _all(counts), options.poker_bonus)
    if options.double_poker_bonus:
        return Finding(found.base + found.bonus, found.used)
    return found


def chance(counts: Counts, options: Options) -> Finding | None:
    used = _all(counts)
    return Finding(sum(used), used)


# Six dice


def _sum_where(made: bool, counts: Counts) -> Finding | None:
    used = _all(counts)
    return Finding(sum(used), used) if made else None


def little_fool(counts: Counts, options: Options) -> Finding | None:
    return _sum_where(counts.count(2) == 3, counts)


def big_fool(counts: Counts, options: Options) -> Finding | None:
    return _sum_where(counts.count(3) == 2, counts)


def flash(counts: Counts, options: Options) -> Finding | None:
    return _sum_where(4 in counts and 2 in counts, counts)


def street(counts: Counts, options: Options) -> Finding | None:
    return Finding(35, FACES) if counts.count(1) == 6 else None


def five_of_six(counts: Counts, options: Options) -> Finding | None:
    return _sum_where(max(counts) >= 5, counts)


def general(counts: Counts, options: Options) -> Finding | None:
    return _sum_where(6 in counts, counts)


def miser(counts: Counts, options: Options) -> Finding | None:
    """Seven ones, entered as made without dice: whatever the counts, 50 (§2.8)."""
    return Finding(50, ())
