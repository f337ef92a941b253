"""What a PDF shows, read with pypdf and poppler: words with their places, and the paper's edge."""

import re
import socket
import subprocess
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from scorekeeper.exports.pdf import Fetcher

MILLIMETRES = 25.4 / 72

HOSTILE = (
    '<link rel=attachment href="file:///etc/passwd">',
    '<img src="http://127.0.0.1:8000/admin/">',
    "red;background:url(file:///etc/passwd)",
    "{{ 7|add:7 }}</style><style>@import 'http://127.0.0.1/'",
)
"""What somebody may type as a name, a note or a colour."""


def watch_fetching(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whatever WeasyPrint asks for from now on; a connection fails the test."""
    asked: list[str] = []
    fetch = Fetcher.fetch

    def noted(self: Fetcher, url: str, headers: dict[str, str] | None = None) -> object:
        asked.append(url)
        return fetch(self, url, headers)

    def refuse(*_args: object, **_named: object) -> None:
        raise AssertionError("print has opened a connection")

    monkeypatch.setattr(Fetcher, "fetch", noted)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    return asked


def only_says(pdf: bytes, hostile: tuple[str, ...] = HOSTILE) -> None:
    """The file shows all of it as text, and holds nothing attached."""
    letters = text_of(pdf).replace(" ", "")
    assert [text for text in hostile if text.replace(" ", "") not in letters] == []
    assert not PdfReader(BytesIO(pdf)).attachments


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its box on its page, millimetres from the top left corner."""

    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str


def text_of(pdf: bytes) -> str:
    """All text in reading order, single spaces between words."""
    return " ".join(word.text for word in words_of(pdf))


def words_of(pdf: bytes) -> list[Word]:
    command = ["pdftotext", "-bbox", "-", "-"]
    html = subprocess.run(command, input=pdf, check=True, capture_output=True).stdout.decode()
    found: list[Word] = []
    page = 0
    pattern = r'<page |<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>'
    for match in re.finditer(pattern, html):
        if match[5] is None:
            page += 1
            continue
        left, top, right, bottom = (float(match[side]) * MILLIMETRES for side in range(1, 5))
        found.append(Word(page, left, top, right, bottom, unescape(match[5])))
    return found


def pages_of(pdf: bytes) -> int:
    return len(PdfReader(BytesIO(pdf)).pages)


def ink_in_the_margins(pdf: bytes, folder: Path, margin: float = 9.5) -> list[int]:
    """The pages with anything but white nearer than ``margin`` millimetres to the edge."""
    resolution = 60
    for old in folder.glob("page-*.pgm"):
        old.unlink()
    command = ["pdftoppm", "-gray", "-r", str(resolution), "-", str(folder / "page")]
    subprocess.run(command, input=pdf, check=True)
    band = int(margin / 25.4 * resolution)
    return [
        number
        for number, file in enumerate(sorted(folder.glob("page-*.pgm")), start=1)
        if not _white_edge(file.read_bytes(), band)
    ]


def _white_edge(image: bytes, band: int) -> bool:
    magic, width, height, _depth, pixels = image.split(maxsplit=4)
    assert magic == b"P5"
    across, down = int(width), int(height)
    rows = [pixels[at * across : (at + 1) * across] for at in range(down)]
    edges = rows[:band] + rows[-band:] + [row[:band] + row[-band:] for row in rows]
    return all(set(edge) <= {255} for edge in edges)


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """Font name without its subset's letters → whether its file is in the PDF."""
    command = ["pdffonts", "-"]
    listed = subprocess.run(command, input=pdf, check=True, capture_output=True).stdout.decode()
    rows = [line.split() for line in listed.splitlines()[2:]]
    return {row[0].rpartition("+")[2]: row[-5] == "yes" for row in rows}
