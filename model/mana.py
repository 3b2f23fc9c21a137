"""Colors, types of mana, and mana costs (105, 106, 107.4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from model.errors import MalformedError


class Color(Enum):
    """The five colors (105.1), by the letter of their symbol."""

    WHITE = "W"
    BLUE = "U"
    BLACK = "B"
    RED = "R"
    GREEN = "G"

    @property
    def word(self) -> str:
        """The color's English word."""
        return self.name.lower()


class ManaType(Enum):
    """The six types of mana (106.1b): the five colors and colorless."""

    WHITE = "W"
    BLUE = "U"
    BLACK = "B"
    RED = "R"
    GREEN = "G"
    COLORLESS = "C"


COLOR_WORDS = {color.word: color for color in Color}
_LETTERS = {color.value: color for color in Color}
_SYMBOL = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class ManaCost:
    """A mana cost as its symbols, in the order printed; ``None`` elsewhere stands for no mana cost (118.6)."""

    symbols: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> ManaCost:
        """Read ``"{2}{G}{W/U}"``. Raises MalformedError when something stands outside of symbols."""
        if _SYMBOL.sub("", text).strip():
            raise MalformedError(f"{text!r} is not a mana cost; write symbols in braces, as in '{{2}}{{G}}'")
        return cls(tuple(symbol.upper() for symbol in _SYMBOL.findall(text)))

    @property
    def mana_value(self) -> int:
        """The mana value (202.3): numbers as they are, X as 0, a hybrid as its largest part, every other symbol 1."""
        return sum(_value(symbol) for symbol in self.symbols)

    @property
    def colors(self) -> frozenset[Color]:
        """The colors of the symbols (105.2, 202.2)."""
        return frozenset(_LETTERS[part] for symbol in self.symbols for part in symbol.split("/") if part in _LETTERS)

    def __str__(self) -> str:
        """The cost as printed."""
        return "".join(f"{{{symbol}}}" for symbol in self.symbols)


def _value(symbol: str) -> int:
    if symbol in {"X", "Y", "Z", "D"}:  # {D}, a land drop, is no mana symbol
        return 0
    return max(int(part) if part.isdigit() else 1 for part in symbol.split("/"))
