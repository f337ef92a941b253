"""The printed sheet: every figure, nothing in the margins, our own fonts, and nothing fetched."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation

import rules
from scorekeeper.exports.fonts import Face
from scorekeeper.exports.ink import shaped
from scorekeeper.exports.paper import Direction, Orientation, Paper
from scorekeeper.exports.pdf import Fetcher, hands_pdf, typeset
from scorekeeper.exports.planned import Look, planned
from scorekeeper.exports.report import Deal, DealtHand, HandsReport, SheetReport
from scorekeeper.exports.results import ROW, result_tables
from scorekeeper.exports.sheets import sheet_pdf
from tests.games import random_game, with_removed

from .printed import (
    HOSTILE,
    fonts_of,
    ink_in_the_margins,
    only_says,
    pages_of,
    text_of,
    watch_fetching,
    words_of,
)
from .samples import NAMES, PAIRS, SHEET_GAMES, blank, filled

pytestmark = pytest.mark.thorough

WAYS: tuple[Direction, ...] = ("rows", "columns")
LONG_NAME = "Непроизносимейшедлинноефамилиеимяотчество" + "Ъ" * 29


def figures_of(report: SheetReport) -> list[str]:
    """Every figure that the sheet has to show, as printed."""
    assert report.game is not None
    result = rules.result(report.game)
    found: list[str] = []
    for sheet in report.game.sheets:
        figures = result.figures[sheet.player]
        found += [rules.signed(figures.total), str(result.places[sheet.player])]
        if not report.rules.race:
            found.append(rules.signed(figures.subtotal))
        else:
            found += [rules.signed(figures.unfinished), str(figures.throw_points), str(sheet.bank)]
        found += ["—" if m.struck else rules.signed(m.points) for m in sheet.marks if m]
        found += [str(mark.poured) for mark in sheet.marks if mark and mark.poured is not None]
        if result.settlement:
            shown = result.settlement.shown(sheet.player).replace("-", "−").replace(".", ",")
            found.append(shown if shown.startswith("−") or shown == "0,00" else f"+{shown}")
    return found


@pytest.mark.parametrize(
    ("key", "direction"),
    [
        *((key, "rows") for key in SHEET_GAMES),
        *((key, "columns") for key in ("saved-throws", "six-dice")),
    ],
)
def test_every_figure_of_a_filled_sheet_is_on_paper(
    key: str, direction: Direction, tmp_path: Path
) -> None:
    report = filled(key, teams=PAIRS if key == "six-dice" else ())
    printed = sheet_pdf(report, Look(direction))
    words = [word.text for word in words_of(printed)]
    expected = figures_of(report)
    if report.rules.options.settlement == "none":
        expected = [figure for figure in expected if "," not in figure]
    missing = [f for f in set(expected) if words.count(f) < expected.count(f)]
    # A mark at a box's corner may stand so near that poppler reads both as one word.
    joined = " ".join(words)
    assert [f for f in missing if joined.count(f) < expected.count(f)] == []
    assert ink_in_the_margins(printed, tmp_path) == []
    for name in report.players:
        assert name in joined


@pytest.mark.parametrize(
    ("lines", "paper", "orientation", "direction"),
    [
        (1, "A4", "landscape", "rows"),
        (4, "A4", "landscape", "columns"),
        (12, "Letter", "landscape", "columns"),
        (8, "A5", "landscape", "columns"),
        (12, "A5", "portrait", "rows"),
    ],
)
def test_a_blank_sheet_stays_inside_the_margins(
    lines: int, paper: Paper, orientation: Orientation, direction: Direction, tmp_path: Path
) -> None:
    report = blank("minus-twenty", lines)
    printed = sheet_pdf(report, Look(direction, paper, orientation))
    assert ink_in_the_margins(printed, tmp_path) == []


def test_a_blank_sheet_says_nothing_in_its_boxes() -> None:
    report = replace(blank("classic", 4), club="")
    words = words_of(sheet_pdf(report))
    heading = max(word.bottom for word in words if word.text in {"Единицы", "Шанс"})
    foot = min(word.top for word in words if word.text == "Сначала")
    assert not [word for word in words if heading < word.top and word.bottom < foot]


@pytest.mark.parametrize("direction", WAYS)
def test_long_names_are_whole_and_change_neither_grid_nor_pages(direction: Direction) -> None:
    names = [f"{LONG_NAME[:68]}{seat:02d}" for seat in range(8)]
    usual = sheet_pdf(filled("classic", names=NAMES[:8]), Look(direction))
    printed = sheet_pdf(filled("classic", names=names, club="К" * 120), Look(direction))
    assert pages_of(printed) == pages_of(usual)
    letters = text_of(printed).replace(" ", "").replace("\u00ad", "")
    assert "К" * 120 in letters
    words = words_of(printed)
    tails = [word for word in words if word.text.endswith(("00", "07")) and "Ъ" in word.text]
    assert len(tails) >= 2
    boxes = [word for word in words if word.text == "—"]
    assert {round(word.right, 1) for word in boxes} == {
        round(word.right, 1) for word in words_of(usual) if word.text == "—"
    }


def test_players_that_do_not_fit_go_on_under_the_same_headings() -> None:
    report = blank("classic", 30)
    printed = sheet_pdf(report)
    assert pages_of(printed) == 2
    for heading in ("Единицы", "Шанс", "«Шестёрка»", "Сначала"):
        assert {word.page for word in words_of(printed) if word.text == heading} == {1, 2}


def test_fonts_are_ours_and_embedded_with_every_letter() -> None:
    letters = "Ё Қ Ї № − ½ ₽"
    report = filled("classic", names=(letters, "Лев", "Ася"), title=letters, club=letters)
    printed = sheet_pdf(report)
    assert text_of(printed).count(letters) >= 3
    embedded = fonts_of(printed)
    assert {name.removesuffix("-Condensed") for name in embedded} == {
        "Sheet-Sans",
        "Sheet-Sans-Bold",
        "Sheet-Narrow",
        "Sheet-Narrow-Bold",
    }
    assert all(embedded.values())
    for face in Face:  # else ink raises MissingLetterError
        assert 0 not in shaped(letters, face).glyphs


def test_money_dates_and_rules_are_in_the_language_of_the_report() -> None:
    house_rules = {"poker_bonus": 100, "stake": "0.50", "unit": "0.10"}
    russian = text_of(sheet_pdf(filled("classic", house_rules=house_rules)))
    english = text_of(sheet_pdf(filled("classic", house_rules=house_rules, language="en")))
    assert "1 июня 2025, 19:30 (московское время)" in russian
    assert "1 June 2025, 19:30 (Moscow time)" in english
    assert "House rules: poker bonus — 100" in english.replace("\u00a0", " ")
    assert "премия за покер — 100" in russian.replace("\u00a0", " ")
    assert "№ 127" in russian


def test_a_running_game_leaves_open_boxes_empty_and_says_so() -> None:
    report = replace(filled("classic", turns=5), copied=True, language="en")
    words = words_of(sheet_pdf(report))
    printed = " ".join(word.text for word in words)
    assert "the game is not over" in printed
    assert "copied from paper" in printed
    top, bottom = (next(w.top for w in words if w.text == text) for text in ("Final", "Place"))
    figures = [word.text for word in words if top < word.top < bottom]
    assert "Оля" in figures
    assert "—" not in figures


def test_whoever_was_removed_is_not_on_the_sheet() -> None:
    ruleset = rules.rule_set("classic")
    game = with_removed(random_game(ruleset, ("0", "1", "2"), 1, turns=9), "1")
    report = SheetReport(ruleset, "ru", ("Оля", "Лев", "Ася"), game)
    printed = text_of(sheet_pdf(report))
    assert "Оля" in printed
    assert "Лев" not in printed


def test_hostile_names_are_text_and_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = watch_fetching(monkeypatch)
    report = filled("classic", names=HOSTILE, club=HOSTILE[0], title=HOSTILE[1])
    with translation.override("ru"):
        by_weasyprint = typeset(planned(report, Look()))
    hand = tuple(DealtHand(name, (1, 2, 3, 4, 6), HOSTILE[2]) for name in HOSTILE)
    listed = HandsReport(
        rules.rule_set("showdown"), "ru", HOSTILE, (Deal(HOSTILE[3], hand),), title=HOSTILE[1]
    )
    for printed in (by_weasyprint, sheet_pdf(report), hands_pdf(listed, Look(signatures=True))):
        only_says(printed)
    assert [url for url in asked if not url.startswith("font:")] == []


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "http://127.0.0.1/", "data:text/css,p{}", "font:../../settings.py"],
)
def test_the_fetcher_knows_only_our_fonts(url: str) -> None:
    with pytest.raises(ValueError, match="Nothing is printed"):
        Fetcher().fetch(url)
    assert Fetcher().fetch(Face.SANS.url).read(4) == Face.SANS.file.read_bytes()[:4]


def test_a_game_of_hands_has_no_sheet() -> None:
    with pytest.raises(ValueError, match="showdown"):
        sheet_pdf(SheetReport(rules.rule_set("showdown"), "ru", ("", "")))


def hands(deals: int) -> HandsReport:
    first = DealtHand("Оля", (3, 3, 5, 5, 5), "фул: 5 и 3", 1)
    second = DealtHand(LONG_NAME, (1, 2, 3, 4, 6), "без комбинации", 2)
    played = tuple(Deal(f"{number}", (first, second)) for number in range(1, deals + 1))
    return HandsReport(rules.rule_set("showdown"), "ru", ("Оля", LONG_NAME), played, club="Клуб")


def test_hands_are_listed_deal_by_deal(tmp_path: Path) -> None:
    printed = hands_pdf(hands(40))
    words = words_of(printed)
    assert ink_in_the_margins(printed, tmp_path) == []
    assert pages_of(printed) == 2
    assert [word.text for word in words].count("Оля") == 40
    of_page = {word.page for word in words if word.text == "Оля"}
    assert of_page == {1, 2}


def test_a_blank_list_of_hands_has_its_lines(tmp_path: Path) -> None:
    report = replace(hands(0), blank_deals=6, players=("Оля", "Лев", "Ася"))
    printed = hands_pdf(report)
    assert [word.text for word in words_of(printed)].count("Ася") == 6
    assert ink_in_the_margins(printed, tmp_path) == []


def test_a_pair_shares_a_total_that_is_not_called_its_players() -> None:
    report = filled("six-dice", teams=PAIRS)
    assert report.game is not None
    result = rules.result(report.game)
    with translation.override("ru"):
        (table,) = result_tables(report, 200)
    heads = [head.text for head in table.heads]
    assert heads == ["Место", "Игрок", "Итог", "Итог пары"]
    totals = {row[1].text: (row[2].text, row[3].text) for row in table.rows}
    for player, figures in result.figures.items():
        pair = next(team.total for team in result.teams if player in team.players)
        found = totals[report.players[int(player)]]
        assert found == (rules.signed(figures.total), rules.signed(pair))


def test_pairs_are_told_no_payments_between_single_players() -> None:
    report = filled("six-dice", teams=PAIRS, house_rules={"settlement": "mean"})
    with translation.override("ru"):
        assert len(result_tables(report, 200)) == 1


def test_long_names_among_the_results_get_higher_rows_where_the_page_has_room() -> None:
    long = "Константинопольский-Задунайский Константин Константинович"
    with translation.override("ru"):
        (page,) = planned(filled("classic", names=(long, "Оля")), Look()).pages
        (usual,) = planned(filled("classic", names=("Лев", "Оля")), Look()).pages
        many = planned(filled("classic", names=[f"{long} {n}" for n in range(12)]), Look()).pages
    assert [cells.top for cells in page.tables] == [cells.top for cells in usual.tables]
    assert {table.row for table in usual.results} == {ROW}
    for table in page.results:
        assert table.row > ROW
        assert min(entry.size for row in table.rows for entry in row if entry.align == "name") >= 7
    sheet = Look().page
    assert all(
        each.results_top + table.high < sheet.inner_height
        for each in many
        for table in each.results
    )
