"""One game told twice, to a page and to the core: after each turn both must say the same."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from uuid import uuid4

from playwright.sync_api import Page, expect

import rules
from scorekeeper import actions
from scorekeeper.entry import Entry
from scorekeeper.models import Game
from scorekeeper.queries import played
from tests import factories
from tests.plugins.browser import becomes

LETTERS = "abcdefghijklmnopqrst"
"""The key of each box, in sheet order."""
COMMITS = {1: "*", 2: "/", 3: "Enter"}
"""What fills the marked box, by the number of throws; before the dice it says that number."""

_ROWS = """() => [...document.querySelectorAll("table.sheet[data-view=rows] tbody tr")].map(row => {
    const said = cell => {
        const own = cell.cloneNode(true);
        own.querySelectorAll(".why-words, .visually-hidden").forEach(aside => aside.remove());
        return own.textContent.replace(/\\s+/g, " ").trim();
    };
    return [...row.cells].map(said);
})"""


@dataclass
class Keyboard:
    """Counts the presses of a hand that never touches the mouse."""

    page: Page
    presses: int = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.presses += 1

    def type(self, text: str) -> None:
        self.press(*text)

    def tab_to(self, name: str) -> None:
        """Tab until what is called ``name`` has the focus."""
        for _ in range(80):
            self.press("Tab")
            focused = self.page.evaluate(
                "() => (document.activeElement.labels?.[0] || document.activeElement)"
                ".textContent.trim()"
            )
            if focused == name:
                return
        raise AssertionError(f"no Tab leads to {name}")


@dataclass
class Table:
    """A game that has a sheet, on ``page`` and in the core (``game``); ``names`` by seat."""

    page: Page
    record: Game
    game: rules.Game
    names: tuple[str, ...]
    number: int

    @classmethod
    def of(cls, page: Page, record: Game) -> "Table":
        """The table of a stored game, as it stands; the page shows it already."""
        stands = played(record)
        return cls(page, record, stands.sheet_game, stands.names, len(stands.turns))

    @property
    def player(self) -> str:
        """The core's name of whoever is in turn."""
        assert self.game.next is not None
        return self.game.next

    def keyed(self, box: str, dice: str, throws: int = rules.FREE_THROWS) -> int:
        """Fills ``box`` by the keyboard alone; how many keys that took."""
        choices = rules.choices(self.game, dice, throws)
        assert choices is not None
        keys = Keyboard(self.page)
        at_best = choices.best is not None and choices.best.box.key == box
        if at_best:
            keys.type(dice)
            keys.press(COMMITS[throws])
        else:
            if throws < rules.FREE_THROWS:
                keys.press(COMMITS[throws])
            keys.type(dice)
            keys.press(LETTERS[self.game.rules.index(box)])
        self.told(rules.Turn(self.player, box=box, dice=dice, throws=throws))
        return keys.presses

    def clicked(self, box: str, dice: str, throws: int = rules.FREE_THROWS, to: str = "") -> None:
        """Fills ``box``, or pours it into the column of player ``to``, by the mouse."""
        self.shown(dice, throws)
        value = f"{box}>{to}" if to else box
        self.page.locator(f"#choices button[name=box][value='{value}']").click()
        self.told(rules.Turn(self.player, box=box, dice=dice, throws=throws, pour_to=to or None))

    def shown(self, dice: str, throws: int = rules.FREE_THROWS) -> None:
        """Types the dice and chooses the throws, until the page says what they bring."""
        self._throws(throws)
        self.page.locator("#dice").fill(dice)
        seen = f"#choices[data-complete=yes][data-dice='{dice}'][data-throws='{throws}']"
        self.page.locator(seen).wait_for()

    def _throws(self, throws: int) -> None:
        self.page.locator(f".throws label:has(input[value='{throws}'])").click()

    def without_a_box(self, kind: rules.Kind, throws: int = rules.FREE_THROWS) -> None:
        """Loses or skips the turn."""
        if kind is rules.Kind.FAILED:
            self._throws(throws)
        self.page.locator(f"#choices button[name=kind][value={kind.value}]").click()
        said = throws if kind is rules.Kind.FAILED else None
        self.told(rules.Turn(self.player, kind, throws=said))

    def miser(self, throws: int) -> None:
        """Seven ones."""
        self._throws(throws)
        self.page.locator("#choices button[name=box][value=miser]").click()
        self.told(rules.Turn(self.player, rules.Kind.EXTRA, "miser", throws=throws))

    def told(self, turn: rules.Turn) -> None:
        """Tells the core what the page was told, and waits until both agree."""
        self.game = rules.apply(self.game, turn)
        self.number += 1
        self.stored()

    def behind_the_page(self, turns: Iterable[rules.Turn]) -> None:
        """Writes turns without the page, for the long middle of a game, and opens the page anew.

        ``turns`` may be made one by one from ``game`` as it stands.
        """
        for turn in turns:
            entry = Entry(self.number, uuid4(), turn)
            actions.record_turn(
                game_id=self.record.pk,
                account=self.record.created_by,
                entry=entry,
                now=factories.NOW,
            )
            self.game = rules.apply(self.game, turn)
            self.number += 1
        self.page.reload()
        self.stored()

    def finish(self) -> None:
        """Closes the game, whose boxes are full, and checks sheet and result."""
        self.page.get_by_role("button", name="Close the game").click()
        self.page.get_by_role("button", name="Reopen").wait_for()
        self.check()
        result_is(self.page, result_rows(self.game, self.names))

    def stored(self) -> None:
        """Waits until the page has the last turn, and checks the whole sheet."""
        last = f"form[action$='/undo/'] input[name=number][value='{self.number - 1}']"
        expect(self.page.locator(last)).to_be_attached()
        self.check()

    def check(self) -> None:
        """The page's sheet says what the core says, cell by cell."""
        becomes(lambda: self.page.evaluate(_ROWS), sheet_rows(self.game, self.names))


def some_hand(game: rules.Game, draw: random.Random) -> tuple[str, str, int]:
    """(box, dice, throws) for whoever is in turn: now and then not what the core thinks best."""
    alike = str(draw.randint(1, 6)) * draw.choice((0, 0, 2, 3, 4))
    dice = alike + "".join(str(draw.randint(1, 6)) for _ in range(game.rules.dice - len(alike)))
    throws = draw.randint(1, rules.FREE_THROWS)
    choices = rules.choices(game, dice, throws)
    assert choices is not None
    assert choices.best is not None
    free = [choice.box.key for choice in choices.boxes if choice.open]
    return (choices.best.box.key if draw.random() < 0.7 else draw.choice(free)), dice, throws


def sheet_rows(game: rules.Game, names: tuple[str, ...]) -> list[list[str]]:
    """Each player's row as it must be read: name, boxes and figures, then bank, place, money."""
    result = rules.result(game)
    return [_row(game, result, sheet, names[int(sheet.player)]) for sheet in game.sheets]


def _row(game: rules.Game, result: rules.Result, sheet: rules.Sheet, name: str) -> list[str]:
    figures = result.figures[sheet.player]
    started = any(sheet.marks) or game.over
    letter = pair(game, sheet.player)
    found = [" ".join(filter(None, (name, letter, "" if sheet.plays else "left")))]
    for column in rules.columns(game.rules):
        if column.box:
            found.append(box_text(game.rules, sheet, column.box))
            continue
        points: int = getattr(figures, column.figure.value)
        at_the_end = column.figure in (rules.Figure.THROW_POINTS, rules.Figure.UNFINISHED)
        empty = column.figure is rules.Figure.BONUS and not points
        known = game.over if at_the_end else started
        found.append(rules.signed(points) if known and not empty else "")
    begun = any(any(other.marks) for other in game.sheets)
    if game.rules.bank:
        found.append(str(sheet.bank))
    found.append(str(result.places[sheet.player]) if begun else "")
    if game.rules.options.settlement != "none":
        settled = result.settlement
        found.append(settled.shown(sheet.player).replace("-", "−") if settled and begun else "")
    return found


def pair(game: rules.Game, player: str) -> str:
    """The letter of the player's pair, "" where everybody plays alone."""
    return next(("AB"[at] for at, team in enumerate(game.teams) if player in team), "")


def box_text(rule_set: rules.RuleSet, sheet: rules.Sheet, box: rules.Box) -> str:
    """What a box says: points or a dash, ✓ for three alike, the sign of a first throw, a pour."""
    at = rule_set.index(box.key)
    mark, pour = sheet.marks[at], sheet.pours[at]
    if mark is None:
        return f"{pour.points} · {pour.turns_left}" if pour else ""
    text = "—" if mark.struck else rules.signed(mark.points)
    if box.series is rules.Series.SCHOOL and mark.made and mark.points == 0 and not mark.poured:
        text += "✓"
    if mark.throws == 1 and mark.made and mark.dice:
        times = rules.score(rule_set, box, mark.dice, 1).multiplier
        text += f"×{times}" if times > 1 else "★" * bool(rule_set.pouring)
    return text


def result_rows(game: rules.Game, names: tuple[str, ...]) -> list[list[str]]:
    """The table of the result: place, name, total, and with money what is won and paid."""
    result = rules.result(game)
    settled = result.settlement
    order = sorted(result.places, key=lambda player: (result.places[player], int(player)))
    found = []
    for player in order:
        letter = pair(game, player)
        name = f"{names[int(player)]} ({letter})" if letter else names[int(player)]
        row = [str(result.places[player]), name]
        row.append(rules.signed(result.figures[player].total))
        if game.rules.options.settlement != "none":
            assert settled is not None
            row.append(won(settled.shown(player)))
            row.append(won(f"{settled.pays[player]:f}"))
        found.append(row)
    return found


def won(money: str) -> str:
    """Money won or lost as the result says it: both signs are written out."""
    plus = "+" if Decimal(money) > 0 else ""
    return plus + money.replace("-", "−")


def result_is(page: Page, rows: list[list[str]]) -> None:
    """The table of the result says ``rows``, cell by cell."""
    table = page.locator("table.settlement").first
    cells = (
        "table => [...table.tBodies[0].rows].map("
        "row => [...row.cells].map(cell => cell.textContent.trim()))"
    )
    becomes(lambda: table.evaluate(cells), rows)


def lies(page: Page, thrown: str) -> None:
    """Waits until the hand lies after the throws that the form carries on."""
    expect(page.locator("#turn-form input[name=thrown]")).to_have_value(thrown)
    expect(page.locator("#dice")).to_have_value("")
