"""A page's content as PDF operators, and the file of many pages: the only importer of pydyf.

Light, since it draws what is planned and lays nothing out. Text is shaped by HarfBuzz, as it is in
WeasyPrint, and glyphs keep the numbers that they have in the font file, so that the content of a
page fits into any document.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from io import BytesIO

import pydyf  # type: ignore[import-untyped]
import uharfbuzz  # type: ignore[import-untyped]

from .fonts import MILLIMETRES_A_POINT, Face
from .report import Picture

_FEATURES = {"liga": False, "clig": False}
_EM = 1000
_LOGO = "Logo"
_ASCENT, _DESCENT = 1.018, 0.276
"""Of PT Sans and PT Sans Narrow, in em: where a line's letters stand in its height."""


class MissingLetterError(Exception):
    """Our fonts lack a letter of a text: only a typesetter that finds other fonts can print it."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """A text as glyphs: its width in em, the operand that shows it, and the glyphs."""

    wide: float
    shown: str
    glyphs: frozenset[int]


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page as it goes into a file: size in points, compressed operators, glyphs of each face."""

    wide: float
    high: float
    content: bytes
    glyphs: Mapping[Face, frozenset[int]]


@cache
def _font(face: Face) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.file))))


@lru_cache(8192)
def shaped(text: str, face: Face) -> Shaped:
    """``text`` on one line. Raises MissingLetterError for a letter that the face does not have."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    font = _font(face)
    uharfbuzz.shape(font, buffer, _FEATURES)
    wide, run, parts = 0, "", []
    for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if info.codepoint == 0 or at.x_offset or at.y_offset:
            raise MissingLetterError(text)
        wide += at.x_advance
        run += f"{info.codepoint:04x}"
        kerned = font.get_glyph_h_advance(info.codepoint) - at.x_advance
        if kerned:
            parts.append(f"<{run}>{kerned}")
            run = ""
    if run:
        parts.append(f"<{run}>")
    glyphs = frozenset(info.codepoint for info in buffer.glyph_infos)
    return Shaped(wide / _EM, f"[{''.join(parts)}]TJ", glyphs)


def wide(text: str, size: float, face: Face) -> float:
    """How wide ``text`` is at ``size`` points, millimetres."""
    return shaped(text, face).wide * size * MILLIMETRES_A_POINT


def baseline(size: float, leading: float) -> float:
    """How far below its top the letters of a line stand, millimetres; sizes in points."""
    return ((leading - (_ASCENT + _DESCENT) * size) / 2 + _ASCENT * size) * MILLIMETRES_A_POINT


class Ink:
    """Draws one page. Places and sizes in millimetres from the top left corner, type in points."""

    def __init__(self, page_wide: float, page_high: float) -> None:
        self._wide, self._high = page_wide, page_high
        self._operators: list[str] = []
        self._glyphs: dict[Face, frozenset[int]] = {}

    def text(self, text: str, left: float, base: float, size: float, face: Face) -> None:
        """One line of black text, its baseline at ``base``."""
        found = shaped(text, face)
        self._glyphs[face] = self._glyphs.get(face, frozenset()) | found.glyphs
        x, y = self._at(left, base)
        self._operators.append(f"BT /{face.name} {size:g} Tf {x} {y} Td {found.shown} ET")

    def lines(self, segments: Iterable[tuple[float, float, float, float]], points: float) -> None:
        """Straight lines from, to, with square ends."""
        path = [f"{points:g} w"]
        for x, y, x2, y2 in segments:
            path.append(f"{' '.join(self._at(x, y))} m {' '.join(self._at(x2, y2))} l")
        if len(path) > 1:
            self._operators.append("\n".join([*path, "S"]))

    def rectangles(self, boxes: Iterable[tuple[float, float, float, float]], grey: float) -> None:
        """Filled rectangles: left, top, wide, high; ``grey``: 0 is black, 1 white."""
        path = [
            f"{' '.join(self._at(x, y + h))} {_points(w)} {_points(h)} re" for x, y, w, h in boxes
        ]
        if path:
            self._operators.append("\n".join([f"{grey:g} g", *path, "f 0 g"]))

    def drawing(self, operators: str, left: float, top: float, size: float, units: float) -> None:
        """Operators on a square of ``units``, its origin at the top left, drawn at a place."""
        x, y = self._at(left, top)
        scale = size / MILLIMETRES_A_POINT / units
        self._operators.append(f"q {scale:.5f} 0 0 {-scale:.5f} {x} {y} cm {operators} Q")

    def logo(self, left: float, top: float, wide: float, high: float) -> None:
        """The logo that the file is made with, in a rectangle."""
        x, y = self._at(left, top + high)
        self._operators.append(f"q {_points(wide)} 0 0 {_points(high)} {x} {y} cm /{_LOGO} Do Q")

    def page(self) -> DrawnPage:
        """The page, done."""
        content = zlib.compress("\n".join(["2 J", *self._operators]).encode("ascii"), 6)
        wide, high = (each / MILLIMETRES_A_POINT for each in (self._wide, self._high))
        return DrawnPage(wide, high, content, dict(self._glyphs))

    def _at(self, x: float, y: float) -> tuple[str, str]:
        return _points(x), _points(self._high - y)


def _points(millimetres: float) -> str:
    return f"{millimetres / MILLIMETRES_A_POINT:.2f}"


def two_to_a_page(pages: Sequence[DrawnPage]) -> list[tuple[DrawnPage, ...]]:
    """Pages by pairs; below or beside an odd one nothing is drawn."""
    if len(pages) % 2:
        nothing = replace(pages[-1], content=zlib.compress(b""), glyphs={})
        pages = [*pages, nothing]
    return [tuple(pages[at : at + 2]) for at in range(0, len(pages), 2)]


def file_of(
    leaves: Sequence[tuple[DrawnPage, ...]], title: str, language: str, logo: Picture | None = None
) -> bytes:
    """A PDF file; each leaf holds one page, or two halves of a page; all share one logo."""
    pdf = pydyf.PDF()
    pdf.info["Title"] = pydyf.String(title)
    pdf.catalog["Lang"] = pydyf.String(language)
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true"})
    fonts = pydyf.Dictionary()
    for face in Face:
        glyphs = {
            glyph
            for content in {id(page.content): page for leaf in leaves for page in leaf}.values()
            for glyph in content.glyphs.get(face, ())
        }
        if glyphs:
            fonts[face.name] = _embedded(pdf, face, glyphs).reference
    resources = pydyf.Dictionary({"Font": fonts})
    if logo is not None:
        pictures = {_LOGO: _added_picture(pdf, logo).reference}
        resources["XObject"] = pydyf.Dictionary(pictures)
    pdf.add_object(resources)
    for leaf in leaves:
        _add_leaf(pdf, leaf, resources)
    written = BytesIO()
    pdf.write(written, compress=True)
    return written.getvalue()


def _add_leaf(pdf: pydyf.PDF, leaf: tuple[DrawnPage, ...], resources: pydyf.Dictionary) -> None:
    wide, high, contents = leaf[0].wide, leaf[0].high, [_stream(pdf, leaf[0].content)]
    if len(leaf) > 1:
        below = wide > high
        high, wide = (2 * high, wide) if below else (high, 2 * wide)
        shift = (0, high / 2) if below else (0, 0)
        away = (0, -high / 2) if below else (wide / 2, 0)
        contents = [_moved(pdf, *shift), *contents, _moved(pdf, *away)]
        contents.append(_stream(pdf, leaf[1].content))
    page = pydyf.Dictionary(
        {
            "Type": "/Page",
            "Parent": pdf.pages.reference,
            "MediaBox": pydyf.Array([0, 0, round(wide, 2), round(high, 2)]),
            "Contents": pydyf.Array([each.reference for each in contents]),
            "Resources": resources.reference,
        }
    )
    pdf.add_page(page)


def _moved(pdf: pydyf.PDF, x: float, y: float) -> pydyf.Stream:
    moved = pydyf.Stream([f"1 0 0 1 {x:.2f} {y:.2f} cm".encode()])
    pdf.add_object(moved)
    return moved


class _Compressed(pydyf.Object):  # type: ignore[misc]
    """A stream whose data are compressed already; ``said``: more of what they are."""

    def __init__(self, content: bytes, said: bytes = b"") -> None:
        super().__init__()
        self.content, self.said = content, said

    @property
    def data(self) -> bytes:
        head = b"<<%b/Filter /FlateDecode/Length %d>>" % (self.said, len(self.content))
        return b"\n".join((head, b"stream", self.content, b"endstream"))

    @property
    def compressible(self) -> bool:
        return False


def _stream(pdf: pydyf.PDF, content: bytes) -> _Compressed:
    stream = _Compressed(content)
    pdf.add_object(stream)
    return stream


def _added_picture(pdf: pydyf.PDF, picture: Picture) -> _Compressed:
    from .pictures import pixels  # Pillow, which sheets without a logo can do without

    said = b"/Type /XObject/Subtype /Image/Width %d/Height %d/ColorSpace /DeviceRGB"
    said += b"/BitsPerComponent 8/Interpolate true"
    image = _Compressed(pixels(picture), said % (picture.wide, picture.high))
    pdf.add_object(image)
    return image


# Fonts


@cache
def _letters(face: Face) -> Mapping[int, int]:
    """Glyph → the letter it shows."""
    found: dict[int, int] = {}
    font = _font(face)
    for letter in sorted(font.face.unicodes):
        glyph = font.get_nominal_glyph(letter)
        if glyph is not None:
            found.setdefault(glyph, letter)
    return found


def _embedded(pdf: pydyf.PDF, face: Face, glyphs: set[int]) -> pydyf.Dictionary:
    """The glyphs of a face inside the file, under the numbers they have, and what they mean."""
    program = pydyf.Stream([_subset(face, frozenset(glyphs))], compress=True)
    pdf.add_object(program)
    sum_of_glyphs = f"{zlib.crc32(repr(sorted(glyphs)).encode()):08x}"
    tag = "".join(chr(ord("A") + int(digit, 16)) for digit in sum_of_glyphs[:6])
    name = f"/{tag}+{face.family.replace(' ', '-')}{'-Bold' if face.weight == 700 else ''}"
    descriptor = pydyf.Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": name,
            "Flags": 4,
            "FontBBox": pydyf.Array([-500, -276, 1500, 1018]),
            "ItalicAngle": 0,
            "Ascent": 1018,
            "Descent": -276,
            "CapHeight": 700,
            "StemV": 140 if face.weight == 700 else 80,
            "FontFile2": program.reference,
        }
    )
    pdf.add_object(descriptor)
    widths = pydyf.Array()
    for glyph in sorted(glyphs):
        widths.extend((glyph, pydyf.Array([_font(face).get_glyph_h_advance(glyph)])))
    descendant = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/CIDFontType2",
            "BaseFont": name,
            "CIDSystemInfo": pydyf.Dictionary(
                {
                    "Registry": pydyf.String("Adobe"),
                    "Ordering": pydyf.String("Identity"),
                    "Supplement": 0,
                }
            ),
            "CIDToGIDMap": "/Identity",
            "W": widths,
            "FontDescriptor": descriptor.reference,
        }
    )
    pdf.add_object(descendant)
    meanings = pydyf.Stream([_meanings(face, glyphs)], compress=True)
    pdf.add_object(meanings)
    font = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([descendant.reference]),
            "ToUnicode": meanings.reference,
        }
    )
    pdf.add_object(font)
    return font


@lru_cache(32)
def _subset(face: Face, glyphs: frozenset[int]) -> bytes:
    wanted = uharfbuzz.SubsetInput()
    wanted.flags = uharfbuzz.SubsetFlags.RETAIN_GIDS | uharfbuzz.SubsetFlags.NO_HINTING
    wanted.glyph_set.update(glyphs)
    wanted.sets(uharfbuzz.SubsetInputSets.DROP_TABLE_TAG).update(
        int.from_bytes(table) for table in (b"GPOS", b"GSUB", b"GDEF", b"kern", b"DSIG")
    )
    data: bytes = uharfbuzz.subset(_font(face).face, wanted).blob.data
    return data


def _meanings(face: Face, glyphs: set[int]) -> bytes:
    """The map from glyphs to letters that lets a reader search and copy."""
    letters = _letters(face)
    known = [glyph for glyph in sorted(glyphs) if glyph in letters]
    rows = [f"<{glyph:04x}> <{chr(letters[glyph]).encode('utf-16-be').hex()}>" for glyph in known]
    blocks = [rows[at : at + 100] for at in range(0, len(rows), 100)]
    listed = "\n".join(
        "\n".join([f"{len(block)} beginbfchar", *block, "endbfchar"]) for block in blocks
    )
    return _CMAP.format(listed).encode("ascii")


_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""
