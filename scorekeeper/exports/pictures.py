"""Pictures that are sent, logos and photos of paper sheets: the only module that opens pictures.

It opens them with suspicion. What is sent is never kept: it is decoded, laid on white as on paper,
made small, and written anew.
"""

import warnings
import zlib
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from threading import Lock
from typing import TypeVar

from django.utils.translation import gettext as _
from PIL import Image, ImageFile, ImageOps

from .report import Picture

MOST_LOGO_BYTES = 2 * 1024 * 1024
"""Of a picture that is sent."""

MOST_PIXELS, MOST_DECODED = 12_000_000, 8_000_000
"""Of a picture that is sent, width by height: what a telephone's camera makes; and of what is
decoded of it, since a JPEG can be decoded at an eighth of its size. Both stay under 100 MB."""

WIDEST, HIGHEST = 480, 240
"""Pixels that are kept: 400 to the inch where a logo is largest."""


MOST_PHOTO_BYTES = 12 * 1024 * 1024
MOST_PHOTO_PIXELS = 26_000_000
LARGEST_PHOTO = 2000
"""Pixels of the longer side of a photo that is kept: handwriting on a sheet can be read."""

_T = TypeVar("_T")


class RefusedPictureError(Exception):
    """The file is no picture that can be taken; the message says so to whoever sent it."""


def logo(sent: bytes) -> Picture:
    """The logo that a PNG or JPEG file shows. Raises RefusedPictureError for anything else."""
    if len(sent) > MOST_LOGO_BYTES:
        raise RefusedPictureError(_("The picture is too large: at most 2 MB."))
    size = (WIDEST, HIGHEST)
    drafted = (2 * WIDEST, 2 * HIGHEST)
    return _read(sent, MOST_PIXELS, drafted, lambda opened: _made(_laid_on_white(opened, size)))


def photo(sent: bytes) -> bytes:
    """A photo as a JPEG without anything but its points. Raises RefusedPictureError."""
    if len(sent) > MOST_PHOTO_BYTES:
        raise RefusedPictureError(_("The picture is too large: at most 12 MB."))
    size = (LARGEST_PHOTO, LARGEST_PHOTO)

    def made(opened: Image.Image) -> bytes:
        written = BytesIO()
        _laid_on_white(opened, size).save(written, "JPEG", quality=80, optimize=True)
        return written.getvalue()

    # A side of a camera's picture may be three quarters of the other.
    return _read(sent, MOST_PHOTO_PIXELS, (LARGEST_PHOTO * 3 // 4, LARGEST_PHOTO * 3 // 4), made)


def _read(
    sent: bytes, most: int, drafted: tuple[int, int], make: Callable[[Image.Image], _T]
) -> _T:
    """What ``make`` makes of a picture of at most ``most`` points, decoded at about ``drafted``."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # we judge the size ourselves, before it is decoded
            opened = Image.open(BytesIO(sent), formats=("PNG", "JPEG"))
    except Exception as error:
        # A broken picture fails anywhere inside the library, with any error.
        raise RefusedPictureError(_("This is no PNG or JPEG picture.")) from error
    with opened:
        too_many = opened.width * opened.height > most
        opened.draft("RGB", drafted)
        if too_many or opened.width * opened.height > MOST_DECODED:
            raise RefusedPictureError(_("The picture has too many points: make it smaller."))
        try:
            _decode(opened)
            return make(opened)
        except Exception as error:
            raise RefusedPictureError(_("The picture is damaged and cannot be read.")) from error


_decoding = Lock()


def _decode(opened: Image.Image) -> None:
    """Decodes a picture, and fails for half of one: WeasyPrint, once it has been loaded into the
    process, has made Pillow take halves for wholes."""
    with _decoding:
        taken, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            opened.load()
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = taken


def _laid_on_white(opened: Image.Image, size: tuple[int, int]) -> Image.Image:
    small = opened if opened.mode in {"L", "RGB", "RGBA"} else opened.convert("RGBA")
    small.thumbnail(size, Image.Resampling.LANCZOS)
    clear = ImageOps.exif_transpose(small).convert("RGBA")  # a telephone says which way is up
    clear.thumbnail(size, Image.Resampling.LANCZOS)
    paper = Image.new("RGBA", clear.size, "white")
    return Image.alpha_composite(paper, clear).convert("RGB")


def _made(shown: Image.Image) -> Picture:
    written = BytesIO()
    shown.save(written, "PNG", optimize=True)
    return Picture(written.getvalue(), shown.width, shown.height)


@lru_cache(8)
def pixels(made: Picture) -> bytes:
    """The colours of a picture row by row, three bytes a point, compressed as a PDF takes them."""
    with Image.open(BytesIO(made.content), formats=("PNG",)) as opened:
        return zlib.compress(opened.convert("RGB").tobytes(), 9)
