"""Tables of players: any usual encoding and separator, a preview by line, all or nothing, once."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from scorekeeper.exports.delimited import csv_file, read_csv
from scorekeeper.exports.reading import RefusedFileError
from scorekeeper.models import Club, Player

from .pages import html
from .test_import_games import kept_in

pytestmark = pytest.mark.thorough

TABLE = "№;ПОЛ;ИМЯ\n1;ж;Оля\n2;м;Лев Толстой\n3;q;Ёлка «Ель»\n"


def send(client: Client, content: bytes, name: str = "players.csv") -> str:
    file = SimpleUploadedFile(name, content)
    return html(client.post(reverse("players_import"), {"file": file}))


def names(club: Club) -> set[str]:
    return set(Player.objects.filter(club=club).values_list("name", flat=True))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_usual_tables_are_read(
    encoding: str, separator: str, host_client: Client, club: Club
) -> None:
    page = send(host_client, TABLE.replace(";", separator).encode(encoding))
    assert "№, ПОЛ" in page
    host_client.post(reverse("players_import"), {"kept": kept_in(page)})
    assert names(club) == {"Оля", "Лев Толстой", "Ёлка «Ель»"}


def test_a_workbook_and_a_single_column_are_read(host_client: Client, club: Club) -> None:
    book = Workbook()
    for row in (("Имя", "Фамилия"), ("Лев", "Толстой"), ("Оля", None)):
        book.worksheets[0].append(row)
    written = BytesIO()
    book.save(written)
    page = send(host_client, written.getvalue(), "players.xlsx")
    host_client.post(reverse("players_import"), {"kept": kept_in(page)})
    page = send(host_client, "Вера\nГлеб\n".encode())
    host_client.post(reverse("players_import"), {"kept": kept_in(page)})
    assert names(club) == {"Лев Толстой", "Оля", "Вера", "Глеб"}


def test_lines_that_are_wrong_are_named_and_nobody_is_added(
    host_client: Client, club: Club
) -> None:
    page = send(host_client, f"Имя\nОля\nЛев\nОЛЯ \n{'я' * 90}\n".encode())
    assert "The same person as in line 2." in page
    assert "at most 80 characters" in page
    assert 'name="kept"' not in page
    assert names(club) == set()


def test_a_second_time_adds_nobody(host_client: Client, club: Club) -> None:
    first = send(host_client, TABLE.encode())
    host_client.post(reverse("players_import"), {"kept": kept_in(first)})
    page = send(host_client, TABLE.encode())
    assert page.count("is here already") == 3
    assert "nobody will be added" in page
    assert 'name="kept"' not in page
    sent = {"kept": kept_in(first)}
    answer = host_client.post(reverse("players_import"), sent, follow=True)
    assert "0 players were added." in html(answer)
    assert len(names(club)) == 3


def test_two_lines_that_look_alike_may_be_one_person(host_client: Client, club: Club) -> None:
    page = send(host_client, "Семён Королёв\nСеменов\nСемен Королев\n".encode())
    assert "the same person as in line 1" in page
    data = {"kept": kept_in(page), "same": "Семен Королев"}
    host_client.post(reverse("players_import"), data)
    assert names(club) == {"Семён Королёв", "Семенов"}


@pytest.mark.parametrize(
    "content",
    [b"\x98\xff\xfe\x00", b"<html><b>", b"%PDF-1.7", b'"a\nb', b"name\n" * 2002],
)
def test_what_is_no_table_is_refused(content: bytes, host_client: Client) -> None:
    with pytest.raises(RefusedFileError):
        read_csv(content)
    assert 'name="kept"' not in send(host_client, content)


def test_csv_is_harmless_and_comes_back_as_it_was() -> None:
    texts = ['=HYPERLINK("http://evil.test")', "\t=1+1", "@SUM(A1)", "-Ася", "'Лев", 'a;"b"\nc']
    content = csv_file([[text, -5, 0] for text in texts])
    assert content.startswith("\ufeff'=HYPERLINK".encode()) or content[3:5] == b"\"'"
    assert b";-5;0\r\n" in content
    lines = [line.lstrip('"') for line in content.decode("utf-8-sig").split("\r\n")]
    assert not [line for line in lines if line.startswith(("=", "@", "-"))]
    assert [row[0] for row in read_csv(content)] == texts
