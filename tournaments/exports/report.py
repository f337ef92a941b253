"""What the papers of a tournament say, free of any format."""

from dataclasses import dataclass, field
from typing import Literal

from scorekeeper.exports.report import Picture

Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of a column, and to which side its figures keep."""

    text: str
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; ``strong``: columns (from 0) in bold, ``rules``: a heavy rule is drawn
    below these rows (from 0)."""

    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]
    strong: frozenset[int] = frozenset()
    rules: frozenset[int] = frozenset()

    @property
    def headed(self) -> bool:
        """Whether any heading says something."""
        return any(head.text for head in self.heads)

    @property
    def cells(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Each row as (text, classes) a cell."""
        classes = [
            f"{head.align} strong" if at in self.strong else head.align
            for at, head in enumerate(self.heads)
        ]
        return tuple(tuple(zip(row, classes, strict=True)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, sentences, tables; ``columns``: so many stand side by side; ``large``: to be read
    from a wall."""

    heading: str = ""
    sentences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    columns: int = 1
    large: bool = False
    new_page: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A paper that flows over as many pages as it needs.

    ``title``: of the tournament · ``subtitle``: what this paper is · ``revision``: which state of
    things it shows, on every page · ``mark``: large across the head, as for a draft · ``link``:
    address of the live page, as a QR code.
    """

    language: str
    club: str
    title: str
    subtitle: str
    revision: str
    link: str
    sections: tuple[Section, ...]
    mark: str = ""
    logo: Picture | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card to be handed out: whose it is, and lines of where they sit."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards, ten to a page, to be cut apart; ``revision`` stands on each, and ``link``, the address
    of the live page, as a QR code."""

    language: str
    title: str
    revision: str
    link: str
    cards: tuple[Card, ...] = field(default=())
