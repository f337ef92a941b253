"""Pages as pictures: the six approved ones, and how far two pictures are apart.

Run python -m tests.scorekeeper.exports.pictures to take the approved pictures anew.
"""

import os
import subprocess
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

APPROVED = Path(__file__).parent / "approved"


def picture_of(pdf: bytes, page: int = 1, resolution: int = 60) -> Image.Image:
    """A page in grey."""
    command = ["pdftoppm", "-gray", "-r", str(resolution), "-f", str(page), "-l", str(page), "-"]
    drawn = subprocess.run(command, input=pdf, check=True, capture_output=True).stdout
    return Image.open(BytesIO(drawn)).convert("L")


def apart(one: Image.Image, other: Image.Image) -> float:
    """The greatest difference between two pictures, a little blurred: 0 to 1.

    A letter that is missing or a line that has moved by a millimetre is more than a fifth; another
    version of the renderer, which smooths its edges otherwise, is less.
    """
    if one.size != other.size:
        return 1
    blurred = [picture.filter(ImageFilter.GaussianBlur(1.2)) for picture in (one, other)]
    _lowest, highest = ImageChops.difference(*blurred).getextrema()
    assert isinstance(highest, (int, float))
    return highest / 255


def main() -> None:
    """Take the approved pictures anew."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tests.scorekeeper.exports.test_sheets import SHEETS, printed

    for name in SHEETS:
        picture_of(printed(name)).save(APPROVED / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
