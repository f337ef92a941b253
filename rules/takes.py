"""What values a house rule accepts: the checks of rules.md §5, each with its words."""

from dataclasses import dataclass
from typing import Protocol

from rules.text import Text, signed


class Takes(Protocol):
    """What values an option accepts."""

    @property
    def says(self) -> Text:
        """The accepted values, for a message: "a whole number from 0 to 1000"."""

    def accepts(self, value: object) -> bool:
        """Whether ``value`` has the right type and is in range."""


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A whole number from ``low`` to ``high``, or null where ``or_null``, or one given word."""

    low: int
    high: int
    or_null: bool = False
    or_word: str = ""

    @property
    def says(self) -> Text:
        number = Text(
            f"целое число от {signed(self.low)} до {signed(self.high)}",
            f"a whole number from {signed(self.low)} to {signed(self.high)}",
        )
        if self.or_null:
            return Text(f"{number.ru} или ничего (null)", f"{number.en} or nothing (null)")
        if self.or_word:
            return Text(f"{number.ru} или {self.or_word}", f"{number.en} or {self.or_word}")
        return number

    def accepts(self, value: object) -> bool:
        if value is None:
            return self.or_null
        if isinstance(value, str):
            return bool(self.or_word) and value == self.or_word
        return type(value) is int and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    @property
    def says(self) -> Text:
        return Text("да или нет (true, false)", "yes or no (true, false)")

    def accepts(self, value: object) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values, each with its name."""

    values: tuple[tuple[int | str, Text], ...]

    @property
    def says(self) -> Text:
        keys = ", ".join(str(key) for key, _ in self.values)
        return Text(f"одно из: {keys}", f"one of: {keys}")

    def accepts(self, value: object) -> bool:
        return any(type(value) is type(key) and value == key for key, _ in self.values)


@dataclass(frozen=True, slots=True)
class DecimalString:
    """Money above zero as digits, perhaps a point and digits; no sign, exponent or space."""

    @property
    def says(self) -> Text:
        return Text(
            "число больше нуля: цифры, возможно точка и цифры («0.50»)",
            'a number above zero: digits, perhaps a point and digits ("0.50")',
        )

    def accepts(self, value: object) -> bool:
        if not isinstance(value, str) or len(value) > 30:
            return False
        whole, point, rest = value.partition(".")
        parts = [whole, rest] if point else [whole]
        digits = all(part.isascii() and part.isdigit() for part in parts)
        return digits and any(character in "123456789" for character in value)
