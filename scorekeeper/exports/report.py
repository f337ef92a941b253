"""What a sheet says, free of any format: the page's figures, ready to print or to export."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256

from rules import Dice, Game, RuleSet


@dataclass(frozen=True, slots=True)
class Picture:
    """A logo: an opaque PNG of our own making (exports.pictures), and its size in pixels."""

    content: bytes
    wide: int
    high: int

    @property
    def digest(self) -> str:
        return sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class SheetReport:
    """One sheet, blank or filled.

    ``language``: "ru" or "en" · ``players``: names in seat order, "" where a line is blank ·
    ``game``: the game as it stands, whose sheets' players are "0", "1", … by seat; None for a
    blank sheet · ``started``: in the club's zone, whose name is ``zone`` · ``link``: address of
    the public page, "" where there is none · ``code``: what the game is called on paper, "№ 12" ·
    ``logo``: of the club, printed beside its name · ``pays``: whether those at the table pay each
    other what they won and lost.
    """

    rules: RuleSet
    language: str
    players: tuple[str, ...]
    game: Game | None = None
    title: str = ""
    club: str = ""
    started: datetime | None = None
    zone: str = ""
    link: str = ""
    copied: bool = False
    code: str = ""
    logo: Picture | None = None
    pays: bool = True


@dataclass(frozen=True, slots=True)
class DealtHand:
    """One hand of a deal.

    ``dice``: pips, empty where the player did not throw · ``name``: what the hand is called ·
    ``place``: in the deal, None while it is open · ``won``: money, negative for a stake lost, None
    while the pot stays · ``balance``: money after this deal.
    """

    player: str
    dice: Dice = ()
    name: str = ""
    place: int | None = None
    won: Decimal | None = None
    balance: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with its hands in seat order; ``title``: "3", "3, played on"."""

    title: str
    hands: tuple[DealtHand, ...]


@dataclass(frozen=True, slots=True)
class HandsReport:
    """An evening of single hands (showdown), as a list.

    ``deals`` in the order played; none of them makes a blank list of ``blank_deals`` deals for
    ``players`` · ``blitz``: of a blitz, what it is about; it has attempts for deals, no pot, and
    says this in place of the rules. The other fields are those of SheetReport.
    """

    rules: RuleSet
    language: str
    players: tuple[str, ...]
    deals: tuple[Deal, ...] = ()
    blank_deals: int = 0
    blitz: str = ""
    title: str = ""
    club: str = ""
    started: datetime | None = None
    zone: str = ""
    link: str = ""
    code: str = ""
    logo: Picture | None = None


@dataclass(frozen=True, slots=True)
class BookedLine:
    """One line of a ledger: what one entry brought (+) or took (−) one person, in money.

    ``entry``: its number; lines of one entry add to zero · ``evening``: the day it belongs to ·
    ``booked``: in the club's zone · ``what``: "game", "payment" · ``about``: the game, or a note.
    """

    entry: int
    evening: date
    booked: datetime
    what: str
    about: str
    player: str
    amount: Decimal
    booked_by: str


@dataclass(frozen=True, slots=True)
class EveningReport:
    """What the games of an evening brought everybody, and the fewest payments that settle it.

    ``payments``: payer, receiver, amount.
    """

    day: date
    results: tuple[tuple[str, Decimal], ...]
    payments: tuple[tuple[str, str, Decimal], ...]


@dataclass(frozen=True, slots=True)
class LedgerReport:
    """The money of a club: everybody's balance, its evenings, and every line, oldest first.

    ``sign``: of the currency, "₽" · ``decimals``: as many as the amounts have.
    """

    language: str
    club: str
    sign: str
    decimals: int
    players: tuple[str, ...]
    evenings: tuple[EveningReport, ...]
    lines: tuple[BookedLine, ...]
