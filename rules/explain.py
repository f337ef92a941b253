"""Why a box scored what it did, in a sentence (rules.md §2, §5)."""

from rules.dice import Dice
from rules.model import Box, Mark, RuleSet, Series
from rules.play import enterable
from rules.scoring import Score, score
from rules.text import Text, joined, signed


def explain(rules: RuleSet, box: Box, mark: Mark) -> Text:
    """How the points of ``mark`` came about: "3 3 6 6 1: two pairs, 18, first throw ×2 = 36"."""
    parts: list[Text] = []
    if mark.dice is None or mark.throws is None:
        parts.append(_without_dice(rules, box, mark))
    else:
        found = score(rules, box, mark.dice, mark.throws)
        dice = " ".join(map(str, mark.dice))
        said = _sentence(box, mark.dice, found)
        parts.append(Text(f"{dice}: {said.ru}", f"{dice}: {said.en}"))
    if mark.poured is not None:
        poured = Text(
            "влито {poured}, итого {points}", "{poured} poured in, leaves {points}"
        ).filled(poured=mark.poured, points=signed(mark.points))
        parts.append(poured)
    return joined(parts, ", ")


def _without_dice(rules: RuleSet, box: Box, mark: Mark) -> Text:
    if mark.struck:
        return Text("прочерк", "struck")
    if box.series is Series.EXTRA:
        (each,) = enterable(rules, box)
        return Text("{n} × {each}", "{n} × {each}").filled(n=mark.points // each, each=each)
    if mark.poured is not None and not mark.made:
        return Text("не сыграно в срок", "not made in time")
    own = mark.points + (mark.poured or 0)
    return Text("{points} без костей", "{points}, no dice entered").filled(points=signed(own))


def _sentence(box: Box, dice: Dice, found: Score) -> Text:
    """The sum in words, for a box that was made or not."""
    name = Text(box.name.ru.lower(), box.name.en.lower())
    if box.series is not Series.SCHOOL and not found.made:
        return Text("{box} — прочерк", "no {box}, struck").filled(box=name)
    parts = [name]
    if box.face is not None:
        n = dice.count(box.face)
        parts = [Text("{box}: {n}", "{box}: {n}").filled(box=name, n=n)]
    multiplied = Text("", "")
    if found.multiplier > 1:
        multiplied = Text(
            f", с первого броска ×{found.multiplier}", f", first throw ×{found.multiplier}"
        )
    sums = f" + {found.bonus}" if found.bonus else ""
    if found.multiplier > 1 or found.bonus:
        sums += f" = {signed(found.points)}"
    base = signed(found.base)
    parts.append(Text(f"{base}{multiplied.ru}{sums}", f"{base}{multiplied.en}{sums}"))
    return joined(parts, ", ")
