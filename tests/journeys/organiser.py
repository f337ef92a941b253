"""An organiser's hands on the pages of one tournament: only what can be clicked and typed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests.plugins.browser import PATIENCE

PRINTED = 4 * PATIENCE
"""Milliseconds for a file: a whole event on paper takes seconds of a processor that does nothing
else."""
Tables = Sequence[tuple[str, Sequence[str]]]
"""Of each table of a round: the address of its page, and who sits there, in order of seats."""


@dataclass
class Organiser:
    """Whoever runs the tournament, in one window.

    ``address``: of the page "What next", where every step begins.
    """

    page: Page
    address: str

    def button(self, name: str) -> None:
        """Presses a button by its words."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def link(self, name: str) -> None:
        """Follows a link by its words."""
        self.page.get_by_role("link", name=name, exact=True).click()

    def said(self, words: str) -> None:
        """Waits until the page has said so."""
        expect(self.page.locator("#messages")).to_contain_text(words)

    def next(self, title: str, words: str = "") -> None:
        """The page of what comes next says ``title``, and its first button leads there."""
        self.page.goto(self.address)
        expect(self.page.locator("#next")).to_have_text(title)
        expect(self.page.locator(".next")).to_contain_text(words)
        self.page.locator(".next a.button--primary").click()

    def tab(self, name: str) -> None:
        """Goes to a page of the tournament by the tabs above it."""
        self.page.locator("nav.tabs").get_by_role("link", name=name, exact=True).click()
        current = self.page.locator("nav.tabs a[aria-current=page]").first
        expect(current).to_have_text(name)

    def draw(self, number: int, seed: int) -> Tables:
        """Draws and publishes a round; who sits where."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Draw of round {number}")
        self.page.get_by_label("Seed").fill(f"{seed}")
        self.button("Draw")
        self.button(f"Publish round {number}")
        self.said("Published")
        self.page.wait_for_load_state()
        return self.tables()

    def tables(self) -> Tables:
        """Who sits where, as the tables of the round are listed before anybody has played."""
        rows = self.page.locator(".tables-now tbody tr")
        return [
            (
                row.locator("th a").get_attribute("href") or "",
                row.locator(".seat-now").all_inner_texts(),
            )
            for row in rows.all()
        ]

    def type_totals(self, address: str, totals: Mapping[str, int]) -> None:
        """Types what the paper of a table says."""
        self.page.goto(address)
        self.fill_totals(totals)
        self.page.locator("#totals").get_by_role("button", name="Store these totals").click()
        self.said("The totals are stored.")

    def fill_totals(self, totals: Mapping[str, int]) -> None:
        """Fills the totals in, and sends nothing."""
        for name, total in totals.items():
            self.page.locator("#totals").get_by_label(name, exact=True).fill(f"{total}")

    def table_link(self, address: str) -> str:
        """The path of the link by which the host of a table writes."""
        self.page.goto(address)
        expect(self.page.get_by_alt_text("QR code of the table link")).to_be_visible()
        return path_of(self.page.locator("a[href*='/table/']").inner_text())

    def copy_from_paper(self, address: str, rows: Mapping[str, Mapping[str, str]]) -> None:
        """Copies the sheet of a table box by box: of each player, box → what the paper says."""
        self.page.goto(address)
        self.button("Copy the whole sheet from paper, box by box")
        first = next(iter(rows))
        self.page.get_by_role("link", name=f"Copy the row of {first}", exact=True).click()
        for name, boxes in rows.items():
            expect(self.page.get_by_role("heading", level=1)).to_have_text(name)
            for box, points in boxes.items():
                self.page.locator(f"#box-{box}").fill(points)
            self.button("Store the row")
        self.button("Close the game")
        self.page.get_by_role("button", name="Reopen", exact=True).wait_for()

    def close_round(self, number: int) -> None:
        """Closes a round whose tables have all finished."""
        self.next(f"Close round {number}")
        self.button("Close the round")
        self.said("The round is closed.")

    def saved(self, file: Locator, folder: Path) -> bytes:
        """The file that a link gives."""
        with self.page.expect_download(timeout=PRINTED) as waiting:
            file.click(timeout=PRINTED)
        path = folder / waiting.value.suggested_filename
        waiting.value.save_as(path)
        return path.read_bytes()


def path_of(address: str) -> str:
    """An address without its host."""
    return re.sub(r"^https?://[^/]+", "", address)


def letters_of(content: bytes) -> str:
    """The text of a PDF without blanks: print breaks long names where it must."""
    pages = PdfReader(BytesIO(content)).pages
    return "".join("".join(page.extract_text() for page in pages).split())


def play_a_turn(page: Page, number: int, box: str, dice: str) -> None:
    """Whoever is in turn fills ``box``; ``number``: of the turn, from 0."""
    page.locator("#dice").fill(dice)
    page.locator(f"#choices[data-complete=yes][data-dice='{dice}']").wait_for()
    page.locator(f"#choices button[name=box][value={box}]").click()
    undo = page.locator(f"form[action$='/undo/'] input[name=number][value='{number}']")
    undo.wait_for(state="attached")


def rows_of(page: Page, table: str) -> list[list[str]]:
    """The words of each cell of a table's body."""
    return [
        [" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()]
        for row in page.locator(f"{table} tbody tr").all()
    ]
