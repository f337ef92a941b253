"""What the look promises and a program can verify: contrasts, and nothing inline."""

import re
from pathlib import Path

import pytest
from django.conf import settings

STATIC = settings.BASE_DIR / "static"
TEMPLATES = settings.BASE_DIR / "templates"
PAIR = re.compile(r"--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);")
PAPERS = ("paper", "sheet", "tint")


def colours() -> dict[str, tuple[str, str]]:
    """Token → (light, dark), six hexadecimal digits each."""
    text = (STATIC / "css" / "tokens.css").read_text()
    return {name: (light, dark) for name, light, dark in PAIR.findall(text)}


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast("000000", "ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("token", "papers", "needed"),
    [
        ("ink", (*PAPERS, "accent-wash"), 7),
        ("ink-quiet", (*PAPERS, "accent-wash"), 4.5),
        ("accent", PAPERS, 4.5),
        ("accent-strong", PAPERS, 4.5),
        ("wrong", PAPERS, 4.5),
        ("on-accent", ("accent", "accent-strong"), 4.5),
        ("edge", PAPERS, 3),
        ("rule", PAPERS, 3),
    ],
)
def test_what_is_written_can_be_read(
    theme: int, token: str, papers: tuple[str, ...], needed: float
) -> None:
    palette = colours()
    for paper in papers:
        assert contrast(palette[token][theme], palette[paper][theme]) >= needed, paper


@pytest.mark.parametrize(
    "template",
    sorted(path for path in TEMPLATES.rglob("*.html") if "exports" not in path.parts),
    ids=lambda path: str(path.relative_to(TEMPLATES)),
)
def test_no_page_has_anything_inline(template: Path) -> None:
    text = template.read_text()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)


def test_a_code_is_printed_on_white_on_every_page() -> None:
    """Cameras read black on white: in the dark theme a bare code would be black on black."""
    shared = re.findall(r"css/([\w-]+\.css)", (TEMPLATES / "base.html").read_text())
    rules = "".join((STATIC / "css" / name).read_text() for name in shared)
    assert re.search(r"\.qr \{[^}]*background: var\(--printed\)", rules)


def test_every_colour_is_a_token() -> None:
    for sheet in (STATIC / "css").glob("*.css"):
        if sheet.name not in {"tokens.css", "print.css"}:
            assert not re.search(r"#[0-9a-f]{3,8}\b(?=[;,) ])", sheet.read_text()), sheet.name
