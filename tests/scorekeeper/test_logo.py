"""A club's logo: taken from a PNG or JPEG, refused otherwise, printed on every sheet."""

import struct
import subprocess
import zlib
from importlib import import_module
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageChops
from pypdf import PdfReader

from scorekeeper import actions, printing
from scorekeeper.exports import pictures
from scorekeeper.exports.planned import Look
from scorekeeper.models import Account, Club, Logo, Membership
from tests import factories
from tests.conftest import signed_in
from tests.limits import takes_little
from tests.scorekeeper.exports.printed import ink_in_the_margins, words_of

from .pages import Answer, html, text

pytestmark = pytest.mark.thorough


def upload(client: Client, club: Club, content: bytes, name: str = "logo.png") -> Answer:
    file = SimpleUploadedFile(name, content)
    return client.post(reverse("club_logo_set", args=[club.slug]), {"file": file}, follow=True)


def chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def png_claiming(wide: int, high: int, data: bytes = b"") -> bytes:
    """A PNG whose head says a size, whatever it holds."""
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", data or zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + body + chunk(b"IEND", b"")


def clear_png() -> bytes:
    file = BytesIO()
    Image.new("RGBA", (40, 40), (0, 0, 0, 0)).save(file, "PNG")
    return file.getvalue()


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
REFUSED: dict[str, bytes] = {
    "an SVG": SVG,
    "an SVG behind a line": b"\n<?xml version='1.0'?>" + SVG,
    "HTML": b"<html><img src=x onerror=alert(1)></html>",
    "a PDF": b"%PDF-1.7\n",
    "a GIF": factories.png(form="GIF"),
    "a TIFF": factories.png(form="TIFF"),
    "a PNG of a million by a million": png_claiming(1_000_000, 1_000_000),
    "a PNG of a hundred thousand by one": png_claiming(100_000, 1000),
    "a PNG with less than it says": png_claiming(3000, 2000),
    "half a PNG": factories.png(400, 300)[:-40],
    "half a JPEG": factories.png(900, 700, form="JPEG")[:-200],
    "nothing but a head": b"\x89PNG\r\n\x1a\n",
    "too many bytes": factories.png() + b"\0" * pictures.MOST_LOGO_BYTES,
}


@pytest.mark.parametrize("content", REFUSED.values(), ids=REFUSED)
def test_what_is_no_logo_is_refused(host_client: Client, club: Club, content: bytes) -> None:
    with takes_little(), pytest.raises(pictures.RefusedPictureError):
        pictures.logo(content)
    answer = upload(host_client, club, content)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in html(answer)
    assert not Logo.objects.exists()


@pytest.mark.parametrize("half", ["half a PNG", "half a JPEG", "a PNG with less than it says"])
def test_half_a_picture_is_refused_by_a_process_that_has_printed(half: str) -> None:
    """WeasyPrint, once loaded, makes Pillow take halves for wholes."""
    import_module("scorekeeper.exports.pdf")
    with pytest.raises(pictures.RefusedPictureError):
        pictures.logo(REFUSED[half])


def test_a_picture_that_unpacks_to_more_than_it_says_is_read_as_it_says(
    host_client: Client, club: Club
) -> None:
    bomb = zlib.compress(b"\0" * 500_000_000, 9)
    with takes_little():
        upload(host_client, club, png_claiming(8, 8, bomb))
    assert Logo.objects.get().wide == 8
    assert len(bytes(Logo.objects.get().content)) < 1000


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_logo_is_written_anew_and_kept_small(host_client: Client, club: Club, form: str) -> None:
    sent = factories.png(2000, 1500, form=form) + b"<script>alert(1)</script>"
    assert "The logo is stored." in text(upload(host_client, club, sent))
    logo = Logo.objects.get()
    assert (logo.wide, logo.high) == (320, 240)
    content = bytes(logo.content)
    assert content.startswith(b"\x89PNG")
    assert b"script" not in content
    answer = host_client.get(reverse("club_logo", args=[club.slug]))
    assert answer.content == content
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_where_a_logo_is_clear_the_paper_is_white(host_client: Client, club: Club) -> None:
    upload(host_client, club, clear_png())
    with Image.open(BytesIO(bytes(Logo.objects.get().content))) as kept:
        assert kept.convert("RGB").getcolors() == [(40 * 40, (255, 255, 255))]


def test_a_telephone_says_which_way_is_up(host_client: Client, club: Club) -> None:
    file, turned = BytesIO(), Image.Exif()
    turned[0x0112] = 6
    Image.new("RGB", (400, 100), "#c00").save(file, "JPEG", exif=turned)
    upload(host_client, club, file.getvalue())
    logo = Logo.objects.get()
    assert (logo.wide, logo.high) == (60, 240)


def test_only_the_owner_changes_it_and_the_log_says_so(host_client: Client, club: Club) -> None:
    organiser = factories.account("anna")
    Membership.objects.create(club=club, account=organiser, role="organiser")
    assert upload(signed_in(organiser), club, factories.png()).status_code == 404
    upload(host_client, club, factories.png())
    away = {"remove": "yes"}
    host_client.post(reverse("club_logo_set", args=[club.slug]), away)
    assert not Logo.objects.exists()
    log = text(host_client.get(reverse("club_log", args=[club.slug])))
    assert "changed the logo" in log
    assert "took the logo away" in log


# On paper


def red_of(pdf: bytes, page: int = 1) -> tuple[float, float, float, float]:
    """The rectangle of red on a page: left, top, right, bottom in millimetres."""
    command = ["pdftoppm", "-r", "60", "-f", str(page), "-l", str(page), "-"]
    drawn = subprocess.run(command, input=pdf, check=True, capture_output=True).stdout
    red, green, _blue = Image.open(BytesIO(drawn)).convert("RGB").split()
    box = ImageChops.subtract(red, green).point(lambda much: 255 * (much > 100)).getbbox()
    assert box is not None
    left, top, right, bottom = (edge / 60 * 25.4 for edge in box)
    return left, top, right, bottom


@pytest.fixture
def logo(club: Club, host: Account) -> None:
    actions.set_logo(club=club, logo=factories.logo(), by=host, now=factories.NOW)


@pytest.mark.parametrize("names", [("Оля", "Лев"), ("გიორგი", "Лев")], ids=["ink", "WeasyPrint"])
def test_it_stands_on_a_printed_sheet(
    host_client: Client, club: Club, logo: None, names: tuple[str, str], tmp_path: Path
) -> None:
    """Drawn in ink and set by WeasyPrint, at the left of the titles and inside the margins."""
    game = factories.play(factories.game(club, names=names), 1, 6).record
    pdf = host_client.get(reverse("game_pdf", args=[game.pk])).content
    left, top, right, bottom = red_of(pdf)
    assert (round(left), round(top), round(right), round(bottom)) == (10, 10, 40, 25)
    title = next(word for word in words_of(pdf) if word.text == "Шестёрка")
    assert title.left > right
    assert ink_in_the_margins(pdf, tmp_path) == []
    assert len(PdfReader(BytesIO(pdf)).pages) == 1


def test_it_stands_on_a_list_of_hands(host_client: Client, club: Club, logo: None) -> None:
    game = factories.play(factories.game(club, "showdown"), 1, 6).record
    assert red_of(host_client.get(reverse("game_pdf", args=[game.pk])).content)


@pytest.mark.parametrize("rule_set", ["classic", "showdown"])
def test_it_stands_on_a_blank_sheet_of_the_club(
    host_client: Client, anonymous: Client, club: Club, logo: None, rule_set: str
) -> None:
    asked = {"as": "pdf", "rule_set": rule_set, "players": "4", "club": club.slug}
    pdf = host_client.get(reverse("blank"), asked).content
    assert red_of(pdf)
    assert "Шестёрка" in {word.text for word in words_of(pdf)}
    nobodys = anonymous.get(reverse("blank"), asked).content
    assert "Шестёрка" not in {word.text for word in words_of(nobodys)}
    assert not PdfReader(BytesIO(nobodys)).pages[0].images


def test_it_stands_on_every_sheet_of_many_once_in_the_file(
    host: Account, club: Club, logo: None
) -> None:
    """A kept sheet is drawn anew when the logo changes."""
    games = [factories.play(factories.game(club), seed, 4).record for seed in range(3)]
    sizes = []
    for colour in ("#c00", "#a00"):
        made = pictures.logo(factories.png(colour=colour))
        actions.set_logo(club=club, logo=made, by=host, now=factories.NOW)
        job = printing.order(
            account=host, club=club, games=games, look=Look(), language="ru", key=uuid4()
        )
        printing.draw_all()
        job.refresh_from_db()
        pdf = bytes(job.content)
        assert [red_of(pdf, page)[:2] for page in (1, 2, 3)] == [red_of(pdf)[:2]] * 3
        images = {id(image) for page in PdfReader(BytesIO(pdf)).pages for image in page.images}
        assert len(images) == 3
        sizes.append(pdf.count(b"/Subtype /Image"))
    assert sizes == [1, 1]
