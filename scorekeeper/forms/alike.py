"""Names that only look like somebody's: whoever types them says whether it is the same person."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from scorekeeper.models import Club, Player
from scorekeeper.names import clean_name
from scorekeeper.queries import look_alikes

ANOTHER = "new"
"""The answer that it is somebody else; any other is the number of the person who is meant."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A name that is like those of ``alike``, and who was said to be meant: a number, or ANOTHER.

    ``chosen``: "" while nothing was said.
    """

    typed: str
    alike: tuple[Player, ...]
    chosen: str = ""

    @property
    def person(self) -> str:
        """The name under which whoever is meant plays."""
        meant = {str(player.pk): player.name for player in self.alike}
        return meant.get(self.chosen, self.typed)


def doubts(club: Club, names: Iterable[str], data: QueryDict | None = None) -> list[Doubt]:
    """Each name that is like somebody's in the club, with the answer that ``data`` brings.

    Answers are repeated fields: ``alike_name``, and ``alike_as`` for each of them.
    """
    said: dict[str, str] = {}
    if data:
        typed = map(clean_name, data.getlist("alike_name"))
        said = dict(zip(typed, data.getlist("alike_as"), strict=False))
    found = look_alikes(club, map(clean_name, names))
    return [
        Doubt(name, tuple(alike), _answer(said.get(name, ""), alike))
        for name, alike in found.items()
    ]


def _answer(said: str, alike: Sequence[Player]) -> str:
    known = {ANOTHER, *(str(player.pk) for player in alike)}
    return said if said in known else ""


def persons(names: Iterable[str], answered: Iterable[Doubt]) -> list[str]:
    """``names``, each doubtful one replaced by that of whoever is meant."""
    meant = {doubt.typed: doubt.person for doubt in answered}
    return [meant.get(clean_name(name), name) for name in names]


def is_open(doubts: Iterable[Doubt]) -> bool:
    """Whether any of them has not been answered."""
    return any(not doubt.chosen for doubt in doubts)
