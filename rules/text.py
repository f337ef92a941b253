"""Names in the two languages of the house. The core stays free of gettext: it carries its own."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """One string in Russian and in English."""

    ru: str
    en: str

    def in_language(self, language: str) -> str:
        """The string for a language code such as "ru", "ru-RU" or "en"; English for any other."""
        return self.ru if language.partition("-")[0] == "ru" else self.en

    def filled(self, **values: object) -> "Text":
        """A copy with ``{name}`` replaced; a value that is a Text is taken language by language."""
        ru = {k: v.ru if isinstance(v, Text) else v for k, v in values.items()}
        en = {k: v.en if isinstance(v, Text) else v for k, v in values.items()}
        return Text(self.ru.format(**ru), self.en.format(**en))


def joined(parts: Sequence[Text], separator: str) -> Text:
    """Several texts as one, with the same separator in both languages."""
    return Text(separator.join(p.ru for p in parts), separator.join(p.en for p in parts))


def signed(points: int) -> str:
    """A whole number as it is printed: the minus is «−»."""
    return f"−{-points}" if points < 0 else str(points)
