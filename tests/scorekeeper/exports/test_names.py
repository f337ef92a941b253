"""Names of files and worksheets: legal everywhere, and still recognisable."""

from dataclasses import replace

import pytest
from django.utils.http import content_disposition_header

from scorekeeper.exports.names import download_name, safe_name, sheet_title

from .samples import blank, filled


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


def test_files_of_one_club_have_names_of_their_own() -> None:
    """However long the club: a game without a title has its number, a blank sheet its game."""
    club = "Ж" * 120
    games = [
        replace(filled("classic", club=club, title="", turns=0), code=f"№ {n}") for n in (1, 2)
    ]
    blanks = [replace(blank(key, 2), club=club) for key in ("classic", "saved-throws")]
    titled = filled("classic", club=club, title="Стол 2: финал", turns=0)
    names = [download_name(report, "pdf") for report in (*games, *blanks, titled)]
    assert [name.split(", ", 1)[1] for name in names] == [
        "№ 1.pdf",
        "№ 2.pdf",
        "Классика, 17 граф.pdf",
        "Вариант второй — копим броски.pdf",
        "Стол 2 — финал.pdf",
    ]
    assert max(map(len, names)) == 104
    assert download_name(replace(blank("saved-throws", 2), club=""), "xlsx").startswith("Вариант")
    assert safe_name("Клуб", "", "json") == "Клуб.json"
