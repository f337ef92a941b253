"""What a sheet says, free of any format: the page's figures, ready to print or to export."""

from dataclasses import dataclass
from datetime import datetime

import rules


@dataclass(frozen=True, slots=True)
class SheetReport:
    """One sheet, blank or filled.

    ``language``: "ru" or "en" · ``players``: names in seat order, "" where a line is blank ·
    ``game``: the game as it stands, whose sheets' players are "0", "1", … by seat; None for a
    blank sheet · ``started``: in the club's zone, whose name is ``zone`` · ``link``: address of
    the public page, "" where there is none.
    """

    rules: rules.RuleSet
    language: str
    players: tuple[str, ...]
    game: rules.Game | None = None
    title: str = ""
    club: str = ""
    started: datetime | None = None
    zone: str = ""
    link: str = ""
    copied: bool = False
