"""What a download and its worksheet are called: readable in any script, and safe."""

import unicodedata

from .report import HandsReport, SheetReport

_LONGEST_FILE_NAME = 100
_LONGEST_ENDING = 70
_LONGEST_TITLE = 31
_FORBIDDEN_IN_FILES = frozenset('<>:"/\\|?*')
_FORBIDDEN_IN_TITLES = frozenset("[]:*?/\\")
_RESERVED_TITLES = frozenset({"history", "журнал"})


def cleaned(text: str) -> str:
    """``text`` on one line without control characters, direction marks and broken letters."""
    shown = (" " if letter.isspace() else letter for letter in text)
    return " ".join("".join(c for c in shown if not _is_unprintable(c)).split())


def _is_unprintable(letter: str) -> bool:
    if letter in {"\u200d", "\ufe0f"}:  # they hold an emoji together
        return False
    return unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Cn"}


def download_name(report: SheetReport | HandsReport, extension: str) -> str:
    """The name of a file with ``report``: "2025-06-01 Клуб «Шестёрка», стол 2.pdf".

    A game without a title is told apart by its number, a blank sheet by the game that it is for.
    Without what file systems refuse; the answer's header is for Django's FileResponse to encode.
    """
    name = report.rules.name.in_language(report.language)
    what = cleaned(report.title) or report.code or name
    day = f"{report.started:%Y-%m-%d} " if report.started else ""
    if not cleaned(report.club):
        return safe_name("", day + what, extension)
    return safe_name(day + report.club, what, extension)


def safe_name(whose: str, what: str, extension: str) -> str:
    """A file called "whose, what", or only one of them, without what file systems refuse.

    Where it were too long ``whose`` is cut, so that two files of one club keep two names.
    """
    ending = _kept_in_files(what)[:_LONGEST_ENDING].rstrip(". ")
    room = _LONGEST_FILE_NAME - len(ending) - (2 if ending else 0)
    parts = (_kept_in_files(whose)[:room].strip(". "), ending)
    return f"{', '.join(filter(None, parts)).strip('. ')}.{extension}"


def _kept_in_files(text: str) -> str:
    """``text`` with dashes for what file systems refuse, as one writes them."""
    spaced = cleaned(text).replace(": ", " — ")
    return "".join("-" if letter in _FORBIDDEN_IN_FILES else letter for letter in spaced)


def sheet_title(report: SheetReport | HandsReport, taken: frozenset[str] = frozenset()) -> str:
    """The title of a worksheet: at most 31 UTF-16 units, legal, and none of ``taken`` in any case.

    Recognisable: the report's title, or the club, or the game where nothing is left of them.
    """
    for text in (report.title, report.club):
        legal = _legal_title(text)
        if any(letter.isalnum() for letter in legal) or _is_symbol(legal):
            break
    else:
        legal = _legal_title(report.rules.name.in_language(report.language))
    in_use = _RESERVED_TITLES | {title.casefold() for title in taken}
    title, number = _cut(legal, _LONGEST_TITLE), 1
    while title.casefold() in in_use:
        number += 1
        title = f"{_cut(legal, _LONGEST_TITLE - len(str(number)) - 1)} {number}"
    return title


def _is_symbol(text: str) -> bool:
    return any(unicodedata.category(letter) == "So" for letter in text)


def _legal_title(text: str) -> str:
    kept = "".join(" " if letter in _FORBIDDEN_IN_TITLES else letter for letter in cleaned(text))
    return " ".join(kept.split()).strip("' ")


def _cut(text: str, units: int) -> str:
    """The longest beginning of ``text`` of at most ``units`` UTF-16 units, letters whole."""
    while len(text.encode("utf-16-le")) > 2 * units:
        text = text[:-1]
    return text.strip("' \u200d")
