"""The formulas of a sheet's workbook: the same sums as rules.totals and rules.settlement.

Only functions that LibreOffice 7.4 and Excel 2010 both know. Formulas are in the file's own
English; each program shows them in its user's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import rules

PLAYER = "player"
"""Key of the column of names; boxes and figures have the keys of rules.columns."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the players stand: first row, last row, and rows a player takes."""

    first: int
    last: int
    step: int


@dataclass(frozen=True, slots=True)
class Formulas:
    """The formulas of one sheet.

    ``letters``: column of each key (boxes, figures, and the columns named in this module) ·
    ``over``: address of the cell that says whether the game is over, which ``yes`` in it means.
    """

    ruleset: rules.RuleSet
    letters: Mapping[str, str]
    rows: Rows
    over: str
    yes: str
    pairs: bool

    # Ranges

    def _cell(self, key: str, row: int) -> str:
        return f"{self.letters[key]}{row}"

    def _column(self, key: str) -> str:
        letter = self.letters[key]
        return f"${letter}${self.rows.first}:${letter}${self.rows.last}"

    def _boxes(self, row: int, series: frozenset[rules.Series]) -> str:
        keys = [box.key for box in self.ruleset.boxes if box.series in series]
        return f"{self._cell(keys[0], row)}:{self._cell(keys[-1], row)}"

    def _school(self, row: int) -> str:
        return self._boxes(row, _SCHOOL)

    def _combinations(self, row: int) -> str:
        return self._boxes(row, _REST)

    def _points(self, boxes: str, poured: str) -> str:
        """The sum of some boxes; what was poured counts against a box as soon as it is filled."""
        if not self.ruleset.pouring:
            return f"SUM({boxes})"
        return f"SUM({boxes})-SUMPRODUCT(ISNUMBER({boxes})*{poured})"

    def _school_points(self, row: int) -> str:
        return self._points(self._school(row), self._school(row + 1))

    def _absent(self, row: int) -> str:
        """Whether a line is not used: no name and no box."""
        filled = f"COUNT({self._school(row)},{self._combinations(row)})"
        return f'AND({self._cell(PLAYER, row)}="",{filled}=0)'

    def _is_over(self) -> str:
        return f'{self.over}="{self.yes}"'

    # Sums of a player

    def school(self, row: int) -> str:
        return f'=IF(COUNT({self._school(row)})=0,"",{self._school_points(row)})'

    def bonus(self, row: int) -> str:
        """Once all six boxes are full: the bonus, the penalty, or nothing (rules.md §2.1, §5)."""
        options, school = self.ruleset.options, self._cell("school", row)
        penalty = f"IF({school}<0,{options.negative_school},0)"
        given = f"IF({school}>={options.school_bonus_from},{options.school_bonus},{penalty})"
        return f'=IF(COUNT({self._school(row)})<6,"",{given})'

    def subtotal(self, row: int) -> str:
        points = self._school_points(row)
        if "bonus" in self.letters:
            points = f"SUM({self._cell('school', row)},{self._cell('bonus', row)})"
        return f'=IF(COUNT({self._school(row)})=0,"",{points})'

    def throw_points(self, row: int) -> str:
        points = f"N({self._cell('bank', row)})*{self.ruleset.options.saved_throw_points}"
        return f'=IF(AND({self._is_over()},NOT({self._absent(row)})),{points},"")'

    def unfinished(self, row: int) -> str:
        """The end count of boxes not made: a price a box, the school's perhaps by its face."""
        options = self.ruleset.options
        prices = {
            box.key: options.unfinished_combination
            if box.face is None
            else -3 * box.face
            if isinstance(options.unfinished_school, str)
            else options.unfinished_school
            for box in self.ruleset.boxes
        }
        missing = "+".join(f'({self._cell(key, row)}="")*({n})' for key, n in prices.items())
        return f'=IF(AND({self._is_over()},NOT({self._absent(row)})),{missing},"")'

    def total(self, row: int) -> str:
        figures = ("subtotal", "throw_points", "unfinished")
        parts = [self._cell(key, row) for key in figures if key in self.letters]
        if "subtotal" not in self.letters:
            parts.append(self._school_points(row))
        parts.append(self._points(self._combinations(row), self._combinations(row + 1)))
        return f'=IF({self._absent(row)},"",SUM({",".join(parts)}))'

    # Pairs of players

    def team_total(self, row: int) -> str:
        """The total that counts at the table: the pair's, or the player's own without a pair."""
        own, pair = self._cell("total", row), self._cell("team", row)
        together = f"SUMIF({self._column('team')},{pair},{self._column('total')})"
        return f'=IF({own}="","",IF({pair}="",{own},{together}))'

    def weight(self, row: int) -> str:
        """How many of those who compete a line is: 1, or a half in a pair; 0 when not used."""
        pair = self._cell("team", row)
        members = f"1/COUNTIF({self._column('team')},{pair})"
        return f'=IF({self._cell("total", row)}="",0,IF({pair}="",1,{members}))'

    def weighted(self, row: int) -> str:
        own, weight = self._cell("team_total", row), self._cell("weight", row)
        return f"=IF({weight}=0,0,{own}*{weight})"

    @property
    def _standing(self) -> str:
        return "team_total" if self.pairs else "total"

    def _competitors(self) -> str:
        if self.pairs:
            return f"SUM({self._column('weight')})"
        return f"COUNT({self._column('total')})"

    def _sum_of_totals(self) -> str:
        return f"SUM({self._column('weighted' if self.pairs else 'total')})"

    def _how_many(self, *criteria: str) -> str:
        """How many competitors meet the criteria: range, criterion, range, criterion …"""
        if self.pairs:
            return f"SUMIFS({self._column('weight')},{','.join(criteria)})"
        return f"COUNTIFS({','.join(criteria)})"

    # Places and settlement

    def place(self, row: int) -> str:
        """Places 1, 2, 2, 4: one more than those with a higher total."""
        own, totals = self._cell(self._standing, row), self._column(self._standing)
        higher = self._how_many(totals, f'">"&{own}')
        return f'=IF({own}="","",1+{higher})'

    def mean(self) -> str:
        totals = self._column("total")
        return f'=IF(COUNT({totals})=0,"",{self._sum_of_totals()}/{self._competitors()})'

    def _share(self, row: int) -> str:
        """The result in points, times the number of players under ``mean``: a whole number."""
        own = self._cell(self._standing, row)
        if self.ruleset.options.settlement == "pot":
            highest = f"MAX({self._column(self._standing)})"
            return f"IF({own}={highest},{self._competitors()}-1,-1)"
        return f"({own}*{self._competitors()}-{self._sum_of_totals()})"

    def _is_open(self, row: int) -> str:
        """Whether a line has no settlement: not used, or a pot whose highest total is tied."""
        own, totals = self._cell(self._standing, row), self._column(self._standing)
        if self.ruleset.options.settlement != "pot":
            return f'{own}=""'
        return f'OR({own}="",{self._how_many(totals, f"MAX({totals})")}>1)'

    def settlement(self, row: int) -> str:
        """The exact result times the stake (rules.md §4)."""
        share = f"{self._share(row)}*{self.ruleset.options.stake}"
        if self.ruleset.options.settlement == "mean":
            share = f"{share}/{self._competitors()}"
        return f'=IF({self._is_open(row)},"",{share})'

    def _in_units(self, row: int) -> tuple[str, str]:
        """(dividend, divisor), whole numbers: the result in smallest money units."""
        price = Fraction(self.ruleset.options.stake) / Fraction(self.ruleset.options.unit)
        divisor = str(price.denominator)
        if self.ruleset.options.settlement == "mean":
            divisor = f"({self._competitors()}*{price.denominator})"
        return f"({self._share(row)}*{price.numerator})", divisor

    def units(self, row: int) -> str:
        """The result floored to the unit."""
        dividend, divisor = self._in_units(row)
        floor = f"({dividend}-{self._cell('remainder', row)})/{divisor}"
        return f"=IF({self._is_open(row)},0,{floor})"

    def remainder(self, row: int) -> str:
        """What the floor took off, which decides who gets the missing units."""
        dividend, divisor = self._in_units(row)
        return f'=IF({self._is_open(row)},"",MOD({dividend},{divisor}))'

    def pays(self, row: int) -> str:
        """Money: the missing units go to the largest remainder, the higher total, the earlier seat.

        Pairs are two, so that equal totals leave nothing over and seats never decide.
        """
        own, rest = self._cell(self._standing, row), self._cell("remainder", row)
        rests, totals = self._column("remainder"), self._column(self._standing)
        before = [self._how_many(rests, f'">"&{rest}')]
        before.append(self._how_many(rests, rest, totals, f'">"&{own}'))
        if not self.pairs:
            above = [self._above(key, row) for key in ("remainder", self._standing)]
            before.append(f"COUNTIFS({above[0]},{rest},{above[1]},{own})")
        units = self._column("units")
        missing = f"SUMPRODUCT({units},{self._column('weight')})" if self.pairs else f"SUM({units})"
        extra = f"IF({'+'.join(before)}<-{missing},1,0)"
        unit = Decimal(self.ruleset.options.unit)
        paid = f"ROUND(({self._cell('units', row)}+{extra})*{unit:f},{decimals(unit)})"
        return f'=IF({self._is_open(row)},"",{paid})'

    def _above(self, key: str, row: int) -> str:
        letter = self.letters[key]
        return f"{letter}${self.rows.first - 1}:{letter}{row - 1}"

    # The end of the game

    def filled(self, row: int) -> str:
        """How many boxes a player has filled, extras apart."""
        boxes = f"{self._school(row)},{self._boxes(row, _COMBINATIONS)}"
        return f'=IF({self._absent(row)},"",COUNT({boxes}))'

    def is_over(self, no: str) -> str:
        """A race ends with the first full sheet, another game when all are full."""
        filled = self._column("filled")
        boxes = sum(box.series in _SCHOOL | _COMBINATIONS for box in self.ruleset.boxes)
        some = f"MAX({filled})" if self.ruleset.race else f"MIN({filled})"
        return f'=IF(AND(COUNT({filled})>0,{some}={boxes}),"{self.yes}","{no}")'


def decimals(unit: Decimal) -> int:
    """How many decimals money has: 2 for "0.01"."""
    exponent = unit.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0


_SCHOOL = frozenset({rules.Series.SCHOOL})
_COMBINATIONS = frozenset({rules.Series.COMBINATIONS})
_REST = _COMBINATIONS | {rules.Series.EXTRA}
