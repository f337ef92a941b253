"""Sheets drawn in ink: as approved, as WeasyPrint would set them, and the same among many."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import translation
from PIL import Image
from pypdf import PdfReader

import rules
from scorekeeper.exports import drawn as drawing
from scorekeeper.exports.frames import placed
from scorekeeper.exports.paper import MARGIN, Orientation, Paper
from scorekeeper.exports.pdf import typeset
from scorekeeper.exports.planned import Look, planned
from scorekeeper.exports.report import HandsReport, SheetReport
from scorekeeper.exports.sheets import PrintedSheet, joined, printed_sheet, sheet_pdf

from .pictures import APPROVED, apart, picture_of
from .printed import fonts_of, ink_in_the_margins, pages_of, text_of, words_of
from .samples import LINK, NAMES, PAIRS, blank, filled

pytestmark = pytest.mark.thorough

SHEETS: dict[str, tuple[SheetReport, Look]] = {
    "classic-rows": (filled("classic"), Look()),
    "classic-columns-a5": (
        filled("classic", names=NAMES[:2], language="en"),
        Look("columns", "A5", "portrait"),
    ),
    "six-dice-pairs": (filled("six-dice", teams=PAIRS), Look("columns", orientation="portrait")),
    "saved-throws-signed": (filled("saved-throws"), Look(paper="Letter", signatures=True)),
    "blank-cards": (blank("minus-twenty", 6), Look(faces="cards")),
    "blank-two": (blank("classic", 3), Look(two=True)),
}


def printed(name: str) -> bytes:
    return sheet_pdf(*SHEETS[name])


def two_tables() -> list[SheetReport]:
    return [filled("classic", title=f"Стол {n}", seed=n) for n in (1, 2)]


@pytest.mark.parametrize("name", SHEETS)
def test_a_page_is_as_approved(name: str) -> None:
    with Image.open(APPROVED / f"{name}.png") as approved:
        assert apart(picture_of(printed(name)), approved) < 0.2


@pytest.mark.parametrize("name", ["classic-rows", "classic-columns-a5", "six-dice-pairs"])
def test_a_page_looks_the_same_drawn_both_ways(name: str) -> None:
    report, look = SHEETS[name]
    with translation.override(report.language):
        by_weasyprint = typeset(planned(report, look))
    drawn = printed(name)
    assert pages_of(by_weasyprint) == pages_of(drawn)
    assert apart(picture_of(by_weasyprint), picture_of(drawn)) < 0.25
    assert sorted(text_of(by_weasyprint).split()) == sorted(text_of(drawn).split())


def test_pictures_tell_a_missing_figure() -> None:
    one, other = (filled("classic", turns=turns) for turns in (30, 31))
    assert apart(picture_of(sheet_pdf(one)), picture_of(sheet_pdf(other))) > 0.25


def test_a_sheet_alone_and_among_many_is_the_same_page() -> None:
    reports = [filled("classic", title=f"Стол {n}", seed=n) for n in range(1, 6)]
    sheets = [printed_sheet(report, Look()) for report in reports]
    many = joined(sheets, Look(), "Турнир", "ru")
    assert pages_of(many) == len(reports)
    for page, report in enumerate(reports, start=1):
        assert apart(picture_of(many, page), picture_of(sheet_pdf(report))) == 0
    assert all(fonts_of(many).values())


def test_a_kept_sheet_is_the_sheet() -> None:
    sheet = printed_sheet(filled("six-dice"), Look())
    assert PrintedSheet.of(sheet.kept()) == sheet


def test_letters_that_our_fonts_lack_do_not_change_the_others() -> None:
    """Only the sheet with such a name is typeset by WeasyPrint; all are one file in order."""
    names = ("გიორგი", "Лев")
    reports = [filled("classic"), filled("classic", names=names), filled("classic", title="Стол 3")]
    sheets = [printed_sheet(report, Look()) for report in reports]
    assert [bool(sheet.alone) for sheet in sheets] == [False, True, False]
    many = joined(sheets, Look(), "Турнир", "ru")
    words = words_of(many)
    assert {word.page for word in words if word.text == "Вторник,"} == {1, 2}
    assert {word.page for word in words if word.text == "3" and word.top < 25} == {3}
    assert apart(picture_of(many, 3), picture_of(sheet_pdf(reports[2]))) == 0


def test_two_sheets_share_a_page_inside_its_margins(tmp_path: Path) -> None:
    sheets = [printed_sheet(report, Look(two=True)) for report in two_tables()]
    many = joined([*sheets, sheets[0]], Look(two=True), "Турнир", "ru")
    assert pages_of(many) == 2
    assert ink_in_the_margins(many, tmp_path) == []
    titles = [w for w in words_of(many) if w.text == "Стол"]
    assert [(w.page, w.top > 148) for w in titles] == [(1, False), (1, True), (2, False)]
    upright = Look("columns", orientation="portrait", two=True)
    beside = joined([printed_sheet(r, upright) for r in two_tables()], upright, "", "ru")
    left, right = [w for w in words_of(beside) if w.text == "Стол"]
    assert left.right < 148 < right.left


def sizes_of(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page in millimetres."""
    boxes = [page.mediabox for page in PdfReader(BytesIO(pdf)).pages]
    return [(round(box.width / 72 * 25.4), round(box.height / 72 * 25.4)) for box in boxes]


def test_an_odd_sheet_leaves_half_of_its_page_empty() -> None:
    sheets = [printed_sheet(report, Look(two=True)) for report in two_tables()]
    many = joined([*sheets, sheets[0]], Look(two=True), "Турнир", "ru")
    assert sizes_of(many) == [(210, 297), (210, 297)]


def test_what_weasyprint_sets_shares_pages_too(tmp_path: Path) -> None:
    """A list of hands, and a sheet with letters that our fonts lack, among drawn ones."""
    reports = [*two_tables(), filled("classic", names=("გიორგი", "Лев")), *two_tables()]
    for look in (Look(two=True), Look("columns", orientation="portrait", two=True)):
        sheets = [printed_sheet(report, look) for report in reports]
        many = joined(sheets, look, "Турнир", "ru")
        wide = (210, 297) if look.orientation == "landscape" else (297, 210)
        assert sizes_of(many) == [wide] * 3
        assert ink_in_the_margins(many, tmp_path) == []
        assert [word.page for word in words_of(many) if word.text == "Вторник,"] == [2]
        seconds = [word for word in words_of(many) if word.text == "Стол" and word.page == 2]
        assert [max(word.top, word.left) > 148 for word in seconds] == [True]


@pytest.mark.parametrize("paper", ["A4", "A5", "Letter"])
@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
def test_a_list_of_hands_is_printed_as_it_is_wanted(
    paper: Paper, orientation: Orientation, tmp_path: Path
) -> None:
    hands = HandsReport(
        rules.rule_set("showdown"), "ru", (*NAMES[:3], "Ж" * 70), blank_deals=3, club="Клуб" * 30
    )
    look = Look(paper=paper, orientation=orientation, signatures=True)
    printed = sheet_pdf(hands, look)
    page = look.page
    assert set(sizes_of(printed)) == {(round(page.width), round(page.height))}
    assert text_of(printed).count("Ведущий") == 1
    assert ink_in_the_margins(printed, tmp_path) == []
    if paper != "A5":
        both = sheet_pdf(hands, replace(look, two=True))
        assert text_of(both).count("Ведущий") == 2
        assert ink_in_the_margins(both, tmp_path) == []


@pytest.mark.parametrize("link", ["", LINK])
def test_lines_for_date_and_table_keep_off_the_name_of_the_club(link: str) -> None:
    look = Look("columns", "A5", "portrait")
    club = "Клуб любителей покера на костях " * 4
    report = replace(blank("classic", 3), club=club, link=link)
    with translation.override("ru"):
        head = planned(report, look).head
    left = next(word.left for word in words_of(sheet_pdf(report, look)) if word.text == "Дата")
    assert left > MARGIN + head.titles_left + head.titles_wide


def test_everybody_has_a_line_to_sign_on(tmp_path: Path) -> None:
    report = replace(filled("classic", names=NAMES), language="en")
    signed = sheet_pdf(report, Look(signatures=True))
    assert ink_in_the_margins(signed, tmp_path) == []
    last = [w for w in words_of(signed) if w.top > 120]
    assert {"Host", "Жанна", "Дина"} <= {w.text for w in last}
    assert "Host" not in text_of(sheet_pdf(report))


def test_card_faces_stand_for_pips() -> None:
    russian = text_of(sheet_pdf(blank("classic", 2), Look(faces="cards")))
    english = text_of(sheet_pdf(blank("classic", 2, "en"), Look(faces="cards")))
    assert "9 10 В Д К Т" in russian
    assert "9 10 J Q K A" in english


@pytest.mark.parametrize(
    "name", ["classic-rows", "classic-columns-a5", "six-dice-pairs", "saved-throws-signed"]
)
def test_every_figure_stands_inside_its_box(name: str) -> None:
    report, look = SHEETS[name]
    with translation.override(report.language):
        sheet = planned(report, look)
    words = words_of(printed(name))
    outside = []
    for table in sheet.pages[0].tables:
        top = MARGIN + sheet.head.high + table.top + drawing._HALF_RULE
        for cell, box in placed(table, MARGIN + table.left + drawing._HALF_RULE, top):
            figure = cell.figure.text
            inside = [
                word
                for word in words
                if word.text.startswith(figure)
                and box.left <= word.left < word.right <= box.right
                and box.top <= word.top < word.bottom <= box.bottom
            ]
            if figure and not inside:
                outside.append((figure, box))
    assert outside == []
