"""Filled workbooks become games: a preview with addresses, all or nothing, and only once."""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import process_time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

import rules
from scorekeeper.exports.excel import sheet_workbook
from scorekeeper.exports.reading import RefusedFileError, read_game, read_rows
from scorekeeper.exports.report import SheetReport
from scorekeeper.models import Game
from scorekeeper.queries import played
from tests.memory import most_memory
from tests.plugins.office import Recalculate
from tests.scorekeeper.exports.filling import filled_book, letters_of
from tests.scorekeeper.exports.samples import NAMES, PAIRS, SHEET_GAMES, filled

from .pages import Answer, html

pytestmark = pytest.mark.thorough


def bytes_of(book: Workbook) -> bytes:
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def kept_in(page: str) -> str:
    """What the preview would send back."""
    found = re.search(r'name="kept" value="([^"]+)"', page)
    assert found
    return found[1]


def send(client: Client, content: bytes) -> Answer:
    file = SimpleUploadedFile("game.xlsx", content)
    return client.post(reverse("game_import"), {"file": file})


def agree(report: SheetReport, game: Game) -> None:
    """The stored game comes to the totals of the report's, player by player."""
    assert report.game is not None
    stands = played(game)
    here, there = rules.result(stands.sheet_game), rules.result(report.game)
    assert stands.names == report.players
    for seat, figures in there.figures.items():
        assert here.figures[seat].total == figures.total
        assert here.places[seat] == there.places[seat]
    assert [each.total for each in here.teams] == [each.total for each in there.teams]


@pytest.mark.parametrize("key", SHEET_GAMES)
def test_a_workbook_filled_by_hand_becomes_the_game(key: str, host_client: Client) -> None:
    report = filled(key, names=NAMES[:4], teams=PAIRS if key == "six-dice" else (), seed=3)
    content = bytes_of(filled_book(report))
    page = html(send(host_client, content))
    answer = host_client.post(reverse("game_import"), {"kept": kept_in(page)})
    game = Game.objects.get()
    assert answer.headers["Location"] == reverse("game", args=[game.pk])
    assert game.copied
    agree(report, game)
    again = html(send(host_client, content))
    assert "here already" in again
    assert 'name="kept"' not in again
    host_client.post(reverse("game_import"), {"kept": kept_in(page)})
    assert Game.objects.count() == 1


def test_what_is_impossible_is_named_by_its_cell(host_client: Client) -> None:
    book = filled_book(filled("classic", seed=2))
    sheet = book.worksheets[0]
    sheet["B8"], sheet["C9"], sheet["A10"] = 7, "много", None
    page = html(send(host_client, bytes_of(book)))
    for address in ("B8", "C9", "A10"):
        assert f">{address}<" in page
    assert "Possible: −3, −2, −1, 0, 1, 2" in page
    assert 'name="kept"' not in page
    assert not Game.objects.exists()


def addresses(page: str) -> list[str]:
    """The cells that a preview names, in order."""
    return re.findall(r'<th scope="row">([A-Z]+[0-9]+(?::[A-Z]+[0-9]+)?)</th>', page)


def test_the_same_name_twice_is_refused(host_client: Client) -> None:
    book = filled_book(filled("classic", names=("Лена", "ЛЕНА "), seed=2))
    page = html(send(host_client, bytes_of(book)))
    assert "is named twice" in page
    assert addresses(page) == ["A9"]


def test_a_name_that_cannot_be_is_named_by_its_cell(host_client: Client) -> None:
    book = filled_book(filled("six-dice", names=NAMES[:3], seed=2))
    sheet = book.worksheets[0]
    sheet["A8"], sheet["A10"] = "я" * 81, "\u2800"
    page = html(send(host_client, bytes_of(book)))
    assert "at most 80" in page
    assert "needs a letter" in page
    assert addresses(page) == ["A8", "A10"]


def test_too_few_players_are_named_by_their_cells(host_client: Client) -> None:
    book = filled_book(filled("classic", names=NAMES[:3], seed=2))
    sheet = book.worksheets[0]
    for row in (9, 10):
        for cell in sheet[row]:
            if not cell.protection.locked:
                cell.value = None
    assert addresses(html(send(host_client, bytes_of(book)))) == ["A8"]


def test_pairs_that_cannot_be_are_named_by_their_cells(host_client: Client) -> None:
    book = filled_book(filled("six-dice", names=NAMES[:4], teams=PAIRS, seed=2))
    sheet = book.worksheets[0]
    column = letters_of(sheet)["№ пары"]
    for row, pair in zip((8, 10, 12, 14), (1, 1, 1, 2), strict=True):
        sheet[f"{column}{row}"] = pair
    page = html(send(host_client, bytes_of(book)))
    assert addresses(page) == [f"{column}8:{column}14"]
    assert 'name="kept"' not in page


def test_what_the_rules_refuse_is_named_by_its_cell(
    host_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a box, in the row of what was poured, and in the throws saved at the end."""
    words = rules.Text("Нельзя.", "It cannot be.")

    def refuses(_game: rules.Game, turn: rules.Turn) -> rules.Game:
        raise rules.RuleError(rules.Code.NOT_ALLOWED, words)

    reports = [filled(key, names=NAMES[:3], seed=3) for key in ("six-dice", "saved-throws")]
    monkeypatch.setattr(rules, "apply", refuses)
    for report, kinds in zip(reports, ({0, 1}, {0}), strict=True):
        book = filled_book(report)
        page = html(send(host_client, bytes_of(book)))
        said = addresses(page)
        sheet = book.worksheets[0]
        typed = {
            cell.coordinate
            for row in sheet.iter_rows(min_row=8, max_row=sheet.max_row, min_col=2)
            for cell in row
            if cell.value is not None and not cell.protection.locked and cell.value != 0
        }
        assert typed <= set(said)
        step = 2 if report.rules.pouring else 1
        assert {(int(re.sub("[A-Z]", "", each)) - 8) % step for each in said} == kinds


def test_dashes_and_figures_typed_as_text_are_read() -> None:
    book = filled_book(filled("classic", seed=2))
    sheet = book.worksheets[0]
    sheet["B8"], sheet["J8"] = "−3", "—"
    line = read_game(bytes_of(book)).lines[0]
    assert line.points["ones"] == -3
    assert line.points["pair"] == 0 or 0 in line.points.values()


def test_an_empty_workbook_is_no_game(host_client: Client) -> None:
    blank = sheet_workbook(SheetReport(rules.rule_set("classic"), "ru", ("",) * 4))
    page = html(send(host_client, blank))
    assert "Nothing is filled in" in page
    assert 'name="kept"' not in page


def test_what_was_not_sealed_here_is_not_written(host_client: Client) -> None:
    answer = host_client.post(reverse("game_import"), {"kept": '{"rule_set": "classic"}'})
    assert answer.status_code == 422
    assert not Game.objects.exists()


# Hostile files


def archive(parts: dict[str, bytes]) -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as found:
        for name, content in parts.items():
            found.writestr(name, content)
    return written.getvalue()


def by_size() -> bytes:
    return archive({"xl/worksheets/sheet1.xml": b"<a>" + b" " * 300_000_000})


def by_count() -> bytes:
    return archive({f"xl/{n}.xml": b"<a/>" for n in range(20_000)})


def with_entities() -> bytes:
    laughs = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">' + laughs + b"]><x>&l9;</x>"
    return archive({"[Content_Types].xml": bomb, "xl/workbook.xml": bomb})


def html_page() -> bytes:
    return b"<html><body><table><tr><td>1</td></tr></table></body></html>"


def a_million_rows() -> bytes:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet["A1"], sheet["A1048576"] = "Имя", "Лев"
    return bytes_of(book)


def cut_short() -> bytes:
    return bytes_of(Workbook())[:2000]


SHEET, STRINGS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"


MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHARED = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"


def with_part(name: str, change: Callable[[bytes], bytes]) -> bytes:
    """A sound workbook with one part changed."""
    book = Workbook()
    book.worksheets[0].append(["Имя", "Лев"])
    with zipfile.ZipFile(BytesIO(bytes_of(book))) as sound:
        parts = {each: sound.read(each) for each in sound.namelist()}
    if STRINGS not in parts:
        parts[STRINGS] = b"<sst xmlns='%b'></sst>" % MAIN
        types = "[Content_Types].xml"
        said = b'<Override PartName="/%b" ContentType="%b"/></Types>' % (STRINGS.encode(), SHARED)
        parts[types] = parts[types].replace(b"</Types>", said)
    assert change(parts[name]) != parts[name]
    return archive(parts | {name: change(parts[name])})


def many_strings() -> bytes:
    strings = b"<si/>" * 700_000 + b"</sst>"
    return with_part(STRINGS, lambda part: part.replace(b"</sst>", strings))


def many_styles() -> bytes:
    styles = b"<xf/>" * 700_000 + b"</cellXfs>"
    return with_part(STYLES, lambda part: part.replace(b"</cellXfs>", styles))


def many_cells_in_a_row() -> bytes:
    return with_part(SHEET, lambda part: part.replace(b"</row>", b"<c/>" * 900_000 + b"</row>"))


def many_rows() -> bytes:
    rows = b"<row/>" * 600_000 + b"</sheetData>"
    return with_part(SHEET, lambda part: part.replace(b"</sheetData>", rows))


def one_part_that_many_names_share() -> bytes:
    """The same bytes under two hundred names, as a zip can say."""
    return archive({f"xl/worksheets/sheet{n}.xml": b" " * 40_000 for n in range(199)})


@pytest.mark.parametrize("read", [read_game, read_rows])
@pytest.mark.parametrize(
    "make",
    [
        by_size,
        by_count,
        with_entities,
        html_page,
        a_million_rows,
        cut_short,
        many_strings,
        many_styles,
        many_cells_in_a_row,
        many_rows,
        one_part_that_many_names_share,
    ],
)
def test_hostile_files_are_refused_at_once(
    make: Callable[[], bytes], read: Callable[[bytes], object]
) -> None:
    content = make()
    start = process_time()
    with most_memory() as grown, pytest.raises(RefusedFileError):
        read(content)
    assert process_time() - start < 1
    assert grown.megabytes < 100


def cells_of(columns: int, rows: int) -> bytes:
    """Cells that all show the first of the shared strings."""
    row = b"<row>" + b'<c t="s"><v>0</v></c>' * columns + b"</row>"
    return b"<sheetData>" + row * rows + b"</sheetData>"


def one_long_string_in_every_cell() -> bytes:
    cells = cells_of(20, 1500)
    with_cells = with_part(SHEET, lambda part: re.sub(b"<sheetData>.*</sheetData>", cells, part))
    with zipfile.ZipFile(BytesIO(with_cells)) as sound:
        parts = {each: sound.read(each) for each in sound.namelist()}
    long = b"<sst xmlns='%b'><si><t>" % MAIN + "Ё".encode() * 500_000 + b"</t></si></sst>"
    return archive(parts | {STRINGS: long})


def all_cells_merged() -> bytes:
    merged = b"</sheetData><mergeCells>"
    merged += b'<mergeCell ref="A1:XFD1048576"/>' * 30_000 + b"</mergeCells>"
    return with_part(SHEET, lambda part: part.replace(b"</sheetData>", merged))


def wide_and_far_away() -> bytes:
    far = b'<row r="1048576"><c r="XFD1048576"><v>1e308</v></c></row></sheetData>'
    return with_part(SHEET, lambda part: part.replace(b"</sheetData>", far))


@pytest.mark.parametrize(
    "make", [one_long_string_in_every_cell, all_cells_merged, wide_and_far_away]
)
def test_what_only_looks_large_takes_neither_time_nor_memory(
    make: Callable[[], bytes], host_client: Client
) -> None:
    """Read or refused: the page answers either way, without growing."""
    content = make()
    host_client.get(reverse("players_import"))  # whatever only a first page takes
    start = process_time()
    with most_memory() as grown:
        for name in ("game_import", "players_import"):
            answer = host_client.post(
                reverse(name), {"file": SimpleUploadedFile("a.xlsx", content)}
            )
            assert answer.status_code in {200, 422}
            assert len(answer.content) < 3_000_000
    assert process_time() - start < 2
    assert grown.megabytes < 100
    assert not Game.objects.exists()


def test_a_workbook_of_others_is_no_game() -> None:
    book = load_workbook(BytesIO(bytes_of(filled_book(filled("classic")))))
    del book[book.sheetnames[1]]
    with pytest.raises(RefusedFileError, match="hidden sheet"):
        read_game(bytes_of(book))


def test_libreoffice_gives_back_every_game(
    recalculate: Recalculate, host_client: Client, tmp_path: Path
) -> None:
    """Filled by hand, recalculated and saved by the office, read in: the totals of the core."""
    for key in SHEET_GAMES:
        report = filled(key, names=NAMES[:3], seed=5)
        (tmp_path / f"{key}.xlsx").write_bytes(bytes_of(filled_book(report)))
        content = recalculate(tmp_path / f"{key}.xlsx").read_bytes()
        page = html(send(host_client, content))
        host_client.post(reverse("game_import"), {"kept": kept_in(page)})
        agree(report, Game.objects.latest("pk"))
    assert Game.objects.count() == len(SHEET_GAMES)
