"""Every string of the program has its Russian, whole and certain."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

CATALOGUE = settings.BASE_DIR / "locale" / "ru" / "LC_MESSAGES" / "django.po"
SOURCES = ("rules", "scorekeeper", "tournaments", "templates")
PLURALS = 3
"""Forms that Russian has: 1 бросок, 2 броска, 5 бросков (a fourth, for fractions, may follow)."""

Entry = dict[str, str]


def entries(po: Path) -> list[Entry]:
    """The live entries of a catalogue: msgid, msgid_plural, msgstr or msgstr[n], flags."""
    found: list[Entry] = []
    for block in re.split(r"\n\s*\n", po.read_text(encoding="utf-8")):
        entry: Entry = {}
        key = ""
        for line in block.splitlines():
            if line.startswith("#,"):
                entry["flags"] = line
            elif match := re.match(r'(msg\w+(?:\[\d\])?) "(.*)"$', line):
                key = match[1]
                entry[key] = match[2]
            elif line.startswith('"') and key:
                entry[key] += line[1:-1]
        if entry.get("msgid"):
            found.append(entry)
    return found


def identity(entry: Entry) -> tuple[str, str]:
    return entry.get("msgctxt", ""), entry["msgid"]


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    """What makemessages finds in the sources as they are now."""
    folder = tmp_path_factory.mktemp("messages")
    for name in SOURCES:
        source = settings.BASE_DIR / name
        ignored = shutil.ignore_patterns("__pycache__", "migrations")
        shutil.copytree(source, folder / name, ignore=ignored)
    (folder / "locale").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(settings, "LOCALE_PATHS", [str(folder / "locale")])
        call_command("makemessages", locale=["ru"], no_location=True, verbosity=0)
    return entries(folder / "locale" / "ru" / "LC_MESSAGES" / "django.po")


@pytest.fixture(scope="module")
def translated() -> dict[tuple[str, str], Entry]:
    return {identity(entry): entry for entry in entries(CATALOGUE)}


def test_strings_are_found_at_all(wanted: list[Entry]) -> None:
    assert len(wanted) > 100
    assert ("", "Start the game") in {identity(entry) for entry in wanted}


def test_every_string_has_its_russian(
    wanted: list[Entry], translated: dict[tuple[str, str], Entry]
) -> None:
    missing = [entry["msgid"] for entry in wanted if not _is_whole(translated, entry)]
    assert missing == []


def _is_whole(translated: dict[tuple[str, str], Entry], entry: Entry) -> bool:
    found = translated.get(identity(entry), {})
    if "msgid_plural" in entry:
        return all(found.get(f"msgstr[{form}]") for form in range(PLURALS))
    return bool(found.get("msgstr"))


def test_nothing_is_a_guess(translated: dict[tuple[str, str], Entry]) -> None:
    fuzzy = [e["msgid"] for e in translated.values() if "fuzzy" in e.get("flags", "")]
    assert fuzzy == []


def test_what_is_filled_in_is_filled_in_in_russian_too(
    translated: dict[tuple[str, str], Entry],
) -> None:
    """The same %(name)s in every form; "%d" as often as in English."""
    holes = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
    for entry in translated.values():
        expected = sorted(holes.findall(entry.get("msgid_plural", entry["msgid"])))
        for key, words in entry.items():
            if key.startswith("msgstr") and words:
                assert sorted(holes.findall(words)) == expected, words


def test_the_russian_is_written_in_cyrillic(translated: dict[tuple[str, str], Entry]) -> None:
    """Abbreviations that are the same everywhere excepted."""
    latin = [
        entry["msgid"]
        for entry in translated.values()
        if (words := entry.get("msgstr") or entry.get("msgstr[0]"))
        and not re.search("[а-яё]", words, re.IGNORECASE)
        and re.search("[a-z]{4}", words)
    ]
    assert latin == []


def test_the_catalogue_can_be_compiled(tmp_path: Path) -> None:
    command = ["msgfmt", "--check", "--check-format", "-o", str(tmp_path / "x.mo"), str(CATALOGUE)]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
