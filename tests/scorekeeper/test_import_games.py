"""Filled workbooks become games: a preview with addresses, all or nothing, and only once."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

import rules
from scorekeeper.exports.excel import sheet_workbook
from scorekeeper.exports.reading import RefusedFileError, read_game, read_rows
from scorekeeper.exports.report import SheetReport
from scorekeeper.models import Game
from scorekeeper.queries import played
from tests.limits import takes_little
from tests.plugins.office import Recalculate
from tests.scorekeeper.exports.filling import bytes_of, filled_book, letters_of
from tests.scorekeeper.exports.samples import NAMES, PAIRS, SHEET_GAMES, filled
from tests.scorekeeper.hostile_files import ONLY_LARGE, REFUSED

from .pages import Answer, html

pytestmark = pytest.mark.thorough


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


@pytest.mark.parametrize("key", SHEET_GAMES)
def test_every_page_of_such_a_game_opens(key: str, host_client: Client) -> None:
    """Also where its last line is no turn: throws saved at the end, points poured in."""
    teams = PAIRS if key == "six-dice" else ()
    page = html(send(host_client, bytes_of(filled_book(filled(key, teams=teams, seed=3)))))
    host_client.post(reverse("game_import"), {"kept": kept_in(page)})
    game = Game.objects.get()
    opened = [reverse(name, args=[game.pk]) for name in ("game", "game_history", "game_xlsx")]
    opened += [reverse(name, args=[game.public_key]) for name in ("watch", "watch_screen")]
    opened.append(reverse("paper_row", args=[game.pk, 0]))
    for address in opened:
        assert host_client.get(address).status_code == 200, address
    last = game.turns.latest("number")
    for name in ("turn_undo", "turn_redo"):
        sent = {"number": last.number}
        assert host_client.post(reverse(name, args=[game.pk]), sent, follow=True).status_code == 200
    assert played(game).turns[-1].points == last.points
    host_client.post(reverse("game_finish", args=[game.pk]), {"strike_open": "yes"})
    assert Game.objects.get().finished_at


@pytest.mark.parametrize(("key", "kind"), [("saved-throws", "bank"), ("six-dice", "poured")])
def test_what_only_the_sheet_said_can_be_corrected(
    key: str, kind: str, host_client: Client
) -> None:
    page = html(send(host_client, bytes_of(filled_book(filled(key, seed=5)))))
    assert ("(poured in&nbsp;" in page) == (kind == "poured")
    host_client.post(reverse("game_import"), {"kept": kept_in(page)})
    game = Game.objects.get()
    wrong = game.turns.filter(kind=kind).earliest("number")
    address = reverse("correction", args=[game.pk, wrong.number])
    assert address in html(host_client.get(reverse("game_history", args=[game.pk])))
    asked = html(host_client.get(address))
    assert f'name="{wrong.number}-dice"' not in asked
    assert ("Saved throws" in asked) == (kind == "bank")
    before = rules.result(played(game).sheet_game)
    right, box = 0, {}
    if wrong.box:
        rule_set, box = played(game).rule_set, {f"{wrong.number}-box": wrong.box}
        possible = rules.enterable(rule_set, rule_set.box(wrong.box))
        right = next(points for points in possible if points != wrong.points)
    sent = {**box, f"{wrong.number}-points": right, "reason": "misread", "version": game.version}
    host_client.post(address, {**sent, "store": "yes"})
    stands = played(Game.objects.get())
    assert (stands.turns[wrong.number].kind, stands.turns[wrong.number].points) == (kind, right)
    assert rules.result(stands.sheet_game).figures != before.figures


def test_figures_below_zero_have_a_minus_before_they_are_stored(host_client: Client) -> None:
    book = filled_book(filled("classic", seed=2))
    book.worksheets[0]["C8"] = -4
    page = html(send(host_client, bytes_of(book)))
    assert "Twos&nbsp;−4" in page


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


@pytest.mark.parametrize("read", [read_game, read_rows])
@pytest.mark.parametrize("make", REFUSED)
def test_hostile_files_are_refused_at_once(
    make: Callable[[], bytes], read: Callable[[bytes], object]
) -> None:
    content = make()
    with takes_little(), pytest.raises(RefusedFileError):
        read(content)


@pytest.mark.parametrize("make", ONLY_LARGE)
def test_what_only_looks_large_takes_neither_time_nor_memory(
    make: Callable[[], bytes], host_client: Client
) -> None:
    """Read or refused: the page answers either way, without growing."""
    content = make()
    host_client.get(reverse("players_import"))  # whatever only a first page takes
    with takes_little(seconds=2):
        for name in ("game_import", "players_import"):
            answer = host_client.post(
                reverse(name), {"file": SimpleUploadedFile("a.xlsx", content)}
            )
            assert answer.status_code in {200, 422}
            assert len(answer.content) < 3_000_000
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
