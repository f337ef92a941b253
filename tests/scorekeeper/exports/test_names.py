"""Names of files and worksheets: legal everywhere, and still recognisable."""

import pytest
from django.utils.http import content_disposition_header

from scorekeeper.exports.names import download_name, sheet_title

from .samples import filled


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Стол 1/2: финал?", "Стол 1 2 финал"),
        ("[А]", "А"),
        ("'Лев'", "Лев"),
        ("History", "History 2"),
        ("", "Клуб"),
        ("???", "Клуб"),
        ("Клуб «Шестёрка» — осенний турнир 2025", "Клуб «Шестёрка» — осенний турни"),
        ("🎲" * 16, "🎲" * 15),
        ("a\x00b\u202e", "ab"),
    ],
)
def test_titles_are_legal_and_recognisable(title: str, expected: str) -> None:
    found = sheet_title(filled("classic", title=title, club="Клуб", turns=0))
    assert found == expected
    assert len(found.encode("utf-16-le")) <= 62


def test_a_title_that_is_taken_gets_a_number_in_any_case() -> None:
    report = filled("classic", title="Ф" * 40, turns=0)
    taken = frozenset({"ф" * 31, "Ф" * 29 + " 2"})
    assert sheet_title(report, taken) == "Ф" * 29 + " 3"


def test_nothing_left_of_title_and_club_leaves_the_game() -> None:
    assert sheet_title(filled("classic", title="::", club="//", turns=0)) == "Классика, 17 граф"


def test_a_download_is_readable_and_harmless() -> None:
    name = download_name(filled("classic", club='К/л\\у:б "6"', title="../стол\r\n2"), "pdf")
    assert name == "2025-06-01 К-л-у-б -6-, ..-стол 2.pdf"
    header = content_disposition_header(True, name)
    assert header is not None
    assert "\n" not in header
    assert len(download_name(filled("classic", club="Ж" * 500, turns=0), "xlsx")) <= 105
